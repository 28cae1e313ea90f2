#include "models/pool.hpp"

#include <algorithm>
#include <stdexcept>

namespace railbird {

namespace {

constexpr int kMostClasses = 1 << 16;  // more than any level has

}  // namespace

Pool::Pool(const Similarity& similarity, const std::vector<double>& seeds)
    : similarity_(&similarity), hands_(kHandLevels, Histograms(seeds, true)) {}

void Pool::count(int node, double weight) {
    const BettingTree& tree = similarity_->tree();
    for (int level = 0; level < kActionLevels; ++level) {
        const int cls = similarity_->action_class(static_cast<ActionLevel>(level), tree.parent(node));
        actions_for(level, cls)[static_cast<int>(tree.action(node))] += weight;
    }
}

void Pool::show(int leaf, int player, int bin, double weight) {
    for (int level = 0; level < kHandLevels; ++level)
        hands_[level].show(similarity_->hand_class(static_cast<HandLevel>(level), leaf, player), bin, weight);
}

void Pool::spread(int leaf, int player, int winner_bin, double enough, double weight) {
    for (int level = 0; level < kHandLevels; ++level) {
        const int cls = similarity_->hand_class(static_cast<HandLevel>(level), leaf, player);
        hands_[level].spread(cls, winner_bin, enough, weight);
    }
}

std::array<double, kActionKinds>& Pool::actions_for(int level, int cls) {
    auto& counts = actions_[level];
    if (cls >= static_cast<int>(counts.size())) counts.resize(static_cast<std::size_t>(cls) + 1);
    return counts[cls];
}

void Pool::decay(double factor) {
    for (auto& counts : actions_)
        for (auto& each : counts)
            for (double& count : each) count *= factor;
    for (Histograms& hands : hands_) hands.decay(factor);
}

Pool::Packed Pool::pack() const {
    Packed packed;
    for (int level = 0; level < kActionLevels; ++level)
        for (int cls = 0; cls < static_cast<int>(actions_[level].size()); ++cls) {
            const auto& counts = actions_[level][cls];
            if (counts[0] + counts[1] + counts[2] <= 0) continue;
            packed.actions.insert(packed.actions.end(), {level, cls});
            packed.counts.insert(packed.counts.end(), counts.begin(), counts.end());
        }
    for (int level = 0; level < kHandLevels; ++level)
        for (const std::int32_t cls : hands_[level].keys()) {
            packed.hands.insert(packed.hands.end(), {level, cls});
            const auto histogram = hands_[level].packed(cls);
            packed.histograms.insert(packed.histograms.end(), histogram.begin(), histogram.end());
        }
    return packed;
}

void Pool::add(const Packed& packed) {
    const std::size_t actions = packed.actions.size() / 2, hands = packed.hands.size() / 2;
    const std::size_t width = static_cast<std::size_t>(bins()) + 1;
    if (packed.actions.size() != actions * 2 || packed.counts.size() != actions * kActionKinds ||
        packed.hands.size() != hands * 2 || packed.histograms.size() != hands * width)
        throw std::invalid_argument("the parts of a pool do not fit together");
    const auto check = [](const std::vector<std::int32_t>& rows, int levels) {
        for (std::size_t row = 0; row < rows.size(); row += 2)
            if (rows[row] < 0 || rows[row] >= levels || rows[row + 1] < 0 || rows[row + 1] >= kMostClasses)
                throw std::invalid_argument("there is no such class of contexts");
    };
    check(packed.actions, kActionLevels);
    check(packed.hands, kHandLevels);
    const auto fine = [](double number) { return number >= 0 && number < 1e15; };
    if (!std::all_of(packed.counts.begin(), packed.counts.end(), fine) || !hands_[0].sound(packed.histograms))
        throw std::invalid_argument("a count is not a number of hands");
    for (std::size_t row = 0; row < actions; ++row)
        for (int action = 0; action < kActionKinds; ++action)
            actions_for(packed.actions[row * 2], packed.actions[row * 2 + 1])[action] +=
                packed.counts[row * kActionKinds + action];
    for (std::size_t row = 0; row < hands; ++row)
        hands_[packed.hands[row * 2]].add(packed.hands[row * 2 + 1], packed.histograms.data() + row * width);
}

}  // namespace railbird
