// A hand in the format of ACPC logs.
#pragma once

#include <string>

#include "game/hand.hpp"

namespace railbird {

// Betting and cards, as in "cr20c/cc/r60f:AhKh|QsQd/Kc9d2h/9s": rounds separated by '/'; in no-limit games a raise has
// the player's total over the whole hand; hole cards by position, then the board cards on the table. Unknown cards are
// left out: "rf:|QsQd".
std::string acpc_text(const Hand& hand);

}  // namespace railbird
