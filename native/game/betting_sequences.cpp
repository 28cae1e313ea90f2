#include "game/betting_sequences.hpp"

#include <vector>

namespace railbird {

SequenceCount count_betting_sequences(const GameDefinition& game, const std::array<Chips, kMostPlayers>& stacks,
                                      int still_in, bool folds, const StopFlag& stop) {
    SequenceCount count;
    std::vector<HandState> waiting{HandState(game, stacks)};  // instead of recursion: sequences can be very long
    while (!waiting.empty() && !stop) {
        const HandState state = waiting.back();
        waiting.pop_back();
        if (state.over()) {
            if (state.players_in(game) == 1)
                ++count.folded_out;
            else if (still_in == kNobody || !state.folded(still_in))
                ++count.showdowns;
            continue;
        }
        ++count.decisions;
        const Legal legal = state.legal(game);
        if (legal.raise()) waiting.emplace_back(state).raise_to(game, legal.least_raise);
        waiting.emplace_back(state).call(game);
        if (folds && legal.fold) waiting.emplace_back(state).fold(game);
    }
    return count;
}

}  // namespace railbird
