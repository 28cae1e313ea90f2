#include "strength/showdowns.hpp"

#include <algorithm>

namespace railbird {

Showdowns::Showdowns(const double* weights, int players, CardMask board, CardMask dead)
    : ranges_(static_cast<std::size_t>(players)),
      completions_(board, dead, find_symmetry(weights, players, {board, dead}), kBoardCards - std::popcount(board)),
      blocks_(kBlocks) {
    for (int player = 0; player < players; ++player)
        for (int i = 0; i < kHands; ++i)
            if (const double weight = weights[player * kHands + i]; weight > 0)
                ranges_[player].push_back({kHoleCards[i].mask(), kHoleCards[i].low, kHoleCards[i].high, weight});
}

void Showdowns::run(int first_block, int last_block, int threads, const StopFlag& stop) {
    for_each_block(first_block, last_block, threads, stop, [&](int block) {
        auto& tally = blocks_[block];
        tally.assign(std::size_t{1} << ranges_.size(), 0);
        std::vector<double> on_board(tally.size());  // summed board by board, because long sums of weights lose digits
        std::vector<std::vector<Shown>> shown(ranges_.size());
        completions_.for_each(block, stop, [&](CardMask new_cards, const CardSum& board_sum, double copies) {
            for (std::size_t player = 0; player < ranges_.size(); ++player) {
                shown[player].clear();
                for (const Hand& hand : ranges_[player]) {
                    if (hand.mask & new_cards) continue;
                    const CardSum sum = board_sum + kEvaluator.card(hand.low) + kEvaluator.card(hand.high);
                    shown[player].push_back({hand.mask, hand.weight, kEvaluator.rank(sum, 7)});
                }
            }
            std::fill(on_board.begin(), on_board.end(), 0);
            play(0, 0, 1, {}, shown, stop, on_board.data());
            for (std::size_t i = 0; i < tally.size(); ++i) tally[i] += copies * on_board[i];
        });
    });
}

void Showdowns::play(int player, CardMask used, double weight, Showdown showdown,
                     const std::vector<std::vector<Shown>>& shown, const StopFlag& stop, double* tally) const {
    const bool last = player + 1 == static_cast<int>(shown.size());
    for (const Shown& hand : shown[static_cast<std::size_t>(player)]) {
        if (hand.mask & used) continue;
        Showdown after = showdown;
        after.show(player, hand.value);
        if (last)
            tally[after.winners()] += weight * hand.weight;
        else if (!stop)
            play(player + 1, used | hand.mask, weight * hand.weight, after, shown, stop, tally);
    }
}

}  // namespace railbird
