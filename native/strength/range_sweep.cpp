#include "strength/range_sweep.hpp"

#include <algorithm>

#include "strength/value_sort.hpp"

namespace railbird {

namespace {

std::vector<double> both(const double* hero, const double* villain) {
    std::vector<double> weights(hero, hero + kHands);
    weights.insert(weights.end(), villain, villain + kHands);
    return weights;
}

}  // namespace

struct RangeSweep::Workspace : ValueSort {
    std::array<double, kCards> below;
};

RangeSweep::RangeSweep(const double* hero, const double* villain, CardMask board, CardMask dead)
    : symmetry_(find_symmetry(both(hero, villain).data(), 2, {board, dead})),
      completions_(board, dead, symmetry_, kBoardCards - std::popcount(board)),
      blocks_(kBlocks) {
    for (int i = 0; i < kHands; ++i) {
        if (hero[i] == 0 && villain[i] == 0) continue;
        const HoleCards cards = kHoleCards[i];
        hands_.push_back(
            {cards.mask(), cards.low, cards.high, hero[i] != 0, static_cast<std::uint16_t>(i), villain[i]});
    }
    const int unseen = kCards - std::popcount(board | dead) - 4;
    boards_per_pair_ = combinations(unseen, kBoardCards - std::popcount(board));
}

void RangeSweep::sweep(const CardSum& board_sum, CardMask new_cards, double copies, Workspace& work,
                       Tally* tallies) const {
    int count = 0;
    for (std::uint32_t slot = 0; slot < hands_.size(); ++slot) {
        work.hands[count] = slot;
        count += !(hands_[slot].mask & new_cards);
    }
    for (int i = 0; i < count; ++i) {
        const Hand& hand = hands_[work.hands[i]];
        const CardSum sum = board_sum + kEvaluator.card(hand.low) + kEvaluator.card(hand.high);
        work.hands[i] |= static_cast<std::uint32_t>(kEvaluator.rank(sum, 7)) << 16;
    }
    work.sort(count);

    work.below.fill(0);
    double below = 0;
    const auto beaten_by = [&](const Hand& hand) { return below - work.below[hand.low] - work.below[hand.high]; };
    for (int start = 0, end; start < count; start = end) {
        const std::uint32_t value = work.hands[start] >> 16;
        for (end = start; end < count && work.hands[end] >> 16 == value; ++end) {
            const std::uint32_t slot = work.hands[end] & 0xFFFF;
            if (hands_[slot].hero) tallies[slot].beaten += copies * beaten_by(hands_[slot]);
        }
        for (int i = start; i < end; ++i) {
            const Hand& hand = hands_[work.hands[i] & 0xFFFF];
            below += hand.weight;
            work.below[hand.low] += hand.weight;
            work.below[hand.high] += hand.weight;
        }
        for (int i = start; i < end; ++i) {
            const std::uint32_t slot = work.hands[i] & 0xFFFF;
            const Hand& hand = hands_[slot];
            if (hand.hero) tallies[slot].not_lost += copies * (beaten_by(hand) + hand.weight);
        }
    }
}

void RangeSweep::run(int first_block, int last_block, int threads, const StopFlag& stop) {
    for_each_block(first_block, last_block, threads, stop, [&](int block) {
        auto& tallies = blocks_[block];
        tallies.assign(hands_.size(), {});
        Workspace work;
        completions_.for_each(block, stop, [&](CardMask new_cards, const CardSum& board_sum, double copies) {
            sweep(board_sum, new_cards, copies, work, tallies.data());
        });
    });
}

std::vector<RangeSweep::HandResult> RangeSweep::results() const {
    std::vector<HandResult> swept(kHands);
    double all = 0;
    std::array<double, kCards> by_card{};
    for (std::size_t slot = 0; slot < hands_.size(); ++slot) {
        const Hand& hand = hands_[slot];
        for (const auto& tallies : blocks_) {
            if (tallies.empty()) continue;
            swept[hand.index].win += tallies[slot].beaten;
            swept[hand.index].tie += tallies[slot].not_lost - tallies[slot].beaten;
        }
        all += hand.weight;
        by_card[hand.low] += hand.weight;
        by_card[hand.high] += hand.weight;
    }
    // A board represented all its images under exchanges of suits: over those, a hand has the mean of its own images.
    std::vector<HandResult> results(kHands);
    for (const Hand& hand : hands_) {
        if (!hand.hero) continue;
        HandResult& result = results[hand.index];
        const std::vector<int> images = images_of_hand(hand.index, symmetry_);
        for (const int image : images) {
            result.win += swept[image].win;
            result.tie += swept[image].tie;
        }
        result.win /= static_cast<double>(images.size());
        result.tie /= static_cast<double>(images.size());
        double opposing = all - by_card[hand.low] - by_card[hand.high] + hand.weight;
        if (opposing < kTinyShare * all) {  // little of the range is left, so the difference has lost its digits
            opposing = 0;
            for (const Hand& other : hands_)
                if (!(other.mask & hand.mask)) opposing += other.weight;
        }
        result.total = boards_per_pair_ * opposing;
        result.win = std::clamp(result.win, 0.0, result.total);
        result.tie = std::clamp(result.tie, 0.0, result.total - result.win);
    }
    return results;
}

}  // namespace railbird
