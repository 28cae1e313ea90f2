#include "strength/river_ranks.hpp"

#include <array>
#include <bit>

#include "base/random.hpp"

namespace railbird {

namespace {

constexpr std::size_t kPairStep = 403;  // coprime to 1081, the number of other hands on a flop

double rank_on(const CardSum& hand, const CardSum& board, CardMask left) {
    const HandRank mine = kEvaluator.rank(board + hand, kMaxCards);
    const CardList deck(left);
    int below = 0, level = 0;
    for (int high = 1; high < deck.size; ++high) {
        const CardSum one = board + kEvaluator.card(deck.cards[high]);
        for (int low = 0; low < high; ++low) {
            const HandRank other = kEvaluator.rank(one + kEvaluator.card(deck.cards[low]), kMaxCards);
            below += other < mine;
            level += other == mine;
        }
    }
    return (below + level / 2.0) / (deck.size * (deck.size - 1) / 2);
}

CardSum cards_of(CardMask mask) {
    CardSum sum{};
    for_each_card(mask, [&](int card) { sum += kEvaluator.card(static_cast<Card>(card)); });
    return sum;
}

}  // namespace

double river_rank(CardMask hand, CardMask board) {
    return rank_on(cards_of(hand), kEvaluator.sum(board), kFullDeck & ~hand & ~board);
}

std::vector<double> river_ranks(CardMask hand, CardMask board, int most, std::uint64_t seed) {
    const CardSum mine = cards_of(hand), table = kEvaluator.sum(board);
    const CardMask left = kFullDeck & ~hand & ~board;
    const CardList deck(left);
    const int missing = kBoardCards - std::popcount(board);
    const int boards = missing == 2 ? deck.size * (deck.size - 1) / 2 : missing == 1 ? deck.size : 1;
    std::vector<double> ranks;
    const auto add = [&](CardMask more) { ranks.push_back(rank_on(mine, table + cards_of(more), left & ~more)); };
    if (missing == 0) {
        add(0);
    } else if (most > 0 && most < boards) {
        RandomStream random(seed, hand ^ board << 1);
        for (int i = 0; i < most; ++i) {
            const int first = static_cast<int>(Draws(random.next()).below(static_cast<std::uint64_t>(deck.size)));
            CardMask more = bit_of(deck.cards[first]);
            if (missing == 2) {
                int second = static_cast<int>(Draws(random.next()).below(static_cast<std::uint64_t>(deck.size - 1)));
                second += second >= first;
                more |= bit_of(deck.cards[second]);
            }
            add(more);
        }
    } else {
        for (int high = 0; high < deck.size; ++high) {
            if (missing == 1) add(bit_of(deck.cards[high]));
            for (int low = 0; missing == 2 && low < high; ++low)
                add(bit_of(deck.cards[high]) | bit_of(deck.cards[low]));
        }
    }
    return ranks;
}

std::vector<double> turn_means(CardMask hand, CardMask flop, int others) {
    const CardSum mine = cards_of(hand), table = kEvaluator.sum(flop);
    const CardList deck(kFullDeck & ~hand & ~flop);
    struct Pair {
        CardSum sum;
        CardMask mask;
    };
    std::vector<Pair> pairs;  // all other hands
    for (int high = 1; high < deck.size; ++high)
        for (int low = 0; low < high; ++low)
            pairs.push_back({kEvaluator.card(deck.cards[high]) + kEvaluator.card(deck.cards[low]),
                             bit_of(deck.cards[high]) | bit_of(deck.cards[low])});
    const std::size_t all = pairs.size();
    const std::size_t wanted = std::min(static_cast<std::size_t>(others), all);
    std::vector<double> sums(static_cast<std::size_t>(deck.size));
    std::size_t next = 0;  // so that each board is compared with all kinds of hands, and the next board with others
    for (int turn = 1; turn < deck.size; ++turn)
        for (int river = 0; river < turn; ++river) {
            const CardSum board = table + kEvaluator.card(deck.cards[turn]) + kEvaluator.card(deck.cards[river]);
            const CardMask taken = bit_of(deck.cards[turn]) | bit_of(deck.cards[river]);
            const HandRank own = kEvaluator.rank(board + mine, kMaxCards);
            int twice = 0, count = 0;
            for (std::size_t i = 0; i < wanted; ++i) {
                const Pair& pair = pairs[next];
                next += kPairStep;
                if (next >= all) next -= all;
                if (pair.mask & taken) continue;
                const HandRank other = kEvaluator.rank(board + pair.sum, kMaxCards);
                twice += 2 * (other < own) + (other == own);
                ++count;
            }
            const double rank = count ? twice / (2.0 * count) : 0.5;
            sums[turn] += rank;
            sums[river] += rank;
        }
    for (double& sum : sums) sum /= deck.size - 1;
    return sums;
}

}  // namespace railbird
