#include "strength/all_in.hpp"

#include <algorithm>
#include <vector>

#include "strength/boards.hpp"
#include "strength/matchups.hpp"

namespace railbird {

namespace {

constexpr std::int64_t kQuestionsPerBlock = 16;

struct Question {
    int live = 0;
    std::array<int, kMaxPlayers> players{};
    std::array<std::uint16_t, kMaxPlayers> hands{};
    CardMask dead = 0;
    CardMask board = 0;
    int size = 0;
};

// All cards are different if and only if `known` has as many bits as there are `cards`.
Question read(const AllInQuestions& questions, std::int64_t number, CardMask& known, int& cards) {
    Question question;
    const std::uint8_t* holes = questions.holes + number * questions.players * 2;
    known = 0;
    cards = 0;
    const auto see = [&](std::uint8_t card) {
        ++cards;
        if (card < kCards) known |= bit_of(card);
        return card < kCards ? bit_of(card) : 0;
    };
    for (int player = 0; player < questions.players; ++player) {
        const std::uint8_t low = holes[2 * player], high = holes[2 * player + 1];
        const CardMask mask = see(low) | see(high);
        if (questions.live[number] >> player & 1) {
            question.players[question.live] = player;
            question.hands[question.live++] =
                static_cast<std::uint16_t>(std::popcount(mask) == 2 ? hand_index(low, high) : 0);
        } else {
            question.dead |= mask;
        }
    }
    question.size = questions.sizes[number];
    for (int i = 0; i < std::min(question.size, kBoardCards); ++i)
        question.board |= see(questions.boards[number * kBoardCards + i]);
    return question;
}

// How often each set of players wins, over all ways to complete the board; counts has 2^players entries.
void count_winners(const Question& question, std::int64_t* counts) {
    if (question.size == 0) {
        count_showdowns(question.hands.data(), question.live, question.dead, counts);
        return;
    }
    const CardSum board = kEvaluator.sum(question.board);
    std::array<CardSum, kMaxPlayers> sums;
    CardMask known = question.board | question.dead;
    for (int i = 0; i < question.live; ++i) {
        const HoleCards cards = kHoleCards[question.hands[i]];
        sums[i] = board + kEvaluator.card(cards.low) + kEvaluator.card(cards.high);
        known |= cards.mask();
    }
    const auto show = [&](const CardSum& more) {
        Showdown showdown;
        for (int i = 0; i < question.live; ++i) showdown.show(i, kEvaluator.rank(sums[i] + more, kMaxCards));
        ++counts[showdown.winners()];
    };
    const CardSum none{};
    if (question.size == kBoardCards) return show(none);
    const CardMask deck = kFullDeck & ~known;
    for_each_card(deck, [&](int card) {
        const CardSum one = kEvaluator.card(static_cast<Card>(card));
        if (question.size == kBoardCards - 1) return show(one);
        for_each_card(deck & (bit_of(card) - 1),
                      [&](int other) { show(one + kEvaluator.card(static_cast<Card>(other))); });
    });
}

// The best value among the others on a full board, and how many of them have it.
struct Best {
    HandRank value = 0;
    int holders = 0;

    void show(HandRank other) {
        if (other > value) *this = {other, 0};
        holders += other == value;
    }
};

void shares_before_the_flop(const std::uint8_t* others, int count, CardMask dead, CardMask known, double* shares,
                            const StopFlag& stop) {
    std::array<std::uint16_t, kMaxPlayers> hands{};
    for (int i = 0; i < count; ++i)
        hands[i + 1] = static_cast<std::uint16_t>(hand_index(others[2 * i], others[2 * i + 1]));
    std::vector<std::int64_t> counts(std::size_t{2} << count);
    for (int hand = 0; hand < kHands && !stop; ++hand) {
        if (kHoleCards[hand].mask() & known) continue;
        hands[0] = static_cast<std::uint16_t>(hand);
        std::fill(counts.begin(), counts.end(), 0);
        count_showdowns(hands.data(), count + 1, dead, counts.data());
        double won = 0, boards = 0;
        for (std::size_t winners = 1; winners < counts.size(); ++winners) {
            boards += static_cast<double>(counts[winners]);
            if (winners & 1) won += static_cast<double>(counts[winners]) / std::popcount(winners);
        }
        shares[hand] = won / boards;
    }
}

}  // namespace

std::int64_t find_bad_question(const AllInQuestions& questions) {
    for (std::int64_t number = 0; number < questions.count; ++number) {
        CardMask known = 0;
        int cards = 0;
        const Question question = read(questions, number, known, cards);
        const bool sized = question.size == 0 || (question.size >= 3 && question.size <= kBoardCards);
        if (!sized || std::popcount(known) != cards || question.live == 0 ||
            questions.live[number] >> questions.players)
            return number;
    }
    return -1;
}

void all_in_shares(const AllInQuestions& questions, double* shares, int threads, const StopFlag& stop) {
    const auto blocks = static_cast<int>((questions.count + kQuestionsPerBlock - 1) / kQuestionsPerBlock);
    for_each_block(0, blocks, threads, stop, [&](int block) {
        std::vector<std::int64_t> counts;
        const std::int64_t first = block * kQuestionsPerBlock;
        for (std::int64_t number = first; number < std::min(first + kQuestionsPerBlock, questions.count); ++number) {
            CardMask known = 0;
            int cards = 0;
            const Question question = read(questions, number, known, cards);
            double* row = shares + number * questions.players;
            std::fill(row, row + questions.players, 0.0);
            if (question.live == 1) {
                row[question.players[0]] = 1;
                continue;
            }
            counts.assign(std::size_t{1} << question.live, 0);
            count_winners(question, counts.data());
            std::int64_t boards = 0;
            for (std::size_t winners = 1; winners < counts.size(); ++winners) {
                if (!counts[winners]) continue;
                boards += counts[winners];
                const double share = static_cast<double>(counts[winners]) / std::popcount(winners);
                for (int i = 0; i < question.live; ++i)
                    if (winners >> i & 1) row[question.players[i]] += share;
            }
            for (int i = 0; i < question.live; ++i) row[question.players[i]] /= static_cast<double>(boards);
        }
    });
}

void all_in_shares_by_hand(const std::uint8_t* others, int count, CardMask board, CardMask dead, double* shares,
                           const StopFlag& stop) {
    CardMask known = board | dead;
    for (int i = 0; i < 2 * count; ++i) known |= bit_of(others[i]);
    std::fill(shares, shares + kHands, -1.0);
    if (!board) return shares_before_the_flop(others, count, dead, known, shares, stop);

    struct Mine {
        int hand;
        CardMask mask;
        CardSum sum;
        double won = 0;
        std::int64_t boards = 0;
    };
    const CardSum table = kEvaluator.sum(board);
    std::vector<Mine> mine;
    for (int hand = 0; hand < kHands; ++hand) {
        const HoleCards cards = kHoleCards[hand];
        if (!(cards.mask() & known))
            mine.push_back({hand, cards.mask(), table + kEvaluator.card(cards.low) + kEvaluator.card(cards.high)});
    }
    const auto show = [&](const CardSum& more, CardMask dealt) {
        Best best;
        for (int i = 0; i < count; ++i)
            best.show(kEvaluator.rank(
                table + kEvaluator.card(others[2 * i]) + kEvaluator.card(others[2 * i + 1]) + more, kMaxCards));
        for (Mine& each : mine) {
            if (each.mask & dealt) continue;
            const HandRank value = kEvaluator.rank(each.sum + more, kMaxCards);
            ++each.boards;
            if (value > best.value) each.won += 1;
            if (value == best.value) each.won += 1.0 / (best.holders + 1);
        }
    };
    const int size = std::popcount(board);
    const CardMask deck = kFullDeck & ~known;
    if (size == kBoardCards) show(CardSum{}, 0);
    if (size < kBoardCards)
        for_each_card(deck, [&](int card) {
            if (stop) return;
            const CardSum one = kEvaluator.card(static_cast<Card>(card));
            if (size == kBoardCards - 1) return show(one, bit_of(card));
            for_each_card(deck & (bit_of(card) - 1), [&](int other) {
                show(one + kEvaluator.card(static_cast<Card>(other)), bit_of(card) | bit_of(other));
            });
        });
    for (const Mine& each : mine) shares[each.hand] = each.won / static_cast<double>(each.boards);
}

}  // namespace railbird
