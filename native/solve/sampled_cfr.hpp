// Monte Carlo CFR (Lanctot, Waugh, Zinkevich and Bowling 2009): each iteration visits a random part of the tree.
#pragma once

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "solve/sequence_form.hpp"

namespace railbird {

// The nodes of a tree, sorted by depth, so that the children of all nodes follow each other in order.
struct TreeArrays {
    std::vector<std::int32_t> actor;     // the player to act, kChanceActs or kNobodyActs
    std::vector<std::int32_t> children;  // how many there are
    std::vector<std::int32_t> set;       // the information set; -1 where no player acts
    std::vector<double> chance;          // the probability of the outcome that leads to the node
    std::vector<double> payoffs;         // one for each node and player
    std::vector<std::int32_t> first_child;
    int levels = 0;
};

inline constexpr std::int32_t kChanceActs = -1;
inline constexpr std::int32_t kNobodyActs = -2;
// The walk is recursive; this bounds its depth.
inline constexpr int kMostLevels = 1000;

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
    std::int32_t draw_outcome(std::int32_t node);
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
