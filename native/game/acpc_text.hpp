// A hand as the ACPC's logs write it.
#pragma once

#include <string>

#include "game/hand.hpp"

namespace railbird {

// Betting and cards, as in "cr20c/cc/r60f:AhKh|QsQd/Kc9d2h/9s": rounds joined by '/', in no-limit games with what a
// player's raise has put in over the whole hand; hole cards by position, then the board cards on the table. Cards that
// are not known are left out: "rf:|QsQd".
std::string acpc_text(const Hand& hand);

}  // namespace railbird
