// How strong hands are on a board, about: against some random hands, now and after some random next cards.
//
// EHS' = HS + (1 - HS) PPot against any hand, each from a sample; hands of a trial's players are held against the same
// one. On the river there is no next card, and EHS' is HS.
#pragma once

#include "base/random.hpp"
#include "cards/evaluator.hpp"

namespace railbird {

class SampledStrength {
public:
    static constexpr int kOthers = 96;
    static constexpr int kNextCards = 16;

    // Takes a new sample for a board of three to five cards.
    void sample(RandomStream& random, CardMask board);

    // Of a hand without a card of the board. If by bad luck the sample says nothing, 1/2.
    double of(CardMask hand) const;

private:
    int size_ = 0;  // of the board
    int next_cards_ = 0;
    CardSum board_;
    std::array<CardMask, kOthers> masks_;
    std::array<HandRank, kOthers> now_;
    std::array<Card, kNextCards> next_;
    // After each next card; 0 where a hand has that card.
    std::array<std::array<HandRank, kOthers>, kNextCards> later_;
};

}  // namespace railbird
