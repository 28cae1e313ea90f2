// Roll-outs of one decision: the value of each action if everybody plays on by policy tables.
//
// The same deal is played once after each action, with the same random numbers. All later actions, including those of
// the deciding player, come from the players' policy tables.
#pragma once

#include <vector>

#include "base/parallel.hpp"
#include "search/trial_deals.hpp"

namespace railbird {

struct SimulatedAction {
    ActionKind kind;  // fold, call or raise
    Chips amount;     // the total that a raise goes to
};

// Plays a deal on to its end by policy tables, or until the deciding player folds; raises in no-limit games are `bet`
// pots. Returns what the deciding player wins from the decision on, in chips.
double roll_out(const TrialDeals& deals, HandState state, TrialDeals::Deal& deal, double bet, RandomStream& random);

class Simulation {
public:
    // Trials are numbered; each has its own random stream. Batches may run in parallel.
    static constexpr std::int64_t kBatch = 32;
    static constexpr int kMostActions = 8;

    Simulation(TrialDeals deals, std::vector<SimulatedAction> actions, double bet);

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
    Tally run_batch(std::uint64_t seed, std::int64_t batch, std::int64_t trials, const StopFlag& stop) const;

    TrialDeals deals_;
    std::vector<SimulatedAction> actions_;
    double bet_;
    Tally tally_;
};

}  // namespace railbird
