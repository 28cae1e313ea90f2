// Products of one square matrix with many vectors.
//
// The matrix is kept in panels of 64 bytes of outputs, each panel contiguous, so that a panel stays in the cache while
// all vectors pass by. Three vectors are multiplied at once: as many as have room in the registers. Sums are added up
// in the order of the inputs, whatever the number of vectors: the result for a vector does not depend on its
// neighbours.
#pragma once

#include <cstddef>
#include <vector>

namespace railbird {

// out[i] = factor * sum over j of matrix[j][i] * in[j]
template <class Real>
struct Column {
    const Real* in;
    Real* out;
    Real factor;
};

// The numbers of a matrix in panels: for each panel [inputs, outputs of the panel].
template <class Real>
struct PanelView {
    static constexpr int kWidth = static_cast<int>(64 / sizeof(Real));

    const Real* numbers;
    int size;
};

void multiply_panels(PanelView<float> panels, const Column<float>* columns, int count);
void multiply_panels(PanelView<double> panels, const Column<double>* columns, int count);

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
        multiply_panels(PanelView<Real>{numbers_.data(), size_}, columns, count);
    }

private:
    static constexpr int kWidth = PanelView<Real>::kWidth;

    int size_ = 0;
    std::vector<Real> numbers_;
};

}  // namespace railbird
