#include "cards/deal_classes.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>

namespace railbird {

namespace {

using RankMask = std::uint32_t;

constexpr auto make_binomials() {
    std::array<std::array<std::uint32_t, kRanks + 1>, kRanks + 1> table{};
    for (std::size_t n = 0; n <= kRanks; ++n) {
        table[n][0] = 1;
        for (std::size_t k = 1; k <= n; ++k) table[n][k] = table[n - 1][k - 1] + (k < n ? table[n - 1][k] : 0);
    }
    return table;
}
constexpr auto kBinomials = make_binomials();

// Multisets of `picked` out of n: C(n + picked - 1, picked). Each step of the product is a binomial coefficient.
std::uint64_t multisets(std::uint64_t n, std::uint64_t picked) {
    std::uint64_t result = 1;
    for (std::uint64_t i = 0; i < picked; ++i) result = result * (n + i) / (i + 1);
    return result;
}

// The number of a set of ranks among those that are not used: colexicographic.
std::uint32_t set_index(RankMask set, RankMask used) {
    std::uint32_t index = 0;
    for (std::size_t i = 1; set; set &= set - 1, ++i) {
        const int rank = std::countr_zero(set);
        const int free_below = rank - std::popcount(used & ((RankMask{1} << rank) - 1));
        index += kBinomials[free_below][i];
    }
    return index;
}

// The set of `size` ranks with this number among those that are not used.
RankMask set_of(std::uint32_t index, int size, RankMask used) {
    RankMask set = 0;
    for (int i = size; i > 0; --i) {
        int free_below = i - 1;
        while (free_below < kRanks && kBinomials[free_below + 1][i] <= index) ++free_below;
        index -= kBinomials[free_below][i];
        int rank = 0;
        for (int left = free_below;; ++rank)
            if (!(used >> rank & 1) && left-- == 0) break;
        set |= RankMask{1} << rank;
    }
    return set;
}

// The number of a multiset, sorted ascending: the sum of C(a_i + i - 1, i).
std::uint64_t multiset_index(const std::uint32_t* sorted, int size) {
    std::uint64_t index = 0;
    for (int i = 0; i < size; ++i) index += multisets(sorted[i], i + 1);
    return index;
}

void multiset_of(std::uint64_t index, int size, std::uint64_t n, std::uint32_t* sorted) {
    for (int i = size; i > 0; --i) {
        std::uint64_t low = 0, high = n - 1;  // the largest a with multisets(a, i) <= index
        while (low < high) {
            const std::uint64_t middle = (low + high + 1) / 2;
            if (multisets(middle, i) <= index)
                low = middle;
            else
                high = middle - 1;
        }
        sorted[i - 1] = static_cast<std::uint32_t>(low);
        index -= multisets(low, i);
    }
}

}  // namespace

DealClasses::DealClasses(CardMask deck, const std::vector<int>& rounds) : deck_(deck), rounds_(rounds) {
    RankMask ranks = 0, suits = 0;
    if (deck == 0 || deck & ~kFullDeck) throw std::invalid_argument("the deck must have cards, all of the 52");
    for_each_card(deck, [&](int card) {
        ranks |= RankMask{1} << rank_of(card);
        suits |= RankMask{1} << suit_of(card);
    });
    for (; ranks; ranks &= ranks - 1) {
        rank_[ranks_] = static_cast<std::uint8_t>(std::countr_zero(ranks));
        dense_rank_[rank_[ranks_]] = static_cast<std::uint8_t>(ranks_);
        ++ranks_;
    }
    for (; suits; suits &= suits - 1) {
        suit_[suits_] = static_cast<std::uint8_t>(std::countr_zero(suits));
        dense_suit_[suit_[suits_]] = static_cast<std::uint8_t>(suits_);
        ++suits_;
    }
    if (std::popcount(deck) != ranks_ * suits_)
        throw std::invalid_argument("each suit of the deck must have the same ranks");
    if (rounds.empty() || rounds.size() > kMostRounds) throw std::invalid_argument("there must be one to four rounds");
    int total = 0;
    for (const int cards : rounds) {
        if (cards < 1 || cards > kMostCards) throw std::invalid_argument("a round must have one to seven cards");
        cards_.push_back(total += cards);
    }
    if (total > kMostCards || total > std::popcount(deck))
        throw std::invalid_argument("a deal must have at most seven cards, and not more than the deck");
    streets_.resize(rounds_.size());
    for (int round = 0; round < this->rounds(); ++round) build(round);
}

DealClasses::Shape DealClasses::shape_of(const std::array<Vector, kSuits>& vectors, int round) const {
    Shape shape;
    shape.vectors = vectors;
    for (int s = 0; s < suits_; ++s) {
        std::uint32_t size = 1;
        int left = ranks_;
        for (int r = 0; r <= round; ++r) {
            const int cards = vectors[s][r];
            size *= kBinomials[left][cards];
            left -= cards;
        }
        shape.sizes[s] = size;
    }
    for (int s = 0; s < suits_; s += shape.same[s]) {
        int end = s;
        while (end < suits_ && vectors[end] == vectors[s]) ++end;
        shape.same[s] = static_cast<std::uint8_t>(end - s);
        shape.group_size[s] = multisets(shape.sizes[s], shape.same[s]);
    }
    return shape;
}

void DealClasses::build(int round) {
    Street& street = streets_[round];
    // The ways to split this round's cards over the suits.
    std::vector<std::array<int, kSuits>> splits;
    std::array<int, kSuits> counts{};
    const auto split = [&](auto&& self, int suit, int left) -> void {
        if (suit == suits_) {
            if (left) return;
            unsigned packed = 0;
            for (int s = 0; s < suits_; ++s) packed |= static_cast<unsigned>(counts[s]) << 3 * s;
            street.split[packed] = static_cast<std::uint16_t>(splits.size());
            splits.push_back(counts);
            return;
        }
        for (int cards = 0; cards <= std::min(left, ranks_); ++cards) {
            counts[suit] = cards;
            self(self, suit + 1, left - cards);
        }
        counts[suit] = 0;
    };
    split(split, 0, rounds_[round]);
    street.splits = static_cast<std::uint32_t>(splits.size());

    // Every arrangement: a split for each round up to this one, the first round's the most significant.
    std::vector<std::array<Vector, kSuits>> by_suit{{}};
    for (int r = 0; r <= round; ++r) {
        std::vector<std::array<Vector, kSuits>> longer;
        const Street& earlier = streets_[r];
        std::vector<unsigned> packed_of(earlier.splits);
        for (unsigned packed = 0; packed < earlier.split.size(); ++packed) {
            int total = 0;
            for (int s = 0; s < kSuits; ++s) total += packed >> 3 * s & 7;
            bool fits = total == rounds_[r];
            for (int s = 0; s < kSuits; ++s)
                fits = fits && static_cast<int>(packed >> 3 * s & 7) <= (s < suits_ ? ranks_ : 0);
            if (fits) packed_of[earlier.split[packed]] = packed;
        }
        for (const auto& vectors : by_suit)
            for (const unsigned packed : packed_of) {
                auto next = vectors;
                for (std::size_t s = 0; s < kSuits; ++s) next[s][r] = packed >> 3 * s & 7;
                longer.push_back(next);
            }
        by_suit = std::move(longer);
    }
    std::map<std::array<Vector, kSuits>, std::uint16_t> known;
    for (const auto& vectors : by_suit) {
        Arrangement arrangement{};
        bool possible = true;
        for (int s = 0; s < kSuits; ++s) {
            arrangement.order[s] = static_cast<std::uint8_t>(s);
            int cards = 0;
            for (const int count : vectors[s]) cards += count;
            possible = possible && cards <= ranks_;
        }
        std::stable_sort(arrangement.order.begin(), arrangement.order.begin() + suits_,
                         [&](int a, int b) { return vectors[a] > vectors[b]; });
        if (possible) {
            std::array<Vector, kSuits> sorted{};
            for (int s = 0; s < suits_; ++s) sorted[s] = vectors[arrangement.order[s]];
            const auto [entry, added] = known.try_emplace(sorted, static_cast<std::uint16_t>(street.shapes.size()));
            if (added) street.shapes.push_back(shape_of(sorted, round));
            arrangement.shape = entry->second;
        }
        street.arrangements.push_back(arrangement);
    }
    std::uint64_t total = 0;
    for (Shape& shape : street.shapes) {
        shape.first = total;
        std::uint64_t size = 1;
        for (int s = 0; s < suits_; s += shape.same[s]) size *= shape.group_size[s];
        total += size;
    }
    counts_.push_back(total);
}

std::uint64_t DealClasses::index(int round, const Card* cards) const {
    std::array<RankMask, kSuits> used{};
    std::array<std::uint32_t, kSuits> numbers{};
    std::uint32_t arranged = 0;
    for (int r = 0, dealt = 0; r <= round; ++r) {
        std::array<RankMask, kSuits> fresh{};
        unsigned packed = 0;
        for (const int end = cards_[r]; dealt < end; ++dealt) {
            const std::size_t suit = dense_suit_[suit_of(cards[dealt])];
            fresh[suit] |= RankMask{1} << dense_rank_[rank_of(cards[dealt])];
            packed += 1u << 3 * suit;
        }
        const Street& street = streets_[r];
        arranged = arranged * street.splits + street.split[packed];
        for (std::size_t s = 0; s < kSuits; ++s) {
            if (!fresh[s]) continue;
            const auto free = ranks_ - std::popcount(used[s]);
            numbers[s] = numbers[s] * kBinomials[free][std::popcount(fresh[s])] + set_index(fresh[s], used[s]);
            used[s] |= fresh[s];
        }
    }
    const Street& street = streets_[round];
    const Arrangement& arrangement = street.arrangements[arranged];
    const Shape& shape = street.shapes[arrangement.shape];
    std::uint64_t index = 0;
    for (int s = 0; s < suits_; s += shape.same[s]) {
        const std::size_t same = shape.same[s];
        std::array<std::uint32_t, kSuits> group;
        for (std::size_t i = 0; i < same; ++i) {  // sorted ascending
            const std::uint32_t number = numbers[arrangement.order[s + i]];
            std::size_t at = i;
            for (; at > 0 && group[at - 1] > number; --at) group[at] = group[at - 1];
            group[at] = number;
        }
        index =
            index * shape.group_size[s] + (same == 1 ? group[0] : multiset_index(group.data(), static_cast<int>(same)));
    }
    return shape.first + index;
}

void DealClasses::deal(int round, std::uint64_t index, Card* cards) const {
    const Street& street = streets_[round];
    const auto after = std::upper_bound(street.shapes.begin(), street.shapes.end(), index,
                                        [](std::uint64_t wanted, const Shape& shape) { return wanted < shape.first; });
    const Shape& shape = *std::prev(after);
    index -= shape.first;
    std::array<std::uint32_t, kSuits> numbers{};
    for (int s = suits_ - 1; s >= 0; --s) {
        if (!shape.same[s]) continue;
        multiset_of(index % shape.group_size[s], shape.same[s], shape.sizes[s], numbers.data() + s);
        index /= shape.group_size[s];
    }
    std::array<std::array<RankMask, kMostRounds>, kSuits> sets{};
    for (int s = 0; s < suits_; ++s) {
        std::array<std::uint32_t, kMostRounds> parts{};
        int free = ranks_;
        for (int r = 0; r <= round; ++r) free -= shape.vectors[s][r];
        for (int r = round; r >= 0; --r) {
            const int count = shape.vectors[s][r];
            free += count;
            const std::uint32_t size = kBinomials[free][count];
            parts[r] = numbers[s] % size;
            numbers[s] /= size;
        }
        RankMask used = 0;
        for (int r = 0; r <= round; ++r) {
            sets[s][r] = set_of(parts[r], shape.vectors[s][r], used);
            used |= sets[s][r];
        }
    }
    for (int r = 0; r <= round; ++r)
        for (int s = 0; s < suits_; ++s)
            for (RankMask set = sets[s][r]; set; set &= set - 1)
                *cards++ = static_cast<Card>(4 * rank_[std::countr_zero(set)] + suit_[s]);
}

}  // namespace railbird
