// Checked conversion of arguments that the bindings of solvers of betting trees share.
#pragma once

#include <tuple>

#include "bindings/bindings.hpp"
#include "solve/betting.hpp"
#include "solve/storage.hpp"

namespace railbird::bindings {

// Kinds, actors, rounds, the first edges and the children of a public tree.
using BettingArrays = std::tuple<Snapshot<std::uint8_t, -1>, Snapshot<std::uint8_t, -1>, Snapshot<std::uint8_t, -1>,
                                 Snapshot<std::int32_t, -1>, Snapshot<std::int32_t, -1>>;

inline std::vector<BettingNode> betting_nodes(const BettingArrays& tree) {
    const auto& [kinds, actors, rounds, starts, children] = tree;
    const std::size_t count = kinds.size();
    if (actors.size() != count || rounds.size() != count || starts.size() != count + 1)
        throw nb::value_error("the arrays of a public tree have different lengths");
    std::vector<BettingNode> nodes;
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t first = starts.data()[i], edges = std::int64_t{starts.data()[i + 1]} - first;
        if (edges < 0 || edges > 1000) throw nb::value_error("a node has 0 to 1000 edges");
        nodes.push_back({static_cast<PublicKind>(kinds.data()[i]), static_cast<std::int8_t>(actors.data()[i]),
                         rounds.data()[i], static_cast<std::int32_t>(first), static_cast<std::int32_t>(edges)});
    }
    return nodes;
}

inline void check_player(int player) {
    if (player != 0 && player != 1) throw nb::value_error("a player is 0 or 1");
}

inline void check_threads(int threads) {
    if (threads < 0 || threads > 256) throw nb::value_error("there are 0 (this one) to 256 threads");
}

// Rows of positive, negative and average discounts, one for each iteration.
inline void check_discounts(const Snapshot<double, -1, 3>& discounts) {
    for (const double factor : discounts.values())
        if (!(factor >= 0 && factor <= 1)) throw nb::value_error("a discount is from 0 to 1");
}

}  // namespace railbird::bindings
