// Deals of one decision's trials: hidden hands from weights, the rest of the board, and what everybody would do.
//
// A trial deals every other player a hand from their weights, even those who have folded, so that the rest of the deck
// has the right distribution; then the board. Players act by their policy tables and the strength of their hands: exact
// on the current board, sampled on later ones.
#pragma once

#include <optional>
#include <vector>

#include "base/alias_table.hpp"
#include "game/hand.hpp"
#include "models/policy_tables.hpp"
#include "strength/sampled_strength.hpp"

namespace railbird {

class TrialDeals {
public:
    // The player whose turn it is decides, and holds `hand`. `weights` are [players, 1326]; those of the deciding
    // player are ignored. Hands with a known card have weight 0, and each other player needs a hand that fits with the
    // others'. `strengths` are those of all hands on this board, between 0 and 1. With a `high_price` above 0, in
    // no-limit games, policies tell apart prices instead of numbers of bets to call: a bet counts as two if it costs
    // more than this share of the pot.
    TrialDeals(const GameDefinition& game, const HandState& state, CardMask hand, std::vector<Card> board,
               const std::vector<double>& weights, std::vector<double> strengths, PolicyTables policies,
               double high_price);

    struct Deal {
        std::uint64_t seed = 0;
        std::uint64_t trial = 0;
        std::array<std::uint16_t, kMostPlayers> hands{};
        std::array<Card, kBoardCards> board{};
        std::array<HandRank, kMostPlayers> ranks{};
        PlayerMask ranked = 0;
        // Strengths by player and round; negative if not computed yet.
        std::array<std::array<double, kMostRounds>, kMostPlayers> strengths;
        // A sample for each round to come, drawn on first use, each with its own stream.
        std::array<SampledStrength, kMostRounds> samples;
        std::array<bool, kMostRounds> sampled{};
    };

    const GameDefinition& game() const { return game_; }
    const HandState& state() const { return state_; }
    int player() const { return player_; }

    // Deals a trial of a seed. Returns the random numbers for its play, or nothing if no deal was found.
    std::optional<RandomStream> deal(std::uint64_t seed, std::uint64_t trial, Deal& deal) const;

    double strength(Deal& deal, int player, int round) const;

    // Shares of fold, call and raise for the player to act; only legal actions have one.
    std::array<double, kActionKinds> choices(const HandState& state, const Legal& legal, Deal& deal) const;

    // What the deciding player wins from here on in a hand that is over or that they have folded, in chips.
    double won(const HandState& state, Deal& deal) const;

private:
    struct Drawn {
        std::vector<std::uint16_t> hands;
        AliasTable table;
    };

    GameDefinition game_;
    HandState state_;
    int player_;
    int hand_;
    std::vector<Card> board_;
    CardMask known_;
    std::vector<Drawn> drawn_;  // by player; none for the deciding one
    std::vector<double> strengths_;
    PolicyTables policies_;
    double high_price_;

    int bets_to_call(const HandState& state, const Legal& legal) const;
};

// After so many actions in a trial nobody raises any more: some games have no cap.
inline constexpr int kMostSteps = 400;

}  // namespace railbird
