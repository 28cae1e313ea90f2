#include "solve/full_board.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>

#include "cards/evaluator.hpp"

namespace railbird {

void check_holdings(const std::vector<CardMask>& holdings) {
    if (holdings.empty() || holdings.size() > kHands) throw std::invalid_argument("there are 1 to 1326 holdings");
    const int cards = std::popcount(holdings.front());
    if (cards < 1 || cards > 2) throw std::invalid_argument("a holding has one or two cards");
    for (const CardMask holding : holdings)
        if ((holding & ~kFullDeck) || std::popcount(holding) != cards)
            throw std::invalid_argument("all holdings have the same number of cards, from the deck");
    std::vector<CardMask> sorted = holdings;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end())
        throw std::invalid_argument("a holding is listed twice");
}

FullBoard full_board(const std::vector<CardMask>& holdings, CardMask board, const std::int32_t* buckets,
                     const std::vector<int>& counts) {
    const int size = std::popcount(board) + std::popcount(holdings.front());
    if ((board & ~kFullDeck) || size > kMaxCards)
        throw std::invalid_argument("a board has cards of the deck, at most seven with a holding");
    // The rank of each hand with its number among the holdings below it, so that one number is compared.
    std::vector<std::uint64_t> ranked;
    ranked.reserve(holdings.size());
    for (std::size_t i = 0; i < holdings.size(); ++i)
        if (!(holdings[i] & board))
            ranked.push_back(std::uint64_t{kEvaluator.rank(kEvaluator.sum(board | holdings[i]), size)} << 16 | i);
    std::sort(ranked.begin(), ranked.end());
    FullBoard result;
    result.hands.reserve(ranked.size());
    result.holdings.reserve(ranked.size());
    result.buckets.resize(counts.size());
    std::array<double, kCards + 1> by_card{};
    for (std::size_t place = 0; place < ranked.size(); ++place) {
        const std::uint64_t rank = ranked[place] >> 16;
        const auto holding = static_cast<std::uint16_t>(ranked[place] & 0xFFFF);
        const CardMask first = holdings[holding], second = first & (first - 1);
        const FullBoard::Hand hand{static_cast<Card>(std::countr_zero(first)),
                                   second ? static_cast<Card>(std::countr_zero(second)) : Card{kCards}};
        result.hands.push_back(hand);
        result.holdings.push_back(holding);
        by_card[hand.a] += 1;
        by_card[hand.b] += second ? 1 : 0;
        if (place + 1 == ranked.size() || ranked[place + 1] >> 16 != rank)
            result.group_ends.push_back(static_cast<std::uint16_t>(place + 1));
        for (std::size_t round = 0; round < counts.size(); ++round) {
            const std::int32_t bucket = buckets[round * holdings.size() + holding];
            if (bucket < 0 || bucket >= counts[round]) throw std::invalid_argument("a bucket is not of its round");
            result.buckets[round].push_back(bucket);
        }
    }
    const auto all = static_cast<double>(ranked.size());
    for (const FullBoard::Hand& hand : result.hands)
        result.pairs += all - by_card[hand.a] - by_card[hand.b] + (hand.b == kCards ? 0 : 1);
    if (result.pairs <= 0) throw std::invalid_argument("no two hands can be dealt together on a board");
    return result;
}

}  // namespace railbird
