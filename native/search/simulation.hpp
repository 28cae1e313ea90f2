// Roll-outs of one decision: the value of each action if everybody plays on by policy tables.
//
// A trial deals every other player a hand from their weights, even those who have folded, so that the rest of the deck
// has the right distribution; then the board. The same deal is played once after each action, with the same random
// numbers. All later actions, including those of the deciding player, come from the players' policy tables, by the
// strength of their hands: exact on the current board, sampled on later ones.
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
    Chips amount;     // the total that a raise goes to
};

class Simulation {
public:
    // Trials are numbered; each has its own random stream. Batches may run in parallel.
    static constexpr std::int64_t kBatch = 32;
    static constexpr int kMostActions = 8;

    // The player whose turn it is decides, and holds `hand`. `weights` are [players, 1326]; those of the deciding
    // player are ignored. Hands with a known card have weight 0, and each other player needs a hand that fits with the
    // others'. `strengths` are those of all hands on this board, between 0 and 1. Raises in no-limit games are `bet`
    // pots.
    Simulation(const GameDefinition& game, const HandState& state, CardMask hand, std::vector<Card> board,
               const std::vector<double>& weights, std::vector<double> strengths, PolicyTables policies,
               std::vector<SimulatedAction> actions, double bet);

    void run(std::uint64_t seed, std::int64_t first, std::int64_t last, int threads, const StopFlag& stop);

    // Over all trials: the sum of each action's result in chips from here on, and the sums of products of two actions.
    struct Tally {
        std::int64_t trials = 0;
        std::int64_t thrown_away = 0;  // trials without a possible deal
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
