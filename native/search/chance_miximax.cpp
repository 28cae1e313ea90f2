#include "search/chance_miximax.hpp"

namespace railbird {

namespace {

constexpr int kMostTaken = 4;  // the most scratch vectors of a node

// The value of each bucket before a step, from the values after it. The inner loop is over the buckets before, so that
// the additions do not wait for each other.
void go_back(const std::vector<double>& step, int from, int to, const double* values, double* out) {
    std::fill(out, out + from, 0.0);
    for (int i = 0; i < to; ++i) {
        const double* weights = step.data() + static_cast<std::size_t>(i) * from;
        for (int row = 0; row < from; ++row) out[row] += weights[row] * values[i];
    }
}

}  // namespace

ChanceMiximax::ChanceMiximax(BettingTree& tree, const Beliefs& beliefs, int player, const Outlook& outlook,
                             const OwnStrategy& own, double least_reach)
    : tree_(tree), beliefs_(beliefs), player_(player), outlook_(outlook), own_(own), least_reach_(least_reach) {
    const int size = *std::max_element(outlook.sizes.begin(), outlook.sizes.end());
    // The longest sequence: everybody acts after each bet, and a round has at most five bets.
    const int longest = kSearchRounds * 6 * tree.players();
    scratch_size_ = static_cast<std::size_t>(longest) * kMostTaken * size;
    scratch_.reset(new double[scratch_size_]);
}

ChanceResult ChanceMiximax::search(int node) {
    ChanceResult result;
    visited_ = 1;
    const Children children = children_of(tree_, node);
    const int size = size_at(node);
    for (int action = 0; action < kActionKinds; ++action) {
        if (children[action] == BettingTree::kNone) continue;
        auto& values = result.values[action];
        values.resize(static_cast<std::size_t>(size));
        value_after(children[action], node, 1, values.data());
    }
    result.visited = visited_;
    return result;
}

void ChanceMiximax::value_after(int node, int before, double reach, double* out) {
    const int size = size_at(before);
    const PlayerMask in = tree_.still_in(node);
    const auto kind = tree_.kind(node);
    if (!(in >> player_ & 1) ||
        kind == BettingTree::Kind::folded_out) {  // after the player's own fold nothing matters any more
        ++visited_;
        const double won = in >> player_ & 1 ? tree_.pot(node) : 0;
        std::fill(out, out + size, won - tree_.paid(node, player_));
    } else if (kind == BettingTree::Kind::showdown) {
        if (tree_.round(before) != kSearchRounds - 1) throw std::logic_error("a showdown before the river");
        ++visited_;
        showdown(node, size, out);
    } else if (tree_.round(node) == tree_.round(before) || outlook_.steps[tree_.round(before)].empty()) {
        value(node, reach, out);
    } else {
        const int later = size_at(node);
        double* values = take(later);
        value(node, reach, values);
        go_back(outlook_.steps[tree_.round(before)], size, later, values, out);
        give_back(later);
    }
}

void ChanceMiximax::value(int node, double reach, double* out) {
    ++visited_;
    if (tree_.actor(node) == player_)
        own_node(node, reach, out);
    else
        others(node, reach, out);
}

void ChanceMiximax::showdown(int leaf, int size, double* out) {
    const int bins = outlook_.sizes[kSearchRounds];
    const double pot = tree_.pot(leaf), paid = tree_.paid(leaf, player_);
    double* all = take(bins);
    double* one = take(bins);
    bool first = true;
    const PlayerMask in = tree_.still_in(leaf);
    for (int other = 0; other < tree_.players(); ++other) {
        if (other == player_ || !(in >> other & 1)) continue;
        beliefs_[other]->beaten(leaf, first ? all : one);
        if (!first)
            for (int bin = 0; bin < bins; ++bin) all[bin] *= one[bin];
        first = false;
    }
    const auto& reading = outlook_.steps[kSearchRounds - 1];
    if (reading.empty())
        std::copy(all, all + bins, out);
    else
        go_back(reading, size, bins, all, out);
    for (int bucket = 0; bucket < size; ++bucket) out[bucket] = out[bucket] * pot - paid;
    give_back(2 * bins);
}

void ChanceMiximax::own_node(int node, double reach, double* out) {
    const Children children = children_of(tree_, node);
    const int size = size_at(node);
    double* values = take(size * kActionKinds);
    int count = 0;
    for (int action = 0; action < kActionKinds; ++action)
        if (children[action] != BettingTree::kNone) value_after(children[action], node, reach, values + size * count++);
    for (int bucket = 0; bucket < size; ++bucket) {
        std::array<double, kActionKinds> each{};
        for (int i = 0; i < count; ++i) each[i] = values[i * size + bucket];
        out[bucket] = own_.value(each.data(), count, children[0] != BettingTree::kNone);
    }
    give_back(size * kActionKinds);
}

void ChanceMiximax::others(int node, double reach, double* out) {
    const Children children = children_of(tree_, node);
    const int size = size_at(node);
    std::array<double, kActionKinds> weights = beliefs_[tree_.actor(node)]->frequencies(node, children);
    double sum = 0, most = 0;
    for (const double weight : weights) {
        sum += weight;
        most = std::max(most, weight);
    }
    if (sum <= 0) {
        weights[static_cast<int>(ActionKind::call)] = sum = most = 1;
    }
    double total = 0;
    for (double& weight : weights) {
        if (weight < most && reach * weight < least_reach_ * sum) weight = 0;
        total += weight;
    }
    double* values = take(size);
    std::fill(out, out + size, 0.0);
    for (int action = 0; action < kActionKinds; ++action) {
        if (weights[action] <= 0) continue;
        const double share = weights[action] / total;
        value_after(children[action], node, reach * weights[action] / sum, values);
        for (int bucket = 0; bucket < size; ++bucket) out[bucket] += share * values[bucket];
    }
    give_back(size);
}

}  // namespace railbird
