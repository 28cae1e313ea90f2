// ln of whole numbers, the same on every machine: std::log may differ in the last bit.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace railbird {

// ln(count) by ln m 2^e = e ln 2 + 2 artanh((m - 1) / (m + 1)) with m from sqrt(1/2) to sqrt(2), in operations that
// IEEE 754 defines exactly. Compile without contraction to fused operations.
inline double log_of(std::int64_t count) {
    constexpr double kLn2 = 0.6931471805599453;
    constexpr int kTerms = 12;
    int exponent = 0;
    double mantissa = std::frexp(static_cast<double>(count), &exponent);
    if (mantissa < 0.7071067811865476) {
        mantissa *= 2;
        --exponent;
    }
    const double x = (mantissa - 1) / (mantissa + 1);
    const double square = x * x;
    double series = 0;
    for (int term = kTerms; term >= 0; --term) series = series * square + 1.0 / (2 * term + 1);
    return exponent * kLn2 + 2 * x * series;
}

// A table of them that grows as needed; entry 0 is ln 1.
class LogTable {
public:
    void fill_to(std::int64_t count) {
        while (static_cast<std::int64_t>(values_.size()) <= count)
            values_.push_back(log_of(std::max<std::int64_t>(static_cast<std::int64_t>(values_.size()), 1)));
    }
    double operator[](std::int64_t count) const { return values_[static_cast<std::size_t>(count)]; }

private:
    std::vector<double> values_;
};

}  // namespace railbird
