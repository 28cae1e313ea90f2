#include "game/dealing.hpp"

#include <numeric>

#include "cards/deck.hpp"

namespace railbird {

int cards_needed(const GameDefinition& game) {
    return std::accumulate(game.board_cards.begin(), game.board_cards.end(), game.players * game.hole_cards);
}

namespace {

constexpr CardMask deck_mask(int ranks, int suits) {
    CardMask deck = 0;
    for (int rank = kRanks - ranks; rank < kRanks; ++rank)
        for (int suit = kSuits - suits; suit < kSuits; ++suit) deck |= bit_of(kSuits * rank + suit);
    return deck;
}

constexpr Deck kFreshDeck(kFullDeck);

bool is_whole(const GameDefinition& game) { return game.ranks == kRanks && game.suits == kSuits; }

}  // namespace

CardMask deck_of(const GameDefinition& game) { return is_whole(game) ? kFullDeck : deck_mask(game.ranks, game.suits); }

void deal_cards(const GameDefinition& game, std::uint64_t seed, std::uint64_t hand, Card* cards) {
    RandomStream random = RandomStream::named(seed, {hand, static_cast<std::uint64_t>(Purpose::dealing)});
    Deck deck = is_whole(game) ? kFreshDeck : Deck(deck_of(game));
    const int needed = cards_needed(game);
    for (int i = 0; i < needed; ++i) cards[i] = deck.deal(random);
}

}  // namespace railbird
