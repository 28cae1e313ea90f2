// Sorts the hands on one board by value, fast enough to do so for every board.
#pragma once

#include <array>
#include <cstdint>

#include "cards/cards.hpp"

namespace railbird {

struct ValueSort {
    // A hand's value in the upper half, its slot in the lower.
    std::array<std::uint32_t, kHands> hands;

    static std::uint32_t value_of(std::uint32_t hand) { return hand >> 16; }
    static std::uint32_t slot_of(std::uint32_t hand) { return hand & 0xFFFF; }

    // Sorts the first `count` hands by value, ascending; equal ones keep their order.
    void sort(int count) {
        low_starts_.fill(0);
        high_starts_.fill(0);
        for (int i = 0; i < count; ++i) {
            ++low_starts_[hands[i] >> 16 & (kLowBuckets - 1)];
            ++high_starts_[hands[i] >> (16 + kLowBits)];
        }
        to_starts(low_starts_);
        to_starts(high_starts_);
        for (int i = 0; i < count; ++i) half_sorted_[low_starts_[hands[i] >> 16 & (kLowBuckets - 1)]++] = hands[i];
        for (int i = 0; i < count; ++i) hands[high_starts_[half_sorted_[i] >> (16 + kLowBits)]++] = half_sorted_[i];
    }

private:
    // Values have 13 bits: the sort takes the lower seven, then the upper six.
    static constexpr int kLowBits = 7;
    static constexpr int kLowBuckets = 1 << kLowBits;
    static constexpr int kHighBuckets = 1 << (13 - kLowBits);

    template <class Counts>
    static void to_starts(Counts& counts) {
        std::uint16_t start = 0;
        for (auto& count : counts) {
            const std::uint16_t size = count;
            count = start;
            start = static_cast<std::uint16_t>(start + size);
        }
    }

    std::array<std::uint32_t, kHands> half_sorted_;
    std::array<std::uint16_t, kLowBuckets> low_starts_;
    std::array<std::uint16_t, kHighBuckets> high_starts_;
};

}  // namespace railbird
