// Equity by dealing at random.
//
// Hands are drawn from their ranges independently and thrown away as a whole when two of them share a card, which is the exact
// joint distribution. A player with any two cards is dealt from the deck, which is the same distribution without waste.
#pragma once

#include <vector>

#include "winners.hpp"

namespace railbird {

class MonteCarlo {
public:
    // Deals are numbered; each batch of them has a random stream of its own.
    static constexpr std::int64_t kBatch = 1 << 16;

    // `weights` are `players` tables of 1326. Hands that touch the board or a dead card must have weight 0 in them.
    MonteCarlo(const double* weights, int players, CardMask board, CardMask dead);

    // Adds deals first..last-1 to the tally; `first` is a multiple of kBatch. False if the ranges hardly ever fit together.
    bool run(std::uint64_t seed, std::int64_t first, std::int64_t last, int threads);

    const std::vector<std::int64_t>& tally() const { return tally_; }

private:
    struct Hand {
        CardSum sum;
        CardMask mask;
    };
    // Walker's alias table: a column is drawn uniformly, then its own hand or its alias.
    struct Column {
        std::uint64_t keep;  // of 2^64: how often the column's own hand is taken
        std::uint16_t own, alias;
    };
    struct Drawn {
        int player;
        std::vector<Column> columns;
        std::vector<Hand> hands;
        bool uniform;
    };

    bool deal_batch(std::uint64_t seed, std::int64_t batch, std::int64_t deals, std::vector<std::int64_t>& tally) const;

    int players_;
    int board_to_come_;
    CardSum board_sum_;
    CardMask fixed_mask_ = 0;  // cards of players who have only one hand
    bool fixed_fit_ = true;    // no two such players have the same card
    std::vector<std::pair<int, CardSum>> fixed_;
    std::vector<Drawn> drawn_;  // players with a range
    std::vector<int> dealt_;    // players with any two cards
    std::vector<Card> deck_;    // what may be dealt
    std::vector<std::int64_t> tally_;
};

}  // namespace railbird
