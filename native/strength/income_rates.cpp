#include "strength/income_rates.hpp"

#include <algorithm>
#include <vector>

#include "cards/deck.hpp"
#include "cards/evaluator.hpp"

namespace railbird {

IncomeRollOuts::IncomeRollOuts(int players, const double* play, double dead_money)
    : players_(players), dead_money_(dead_money) {
    std::copy_n(play, kHandClasses, play_.begin());
}

IncomeRollOuts::Tally IncomeRollOuts::deal_batch(std::uint64_t seed, std::int64_t batch, std::int64_t deals,
                                                 const StopFlag& stop) const {
    RandomStream random = RandomStream::named(
        seed, {static_cast<std::uint64_t>(batch), static_cast<std::uint64_t>(Purpose::income_rates)});
    Deck deck(kFullDeck);
    Tally tally;
    for (std::int64_t deal = 0; deal < deals && !stop; ++deal) {
        deck.gather();
        CardSum board = Evaluator::empty();
        for (int i = 0; i < kBoardCards; ++i) board += kEvaluator.card(deck.deal(random));

        std::array<std::array<Card, 2>, kMaxPlayers> holes;
        for (int player = 0; player < players_; ++player) holes[player] = {deck.deal(random), deck.deal(random)};

        std::array<int, kMaxPlayers> classes;
        std::array<HandRank, kMaxPlayers> values;
        std::array<bool, kMaxPlayers> plays;
        int playing = 0, winners = 0;
        HandRank best = 0;
        for (int player = 0; player < players_; ++player) {
            const auto [a, b] = holes[player];
            classes[player] = hand_class(a, b);
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

void IncomeRollOuts::run(std::uint64_t seed, std::int64_t first, std::int64_t last, int threads, const StopFlag& stop) {
    const auto batches = tally_batches<Tally>(kBatch, first, last, threads, stop, [&](int batch, std::int64_t deals) {
        return deal_batch(seed, batch, deals, stop);
    });
    if (stop) return;
    for (const Tally& batch : batches)
        for (int i = 0; i < kHandClasses; ++i) {
            tally_.hands[i] += batch.hands[i];
            tally_.income[i] += batch.income[i];
            tally_.squares[i] += batch.squares[i];
        }
}

}  // namespace railbird
