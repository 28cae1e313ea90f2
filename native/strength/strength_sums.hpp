// Strengths as whole numbers: what the buckets of card abstractions are cut by, the same on every machine.
//
// The halves of a hand on a board are twice the hands that it beats plus those that it ties with, over all hands that
// an opponent may have.
#pragma once

#include <cstdint>
#include <vector>

#include "cards/cards.hpp"

namespace railbird {

inline constexpr int kRiverHalves = 2 * 990;  // the most that a hand can have on the river

// The halves of each of the 1326 hands on a board of three to five cards; 0 if it shares a card with the board.
std::vector<std::uint16_t> halves_on(CardMask board);
// The halves of one hand.
int halves_of(CardMask hand, CardMask board);

// For each of the 1326 hands on a turn board, over all river cards: the sum of halves, the sum of their squares, then
// the number of rivers on which they lie in each of `bins` bins of equal width.
std::vector<std::uint32_t> river_sums(CardMask turn_board, int bins);
// The same of one hand.
std::vector<std::uint32_t> river_sums_of(CardMask hand, CardMask turn_board, int bins);

// Adds `weight` to counts[group, halves] for each group of each hand on a turn board and each river card.
// `groups` is [rows, 1326], below 0 for hands that do not count; `counts` is [groups, kRiverHalves + 1].
void count_rivers(CardMask turn_board, const std::vector<std::int32_t>& groups, std::uint64_t weight,
                  std::uint64_t* counts);

}  // namespace railbird
