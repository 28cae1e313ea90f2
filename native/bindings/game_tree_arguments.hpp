// The tree of a game, from arrays that anybody may have filled.
#pragma once

#include <algorithm>
#include <cmath>

#include "bindings/bindings.hpp"
#include "solve/sequence_form.hpp"
#include "solve/tree_arrays.hpp"

namespace railbird::bindings {

inline constexpr std::int32_t kMostRows = 1 << 30;
inline constexpr std::int64_t kMostIterations = std::int64_t{1} << 40;

template <class T>
using Array = Snapshot<T, -1>;
template <class T>
using Matrix = Snapshot<T, -1, -1>;

inline TreeArrays tree_of(const SequenceForm& form, Array<std::int32_t> actor, Array<std::int32_t> children,
                          Array<std::int32_t> set, Array<double> chance, Matrix<double> payoffs) {
    const std::size_t nodes = actor.size();
    if (nodes == 0 || nodes > static_cast<std::size_t>(kMostRows)) throw nb::value_error("a tree has 1 to 2^30 nodes");
    if (children.size() != nodes || set.size() != nodes || chance.size() != nodes || payoffs.shape(0) != nodes ||
        payoffs.shape(1) != static_cast<std::size_t>(form.players()))
        throw nb::value_error("the arrays of a tree have one element for each node");
    TreeArrays tree{actor.take(), children.take(), set.take(), chance.take(), payoffs.take(), {}, 0};
    std::vector<std::int32_t> level(nodes, 1);
    std::int64_t next = 1;
    for (std::size_t node = 0; node < nodes; ++node) {
        const std::int32_t turn = tree.actor[node], count = tree.children[node], number = tree.set[node];
        if (turn < kNobodyActs || turn >= form.players()) throw nb::value_error("there is no such player");
        if ((turn == kNobodyActs) != (count == 0) || count < 0)
            throw nb::value_error("a node has children unless the game is over");
        if (turn >= 0 && (number < 0 || number >= form.sets() || form.player_of(number) != turn ||
                          form.first_row(number + 1) - form.first_row(number) != count))
            throw nb::value_error("the information set of a node has the same player and actions");
        if (next <= static_cast<std::int64_t>(node) && node > 0) throw nb::value_error("a node has no parent");
        if (next + count > static_cast<std::int64_t>(nodes)) throw nb::value_error("a node has too many children");
        if (level[node] > kMostLevels) throw nb::value_error("a tree has at most 1000 levels");
        if (!(tree.chance[node] >= 0 && tree.chance[node] <= 1)) throw nb::value_error("a probability is 0 to 1");
        tree.levels = std::max(tree.levels, static_cast<int>(level[node]));
        tree.first_child.push_back(static_cast<std::int32_t>(next));
        for (std::int32_t i = 0; i < count; ++i) level[static_cast<std::size_t>(next++)] = level[node] + 1;
    }
    for (const double payoff : tree.payoffs)
        if (!std::isfinite(payoff)) throw nb::value_error("a payoff must be a finite number");
    return tree;
}

}  // namespace railbird::bindings
