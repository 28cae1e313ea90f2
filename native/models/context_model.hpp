// What was seen of a player at each betting sequence: how often he took each action, and which hands he showed.
//
// A model belongs to a tree of betting sequences. It has a count for each action, and for each end with a showdown a
// histogram of hand ranks; both are kept only where something was seen. What is believed beforehand, the
// seeds, is added when they are asked for.
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

    // An action was taken that leads to this node.
    void count(int node, double weight);
    double counted(int node) const {
        const std::int32_t place = places_.find(node);
        return place == SparsePlaces::kNone ? 0 : counts_[place];
    }
    // The same with its seed: children of a node compare by this.
    double frequency(int node) const { return counted(node) + action_seeds_[static_cast<int>(tree_->action(node))]; }
    // Nodes with a count, in the order in which they were first seen.
    const std::vector<std::int32_t>& counted_nodes() const { return places_.keys(); }

    // Hands that were shown in the end, and hands that were not; by leaf.
    Histograms& hands() { return hands_; }
    const Histograms& hands() const { return hands_; }
    // The share of his hands that are in bins below one, with seeds; all of them for as many bins as there are.
    double below(int leaf, int bin) const {
        const double all = hands_.seeds_in_all() + hands_.total(leaf);
        return all > 0 ? (hands_.seeds_below(bin) + hands_.below(leaf, bin)) / all : 0.5;
    }

    // What was seen so far loses weight.
    void decay(double factor);

    // All that was seen, without reference to how the tree is numbered: a tree of its own in which parents come first.
    struct Packed {
        std::vector<std::int32_t> parents;  // the place of each node's parent; the first, the root, has none
        std::vector<std::uint8_t> actions;  // that lead to each node
        std::vector<double> counts;         // of each node
        std::vector<std::int32_t> leaves;   // the places of nodes with a histogram
        std::vector<float> histograms;      // [leaves, bins + 1]: the last of each is their sum
    };
    Packed pack() const;
    // Adds what was packed, maybe by another process: exactly the same if there was nothing. Throws
    // std::invalid_argument if it does not fit the tree.
    void add(const Packed& packed);

private:
    BettingTree* tree_;
    ActionSeeds action_seeds_;
    SparsePlaces places_;  // of nodes with a count
    std::vector<double> counts_;
    Histograms hands_;  // by leaf
};

}  // namespace railbird
