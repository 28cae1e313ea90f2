// Random play in bulk: a benchmark of the engine, and a search for broken invariants.
#pragma once

#include "base/parallel.hpp"
#include "base/random.hpp"
#include "game/hand_state.hpp"

namespace railbird {

struct PlayCount {
    std::int64_t hands = 0;
    std::int64_t actions = 0;
    std::int64_t showdowns = 0;
};

// Plays hands first..last-1, each with its own random stream; deals, bets and pays out. Every legal action is equally
// likely; a raise goes to the smallest, the largest or any amount between. Throws std::logic_error if chips are lost or
// created, a stack falls below 0, or a hand does not end. If stopped, it returns the counts so far.
PlayCount play_at_random(const GameDefinition& game, const std::array<Chips, kMostPlayers>& stacks, std::uint64_t seed,
                         std::int64_t first, std::int64_t last, const StopFlag& stop);

}  // namespace railbird
