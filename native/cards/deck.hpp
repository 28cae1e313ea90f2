// Random cards: dealing from a deck, and single draws.
#pragma once

#include <utility>

#include "base/random.hpp"
#include "cards/cards.hpp"

namespace railbird {

// A deck that is shuffled only as far as it is dealt (Fisher and Yates, from the front).
class Deck {
public:
    explicit constexpr Deck(CardMask cards) : cards_(cards) {}

    // Returns all cards to the deck. They keep their order, because any order is as good a start as another.
    void gather() { dealt_ = 0; }

    // There must be a card left. One random word serves kCardsPerWord cards.
    Card deal(RandomStream& random) {
        if (dealt_ % kCardsPerWord == 0) draws_ = Draws(random.next());
        const std::uint64_t index = dealt_ + draws_.below(static_cast<std::uint64_t>(cards_.size) - dealt_);
        std::swap(cards_.cards[dealt_], cards_.cards[index]);
        return cards_.cards[dealt_++];
    }

private:
    CardList cards_;
    std::uint64_t dealt_ = 0;
    Draws draws_{0};
};

// A card that is not in `used`; each call starts a new random word.
inline Card draw_card(RandomStream& random, CardMask used) {
    for (;;) {
        Draws draws(random.next());
        for (int i = 0; i < kCardsPerWord; ++i) {
            const auto card = static_cast<Card>(draws.below(kCards));
            if (!(used & bit_of(card))) return card;
        }
    }
}

// Fills first..last with different cards that are not in `used`, and adds them to it. It draws from the whole deck
// until a card is free; each call starts a new random word.
inline void draw_cards(RandomStream& random, CardMask& used, Card* first, Card* last) {
    while (first != last) {
        Draws draws(random.next());
        for (int i = 0; i < kCardsPerWord && first != last; ++i) {
            const auto card = static_cast<Card>(draws.below(kCards));
            if (used & bit_of(card)) continue;
            used |= bit_of(card);
            *first++ = card;
        }
    }
}

}  // namespace railbird
