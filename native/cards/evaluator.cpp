#include "cards/evaluator.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#if defined(__aarch64__)
#include <arm_neon.h>
#endif

namespace railbird {

namespace {

// The greedy sequence of the smallest numbers for which all sums of at most seven of them, each at most four times,
// differ. The high part takes all of them, and so does the low part for 3..8: a deuce adds nothing.
constexpr std::array<std::uint16_t, 6> kRankNumbers = {1, 5, 24, 112, 521, 2247};
constexpr int kFirstHigh = 7;  // the rank of a nine

// The number that a card of this rank adds to the sums.
std::uint64_t rank_number(int rank) {
    if (rank == 0) return 0;
    return rank < kFirstHigh ? kRankNumbers[rank - 1] : std::uint64_t{kRankNumbers[rank - kFirstHigh]} << 16;
}

using Counts = std::array<int, kRanks>;

// Calls visit(sum, cards) for every multiset of at most `most` cards of the six ranks from `first` on, with the
// multiset in counts.
template <class Visit>
void for_each_multiset(Counts& counts, int first, int most, const Visit& visit) {
    const auto extend = [&](const auto& self, std::size_t i, int cards, int sum) -> void {
        if (i == kRankNumbers.size()) {
            visit(sum, cards);
            return;
        }
        const std::size_t rank = static_cast<std::size_t>(first) + i;
        for (int n = 0; n <= kSuits && cards + n <= most; ++n) {
            counts[rank] = n;
            self(self, i + 1, cards + n, sum + n * kRankNumbers[i]);
        }
        counts[rank] = 0;
    };
    extend(extend, 0, 0, 0);
}

// The top rank of the best straight in a mask of ranks, or -1. The ace is also low: A2345 has the top 5 (rank 3).
int straight_top(std::uint32_t ranks) {
    const std::uint32_t with_low_ace = (ranks << 1) | (ranks >> 12 & 1);
    const std::uint32_t runs =
        with_low_ace & with_low_ace >> 1 & with_low_ace >> 2 & with_low_ace >> 3 & with_low_ace >> 4;
    return runs ? std::bit_width(runs) + 2 : -1;
}

int top_rank(std::uint32_t ranks) { return std::bit_width(ranks) - 1; }

// Removes and returns the highest rank of a mask.
int take_top(std::uint32_t& ranks) {
    const int rank = top_rank(ranks);
    ranks &= ~(1u << rank);
    return rank;
}

// Builds a code: the category, then up to five ranks of four bits each, 0 for none.
class CodeBuilder {
public:
    explicit CodeBuilder(Category category) : code_(static_cast<std::uint32_t>(category)) {}
    CodeBuilder& add(int rank) {
        code_ = code_ << 4 | static_cast<std::uint32_t>(rank + 1);
        ++length_;
        return *this;
    }
    CodeBuilder& add_highest(std::uint32_t ranks, int count) {
        for (; count > 0 && ranks; --count) add(take_top(ranks));
        return *this;
    }
    std::uint32_t done() const { return code_ << 4 * (5 - length_); }

private:
    std::uint32_t code_;
    int length_ = 0;
};

}  // namespace

Evaluator::Code Evaluator::code_of(const Counts& counts, int size) {
    std::uint32_t present = 0, pairs = 0, trips = 0, quads = 0;
    for (int rank = 0; rank < kRanks; ++rank) {
        present |= (counts[rank] > 0) << rank;
        pairs |= (counts[rank] == 2) << rank;
        trips |= (counts[rank] == 3) << rank;
        quads |= (counts[rank] == 4) << rank;
    }
    const int best = std::min(size, 5);  // the number of cards that count
    if (quads) {
        const int rank = take_top(quads);
        return CodeBuilder(Category::four_of_a_kind).add(rank).add_highest(present & ~(1u << rank), best - 4).done();
    }
    if (trips && (pairs || std::popcount(trips) > 1)) {
        const int rank = take_top(trips);
        return CodeBuilder(Category::full_house).add(rank).add(top_rank(trips | pairs)).done();
    }
    if (const int top = straight_top(present); top >= 0) return CodeBuilder(Category::straight).add(top).done();
    if (trips) {
        const int rank = take_top(trips);
        return CodeBuilder(Category::three_of_a_kind).add(rank).add_highest(present & ~(1u << rank), best - 3).done();
    }
    if (std::popcount(pairs) > 1) {
        const int high = take_top(pairs), low = take_top(pairs);
        const std::uint32_t kickers = present & ~(1u << high | 1u << low);
        return CodeBuilder(Category::two_pair).add(high).add(low).add_highest(kickers, best - 4).done();
    }
    if (pairs) {
        const int rank = take_top(pairs);
        return CodeBuilder(Category::pair).add(rank).add_highest(present & ~(1u << rank), best - 2).done();
    }
    return CodeBuilder(Category::high_card).add_highest(present, best).done();
}

Evaluator::Code Evaluator::flush_code(std::uint32_t suited_ranks) {
    if (const int top = straight_top(suited_ranks); top >= 0)
        return CodeBuilder(Category::straight_flush).add(top).done();
    return CodeBuilder(Category::flush).add_highest(suited_ranks, 5).done();
}

Evaluator::Evaluator() : card_keys_{}, cards_{}, flushes_{}, low_{}, rows_{}, first_indices_{}, values_{} {
    for (auto& card : cards_) card.words = TwoWords{kInvalidCard, 0};
    for (int c = 0; c < kCards; ++c) {
        const int rank = rank_of(c), suit = suit_of(c);
        cards_[c].words = TwoWords{rank_number(rank) | 1ull << (32 + 4 * suit), 1ull << (16 * suit + rank)};
    }
    for (std::size_t c = 0; c < cards_.size(); ++c) card_keys_[c] = cards_[c].key();

    // Low parts are numbered by their number of cards without deuces, so that parts of one size, with or without
    // deuces, are consecutive.
    Counts counts{};
    std::array<std::uint32_t, kMaxCards + 2> first_low{};  // by number of cards without deuces
    for_each_multiset(counts, 1, kMaxCards, [&](int, int cards) { ++first_low[cards + 1]; });
    for (int cards = 0; cards <= kMaxCards; ++cards) first_low[cards + 1] += first_low[cards];
    auto next_low = first_low;
    for_each_multiset(counts, 1, kMaxCards,
                      [&](int sum, int cards) { low_[sum] = static_cast<std::uint16_t>(next_low[cards]++); });

    std::vector<std::uint32_t> flush_masks;
    for (std::uint32_t mask = 0; mask < flushes_.size(); ++mask)
        if (std::popcount(mask) >= 5) flush_masks.push_back(mask);

    std::uint32_t end = kLowParts;
    for (int size = 1; size <= kMaxCards; ++size) {
        first_indices_[size] = end;
        std::vector<std::pair<std::uint32_t, Code>> codes_by_index;
        for_each_multiset(counts, kFirstHigh, size, [&](int high_sum, int high_cards) {
            const int low_cards = size - high_cards, fewest = std::max(0, low_cards - kSuits);
            rows_[size][high_sum] = static_cast<std::uint16_t>(end - first_low[fewest] - base(size));
            for_each_multiset(counts, 1, low_cards, [&](int low_sum, int cards) {
                if (cards < fewest) return;
                counts[0] = low_cards - cards;
                const auto key = static_cast<std::uint64_t>(high_sum) << 16 | static_cast<std::uint64_t>(low_sum);
                const std::uint32_t index = index_of(key, size);
                if (size <= 5) {
                    codes_by_index.emplace_back(index, code_of(counts, size));
                    return;
                }
                // The best five of six or seven cards are the best five after removing one card.
                for (int rank = 0; rank < kRanks; ++rank)
                    if (counts[rank])
                        values_[index] =
                            std::max(values_[index], rank_without_flush(key - rank_number(rank), size - 1));
            });
            counts[0] = 0;
            end += first_low[low_cards + 1] - first_low[fewest];
        });
        if (size > 5) continue;
        auto& sorted = codes_[size];
        for (const auto& [index, code] : codes_by_index) sorted.push_back(code);
        if (size == 5)
            for (const std::uint32_t mask : flush_masks) sorted.push_back(flush_code(mask));
        std::sort(sorted.begin(), sorted.end());
        sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
        const auto value_of = [&](Code code) {
            return static_cast<HandRank>(std::lower_bound(sorted.begin(), sorted.end(), code) - sorted.begin() + 1);
        };
        for (const auto& [index, code] : codes_by_index) values_[index] = value_of(code);
        if (size == 5)
            for (const std::uint32_t mask : flush_masks) flushes_[mask] = value_of(flush_code(mask));
    }
    first_indices_[kMaxCards + 1] = end;
}

Category Evaluator::category(HandRank rank, int size) const {
    return static_cast<Category>(codes(size)[rank - 1] >> 20);
}

std::vector<int> Evaluator::deciding_ranks(HandRank rank, int size) const {
    std::vector<int> ranks;
    for (int shift = 16; shift >= 0; shift -= 4)
        if (const int rank_plus_one = codes(size)[rank - 1] >> shift & 0xF) ranks.push_back(rank_plus_one - 1);
    return ranks;
}

const Evaluator kEvaluator;

namespace {

// Evaluates one row; returns whether it is valid: each card has its own bit, an invalid one has none, and a sum of n
// bits has n bits if and only if they differ. Each card is read once, because another thread may change it at any time.
template <int Size>
[[gnu::always_inline]] inline bool evaluate_row(const std::uint8_t* cards, HandRank* out) {
    CardSum sum = Evaluator::empty();
    for (int i = 0; i < Size; ++i) sum += kEvaluator.card(cards[i]);
    if (__builtin_popcountll(sum.ranks()) != Size) [[unlikely]]
        return false;
    *out = kEvaluator.rank(sum, Size);
    return true;
}

template <int Size>
[[gnu::always_inline]] inline std::int64_t evaluate_one_by_one(const std::uint8_t* cards, std::int64_t first,
                                                               std::int64_t end, HandRank* out) {
    for (std::int64_t row = first; row < end; ++row)
        if (!evaluate_row<Size>(cards + row * Size, out + row)) return row;
    return -1;
}

#if defined(__x86_64__)

// Nearly every x86-64 processor counts bits in one instruction, but the base architecture does not guarantee it.
template <int Size>
[[gnu::target("popcnt")]] std::int64_t evaluate_with_popcnt(const std::uint8_t* cards, std::int64_t count,
                                                            HandRank* out) {
    return evaluate_one_by_one<Size>(cards, 0, count, out);
}

template <int Size>
std::int64_t evaluate_all(const std::uint8_t* cards, std::int64_t count, HandRank* out) {
    if (__builtin_cpu_supports("popcnt")) return evaluate_with_popcnt<Size>(cards, count, out);
    return evaluate_one_by_one<Size>(cards, 0, count, out);
}

#elif defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

// Checks several rows at once for invalid cards and for equal cards in a row.
template <int Size>
class RowCheck {
public:
    static constexpr int kRows = Size <= 4 ? 4 : 2;
    static constexpr int kBytesRead = 16;

    void add(const std::uint8_t* cards) {
        const uint8x16_t rows = vld1q_u8(cards);
        highest_ = vmaxq_u8(highest_, rows);
        for (int steps = 1; steps <= Size / 2; ++steps)
            repeated_ |= rows == vqtbl1q_u8(rows, vld1q_u8(kTurned[steps].data()));
    }
    bool good() const {
        const uint8x16_t bad = repeated_ | (highest_ >= static_cast<std::uint8_t>(kCards));
        return vmaxvq_u8(bad & vld1q_u8(kInRows.data())) == 0;
    }

private:
    using Bytes = std::array<std::uint8_t, kBytesRead>;

    // For each card, the index of the card `steps` further in its row, wrapping around.
    static constexpr std::array<Bytes, 4> kTurned = [] {
        std::array<Bytes, 4> turned{};
        for (int steps = 1; steps <= Size / 2; ++steps)
            for (int i = 0; i < kRows * Size; ++i)
                turned[steps][i] = static_cast<std::uint8_t>(i / Size * Size + (i % Size + steps) % Size);
        return turned;
    }();
    static constexpr Bytes kInRows = [] {
        Bytes bytes{};
        for (int i = 0; i < kRows * Size; ++i) bytes[i] = 0xFF;
        return bytes;
    }();

    uint8x16_t highest_{}, repeated_{};
};

constexpr int kGroup = 4;  // rows that are evaluated side by side, to keep the processor busy

using RowBytes = std::uint64_t;  // a row and the bytes after it

// The number of bytes that evaluate_groups reads for one group, from its first row on: up to its last check or last
// row.
template <int Size>
constexpr int kGroupReads = std::max((kGroup - RowCheck<Size>::kRows) * Size + RowCheck<Size>::kBytesRead,
                                     (kGroup - 1) * Size + static_cast<int>(sizeof(RowBytes)));

// The value of a row with a flush and a known key.
template <int Size>
HandRank flush_in_row(const std::uint8_t* cards, std::uint64_t key) {
    CardSum sum = Evaluator::empty();
    for (int i = 0; i < Size; ++i) sum += kEvaluator.card(cards[i]);
    return kEvaluator.flush_rank(Evaluator::flush_suit_ranks({TwoWords{key, sum.ranks()}}));
}

// Evaluates groups of rows; returns whether all of them are valid. The tables have room for any bytes, even if another
// thread changes them meanwhile.
template <int Size>
bool evaluate_groups(const std::uint8_t* cards, std::int64_t groups, HandRank* out) {
    RowCheck<Size> check;
    for (; groups > 0; --groups, cards += kGroup * Size, out += kGroup) {
        for (int row = 0; row < kGroup; row += RowCheck<Size>::kRows) check.add(cards + row * Size);
        std::array<std::uint64_t, kGroup> keys{};
        for (int row = 0; row < kGroup; ++row) {
            RowBytes bytes;
            std::memcpy(&bytes, cards + row * Size, sizeof bytes);
            keys[row] = kSuitBias;
            for (int i = 0; i < Size; ++i) keys[row] += kEvaluator.card_key(static_cast<std::uint8_t>(bytes >> 8 * i));
        }
        for (int row = 0; row < kGroup; ++row) out[row] = kEvaluator.rank_without_flush(keys[row], Size);
        if ((keys[0] | keys[1] | keys[2] | keys[3]) & kFlushBits) [[unlikely]]
            for (int row = 0; row < kGroup; ++row)
                if (keys[row] & kFlushBits) out[row] = flush_in_row<Size>(cards + row * Size, keys[row]);
    }
    return check.good();
}

template <int Size>
std::int64_t evaluate_all(const std::uint8_t* cards, std::int64_t count, HandRank* out) {
    constexpr std::int64_t kGroupsPerBlock = 256;
    std::int64_t row = 0;
    while (count - row >= kGroup) {
        const std::int64_t bytes = (count - row) * Size;
        if (bytes < kGroupReads<Size>) break;
        const std::int64_t fit = (bytes - kGroupReads<Size>) / (kGroup * Size) + 1;
        const std::int64_t groups = std::min(kGroupsPerBlock, fit), end = row + groups * kGroup;
        if (!evaluate_groups<Size>(cards + row * Size, groups, out + row)) [[unlikely]]
            if (const std::int64_t bad = evaluate_one_by_one<Size>(cards, row, end, out); bad >= 0) return bad;
        row = end;
    }
    return evaluate_one_by_one<Size>(cards, row, count, out);
}

#else

template <int Size>
std::int64_t evaluate_all(const std::uint8_t* cards, std::int64_t count, HandRank* out) {
    return evaluate_one_by_one<Size>(cards, 0, count, out);
}

#endif

}  // namespace

std::int64_t evaluate_rows(const std::uint8_t* cards, std::int64_t count, int size, HandRank* out) {
    switch (size) {
        case 1: return evaluate_all<1>(cards, count, out);
        case 2: return evaluate_all<2>(cards, count, out);
        case 3: return evaluate_all<3>(cards, count, out);
        case 4: return evaluate_all<4>(cards, count, out);
        case 5: return evaluate_all<5>(cards, count, out);
        case 6: return evaluate_all<6>(cards, count, out);
        default: return evaluate_all<7>(cards, count, out);
    }
}

}  // namespace railbird
