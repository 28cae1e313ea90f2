// Which betting sequences are alike: those of one class at some level, from the finest to the coarsest.
//
// Hands that a player shows at an end of betting are alike by (Vytřísal 2016, §2.1.3, after Vexbot and BRPlayer)
//   deeds  what he did at the most in each round: check, call, bet or raise once, or more often (ours)
//   alone  the same, whoever else is in (ours)
//   s4     the bets before the flop and on it, and those on turn and river, of all players
//   s3     the bets of the first three rounds, and those on the river
//   s2     all bets
//   s1     the player's own bets
// and at every level but `alone` by how many players are still in, and whether he is the last of them to act.
// What a player does at a decision is alike by (ours)
//   situation  the round, the bets made in it, whether he faces one, how many of them are his, what he did in the round
//              before, and how many players are still in
//   round      the round, the bets made in it, and whether he faces one
#pragma once

#include <array>
#include <vector>

#include "line_tree.hpp"

namespace railbird {

enum class HandLevel : std::uint8_t { deeds, alone, s4, s3, s2, s1 };
inline constexpr int kHandLevels = 6;
enum class ActionLevel : std::uint8_t { situation, round };
inline constexpr int kActionLevels = 2;

class Similarity {
public:
    explicit Similarity(LineTree& tree) : tree_(&tree) {}

    LineTree& tree() const { return *tree_; }
    // The class of a showdown for the hand of a player who is still in.
    int hand_class(HandLevel level, int leaf, int player) const {
        return known(hands_[player], leaf, [&] { return find_hand(leaf, player); })[static_cast<int>(level)];
    }
    // The class of a decision.
    int action_class(ActionLevel level, int node) const {
        return known(actions_, node, [&] { return find_action(node); })[static_cast<int>(level)];
    }

private:
    static constexpr std::int16_t kUnknown = -1;
    template <int levels>
    using Classes = std::array<std::int16_t, levels>;  // by level

    template <class Found, class Find>
    static const Found& known(std::vector<Found>& classes, int node, const Find& find) {
        if (node >= static_cast<int>(classes.size())) {
            Found unknown;
            unknown.fill(kUnknown);
            classes.resize(static_cast<std::size_t>(node) + 1, unknown);
        }
        if (classes[node][0] == kUnknown) classes[node] = find();
        return classes[node];
    }

    Classes<kHandLevels> find_hand(int leaf, int player) const;
    Classes<kActionLevels> find_action(int node) const;

    LineTree* tree_;
    // What was found before, by node.
    mutable std::array<std::vector<Classes<kHandLevels>>, kMostPlayers> hands_;
    mutable std::vector<Classes<kActionLevels>> actions_;
};

}  // namespace railbird
