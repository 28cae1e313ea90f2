#include "solve/margins.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <stdexcept>

namespace railbird {

std::vector<int> margins(const FullBoard& board) {
    const auto size = static_cast<int>(board.size());
    std::vector<int> result(static_cast<std::size_t>(size));
    // Counts of all hands with a card, and of those so far. The second card of a hand of one card has none.
    std::array<int, kCards + 1> all{}, weaker{};
    const auto count = [](std::array<int, kCards + 1>& sums, FullBoard::Hand hand) {
        ++sums[hand.a];
        if (hand.b != kCards) ++sums[hand.b];
    };
    for (const FullBoard::Hand& hand : board.hands) count(all, hand);
    int begin = 0;
    for (const int end : board.group_ends) {
        for (int i = begin; i < end; ++i) {
            const FullBoard::Hand hand = board.hands[static_cast<std::size_t>(i)];
            result[static_cast<std::size_t>(i)] = begin - weaker[hand.a] - weaker[hand.b];
        }
        for (int i = begin; i < end; ++i) count(weaker, board.hands[static_cast<std::size_t>(i)]);
        for (int i = begin; i < end; ++i) {
            const FullBoard::Hand hand = board.hands[static_cast<std::size_t>(i)];
            result[static_cast<std::size_t>(i)] -=
                size - end - (all[hand.a] - weaker[hand.a]) - (all[hand.b] - weaker[hand.b]);
        }
        begin = end;
    }
    return result;
}

void add_by_margin(const FullBoard& board, const double* table, int most, int sequences,
                   std::span<const std::int32_t> images, int holdings, double* values) {
    const std::vector<int> found = margins(board);
    if (std::any_of(found.begin(), found.end(), [most](int margin) { return std::abs(margin) > most; }))
        throw std::invalid_argument("the table has too few margins");
    for (std::size_t first = 0; first < images.size(); first += static_cast<std::size_t>(holdings)) {
        for (std::size_t i = 0; i < found.size(); ++i) {
            const double* row = table + static_cast<std::ptrdiff_t>(most + found[i]) * sequences;
            double* to = values + static_cast<std::ptrdiff_t>(images[first + board.holdings[i]]) * sequences;
            for (int sequence = 0; sequence < sequences; ++sequence) to[sequence] += row[sequence];
        }
    }
}

}  // namespace railbird
