#include "strength/matchups.hpp"

#include <algorithm>
#include <map>

#include "strength/boards.hpp"

namespace railbird {

namespace {

constexpr std::array<std::array<int, 6>, 5> kBinomials = {
    {{1, 0, 0, 0, 0, 0}, {1, 1, 0, 0, 0, 0}, {1, 2, 1, 0, 0, 0}, {1, 3, 3, 1, 0, 0}, {1, 4, 6, 4, 1, 0}}};

// The numbers that a card adds to the rank sums.
std::uint64_t rank_key(int rank) { return kEvaluator.card(static_cast<Card>(4 * rank)).key() & 0xFFFFFFFF; }

// Five ranks, at most four alike, as pairs of a rank and how often it occurs.
struct FiveRanks {
    std::uint64_t key = 0;
    int different = 0;
    std::array<std::uint8_t, kBoardCards> ranks{};
    std::array<std::uint8_t, kBoardCards> times{};
};

// All of them, each at its index among the evaluator's five-card hands.
const std::vector<FiveRanks>& all_five_ranks() {
    static const std::vector<FiveRanks> all = [] {
        std::vector<FiveRanks> list(static_cast<std::size_t>(kEvaluator.index_count(5)));
        const auto extend = [&](const auto& self, int rank, int left, const FiveRanks& before) -> void {
            if (left == 0) list[kEvaluator.index_of(before.key, 5) - kEvaluator.first_index(5)] = before;
            if (left == 0 || rank == kRanks) return;
            for (int times = 0; times <= std::min(left, kSuits); ++times) {
                FiveRanks after = before;
                if (times) {
                    after.key += static_cast<std::uint64_t>(times) * rank_key(rank);
                    after.ranks[after.different] = static_cast<std::uint8_t>(rank);
                    after.times[after.different++] = static_cast<std::uint8_t>(times);
                }
                self(self, rank + 1, left - times, after);
            }
        };
        extend(extend, 0, kBoardCards, {});
        return list;
    }();
    return all;
}

// All sets of three, four or five different ranks.
const std::vector<std::uint32_t>& rank_sets(int size) {
    static const std::array<std::vector<std::uint32_t>, kBoardCards + 1> by_size = [] {
        std::array<std::vector<std::uint32_t>, kBoardCards + 1> lists;
        for (std::uint32_t ranks = 0; ranks < 1u << kRanks; ++ranks)
            if (const int ranks_in = std::popcount(ranks); ranks_in >= 3 && ranks_in <= kBoardCards)
                lists[ranks_in].push_back(ranks);
        return lists;
    }();
    return by_size[size];
}

}  // namespace

void count_showdowns(const std::uint16_t* hands, int players, CardMask dead, std::int64_t* counts) {
    CardMask known = dead;
    std::array<std::uint64_t, kMaxPlayers> hand_keys{};
    std::array<std::array<std::uint32_t, kSuits>, kMaxPlayers> suited{};  // ranks that a player has in a suit
    for (int player = 0; player < players; ++player) {
        const HoleCards cards = kHoleCards[hands[player]];
        known |= cards.mask();
        for (const Card card : {cards.low, cards.high}) {
            hand_keys[player] += rank_key(rank_of(card));
            suited[player][suit_of(card)] |= 1u << rank_of(card);
        }
    }
    std::array<std::uint32_t, kSuits> unseen{};  // ranks still in the deck, by suit
    std::array<int, kRanks> available{};         // cards still in the deck, by rank
    for_each_card(kFullDeck & ~known, [&](int card) {
        unseen[suit_of(card)] |= 1u << rank_of(card);
        ++available[rank_of(card)];
    });

    const auto& boards = all_five_ranks();
    std::vector<std::int64_t> ways(boards.size());
    for (std::size_t i = 0; i < boards.size(); ++i) {
        std::int64_t product = 1;
        for (int j = 0; j < boards[i].different; ++j)
            product *= kBinomials[available[boards[i].ranks[j]]][boards[i].times[j]];
        ways[i] = product;
    }

    for (int suit = 0; suit < kSuits; ++suit) {
        std::array<int, kRanks> others{};  // cards of the other suits still in the deck, by rank
        for (int rank = 0; rank < kRanks; ++rank) others[rank] = available[rank] - (unseen[suit] >> rank & 1);
        int most_held = 0;
        for (int player = 0; player < players; ++player)
            most_held = std::max(most_held, std::popcount(suited[player][suit]));

        for (int cards = 5 - most_held; cards <= kBoardCards; ++cards)
            for (const std::uint32_t flush : rank_sets(cards)) {
                if (flush & ~unseen[suit]) continue;
                std::uint64_t flush_key = 0;
                for (std::uint32_t rest = flush; rest; rest &= rest - 1) flush_key += rank_key(std::countr_zero(rest));
                std::array<HandRank, kMaxPlayers> flush_values{};  // 0 for a player without a flush
                for (int player = 0; player < players; ++player)
                    if (const std::uint32_t mine = flush | suited[player][suit]; std::popcount(mine) >= 5)
                        flush_values[player] = kEvaluator.flush_rank(mine);

                const auto count = [&](std::uint64_t board_key, std::int64_t number) {
                    if (number == 0) return;
                    ways[kEvaluator.index_of(board_key, 5) - kEvaluator.first_index(5)] -= number;
                    Showdown showdown;
                    for (int player = 0; player < players; ++player)
                        showdown.show(player, flush_values[player]
                                                  ? flush_values[player]
                                                  : kEvaluator.rank_without_flush(board_key + hand_keys[player], 7));
                    counts[showdown.winners()] += number;
                };
                if (cards == 5) count(flush_key, 1);
                if (cards == 4)
                    for (int rank = 0; rank < kRanks; ++rank) count(flush_key + rank_key(rank), others[rank]);
                if (cards == 3)
                    for (int high = 0; high < kRanks; ++high) {
                        for (int low = 0; low < high; ++low)
                            count(flush_key + rank_key(high) + rank_key(low), others[high] * others[low]);
                        count(flush_key + 2 * rank_key(high), kBinomials[others[high]][2]);
                    }
            }
    }
    for (std::size_t i = 0; i < boards.size(); ++i) {
        if (ways[i] == 0) continue;
        Showdown showdown;
        for (int player = 0; player < players; ++player)
            showdown.show(player, kEvaluator.rank_without_flush(boards[i].key + hand_keys[player], 7));
        counts[showdown.winners()] += ways[i];
    }
}

Matchups::Matchups(const double* weights, int players, CardMask dead, std::int64_t most)
    : players_(players), dead_(dead), blocks_(kBlocks) {
    std::vector<std::vector<std::uint16_t>> ranges(static_cast<std::size_t>(players));
    for (int player = 0; player < players; ++player)
        for (int hand = 0; hand < kHands; ++hand)
            if (weights[player * kHands + hand] > 0) ranges[player].push_back(static_cast<std::uint16_t>(hand));

    std::vector<const SuitExchange*> exchanges;
    for (const SuitExchange& exchange : all_suit_exchanges())
        if (exchange.of(dead) == dead) exchanges.push_back(&exchange);

    std::map<Hands, double> combinations;  // by the smallest image of a combination under exchanges of suits
    std::int64_t left = most;
    const auto extend = [&](const auto& self, int player, CardMask used, Hands& hands, double weight) -> void {
        if (--left < 0) return;
        if (player == players) {
            Hands first = hands;
            for (const SuitExchange* exchange : exchanges) {
                Hands image{};
                for (int i = 0; i < players; ++i) image[i] = exchange->hands[hands[i]];
                first = std::min(first, image);
            }
            combinations[first] += weight;
            return;
        }
        for (const std::uint16_t hand : ranges[player]) {
            if (left < 0) return;
            const CardMask mask = kHoleCards[hand].mask();
            if (mask & used) continue;
            hands[player] = hand;
            self(self, player + 1, used | mask, hands, weight * weights[player * kHands + hand]);
        }
    };
    Hands hands{};
    extend(extend, 0, dead, hands, 1);
    complete_ = left >= 0;
    if (!complete_) return;
    for (const auto& [combination, weight] : combinations) matchups_.push_back({combination, weight});
}

void Matchups::run(int first_block, int last_block, int threads, const StopFlag& stop) {
    for_each_block(first_block, last_block, threads, stop, [&](int block) {
        auto& tally = blocks_[block];
        tally.assign(std::size_t{1} << players_, 0);
        std::vector<std::int64_t> counts;
        for (std::size_t i = static_cast<std::size_t>(block); i < matchups_.size() && !stop; i += kBlocks) {
            counts.assign(tally.size(), 0);
            count_showdowns(matchups_[i].hands.data(), players_, dead_, counts.data());
            for (std::size_t winners = 0; winners < tally.size(); ++winners)
                tally[winners] += matchups_[i].weight * static_cast<double>(counts[winners]);
        }
    });
}

}  // namespace railbird
