// Similar betting sequences: those of one class at some level, from the finest to the coarsest.
//
// Hands that a player shows at a showdown are similar by (Vytřísal 2016, §2.1.3, after Vexbot and BRPlayer)
//   deeds  the player's strongest action in each round: check, call, bet or raise once, or more often (ours)
//   alone  the same, whoever else is in (ours)
//   s4     the bets of all players pre-flop and on the flop, and those on turn and river
//   s3     the bets of the first three rounds, and those on the river
//   s2     all bets
//   s1     the player's own bets
// and, at every level but `alone`, by the number of players still in and whether this player acts last.
// Actions of a player at a decision are similar by (ours)
//   situation  the round, the bets in it, whether the player faces one, how many of them are their own, what they did
//   in
//              the previous round, and the number of players still in
//   round      the round, the bets in it, and whether the player faces one
#pragma once

#include <array>
#include <vector>

#include "game/betting_tree.hpp"

namespace railbird {

enum class HandLevel : std::uint8_t { deeds, alone, s4, s3, s2, s1 };
inline constexpr int kHandLevels = 6;
enum class ActionLevel : std::uint8_t { situation, round };
inline constexpr int kActionLevels = 2;

class Similarity {
public:
    explicit Similarity(BettingTree& tree) : tree_(&tree) {}

    BettingTree& tree() const { return *tree_; }
    // The class of a showdown for the hand of a player who is still in.
    int hand_class(HandLevel level, int leaf, int player) const {
        const std::int32_t row = row_of(leaf_rows_, leaf, [&] { return add_leaf(leaf); });
        return hands_[static_cast<std::size_t>(row) * tree_->players() + player][static_cast<int>(level)];
    }
    // The class of a decision.
    int action_class(ActionLevel level, int node) const {
        const std::int32_t row = row_of(action_rows_, node, [&] { return add_action(node); });
        return actions_[row][static_cast<int>(level)];
    }

private:
    static constexpr std::int32_t kUnknown = -1;
    template <int levels>
    using Classes = std::array<std::int16_t, levels>;  // by level

    template <class Add>
    static std::int32_t row_of(std::vector<std::int32_t>& rows, int node, const Add& add) {
        if (node >= static_cast<int>(rows.size())) rows.resize(static_cast<std::size_t>(node) + 1, kUnknown);
        if (rows[node] == kUnknown) rows[node] = add();
        return rows[node];
    }

    std::int32_t add_leaf(int leaf) const;
    std::int32_t add_action(int node) const;

    BettingTree* tree_;
    // A cache: for each node, its row.
    mutable std::vector<std::int32_t> leaf_rows_;
    mutable std::vector<std::int32_t> action_rows_;
    mutable std::vector<Classes<kHandLevels>> hands_;  // [rows, players]
    mutable std::vector<Classes<kActionLevels>> actions_;
};

}  // namespace railbird
