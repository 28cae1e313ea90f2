// Checked conversion of arguments that several bindings of the engine share.
#pragma once

#include <vector>

#include "game/definition.hpp"

namespace railbird::bindings {

std::array<Chips, kMostPlayers> checked_stacks(const GameDefinition& game, const std::vector<Chips>& stacks);

}  // namespace railbird::bindings
