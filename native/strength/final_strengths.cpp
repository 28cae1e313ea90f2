#include "strength/final_strengths.hpp"

#include <limits>

#include "strength/boards.hpp"
#include "strength/strength_sweep.hpp"

namespace railbird {

namespace {

constexpr int kOpposing = opposing_hands(kBoardCards);

}  // namespace

std::vector<float> final_strengths(CardMask board, int bins) {
    const std::size_t width = 2 + static_cast<std::size_t>(bins);
    const SuitSymmetry symmetry = find_symmetry(nullptr, 0, {board});
    const int to_come = kBoardCards - std::popcount(board);
    const Completions completions(board, 0, symmetry, to_come);
    StrengthSweep sweep(board);
    std::vector<double> sums(kHands * width);
    const StopFlag never{false};
    for (int block = 0; block < kBlocks; ++block)
        completions.for_each(block, never, [&](CardMask new_cards, const CardSum& board_sum, double copies) {
            sweep.run(new_cards, board_sum, kBoardCards, [&](std::uint32_t hand, int halves) {
                const double strength = halves / (2.0 * kOpposing);
                double* row = sums.data() + hand * width;
                row[0] += copies * strength;
                row[1] += copies * strength * strength;
                if (bins) row[2 + std::min(halves * bins / (2 * kOpposing), bins - 1)] += copies;
            });
        });
    // A board stood for all its images under exchanges of suits: over those, a hand has the mean of its own images.
    std::vector<float> results(kHands * width, std::numeric_limits<float>::quiet_NaN());
    const double boards = combinations(kCards - std::popcount(board) - 2, to_come);
    for (const std::uint16_t hand : sweep.candidates()) {
        const std::vector<int> images = images_of_hand(hand, symmetry);
        for (std::size_t column = 0; column < width; ++column) {
            double sum = 0;
            for (const int image : images) sum += sums[static_cast<std::size_t>(image) * width + column];
            results[hand * width + column] = static_cast<float>(sum / (boards * static_cast<double>(images.size())));
        }
    }
    return results;
}

}  // namespace railbird
