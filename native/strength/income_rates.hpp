// Income rates from pre-flop roll-outs: each player in the hand puts in one bet, all cards are dealt, and the best hand
// wins.
#pragma once

#include <array>

#include "base/parallel.hpp"
#include "cards/hand_classes.hpp"
#include "strength/winners.hpp"

namespace railbird {

class IncomeRollOuts {
public:
    // Deals are numbered; each batch has its own random stream.
    static constexpr std::int64_t kBatch = 1 << 14;

    // `play` is the probability that each class is played; the pot is one bet from each player and the dead money.
    IncomeRollOuts(int players, const double* play, double dead_money);

    // Adds deals first..last-1; `first` is a multiple of kBatch.
    void run(std::uint64_t seed, std::int64_t first, std::int64_t last, int threads, const StopFlag& stop);

    // What a hand of each class wins if it is played, given how the others play: sums over all players and deals.
    struct Tally {
        std::array<double, kHandClasses> hands{};
        std::array<double, kHandClasses> income{};
        std::array<double, kHandClasses> squares{};
    };
    const Tally& tally() const { return tally_; }

private:
    Tally deal_batch(std::uint64_t seed, std::int64_t batch, std::int64_t deals, const StopFlag& stop) const;

    int players_;
    std::array<double, kHandClasses> play_;
    double dead_money_;
    Tally tally_;
};

}  // namespace railbird
