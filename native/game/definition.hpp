// Game definitions: betting structure, blinds, bets, deck and rules, as data.
//
// Positions are numbered from the first seat left of the button. With three or more players, 0 is the small blind and
// the last position is the button; heads-up, 0 is the big blind and 1 is the small blind, on the button.
#pragma once

#include <array>
#include <cstdint>

namespace railbird {

using Chips = std::int64_t;

inline constexpr int kMostPlayers = 10;
inline constexpr int kMostRounds = 4;
inline constexpr int kMostHoleCards = 3;
inline constexpr int kAnyRaises = 255;  // no limit on bets and raises, as in ACPC game files
inline constexpr Chips kMostChips = Chips{1}
                                    << 40;  // in one stack; sums over a table and 2520ths of them fit in 64 bits

enum class Betting : std::uint8_t { limit, pot_limit, no_limit };

// Whether an all-in of less than a full raise reopens the betting for players who have already acted.
enum class Reopening : std::uint8_t {
    always,      // they may raise again
    full_raise,  // only if they face at least a full raise
    half_bet     // only if they face at least half a bet
};

// The named rules in which rulebooks differ; docs/reference/rules.md lists them.
struct Rules {
    Reopening reopening = Reopening::always;
    bool full_blind_to_call = false;  // calling a big blind who is all-in for less costs the full blind
    bool short_bets_count = true;     // an all-in of less than a full raise counts as one, and sets no new minimum
    bool needs_a_caller = false;      // a raise needs another player who could put in more
    bool skips_idle = false;          // the only player with chips left is not asked if they could only check
    bool odd_chips = false;           // chips are not split; odd chips go by position
    bool free_fold = false;           // folding is legal when checking is free
    bool uncapped_heads_up = false;   // two players in the hand may raise without limit
    bool muck = false;                // a beaten hand is mucked at the showdown, unless a player is all-in

    bool operator==(const Rules&) const = default;
};

// What the house takes from each pot, rounded down; never from an uncalled bet.
struct Rake {
    int ten_thousandths = 0;
    Chips cap = 0;  // for a hand; 0 for none
    bool no_flop_no_drop = true;

    bool operator==(const Rake&) const = default;
};

struct GameDefinition {
    Betting betting = Betting::limit;
    int players = 2;
    int rounds = 4;
    std::array<Chips, kMostPlayers> blinds{};
    std::array<Chips, kMostPlayers> antes{};
    std::array<Chips, kMostPlayers> stacks{};
    std::array<Chips, kMostRounds> bets{};        // limit: the bet; otherwise the minimum bet
    std::array<int, kMostRounds> most_raises{};   // bets and raises in a round, blinds not counted
    std::array<int, kMostRounds> most_actions{};  // actions in a round; 0 for any number
    std::array<int, kMostRounds> first{};         // the position that acts first
    int hole_cards = 2;
    std::array<int, kMostRounds> board_cards{};
    int ranks = 13;
    int suits = 4;
    Rules rules;
    Rake rake;

    bool operator==(const GameDefinition&) const = default;
};

}  // namespace railbird
