// One hand from the dealer's side: betting, cards, and what has happened so far.
#pragma once

#include <vector>

#include "dealing.hpp"
#include "settlement.hpp"

namespace railbird {

enum class ActionKind : std::uint8_t { fold, call, raise };

struct Action {
    std::int8_t player;
    std::int8_t round;
    ActionKind kind;
    Chips amount;  // what a call costs, what a raise goes to
};

class Hand {
public:
    // Deals hole cards by position and then the board from the front of `cards`, which has cards_needed(game) of them.
    Hand(const GameDefinition& game, const std::array<Chips, kMostPlayers>& stacks, std::vector<Card> cards);

    const GameDefinition& game() const { return game_; }
    const HandState& state() const { return state_; }
    const std::vector<Action>& actions() const { return actions_; }
    // The betting before the action of this number.
    const HandState& before(std::size_t action) const { return before_[action]; }
    bool over() const { return state_.over(); }
    Legal legal() const { return state_.legal(game_); }

    // Hidden from now on until the hand is over: cards that a player may not see, from whoever can reach this object.
    void seal() { sealed_ = true; }
    bool sealed() const { return sealed_ && !over(); }

    // Each must be legal.
    void fold();
    void call();
    void raise_to(Chips amount);
    // There must have been an action.
    void undo();

    const Card* hole_cards(int player) const { return cards_.data() + player * game_.hole_cards; }
    const Card* board() const { return cards_.data() + game_.players * game_.hole_cards; }
    // How many board cards lie on the table.
    int board_size() const;

    // Once the hand is over.
    Payoffs payoffs() const { return railbird::payoffs(game_, state_, values()); }
    Settlement settlement() const { return settle(game_, state_, values()); }

private:
    HandValues values() const { return values_of(game_, state_, cards_.data()); }
    void remember(ActionKind kind, Chips amount);

    GameDefinition game_;
    HandState state_;
    std::vector<Card> cards_;
    std::vector<Action> actions_;
    std::vector<HandState> before_;  // each action
    bool sealed_ = false;
};

}  // namespace railbird
