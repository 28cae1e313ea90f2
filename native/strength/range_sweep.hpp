// Exact equity of every hand of one range against another range: sort the hands of each board by value, then sweep
// upwards.
//
// While the sweep goes up, `below` holds the weight of the opponent's hands beaten so far, in all and by card. The
// weight that a hand {a, b} beats is below - below[a] - below[b]: each opposing hand shares no card, one card, or both
// with it, and the one that shares both is itself, which never lies below. Hands of equal value are read before and
// after they are entered.
#pragma once

#include <vector>

#include "strength/boards.hpp"

namespace railbird {

class RangeSweep {
public:
    // `hero` and `villain` are 1326 weights each. Hero's weights only say which hands are asked for. Hands that touch
    // the board or a dead card must have weight 0 in both.
    RangeSweep(const double* hero, const double* villain, CardMask board, CardMask dead);

    void run(int first_block, int last_block, int threads, const StopFlag& stop);

    // Weight of the villain's hands, summed over all boards, that each hand beats, ties, and meets at all.
    struct HandResult {
        double win = 0;
        double tie = 0;
        double total = 0;
    };
    std::vector<HandResult> results() const;

private:
    struct Hand {
        CardMask mask;
        Card low, high;
        bool hero;
        std::uint16_t index;
        double weight;  // in the villain's range
    };
    struct Tally {
        double beaten = 0;
        double not_lost = 0;  // beaten or tied
    };
    struct Workspace;

    void sweep(const CardSum& board_sum, CardMask new_cards, double copies, Workspace& work, Tally* tallies) const;

    std::vector<Hand> hands_;
    SuitSymmetry symmetry_;
    Completions completions_;
    double boards_per_pair_;
    std::vector<std::vector<Tally>> blocks_;  // by block, then by place in hands_
};

}  // namespace railbird
