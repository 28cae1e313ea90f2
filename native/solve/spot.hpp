// A spot to solve: the betting that may follow, the cards, and what each of two players may hold.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "cards/cards.hpp"
#include "solve/betting.hpp"

namespace railbird {

// What a player gets at an end of the betting, in chips.
struct Outcomes {
    double win, loss, tie;
};

struct Spot {
    std::vector<BettingNode> nodes;
    std::vector<std::int32_t> children;             // by edge
    std::vector<std::array<Outcomes, 2>> outcomes;  // by node, for folds and showdowns
    CardMask deck = 0;
    CardMask board = 0;
    std::vector<int> deals;                      // by round, the number of board cards that come before it
    std::vector<CardMask> holdings;              // one or two cards each
    std::array<std::vector<double>, 2> weights;  // by holding
    // Strategies that are given, by betting node: [actions, holdings of the game].
    std::map<std::int32_t, std::vector<double>> locks;
};

}  // namespace railbird
