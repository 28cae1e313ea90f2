#include "dealing.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace railbird {

int cards_needed(const GameDefinition& game) {
    return std::accumulate(game.board_cards.begin(), game.board_cards.end(), game.players * game.hole_cards);
}

void deal_cards(const GameDefinition& game, std::uint64_t seed, std::uint64_t hand, Card* cards) {
    std::array<Card, kCards> deck;
    int size = 0;
    for (int rank = kRanks - game.ranks; rank < kRanks; ++rank)
        for (int suit = kSuits - game.suits; suit < kSuits; ++suit) deck[size++] = static_cast<Card>(4 * rank + suit);

    RandomStream random = RandomStream::named(seed, {hand, static_cast<std::uint64_t>(Purpose::dealing)});
    Draws draws(0);
    const int needed = cards_needed(game);
    for (int dealt = 0; dealt < needed; ++dealt) {
        if (dealt % kCardsPerWord == 0) draws = Draws(random.next());
        const auto place = dealt + static_cast<int>(draws.below(static_cast<std::uint64_t>(size - dealt)));
        std::swap(deck[dealt], deck[place]);
    }
    std::copy_n(deck.begin(), needed, cards);
}

}  // namespace railbird
