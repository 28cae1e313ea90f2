// Income rates from pre-flop roll-outs: everybody who plays puts in one bet, then all cards are dealt and the best hand
// wins.
#pragma once

#include <array>

#include "base/parallel.hpp"
#include "cards/hand_classes.hpp"
#include "strength/winners.hpp"

namespace railbird {

class IncomeRollOuts {
public:
    // Deals are numbered; each batch of them has a random stream of its own.
    static constexpr std::int64_t kBatch = 1 << 14;

    // `play` says how likely each class is played; those who play share a pot of a bet each and the dead money.
    IncomeRollOuts(int players, const double* play, double dead_money);

    // Adds deals first..last-1; `first` is a multiple of kBatch.
    void run(std::uint64_t seed, std::int64_t first, std::int64_t last, int threads, const StopFlag& stop);

    // What a hand of each class wins if it is played, the others playing as they do: sums over all players of all
    // deals.
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
