// The last round against a player who never looks at cards: what a hand is worth depends on its margin alone, the
// number of hands that it beats less the number of those that beat it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "solve/full_board.hpp"

namespace railbird {

// Of each hand of a board, over all hands without a common card.
std::vector<int> margins(const FullBoard& board);

// Adds table[most + margin] [2 most + 1, sequences] of each hand to the values [holdings, sequences], at the places to
// which exchanges of suits take it: `images` is [exchanges, holdings]. Throws std::invalid_argument if a margin is
// larger than `most`.
void add_by_margin(const FullBoard& board, const double* table, int most, int sequences,
                   std::span<const std::int32_t> images, int holdings, double* values);

}  // namespace railbird
