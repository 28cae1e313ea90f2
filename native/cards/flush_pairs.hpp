// Two-card hands that can have five cards of a suit on a board: they cannot be counted by their ranks alone.
#pragma once

#include <bit>

#include "cards/cards.hpp"

namespace railbird {

constexpr CardMask suit_mask(int suit) { return 0x1'1111'1111'1111 << suit; }

// Calls visit(a, b) once for each hand of two unseen cards that has, with the board, five cards of a suit.
template <class Visit>
void for_each_flush_pair(CardMask board, CardMask unseen, const Visit& visit) {
    for (int suit = 0; suit < kSuits; ++suit) {
        const int on_board = std::popcount(board & suit_mask(suit));
        if (on_board < 3) continue;
        const CardMask of_suit = unseen & suit_mask(suit);
        // With three on the board a hand needs two of the suit, with four one, with five none.
        const CardMask first = on_board < 5 ? of_suit : unseen;
        const CardMask second = on_board < 4 ? of_suit : unseen;
        for_each_card(first, [&](int a) {
            // Both from the first set: each pair once.
            for_each_card(first & ~((bit_of(a) << 1) - 1),
                          [&](int b) { visit(static_cast<Card>(a), static_cast<Card>(b)); });
            for_each_card(second & ~first, [&](int b) { visit(static_cast<Card>(a), static_cast<Card>(b)); });
        });
    }
}

}  // namespace railbird
