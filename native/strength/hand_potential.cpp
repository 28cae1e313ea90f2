#include "strength/hand_potential.hpp"

#include <bit>

#include "cards/flush_pairs.hpp"
#include "cards/rank_pairs.hpp"

namespace railbird {

namespace {

constexpr int kAhead = 0, kTied = 1, kBehind = 2;
int standing(HandRank mine, HandRank other) { return mine > other ? kAhead : mine == other ? kTied : kBehind; }

class Comparison {
public:
    Comparison(CardMask hand, CardMask board)
        : hand_(hand), board_(board), size_(std::popcount(board) + 2), board_sum_(kEvaluator.sum(board)) {
        CardSum taken = board_sum_;
        add(taken, hand);
        mine_now_ = kEvaluator.rank(taken, size_);
        for_each_rank_pair(taken, [&](int pair, std::uint64_t key, int) {
            now_[pair] = standing(mine_now_, kEvaluator.rank_without_flush(board_sum_.key() + key, size_));
        });
    }

    void add_up(CardMask new_cards, PotentialCounts& counts) const {
        const int size = size_ + std::popcount(new_cards);
        CardSum board = board_sum_;
        add(board, new_cards);
        CardSum taken = board;
        add(taken, hand_);
        const HandRank mine = kEvaluator.rank(taken, size);

        std::array<std::int64_t, kRankPairs> special{};
        count_flushes(board, new_cards, mine, size, special, counts);
        for_each_rank_pair(taken, [&](int pair, std::uint64_t key, int hands) {
            const std::int64_t plain = hands - special[pair];
            if (plain == 0) return;
            const int later = standing(mine, kEvaluator.rank_without_flush(board.key() + key, size));
            counts[3 * now_[pair] + later] += plain;
        });
    }

private:
    static void add(CardSum& sum, CardMask cards) {
        for_each_card(cards, [&](int card) { sum += kEvaluator.card(static_cast<Card>(card)); });
    }

    // Counts the hands that can have five cards of a suit, and how many of each rank pair they are.
    void count_flushes(const CardSum& board, CardMask new_cards, HandRank mine, int size,
                       std::array<std::int64_t, kRankPairs>& special, PotentialCounts& counts) const {
        const CardMask on_board = board_ | new_cards;
        for_each_flush_pair(on_board, kFullDeck & ~(hand_ | on_board), [&](Card a, Card b) {
            const CardSum both = kEvaluator.card(a) + kEvaluator.card(b);
            const int now = standing(mine_now_, kEvaluator.rank(board_sum_ + both, size_));
            const int later = standing(mine, kEvaluator.rank(board + both, size));
            ++counts[3 * now + later];
            ++special[rank_pair(a, b)];
        });
    }

    CardMask hand_, board_;
    int size_;
    CardSum board_sum_;
    HandRank mine_now_;
    std::array<int, kRankPairs> now_{};
};

}  // namespace

PotentialCounts hand_potential(CardMask hand, CardMask board, int cards_to_come) {
    PotentialCounts counts{};
    const Comparison comparison(hand, board);
    const CardMask unseen = kFullDeck & ~(hand | board);
    if (cards_to_come == 0) {
        comparison.add_up(0, counts);
    } else {
        for_each_card(unseen, [&](int a) {
            if (cards_to_come == 1) return comparison.add_up(bit_of(a), counts);
            for_each_card(unseen & ~((bit_of(a) << 1) - 1),
                          [&](int b) { comparison.add_up(bit_of(a) | bit_of(b), counts); });
        });
    }
    return counts;
}

}  // namespace railbird
