#include "game/view.hpp"

#include <optional>
#include <utility>

namespace railbird {

View::View(const Hand& hand, int position)
    : game_(hand.game()),
      state_(hand.state()),
      position_(position),
      actions_(hand.actions()),
      board_(hand.board(), hand.board() + hand.known_board_size()),
      settled_(hand.settled()) {
    const auto see = [&](int player) {
        if (!hand.knows(player)) return;
        hole_cards_[player].assign(hand.hole_cards(player), hand.hole_cards(player) + game_.hole_cards);
    };
    see(position);
    if (!settled_) return;
    settlement_ = hand.settlement();
    for (const Showing& showing : settlement_.showdown)
        if (showing.shown) see(showing.player);
}

View::View(const Hand& played, int position, HoleCards hole_cards, std::vector<Card> board,
           std::optional<Settlement> settlement)
    : game_(played.game()),
      state_(played.state()),
      position_(position),
      actions_(played.actions()),
      board_(std::move(board)),
      hole_cards_(std::move(hole_cards)),
      settled_(settlement.has_value()),
      settlement_(settlement ? std::move(*settlement) : Settlement{}) {}

}  // namespace railbird
