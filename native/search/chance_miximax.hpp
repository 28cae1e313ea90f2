// Miximax and Miximix with chance nodes: a hand is not one rank but an outlook of how it may develop.
//
// In each round a hand is in a bucket, with transition probabilities to the buckets of the next round and finally to
// the bins of hand ranks in which the others' hands are counted. All buckets of a round are searched at once: a node
// has a value for each. So the player's own choice on the turn depends on how the hand has developed by then. At a
// showdown a hand in some bin wins if it beats each other hand; these are independent given that bin.
#pragma once

#include <memory>
#include <stdexcept>
#include <vector>

#include "search/miximax.hpp"

namespace railbird {

inline constexpr int kSearchRounds = 4;

// How a hand may develop. Rounds before the searched one have size 0.
struct Outlook {
    std::array<int, kSearchRounds + 1> sizes{};              // buckets of each round; at the end, bins
    std::array<std::vector<double>, kSearchRounds> steps{};  // [sizes[r + 1], sizes[r]]; empty if nothing changes
};

struct ChanceResult {
    std::array<std::vector<double>, kActionKinds> values;  // of fold, call, raise by bucket; empty for illegal actions
    std::int64_t visited = 0;                              // nodes
};

class ChanceMiximax {
public:
    // Sequences of the others' actions whose total probability from the searched node is below least_reach are skipped.
    ChanceMiximax(BettingTree& tree, const Beliefs& beliefs, int player, const Outlook& outlook, const OwnStrategy& own,
                  double least_reach);

    ChanceResult search(int node);

private:
    // Scratch space, released in reverse order.
    double* take(int size) {
        if (used_ + size > scratch_size_) throw std::length_error("a betting sequence is too long to be searched");
        double* space = scratch_.get() + used_;
        used_ += size;
        return space;
    }
    void give_back(int size) { used_ -= size; }
    int size_at(int node) const { return outlook_.sizes[tree_.round(node)]; }

    // The value of a decision in each bucket of its round.
    void value(int node, double reach, double* out);
    // The value of a node as seen from its parent, in the buckets of the parent's round.
    void value_after(int node, int before, double reach, double* out);
    void showdown(int leaf, int size, double* out);
    void own_node(int node, double reach, double* out);
    void others(int node, double reach, double* out);

    BettingTree& tree_;
    Beliefs beliefs_;
    int player_;
    const Outlook& outlook_;
    OwnStrategy own_;
    double least_reach_;
    std::int64_t visited_ = 0;
    std::size_t scratch_size_;
    std::unique_ptr<double[]> scratch_;
    std::size_t used_ = 0;
};

}  // namespace railbird
