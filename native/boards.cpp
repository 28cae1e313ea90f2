#include "boards.hpp"

#include <algorithm>

namespace railbird {

namespace {

int swap_suits_of_card(int card, int a, int b) {
    const int suit = suit_of(card);
    return card - suit + (suit == a ? b : suit == b ? a : suit);
}

int swap_suits_of_hand(int hand, int a, int b) {
    const HoleCards cards = kHoleCards[hand];
    return hand_index(swap_suits_of_card(cards.low, a, b), swap_suits_of_card(cards.high, a, b));
}

CardMask swap_suits(CardMask cards, int a, int b) {
    CardMask swapped = 0;
    for_each_card(cards, [&](int card) { swapped |= bit_of(swap_suits_of_card(card, a, b)); });
    return swapped;
}

}  // namespace

SuitSymmetry find_symmetry(const double* weights, int tables, const std::vector<CardMask>& sets) {
    const auto exchangeable = [&](int a, int b) {
        for (const CardMask set : sets)
            if (swap_suits(set, a, b) != set) return false;
        for (int hand = 0; hand < kHands; ++hand) {
            const int swapped = swap_suits_of_hand(hand, a, b);
            for (int table = 0; table < tables; ++table)
                if (weights[table * kHands + hand] != weights[table * kHands + swapped]) return false;
        }
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
    for (std::size_t i = 0; i < images.size(); ++i)
        for (int a = 0; a < kSuits; ++a)
            for (int b = a + 1; b < kSuits; ++b) {
                if (symmetry.like[a] != symmetry.like[b]) continue;
                const int image = swap_suits_of_hand(images[i], a, b);
                if (std::find(images.begin(), images.end(), image) == images.end()) images.push_back(image);
            }
    return images;
}

Completions::Completions(CardMask board, CardMask dead, const SuitSymmetry& symmetry)
    : previous_like_{-1, -1, -1, -1} {
    const int to_come = kBoardCards - std::popcount(board);
    for (int suit = 0; suit < kSuits; ++suit) {
        for (int before = 0; before < suit; ++before)
            if (symmetry.like[before] == symmetry.like[suit]) previous_like_[suit] = before;
        unsigned available = 0;
        for (int rank = 0; rank < kRanks; ++rank)
            if (!((board | dead) & bit_of(4 * rank + suit))) available |= 1u << rank;
        for (unsigned ranks = 0; ranks < 1u << kRanks; ++ranks) {
            const int count = std::popcount(ranks);
            if (count <= to_come && !(ranks & ~available))
                choices_[suit][count].push_back(static_cast<RankMask>(ranks));
        }
    }
    Partial start;
    start.sum = kEvaluator.sum(board);
    start.left = to_come;
    choose(0, start, [&](const Partial& one_suit) {
        choose(1, one_suit, [&](const Partial& two_suits) { starts_.push_back(two_suits); });
    });
}

double Completions::copies(const std::array<RankMask, kSuits>& ranks) const {
    // n alike suits can be arranged in n! ways, of which exchanges of equal sets of ranks give the same cards.
    int copies = 1;
    std::array<int, kSuits> place{1, 1, 1, 1}, repeat{1, 1, 1, 1};
    for (int suit = 0; suit < kSuits; ++suit) {
        const int like = previous_like_[suit];
        if (like < 0) continue;
        place[suit] = place[like] + 1;
        if (ranks[suit] == ranks[like]) repeat[suit] = repeat[like] + 1;
        copies = copies * place[suit];
    }
    for (const int times : repeat) copies /= times;
    return copies;
}

Completions::Count Completions::count() const {
    Count count;
    for (int block = 0; block < kBlocks; ++block)
        for_each(block, [&](CardMask, const CardSum&, double copies) {
            ++count.distinct;
            count.all += static_cast<std::int64_t>(copies);
        });
    return count;
}

}  // namespace railbird
