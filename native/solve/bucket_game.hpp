// An abstract game of two players: a tree of betting, and buckets instead of cards.
//
// With perfect recall a bucket is a whole sequence: on each round it has one parent on the round before. What chance
// does is then known from two tables of the last round alone, how often both players' buckets meet, and who wins there.
#pragma once

#include "solve/betting.hpp"

namespace railbird {

// The betting, and how many buckets each round has.
struct BucketTree {
    std::vector<BettingNode> nodes;
    std::vector<std::int32_t> children;  // by edge
    // By node: at a fold what the player wins who has not folded, at a showdown what the better hand wins. The other
    // player loses as much.
    std::vector<double> stakes;
    std::vector<int> counts;  // buckets by round

    int last_round() const { return static_cast<int>(counts.size()) - 1; }
};

struct BucketGame : BucketTree {
    std::vector<std::vector<std::int32_t>> parents;  // by round: each bucket's bucket on the round before
    // [buckets of player 0, buckets of player 1] on the last round: the probability that they meet, and the probability
    // that player 0 wins minus that player 1 does.
    std::vector<double> meetings, wins;
};

// Both throw std::invalid_argument if the parts do not fit together.
void check_bucket_tree(const BucketTree& tree);
void check_bucket_game(const BucketGame& game);

// [buckets, buckets] of a round: the probabilities that they meet, added up from those of the last round.
std::vector<double> meetings_on(const BucketGame& game, int round);

}  // namespace railbird
