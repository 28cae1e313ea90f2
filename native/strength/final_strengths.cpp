#include "strength/final_strengths.hpp"

#include <limits>

#include "strength/boards.hpp"
#include "strength/value_sort.hpp"

namespace railbird {

namespace {

constexpr int kOpposing = 45 * 44 / 2;  // hands that an opponent may have on a full board

// Sweeps upwards through the hands of one board and calls visit(hand, twice the hands beaten plus those tied).
class StrengthSweep {
public:
    explicit StrengthSweep(CardMask board) {
        for (int hand = 0; hand < kHands; ++hand)
            if (!(kHoleCards[hand].mask() & board)) candidates_.push_back(static_cast<std::uint16_t>(hand));
    }
    const std::vector<std::uint16_t>& candidates() const { return candidates_; }

    template <class Visit>
    void run(CardMask new_cards, const CardSum& board_sum, const Visit& visit) {
        const auto evaluator = kEvaluator.of_size(kMaxCards);
        int count = 0;
        for (const std::uint16_t hand : candidates_) {
            const HoleCards cards = kHoleCards[hand];
            if (cards.mask() & new_cards) continue;
            const CardSum sum = board_sum + kEvaluator.card(cards.low) + kEvaluator.card(cards.high);
            sorted_.hands[count++] = static_cast<std::uint32_t>(evaluator.rank(sum)) << 16 | hand;
        }
        sorted_.sort(count);
        by_card_.fill(0);
        int below = 0;
        const auto beaten_by = [&](HoleCards cards) { return below - by_card_[cards.low] - by_card_[cards.high]; };
        for (int start = 0, end; start < count; start = end) {
            const std::uint32_t value = ValueSort::value_of(sorted_.hands[start]);
            for (end = start; end < count && ValueSort::value_of(sorted_.hands[end]) == value; ++end) {
                const std::uint32_t hand = ValueSort::slot_of(sorted_.hands[end]);
                halves_[hand] = beaten_by(kHoleCards[hand]);
            }
            for (int i = start; i < end; ++i) {
                const HoleCards cards = kHoleCards[ValueSort::slot_of(sorted_.hands[i])];
                ++below;
                ++by_card_[cards.low];
                ++by_card_[cards.high];
            }
            for (int i = start; i < end; ++i) {
                const std::uint32_t hand = ValueSort::slot_of(sorted_.hands[i]);
                visit(hand, halves_[hand] + beaten_by(kHoleCards[hand]) + 1);  // itself is counted out twice
            }
        }
    }

private:
    std::vector<std::uint16_t> candidates_;
    ValueSort sorted_;
    std::array<int, kCards> by_card_;
    std::array<int, kHands> halves_;
};

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
            sweep.run(new_cards, board_sum, [&](std::uint32_t hand, int halves) {
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
