// Exact equity before the flop for few combinations of hands, without going through all boards.
//
// A board without a flush for anybody matters by its ranks alone, and there are only 6,175 sets of five ranks; each
// stands for a product of binomials of suits. Boards that give somebody a flush are taken out of that count and looked
// at by the cards of the flush suit and the ranks of the others: some ten thousand cases in place of 1.7 million
// boards. Combinations of hands that differ only in an exchange of suits are counted once.
#pragma once

#include <array>
#include <vector>

#include "base/parallel.hpp"
#include "strength/winners.hpp"

namespace railbird {

// Adds to counts[2^players], for hands that share no card, how many boards each set of players wins.
void count_showdowns(const std::uint16_t* hands, int players, CardMask dead, std::int64_t* counts);

class Matchups {
public:
    // `weights` are `players` tables of 1326. Dead cards must have weight 0 in them. When more than `most` choices of
    // hands for one or more players have to be looked at, none are kept and complete() is false.
    Matchups(const double* weights, int players, CardMask dead, std::int64_t most);

    bool complete() const { return complete_; }
    std::int64_t count() const { return static_cast<std::int64_t>(matchups_.size()); }

    void run(int first_block, int last_block, int threads, const StopFlag& stop);
    std::vector<double> tally() const { return add_up(blocks_, players_); }

private:
    using Hands = std::array<std::uint16_t, kMaxPlayers>;
    struct Matchup {
        Hands hands;
        double weight;
    };

    int players_;
    CardMask dead_;
    bool complete_ = true;
    std::vector<Matchup> matchups_;
    std::vector<std::vector<double>> blocks_;
};

}  // namespace railbird
