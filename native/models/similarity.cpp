#include "models/similarity.hpp"

#include <algorithm>
#include <bit>

namespace railbird {

namespace {

constexpr int kRounds = 4;
constexpr int kMostBets = 5;  // 0 to 4 bets in one round
enum Deed { checked, called, bet, bet_again };
constexpr int kDeeds = 4;

// The actions on the way to a node, by round.
struct Story {
    std::array<int, kRounds> bets{};  // of all players
    std::array<int, kRounds> own{};   // of one player
    std::array<int, kRounds> deeds{};

    Story(const BettingTree& tree, int node, int player) {
        for (; node != 0; node = tree.parent(node)) {
            const int before = tree.parent(node), round = tree.round(before);
            const bool own_action = tree.actor(before) == player;
            if (tree.action(node) == ActionKind::raise) {
                ++bets[round];
                own[round] += own_action;
            } else if (own_action && tree.action(node) == ActionKind::call &&
                       tree.paid(node, player) > tree.paid(before, player)) {
                deeds[round] = called;
            }
        }
        for (int round = 0; round < kRounds; ++round)
            if (own[round]) deeds[round] = own[round] == 1 ? bet : bet_again;
    }

    int sum(int first, int last) const {
        int total = 0;
        for (int round = first; round <= last; ++round) total += bets[round];
        return total;
    }
};

// Two, three, or more players.
constexpr int kCrowds = 3;
int crowd(PlayerMask in) { return std::clamp(std::popcount(in) - 2, 0, kCrowds - 1); }

// After the flop the player with the highest position, nearest to the button, acts last.
bool acts_last(PlayerMask in, int player) { return (in >> player) == 1; }

std::array<std::int16_t, kHandLevels> hand_classes(const BettingTree& tree, int leaf, int player) {
    const Story story(tree, leaf, player);
    const PlayerMask in = tree.still_in(leaf);
    const int who = crowd(in) * 2 + acts_last(in, player);
    const auto with_players = [&](int what) { return static_cast<std::int16_t>(what * kCrowds * 2 + who); };
    int deeds = 0, own = 0;
    for (int round = 0; round < kRounds; ++round) {
        deeds = deeds * kDeeds + story.deeds[round];
        own += story.own[round];
    }
    return {with_players(deeds),
            static_cast<std::int16_t>(deeds),
            with_players(story.sum(0, 1) * (2 * kMostBets) + story.sum(2, 3)),
            with_players(story.sum(0, 2) * kMostBets + story.sum(3, 3)),
            with_players(story.sum(0, 3)),
            with_players(own)};
}

std::array<std::int16_t, kActionLevels> action_classes(const BettingTree& tree, int node) {
    const int player = tree.actor(node), round = tree.round(node);
    const Story story(tree, node, player);
    double most = 0;
    for (int other = 0; other < tree.players(); ++other) most = std::max(most, tree.paid(node, other));
    const bool faced = most > tree.paid(node, player);
    const int coarse = (round * kMostBets + std::min(story.bets[round], kMostBets - 1)) * 2 + faced;
    const int before = round ? std::min(story.deeds[round - 1], static_cast<int>(bet)) : 0;
    const int own = std::min(story.own[round], 2);
    const int fine = ((coarse * 3 + own) * 3 + before) * kCrowds + crowd(tree.still_in(node));
    return {static_cast<std::int16_t>(fine), static_cast<std::int16_t>(coarse)};
}

}  // namespace

std::int32_t Similarity::add_leaf(int leaf) const {
    const auto row = static_cast<std::int32_t>(hands_.size() / tree_->players());
    for (int player = 0; player < tree_->players(); ++player) hands_.push_back(hand_classes(*tree_, leaf, player));
    return row;
}

std::int32_t Similarity::add_action(int node) const {
    actions_.push_back(action_classes(*tree_, node));
    return static_cast<std::int32_t>(actions_.size()) - 1;
}

}  // namespace railbird
