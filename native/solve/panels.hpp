// Products of one square matrix with many vectors.
//
// The matrix is kept in panels of 64 bytes of outputs, each panel contiguous, so that a panel stays in the cache while
// all vectors pass by. Four vectors are multiplied at once. Sums are added up in the order of the inputs, whatever the
// number of vectors: the result for a vector does not depend on its neighbours.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

namespace railbird {

// out[i] = factor * sum over j of matrix[j][i] * in[j]
template <class Real>
struct Column {
    const Real* in;
    Real* out;
    Real factor;
};

template <class Real>
class Panels {
public:
    Panels() = default;
    // entry(j, i) gives the elements of the matrix: the weight of input j in output i.
    template <class Entry>
    Panels(int size, const Entry& entry) : size_(size) {
        const int blocks = (size + kWidth - 1) / kWidth;
        numbers_.assign(static_cast<std::size_t>(blocks) * kWidth * static_cast<std::size_t>(size), Real{0});
        for (int j = 0; j < size; ++j)
            for (int i = 0; i < size; ++i)
                numbers_[static_cast<std::size_t>(i / kWidth * size + j) * kWidth +
                         static_cast<std::size_t>(i % kWidth)] = static_cast<Real>(entry(j, i));
    }

    void multiply(const Column<Real>* columns, int count) const {
        for (int begin = 0; begin < size_; begin += kWidth) {
            const Real* panel = numbers_.data() + static_cast<std::size_t>(begin) * static_cast<std::size_t>(size_);
            for (int first = 0; first < count; first += kColumns)
                multiply_panel(panel, begin, columns + first, std::min(kColumns, count - first));
        }
    }

private:
    typedef Real Vector __attribute__((vector_size(16)));
    static constexpr int kVectors = 4, kColumns = 4;
    static constexpr int kLength = static_cast<int>(16 / sizeof(Real));
    static constexpr int kWidth = kVectors * kLength;

    void multiply_panel(const Real* panel, int begin, const Column<Real>* columns, int count) const {
        const Real* in[kColumns];
        for (int k = 0; k < kColumns; ++k) in[k] = columns[std::min(k, count - 1)].in;
        Vector sums[kColumns][kVectors] = {};
        for (int j = 0; j < size_; ++j, panel += kWidth) {
            Vector row[kVectors];
            std::memcpy(row, panel, sizeof row);
            for (int k = 0; k < kColumns; ++k) {
                const Vector factor = Vector{} + in[k][j];
                for (int v = 0; v < kVectors; ++v) sums[k][v] += factor * row[v];
            }
        }
        const int width = std::min(kWidth, size_ - begin);
        for (int k = 0; k < count; ++k) {
            Real numbers[kWidth];
            std::memcpy(numbers, sums[k], sizeof numbers);
            for (int i = 0; i < width; ++i) columns[k].out[begin + i] = columns[k].factor * numbers[i];
        }
    }

    int size_ = 0;
    std::vector<Real> numbers_;
};

}  // namespace railbird
