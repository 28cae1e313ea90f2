// How strong a hand may become: its rank on the river, over the boards that may come.
#pragma once

#include <vector>

#include "cards/evaluator.hpp"

namespace railbird {

// HR = (win + tie/2) / (win + tie + loss) of a hand against any other one on a full board.
double river_rank(CardMask hand, CardMask board);

// The ranks on the river of a hand on a board of three, four or five cards: over all cards that may come, or, if `most`
// is not 0 and there are more, over so many of them drawn at random (each equally likely, with repetition).
std::vector<double> river_ranks(CardMask hand, CardMask board, int most, std::uint64_t seed);

// For each card that may come on the turn, in order of cards, the mean rank on the river of a hand on a flop. On each
// board it is compared with so many of the other hands, or with all of them.
std::vector<double> turn_means(CardMask hand, CardMask flop, int others);

}  // namespace railbird
