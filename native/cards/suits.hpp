// Exchanges of suits, and problems that are symmetric under them.
#pragma once

#include <array>
#include <vector>

#include "cards/cards.hpp"

namespace railbird {

// One of the 24 exchanges of suits: the image of each card and of each hand.
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

// The images of a hand under exchanges of symmetric suits, including itself.
std::vector<int> images_of_hand(int hand, const SuitSymmetry& symmetry);

}  // namespace railbird
