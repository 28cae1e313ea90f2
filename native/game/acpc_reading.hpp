// Reads hands in the format of ACPC logs: the way back from acpc_text.
#pragma once

#include <optional>
#include <string_view>

#include "game/hand.hpp"

namespace railbird {

// The deal of cards as in "AhKh|QsQd/Kc9d2h/9s": hole cards by position, then the board by rounds. Missing cards are
// unknown. Empty if the cards are not written like that or do not fit the game; they may still occur twice.
std::optional<std::vector<Card>> read_acpc_cards(const GameDefinition& game, std::string_view cards);

// Plays betting as in "cr20c/cc/r60f". False if it is not written like that, or an action is illegal or comes in
// another round than the text says; the hand is then left wherever it was.
bool play_acpc_betting(Hand& hand, std::string_view betting);

}  // namespace railbird
