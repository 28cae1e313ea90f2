#include "histories/phh_actions.hpp"

#include <algorithm>
#include <array>

#include "cards/card_text.hpp"
#include "histories/text.hpp"

namespace railbird {

namespace {

using text::expect;
using text::take;
using text::take_digits;

constexpr std::size_t kMostDigits = 12;
constexpr std::size_t kBoardCards = 5;

class Reader {
public:
    Reader(int players, int places) : players_(players), places_(places) {
        for (auto& cards : holes_) cards = {kUnknownCard, kUnknownCard};
    }

    PhhActions read(std::string_view value) {
        expect(take(value, "['") && value.size() >= 2 && value.substr(value.size() - 2) == "']");
        value.remove_suffix(2);
        for (;;) {
            const std::size_t end = value.find('\'');
            read_action(value.substr(0, end));
            if (end == std::string_view::npos) break;
            value.remove_prefix(end);
            expect(take(value, "', '"));
        }
        PhhActions told{std::move(actions_), {}};
        for (int player = 0; player < players_; ++player)
            told.deal.insert(told.deal.end(), holes_[player].begin(), holes_[player].end());
        told.deal.insert(told.deal.end(), board_.begin(), board_.end());
        told.deal.resize(2 * static_cast<std::size_t>(players_) + kBoardCards, kUnknownCard);
        return told;
    }

private:
    void read_action(std::string_view action) {
        if (take(action, "d dh ")) {
            const int player = take_player(action);
            expect(take(action, " "));
            if (action != "????") show(player, action);
        } else if (take(action, "d db ")) {
            expect(!action.empty());
            for (const Card card : cards_of(action)) board_.push_back(card);
            expect(board_.size() >= 3 && board_.size() <= kBoardCards);
        } else {
            const int player = take_player(action);
            expect(take(action, " "));
            if (action == "f") {
                act(player, ActionKind::fold, kUnstated);
            } else if (action == "cc") {
                act(player, ActionKind::call, kUnstated);
            } else if (take(action, "cbr ")) {
                act(player, ActionKind::raise, amount_of(action));
            } else {
                if (action == "sm") return;
                expect(take(action, "sm "));
                show(player, action);
            }
        }
    }

    // "p1", the first position.
    int take_player(std::string_view& action) const {
        Chips number = 0;
        expect(take(action, "p") && !action.empty() && action[0] != '0' && take_digits(action, 2, number) > 0);
        expect(number <= players_);
        return static_cast<int>(number) - 1;
    }

    Chips amount_of(std::string_view amount) const {
        Chips chips = 0;
        expect(take_digits(amount, kMostDigits, chips) > 0);
        std::size_t places = 0;
        if (take(amount, ".")) {
            places = take_digits(amount, static_cast<std::size_t>(places_), chips);
            expect(places > 0);
        }
        expect(amount.empty());
        for (; places < static_cast<std::size_t>(places_); ++places) chips *= 10;
        expect(chips <= kMostChips);
        return chips;
    }

    // "AhKd", each card once.
    static std::vector<Card> cards_of(std::string_view text) {
        std::vector<Card> cards;
        expect(text.size() % 2 == 0);
        for (std::size_t i = 0; i < text.size(); i += 2) {
            const int rank = rank_of_letter(text[i]), suit = suit_of_letter(text[i + 1]);
            expect(rank >= 0 && suit >= 0);
            const Card card = static_cast<Card>(kSuits * rank + suit);
            expect(std::find(cards.begin(), cards.end(), card) == cards.end());
            cards.push_back(card);
        }
        return cards;
    }

    // Hole cards, which may be told several times and in any order.
    void show(int player, std::string_view text) {
        const std::vector<Card> cards = cards_of(text);
        expect(cards.size() == 2);
        std::array<Card, 2>& known = holes_[static_cast<std::size_t>(player)];
        if (known[0] == kUnknownCard) known = {cards[0], cards[1]};
        expect(std::is_permutation(known.begin(), known.end(), cards.begin(), cards.end()));
    }

    void act(int player, ActionKind kind, Chips amount) {
        const std::size_t round = board_.empty() ? 0 : board_.size() - 2;
        actions_.push_back({static_cast<std::int8_t>(player), static_cast<std::int8_t>(round), kind, amount});
    }

    static constexpr Chips kUnstated = -1;

    const int players_;
    const int places_;
    std::vector<Action> actions_;
    std::array<std::array<Card, 2>, kMostPlayers> holes_;
    std::vector<Card> board_;
};

}  // namespace

std::optional<PhhActions> read_phh_actions(std::string_view value, int players, int places) {
    try {
        return Reader(players, places).read(value);
    } catch (const text::Unusual&) {
        return std::nullopt;
    }
}

}  // namespace railbird
