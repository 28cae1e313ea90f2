#include "similarity.hpp"

#include <algorithm>
#include <bit>

namespace railbird {

namespace {

constexpr int kRounds = 4;
constexpr int kMostBets = 5;  // of one round, and none
enum Deed { checked, called, bet, bet_again };
constexpr int kDeeds = 4;

// What happened on the way to a node, by round.
struct Story {
    std::array<int, kRounds> bets{};  // of all players
    std::array<int, kRounds> own{};   // of one player
    std::array<int, kRounds> deeds{};

    Story(const LineTree& tree, int node, int player) {
        for (; node != 0; node = tree.parent(node)) {
            const int before = tree.parent(node), round = tree.round(before);
            const bool his = tree.actor(before) == player;
            if (tree.action(node) == Line::raise) {
                ++bets[round];
                own[round] += his;
            } else if (his && tree.action(node) == Line::call && tree.paid(node, player) > tree.paid(before, player)) {
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

// Two, three, or more.
constexpr int kCrowds = 3;
int crowd(PlayerMask in) { return std::clamp(std::popcount(in) - 2, 0, kCrowds - 1); }

// After the flop the others act before the button, who has the highest number.
bool acts_last(PlayerMask in, int player) { return (in >> player) == 1; }

}  // namespace

Similarity::Classes<kHandLevels> Similarity::find_hand(int leaf, int player) const {
    const Story story(*tree_, leaf, player);
    const PlayerMask in = tree_->still_in(leaf);
    const int who = crowd(in) * 2 + acts_last(in, player);
    const auto told = [&](int what) { return static_cast<std::int16_t>(what * kCrowds * 2 + who); };
    int deeds = 0, own = 0;
    for (int round = 0; round < kRounds; ++round) {
        deeds = deeds * kDeeds + story.deeds[round];
        own += story.own[round];
    }
    return {told(deeds),
            static_cast<std::int16_t>(deeds),
            told(story.sum(0, 1) * (2 * kMostBets) + story.sum(2, 3)),
            told(story.sum(0, 2) * kMostBets + story.sum(3, 3)),
            told(story.sum(0, 3)),
            told(own)};
}

Similarity::Classes<kActionLevels> Similarity::find_action(int node) const {
    const int player = tree_->actor(node), round = tree_->round(node);
    const Story story(*tree_, node, player);
    double most = 0;
    for (int other = 0; other < tree_->players(); ++other) most = std::max(most, tree_->paid(node, other));
    const bool faced = most > tree_->paid(node, player);
    const int coarse = (round * kMostBets + std::min(story.bets[round], kMostBets - 1)) * 2 + faced;
    const int before = round ? std::min(story.deeds[round - 1], static_cast<int>(bet)) : 0;
    const int own = std::min(story.own[round], 2);
    const int fine = ((coarse * 3 + own) * 3 + before) * kCrowds + crowd(tree_->still_in(node));
    return {static_cast<std::int16_t>(fine), static_cast<std::int16_t>(coarse)};
}

}  // namespace railbird
