// Observations of a player at each betting sequence: how often they took each action, and which hands they showed.
//
// A model belongs to a tree of betting sequences. It has a count for each action, and a histogram of hand ranks for
// each showdown; both are stored only where something was observed. The seeds, which are prior beliefs, are added on
// reading.
#pragma once

#include <vector>

#include "game/betting_tree.hpp"
#include "models/histograms.hpp"

namespace railbird {

using ActionSeeds = std::array<double, kActionKinds>;  // fold, call, raise

class ContextModel {
public:
    ContextModel(BettingTree& tree, const ActionSeeds& actions, const std::vector<double>& histogram)
        : tree_(&tree), action_seeds_(actions), hands_(histogram) {}

    BettingTree& tree() const { return *tree_; }
    int bins() const { return hands_.bins(); }
    const ActionSeeds& action_seeds() const { return action_seeds_; }

    // Records an action that leads to this node.
    void count(int node, double weight);
    double counted(int node) const {
        const std::int32_t index = index_.find(node);
        return index == SparseIndex::kNone ? 0 : counts_[index];
    }
    // The count with its seed; the frequencies of a node's actions are proportional to it.
    double frequency(int node) const { return counted(node) + action_seeds_[static_cast<int>(tree_->action(node))]; }
    // Nodes with a count, in the order in which they were first seen.
    const std::vector<std::int32_t>& counted_nodes() const { return index_.keys(); }

    // Hands that were shown at the end, and hands that were not, by leaf.
    Histograms& hands() { return hands_; }
    const Histograms& hands() const { return hands_; }
    // The share of the player's hands in the bins below `bin`, with seeds; 1 for the number of bins.
    double below(int leaf, int bin) const {
        const double all = hands_.seeds_in_all() + hands_.total(leaf);
        return all > 0 ? (hands_.seeds_below(bin) + hands_.below(leaf, bin)) / all : 0.5;
    }

    // Multiplies the weight of all observations so far.
    void decay(double factor);

    // All observations, independent of the numbering of the tree: as a tree of their own in which parents come first.
    struct Packed {
        std::vector<std::int32_t> parents;  // the index of each node's parent; the root, at index 0, has none
        std::vector<std::uint8_t> actions;  // the action that leads to each node
        std::vector<double> counts;         // of each node
        std::vector<std::int32_t> leaves;   // the indices of nodes with a histogram
        std::vector<float> histograms;      // [leaves, bins + 1]: the last of each is their sum
    };
    Packed pack() const;
    // Adds packed observations, perhaps of another process; restores them exactly if the model is empty. Throws
    // std::invalid_argument if they do not fit the tree.
    void add(const Packed& packed);

private:
    BettingTree* tree_;
    ActionSeeds action_seeds_;
    SparseIndex index_;  // of nodes with a count
    std::vector<double> counts_;
    Histograms hands_;  // by leaf
};

}  // namespace railbird
