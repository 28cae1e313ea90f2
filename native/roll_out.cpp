#include "roll_out.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "boards.hpp"
#include "evaluator.hpp"

namespace railbird {

RollOut::RollOut(int players, const double* play, double dead_money) : players_(players), dead_money_(dead_money) {
    std::copy_n(play, kClasses, play_.begin());
}

RollOut::Tally RollOut::deal_batch(std::uint64_t seed, std::int64_t batch, std::int64_t deals,
                                   const StopFlag& stop) const {
    RandomStream random =
        RandomStream::named(seed, {static_cast<std::uint64_t>(batch), static_cast<std::uint64_t>(Purpose::roll_out)});
    std::array<Card, kCards> deck;
    std::iota(deck.begin(), deck.end(), Card{0});
    const int needed = kBoardCards + 2 * players_;
    Tally tally;
    for (std::int64_t deal = 0; deal < deals && !stop; ++deal) {
        Draws draws(0);
        for (int dealt = 0; dealt < needed; ++dealt) {
            if (dealt % kCardsPerWord == 0) draws = Draws(random.next());
            const auto place = dealt + static_cast<int>(draws.below(static_cast<std::uint64_t>(kCards - dealt)));
            std::swap(deck[dealt], deck[place]);
        }
        CardSum board = Evaluator::empty();
        for (int i = 0; i < kBoardCards; ++i) board += kEvaluator.card(deck[i]);

        std::array<int, kMaxPlayers> classes;
        std::array<HandRank, kMaxPlayers> values;
        std::array<bool, kMaxPlayers> plays;
        int playing = 0, winners = 0;
        HandRank best = 0;
        for (int player = 0; player < players_; ++player) {
            const Card a = deck[kBoardCards + 2 * player], b = deck[kBoardCards + 2 * player + 1];
            classes[player] = class_of(a, b);
            values[player] = kEvaluator.rank(board + kEvaluator.card(a) + kEvaluator.card(b), 7);
            const double chance = play_[classes[player]];
            plays[player] = chance >= 1 || (chance > 0 && static_cast<double>(random.next() >> 11) * 0x1p-53 < chance);
            if (!plays[player]) continue;
            ++playing;
            if (values[player] > best) {
                best = values[player];
                winners = 0;
            }
            winners += values[player] == best;
        }
        for (int player = 0; player < players_; ++player) {
            const int others = playing - plays[player];
            double income = -1;
            if (values[player] >= best) {
                const int sharing = values[player] > best ? 1 : winners + !plays[player];
                income += (others + 1 + dead_money_) / sharing;
            }
            const int hand = classes[player];
            tally.hands[hand] += 1;
            tally.income[hand] += income;
            tally.squares[hand] += income * income;
        }
    }
    return tally;
}

void RollOut::run(std::uint64_t seed, std::int64_t first, std::int64_t last, int threads, const StopFlag& stop) {
    const auto batches = tally_batches<Tally>(kBatch, first, last, threads, stop, [&](int batch, std::int64_t deals) {
        return deal_batch(seed, batch, deals, stop);
    });
    if (stop) return;
    for (const Tally& batch : batches)
        for (int i = 0; i < kClasses; ++i) {
            tally_.hands[i] += batch.hands[i];
            tally_.income[i] += batch.income[i];
            tally_.squares[i] += batch.squares[i];
        }
}

}  // namespace railbird
