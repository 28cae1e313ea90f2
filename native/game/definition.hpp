// What is played: betting structure, blinds, bets, deck and rules, as data.
//
// Positions are numbered from the first seat left of the button: with three and more players 0 is the small blind and
// the last position the button; heads-up 0 is the big blind and 1 the small blind, who has the button.
#pragma once

#include <array>
#include <cstdint>

namespace railbird {

using Chips = std::int64_t;

inline constexpr int kMostPlayers = 10;
inline constexpr int kMostRounds = 4;
inline constexpr int kMostHoleCards = 3;
inline constexpr int kAnyRaises = 255;  // no limit on bets and raises, as in the ACPC's game files
inline constexpr Chips kMostChips = Chips{1}
                                    << 40;  // in one stack; sums over a table and 2520ths of them fit in 64 bits

enum class Betting : std::uint8_t { limit, pot_limit, no_limit };

// What an all-in wager of less than a full raise does for players who have already acted.
enum class Reopening : std::uint8_t {
    always,      // they may raise again
    full_raise,  // only if what they have to call is a full raise
    half_bet     // only if it is at least half a bet
};

// The named rules in which profiles differ; docs/rules.md has the table.
struct Rules {
    Reopening reopening = Reopening::always;
    bool full_blind_to_call = false;  // a big blind that is all-in for less is called in full all the same
    bool short_bets_count = true;    // an all-in wager of less than a full raise counts as one, and sets no new minimum
    bool needs_a_caller = false;     // a raise needs somebody who could put in more
    bool skips_idle = false;         // a player alone who can only check is not asked
    bool odd_chips = false;          // chips are not split; odd ones go by position
    bool free_fold = false;          // folding is legal when checking is free
    bool uncapped_heads_up = false;  // two players in the hand may raise without limit
    bool muck = false;               // a beaten hand stays hidden at the showdown, if nobody is all-in
};

// What the house takes of each pot, rounded down; never from an uncalled bet.
struct Rake {
    int ten_thousandths = 0;
    Chips cap = 0;  // for a hand; 0 for none
    bool no_flop_no_drop = true;
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
};

}  // namespace railbird
