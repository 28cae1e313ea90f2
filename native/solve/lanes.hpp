// Four numbers at once, where the compiler would not see that it may: it keeps the branch of a comparison of floating
// point numbers, in case it traps. Vector types of the compiler compare without one, on any processor.
#pragma once

#include <cstring>

namespace railbird {

inline constexpr int kLanes = 4;

template <class Real>
struct LanesOf;
template <>
struct LanesOf<float> {
    typedef float Type __attribute__((vector_size(kLanes * sizeof(float))));
};
template <>
struct LanesOf<double> {
    typedef double Type __attribute__((vector_size(kLanes * sizeof(double))));
};

template <class Value, class Real>
Value load(const Real* from) {
    Value value;
    std::memcpy(&value, from, sizeof(Value));
    return value;
}

template <class Value, class Real>
void store(Value value, Real* to) {
    std::memcpy(to, &value, sizeof(Value));
}

// Calls work(i, kind) for i in steps of four, with lanes as the kind of value, then one by one with single numbers.
template <class Real, class Work>
void for_lanes(int count, const Work& work) {
    int i = 0;
    for (; i + kLanes <= count; i += kLanes) work(i, typename LanesOf<Real>::Type{});
    for (; i < count; ++i) work(i, Real{});
}

}  // namespace railbird
