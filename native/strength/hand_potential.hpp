// One hand against an opponent with any hand: its standing now and after more board cards, in integers.
//
// Without a flush only ranks count, and there are only 91 rank pairs; each represents all hands that the remaining
// cards of its ranks can make. Hands that can make a flush on a board are removed from their pair and compared one by
// one.
#pragma once

#include <array>
#include <cstdint>

#include "cards/cards.hpp"

namespace railbird {

// Opposing hands times completions of the board, by standing now (ahead, tied, behind), then by standing later.
using PotentialCounts = std::array<std::int64_t, 9>;

// The hand has two cards; the board has three to five, including those to come.
PotentialCounts hand_potential(CardMask hand, CardMask board, int cards_to_come);

}  // namespace railbird
