#include "models/belief.hpp"

namespace railbird {

namespace {

constexpr double kLeast = 1e-3;  // stop when less weight than this is left
constexpr HandLevel kCoarsestHand = HandLevel::s1;
constexpr ActionLevel kCoarsestAction = ActionLevel::round;

}  // namespace

std::array<double, kActionKinds> Belief::mixed_frequencies(int node,
                                                           const std::array<int, kActionKinds>& children) const {
    std::array<double, kActionKinds> result{};
    double left = 1;
    const auto take = [&](const std::array<double, kActionKinds>& counts) {
        double total = 0;
        for (int action = 0; action < kActionKinds; ++action)
            if (children[action] != BettingTree::kNone) total += counts[action];
        if (total <= 0) return;
        const double share = left * certainty(total);
        for (int action = 0; action < kActionKinds; ++action)
            if (children[action] != BettingTree::kNone) result[action] += share * counts[action] / total;
        left -= share;
    };
    std::array<double, kActionKinds> seen{};
    for (int action = 0; action < kActionKinds; ++action)
        if (children[action] != BettingTree::kNone) seen[action] = contexts_->counted(children[action]);
    take(seen);
    for (const Pool* pool : pools_)
        for (const ActionLevel level : levels_.actions) {
            if (left < kLeast) break;
            take(pool->actions(level, pool->similarity().action_class(level, node)));
        }
    if (prior_ && left >= kLeast)
        take(prior_->actions(kCoarsestAction, prior_->similarity().action_class(kCoarsestAction, node)));
    double seeds = 0;
    for (int action = 0; action < kActionKinds; ++action)
        if (children[action] != BettingTree::kNone) seeds += contexts_->action_seeds()[action];
    for (int action = 0; action < kActionKinds; ++action)
        if (children[action] != BettingTree::kNone && seeds > 0)
            result[action] += left * contexts_->action_seeds()[action] / seeds;
    return result;
}

double Belief::observed(const std::array<int, kActionKinds>& children) const {
    double total = 0;
    for (const int child : children)
        if (child != BettingTree::kNone) total += contexts_->counted(child);
    return total;
}

std::vector<double> Belief::histogram(int leaf) const {
    std::vector<double> result;
    for (int bin = 0; bin < bins(); ++bin) result.push_back(below(leaf, bin + 1) - below(leaf, bin));
    return result;
}

template <class Take>
double Belief::mix(int leaf, const Take& take) const {
    double left = 1;
    const auto offer = [&](const Histograms& hands, int key) {
        const double total = hands.total(key);
        if (total <= 0) return;
        const double share = left * certainty(total);
        take(hands, key, share);
        left -= share;
    };
    offer(contexts_->hands(), leaf);
    for (const Pool* pool : pools_)
        for (const HandLevel level : levels_.hands) {
            if (left < kLeast) return left;
            offer(pool->hands(level), pool->similarity().hand_class(level, leaf, position_));
        }
    if (prior_ && left >= kLeast)
        offer(prior_->hands(kCoarsestHand), prior_->similarity().hand_class(kCoarsestHand, leaf, position_));
    return left;
}

double Belief::mixed_below(int leaf, int bin) const {
    double share = 0;
    const double left = mix(leaf, [&](const Histograms& hands, int key, double weight) {
        share += weight * hands.below(key, bin) / hands.total(key);
    });
    const Histograms& seeds = contexts_->hands();
    return share + left * (seeds.seeds_in_all() > 0 ? seeds.seeds_below(bin) / seeds.seeds_in_all() : 0.5);
}

void Belief::beaten(int leaf, double* shares) const {
    std::fill(shares, shares + bins(), 0.0);
    const Histograms& exact = contexts_->hands();
    if (levels_.hands.empty() && !prior_) {
        const double seen = exact.total(leaf), all = seen + exact.seeds_in_all();
        if (seen > 0) exact.add_beaten(leaf, seen / all, shares);
        exact.add_beaten_seeds(all > 0 ? exact.seeds_in_all() / all : 1, shares);
        return;
    }
    const double left =
        mix(leaf, [&](const Histograms& hands, int key, double weight) { hands.add_beaten(key, weight, shares); });
    exact.add_beaten_seeds(left, shares);
}

}  // namespace railbird
