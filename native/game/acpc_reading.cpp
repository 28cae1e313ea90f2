#include "game/acpc_reading.hpp"

#include "cards/card_text.hpp"

namespace railbird {

namespace {

constexpr int kMostDigits = 15;

// The text up to a separator, which is removed with it; all of it if there is none.
std::string_view next_part(std::string_view& text, char separator) {
    const std::size_t end = text.find(separator);
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    return part;
}

// Appends so many cards of a deck; empty text stands for unknown cards.
bool append_cards(const GameDefinition& game, std::string_view text, int count, std::vector<Card>& cards) {
    if (text.empty()) {
        cards.insert(cards.end(), static_cast<std::size_t>(count), kUnknownCard);
        return true;
    }
    if (text.size() != 2 * static_cast<std::size_t>(count)) return false;
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const int rank = rank_of_letter(text[i]);
        const int suit = suit_of_letter(text[i + 1]);
        if (rank < kRanks - game.ranks || suit < kSuits - game.suits) return false;
        cards.push_back(static_cast<Card>(kSuits * rank + suit));
    }
    return true;
}

}  // namespace

std::optional<std::vector<Card>> read_acpc_cards(const GameDefinition& game, std::string_view text) {
    std::vector<Card> cards;
    cards.reserve(static_cast<std::size_t>(cards_needed(game)));
    std::string_view holes = next_part(text, '/');
    for (int player = 0; player < game.players; ++player) {
        const bool last = player + 1 == game.players;
        if (last != (holes.find('|') == std::string_view::npos)) return std::nullopt;
        if (!append_cards(game, next_part(holes, '|'), game.hole_cards, cards)) return std::nullopt;
    }
    for (int round = 0; round < game.rounds; ++round) {
        if (!game.board_cards[round]) continue;
        if (!append_cards(game, next_part(text, '/'), game.board_cards[round], cards)) return std::nullopt;
    }
    if (!text.empty()) return std::nullopt;
    return cards;
}

bool play_acpc_betting(Hand& hand, std::string_view betting) {
    int round = 0;
    for (std::size_t i = 0; i < betting.size();) {
        const char letter = betting[i++];
        if (letter == '/') {
            ++round;
            continue;
        }
        Chips amount = 0;
        const std::size_t digits = i;
        while (i < betting.size() && betting[i] >= '0' && betting[i] <= '9') {
            if (i - digits == kMostDigits) return false;
            amount = 10 * amount + (betting[i++] - '0');
        }
        if (hand.over() || hand.state().round() != round || !hand.knows_board()) return false;
        const Legal legal = hand.legal();
        if (letter == 'f' && legal.fold) {
            hand.fold();
        } else if (letter == 'c') {
            hand.call();
        } else if (letter == 'r' && legal.raise()) {
            const HandState& state = hand.state();
            const Chips before = state.paid(state.actor()) - state.bet(state.actor());
            const Chips to = hand.game().betting == Betting::limit ? legal.least_raise : amount - before;
            if (to < legal.least_raise || to > legal.most_raise) return false;
            hand.raise_to(to);
        } else {
            return false;
        }
    }
    return true;
}

}  // namespace railbird
