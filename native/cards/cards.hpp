// Cards, two-card hands and their fixed order.
//
// A card is 4 * rank + suit with ranks 2..A as 0..12 and suits c, d, h, s as 0..3, so that 2c is 0 and As is 51.
// A two-card hand {low < high} is high * (high - 1) / 2 + low, so that 2d2c is 0 and AsAh is 1325.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace railbird {

inline constexpr int kRanks = 13;
inline constexpr int kSuits = 4;
inline constexpr int kCards = 52;
inline constexpr int kHands = 1326;
inline constexpr int kBoardCards = 5;  // of hold'em

using Card = std::uint8_t;
using CardMask = std::uint64_t;  // bit c stands for card c
inline constexpr CardMask kFullDeck = (CardMask{1} << kCards) - 1;

// An unknown card in a deal. It is in no deck and in no set of cards.
inline constexpr Card kUnknownCard = 0xFF;

constexpr int rank_of(int card) { return card >> 2; }
constexpr int suit_of(int card) { return card & 3; }
constexpr CardMask bit_of(int card) { return CardMask{1} << card; }

struct HoleCards {
    Card low;
    Card high;
    constexpr CardMask mask() const { return bit_of(low) | bit_of(high); }
};

constexpr int hand_index(int a, int b) {
    const int high = a > b ? a : b;
    const int low = a > b ? b : a;
    return high * (high - 1) / 2 + low;
}

constexpr std::array<HoleCards, kHands> make_hands() {
    std::array<HoleCards, kHands> hands{};
    for (int high = 1, i = 0; high < kCards; ++high)
        for (int low = 0; low < high; ++low) hands[i++] = {static_cast<Card>(low), static_cast<Card>(high)};
    return hands;
}

inline constexpr std::array<HoleCards, kHands> kHoleCards = make_hands();

// The cards of a mask as a list, in ascending order.
struct CardList {
    std::array<Card, kCards> cards;
    int size = 0;

    explicit constexpr CardList(CardMask mask) : cards{} {
        for (; mask; mask &= mask - 1)
            cards[static_cast<std::size_t>(size++)] = static_cast<Card>(std::countr_zero(mask));
    }
};

// Calls visit(card) for each card of the mask, in ascending order.
template <class Visit>
void for_each_card(CardMask mask, Visit&& visit) {
    for (; mask; mask &= mask - 1) visit(std::countr_zero(mask));
}

}  // namespace railbird
