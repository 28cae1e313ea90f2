// Roll-outs before the flop: everybody who plays puts in one bet, then all cards are dealt and the best hand wins.
#pragma once

#include <array>

#include "parallel.hpp"
#include "random.hpp"
#include "winners.hpp"

namespace railbird {

inline constexpr int kClasses = 169;

// The class of a hand in the square of classes, aces first, suited hands above the diagonal.
constexpr int class_of(Card a, Card b) {
    const int high = kRanks - 1 - (rank_of(a) > rank_of(b) ? rank_of(a) : rank_of(b));
    const int low = kRanks - 1 - (rank_of(a) > rank_of(b) ? rank_of(b) : rank_of(a));
    return suit_of(a) == suit_of(b) ? kRanks * high + low : kRanks * low + high;
}

class RollOut {
public:
    // Deals are numbered; each batch of them has a random stream of its own.
    static constexpr std::int64_t kBatch = 1 << 14;

    // `play` says how likely each class is played; those who play share a pot of a bet each and the dead money.
    RollOut(int players, const double* play, double dead_money);

    // Adds deals first..last-1; `first` is a multiple of kBatch.
    void run(std::uint64_t seed, std::int64_t first, std::int64_t last, int threads, const StopFlag& stop);

    // What a hand of each class wins if it is played, the others playing as they do: sums over all players of all
    // deals.
    struct Tally {
        std::array<double, kClasses> hands{};
        std::array<double, kClasses> income{};
        std::array<double, kClasses> squares{};
    };
    const Tally& tally() const { return tally_; }

private:
    Tally deal_batch(std::uint64_t seed, std::int64_t batch, std::int64_t deals, const StopFlag& stop) const;

    int players_;
    std::array<double, kClasses> play_;
    double dead_money_;
    Tally tally_;
};

}  // namespace railbird
