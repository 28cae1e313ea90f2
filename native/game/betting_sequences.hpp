// Counts the betting sequences of a game, for proofs of the rules. A betting_tree.hpp has them as nodes, for searches.
#pragma once

#include "base/parallel.hpp"
#include "game/hand_state.hpp"

namespace railbird {

struct SequenceCount {
    std::int64_t decisions = 0;   // states in which somebody has to act
    std::int64_t showdowns = 0;   // ends with two or more players in
    std::int64_t folded_out = 0;  // ends in which all but one have folded
};

// Walks the tree with the smallest raise wherever raising is legal. Showdowns count if `still_in` (or anybody, for
// nobody) has not folded. Without folds, only checking, calling and raising are tried. Told to stop, it counts only
// what it has seen.
SequenceCount count_betting_sequences(const GameDefinition& game, const std::array<Chips, kMostPlayers>& stacks,
                                      int still_in, bool folds, const StopFlag& stop);

}  // namespace railbird
