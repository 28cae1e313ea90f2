// The tree of a game, every node once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/random.hpp"

namespace railbird {

inline constexpr std::int32_t kChanceActs = -1;
inline constexpr std::int32_t kNobodyActs = -2;
// Walks over a whole tree are recursive; this bounds their depth.
inline constexpr int kMostLevels = 1000;

// The nodes of a tree, sorted by depth, so that the children of all nodes follow each other in order.
struct TreeArrays {
    std::vector<std::int32_t> actor;     // the player to act, kChanceActs or kNobodyActs
    std::vector<std::int32_t> children;  // how many there are
    std::vector<std::int32_t> set;       // the information set; -1 where no player acts
    std::vector<double> chance;          // the probability of the outcome that leads to the node
    std::vector<double> payoffs;         // one for each node and player
    std::vector<std::int32_t> first_child;
    int levels = 0;

    // The child to which an outcome of chance leads.
    std::int32_t draw_outcome(std::int32_t node, RandomStream& random) const {
        const auto at = static_cast<std::size_t>(node);
        const std::int32_t first = first_child[at], last = first + children[at] - 1;
        double rest = random.uniform();
        for (std::int32_t child = first; child < last; ++child) {
            rest -= chance[static_cast<std::size_t>(child)];
            if (rest < 0) return child;
        }
        return last;
    }
};

}  // namespace railbird
