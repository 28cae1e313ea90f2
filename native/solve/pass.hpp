// The kinds of passes over a tree.
#pragma once

namespace railbird {

// What a pass over the tree computes: it updates a player's strategy, or it gives values against the other's average
// strategy, of the player's own average strategy or of a best response.
enum class Pass { update, profile, best_response };

}  // namespace railbird
