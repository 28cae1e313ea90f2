#include "context_model.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace railbird {

namespace {

constexpr double kMostGrowth = 1e12;  // numbers are brought back before they leave the digits of a float

template <class T>
T& grown(std::vector<T>& values, int place, T filler) {
    if (place >= static_cast<int>(values.size())) values.resize(static_cast<std::size_t>(place) + 1, filler);
    return values[place];
}

}  // namespace

ContextModel::ContextModel(LineTree& tree, ContextSeeds seeds) : tree_(&tree), seeds_(std::move(seeds)) {
    seeds_below_.resize(seeds_.histogram.size() + 1);
    std::partial_sum(seeds_.histogram.begin(), seeds_.histogram.end(), seeds_below_.begin() + 1);
}

void ContextModel::count(int node, double weight) { grown(counts_, node, 0.0) += weight * growth_; }

float* ContextModel::bins_of(int leaf) {
    std::int32_t& slot = grown(slots_, leaf, LineTree::kNone);
    const std::size_t size = static_cast<std::size_t>(bins()) + 1;
    if (slot == LineTree::kNone) {
        slot = static_cast<std::int32_t>(shown_.size() / size);
        shown_.resize(shown_.size() + size);
    }
    return shown_.data() + slot * size;
}

const float* ContextModel::bins_of(int leaf) const {
    if (leaf >= static_cast<int>(slots_.size()) || slots_[leaf] == LineTree::kNone) return nullptr;
    const std::size_t size = static_cast<std::size_t>(bins()) + 1;
    return shown_.data() + slots_[leaf] * size;
}

void ContextModel::show(int leaf, int bin, double weight) {
    float* mine = bins_of(leaf);
    mine[bin] += static_cast<float>(weight * growth_);
    mine[bins()] += static_cast<float>(weight * growth_);
}

void ContextModel::spread(int leaf, int winner_bin, double enough, double weight) {
    if (winner_bin == 0) return show(leaf, 0, weight);
    float* mine = bins_of(leaf);
    double known = seeds_below_[winner_bin];
    for (int bin = 0; bin < winner_bin; ++bin) known += mine[bin] / growth_;
    for (int bin = 0; bin < winner_bin; ++bin) {
        const double here = mine[bin] / growth_ + seeds_.histogram[bin];
        const double share = known < enough ? 1.0 / winner_bin : here / known;
        mine[bin] += static_cast<float>(share * weight * growth_);
    }
    mine[bins()] += static_cast<float>(weight * growth_);
}

std::vector<double> ContextModel::histogram(int leaf) const {
    std::vector<double> found(static_cast<std::size_t>(bins()));
    if (const float* mine = bins_of(leaf))
        for (int bin = 0; bin < bins(); ++bin) found[bin] = mine[bin] / growth_;
    return found;
}

double ContextModel::shown(int leaf) const {
    const float* mine = bins_of(leaf);
    return mine ? mine[bins()] / growth_ : 0;
}

double ContextModel::below(int leaf, int bin) const {
    double lower = seeds_below_[bin], all = seeds_below_.back();
    if (const float* mine = bins_of(leaf)) {
        double seen = 0;
        for (int i = 0; i < bin; ++i) seen += mine[i];
        lower += seen / growth_;
        all += mine[bins()] / growth_;
    }
    return all > 0 ? lower / all : 0.5;
}

void ContextModel::decay(double factor) {
    growth_ /= factor;
    if (growth_ < kMostGrowth) return;
    for (double& count : counts_) count /= growth_;
    for (float& seen : shown_) seen = static_cast<float>(seen / growth_);
    growth_ = 1;
}

ContextModel::Packed ContextModel::pack() const {
    std::vector<bool> wanted(static_cast<std::size_t>(tree_->size()));
    wanted[0] = true;
    const auto want = [&](int node) {
        for (; !wanted[node]; node = tree_->parent(node)) wanted[node] = true;
    };
    for (const int node : counted_nodes()) want(node);
    for (const int leaf : shown_leaves()) want(leaf);
    Packed packed;
    std::vector<std::int32_t> places(wanted.size(), LineTree::kNone);
    for (int node = 0; node < tree_->size(); ++node) {  // parents have smaller numbers than their children
        if (!wanted[node]) continue;
        places[node] = static_cast<std::int32_t>(packed.parents.size());
        packed.parents.push_back(node ? places[tree_->parent(node)] : LineTree::kNone);
        packed.actions.push_back(static_cast<std::uint8_t>(tree_->action(node)));
        packed.counts.push_back(counted(node));
        if (const float* mine = tree_->kind(node) == LineTree::Kind::showdown ? bins_of(node) : nullptr) {
            packed.leaves.push_back(places[node]);
            for (int bin = 0; bin < bins(); ++bin) packed.histograms.push_back(static_cast<float>(mine[bin] / growth_));
        }
    }
    return packed;
}

void ContextModel::add(const Packed& packed) {
    const std::size_t size = packed.parents.size();
    if (size == 0 || packed.actions.size() != size || packed.counts.size() != size || packed.parents[0] >= 0 ||
        packed.histograms.size() != packed.leaves.size() * static_cast<std::size_t>(bins()))
        throw std::invalid_argument("the parts of a model do not fit together");
    const auto fine = [](double number) { return number >= 0 && number < 1e15; };
    if (!std::all_of(packed.counts.begin(), packed.counts.end(), fine) ||
        !std::all_of(packed.histograms.begin(), packed.histograms.end(), fine))
        throw std::invalid_argument("a count is not a number of hands");
    std::vector<int> nodes(size);
    for (std::size_t place = 1; place < size; ++place) {
        const std::int32_t parent = packed.parents[place];
        if (parent < 0 || parent >= static_cast<std::int32_t>(place) || packed.actions[place] >= kLines)
            throw std::invalid_argument("a sequence has no beginning");
        nodes[place] = tree_->child(nodes[parent], static_cast<Line>(packed.actions[place]));
        if (nodes[place] == LineTree::kNone) throw std::invalid_argument("a sequence is not possible in this game");
    }
    for (const std::int32_t leaf : packed.leaves)
        if (leaf < 0 || leaf >= static_cast<std::int32_t>(size) || tree_->kind(nodes[leaf]) != LineTree::Kind::showdown)
            throw std::invalid_argument("hands are shown at showdowns only");
    for (std::size_t place = 0; place < size; ++place)
        if (packed.counts[place] > 0) count(nodes[place], packed.counts[place]);
    for (std::size_t i = 0; i < packed.leaves.size(); ++i)
        for (int bin = 0; bin < bins(); ++bin)
            show(nodes[packed.leaves[i]], bin, packed.histograms[i * static_cast<std::size_t>(bins()) + bin]);
}

std::vector<std::int32_t> ContextModel::counted_nodes() const {
    std::vector<std::int32_t> found;
    for (std::size_t node = 0; node < counts_.size(); ++node)
        if (counts_[node] > 0) found.push_back(static_cast<std::int32_t>(node));
    return found;
}

std::vector<std::int32_t> ContextModel::shown_leaves() const {
    std::vector<std::int32_t> found;
    for (std::size_t node = 0; node < slots_.size(); ++node)
        if (slots_[node] != LineTree::kNone) found.push_back(static_cast<std::int32_t>(node));
    return found;
}

}  // namespace railbird
