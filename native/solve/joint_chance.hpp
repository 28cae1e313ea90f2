// Chance in a game of buckets with perfect recall, as tables of how often both players' buckets meet.
#pragma once

#include "solve/bucket_cfr.hpp"

namespace railbird {

// Vectors have one number for each bucket of a round. A player's vector on a later round repeats that of the round
// before for all buckets with the same parent. The counterfactual value of a bucket at an end is the sum over the other
// player's buckets of (how often they meet) * (the other's reach) * (what is won).
template <class Real>
class JointChance {
public:
    explicit JointChance(const BucketGame& game) : game_(game) {
        const int last = game.last_round();
        for (int player = 0; player < 2; ++player) {
            for (int round = 0; round <= last; ++round)
                meetings_[player].push_back(panels(meetings_on(game, round), units(round), player, 1));
            wins_[player] = panels(game.wins, units(last), player, player == 0 ? 1 : -1);
        }
    }

    int units(int round) const { return game_.counts[static_cast<std::size_t>(round)]; }

    template <class Frame>
    const Real* extend(int round, const Real* before, Frame& frame) const {
        const auto& parents = game_.parents[static_cast<std::size_t>(round)];
        Real* out = frame.take(parents.size());
        for (std::size_t i = 0; i < parents.size(); ++i) out[i] = before[parents[i]];
        return out;
    }
    void contract(int round, const Real* values, Real* out) const {
        const auto& parents = game_.parents[static_cast<std::size_t>(round)];
        std::fill_n(out, units(round - 1), Real{0});
        for (std::size_t i = 0; i < parents.size(); ++i) out[parents[i]] += values[i];
    }
    // Vectors are by bucket already.
    template <class Frame>
    Real* spread(int, int, Real* by_bucket, Frame&) const {
        return by_bucket;
    }
    template <class Frame>
    Real* carried(int round, int actions, Real* by_bucket, const Real* reach, Frame&) const {
        const int count = units(round);
        for (int a = 0; a < actions; ++a)
            for (int i = 0; i < count; ++i) by_bucket[a * count + i] *= reach[i];
        return by_bucket;
    }
    template <class Frame>
    ByBucket<Real> collect(int, int, const Real*, const ByBucket<Real>& sums, Frame&) const {
        return sums;
    }
    void folds(int player, int round, const Column<Real>* columns, int count, Scratch<Real>&) const {
        meetings_[player][static_cast<std::size_t>(round)].multiply(columns, count);
    }
    void showdowns(int player, const Column<Real>* columns, int count, Scratch<Real>&) const {
        wins_[player].multiply(columns, count);
    }

private:
    static Panels<Real> panels(const std::vector<double>& table, int size, int player, double sign) {
        return Panels<Real>(size, [&](int other, int own) {
            const int row = player == 0 ? own : other, column = player == 0 ? other : own;
            return sign * table[static_cast<std::size_t>(row) * static_cast<std::size_t>(size) +
                                static_cast<std::size_t>(column)];
        });
    }

    const BucketGame& game_;
    std::vector<Panels<Real>> meetings_[2];  // by round
    Panels<Real> wins_[2];
};

}  // namespace railbird
