// How strong a hand may become: its rank on the river, over all possible boards.
#pragma once

#include <vector>

#include "cards/evaluator.hpp"

namespace railbird {

// HR = (win + tie/2) / (win + tie + loss) of a hand against all other hands on a full board.
double river_rank(CardMask hand, CardMask board);

// The ranks on the river of a hand on a board of three, four or five cards: over all possible cards, or, if `most` is
// not 0 and there are more, over `most` of them at random (equally likely, with replacement).
std::vector<double> river_ranks(CardMask hand, CardMask board, int most, std::uint64_t seed);

// For each possible turn card, in order, the mean rank on the river of a hand on a flop. On each board it is compared
// with `others` of the other hands, or with all of them if there are fewer.
std::vector<double> turn_means(CardMask hand, CardMask flop, int others);

}  // namespace railbird
