#include "solve/tabular_cfr.hpp"

#include <utility>

namespace railbird {

std::vector<double> uniform_policy(const SequenceForm& form) {
    std::vector<double> policy;
    for (std::int32_t set = 0; set < form.sets(); ++set) {
        const std::int32_t actions = form.first_row(set + 1) - form.first_row(set);
        policy.insert(policy.end(), static_cast<std::size_t>(actions), 1.0 / actions);
    }
    return policy;
}

TabularCfr::TabularCfr(const SequenceForm& form, Restriction restriction)
    : form_(form),
      restriction_(std::move(restriction)),
      policy_(uniform_policy(form)),
      regrets_(policy_.size()),
      cumulative_(policy_.size()),
      reach_(policy_.size() + 1),
      values_(policy_.size() + 1) {
    if (restriction_.player >= 0) {
        play_ = policy_;
        play_reach_ = model_reach_ = reach_;
        form.reach(restriction_.player, restriction_.model.data(), model_reach_.data());
    }
    for (int player = 0; player < form.players(); ++player) renew_reach(player);
}

void TabularCfr::renew_reach(int player) {
    if (player != restriction_.player) {
        form_.reach(player, policy_.data(), reach_.data());
        return;
    }
    mix_model(form_, restriction_, policy_.data(), play_.data());
    form_.reach(player, play_.data(), play_reach_.data());
    mix_reach(form_, restriction_, model_reach_.data(), play_reach_.data(), reach_.data());
}

void TabularCfr::run(const RegretSchedule& schedule, bool alternating, bool predictive, const StopFlag& stop) {
    for (std::size_t i = 0; i < schedule.weights.size() && !stop; ++i) {
        for (int player = 0; player < form_.players(); ++player) {
            update(player, schedule.positive[i], schedule.negative[i], schedule.weights[i], predictive);
            if (alternating) renew_reach(player);
        }
        for (int player = 0; player < form_.players() && !alternating; ++player) renew_reach(player);
        ++iterations_;
    }
}

// The regret of an action is its counterfactual value minus that of its information set. Sets are visited from the last
// to the first: the value of a set is part of the value of the action that leads to it. For a restricted player that
// value is of what they play, while the regrets are those of what they choose.
void TabularCfr::update(int player, double positive, double negative, double weight, bool predictive) {
    form_.ending_values(player, reach_.data(), values_.data());
    const bool restricted = player == restriction_.player;
    const double* const own_reach = restricted ? play_reach_.data() : reach_.data();
    for (std::int32_t set = form_.last_set(player) - 1; set >= form_.first_set(player); --set) {
        const std::int32_t first = form_.first_row(set), actions = form_.first_row(set + 1) - first;
        double* const policy = &policy_[static_cast<std::size_t>(first)];
        double* const regrets = &regrets_[static_cast<std::size_t>(first)];
        double* const values = &values_[static_cast<std::size_t>(first) + 1];
        double* const cumulative = &cumulative_[static_cast<std::size_t>(first)];
        const double* const reach = own_reach + first + 1;
        double value = 0, passed = 0;
        for (std::int32_t i = 0; i < actions; ++i) value += policy[i] * values[i];
        for (std::int32_t i = 0; restricted && i < actions; ++i)
            passed += play_[static_cast<std::size_t>(first + i)] * values[i];
        for (std::int32_t i = 0; i < actions; ++i) {
            const double latest = values[i] - value;
            const double regret = regrets[i] + latest;
            regrets[i] = regret >= 0 ? regret * positive : regret * negative;
            values[i] = predictive ? regrets[i] + latest : regrets[i];
            cumulative[i] += weight * reach[i];
        }
        match_regrets(values, actions, policy);
        values_[static_cast<std::size_t>(form_.parent(set))] += restricted ? passed : value;
    }
}

}  // namespace railbird
