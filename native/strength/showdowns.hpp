// Exact equity of three or more ranges: every combination of their hands on every board.
#pragma once

#include <vector>

#include "strength/boards.hpp"
#include "strength/winners.hpp"

namespace railbird {

class Showdowns {
public:
    // `weights` are `players` tables of 1326. Hands that contain a board card or a dead card must have weight 0.
    Showdowns(const double* weights, int players, CardMask board, CardMask dead);

    void run(int first_block, int last_block, int threads, const StopFlag& stop);
    std::vector<double> tally() const { return add_up(blocks_, static_cast<int>(ranges_.size())); }

private:
    struct Hand {
        CardMask mask;
        Card low, high;
        double weight;
    };
    struct Shown {
        CardMask mask;
        double weight;
        HandRank value;
    };

    void play(int player, CardMask used, double weight, Showdown showdown, const std::vector<std::vector<Shown>>& shown,
              const StopFlag& stop, double* tally) const;

    std::vector<std::vector<Hand>> ranges_;
    Completions completions_;
    std::vector<std::vector<double>> blocks_;
};

}  // namespace railbird
