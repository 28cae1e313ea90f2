#include "strength/boards.hpp"

namespace railbird {

namespace {

// Calls visit(ranks) for each set of this many ranks, in ascending order.
template <class Visit>
void for_each_subset(int count, const Visit& visit) {
    if (count == 0) return visit(0u);
    for (unsigned ranks = (1u << count) - 1; ranks < 1u << kRanks;) {
        visit(ranks);
        const unsigned lowest = ranks & -ranks, carried = ranks + lowest;
        ranks = carried | (((ranks ^ carried) / lowest) >> 2);
    }
}

}  // namespace

Completions::Completions(CardMask board, CardMask dead, const SuitSymmetry& symmetry, int to_come)
    : previous_like_{-1, -1, -1, -1} {
    for (int suit = 0; suit < kSuits; ++suit) {
        for (int before = 0; before < suit; ++before)
            if (symmetry.like[before] == symmetry.like[suit]) previous_like_[suit] = before;
        unsigned available = 0;
        for (int rank = 0; rank < kRanks; ++rank)
            if (!((board | dead) & bit_of(4 * rank + suit))) available |= 1u << rank;
        for (int count = 0; count <= to_come; ++count)
            for_each_subset(count, [&](unsigned ranks) {
                if (!(ranks & ~available)) choices_[suit][count].push_back(static_cast<RankMask>(ranks));
            });
    }
    Partial start;
    start.sum = kEvaluator.sum(board);
    start.left = to_come;
    choose(0, start, [&](const Partial& one_suit) {
        choose(1, one_suit, [&](const Partial& two_suits) { starts_.push_back(two_suits); });
    });
}

double Completions::copies(const std::array<RankMask, kSuits>& ranks) const {
    // n symmetric suits can be arranged in n! ways; exchanges of equal sets of ranks give the same cards.
    int copies = 1;
    std::array<int, kSuits> ordinal{1, 1, 1, 1}, repeat{1, 1, 1, 1};
    for (int suit = 0; suit < kSuits; ++suit) {
        const int like = previous_like_[suit];
        if (like < 0) continue;
        ordinal[suit] = ordinal[like] + 1;
        if (ranks[suit] == ranks[like]) repeat[suit] = repeat[like] + 1;
        copies = copies * ordinal[suit];
    }
    for (const int times : repeat) copies /= times;
    return copies;
}

Completions::Count Completions::count() const {
    Count count;
    const StopFlag never{false};
    for (int block = 0; block < kBlocks; ++block)
        for_each(block, never, [&](CardMask, const CardSum&, double copies) {
            ++count.distinct;
            count.all += static_cast<std::int64_t>(copies);
        });
    return count;
}

}  // namespace railbird
