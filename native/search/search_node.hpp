// Nodes and edges of Monte Carlo tree search, in two arrays.
//
// A node gets a block of edges when it is first left, one for each legal action. The first `tried` of them are edges,
// in the order in which they were tried; the rest are untried actions, as a list that is read from the end of the
// block.
#pragma once

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "base/logarithm.hpp"
#include "base/random.hpp"

namespace railbird {

inline constexpr int kChanceTurn = -1;
inline constexpr int kNobodysTurn = -2;
inline constexpr int kMostActions = 128;
inline constexpr int kLongestRollOut = 100'000;

// A game that the native searches can play. `actions` writes the legal actions and returns their number.
template <class S>
concept SearchState =
    std::copyable<S> && requires(const S& state, S& changing, RandomStream& random, std::int16_t* actions, int action) {
        { state.turn() } -> std::same_as<int>;
        { state.actions(actions) } -> std::same_as<int>;
        { state.sample_outcome(random) } -> std::same_as<int>;
        { changing.apply(action) };
        { state.payoff(action) } -> std::same_as<double>;
    };

struct SearchEdge {
    double total = 0;
    std::int32_t visits = 0;
    std::int32_t child = -1;
    std::int16_t action = 0;
};

struct SearchNode {
    std::int32_t visits = 0;
    std::int32_t first_edge = -1;  // -1 until the node is first left
    std::int16_t tried = 0;
    std::int16_t edges = 0;
    std::int8_t player = kNobodysTurn;
};

class SearchTree {
public:
    std::int32_t add_node(int player, int visits = 0) {
        if (nodes_.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
            throw std::length_error("the tree has too many nodes");
        nodes_.push_back({.visits = visits, .player = static_cast<std::int8_t>(player)});
        return static_cast<std::int32_t>(nodes_.size() - 1);
    }

    SearchNode& node(std::int32_t index) { return nodes_[static_cast<std::size_t>(index)]; }
    const SearchNode& node(std::int32_t index) const { return nodes_[static_cast<std::size_t>(index)]; }
    SearchEdge& edge(const SearchNode& node, int index) {
        return edges_[static_cast<std::size_t>(node.first_edge + index)];
    }
    const SearchEdge& edge(const SearchNode& node, int index) const {
        return edges_[static_cast<std::size_t>(node.first_edge + index)];
    }
    std::size_t nodes() const { return nodes_.size(); }
    std::size_t bytes() const {
        return nodes_.capacity() * sizeof(SearchNode) + edges_.capacity() * sizeof(SearchEdge);
    }

    void prepare(std::int32_t index, std::span<const std::int16_t> actions) {
        if (actions.empty()) throw std::invalid_argument("a player to act has no legal actions");
        if (edges_.size() + actions.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
            throw std::length_error("the tree has too many edges");
        SearchNode& left = node(index);
        left.first_edge = static_cast<std::int32_t>(edges_.size());
        left.edges = static_cast<std::int16_t>(actions.size());
        for (std::size_t i = actions.size(); i-- > 0;) {
            edges_.emplace_back();
            edges_.back().action = actions[i];
        }
    }

    // An edge for a random untried action.
    int expand(std::int32_t index, RandomStream& random) {
        SearchNode& grown = node(index);
        const int untried = grown.edges - grown.tried;
        const auto drawn = static_cast<int>(random.below(static_cast<std::uint64_t>(untried)));
        std::swap(edge(grown, grown.tried).action, edge(grown, grown.edges - 1 - drawn).action);
        return grown.tried++;
    }

    // UCB1: the edge with the largest total / visits + scale sqrt(ln N / visits); of several, the first.
    int best_edge(const SearchNode& chosen_at, double scale, const LogTable& logs) const {
        const double log = logs[chosen_at.visits];
        int chosen = 0;
        double best = -std::numeric_limits<double>::infinity();
        for (int i = 0; i < chosen_at.tried; ++i) {
            const SearchEdge& each = edge(chosen_at, i);
            const double visits = each.visits;
            const double score = each.total / visits + scale * std::sqrt(log / visits);
            if (score > best) {
                best = score;
                chosen = i;
            }
        }
        return chosen;
    }

    struct Step {
        std::int32_t node;
        std::int32_t edge;
    };

private:
    std::vector<SearchNode> nodes_;
    std::vector<SearchEdge> edges_;
};

// Plays at random to the end of the game: one random number a move.
template <SearchState S>
void roll_out(S& state, RandomStream& random) {
    std::int16_t actions[kMostActions];
    for (int moves = 0; moves < kLongestRollOut; ++moves) {
        const int turn = state.turn();
        if (turn == kNobodysTurn) return;
        if (turn == kChanceTurn) {
            state.apply(state.sample_outcome(random));
            continue;
        }
        const int count = state.actions(actions);
        state.apply(actions[random.below(static_cast<std::uint64_t>(count))]);
    }
    throw std::runtime_error("a roll-out has not ended after 100,000 moves");
}

}  // namespace railbird
