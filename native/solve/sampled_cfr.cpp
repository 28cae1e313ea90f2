#include "solve/sampled_cfr.hpp"

#include <algorithm>
#include <utility>

#include "solve/tabular_cfr.hpp"

namespace railbird {

SampledCfr::SampledCfr(const SequenceForm& form, TreeArrays tree)
    : form_(form),
      tree_(std::move(tree)),
      policy_(uniform_policy(form)),
      regrets_(policy_.size()),
      cumulative_(policy_.size()),
      is_visited_(static_cast<std::size_t>(form.sets())) {
    for (std::int32_t set = 0; set < form.sets(); ++set)
        most_actions_ =
            std::max(most_actions_, static_cast<std::size_t>(form.first_row(set + 1) - form.first_row(set)));
    scratch_.resize(static_cast<std::size_t>(tree_.levels) * most_actions_ + 1);
}

void SampledCfr::run(RandomStream& random, std::int64_t iterations, Sampling sampling, const StopFlag& stop) {
    random_ = &random;
    for (std::int64_t i = 0; i < iterations && !stop; ++i) {
        for (player_ = 0; player_ < form_.players(); ++player_) {
            if (sampling == Sampling::chance)
                walk_chance(0, 0, 1, 1);
            else
                walk_external(0, 0);
            renew_policy();
        }
        ++iterations_;
    }
}

double SampledCfr::walk_chance(std::int32_t node, int level, double own, double others) {
    const auto at = static_cast<std::size_t>(node);
    const std::int32_t actor = tree_.actor[at];
    if (actor == kNobodyActs)
        return tree_.payoffs[at * static_cast<std::size_t>(form_.players()) + static_cast<std::size_t>(player_)];
    if (actor == kChanceActs) return walk_chance(tree_.draw_outcome(node, *random_), level + 1, own, others);
    const std::int32_t set = tree_.set[at], actions = tree_.children[at];
    const auto first = static_cast<std::size_t>(form_.first_row(set));
    double* const values = values_at(level);
    double value = 0;
    for (std::int32_t i = 0; i < actions; ++i) {
        const double chance = policy_[first + static_cast<std::size_t>(i)];
        const std::int32_t child = tree_.first_child[at] + i;
        values[i] = actor == player_ ? walk_chance(child, level + 1, own * chance, others)
                                     : walk_chance(child, level + 1, own, others * chance);
        value += chance * values[i];
    }
    if (actor != player_) return value;
    for (std::int32_t i = 0; i < actions; ++i) {
        const std::size_t row = first + static_cast<std::size_t>(i);
        regrets_[row] += others * (values[i] - value);
        cumulative_[row] += own * policy_[row];
    }
    if (!std::exchange(is_visited_[static_cast<std::size_t>(set)], 1)) visited_.push_back(set);
    return value;
}

double SampledCfr::walk_external(std::int32_t node, int level) {
    const auto at = static_cast<std::size_t>(node);
    const std::int32_t actor = tree_.actor[at];
    if (actor == kNobodyActs)
        return tree_.payoffs[at * static_cast<std::size_t>(form_.players()) + static_cast<std::size_t>(player_)];
    if (actor == kChanceActs) return walk_external(tree_.draw_outcome(node, *random_), level + 1);
    const std::int32_t set = tree_.set[at], actions = tree_.children[at];
    const auto first = static_cast<std::size_t>(form_.first_row(set));
    if (actor != player_) {
        if (actor == (player_ + 1) % form_.players())
            for (std::size_t row = first; row < first + static_cast<std::size_t>(actions); ++row)
                cumulative_[row] += policy_[row];
        double rest = random_->uniform();
        std::int32_t drawn = 0;
        for (; drawn < actions - 1; ++drawn) {
            rest -= policy_[first + static_cast<std::size_t>(drawn)];
            if (rest < 0) break;
        }
        return walk_external(tree_.first_child[at] + drawn, level + 1);
    }
    double* const values = values_at(level);
    double value = 0;
    for (std::int32_t i = 0; i < actions; ++i) {
        values[i] = walk_external(tree_.first_child[at] + i, level + 1);
        value += policy_[first + static_cast<std::size_t>(i)] * values[i];
    }
    for (std::int32_t i = 0; i < actions; ++i) regrets_[first + static_cast<std::size_t>(i)] += values[i] - value;
    if (!std::exchange(is_visited_[static_cast<std::size_t>(set)], 1)) visited_.push_back(set);
    return value;
}

void SampledCfr::renew_policy() {
    for (const std::int32_t set : visited_) {
        const auto first = static_cast<std::size_t>(form_.first_row(set));
        match_regrets(&regrets_[first], form_.first_row(set + 1) - form_.first_row(set), &policy_[first]);
        is_visited_[static_cast<std::size_t>(set)] = 0;
    }
    visited_.clear();
}

}  // namespace railbird
