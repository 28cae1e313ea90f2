// Policy tables of players: a triple of fold, call and raise for each round, number of bets and raises in it, bets to
// call, number of opponents, and strength.
#pragma once

#include <algorithm>
#include <vector>

#include "game/definition.hpp"

namespace railbird {

class PolicyTables {
public:
    static constexpr int kRaises = 5;  // 0 to 4 or more
    static constexpr int kBets = 3;    // to call: 0, 1, 2 or more
    static constexpr int kOpponents = 3;
    static constexpr int kContexts = kMostRounds * kRaises * kBets * kOpponents;

    // [players, contexts, bins, 3]
    PolicyTables(std::vector<double> triples, int players, int bins);

    static int context(int round, int raises, int bets_to_call, int opponents) {
        raises = std::min(raises, kRaises - 1);
        bets_to_call = std::min(bets_to_call, kBets - 1);
        opponents = std::clamp(opponents, 1, kOpponents) - 1;
        return ((round * kRaises + raises) * kBets + bets_to_call) * kOpponents + opponents;
    }
    int bins() const { return bins_; }
    int bin(double strength) const { return std::clamp(static_cast<int>(strength * bins_), 0, bins_ - 1); }
    const double* triple(int player, int context, int bin) const {
        return triples_.data() + ((static_cast<std::size_t>(player) * kContexts + context) * bins_ + bin) * 3;
    }

private:
    std::vector<double> triples_;
    int bins_;
};

}  // namespace railbird
