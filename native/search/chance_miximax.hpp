// Miximax and Miximix with chance nodes: a hand is not one rank but an outlook of how it may develop.
//
// In each round a hand is in a bucket, with transition probabilities to the buckets of the next round and finally to
// the bins of hand ranks in which the others' hands are counted. All buckets of a round are searched at once: a place
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

// A part of the pot, and the others who can win it.
struct PotPart {
    double chips = 0;
    PlayerMask others = 0;
};

// The walk of a search over a tree of betting sequences: a place is a node.
class TreeWalk {
public:
    using Place = int;
    using Next = Children;

    TreeWalk(BettingTree& tree, const Beliefs& beliefs, int player) : tree_(tree), beliefs_(beliefs), player_(player) {}

    int players() const { return tree_.players(); }
    BettingTree::Kind kind(int node) const { return tree_.kind(node); }
    int actor(int node) const { return tree_.actor(node); }
    int round(int node) const { return tree_.round(node); }
    PlayerMask still_in(int node) const { return tree_.still_in(node); }
    double pot(int node) const { return tree_.pot(node); }
    double paid(int node) const { return tree_.paid(node, player_); }

    Next next(int node) const { return children_of(tree_, node); }
    static bool legal(const Next& next, int action) { return next[action] != BettingTree::kNone; }
    std::array<double, kActionKinds> frequencies(int node, const Next& next) const {
        return beliefs_[tree_.actor(node)]->frequencies(node, next);
    }
    // Calls take(part) for each part of the pot of a showdown; the others who can win one can win the next, too.
    template <class Take>
    void each_part(int leaf, const Take& take) const {
        take(PotPart{tree_.pot(leaf), static_cast<PlayerMask>(tree_.still_in(leaf) & ~mask_of(player_))});
    }
    void beaten(int leaf, int other, double* shares) const { beliefs_[other]->beaten(leaf, shares); }

private:
    BettingTree& tree_;
    Beliefs beliefs_;
    int player_;
};

template <class Walk>
class ChanceMiximax {
public:
    using Place = typename Walk::Place;
    using Next = typename Walk::Next;

    // Sequences of the others' actions whose total probability from the searched place is below least_reach are
    // skipped.
    ChanceMiximax(const Walk& walk, int player, const Outlook& outlook, const OwnStrategy& own, double least_reach)
        : walk_(walk), player_(player), outlook_(outlook), own_(own), least_reach_(least_reach) {
        widest_ = *std::max_element(outlook.sizes.begin(), outlook.sizes.end());
        // The longest sequence: everybody acts after each bet, and a round has at most five bets; then the showdown.
        const int longest = kSearchRounds * 6 * walk.players() + 1;
        scratch_size_ = static_cast<std::size_t>(longest) * kMostTaken * widest_;
        scratch_.reset(new double[scratch_size_]);
    }

    // The value of each bucket after an action of the player at the searched place.
    std::vector<double> after(const Place& place, int round) {
        std::vector<double> values(static_cast<std::size_t>(outlook_.sizes[round]));
        value_after(place, round, 1, values.data());
        return values;
    }
    // Places visited so far, with the searched one.
    std::int64_t visited() const { return visited_; }

private:
    static constexpr int kMostTaken = 4;  // the most scratch vectors of a place

    // Scratch space, released in reverse order.
    double* take(int size) {
        if (used_ + size > scratch_size_) throw std::length_error("a betting sequence is too long to be searched");
        double* space = scratch_.get() + used_;
        used_ += size;
        return space;
    }
    void give_back(int size) { used_ -= size; }

    // The value of each bucket before a step, from the values after it. The inner loop is over the buckets before, so
    // that the additions do not wait for each other.
    static void go_back(const std::vector<double>& step, int from, int to, const double* values, double* out) {
        std::fill(out, out + from, 0.0);
        for (int i = 0; i < to; ++i) {
            const double* weights = step.data() + static_cast<std::size_t>(i) * from;
            for (int row = 0; row < from; ++row) out[row] += weights[row] * values[i];
        }
    }

    // The value of a decision in each bucket of its round.
    void value(const Place& place, double reach, double* out) {
        ++visited_;
        if (walk_.actor(place) == player_)
            own_turn(place, reach, out);
        else
            others_turn(place, reach, out);
    }

    // The value of a place as seen from an earlier one, in the buckets of its round.
    void value_after(const Place& place, int before, double reach, double* out) {
        const int size = outlook_.sizes[before];
        const bool in = walk_.still_in(place) >> player_ & 1;
        const auto kind = walk_.kind(place);
        if (!in || kind == BettingTree::Kind::folded_out) {  // after the player's own fold nothing matters any more
            ++visited_;
            std::fill(out, out + size, (in ? walk_.pot(place) : 0) - walk_.paid(place));
        } else if (kind == BettingTree::Kind::showdown) {
            ++visited_;
            showdown(place, before, out);
        } else if (walk_.round(place) == before || outlook_.steps[before].empty()) {
            value(place, reach, out);
        } else {
            const int later = outlook_.sizes[walk_.round(place)];
            double* values = take(later);
            value(place, reach, values);
            go_back(outlook_.steps[before], size, later, values, out);
            give_back(later);
        }
    }

    // After an all-in the rest of the board is dealt without further betting.
    void showdown(const Place& leaf, int round, double* out) {
        const int bins = outlook_.sizes[kSearchRounds], size = outlook_.sizes[round];
        double* all = take(4 * widest_);  // of the bins, the share of the others' hands that are beaten together
        double* one = all + widest_;
        double* later = one + widest_;
        double* sooner = later + widest_;
        PlayerMask counted = 0;
        std::fill(out, out + size, 0.0);
        walk_.each_part(leaf, [&](const PotPart& part) {
            for (int other = 0; other < walk_.players(); ++other) {
                if (!((part.others & ~counted) >> other & 1)) continue;
                walk_.beaten(leaf, other, counted ? one : all);
                if (counted)
                    for (int bin = 0; bin < bins; ++bin) all[bin] *= one[bin];
                counted |= mask_of(other);
            }
            if (counted)
                std::copy(all, all + bins, later);
            else
                std::fill(later, later + bins, 1.0);
            int width = bins;
            for (int step = kSearchRounds - 1; step >= round; --step) {
                if (outlook_.steps[step].empty()) continue;
                go_back(outlook_.steps[step], outlook_.sizes[step], width, later, sooner);
                width = outlook_.sizes[step];
                std::swap(later, sooner);
            }
            for (int bucket = 0; bucket < size; ++bucket) out[bucket] += later[bucket] * part.chips;
        });
        const double paid = walk_.paid(leaf);
        for (int bucket = 0; bucket < size; ++bucket) out[bucket] -= paid;
        give_back(4 * widest_);
    }

    void own_turn(const Place& place, double reach, double* out) {
        const Next next = walk_.next(place);
        const int round = walk_.round(place), size = outlook_.sizes[round];
        double* values = take(size * kActionKinds);
        int count = 0;
        for (int action = 0; action < kActionKinds; ++action)
            if (Walk::legal(next, action)) value_after(next[action], round, reach, values + size * count++);
        for (int bucket = 0; bucket < size; ++bucket) {
            std::array<double, kActionKinds> each{};
            for (int i = 0; i < count; ++i) each[i] = values[i * size + bucket];
            out[bucket] = own_.value(each.data(), count, Walk::legal(next, 0));
        }
        give_back(size * kActionKinds);
    }

    void others_turn(const Place& place, double reach, double* out) {
        const Next next = walk_.next(place);
        const int round = walk_.round(place), size = outlook_.sizes[round];
        std::array<double, kActionKinds> weights = walk_.frequencies(place, next);
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
            value_after(next[action], round, reach * weights[action] / sum, values);
            for (int bucket = 0; bucket < size; ++bucket) out[bucket] += share * values[bucket];
        }
        give_back(size);
    }

    Walk walk_;
    int player_;
    const Outlook& outlook_;
    OwnStrategy own_;
    double least_reach_;
    std::int64_t visited_ = 1;
    int widest_;  // the most buckets of a round, or bins
    std::size_t scratch_size_;
    std::unique_ptr<double[]> scratch_;
    std::size_t used_ = 0;
};

}  // namespace railbird
