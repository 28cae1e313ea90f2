// Pairs of ranks {low <= high}: all that matters of a two-card hand if nobody can have a flush.
//
// They are numbered high * (high + 1) / 2 + low, so that 22 is 0, 32 is 1 and AA is 90.
#pragma once

#include "cards/evaluator.hpp"

namespace railbird {

inline constexpr int kRankPairs = kRanks * (kRanks + 1) / 2;

// The rank pair of any two cards.
constexpr int rank_pair(Card a, Card b) {
    const int high = rank_of(a > b ? a : b), low = rank_of(a > b ? b : a);
    return high * (high + 1) / 2 + low;
}

// Calls visit(pair, sum of both ranks' keys, number of hands) for each pair that can be made from the cards that are
// not `taken`, in order.
template <class Visit>
void for_each_rank_pair(const CardSum& taken, const Visit& visit) {
    std::array<int, kRanks> left;
    for (int rank = 0; rank < kRanks; ++rank)
        left[rank] = kSuits - std::popcount(taken.ranks() >> rank & 0x0001'0001'0001'0001);
    for (int high = 0, pair = 0; high < kRanks; ++high) {
        const std::uint64_t high_key = kEvaluator.card(static_cast<Card>(kSuits * high)).key();
        for (int low = 0; low <= high; ++low, ++pair) {
            const int hands = low == high ? left[high] * (left[high] - 1) / 2 : left[high] * left[low];
            if (hands > 0) visit(pair, high_key + kEvaluator.card(static_cast<Card>(kSuits * low)).key(), hands);
        }
    }
}

}  // namespace railbird
