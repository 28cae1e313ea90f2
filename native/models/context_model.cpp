#include "models/context_model.hpp"

#include <algorithm>
#include <stdexcept>

namespace railbird {

void ContextModel::count(int node, double weight) {
    if (weight <= 0) return;
    const std::int32_t index = index_.find_or_add(node);
    if (index == static_cast<std::int32_t>(counts_.size())) counts_.push_back(0);
    counts_[index] += weight;
}

void ContextModel::decay(double factor) {
    for (double& count : counts_) count *= factor;
    hands_.decay(factor);
}

ContextModel::Packed ContextModel::pack() const {
    std::vector<bool> wanted(static_cast<std::size_t>(tree_->size()));
    wanted[0] = true;
    const auto want = [&](int node) {
        for (; !wanted[node]; node = tree_->parent(node)) wanted[node] = true;
    };
    for (const int node : counted_nodes()) want(node);
    for (const int leaf : hands_.keys()) want(leaf);
    Packed packed;
    std::vector<std::int32_t> indices(wanted.size(), BettingTree::kNone);
    for (int node = 0; node < tree_->size(); ++node) {  // parents have smaller numbers than their children
        if (!wanted[node]) continue;
        indices[node] = static_cast<std::int32_t>(packed.parents.size());
        packed.parents.push_back(node ? indices[tree_->parent(node)] : BettingTree::kNone);
        packed.actions.push_back(static_cast<std::uint8_t>(tree_->action(node)));
        packed.counts.push_back(counted(node));
        if (!hands_.has(node)) continue;
        packed.leaves.push_back(indices[node]);
        const auto histogram = hands_.packed(node);
        packed.histograms.insert(packed.histograms.end(), histogram.begin(), histogram.end());
    }
    return packed;
}

void ContextModel::add(const Packed& packed) {
    const std::size_t size = packed.parents.size();
    if (size == 0 || packed.actions.size() != size || packed.counts.size() != size || packed.parents[0] >= 0 ||
        packed.histograms.size() != packed.leaves.size() * (static_cast<std::size_t>(bins()) + 1))
        throw std::invalid_argument("the parts of a model do not fit together");
    const auto fine = [](double number) { return number >= 0 && number < 1e15; };
    if (!std::all_of(packed.counts.begin(), packed.counts.end(), fine) || !hands_.sound(packed.histograms))
        throw std::invalid_argument("a count is not a number of hands");
    std::vector<int> nodes(size);
    for (std::size_t index = 1; index < size; ++index) {
        const std::int32_t parent = packed.parents[index];
        if (parent < 0 || parent >= static_cast<std::int32_t>(index) || packed.actions[index] >= kActionKinds)
            throw std::invalid_argument("a sequence has no beginning");
        nodes[index] = tree_->child(nodes[parent], static_cast<ActionKind>(packed.actions[index]));
        if (nodes[index] == BettingTree::kNone) throw std::invalid_argument("a sequence is not possible in this game");
    }
    for (const std::int32_t leaf : packed.leaves)
        if (leaf < 0 || leaf >= static_cast<std::int32_t>(size) ||
            tree_->kind(nodes[leaf]) != BettingTree::Kind::showdown)
            throw std::invalid_argument("hands are shown at showdowns only");
    for (std::size_t index = 0; index < size; ++index) count(nodes[index], packed.counts[index]);
    for (std::size_t i = 0; i < packed.leaves.size(); ++i)
        hands_.add(nodes[packed.leaves[i]], packed.histograms.data() + i * (static_cast<std::size_t>(bins()) + 1));
}

}  // namespace railbird
