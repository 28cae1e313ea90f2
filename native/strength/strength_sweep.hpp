// The strengths of all hands on one board, by one sweep upwards through the hands sorted by value.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards/evaluator.hpp"
#include "strength/value_sort.hpp"

namespace railbird {

// The number of hands that an opponent may have on a board with this many cards.
constexpr int opposing_hands(int board_cards) {
    const int left = kCards - 2 - board_cards;
    return left * (left - 1) / 2;
}

// Twice the hands beaten plus those tied are a hand's "halves": HS = halves / (2 * opposing hands).
class StrengthSweep {
public:
    explicit StrengthSweep(CardMask board) {
        for (int hand = 0; hand < kHands; ++hand)
            if (!(kHoleCards[hand].mask() & board)) candidates_.push_back(static_cast<std::uint16_t>(hand));
    }
    // The hands without a card of the board.
    const std::vector<std::uint16_t>& candidates() const { return candidates_; }

    // Calls visit(hand, halves) for each hand on a board of `board_cards` cards that `new_cards` were added to.
    template <class Visit>
    void run(CardMask new_cards, const CardSum& board_sum, int board_cards, const Visit& visit) {
        const auto evaluator = kEvaluator.of_size(board_cards + 2);
        int count = 0;
        for (const std::uint16_t hand : candidates_) {
            const HoleCards cards = kHoleCards[hand];
            if (cards.mask() & new_cards) continue;
            const CardSum sum = board_sum + kEvaluator.card(cards.low) + kEvaluator.card(cards.high);
            sorted_.hands[count++] = static_cast<std::uint32_t>(evaluator.rank(sum)) << 16 | hand;
        }
        sorted_.sort(count);
        by_card_.fill(0);
        int below = 0;
        const auto beaten_by = [&](HoleCards cards) { return below - by_card_[cards.low] - by_card_[cards.high]; };
        for (int start = 0, end; start < count; start = end) {
            const std::uint32_t value = ValueSort::value_of(sorted_.hands[start]);
            for (end = start; end < count && ValueSort::value_of(sorted_.hands[end]) == value; ++end) {
                const std::uint32_t hand = ValueSort::slot_of(sorted_.hands[end]);
                beaten_[hand] = beaten_by(kHoleCards[hand]);
            }
            for (int i = start; i < end; ++i) {
                const HoleCards cards = kHoleCards[ValueSort::slot_of(sorted_.hands[i])];
                ++below;
                ++by_card_[cards.low];
                ++by_card_[cards.high];
            }
            for (int i = start; i < end; ++i) {
                const std::uint32_t hand = ValueSort::slot_of(sorted_.hands[i]);
                visit(hand, beaten_[hand] + beaten_by(kHoleCards[hand]) + 1);  // itself is counted out twice
            }
        }
    }

private:
    std::vector<std::uint16_t> candidates_;
    ValueSort sorted_;
    std::array<int, kCards> by_card_;
    std::array<int, kHands> beaten_;
};

}  // namespace railbird
