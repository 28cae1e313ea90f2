// A full board: the hands that it leaves, from the weakest to the strongest, and their buckets.
#pragma once

#include <cstdint>
#include <vector>

#include "cards/cards.hpp"

namespace railbird {

struct FullBoard {
    // The second card of a holding of one card is kCards: no real card, so that sums by card hold 0 for it.
    struct Hand {
        Card a, b;
    };
    std::vector<Hand> hands;
    std::vector<std::uint16_t> holdings;             // the number of each hand among all holdings
    std::vector<std::uint16_t> group_ends;           // where the hands of equal value end
    std::vector<std::vector<std::int32_t>> buckets;  // by round, of each hand
    double pairs = 0;                                // of hands without a common card

    std::ptrdiff_t size() const { return static_cast<std::ptrdiff_t>(hands.size()); }
};

// Throws std::invalid_argument unless there are 1 to 1326 different holdings, of one or two cards each, all alike.
void check_holdings(const std::vector<CardMask>& holdings);

// `buckets` has the buckets of all holdings, round by round; those of holdings with a card of the board are ignored.
// Throws std::invalid_argument if a bucket is not among `counts`, or if no two hands are left.
FullBoard full_board(const std::vector<CardMask>& holdings, CardMask board, const std::int32_t* buckets,
                     const std::vector<int>& counts);

}  // namespace railbird
