// Counts the betting sequences of a game, to prove the rules. betting_tree.hpp has them as nodes, for searches.
#pragma once

#include "base/parallel.hpp"
#include "game/hand_state.hpp"

namespace railbird {

struct SequenceCount {
    std::int64_t decisions = 0;   // states in which a player has to act
    std::int64_t showdowns = 0;   // ends with two or more players left
    std::int64_t folded_out = 0;  // ends where all but one have folded
};

// Walks the tree with the smallest raise wherever raising is legal. If `still_in` is a player, only showdowns where
// they have not folded count. Without `folds`, only checks, calls and raises are tried. If stopped, it returns the
// counts so far.
SequenceCount count_betting_sequences(const GameDefinition& game, const std::array<Chips, kMostPlayers>& stacks,
                                      int still_in, bool folds, const StopFlag& stop);

}  // namespace railbird
