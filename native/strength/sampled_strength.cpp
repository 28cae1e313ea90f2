#include "strength/sampled_strength.hpp"

#include "cards/deck.hpp"

namespace railbird {

void SampledStrength::sample(RandomStream& random, CardMask board) {
    size_ = std::popcount(board);
    board_ = kEvaluator.sum(board);
    next_cards_ = size_ < 5 ? kNextCards : 0;
    CardMask used = board;
    for (int i = 0; i < next_cards_; ++i) {
        next_[i] = draw_card(random, used);
        used |= bit_of(next_[i]);
    }
    const auto now = kEvaluator.of_size(size_ + 2), later = kEvaluator.of_size(size_ + (size_ < 5 ? 3 : 2));
    std::array<CardSum, kOthers> sums;
    for (int k = 0; k < kOthers; ++k) {
        const Card first = draw_card(random, board);
        const Card second = draw_card(random, board | bit_of(first));
        masks_[k] = bit_of(first) | bit_of(second);
        sums[k] = board_ + kEvaluator.card(first) + kEvaluator.card(second);
        now_[k] = now.rank(sums[k]);
    }
    for (int i = 0; i < next_cards_; ++i) {
        const Card next = next_[i];
        const CardSum card = kEvaluator.card(next);
        for (int k = 0; k < kOthers; ++k) later_[i][k] = masks_[k] >> next & 1 ? 0 : later.rank(sums[k] + card);
    }
}

double SampledStrength::of(CardMask hand) const {
    CardSum sum = board_;
    for_each_card(hand, [&](int card) { sum += kEvaluator.card(static_cast<Card>(card)); });
    const HandRank mine = kEvaluator.rank(sum, size_ + 2);
    // By sample: `counts` is 1 if it shares no card; `trails` is 2 if we are behind, 1 if tied, 0 if ahead.
    std::array<std::uint16_t, kOthers> counts, trails;
    int total = 0, lost = 0;
    for (int k = 0; k < kOthers; ++k) {
        counts[k] = (masks_[k] & hand) == 0;
        trails[k] = static_cast<std::uint16_t>((now_[k] > mine) + (now_[k] >= mine));
        total += counts[k];
        lost += counts[k] * trails[k];
    }
    if (total == 0) return 0.5;
    const double hs = 1 - lost / (2.0 * total);
    // PPot = (T(B,A) + T(B,T)/2 + T(T,A)/2) / (T(B,S) + T(T,S)/2), in halves.
    int gained = 0, behind = 0;
    for (int i = 0; i < next_cards_; ++i) {
        if (hand >> next_[i] & 1) continue;
        const HandRank then = kEvaluator.rank(sum + kEvaluator.card(next_[i]), size_ + 3);
        const auto& others = later_[i];
        for (int k = 0; k < kOthers; ++k) {
            const int known = counts[k] & (others[k] != 0);
            const int trail = known * trails[k];
            const int after = (others[k] > then) + (others[k] >= then);  // 2 behind, 1 tied, 0 ahead
            behind += trail;
            gained += after < trail ? trail - after : 0;
        }
    }
    return behind == 0 ? hs : hs + (1 - hs) * gained / behind;
}

}  // namespace railbird
