#include "game/acpc_text.hpp"

namespace railbird {

namespace {

void write_cards(std::string& text, const Card* cards, int count) {
    for (int i = 0; i < count; ++i) {
        text += "23456789TJQKA"[rank_of(cards[i])];
        text += "cdhs"[suit_of(cards[i])];
    }
}

}  // namespace

std::string acpc_text(const Hand& hand) {
    const GameDefinition& game = hand.game();
    std::string text;
    int round = 0;
    for (std::size_t i = 0; i < hand.actions().size(); ++i) {
        const Action& action = hand.actions()[i];
        for (; round < action.round; ++round) text += '/';
        text += "fcr"[static_cast<int>(action.kind)];
        if (action.kind == ActionKind::raise && game.betting != Betting::limit) {
            const HandState& before = hand.before(i);
            text += std::to_string(before.paid(action.player) - before.bet(action.player) + action.amount);
        }
    }
    for (; round < hand.state().round(); ++round) text += '/';
    text += ':';
    for (int player = 0; player < game.players; ++player) {
        if (player) text += '|';
        if (hand.knows(player)) write_cards(text, hand.hole_cards(player), game.hole_cards);
    }
    int written = 0;
    for (int r = 0; r < game.rounds && written < hand.known_board_size(); ++r) {
        if (r) text += '/';
        write_cards(text, hand.board() + written, game.board_cards[r]);
        written += game.board_cards[r];
    }
    return text;
}

}  // namespace railbird
