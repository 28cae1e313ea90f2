// Roll-outs of one decision: what is each of some actions worth, if all play on by policy tables?
//
// A trial deals every other player a hand from his weights, also those who have folded, so that the rest of the deck is
// as it would be; then the board. The same deal is played once after each of the actions, with the same random numbers.
// All that follows, also what the deciding player does later, comes from the players' policy tables by the strength of
// their hands on the board: exact on the board as it is, sampled on those to come.
#pragma once

#include <vector>

#include "base/alias_table.hpp"
#include "base/parallel.hpp"
#include "game/hand.hpp"
#include "models/policy_tables.hpp"
#include "strength/sampled_strength.hpp"

namespace railbird {

struct SimulatedAction {
    ActionKind kind;  // call or raise
    Chips amount;     // what a raise goes to
};

class Simulation {
public:
    // Trials are numbered; each has a random stream of its own. Batches may run side by side.
    static constexpr std::int64_t kBatch = 32;
    static constexpr int kMostActions = 8;

    // The player whose turn it is decides, and holds `hand`. `weights` are [players, 1326], those of the deciding
    // player of no meaning; hands that touch a known card have weight 0, and each other player has a hand that he can
    // hold together with the others. `strengths` are of all hands on this board, between 0 and 1. Raises of games
    // without limit are `bet` pots.
    Simulation(const GameDefinition& game, const HandState& state, CardMask hand, std::vector<Card> board,
               const std::vector<double>& weights, std::vector<double> strengths, PolicyTables policies,
               std::vector<SimulatedAction> actions, double bet);

    void run(std::uint64_t seed, std::int64_t first, std::int64_t last, int threads, const StopFlag& stop);

    // Over all trials, of each action's result in chips from here on: the sum, the sum of products with each action.
    struct Tally {
        std::int64_t trials = 0;
        std::int64_t thrown_away = 0;  // no deal was found
        std::array<double, kMostActions> sums{};
        std::array<std::array<double, kMostActions>, kMostActions> products{};
    };
    const Tally& tally() const { return tally_; }

private:
    struct Drawn {
        std::vector<std::uint16_t> hands;
        AliasTable table;
    };
    struct Deal;

    bool deal(RandomStream& random, Deal& deal) const;
    double play(RandomStream random, Deal& deal, const SimulatedAction& action) const;
    double strength(Deal& deal, int player, int round) const;
    Chips raise_size(const HandState& state, const Legal& legal) const;
    Tally run_batch(std::uint64_t seed, std::int64_t batch, std::int64_t trials, const StopFlag& stop) const;

    GameDefinition game_;
    HandState state_;
    int player_;
    int hand_;
    std::vector<Card> board_;
    CardMask known_;
    std::vector<Drawn> drawn_;  // by player; none for the deciding one
    std::vector<double> strengths_;
    PolicyTables policies_;
    std::vector<SimulatedAction> actions_;
    double bet_;
    Tally tally_;
};

}  // namespace railbird
