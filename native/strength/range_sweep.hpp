// Exact equity of every hand of one range against another range: sort the hands on each board by value, then sweep
// upwards.
//
// During the sweep, `below` holds the weight of the opponent's hands beaten so far, in total and by card. The weight
// that a hand {a, b} beats is below - below[a] - below[b]: an opposing hand shares no card, one card, or both with it,
// and the one that shares both is the hand itself, which is never below. Hands of equal value are read before and after
// they are added.
#pragma once

#include <vector>

#include "strength/boards.hpp"

namespace railbird {

class RangeSweep {
public:
    // `hero` and `villain` are 1326 weights each; hero's only select the hands to compute. Hands that contain a board
    // card or a dead card must have weight 0 in both.
    RangeSweep(const double* hero, const double* villain, CardMask board, CardMask dead);

    void run(int first_block, int last_block, int threads, const StopFlag& stop);

    // The weight of the villain's hands, summed over all boards, that each hand beats, ties, and faces in all.
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
    std::vector<std::vector<Tally>> blocks_;  // by block, then by index in hands_
};

}  // namespace railbird
