#include "cards/evaluator.hpp"

#include <algorithm>
#include <utility>

namespace railbird {

namespace {

// The greedy sequence of the smallest numbers for which all sums of at most seven of them, each at most four times,
// differ. The low part takes seven of them, the high part six.
constexpr std::array<std::uint16_t, 7> kRankNumbers = {1, 5, 24, 112, 521, 2247, 9244};
constexpr int kLowRanks = 7;

// What a card of this rank adds to the sums.
std::uint64_t rank_number(int rank) {
    return rank < kLowRanks ? kRankNumbers[rank] : std::uint64_t{kRankNumbers[rank - kLowRanks]} << 16;
}

using Counts = std::array<int, kRanks>;

// Calls visit(sum, cards) for every choice of at most `most` cards from the ranks first..last-1, with the choice in
// counts.
template <class Visit>
void for_each_multiset(Counts& counts, int first, int last, int most, const Visit& visit) {
    const auto extend = [&](const auto& self, int rank, int cards, int sum) -> void {
        if (rank == last) {
            visit(sum, cards);
            return;
        }
        for (int n = 0; n <= kSuits && cards + n <= most; ++n) {
            counts[rank] = n;
            self(self, rank + 1, cards + n, sum + n * kRankNumbers[rank - first]);
        }
        counts[rank] = 0;
    };
    extend(extend, first, 0, 0);
}

// The top rank of the best straight in a mask of ranks, or -1. The ace is also low: A2345 has the top 5 (rank 3).
int straight_top(std::uint32_t ranks) {
    const std::uint32_t with_low_ace = (ranks << 1) | (ranks >> 12 & 1);
    const std::uint32_t runs =
        with_low_ace & with_low_ace >> 1 & with_low_ace >> 2 & with_low_ace >> 3 & with_low_ace >> 4;
    return runs ? std::bit_width(runs) + 2 : -1;
}

int top_rank(std::uint32_t ranks) { return std::bit_width(ranks) - 1; }

// Takes the highest rank out of a mask.
int take_top(std::uint32_t& ranks) {
    const int rank = top_rank(ranks);
    ranks &= ~(1u << rank);
    return rank;
}

// Builds a code: the category, then up to five ranks of four bits each, 0 where there is none.
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
    const int best = std::min(size, 5);  // that many cards count
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

Evaluator::Evaluator() : cards_{}, flushes_{}, low_{}, rows_{}, first_places_{}, values_{} {
    for (auto& card : cards_) card.words = TwoWords{kInvalidCard, 0};
    for (int c = 0; c < kCards; ++c) {
        const int rank = rank_of(c), suit = suit_of(c);
        cards_[c].words = TwoWords{rank_number(rank) | 1ull << (32 + 4 * suit), 1ull << (16 * suit + rank)};
    }

    Counts counts{};
    std::array<std::uint32_t, kMaxCards + 1> low_multisets{};
    for_each_multiset(counts, 0, kLowRanks, kMaxCards,
                      [&](int sum, int cards) { low_[sum] = static_cast<std::uint16_t>(low_multisets[cards]++); });

    std::vector<std::uint32_t> flush_masks;
    for (std::uint32_t mask = 0; mask < flushes_.size(); ++mask)
        if (std::popcount(mask) >= 5) flush_masks.push_back(mask);

    std::uint32_t end = 0;
    for (int size = 1; size <= kMaxCards; ++size) {
        first_places_[size] = end;
        std::vector<std::pair<std::uint32_t, Code>> place_codes;
        for_each_multiset(counts, kLowRanks, kRanks, size, [&](int high_sum, int high_cards) {
            const int low_cards = size - high_cards;
            rows_[size][high_sum] = end;
            for_each_multiset(counts, 0, kLowRanks, low_cards, [&](int low_sum, int cards) {
                if (cards != low_cards) return;
                const std::uint32_t place = end + low_[low_sum];
                if (size <= 5) {
                    place_codes.emplace_back(place, code_of(counts, size));
                    return;
                }
                // The best five of six or seven cards are the best five of some of them with one card less.
                const auto key = static_cast<std::uint64_t>(high_sum) << 16 | static_cast<std::uint64_t>(low_sum);
                for (int rank = 0; rank < kRanks; ++rank)
                    if (counts[rank])
                        values_[place] =
                            std::max(values_[place], rank_without_flush(key - rank_number(rank), size - 1));
            });
            end += low_multisets[low_cards];
        });
        if (size > 5) continue;
        auto& sorted = codes_[size];
        for (const auto& [place, code] : place_codes) sorted.push_back(code);
        if (size == 5)
            for (const std::uint32_t mask : flush_masks) sorted.push_back(flush_code(mask));
        std::sort(sorted.begin(), sorted.end());
        sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
        const auto value_of = [&](Code code) {
            return static_cast<HandRank>(std::lower_bound(sorted.begin(), sorted.end(), code) - sorted.begin() + 1);
        };
        for (const auto& [place, code] : place_codes) values_[place] = value_of(code);
        if (size == 5)
            for (const std::uint32_t mask : flush_masks) flushes_[mask] = value_of(flush_code(mask));
    }
    first_places_[kMaxCards + 1] = end;
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

// Adding up single bits gives their union, and keeps their number, if and only if no bit occurs twice.
struct BitsMatchUnion {
    template <int Size>
    static bool all_different(const CardSum& sum, const TwoWords& either) {
        return sum.ranks() == either[1];
    }
};
struct BitsCounted {
    template <int Size>
    [[gnu::always_inline]] static inline bool all_different(const CardSum& sum, const TwoWords&) {
        return __builtin_popcountll(sum.ranks()) == Size;
    }
};

template <int Size, class Check>
[[gnu::always_inline]] inline std::int64_t evaluate_rows_by(const std::uint8_t* cards, std::int64_t count,
                                                            HandRank* out) {
    for (std::int64_t row = 0; row < count; ++row, cards += Size) {
        CardSum sum = Evaluator::empty();
        TwoWords either{};
        for (int i = 0; i < Size; ++i) {  // each card is read once: another thread may change it at any time
            const CardSum card = kEvaluator.card(cards[i]);
            sum += card;
            either |= card.words;
        }
        if ((sum.key() & kInvalidBits) || !Check::template all_different<Size>(sum, either)) [[unlikely]]
            return row;
        out[row] = kEvaluator.rank(sum, Size);
    }
    return -1;
}

#if defined(__x86_64__)
// Nearly every x86-64 processor counts bits in one instruction, but the base architecture does not promise it.
template <int Size>
[[gnu::target("popcnt")]] std::int64_t evaluate_rows_popcnt(const std::uint8_t* cards, std::int64_t count,
                                                            HandRank* out) {
    return evaluate_rows_by<Size, BitsCounted>(cards, count, out);
}
#endif

template <int Size>
std::int64_t evaluate_rows_of(const std::uint8_t* cards, std::int64_t count, HandRank* out) {
#if defined(__x86_64__)
    if (__builtin_cpu_supports("popcnt")) return evaluate_rows_popcnt<Size>(cards, count, out);
#elif defined(__aarch64__)  // which always counts bits in vector registers, where the sum is
    return evaluate_rows_by<Size, BitsCounted>(cards, count, out);
#endif
    return evaluate_rows_by<Size, BitsMatchUnion>(cards, count, out);
}

}  // namespace

std::int64_t evaluate_rows(const std::uint8_t* cards, std::int64_t count, int size, HandRank* out) {
    switch (size) {
        case 1: return evaluate_rows_of<1>(cards, count, out);
        case 2: return evaluate_rows_of<2>(cards, count, out);
        case 3: return evaluate_rows_of<3>(cards, count, out);
        case 4: return evaluate_rows_of<4>(cards, count, out);
        case 5: return evaluate_rows_of<5>(cards, count, out);
        case 6: return evaluate_rows_of<6>(cards, count, out);
        default: return evaluate_rows_of<7>(cards, count, out);
    }
}

}  // namespace railbird
