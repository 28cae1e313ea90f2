// What was seen of a player at each betting sequence: how often he took each action, and which hands he showed.
//
// A model belongs to a tree of betting sequences. It has a count for each action, and for each end with a showdown a
// histogram of hand ranks; both are kept only where something was seen. What is believed beforehand, the
// seeds, is added when they are asked for. What was seen may lose weight with time: instead of shrinking all that is
// there, what comes later weighs more.
#pragma once

#include <vector>

#include "line_tree.hpp"

namespace railbird {

struct ContextSeeds {
    std::array<double, kLines> actions{0, 1, 0};  // fold, call, raise
    std::vector<double> histogram;                // a number for each bin
};

class ContextModel {
public:
    ContextModel(LineTree& tree, ContextSeeds seeds);

    LineTree& tree() const { return *tree_; }
    int bins() const { return static_cast<int>(seeds_.histogram.size()); }
    const ContextSeeds& seeds() const { return seeds_; }

    // An action was taken that leads to this node.
    void count(int node, double weight);
    double counted(int node) const { return node < static_cast<int>(counts_.size()) ? counts_[node] / growth_ : 0; }
    // The same with its seed: children of a node compare by this.
    double frequency(int node) const { return counted(node) + seeds_.actions[static_cast<int>(tree_->action(node))]; }

    // A hand in this bin was shown in the end.
    void show(int leaf, int bin, double weight);
    // A beaten hand was not shown. It lies below the winner's bin: anywhere if fewer than `enough` hands are known
    // there, else as those do (Vytřísal 2016, figures 4 and 5).
    void spread(int leaf, int winner_bin, double enough, double weight);
    // Without seeds, and how many there are; zeros if nothing was seen.
    std::vector<double> histogram(int leaf) const;
    double shown(int leaf) const;
    // The share of his hands that are in bins below one, with seeds; all of them for as many bins as there are.
    double below(int leaf, int bin) const;

    // What was seen so far loses weight.
    void decay(double factor);

    // All that was seen, without reference to how the tree is numbered: a tree of its own in which parents come first.
    struct Packed {
        std::vector<std::int32_t> parents;  // the place of each node's parent; the first, the root, has none
        std::vector<std::uint8_t> actions;  // that lead to each node
        std::vector<double> counts;         // of each node
        std::vector<std::int32_t> leaves;   // the places of nodes with a histogram
        std::vector<float> histograms;      // [leaves, bins]
    };
    Packed pack() const;
    // Adds what was packed, maybe by another process. Throws std::invalid_argument if it does not fit the tree.
    void add(const Packed& packed);

    // Nodes with a count, and leaves with a histogram.
    std::vector<std::int32_t> counted_nodes() const;
    std::vector<std::int32_t> shown_leaves() const;

private:
    float* bins_of(int leaf);
    const float* bins_of(int leaf) const;

    LineTree* tree_;
    ContextSeeds seeds_;
    std::vector<double> seeds_below_;  // by bin
    double growth_ = 1;                // what counts 1 now is written as this
    std::vector<double> counts_;       // by node
    std::vector<std::int32_t> slots_;  // by node: the place of its histogram, or none
    std::vector<float> shown_;         // [slots, bins + 1]: the last of each is their sum
};

}  // namespace railbird
