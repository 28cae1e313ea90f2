// The normal distribution, the same on every machine: std::exp and std::erfc may differ in the last bit.
#pragma once

#include <cmath>

namespace railbird {

// e^x for x <= 0, by e^x = 2^k e^r with |r| <= ln 2 / 2, in operations that IEEE 754 defines exactly.
inline double exp_of(double x) {
    constexpr double kLn2 = 0x1.62e42fefa3p-1, kRest = 0x1.9ef35793c7673p-42;  // ln 2 in two parts
    constexpr int kTerms = 14;
    if (x < -700) return 0;
    const double power = std::nearbyint(x / (kLn2 + kRest));
    const double rest = x - power * kLn2 - power * kRest;
    double series = 1;
    for (int term = kTerms; term > 0; --term) series = 1 + series * rest / term;
    return std::ldexp(series, static_cast<int>(power));
}

// The density at z.
inline double normal_density(double z) {
    constexpr double kRoot = 0.3989422804014327;  // 1 / sqrt(2 pi)
    return kRoot * exp_of(-z * z / 2);
}

// The probability of a value below z, by 1/2 + density(z) (z + z^3/3 + z^5/(3 5) + ...), given the density.
inline double normal_below(double z, double density) {
    constexpr double kFar = 8;  // beyond, less than 1e-15 is left
    if (z > kFar) return 1;
    if (z < -kFar) return 0;
    double term = z, sum = z;
    for (int odd = 3; term * term > 1e-36 * (sum * sum); odd += 2) {
        term *= z * z / odd;
        sum += term;
    }
    return 0.5 + density * sum;
}

struct Normal {
    double mean = 0;
    double variance = 0;
};

// The mean and variance of the larger of two independent normal values. With a^2 = v1 + v2 and z = (m1 - m2) / a:
//     m = m1 Phi(z) + m2 Phi(-z) + a phi(z),
//     v = (m1^2 + v1) Phi(z) + (m2^2 + v2) Phi(-z) + (m1 + m2) a phi(z) - m^2,
// here relative to m2, so that large means lose no digits. Without any variance it is the larger mean.
inline Normal larger(const Normal& first, const Normal& second) {
    const double difference = first.mean - second.mean;
    const double total = first.variance + second.variance;
    if (!(total > 0)) return {difference > 0 ? first.mean : second.mean, 0};
    const double spread = std::sqrt(total), z = difference / spread;
    const double density = normal_density(z), below = normal_below(z, density);
    const double mean = difference * below + spread * density;
    const double square = (difference * difference + first.variance) * below + second.variance * (1 - below) +
                          difference * spread * density;
    const double variance = square - mean * mean;
    return {second.mean + mean, variance > 0 ? variance : 0};
}

}  // namespace railbird
