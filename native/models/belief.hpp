// What to expect of a player: what they did and showed in exactly the same context, and, the less of that there is, the
// more what they and others did in similar contexts.
//
// A level with n observations takes the share 1 - trust^n of what the finer ones left (Vexbot: trust = 0.95), then the
// prior at its coarsest levels; the seeds take the rest. Without levels and prior it is the context model alone, with
// the seeds as observations (LAIN).
#pragma once

#include <cmath>
#include <utility>

#include "models/context_model.hpp"
#include "models/pool.hpp"

namespace railbird {

struct Levels {
    std::vector<HandLevel> hands;      // the finest first
    std::vector<ActionLevel> actions;  // the same
    double trust = 0.95;
};

class Belief {
public:
    // The belief about a player at a position. Pools are used in order: the player's own, then everybody's. The prior
    // may be null.
    Belief(const ContextModel& contexts, std::vector<const Pool*> pools, const Pool* prior, int position, Levels levels)
        : contexts_(&contexts),
          pools_(std::move(pools)),
          prior_(prior),
          position_(position),
          levels_(std::move(levels)),
          log_trust_(std::log(levels_.trust)) {}

    const ContextModel& contexts() const { return *contexts_; }
    int bins() const { return contexts_->bins(); }

    // The frequency of each action at a decision of the player; `children` are the nodes after each action, or kNone.
    std::array<double, kActionKinds> frequencies(int node, const std::array<int, kActionKinds>& children) const {
        if (!levels_.actions.empty() || prior_) return mixed_frequencies(node, children);
        std::array<double, kActionKinds> result{};
        for (int action = 0; action < kActionKinds; ++action)
            if (children[action] != BettingTree::kNone) result[action] = contexts_->frequency(children[action]);
        return result;
    }
    // The number of observed actions at a node, and of shown hands at a leaf: in exactly this context.
    double observed(const std::array<int, kActionKinds>& children) const;
    double shown(int leaf) const { return contexts_->hands().total(leaf); }
    // The share of the player's hands at a leaf in the bins below `bin`.
    double below(int leaf, int bin) const {
        return levels_.hands.empty() && !prior_ ? contexts_->below(leaf, bin) : mixed_below(leaf, bin);
    }
    // For each bin, the share of the player's hands at a leaf that a hand in it beats: those below, and half of its
    // own.
    void beaten(int leaf, double* shares) const;
    // The distribution of the player's hands at a leaf, by bin.
    std::vector<double> histogram(int leaf) const;

private:
    std::array<double, kActionKinds> mixed_frequencies(int node, const std::array<int, kActionKinds>& children) const;
    double mixed_below(int leaf, int bin) const;
    double certainty(double observations) const { return 1 - std::exp(observations * log_trust_); }
    // Calls take(histograms, key, weight) for each level with observations, and returns the weight that is left.
    template <class Take>
    double mix(int leaf, const Take& take) const;

    const ContextModel* contexts_;
    std::vector<const Pool*> pools_;
    const Pool* prior_;
    int position_;
    Levels levels_;
    double log_trust_;
};

}  // namespace railbird
