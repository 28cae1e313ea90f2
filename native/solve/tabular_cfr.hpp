// Counterfactual regret minimization (Zinkevich et al. 2007) and its relatives on a game in sequence form.
#pragma once

#include "base/parallel.hpp"
#include "solve/restriction.hpp"

namespace railbird {

// What happens in each iteration, one element each: positive and negative regrets are multiplied by `positive` and
// `negative` after the iteration's regrets are added, and its strategy counts with `weights` in the average.
struct RegretSchedule {
    std::vector<double> positive, negative, weights;
};

class TabularCfr {
public:
    // A player may be restricted to a model; then regrets belong to what they choose freely, and their average is what
    // they do when they do not follow the model throughout.
    explicit TabularCfr(const SequenceForm& form, Restriction restriction = {});

    // One iteration for each element of the schedule. With `alternating`, each player's new strategy is what the next
    // one faces; otherwise all change at once. With `predictive`, the last regrets count twice when the strategy is
    // computed: they are the prediction of the next ones (Farina, Kroer and Sandholm 2021).
    void run(const RegretSchedule& schedule, bool alternating, bool predictive, const StopFlag& stop);

    std::int64_t iterations() const { return iterations_; }
    const std::vector<double>& policy() const { return policy_; }          // the current strategy
    const std::vector<double>& cumulative() const { return cumulative_; }  // the average strategy, not normalized
    const std::vector<double>& regrets() const { return regrets_; }

private:
    void update(int player, double positive, double negative, double weight, bool predictive);
    void renew_reach(int player);

    const SequenceForm& form_;
    Restriction restriction_;
    std::int64_t iterations_ = 0;
    std::vector<double> policy_, regrets_, cumulative_;
    std::vector<double> reach_, values_;  // for each sequence
    // Of a restricted player: what they play at each row, and how they reach each sequence by that and by the model.
    std::vector<double> play_, play_reach_, model_reach_;
};

// Regret matching: probabilities in proportion to the positive regrets, equal ones if there are none.
inline void match_regrets(const double* regrets, std::int32_t count, double* policy) {
    double total = 0;
    for (std::int32_t i = 0; i < count; ++i) total += regrets[i] > 0 ? regrets[i] : 0;
    for (std::int32_t i = 0; i < count; ++i)
        policy[i] = total > 0 ? (regrets[i] > 0 ? regrets[i] / total : 0) : 1.0 / count;
}

// The strategy that chooses every action with the same probability.
std::vector<double> uniform_policy(const SequenceForm& form);

}  // namespace railbird
