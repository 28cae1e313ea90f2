// Approximate strength of hands on a board: against some random hands, now and after some random next cards.
//
// EHS' = HS + (1 - HS) PPot against an opponent with any hand, each from a sample; all players of a trial use the same
// sample. On the river there is no next card, and EHS' is HS.
#pragma once

#include "base/random.hpp"
#include "cards/evaluator.hpp"

namespace railbird {

class SampledStrength {
public:
    static constexpr int kOthers = 96;
    static constexpr int kNextCards = 16;

    // Draws a new sample for a board of three to five cards.
    void sample(RandomStream& random, CardMask board);

    // The strength of a hand that shares no card with the board; 1/2 if the whole sample shares cards with it.
    double of(CardMask hand) const;

private:
    int size_ = 0;  // of the board
    int next_cards_ = 0;
    CardSum board_;
    std::array<CardMask, kOthers> masks_;
    std::array<HandRank, kOthers> now_;
    std::array<Card, kNextCards> next_;
    // After each next card; 0 if a hand contains that card.
    std::array<std::array<HandRank, kOthers>, kNextCards> later_;
};

}  // namespace railbird
