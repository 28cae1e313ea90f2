#include "cards/suits.hpp"

#include <algorithm>
#include <utility>

namespace railbird {

namespace {

// The exchange of two suits.
const SuitExchange& swap_of(int a, int b) {
    static const std::vector<SuitExchange> swaps = [] {
        std::vector<SuitExchange> list;
        for (int pair = 0; pair < kSuits * kSuits; ++pair) {
            std::array<int, kSuits> suits{0, 1, 2, 3};
            std::swap(suits[pair / kSuits], suits[pair % kSuits]);
            list.emplace_back(suits);
        }
        return list;
    }();
    return swaps[a * kSuits + b];
}

}  // namespace

SuitExchange::SuitExchange(const std::array<int, kSuits>& suits) {
    for (int card = 0; card < kCards; ++card)
        cards[card] = static_cast<std::uint8_t>(4 * rank_of(card) + suits[suit_of(card)]);
    for (int hand = 0; hand < kHands; ++hand)
        hands[hand] = static_cast<std::uint16_t>(hand_index(cards[kHoleCards[hand].low], cards[kHoleCards[hand].high]));
}

CardMask SuitExchange::of(CardMask mask) const {
    CardMask exchanged = 0;
    for_each_card(mask, [&](int card) { exchanged |= bit_of(cards[card]); });
    return exchanged;
}

const std::vector<SuitExchange>& all_suit_exchanges() {
    static const std::vector<SuitExchange> all = [] {
        std::vector<SuitExchange> list;
        std::array<int, kSuits> suits{0, 1, 2, 3};
        do list.emplace_back(suits);
        while (std::next_permutation(suits.begin(), suits.end()));
        return list;
    }();
    return all;
}

SuitSymmetry find_symmetry(const double* weights, int tables, const std::vector<CardMask>& sets) {
    const auto exchangeable = [&](int a, int b) {
        const SuitExchange& swap = swap_of(a, b);
        for (const CardMask set : sets)
            if (swap.of(set) != set) return false;
        for (int table = 0; table < tables; ++table)
            for (int hand = 0; hand < kHands; ++hand)
                if (weights[table * kHands + hand] != weights[table * kHands + swap.hands[hand]]) return false;
        return true;
    };
    SuitSymmetry symmetry;
    for (int suit = 1; suit < kSuits; ++suit)
        for (int first = 0; first < suit; ++first)
            if (symmetry.like[first] == first && exchangeable(first, suit)) {
                symmetry.like[suit] = first;
                break;
            }
    return symmetry;
}

std::vector<int> images_of_hand(int hand, const SuitSymmetry& symmetry) {
    std::vector<int> images{hand};
    for (int a = 0; a < kSuits; ++a)
        for (int b = a + 1; b < kSuits; ++b) {
            if (symmetry.like[a] != symmetry.like[b]) continue;
            const SuitExchange& swap = swap_of(a, b);
            for (std::size_t i = 0; i < images.size(); ++i) {
                const int image = swap.hands[images[i]];
                if (std::find(images.begin(), images.end(), image) == images.end()) images.push_back(image);
            }
        }
    return images;
}

}  // namespace railbird
