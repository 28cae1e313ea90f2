// Miximax and Miximix: the value of each action if others act as they did before.
//
// At the others' nodes, values are averaged by the frequencies of their actions; at the player's own nodes, the best is
// taken (Miximax) or they are mixed (Miximix, soft-max as in BRPlayer). An end is worth P(win) · pot - cost. There are
// no chance nodes: one hand rank stands for the player's hand (Vytřísal 2016, figure 3).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "models/belief.hpp"

namespace railbird {

struct SearchResult {
    std::array<double, kActionKinds> values;  // of fold, call, raise; NaN for illegal actions
    std::int64_t visited = 0;                 // nodes
};

using Children = std::array<std::int32_t, kActionKinds>;

inline Children children_of(BettingTree& tree, int node) { return tree.children(node); }

// How the player's own nodes are valued: by the best action, by a soft-max in chips without actions worth less than
// folding, or by frequencies like the others' nodes.
struct OwnStrategy {
    enum class Kind : std::uint8_t { best, soft_max, given };
    Kind kind = Kind::best;
    double temperature = 0;

    // The value of a node from the values of its actions; the first is that of folding, if it is legal.
    double value(const double* values, int count, bool folding) const {
        const double best = *std::max_element(values, values + count);
        if (kind == Kind::best) return best;
        double sum = 0, weights = 0;
        for (int i = 0; i < count; ++i) {
            if (folding && values[i] < values[0]) continue;
            const double weight = std::exp((values[i] - best) / temperature);
            sum += weight * values[i];
            weights += weight;
        }
        return sum / weights;
    }
};

// A model with two numbers for each node of a tree: the frequency of its action, and the win probability at a showdown.
struct TableModel {
    const double* numbers;
    const double* wins;
    int size;

    std::array<double, kActionKinds> frequencies(int, const Children& children) const {
        std::array<double, kActionKinds> result{};
        for (int action = 0; action < kActionKinds; ++action)
            if (children[action] >= 0 && children[action] < size) result[action] = numbers[children[action]];
        return result;
    }
    double win(int leaf) const { return leaf < size ? wins[leaf] : 0; }
};

// Beliefs about the others, by position; none for the player themselves.
using Beliefs = std::array<const Belief*, kMostPlayers>;

// The others as seen by a player with one hand rank: P(win) is the product over those still in (Vytřísal 2016,
// equation 1).
struct RankView {
    const BettingTree& tree;
    Beliefs beliefs;
    int player;
    int bin;  // hands in lower bins are beaten

    std::array<double, kActionKinds> frequencies(int node, const Children& children) const {
        return beliefs[tree.actor(node)]->frequencies(node, children);
    }
    double win(int leaf) const {
        double share = 1;
        for (unsigned others = tree.still_in(leaf) & ~mask_of(player); others; others &= others - 1)
            share *= beliefs[std::countr_zero(others)]->below(leaf, bin);
        return share;
    }
};

template <class Model>
class Miximax {
public:
    Miximax(BettingTree& tree, const Model& model, int player, const OwnStrategy& own)
        : tree_(tree), model_(model), player_(player), own_(own) {}

    // The value of each action at a node of the player.
    SearchResult search(int node) {
        SearchResult result;
        result.values.fill(std::numeric_limits<double>::quiet_NaN());
        visited_ = 1;
        const Children children = children_of(tree_, node);
        for (const ActionKind action : {ActionKind::fold, ActionKind::call, ActionKind::raise}) {
            const int after = children[static_cast<int>(action)];
            if (after != BettingTree::kNone) result.values[static_cast<int>(action)] = value_after(after, action);
        }
        result.visited = visited_;
        return result;
    }

private:
    // After the player's own fold nothing matters any more.
    double value_after(int node, ActionKind action) {
        if (action != ActionKind::fold) return value(node);
        ++visited_;
        return -tree_.paid(node, player_);
    }

    double value(int node) {
        ++visited_;
        switch (tree_.kind(node)) {
            case BettingTree::Kind::showdown: return model_.win(node) * tree_.pot(node) - tree_.paid(node, player_);
            case BettingTree::Kind::folded_out: return tree_.pot(node) - tree_.paid(node, player_);
            case BettingTree::Kind::decision: break;
        }
        const bool own = tree_.actor(node) == player_ && own_.kind != OwnStrategy::Kind::given;
        return own ? own_value(node) : mean_value(node);
    }

    double own_value(int node) {
        std::array<double, kActionKinds> values{};
        int count = 0;
        const Children children = children_of(tree_, node);
        for (const ActionKind action : {ActionKind::fold, ActionKind::call, ActionKind::raise}) {
            const int after = children[static_cast<int>(action)];
            if (after != BettingTree::kNone) values[count++] = value_after(after, action);
        }
        return own_.value(values.data(), count, children[0] != BettingTree::kNone);
    }

    double value_by(int before, int node, ActionKind action) {
        return tree_.actor(before) == player_ ? value_after(node, action) : value(node);
    }

    double mean_value(int node) {
        double sum = 0, total = 0;
        const Children children = children_of(tree_, node);
        const std::array<double, kActionKinds> weights = model_.frequencies(node, children);
        for (int action = 0; action < kActionKinds; ++action) {
            if (weights[action] <= 0) continue;  // actions that were never seen are skipped
            sum += weights[action] * value_by(node, children[action], static_cast<ActionKind>(action));
            total += weights[action];
        }
        return total > 0 ? sum / total : value_by(node, children[static_cast<int>(ActionKind::call)], ActionKind::call);
    }

    BettingTree& tree_;
    Model model_;
    int player_;
    OwnStrategy own_;
    std::int64_t visited_ = 0;
};

}  // namespace railbird
