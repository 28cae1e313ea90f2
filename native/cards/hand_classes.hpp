// The 169 hand classes, as a grid: aces first, suited hands above the diagonal.
#pragma once

#include "cards/cards.hpp"

namespace railbird {

inline constexpr int kHandClasses = kRanks * kRanks;

constexpr int hand_class(Card a, Card b) {
    const int high = kRanks - 1 - rank_of(a > b ? a : b);
    const int low = kRanks - 1 - rank_of(a > b ? b : a);
    return suit_of(a) == suit_of(b) ? kRanks * high + low : kRanks * low + high;
}

}  // namespace railbird
