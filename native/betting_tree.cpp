#include "betting_tree.hpp"

namespace railbird {

namespace {

void walk(const GameDefinition& game, const HandState& state, int still_in, bool folds, TreeCount& count) {
    if (state.over()) {
        if (state.players_in(game) == 1)
            ++count.folded_out;
        else if (still_in == kNobody || !state.folded(still_in))
            ++count.showdowns;
        return;
    }
    ++count.decisions;
    const Legal legal = state.legal(game);
    if (folds && legal.fold) {
        HandState after = state;
        after.fold(game);
        walk(game, after, still_in, folds, count);
    }
    HandState called = state;
    called.call(game);
    walk(game, called, still_in, folds, count);
    if (legal.raise()) {
        HandState raised = state;
        raised.raise_to(game, legal.least_raise);
        walk(game, raised, still_in, folds, count);
    }
}

}  // namespace

TreeCount count_tree(const GameDefinition& game, const std::array<Chips, kMostPlayers>& stacks, int still_in,
                     bool folds) {
    TreeCount count;
    walk(game, HandState(game, stacks), still_in, folds, count);
    return count;
}

}  // namespace railbird
