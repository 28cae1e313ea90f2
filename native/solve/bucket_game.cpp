#include "solve/bucket_game.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace railbird {

namespace {

constexpr int kMostBuckets = 20000;

void require(bool fine, const char* otherwise) {
    if (!fine) throw std::invalid_argument(otherwise);
}

}  // namespace

void check_bucket_tree(const BucketTree& tree) {
    check_betting(tree.nodes, tree.children, static_cast<int>(std::min<std::size_t>(tree.counts.size(), 100)));
    require(tree.nodes[0].round_before() == 0, "the betting begins in the first round");
    for (const int count : tree.counts) require(count >= 1 && count <= kMostBuckets, "a round has 1 to 20000 buckets");
    require(tree.stakes.size() == tree.nodes.size(), "there must be a stake for each node");
    for (const double stake : tree.stakes) require(std::isfinite(stake), "a stake is not finite");
}

void check_bucket_game(const BucketGame& game) {
    check_bucket_tree(game);
    const std::size_t rounds = game.counts.size();
    require(game.parents.size() == rounds, "there must be parents for each round");
    for (std::size_t round = 0; round < rounds; ++round) {
        require(game.parents[round].size() == (round == 0 ? 0 : static_cast<std::size_t>(game.counts[round])),
                "each bucket but those of the first round has a parent");
        for (const std::int32_t parent : game.parents[round])
            require(parent >= 0 && parent < game.counts[round - 1], "a parent is a bucket of the round before");
    }
    const auto last = static_cast<std::size_t>(game.counts.back());
    require(game.meetings.size() == last * last && game.wins.size() == last * last,
            "the tables of meetings and wins are square, for the buckets of the last round");
    for (std::size_t i = 0; i < game.meetings.size(); ++i)
        require(game.meetings[i] >= 0 && game.meetings[i] <= 1 && std::abs(game.wins[i]) <= 1 + 1e-9,
                "a probability is from 0 to 1");
}

std::vector<double> meetings_on(const BucketGame& game, int round) {
    std::vector<double> meetings = game.meetings;
    for (int r = game.last_round(); r > round; --r) {
        const auto& parents = game.parents[static_cast<std::size_t>(r)];
        const std::size_t size = parents.size(),
                          smaller = static_cast<std::size_t>(game.counts[static_cast<std::size_t>(r) - 1]);
        std::vector<double> next(smaller * smaller);
        for (std::size_t i = 0; i < size; ++i)
            for (std::size_t j = 0; j < size; ++j)
                next[static_cast<std::size_t>(parents[i]) * smaller + static_cast<std::size_t>(parents[j])] +=
                    meetings[i * size + j];
        meetings = std::move(next);
    }
    return meetings;
}

}  // namespace railbird
