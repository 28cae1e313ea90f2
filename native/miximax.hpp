// Miximax and Miximix: the value of each action when others act as they did before.
//
// At the others' nodes values are averaged by the frequencies of their actions, at one's own the best is taken
// (Miximax) or they are mixed (Miximix); an end is worth P(win) · pot - cost. There are no chance nodes: one hand rank
// stands for the player's hand (Vytřísal 2016, figure 3).
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "context_model.hpp"

namespace railbird {

struct SearchResult {
    std::array<double, kLines> values;  // of fold, call, raise; NaN for what is not legal
    std::int64_t visited = 0;           // nodes
};

// A model that is two numbers for each node of a tree: how frequent its action is, and at a showdown the chance to win.
struct TableModel {
    const double* frequencies;
    const double* wins;
    int size;

    double frequency(int node) const { return node < size ? frequencies[node] : 0; }
    double win(int leaf) const { return leaf < size ? wins[leaf] : 0; }
};

// The context models of all others, as a player with one hand rank sees them: P(win) is the product over those who are
// still in (Vytřísal 2016, equation 1).
struct ContextView {
    const LineTree& tree;
    std::array<const ContextModel*, kMostPlayers> models;  // by position; none for the player himself
    int player;
    int bin;  // hands in lower bins are beaten

    double frequency(int node) const { return models[tree.actor(tree.parent(node))]->frequency(node); }
    double win(int leaf) const {
        double share = 1;
        const PlayerMask in = tree.still_in(leaf);
        for (int other = 0; other < tree.players(); ++other)
            if (other != player && (in >> other & 1)) share *= models[other]->below(leaf, bin);
        return share;
    }
};

template <class Model>
class Miximax {
public:
    // With a temperature, the player's own nodes are mixed by soft-max, in chips; with 0 the best is taken.
    Miximax(LineTree& tree, const Model& model, int player, double temperature)
        : tree_(tree), model_(model), player_(player), temperature_(temperature) {}

    // The value of each action at a node of the player.
    SearchResult search(int node) {
        SearchResult result;
        result.values.fill(std::numeric_limits<double>::quiet_NaN());
        visited_ = 1;
        for (const Line action : {Line::fold, Line::call, Line::raise}) {
            const int after = tree_.child(node, action);
            if (after != LineTree::kNone) result.values[static_cast<int>(action)] = value_after(after, action);
        }
        result.visited = visited_;
        return result;
    }

private:
    // After the player's own fold nothing matters any more.
    double value_after(int node, Line action) {
        if (action != Line::fold) return value(node);
        ++visited_;
        return -tree_.paid(node, player_);
    }

    double value(int node) {
        ++visited_;
        switch (tree_.kind(node)) {
            case LineTree::Kind::showdown: return model_.win(node) * tree_.pot(node) - tree_.paid(node, player_);
            case LineTree::Kind::folded_out: return tree_.pot(node) - tree_.paid(node, player_);
            case LineTree::Kind::decision: break;
        }
        return tree_.actor(node) == player_ ? own_value(node) : others_value(node);
    }

    double own_value(int node) {
        std::array<double, kLines> values{};
        int count = 0;
        double best = -std::numeric_limits<double>::infinity();
        for (const Line action : {Line::fold, Line::call, Line::raise}) {
            const int after = tree_.child(node, action);
            if (after == LineTree::kNone) continue;
            values[count] = value_after(after, action);
            best = std::max(best, values[count++]);
        }
        if (temperature_ <= 0) return best;
        double sum = 0, weights = 0;
        for (int i = 0; i < count; ++i) {
            const double weight = std::exp((values[i] - best) / temperature_);
            sum += weight * values[i];
            weights += weight;
        }
        return sum / weights;
    }

    double others_value(int node) {
        double sum = 0, weights = 0;
        for (const Line action : {Line::fold, Line::call, Line::raise}) {
            const int after = tree_.child(node, action);
            if (after == LineTree::kNone) continue;
            const double weight = model_.frequency(after);
            if (weight <= 0) continue;  // what was never seen is not looked at
            sum += weight * value(after);
            weights += weight;
        }
        return weights > 0 ? sum / weights : value(tree_.child(node, Line::call));
    }

    LineTree& tree_;
    Model model_;
    int player_;
    double temperature_;
    std::int64_t visited_ = 0;
};

}  // namespace railbird
