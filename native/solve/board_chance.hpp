// Chance in a game of buckets, as a full board that was drawn: public chance sampling (Johanson, Bard, Lanctot, Gibson
// and Bowling 2012).
//
// The board is known from the start of the betting, so that a vector has one number for each hand that it leaves, on
// every round. A hand plays the strategy of its bucket on the round; the values of all hands of a bucket are added up.
// Nothing here needs perfect recall.
#pragma once

#include "solve/board_ends.hpp"
#include "solve/bucket_cfr.hpp"

namespace railbird {

template <class Real>
class BoardChance {
public:
    explicit BoardChance(const BucketTree& game) : game_(game) {}

    void deal(FullBoard board) { board_ = std::move(board); }

    int units(int) const { return static_cast<int>(board_.size()); }

    template <class Frame>
    const Real* extend(int, const Real* before, Frame&) const {
        return before;
    }
    void contract(int round, const Real* values, Real* out) const { std::copy_n(values, units(round), out); }

    // The strategy of each hand.
    template <class Frame>
    Real* spread(int round, int actions, const Real* by_bucket, Frame& frame) const {
        return each_hand(round, actions, by_bucket, frame, [](int, Real share) { return share; });
    }
    // The same times the reach of each hand.
    template <class Frame>
    Real* carried(int round, int actions, const Real* by_bucket, const Real* reach, Frame& frame) const {
        return each_hand(round, actions, by_bucket, frame, [=](int i, Real share) { return reach[i] * share; });
    }

    // Adds up the numbers of all hands of a bucket. The value of a bucket is the mean of its actions.
    template <class Frame>
    ByBucket<Real> collect(int round, int actions, const Real* strategy, const ByBucket<Real>& hands,
                           Frame& frame) const {
        switch (actions) {
            case 2: return collect_rows<2>(round, 2, strategy, hands, frame);
            case 3: return collect_rows<3>(round, 3, strategy, hands, frame);
            default: return collect_rows<0>(round, actions, strategy, hands, frame);
        }
    }

    void folds(int, int, Column<Real>* columns, int count, Scratch<Real>&) const {
        share(columns, count);
        BoardEnds<Real>(board_).folds(columns, count);
    }
    void showdowns(int, Column<Real>* columns, int count, Scratch<Real>& scratch) const {
        share(columns, count);
        BoardEnds<Real>(board_).showdowns(columns, count, scratch);
    }

private:
    template <class Frame, class Number>
    Real* each_hand(int round, int actions, const Real* by_bucket, Frame& frame, const Number& number) const {
        const std::int32_t* buckets = board_.buckets[static_cast<std::size_t>(round)].data();
        const int count = units(round), row = game_.counts[static_cast<std::size_t>(round)];
        Real* all = frame.take(static_cast<std::size_t>(actions) * static_cast<std::size_t>(count));
        for (int a = 0; a < actions; ++a) {
            const Real* shares = by_bucket + a * row;
            Real* out = all + a * count;
            for (int i = 0; i < count; ++i) out[i] = number(i, shares[buckets[i]]);
        }
        return all;
    }

    // kActions is the number of actions where it is known to the compiler, or 0.
    template <int kActions, class Frame>
    ByBucket<Real> collect_rows(int round, int given, const Real* strategy, const ByBucket<Real>& hands,
                                Frame& frame) const {
        const int actions = kActions ? kActions : given, width = actions + 1;
        const std::int32_t* buckets = board_.buckets[static_cast<std::size_t>(round)].data();
        const int count = units(round), row = game_.counts[static_cast<std::size_t>(round)];
        const auto size = static_cast<std::size_t>(row);
        // By bucket: the actions, and the reach. Neighbours often share a bucket, and would wait for each other: two
        // sums for hands that are far apart.
        const std::size_t numbers = size * static_cast<std::size_t>(width);
        Real* sums = frame.take(2 * numbers);
        Real* others = sums + numbers;
        std::fill_n(sums, 2 * numbers, Real{0});
        const auto add = [&](int i, Real* to) {
            Real* of_bucket = to + static_cast<std::ptrdiff_t>(buckets[i]) * width;
            for (int a = 0; a < actions; ++a) of_bucket[a] += hands.values[a * count + i];
            of_bucket[actions] += hands.reach[i];
        };
        const int half = count / 2;
        for (int i = 0; i < half; ++i) {
            add(i, sums);
            add(half + i, others);
        }
        if (count % 2) add(count - 1, sums);
        for (std::size_t i = 0; i < numbers; ++i) sums[i] += others[i];
        Real* values = frame.take(size * static_cast<std::size_t>(actions));
        Real* value = frame.take(size);
        Real* reach = frame.take(size);
        for (int b = 0; b < row; ++b) {
            Real mean = 0;
            for (int a = 0; a < actions; ++a) {
                values[a * row + b] = sums[b * width + a];
                mean += strategy[a * row + b] * sums[b * width + a];
            }
            value[b] = mean;
            reach[b] = sums[b * width + actions];
        }
        return {values, value, reach};
    }

    // All pairs of hands that can be dealt have the same probability.
    void share(Column<Real>* columns, int count) const {
        for (int i = 0; i < count; ++i) columns[i].factor *= static_cast<Real>(1 / board_.pairs);
    }

    const BucketTree& game_;
    FullBoard board_;
};

}  // namespace railbird
