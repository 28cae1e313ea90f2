// What a player observes of a hand as numbers between 0 and 1: their own cards, the board, the chips and the betting.
//
// docs/guides/environments.md lists the parts. Hidden cards are not among the arguments.
#pragma once

#include "cards/cards.hpp"
#include "envs/bet_menu.hpp"

namespace railbird {

inline constexpr int kMostHistory = 255;  // actions of a round that an observation can hold
inline constexpr int kCellNumbers = 3;    // fold, call, raise: the numbers of one action
inline constexpr int kSeatNumbers = 5;    // stack, bet, paid, still in, all-in: the numbers of one player
inline constexpr int kFold = 0, kCall = 1, kFirstRaise = 2;

// How hands of a game become observations and actions.
struct Encoding {
    GameDefinition game;
    std::array<Chips, kMostPlayers> stacks{};
    BetMenu menu;      // not used in limit games
    int history = 0;   // actions of each round that are held
    double scale = 1;  // chips that count as 1

    int actions() const { return kFirstRaise + (game.betting == Betting::limit ? 1 : menu.most_sizes()); }
    int cells() const { return game.rounds * history * kCellNumbers; }
    int size() const;
};

// The betting so far, as an observation holds it; `cells` are Encoding::cells() numbers kept elsewhere.
struct BettingTrace {
    std::array<int, kMostRounds> counts{};
    int last_aggressor = kNobody;  // of the round before
    int aggressor = kNobody;       // of this round
    PlayerMask acted = 0;          // in this round
    std::int8_t round = 0;

    // Before the action is taken.
    void add(const Encoding& encoding, const HandState& before, ActionKind kind, Chips amount, float* cells);
    // After it.
    void follow(const HandState& after);
};

// The totals of all actions of the player to act: 0 if an action is not legal, 1 for a legal fold or call.
void legal_totals(const Encoding& encoding, const HandState& state, const BettingTrace& trace, Chips* totals);

// The board has the cards on the table, by round.
void write_observation(const Encoding& encoding, const HandState& state, const float* cells, int position,
                       const Card* hole_cards, const Card* board, int board_cards, float* numbers);

}  // namespace railbird
