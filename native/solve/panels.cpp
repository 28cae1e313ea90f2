#include "solve/panels.hpp"

#include <algorithm>
#include <cstring>

#include "base/clones.hpp"

namespace railbird {

namespace {

constexpr int kVectors = 2, kColumns = 3;

template <class Real>
struct VectorOf;
template <>
struct VectorOf<float> {
    typedef float Type __attribute__((vector_size(32)));
};
template <>
struct VectorOf<double> {
    typedef double Type __attribute__((vector_size(32)));
};

// The outputs of one panel, for up to three vectors.
template <class Real>
void multiply_panel(const Real* panel, int size, int begin, const Column<Real>* columns, int count) {
    using Vector = typename VectorOf<Real>::Type;
    constexpr int kWidth = PanelView<Real>::kWidth, kLength = kWidth / kVectors;
    const Real* in[kColumns];
    for (int k = 0; k < kColumns; ++k) in[k] = columns[std::min(k, count - 1)].in;
    Vector sums[kColumns][kVectors] = {};
    for (int j = 0; j < size; ++j, panel += kWidth)
        for (int v = 0; v < kVectors; ++v) {
            Vector row;  // one copy for each vector: the compiler would keep an array of them in memory
            std::memcpy(&row, panel + v * kLength, sizeof row);
            for (int k = 0; k < kColumns; ++k) sums[k][v] += row * in[k][j];
        }
    Real numbers[kWidth];
    const int width = std::min(kWidth, size - begin);
    for (int k = 0; k < count; ++k) {
        for (int v = 0; v < kVectors; ++v) std::memcpy(numbers + v * kLength, &sums[k][v], sizeof(Vector));
        for (int i = 0; i < width; ++i) columns[k].out[begin + i] = columns[k].factor * numbers[i];
    }
}

template <class Real>
void multiply(const PanelView<Real>& panels, const Column<Real>* columns, int count) {
    for (int begin = 0; begin < panels.size; begin += PanelView<Real>::kWidth) {
        const Real* panel = panels.numbers + static_cast<std::size_t>(begin) * static_cast<std::size_t>(panels.size);
        for (int first = 0; first < count; first += kColumns)
            multiply_panel(panel, panels.size, begin, columns + first, std::min(kColumns, count - first));
    }
}

}  // namespace

RAILBIRD_CLONES void multiply_panels(PanelView<float> panels, const Column<float>* columns, int count) {
    multiply(panels, columns, count);
}
RAILBIRD_CLONES void multiply_panels(PanelView<double> panels, const Column<double>* columns, int count) {
    multiply(panels, columns, count);
}

}  // namespace railbird
