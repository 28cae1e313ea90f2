// Monte Carlo CFR (Lanctot, Waugh, Zinkevich and Bowling 2009): each iteration visits a random part of the tree.
#pragma once

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "solve/sequence_form.hpp"
#include "solve/tree_arrays.hpp"

namespace railbird {

enum class Sampling { chance, external };

class SampledCfr {
public:
    SampledCfr(const SequenceForm& form, TreeArrays tree);

    // One iteration is a walk for each player in turn, who updates their regrets. Chance sampling draws one outcome of
    // chance and follows all actions; external sampling draws the actions of the others as well.
    void run(RandomStream& random, std::int64_t iterations, Sampling sampling, const StopFlag& stop);

    std::int64_t iterations() const { return iterations_; }
    const std::vector<double>& policy() const { return policy_; }
    const std::vector<double>& cumulative() const { return cumulative_; }
    const std::vector<double>& regrets() const { return regrets_; }

private:
    double walk_chance(std::int32_t node, int level, double own, double others);
    double walk_external(std::int32_t node, int level);
    // The values of the actions at one node of the walk.
    double* values_at(int level) { return &scratch_[static_cast<std::size_t>(level) * most_actions_]; }
    void renew_policy();

    const SequenceForm& form_;
    TreeArrays tree_;
    std::size_t most_actions_ = 0;
    std::int64_t iterations_ = 0;
    std::vector<double> policy_, regrets_, cumulative_, scratch_;
    std::vector<std::int32_t> visited_;  // the sets whose regrets have changed in this walk
    std::vector<char> is_visited_;
    int player_ = 0;  // whose walk it is
    RandomStream* random_ = nullptr;
};

}  // namespace railbird
