#include "search/simulation.hpp"

#include <utility>

namespace railbird {

double roll_out(const TrialDeals& deals, HandState state, TrialDeals::Deal& deal, double bet, RandomStream& random) {
    const GameDefinition& game = deals.game();
    for (int steps = 0; !state.over(); ++steps) {
        const Legal legal = state.legal(game);
        const auto [fold, call, raise] = deals.choices(state, legal, deal);
        const double number = random.uniform();
        if (number < fold) {
            const bool ours = state.actor() == deals.player();
            state.fold(game);
            if (ours) break;
        } else if (number >= 1 - raise && legal.raise() && steps < kMostSteps) {
            state.raise_to(game, raise_by_pots(game, state, legal, bet));
        } else {
            state.call(game);
        }
    }
    return deals.won(state, deal);
}

Simulation::Simulation(TrialDeals deals, std::vector<SimulatedAction> actions, double bet)
    : deals_(std::move(deals)), actions_(std::move(actions)), bet_(bet) {}

Simulation::Tally Simulation::run_batch(std::uint64_t seed, std::int64_t batch, std::int64_t trials,
                                        const StopFlag& stop) const {
    Tally tally;
    TrialDeals::Deal deal;
    const std::size_t count = actions_.size();
    for (std::int64_t i = 0; i < trials && !stop; ++i) {
        const auto random = deals_.deal(seed, static_cast<std::uint64_t>(batch * kBatch + i), deal);
        if (!random) {
            ++tally.thrown_away;
            continue;
        }
        std::array<double, kMostActions> won{};
        for (std::size_t a = 0; a < count; ++a) {
            HandState state = deals_.state();
            state.act(deals_.game(), actions_[a].kind, actions_[a].amount);
            RandomStream same = *random;  // for every action
            won[a] = roll_out(deals_, state, deal, bet_, same);
        }
        ++tally.trials;
        for (std::size_t a = 0; a < count; ++a) {
            tally.sums[a] += won[a];
            for (std::size_t b = 0; b <= a; ++b) tally.products[a][b] += won[a] * won[b];
        }
    }
    return tally;
}

void Simulation::run(std::uint64_t seed, std::int64_t first, std::int64_t last, int threads, const StopFlag& stop) {
    const auto batches = tally_batches<Tally>(kBatch, first, last, threads, stop, [&](int batch, std::int64_t trials) {
        return run_batch(seed, batch, trials, stop);
    });
    if (stop) return;
    for (const Tally& batch : batches) {
        tally_.trials += batch.trials;
        tally_.thrown_away += batch.thrown_away;
        for (int a = 0; a < kMostActions; ++a) {
            tally_.sums[a] += batch.sums[a];
            for (int b = 0; b < kMostActions; ++b) tally_.products[a][b] += batch.products[a][b];
        }
    }
}

}  // namespace railbird
