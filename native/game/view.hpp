// A player's view of a hand. Hidden cards are not in the object at all.
#pragma once

#include <optional>

#include "game/hand.hpp"

namespace railbird {

class View {
public:
    using HoleCards = std::array<std::vector<Card>, kMostPlayers>;

    View(const Hand& hand, int position);
    // Rebuilds a view from its parts. The cards of `played` are ignored.
    View(const Hand& played, int position, HoleCards hole_cards, std::vector<Card> board,
         std::optional<Settlement> settlement);

    const GameDefinition& game() const { return game_; }
    const HandState& state() const { return state_; }
    const std::vector<Action>& actions() const { return actions_; }
    int position() const { return position_; }
    const std::vector<Card>& board() const { return board_; }
    // The player's own cards, and those that were shown; empty for hidden and unknown ones.
    const std::vector<Card>& hole_cards(int player) const { return hole_cards_[player]; }
    bool settled() const { return settled_; }
    // The hand must be settled.
    const Settlement& settlement() const { return settlement_; }

private:
    GameDefinition game_;
    HandState state_;
    int position_;
    std::vector<Action> actions_;
    std::vector<Card> board_;
    HoleCards hole_cards_;
    bool settled_ = false;
    Settlement settlement_;
};

}  // namespace railbird
