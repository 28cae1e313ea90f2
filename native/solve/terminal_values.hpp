// Counterfactual values at the ends of the betting: for each hand of a player, the sum over the other player's hands
// that can be dealt beside it of their reach times what the player gets.
//
// Of all the other's hands, those that share a card with {a, b} drop out: total - by_card[a] - by_card[b] + same, since
// the same two cards are counted in both sums. At a showdown the other's hands are added from the weakest to the
// strongest, so that the sums hold those that a hand beats; hands of equal value are read before and after.
//
// Four ends on the same board are computed at once, each in its own lane.
#pragma once

#include "solve/board_tree.hpp"
#include "solve/lanes.hpp"
#include "solve/scratch.hpp"

namespace railbird {

// An end of the betting on one board: the other player's reach, and where the values go.
template <class Real>
struct End {
    Outcomes outcomes;  // at a fold, `win` is what the player gets
    const Real* reach;
    Real* values;
};

template <class Real>
class TerminalValues {
public:
    TerminalValues(const BoardTree& boards, int player)
        : own_(boards.hands(player)), other_(boards.hands(1 - player)), player_(player) {}

    void folds(const End<Real>* ends, int count, Scratch<Real>& scratch) const {
        for (int first = 0; first < count; first += kLanes) {
            typename Scratch<Real>::Frame frame(scratch);
            const Batch batch(ends + first, count - first);
            const Lanes* reach = batch.reaches(other_.size(), frame);
            Lanes* values = lanes(frame, own_.size());
            Sums sums;
            for (int i = 0; i < other_.size(); ++i) sums.add(other_.hands[i].a, other_.hands[i].b, reach[i]);
            const Lanes amount = batch.each([](const Outcomes& o) { return o.win; });
            for (int i = 0; i < own_.size(); ++i) {
                Lanes rest = sums.without(own_.hands[i].a, own_.hands[i].b);
                if (own_.same[i] >= 0) rest += reach[own_.same[i]];
                values[i] = amount * rest;
            }
            batch.write(values, own_.size());
        }
    }

    // Hands that share a card with the board get 0.
    void showdowns(const End<Real>* ends, int count, const ShowdownOrder& order, Scratch<Real>& scratch) const {
        const std::vector<ShowdownOrder::Place>& own = order.places[player_];
        const std::vector<ShowdownOrder::Place>& other = order.places[1 - player_];
        for (int start = 0; start < count; start += kLanes) {
            typename Scratch<Real>::Frame frame(scratch);
            const Batch batch(ends + start, count - start);
            const Lanes* reach = batch.reaches(other_.size(), frame);
            Lanes* values = lanes(frame, own_.size());
            const Lanes beaten = batch.each([](const Outcomes& o) { return o.win - o.tie; });
            const Lanes not_lost = batch.each([](const Outcomes& o) { return o.tie - o.loss; });
            const Lanes either = beaten + not_lost;
            const Lanes loss = batch.each([](const Outcomes& o) { return o.loss; });
            std::fill(values, values + own_.size(), Lanes{});
            Sums sums;
            std::size_t first = 0, next = 0;
            for (const auto& ends_of_group : order.group_ends) {
                const std::size_t last = ends_of_group[player_], stop = ends_of_group[1 - player_];
                if (next == stop) {  // nobody to tie with
                    for (; first < last; ++first)
                        values[own[first].hand] = either * sums.without(own[first].a, own[first].b);
                    continue;
                }
                for (std::size_t i = first; i < last; ++i)
                    values[own[i].hand] = beaten * sums.without(own[i].a, own[i].b);
                for (; next < stop; ++next) sums.add(other[next].a, other[next].b, reach[other[next].hand]);
                for (; first < last; ++first) {
                    Lanes rest = sums.without(own[first].a, own[first].b);
                    const std::int32_t same = own_.same[own[first].hand];
                    if (same >= 0) rest += reach[same];
                    values[own[first].hand] += not_lost * rest;
                }
            }
            for (const ShowdownOrder::Place& place : own) {
                Lanes rest = sums.without(place.a, place.b);
                const std::int32_t same = own_.same[place.hand];
                if (same >= 0) rest += reach[same];
                values[place.hand] += loss * rest;
            }
            batch.write(values, own_.size());
        }
    }

private:
    // Any address will do that is good for a single number.
    typedef Real Lanes __attribute__((vector_size(kLanes * sizeof(Real)), aligned(alignof(Real))));

    static Lanes* lanes(typename Scratch<Real>::Frame& frame, int count) {
        return reinterpret_cast<Lanes*>(frame.take(static_cast<std::size_t>(count) * kLanes));
    }

    // Up to four ends. Lanes that are left over repeat the last one.
    class Batch {
    public:
        Batch(const End<Real>* ends, int count) {
            for (int i = 0; i < kLanes; ++i) ends_[i] = ends + std::min(i, count - 1);
        }
        const Lanes* reaches(int count, typename Scratch<Real>::Frame& frame) const {
            Real* out = frame.take(static_cast<std::size_t>(count) * kLanes);
            const Real *a = ends_[0]->reach, *b = ends_[1]->reach, *c = ends_[2]->reach, *d = ends_[3]->reach;
            for (int i = 0; i < count; ++i) {
                out[4 * i] = a[i];
                out[4 * i + 1] = b[i];
                out[4 * i + 2] = c[i];
                out[4 * i + 3] = d[i];
            }
            return reinterpret_cast<const Lanes*>(out);
        }
        template <class Get>
        Lanes each(const Get& get) const {
            Lanes lanes{};
            for (int i = 0; i < kLanes; ++i) lanes[i] = static_cast<Real>(get(ends_[i]->outcomes));
            return lanes;
        }
        void write(const Lanes* values, int count) const {
            const Real* in = reinterpret_cast<const Real*>(values);
            Real *a = ends_[0]->values, *b = ends_[1]->values, *c = ends_[2]->values, *d = ends_[3]->values;
            for (int i = 0; i < count; ++i) {
                a[i] = in[4 * i];
                b[i] = in[4 * i + 1];
                c[i] = in[4 * i + 2];
                d[i] = in[4 * i + 3];
            }
        }

    private:
        std::array<const End<Real>*, kLanes> ends_;
    };

    struct Sums {
        Lanes total{};
        Lanes by_card[kCards + 2] = {};

        // A hand of one card adds to a place that is never read.
        void add(Card a, Card b, const Lanes& reach) {
            total += reach;
            by_card[a] += reach;
            by_card[b == kNoCard ? kCards + 1 : b] += reach;
        }
        Lanes without(Card a, Card b) const { return total - by_card[a] - by_card[b]; }
    };

    const HandList& own_;
    const HandList& other_;
    int player_;
};

}  // namespace railbird
