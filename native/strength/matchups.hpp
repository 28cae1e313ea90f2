// Exact pre-flop equity for few combinations of hands, without enumerating all boards.
//
// If nobody has a flush, only the ranks of a board matter, and there are only 6,175 multisets of five ranks; the number
// of boards of each is a product of binomials. Boards that give somebody a flush are removed from that count and
// enumerated by the cards of the flush suit and the ranks of the others: some ten thousand cases instead of 1.7 million
// boards. Combinations of hands that differ only by an exchange of suits are counted once.
#pragma once

#include <array>
#include <vector>

#include "base/parallel.hpp"
#include "strength/winners.hpp"

namespace railbird {

// For hands that share no card, adds to counts[2^players] the number of boards that each set of players wins.
void count_showdowns(const std::uint16_t* hands, int players, CardMask dead, std::int64_t* counts);

class Matchups {
public:
    // `weights` are `players` tables of 1326, with weight 0 for hands with dead cards. If there are more than `most`
    // partial combinations of hands, none are kept and complete() is false.
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
