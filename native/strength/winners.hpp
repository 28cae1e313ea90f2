// Who wins: sets of players as bit masks, and tallies by set of winners.
//
// A tally has 2^players entries, indexed by sets of players: how often (or with what weight) exactly these players
// share the pot. Wins, ties, losses, equities and their variances all follow from it.
#pragma once

#include <vector>

#include "cards/evaluator.hpp"

namespace railbird {

inline constexpr int kMaxPlayers = 10;

using WinnerSet = std::uint32_t;

// Finds the best of the values shown so far.
class Showdown {
public:
    // Without branches, because the winner is unpredictable.
    void show(int player, HandRank value) {
        const bool better = value > best_;
        winners_ = (better ? 0 : winners_) | static_cast<WinnerSet>(value >= best_) << player;
        best_ = better ? value : best_;
    }
    WinnerSet winners() const { return winners_; }

private:
    HandRank best_ = 0;
    WinnerSet winners_ = 0;
};

// Sums tallies of the same length in the given order, so the result does not depend on threads or timing.
inline std::vector<double> add_up(const std::vector<std::vector<double>>& blocks, int players) {
    std::vector<double> sum(std::size_t{1} << players);
    for (const auto& block : blocks)
        for (std::size_t i = 0; i < block.size(); ++i) sum[i] += block[i];
    return sum;
}

}  // namespace railbird
