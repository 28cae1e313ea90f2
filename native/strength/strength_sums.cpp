#include "strength/strength_sums.hpp"

#include <algorithm>
#include <bit>

#include "cards/flush_pairs.hpp"
#include "cards/rank_pairs.hpp"
#include "strength/strength_sweep.hpp"

namespace railbird {

namespace {

CardSum sum_of(const CardSum& start, CardMask cards) {
    CardSum sum = start;
    for_each_card(cards, [&](int card) { sum += kEvaluator.card(static_cast<Card>(card)); });
    return sum;
}

int halves_against(HandRank mine, HandRank other) { return 2 * (mine > other) + (mine == other); }

void add_river(int halves, int bins, std::uint32_t* row) {
    const auto value = static_cast<std::uint32_t>(halves);
    row[0] += value;
    row[1] += value * value;
    if (bins) ++row[2 + std::min(halves * bins / kRiverHalves, bins - 1)];
}

}  // namespace

// Opponents count by their two ranks, except those who can have a flush: they are looked at one by one.
int halves_of(CardMask hand, CardMask board) {
    const int size = std::popcount(board) + 2;
    const CardSum board_sum = kEvaluator.sum(board), taken = sum_of(board_sum, hand);
    const HandRank mine = kEvaluator.rank(taken, size);
    std::array<int, kRankPairs> special{};
    int halves = 0;
    for_each_flush_pair(board, kFullDeck & ~(hand | board), [&](Card a, Card b) {
        const CardSum both = kEvaluator.card(a) + kEvaluator.card(b);
        halves += halves_against(mine, kEvaluator.rank(board_sum + both, size));
        ++special[static_cast<std::size_t>(rank_pair(a, b))];
    });
    for_each_rank_pair(taken, [&](int pair, std::uint64_t key, int hands) {
        const int plain = hands - special[static_cast<std::size_t>(pair)];
        if (plain > 0)
            halves += plain * halves_against(mine, kEvaluator.rank_without_flush(board_sum.key() + key, size));
    });
    return halves;
}

std::vector<std::uint16_t> halves_on(CardMask board) {
    std::vector<std::uint16_t> result(kHands);
    StrengthSweep(board).run(0, kEvaluator.sum(board), std::popcount(board), [&](std::uint32_t hand, int halves) {
        result[hand] = static_cast<std::uint16_t>(halves);
    });
    return result;
}

std::vector<std::uint32_t> river_sums(CardMask turn_board, int bins) {
    const std::size_t width = 2 + static_cast<std::size_t>(bins);
    std::vector<std::uint32_t> rows(kHands * width);
    StrengthSweep sweep(turn_board);
    const CardSum sum = kEvaluator.sum(turn_board);
    for_each_card(kFullDeck & ~turn_board, [&](int card) {
        sweep.run(bit_of(card), sum + kEvaluator.card(static_cast<Card>(card)), kBoardCards,
                  [&](std::uint32_t hand, int halves) { add_river(halves, bins, rows.data() + hand * width); });
    });
    return rows;
}

std::vector<std::uint32_t> river_sums_of(CardMask hand, CardMask turn_board, int bins) {
    std::vector<std::uint32_t> row(2 + static_cast<std::size_t>(bins));
    for_each_card(kFullDeck & ~(hand | turn_board),
                  [&](int card) { add_river(halves_of(hand, turn_board | bit_of(card)), bins, row.data()); });
    return row;
}

void count_rivers(CardMask turn_board, const std::vector<std::int32_t>& groups, std::uint64_t weight,
                  std::uint64_t* counts) {
    const std::size_t rows = groups.size() / kHands;
    std::vector<std::int32_t> by_hand(groups.size());  // [1326, rows]
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t hand = 0; hand < kHands; ++hand) by_hand[hand * rows + row] = groups[row * kHands + hand];
    StrengthSweep sweep(turn_board);
    const CardSum sum = kEvaluator.sum(turn_board);
    for_each_card(kFullDeck & ~turn_board, [&](int card) {
        sweep.run(bit_of(card), sum + kEvaluator.card(static_cast<Card>(card)), kBoardCards,
                  [&](std::uint32_t hand, int halves) {
                      for (std::size_t row = 0; row < rows; ++row)
                          if (const std::int32_t group = by_hand[hand * rows + row]; group >= 0)
                              counts[static_cast<std::size_t>(group) * (kRiverHalves + 1) +
                                     static_cast<std::size_t>(halves)] += weight;
                  });
    });
}

}  // namespace railbird
