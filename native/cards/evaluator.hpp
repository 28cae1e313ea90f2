// The value of one to seven cards as one number; larger is better.
//
// Without a flush only the multiset of ranks counts. The thirteen ranks are split into a low part (2..8) and a high
// part (9..A). Each rank has a number such that the sum over a part, together with the number of cards, identifies its
// multiset. So seven additions give two sums: the first selects a row (all hands with the same high part), the second
// an entry in that row. The rows of one hand size are stored end to end without a gap: 49,205 values for seven cards.
// There is no search and no hashing.
//
// A CardSum adds up, for a set of cards: both rank sums, the number of cards of each suit (with a bias of 3, so that
// bit 3 of a suit's nibble means "five or more"), and a mask of ranks by suit.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "cards/cards.hpp"

namespace railbird {

using HandRank = std::uint16_t;  // 1..7462 for five to seven cards; fewer for one to four; 0 is never a rank

inline constexpr int kMaxCards = 7;

enum class Category : std::uint8_t {
    high_card,
    pair,
    two_pair,
    three_of_a_kind,
    straight,
    flush,
    full_house,
    four_of_a_kind,
    straight_flush
};

// Two 64-bit numbers added at once; every 64-bit processor has such registers.
using TwoWords = std::uint64_t __attribute__((vector_size(16)));

struct CardSum {
    TwoWords words{};

    // Bits 0-15 hold the low sum, 16-31 the high sum, 32-47 the suit counts, 60-63 the number of invalid cards.
    std::uint64_t key() const { return words[0]; }
    // Suit s holds bits 16 s .. 16 s + 12.
    std::uint64_t ranks() const { return words[1]; }

    friend CardSum operator+(const CardSum& a, const CardSum& b) { return {a.words + b.words}; }
    CardSum& operator+=(const CardSum& b) {
        words += b.words;
        return *this;
    }
};

inline constexpr std::uint64_t kSuitBias = 0x3333ull << 32;
inline constexpr std::uint64_t kFlushBits = 0x8888ull << 32;
inline constexpr std::uint64_t kInvalidCard = 1ull << 60;
inline constexpr std::uint64_t kInvalidBits = 0xFull << 60;

class Evaluator {
public:
    Evaluator();

    // The sum of no cards; add cards to it with `card`. Numbers over 51 give a sum with an invalid bit.
    static CardSum empty() { return {TwoWords{kSuitBias, 0}}; }
    const CardSum& card(std::uint8_t c) const { return cards_[c]; }
    // The key of a card alone.
    std::uint64_t card_key(std::uint8_t c) const { return card_keys_[c]; }
    CardSum sum(CardMask cards) const {
        CardSum total = empty();
        for_each_card(cards, [&](int c) { total += cards_[c]; });
        return total;
    }

    // The value of a sum of `size` cards (1 to 7).
    HandRank rank(const CardSum& sum, int size) const {
        if (size >= 5 && (sum.key() & kFlushBits)) [[unlikely]]
            return flush_rank(flush_suit_ranks(sum));
        return rank_without_flush(sum.key(), size);
    }
    // The value if flushes are ignored.
    HandRank rank_without_flush(std::uint64_t key, int size) const { return values_[index_of(key, size)]; }
    // The index of the value of these ranks; hands of one size have the indices from first_index(size) on.
    std::uint32_t index_of(std::uint64_t key, int size) const {
        return base(size) + rows_[size][(key >> 16) & 0xFFFF] + low_[key & 0xFFFF];
    }
    std::uint32_t first_index(int size) const { return first_indices_[size]; }

    // Ranks hands of one size; a loop over such hands keeps its two pointers in registers.
    class OfSize {
    public:
        OfSize(const Evaluator& evaluator, int size)
            : evaluator_(evaluator),
              rows_(evaluator.rows_[size].data()),
              values_(&evaluator.values_[evaluator.base(size)]) {}
        HandRank rank(const CardSum& sum) const {
            if (sum.key() & kFlushBits) [[unlikely]]
                return evaluator_.flush_rank(flush_suit_ranks(sum));
            return values_[rows_[(sum.key() >> 16) & 0xFFFF] + evaluator_.low_[sum.key() & 0xFFFF]];
        }

    private:
        const Evaluator& evaluator_;
        const std::uint16_t* rows_;
        const HandRank* values_;
    };
    OfSize of_size(int size) const { return {*this, size}; }

    int index_count(int size) const { return static_cast<int>(first_indices_[size + 1] - first_indices_[size]); }
    // The value of five or more cards of one suit, given as a mask of ranks.
    HandRank flush_rank(std::uint32_t suited_ranks) const { return flushes_[suited_ranks]; }

    // The ranks of the suit with five or more cards.
    static std::uint32_t flush_suit_ranks(const CardSum& sum) {
        const int bit = std::countr_zero((sum.key() & kFlushBits) >> 32);  // 3, 7, 11 or 15
        return static_cast<std::uint32_t>(sum.ranks() >> ((bit & ~3) * 4)) & 0x1FFF;
    }

    // The number of different values of hands of this size: 7462 from five cards on.
    int value_count(int size) const { return static_cast<int>(codes(size).size()); }

    // The category of a value, and the ranks that decide it, most important first.
    Category category(HandRank rank, int size) const;
    std::vector<int> deciding_ranks(HandRank rank, int size) const;

private:
    // Room for the sums of any seven cards, even seven equal ones: batches are validated after the lookup.
    static constexpr int kSums = 7 * 2247 + 1;
    static constexpr int kLowParts = 1548;    // multisets of at most seven cards of 3..8
    static constexpr int kMultisets = 76154;  // of one to seven cards
    static constexpr int kValues = kLowParts + kMultisets + kLowParts;

    // Rows count from here, so that a row starts at an index of at least 0 even if its first low part has a high
    // number.
    std::uint32_t base(int size) const { return first_indices_[size] - kLowParts; }

    // The meaning of a value, comparable: category, then the deciding ranks, four bits each.
    using Code = std::uint32_t;
    const std::vector<Code>& codes(int size) const { return codes_[size < 5 ? size : 5]; }
    static Code code_of(const std::array<int, kRanks>& counts, int size);
    static Code flush_code(std::uint32_t suited_ranks);

    alignas(64) std::array<std::uint64_t, 256> card_keys_;  // first, so that access needs no addition
    std::array<CardSum, 256> cards_;
    std::array<HandRank, 1 << kRanks> flushes_;
    std::array<std::uint16_t, kSums> low_;
    std::array<std::array<std::uint16_t, kSums>, kMaxCards + 1> rows_;
    std::array<std::uint32_t, kMaxCards + 2> first_indices_;
    std::array<HandRank, kValues> values_;
    std::array<std::vector<Code>, 6> codes_;  // sorted, by hand size; 5 is also for 6 and 7
};

// The one instance, built when the library is loaded.
extern const Evaluator kEvaluator;

// Evaluates `count` rows of `size` cards each. Returns the first row that is not `size` different cards, or -1.
std::int64_t evaluate_rows(const std::uint8_t* cards, std::int64_t count, int size, HandRank* out);

}  // namespace railbird
