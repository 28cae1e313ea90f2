// How often the buckets of two players meet on a full board, and who wins.
#pragma once

#include <vector>

#include "cards/evaluator.hpp"

namespace railbird {

// A holding on a full board: its cards, its bucket, its value (higher wins), and its weight in each player's range.
struct BucketHand {
    CardMask cards;
    std::int32_t bucket;
    HandRank value;
    double weights[2];
};

// Adds to meetings[i][j] the product of weights of each pair of holdings without a common card, of bucket i of player 0
// and bucket j of player 1; and the same to wins[i][j] where player 0 wins, minus where player 1 does. Both tables are
// [buckets, buckets].
void add_meetings(const std::vector<BucketHand>& hands, int buckets, double* meetings, double* wins);

}  // namespace railbird
