// An abstract game, from arrays that anybody may have filled; whoever uses it checks that they fit together.
#pragma once

#include "bindings/betting_arguments.hpp"
#include "solve/bucket_game.hpp"

namespace railbird::bindings {

using Table = Snapshot<double, -1, -1>;

inline BucketGame game_of(const BettingArrays& tree, const Snapshot<double, -1>& stakes, const std::vector<int>& counts,
                          const std::vector<std::vector<std::int32_t>>& parents, const Table& meetings,
                          const Table& wins) {
    BucketGame game;
    game.nodes = betting_nodes(tree);
    game.children = std::get<4>(tree).values();
    game.stakes = stakes.values();
    game.counts = counts;
    game.parents = parents;
    game.meetings = meetings.values();
    game.wins = wins.values();
    return game;
}

}  // namespace railbird::bindings
