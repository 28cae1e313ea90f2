// Seeded dealing: hand k of a seed is always the same, on every machine, and needs none of the hands before it.
#pragma once

#include "cards/cards.hpp"
#include "game/definition.hpp"

namespace railbird {

// The cards that a hand needs: hole cards of every player, then the whole board.
int cards_needed(const GameDefinition& game);

// A short deck keeps the highest ranks and the last suits.
CardMask deck_of(const GameDefinition& game);

// Fills `cards` with the cards of a hand in the order in which they are dealt: hole cards by position, then the board.
void deal_cards(const GameDefinition& game, std::uint64_t seed, std::uint64_t hand, Card* cards);

}  // namespace railbird
