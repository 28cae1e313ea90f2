// All-in equity: what each hand wins on average if all cards are dealt without further betting; many cases at once.
#pragma once

#include <cstdint>

#include "base/parallel.hpp"
#include "strength/winners.hpp"

namespace railbird {

struct AllInQuestions {
    std::int64_t count;
    int players;
    const std::uint8_t* holes;   // [count, players, 2]
    const std::uint16_t* live;   // [count]: bit p for player p; the cards of the others are dead
    const std::uint8_t* boards;  // [count, 5]
    const std::uint8_t* sizes;   // [count]: the number of board cards that are dealt: 0, 3, 4 or 5
};

// The first invalid question (a card twice, no player, another number of board cards), or -1.
std::int64_t find_bad_question(const AllInQuestions& questions);

// Fills shares[count, players]: the equity of each live player, 0 for the others.
void all_in_shares(const AllInQuestions& questions, double* shares, int threads, const StopFlag& stop);

// Fills shares[1326]: the equity of each hand against the `others` [others, 2] on a board of 0, 3, 4 or 5 cards; -1 for
// hands that share a card with the others, the board or the dead cards. Pre-flop it takes a quarter of a second.
void all_in_shares_by_hand(const std::uint8_t* others, int count, CardMask board, CardMask dead, double* shares,
                           const StopFlag& stop);

}  // namespace railbird
