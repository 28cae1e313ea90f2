// Regrets and average strategies of all decisions of a public tree, in one of three precisions.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

#include "solve/lanes.hpp"

namespace railbird {

// Regret matching: shares of the positive regrets; equal shares where there are none.
template <class Real>
void match_regrets(const Real* regrets, int actions, int count, Real* out) {
    const Real equal = Real{1} / static_cast<Real>(actions);
    constexpr Real kLeast = std::numeric_limits<Real>::min();
    for_lanes<Real>(count, [&](int i, auto kind) {
        using Value = decltype(kind);
        const Value none{};
        Value sum{};
        for (int a = 0; a < actions; ++a) {
            const auto regret = load<Value>(regrets + a * count + i);
            sum += regret > none ? regret : none;
        }
        const Value some = sum > none + kLeast ? sum : none + kLeast;
        const Value factor = Value{} + Real{1} / some;
        for (int a = 0; a < actions; ++a) {
            const auto regret = load<Value>(regrets + a * count + i);
            const Value share = (regret > none ? regret : none) * factor;
            store(static_cast<Value>(sum > none + kLeast ? share : none + equal), out + a * count + i);
        }
    });
}

// The discounts of one iteration.
struct Discounts {
    double positive, negative, average;
};

// Where the numbers of a decision are, for how many actions, and which of all decisions it is.
struct StoredNode {
    std::uint64_t offset;
    std::uint64_t decision;
    int actions;
};

// How many numbers a storage holds.
struct StorageSize {
    std::uint64_t entries, decisions;
};

// Regrets and averages as they are.
template <class Number>
class PlainStorage {
public:
    using Real = Number;
    static constexpr double kBytesPerEntry = 2 * sizeof(Number);
    static constexpr double kBytesPerDecision = 0;

    explicit PlainStorage(const StorageSize& size) : regrets_(size.entries), averages_(size.entries) {}

    template <class Frame>
    void current(const StoredNode& node, int count, Real* out, Frame&) const {
        match_regrets(regrets_.data() + node.offset, node.actions, count, out);
    }
    template <class Frame>
    void average(const StoredNode& node, int count, Real* out, Frame&) const {
        match_regrets(averages_.data() + node.offset, node.actions, count, out);
    }
    template <class Frame>
    void update(const StoredNode& node, int count, const Real* reach, const Real* strategy, const Real* values,
                const Real* value, const Discounts& discounts, Frame&) {
        const auto positive = static_cast<Real>(discounts.positive), negative = static_cast<Real>(discounts.negative),
                   kept = static_cast<Real>(discounts.average);
        for (int a = 0; a < node.actions; ++a) {
            Real* regrets = regrets_.data() + node.offset + a * count;
            Real* averages = averages_.data() + node.offset + a * count;
            for_lanes<Real>(count, [&](int i, auto kind) {
                using Value = decltype(kind);
                const Value none{};
                const auto regret = load<Value>(regrets + i);
                const Value gain = load<Value>(values + a * count + i) - load<Value>(value + i);
                store(static_cast<Value>(regret * (regret > none ? none + positive : none + negative) + gain),
                      regrets + i);
                store(static_cast<Value>(load<Value>(averages + i) * kept +
                                         load<Value>(reach + i) * load<Value>(strategy + a * count + i)),
                      averages + i);
            });
        }
    }

    // All memory, for files.
    std::vector<std::pair<void*, std::size_t>> memory() {
        return {{regrets_.data(), regrets_.size() * sizeof(Number)},
                {averages_.data(), averages_.size() * sizeof(Number)}};
    }

private:
    std::vector<Number> regrets_, averages_;
};

// Whole numbers of 16 bits, with one scale for the regrets and one for the averages of a decision. Regret matching
// needs no scale.
class PackedStorage {
public:
    using Real = float;
    static constexpr double kBytesPerEntry = 4;
    static constexpr double kBytesPerDecision = 8;

    explicit PackedStorage(const StorageSize& size)
        : regrets_(size.entries), averages_(size.entries), scales_(size.decisions) {}

    template <class Frame>
    void current(const StoredNode& node, int count, Real* out, Frame& frame) const {
        match(regrets_.data() + node.offset, node.actions, count, out, frame);
    }
    template <class Frame>
    void average(const StoredNode& node, int count, Real* out, Frame& frame) const {
        match(averages_.data() + node.offset, node.actions, count, out, frame);
    }
    template <class Frame>
    void update(const StoredNode& node, int count, const Real* reach, const Real* strategy, const Real* values,
                const Real* value, const Discounts& discounts, Frame& frame) {
        const int size = node.actions * count;
        Scales& scales = scales_[node.decision];
        std::int16_t* regrets = regrets_.data() + node.offset;
        std::uint16_t* averages = averages_.data() + node.offset;
        Real* fresh = frame.take(static_cast<std::size_t>(size));
        const Real positive = scales.regret * static_cast<Real>(discounts.positive),
                   negative = scales.regret * static_cast<Real>(discounts.negative),
                   kept = scales.average * static_cast<Real>(discounts.average);
        for (int a = 0; a < node.actions; ++a)
            for (int i = 0, k = a * count; i < count; ++i, ++k)
                fresh[k] =
                    static_cast<Real>(regrets[k]) * (regrets[k] > 0 ? positive : negative) + (values[k] - value[i]);
        scales.regret = pack<32767>(fresh, size, regrets);
        for (int a = 0; a < node.actions; ++a)
            for (int i = 0, k = a * count; i < count; ++i, ++k)
                fresh[k] = static_cast<Real>(averages[k]) * kept + reach[i] * strategy[k];
        scales.average = pack<65535>(fresh, size, averages);
    }

    std::vector<std::pair<void*, std::size_t>> memory() {
        return {{regrets_.data(), regrets_.size() * 2},
                {averages_.data(), averages_.size() * 2},
                {scales_.data(), scales_.size() * sizeof(Scales)}};
    }

private:
    struct Scales {
        Real regret = 0, average = 0;
    };

    template <class Packed, class Frame>
    static void match(const Packed* packed, int actions, int count, Real* out, Frame& frame) {
        const int size = actions * count;
        Real* numbers = frame.take(static_cast<std::size_t>(size));
        for (int i = 0; i < size; ++i) numbers[i] = static_cast<Real>(packed[i]);
        match_regrets(numbers, actions, count, out);
    }

    // Rounds to whole multiples of a scale, which is returned: the largest number becomes kLargest.
    template <int kLargest, class Packed>
    static Real pack(const Real* numbers, int size, Packed* packed) {
        Real largest = 0;
        for (int i = 0; i < size; ++i) largest = std::max(largest, std::abs(numbers[i]));
        if (!(largest > std::numeric_limits<Real>::min() * kLargest)) {
            std::fill(packed, packed + size, Packed{0});
            return 0;
        }
        const Real factor = kLargest / largest;
        for (int i = 0; i < size; ++i) {
            const Real scaled = numbers[i] * factor;
            packed[i] = static_cast<Packed>(static_cast<std::int32_t>(scaled + (scaled < 0 ? Real{-0.5} : Real{0.5})));
        }
        return largest / kLargest;
    }

    std::vector<std::int16_t> regrets_;
    std::vector<std::uint16_t> averages_;
    std::vector<Scales> scales_;
};

}  // namespace railbird
