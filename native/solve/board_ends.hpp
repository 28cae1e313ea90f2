// Counterfactual values at the ends of the betting on a board whose hands are sorted: for each hand, the sum over the
// hands that can be dealt beside it of their reach times what is won.
//
// Of all hands, those that share a card with {a, b} drop out: total - by_card[a] - by_card[b], where the hand itself is
// subtracted once too often. A showdown wins the reach of the weaker hands and loses that of the stronger ones. With
// sums from the weakest hand on, and w before the hands of equal value, e after them, t after all, that is
// w - (t - e) = (w + e) - t, in which the hand itself cancels.
//
// Four ends are computed at once, each in its own lane.
#pragma once

#include <algorithm>

#include "solve/full_board.hpp"
#include "solve/lanes.hpp"
#include "solve/panels.hpp"
#include "solve/scratch.hpp"

namespace railbird {

template <class Real>
class BoardEnds {
public:
    explicit BoardEnds(const FullBoard& board) : board_(board) {}

    // Each column has the reach of the other player's hands, where the values of the own hands go, and the stake.
    void folds(const Column<Real>* columns, int count) const {
        for (int first = 0; first < count; first += kLanes) {
            const Batch batch(columns + first, count - first);
            Sums sums;
            for (std::ptrdiff_t i = 0; i < board_.size(); ++i) sums.add(board_.hands[i], batch.reach(i));
            for (std::ptrdiff_t i = 0; i < board_.size(); ++i) {
                Lanes rest = sums.without(board_.hands[i]);
                if (board_.hands[i].b != kCards) rest += batch.reach(i);
                batch.write(i, rest);
            }
        }
    }

    void showdowns(const Column<Real>* columns, int count, Scratch<Real>& scratch) const {
        typename Scratch<Real>::Frame frame(scratch);
        Lanes* both = reinterpret_cast<Lanes*>(frame.take(static_cast<std::size_t>(board_.size()) * kLanes));
        for (int first = 0; first < count; first += kLanes) {
            const Batch batch(columns + first, count - first);
            Sums sums;
            std::fill_n(both, board_.size(), Lanes{});
            std::ptrdiff_t before = 0, begin = 0;
            for (const std::uint16_t end : board_.group_ends) {
                // Hands of equal value read after they were added, the next ones before they are.
                for (std::ptrdiff_t i = before; i < end; ++i) both[i] += sums.without(board_.hands[i]);
                for (std::ptrdiff_t i = begin; i < end; ++i) sums.add(board_.hands[i], batch.reach(i));
                before = begin;
                begin = end;
            }
            for (std::ptrdiff_t i = before; i < begin; ++i) both[i] += sums.without(board_.hands[i]);
            for (std::ptrdiff_t i = 0; i < board_.size(); ++i) batch.write(i, both[i] - sums.without(board_.hands[i]));
        }
    }

private:
    // Any address will do that is good for a single number.
    typedef Real Lanes __attribute__((vector_size(kLanes * sizeof(Real)), aligned(alignof(Real))));

    // Up to four ends. Lanes that are left over repeat the last one.
    class Batch {
    public:
        Batch(const Column<Real>* columns, int count) {
            for (int lane = 0; lane < kLanes; ++lane) {
                const Column<Real>& column = columns[std::min(lane, count - 1)];
                in_[lane] = column.in;
                out_[lane] = column.out;
                factor_[lane] = column.factor;
            }
        }
        Lanes reach(std::ptrdiff_t i) const { return Lanes{in_[0][i], in_[1][i], in_[2][i], in_[3][i]}; }
        void write(std::ptrdiff_t i, const Lanes& values) const {
            const Lanes result = factor_ * values;
            for (int lane = 0; lane < kLanes; ++lane) out_[lane][i] = result[lane];
        }

    private:
        const Real* in_[kLanes];
        Real* out_[kLanes];
        Lanes factor_{};
    };

    struct Sums {
        Lanes total{};
        Lanes by_card[kCards + 2] = {};

        // A hand of one card adds to a place that is never read.
        void add(const FullBoard::Hand& hand, const Lanes& reach) {
            total += reach;
            by_card[hand.a] += reach;
            by_card[hand.b == kCards ? kCards + 1 : hand.b] += reach;
        }
        Lanes without(const FullBoard::Hand& hand) const { return total - by_card[hand.a] - by_card[hand.b]; }
    };

    const FullBoard& board_;
};

}  // namespace railbird
