#include "solve/board_tree.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>

#include "cards/evaluator.hpp"

namespace railbird {

namespace {

constexpr std::size_t kMostBoards = 1 << 20;

double choices(int from, int count) {
    double ways = 1;
    for (int i = 0; i < count; ++i) ways = ways * (from - i) / (i + 1);
    return ways;
}

// Calls visit(cards) for each set of `count` cards of the mask.
template <class Visit>
void for_each_deal(CardMask mask, int count, CardMask chosen, const Visit& visit) {
    if (count == 0) return visit(chosen);
    for (; mask; mask &= mask - 1) for_each_deal(mask & (mask - 1), count - 1, chosen | (mask & -mask), visit);
}

}  // namespace

BoardTree::BoardTree(const Spot& spot, int first_round, bool isomorphism)
    : last_round_(static_cast<int>(spot.deals.size()) - 1) {
    list_hands(spot);
    const std::uint32_t symmetries = isomorphism ? symmetries_of(spot) : 1;
    const auto& exchanges = all_suit_exchanges();
    for (int exchange = 0; exchange < 24; ++exchange) {
        if (!(symmetries >> exchange & 1)) continue;
        for (int player = 0; player < 2; ++player) {
            std::unordered_map<CardMask, std::uint16_t> index;
            for (int i = 0; i < lists_[player].size(); ++i)
                index[lists_[player].hands[i].mask] = static_cast<std::uint16_t>(i);
            for (const SpotHand& hand : lists_[player].hands)
                images_[player][exchange].push_back(index.at(exchanges[exchange].of(hand.mask)));
        }
    }
    Board first;
    first.cards = spot.board;
    first.round = first_round;
    first.symmetries = symmetries;
    boards_.push_back(std::move(first));
    for (std::uint32_t board = 0; board < boards_.size(); ++board) {
        if (boards_[board].round < last_round_)
            add_next(board, spot);
        else
            boards_[board].order = order_of(boards_[board].cards);
    }
}

void BoardTree::list_hands(const Spot& spot) {
    for (int player = 0; player < 2; ++player) {
        for (std::size_t i = 0; i < spot.holdings.size(); ++i) {
            const CardMask mask = spot.holdings[i];
            if (spot.weights[player][i] <= 0 || (mask & spot.board)) continue;
            const auto a = static_cast<Card>(std::countr_zero(mask));
            const CardMask rest = mask & (mask - 1);
            const Card b = rest ? static_cast<Card>(std::countr_zero(rest)) : kNoCard;
            lists_[player].hands.push_back({mask, a, b, static_cast<std::uint16_t>(i)});
            lists_[player].weights.push_back(spot.weights[player][i]);
        }
        if (lists_[player].hands.empty()) throw std::invalid_argument("a player has no hand left");
    }
    for (int player = 0; player < 2; ++player) {
        std::unordered_map<CardMask, std::int32_t> index;
        const HandList& others = lists_[1 - player];
        for (int i = 0; i < others.size(); ++i) index[others.hands[i].mask] = i;
        for (const SpotHand& hand : lists_[player].hands) {
            const auto same = index.find(hand.mask);
            // A holding of one card is counted once in the sums by card; one of two cards is counted twice.
            lists_[player].same.push_back(same == index.end() || hand.b == kNoCard ? -1 : same->second);
        }
    }
    for (int i = 0; i < lists_[0].size(); ++i)
        for (int j = 0; j < lists_[1].size(); ++j)
            if (!(lists_[0].hands[i].mask & lists_[1].hands[j].mask))
                pairs_ += lists_[0].weights[i] * lists_[1].weights[j];
    if (pairs_ <= 0) throw std::invalid_argument("no two hands of the ranges can be dealt together");
}

std::uint32_t BoardTree::symmetries_of(const Spot& spot) const {
    std::unordered_map<CardMask, std::size_t> index;
    for (std::size_t i = 0; i < spot.holdings.size(); ++i) index[spot.holdings[i]] = i;
    const auto& exchanges = all_suit_exchanges();
    const auto keeps = [&](const SuitExchange& exchange) {
        if (exchange.of(spot.deck) != spot.deck || exchange.of(spot.board) != spot.board) return false;
        for (std::size_t i = 0; i < spot.holdings.size(); ++i) {
            const auto image = index.find(exchange.of(spot.holdings[i]));
            if (image == index.end()) return false;
            for (const std::vector<double>& weights : spot.weights)
                if (weights[i] != weights[image->second]) return false;
            for (const auto& [node, lock] : spot.locks)
                for (std::size_t row = 0; row < lock.size(); row += spot.holdings.size())
                    if (lock[row + i] != lock[row + image->second]) return false;
        }
        return true;
    };
    std::uint32_t symmetries = 0;
    for (int i = 0; i < 24; ++i)
        if (keeps(exchanges[i])) symmetries |= 1u << i;
    return symmetries;
}

void BoardTree::add_next(std::uint32_t number, const Spot& spot) {
    const auto& exchanges = all_suit_exchanges();
    const CardMask before = boards_[number].cards;
    const std::uint32_t symmetries = boards_[number].symmetries;
    const int round = boards_[number].round + 1;
    const CardMask left = spot.deck & ~before;
    const int hole_cards = 2 * std::popcount(spot.holdings.front());
    std::unordered_map<CardMask, std::size_t> classes;
    std::vector<BoardClass> next;
    for_each_deal(left, spot.deals[round], 0, [&](CardMask dealt) {
        if (classes.contains(dealt)) return;
        Board board;
        board.cards = before | dealt;
        board.dealt = dealt;
        board.round = round;
        board.symmetries = 0;
        BoardClass members;
        for (int i = 0; i < 24; ++i) {
            if (!(symmetries >> i & 1)) continue;
            const CardMask image = exchanges[i].of(dealt);
            if (image == dealt) board.symmetries |= 1u << i;
            if (classes.emplace(image, next.size()).second) members.exchanges.push_back(static_cast<std::uint8_t>(i));
        }
        for (int player = 0; player < 2; ++player)
            for (int i = 0; i < lists_[player].size(); ++i)
                if (lists_[player].hands[i].mask & dealt) board.dead[player].push_back(static_cast<std::uint16_t>(i));
        members.board = static_cast<std::uint32_t>(boards_.size());
        if (boards_.size() >= kMostBoards) throw std::invalid_argument("there are too many boards");
        boards_.push_back(std::move(board));
        next.push_back(std::move(members));
    });
    boards_[number].chance = 1 / choices(std::popcount(left) - hole_cards, spot.deals[round]);
    boards_[number].next = std::move(next);
}

const ShowdownOrder* BoardTree::order_of(CardMask board) {
    std::unique_ptr<ShowdownOrder>& order = orders_[board];
    if (order) return order.get();
    order = std::make_unique<ShowdownOrder>();
    const Evaluator& evaluator = kEvaluator;
    const int size = std::popcount(board) + std::popcount(lists_[0].hands.front().mask);
    const CardSum sum = evaluator.sum(board);
    std::array<std::vector<std::pair<HandRank, std::uint16_t>>, 2> ranked;
    for (int player = 0; player < 2; ++player) {
        const HandList& list = lists_[player];
        for (int i = 0; i < list.size(); ++i) {
            const SpotHand& hand = list.hands[i];
            if (hand.mask & board) continue;
            CardSum cards = sum + evaluator.card(hand.a);
            if (hand.b != kNoCard) cards += evaluator.card(hand.b);
            ranked[player].emplace_back(evaluator.rank(cards, size), static_cast<std::uint16_t>(i));
        }
        std::sort(ranked[player].begin(), ranked[player].end());
        for (const auto& [rank, i] : ranked[player])
            order->places[player].push_back({i, list.hands[i].a, list.hands[i].b});
    }
    std::array<std::size_t, 2> next{0, 0};
    while (next[0] < ranked[0].size() || next[1] < ranked[1].size()) {
        HandRank lowest = 0xFFFF;
        for (int player = 0; player < 2; ++player)
            if (next[player] < ranked[player].size()) lowest = std::min(lowest, ranked[player][next[player]].first);
        for (int player = 0; player < 2; ++player)
            while (next[player] < ranked[player].size() && ranked[player][next[player]].first == lowest) ++next[player];
        order->group_ends.push_back({static_cast<std::uint16_t>(next[0]), static_cast<std::uint16_t>(next[1])});
    }
    return order.get();
}

}  // namespace railbird
