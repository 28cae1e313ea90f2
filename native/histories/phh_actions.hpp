// Reads the actions of a hand in the PHH format as they are usually written; the reader in Python takes the rest.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "game/hand.hpp"

namespace railbird {

struct PhhActions {
    std::vector<Action> actions;  // those of players; a fold or call has the amount -1
    std::vector<Card> deal;       // hole cards by position, then the board; kUnknownCard where nobody tells
};

// Reads the value of a field, "['d dh p1 AhKd', 'p1 cbr 2.50', …]"; raises have at most so many decimal places. Empty
// if anything is not written in the usual way, or contradicts something else: then this reader does not know better.
std::optional<PhhActions> read_phh_actions(std::string_view value, int players, int places);

}  // namespace railbird
