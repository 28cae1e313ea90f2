#include "models/policy_tables.hpp"

#include <algorithm>
#include <utility>

namespace railbird {

PolicyTables::PolicyTables(std::vector<double> triples, int players, int bins)
    : triples_(std::move(triples)), bins_(bins) {
    triples_.resize(static_cast<std::size_t>(players) * kContexts * bins * 3);
}

int PolicyTables::context(int round, int raises, int bets_to_call, int opponents) {
    raises = std::min(raises, kRaises - 1);
    bets_to_call = std::min(bets_to_call, kBets - 1);
    opponents = std::clamp(opponents, 1, kOpponents) - 1;
    return ((round * kRaises + raises) * kBets + bets_to_call) * kOpponents + opponents;
}

int PolicyTables::bin(double strength) const { return std::clamp(static_cast<int>(strength * bins_), 0, bins_ - 1); }

}  // namespace railbird
