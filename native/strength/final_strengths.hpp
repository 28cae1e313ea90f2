// How strong every hand will be on the river: mean, mean square and histogram of its hand strength over all boards to
// come.
//
// HS on a full board = (hands beaten + hands tied / 2) / 990, against an opponent with any hand.
#pragma once

#include <vector>

#include "cards/cards.hpp"

namespace railbird {

// For each of the 1326 hands on a board of three to five cards: E[HS], E[HS^2], then the probabilities that HS lies in
// each of `bins` bins of equal width. Hands that share a card with the board have NaN everywhere.
std::vector<float> final_strengths(CardMask board, int bins);

}  // namespace railbird
