// Exchanges of suits, and problems that they do not change.
#pragma once

#include <array>
#include <vector>

#include "cards/cards.hpp"

namespace railbird {

// One of the 24 ways to exchange suits: what it makes of each card and of each hand.
struct SuitExchange {
    std::array<std::uint8_t, kCards> cards;
    std::array<std::uint16_t, kHands> hands;

    explicit SuitExchange(const std::array<int, kSuits>& suits);
    CardMask of(CardMask mask) const;
};

const std::vector<SuitExchange>& all_suit_exchanges();

// Suits that can be exchanged without changing the problem: like[s] is the first suit that s can be exchanged with (or
// s).
struct SuitSymmetry {
    std::array<int, kSuits> like{0, 1, 2, 3};
};

// The symmetry of a set of weight tables (1326 each, one after another) and of sets of cards.
SuitSymmetry find_symmetry(const double* weights, int tables, const std::vector<CardMask>& sets);

// The hands that exchanges of alike suits make of a hand, itself among them.
std::vector<int> images_of_hand(int hand, const SuitSymmetry& symmetry);

}  // namespace railbird
