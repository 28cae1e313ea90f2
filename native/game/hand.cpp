#include "game/hand.hpp"

#include <utility>

namespace railbird {

Hand::Hand(const GameDefinition& game, const std::array<Chips, kMostPlayers>& stacks, std::vector<Card> cards)
    : game_(game),
      state_(game, stacks),
      cards_(std::move(cards)),
      whole_board_(cards_needed(game) - game.players * game.hole_cards),
      known_board_(first_unknown()) {}

Hand::Hand(const Hand& hand, std::size_t taken)
    : game_(hand.game_),
      state_(taken < hand.before_.size() ? hand.before_[taken] : hand.state_),
      cards_(hand.cards_),
      actions_(hand.actions_.begin(), hand.actions_.begin() + static_cast<std::ptrdiff_t>(taken)),
      before_(hand.before_.begin(), hand.before_.begin() + static_cast<std::ptrdiff_t>(taken)),
      whole_board_(hand.whole_board_),
      known_board_(hand.known_board_) {}

Hand::Hand(const Hand& hand, std::vector<Card> cards)
    : game_(hand.game_),
      state_(hand.state_),
      cards_(std::move(cards)),
      actions_(hand.actions_),
      before_(hand.before_),
      whole_board_(hand.whole_board_),
      known_board_(first_unknown()) {}

void Hand::remember(ActionKind kind, Chips amount) {
    actions_.push_back(
        {static_cast<std::int8_t>(state_.actor()), static_cast<std::int8_t>(state_.round()), kind, amount});
    before_.push_back(state_);
}

void Hand::fold() {
    remember(ActionKind::fold, 0);
    state_.fold(game_);
}

void Hand::call() {
    remember(ActionKind::call, legal().call);
    state_.call(game_);
}

void Hand::raise_to(Chips amount) {
    remember(ActionKind::raise, amount);
    state_.raise_to(game_, amount);
}

void Hand::undo() {
    state_ = before_.back();
    before_.pop_back();
    actions_.pop_back();
}

int Hand::board_size() const {
    int size = 0;
    for (int round = 0; round <= state_.round(); ++round) size += game_.board_cards[round];
    return size;
}

int Hand::unknown_at_showdown() const {
    for (int player = 0; player < game_.players; ++player)
        if (!state_.folded(player) && !knows(player)) return player;
    return kNobody;
}

}  // namespace railbird
