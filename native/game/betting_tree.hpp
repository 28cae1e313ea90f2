// The tree of a game's betting sequences, in arrays, for searches that visit it many times.
//
// Nodes are created by the engine's own transition function on first access, so a large tree costs only what is
// visited. A node stands for a sequence of actions from the start of the hand; bets and raises are the smallest legal
// ones, which are the only ones in limit games.
#pragma once

#include <vector>

#include "game/hand_state.hpp"

namespace railbird {

class BettingTree {
public:
    enum class Kind : std::uint8_t { decision, showdown, folded_out };
    static constexpr std::int32_t kNone = -1;
    // Searches recurse once for each action, so the length of a sequence is limited. In a limit game with ten players
    // and five bets a round it has at most 240 actions.
    static constexpr int kLongest = 1000;
    static constexpr int kMostNodes = 1 << 28;

    BettingTree(const GameDefinition& game, const std::array<Chips, kMostPlayers>& stacks);

    int players() const { return game_.players; }
    int size() const { return static_cast<int>(nodes_.size()); }

    Kind kind(int node) const { return nodes_[node].kind; }
    // Whose turn it is; kNobody at an end.
    int actor(int node) const { return nodes_[node].actor; }
    int round(int node) const { return nodes_[node].round; }
    PlayerMask still_in(int node) const { return nodes_[node].still_in; }
    double pot(int node) const { return nodes_[node].pot; }
    double paid(int node, int player) const { return paid_[static_cast<std::size_t>(node) * game_.players + player]; }
    int parent(int node) const { return nodes_[node].parent; }
    // The action that leads to the node; a call for the root.
    ActionKind action(int node) const { return nodes_[node].action; }

    // The node after an action, or kNone if it is not legal. Throws std::length_error if the tree gets too large.
    int child(int node, ActionKind action) {
        if (nodes_[node].children[0] == kUnmade) expand(node);
        return nodes_[node].children[static_cast<int>(action)];
    }

    // The nodes after each action, or kNone.
    std::array<std::int32_t, kActionKinds> children(int node) {
        if (nodes_[node].children[0] == kUnmade) [[unlikely]]
            expand(node);
        return nodes_[node].children;
    }

    // Creates all nodes unless there are more than `most`; returns whether the tree is complete.
    bool expand_all(std::int64_t most);

private:
    static constexpr std::int32_t kUnmade = -2;

    struct Node {
        std::array<std::int32_t, kActionKinds> children{kUnmade, kUnmade, kUnmade};
        std::int32_t parent = kNone;
        double pot = 0;
        PlayerMask still_in = 0;
        std::int8_t actor = kNobody;
        std::uint8_t round = 0;
        Kind kind = Kind::decision;
        ActionKind action = ActionKind::call;
        std::uint16_t depth = 0;  // the number of actions before it
    };

    void expand(int node);
    int add(const HandState& state, int parent, ActionKind action);
    HandState state_at(int node) const;
    void act(HandState& state, ActionKind action) const;

    GameDefinition game_;
    HandState root_;
    std::vector<Node> nodes_;
    std::vector<float> paid_;  // the chips of a betting sequence are exact as floats
};

}  // namespace railbird
