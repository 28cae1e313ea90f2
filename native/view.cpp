#include "view.hpp"

#include <utility>

namespace railbird {

View::View(const Hand& hand, int position)
    : game_(hand.game()),
      state_(hand.state()),
      position_(position),
      actions_(hand.actions()),
      board_(hand.board(), hand.board() + hand.board_size()) {
    const auto see = [&](int player) {
        hole_cards_[player].assign(hand.hole_cards(player), hand.hole_cards(player) + game_.hole_cards);
    };
    see(position);
    if (!hand.over()) return;
    settlement_ = hand.settlement();
    for (const Showing& showing : settlement_.showdown)
        if (showing.shown) see(showing.player);
}

View::View(const Hand& played, int position, HoleCards hole_cards, std::vector<Card> board, Settlement settlement)
    : game_(played.game()),
      state_(played.state()),
      position_(position),
      actions_(played.actions()),
      board_(std::move(board)),
      hole_cards_(std::move(hole_cards)),
      settlement_(std::move(settlement)) {}

}  // namespace railbird
