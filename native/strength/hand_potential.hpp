// One hand against any hand: where it stands now and when more board cards have come, in whole numbers.
//
// Without a flush only ranks count, and there are but 91 pairs of ranks: each stands for as many hands as there are
// cards of its ranks left. Hands that can make a flush on a board are taken out of their pair and looked at one by one.
#pragma once

#include <array>
#include <cstdint>

#include "cards/cards.hpp"

namespace railbird {

// Opposing hands times completions of the board, by standing now (ahead, tied, behind), then by standing later.
using PotentialCounts = std::array<std::int64_t, 9>;

// The hand has two cards, the board three to five, those to come included.
PotentialCounts hand_potential(CardMask hand, CardMask board, int cards_to_come);

}  // namespace railbird
