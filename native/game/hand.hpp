// One hand as the dealer sees it: betting, cards, and the actions so far.
#pragma once

#include <algorithm>
#include <vector>

#include "game/dealing.hpp"
#include "game/settlement.hpp"

namespace railbird {

struct Action {
    std::int8_t player;
    std::int8_t round;
    ActionKind kind;
    Chips amount;  // the cost of a call, or the total that a raise goes to
};

class Hand {
public:
    // `cards` has the hole cards by position and then the board, cards_needed(game) in all. Some may be unknown: all
    // hole cards of a player, or the board cards of a round and of all later rounds.
    Hand(const GameDefinition& game, const std::array<Chips, kMostPlayers>& stacks, std::vector<Card> cards);

    // The hand as it was after its first `taken` actions, with nothing hidden.
    Hand(const Hand& hand, std::size_t taken);

    // The same betting with other cards and nothing hidden: what is legal does not depend on the cards.
    Hand(const Hand& hand, std::vector<Card> cards);

    const GameDefinition& game() const { return game_; }
    const HandState& state() const { return state_; }
    const std::vector<Action>& actions() const { return actions_; }
    // The state before the action with this index.
    const HandState& before(std::size_t action) const { return before_[action]; }
    bool over() const { return state_.over(); }
    Legal legal() const { return state_.legal(game_); }

    // Hides the hole cards from everybody who can reach this object, until the hand is over.
    void seal() { sealed_ = true; }
    bool sealed() const { return sealed_ && !over(); }

    // The action must be legal.
    void fold();
    void call();
    void raise_to(Chips amount);
    // There must have been an action.
    void undo();

    const Card* hole_cards(int player) const { return cards_.data() + player * game_.hole_cards; }
    bool knows(int player) const { return hole_cards(player)[0] != kUnknownCard; }
    const Card* board() const { return cards_.data() + game_.players * game_.hole_cards; }
    // The number of board cards on the table, and how many of those are known.
    int board_size() const;
    int known_board_size() const { return std::min(board_size(), known_board_); }
    // Whether all board cards on the table are known. Nobody can act otherwise.
    bool knows_board() const { return known_board_ == whole_board_ || board_size() <= known_board_; }

    // Whether the hand is over and its payoffs follow from the known cards. They always do if all but one have folded.
    bool settled() const {
        return over() && (players_in() == 1 || (knows_board() && unknown_at_showdown() == kNobody));
    }
    // The first player who has not folded and whose hole cards are unknown, or kNobody.
    int unknown_at_showdown() const;

    // The hand must be settled.
    Payoffs payoffs() const { return railbird::payoffs(game_, state_, values()); }
    Settlement settlement() const { return settle(game_, state_, values()); }

private:
    int players_in() const { return state_.players_in(game_); }
    HandValues values() const { return values_of(game_, state_, cards_.data()); }
    int first_unknown() const {
        return static_cast<int>(std::find(board(), board() + whole_board_, kUnknownCard) - board());
    }
    void remember(ActionKind kind, Chips amount);

    GameDefinition game_;
    HandState state_;
    std::vector<Card> cards_;
    std::vector<Action> actions_;
    std::vector<HandState> before_;  // the state before each action
    bool sealed_ = false;
    int whole_board_;
    int known_board_;
};

}  // namespace railbird
