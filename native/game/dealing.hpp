// Seeded dealing: hand k of a seed is the same on every machine, and does not depend on the hands before it.
#pragma once

#include "cards/cards.hpp"
#include "game/definition.hpp"

namespace railbird {

// The number of cards that a hand needs: the hole cards of every player and the whole board.
int cards_needed(const GameDefinition& game);

// A short deck keeps the highest ranks and the last suits.
CardMask deck_of(const GameDefinition& game);

// Fills `cards` with the cards of a hand in dealing order: hole cards by position, then the board.
void deal_cards(const GameDefinition& game, std::uint64_t seed, std::uint64_t hand, Card* cards);

}  // namespace railbird
