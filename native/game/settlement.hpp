// Who gets what at the end of a hand: the uncalled bet, the pots, their shares, the rake, and who shows their cards.
#pragma once

#include <vector>

#include "cards/evaluator.hpp"
#include "game/hand_state.hpp"

namespace railbird {

struct Pot {
    Chips amount = 0;
    PlayerMask players = 0;  // who can win it
};

// The main pot first, then the side pots.
struct Pots {
    std::array<Pot, kMostPlayers> pot;
    int count = 0;
    int uncalled_player = kNobody;
    Chips uncalled = 0;  // returned to that player before the pots are made
};

Pots pots_of(const GameDefinition& game, const HandState& state);

// Payoffs are in 2520ths of a chip, which any number of players up to ten can share equally.
inline constexpr Chips kParts = 2520;

// The values of the hands of players who have not folded (meaningless if only one is left).
using HandValues = std::array<HandRank, kMostPlayers>;
using Payoffs = std::array<Chips, kMostPlayers>;

// The values from a deal: the hole cards of each position, then the board.
HandValues values_of(const GameDefinition& game, const HandState& state, const Card* deal);

// Each player's net win or loss.
Payoffs payoffs(const GameDefinition& game, const HandState& state, const HandValues& values);

struct Award {
    std::int8_t pot;
    std::int8_t player;
    Chips parts;
};

struct Showing {
    std::int8_t player;
    bool shown;  // false if mucked
};

// The payoffs and how they came about.
struct Settlement {
    int uncalled_player = kNobody;
    Chips uncalled = 0;
    Chips rake = 0;
    std::vector<Award> awards;
    std::vector<Showing> showdown;  // in the order in which players show
    Payoffs payoffs{};
};

Settlement settle(const GameDefinition& game, const HandState& state, const HandValues& values);

}  // namespace railbird
