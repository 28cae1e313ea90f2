#include "game/betting_tree.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace railbird {

BettingTree::BettingTree(const GameDefinition& game, const std::array<Chips, kMostPlayers>& stacks)
    : game_(game), root_(game, stacks) {
    add(root_, kNone, ActionKind::call);
}

int BettingTree::add(const HandState& state, int parent, ActionKind action) {
    Node node;
    node.parent = parent;
    node.action = action;
    node.depth = static_cast<std::uint16_t>(parent == kNone ? 0 : nodes_[parent].depth + 1);
    node.pot = static_cast<double>(state.pot(game_));
    node.still_in = state.still_in(game_);
    node.actor = static_cast<std::int8_t>(state.actor());
    node.round = static_cast<std::uint8_t>(state.round());
    if (state.over()) {
        node.kind = state.players_in(game_) == 1 ? Kind::folded_out : Kind::showdown;
        node.children.fill(kNone);
    }
    const auto first = nodes_.size() * static_cast<std::size_t>(game_.players);
    paid_.resize(first + static_cast<std::size_t>(game_.players));
    for (int player = 0; player < game_.players; ++player)
        paid_[first + player] = static_cast<float>(state.paid(player));
    nodes_.push_back(node);
    return size() - 1;
}

void BettingTree::act(HandState& state, ActionKind action) const {
    state.act(game_, action, action == ActionKind::raise ? state.legal(game_).least_raise : 0);
}

HandState BettingTree::state_at(int node) const {
    std::vector<ActionKind> actions;
    for (; nodes_[node].parent != kNone; node = nodes_[node].parent) actions.push_back(nodes_[node].action);
    HandState state = root_;
    for (auto action = actions.rbegin(); action != actions.rend(); ++action) act(state, *action);
    return state;
}

void BettingTree::expand(int node) {
    if (nodes_[node].depth >= kLongest)
        throw std::length_error("a betting sequence of more than " + std::to_string(kLongest) +
                                " actions cannot be searched: take a game with fewer raises or smaller stacks");
    if (size() > kMostNodes - kActionKinds) throw std::length_error("the tree of betting sequences is too large");
    const HandState before = state_at(node);
    const Legal legal = before.legal(game_);
    std::array<std::int32_t, kActionKinds> children{kNone, kNone, kNone};
    for (const ActionKind action : {ActionKind::fold, ActionKind::call, ActionKind::raise}) {
        if ((action == ActionKind::fold && !legal.fold) || (action == ActionKind::raise && !legal.raise())) continue;
        HandState after = before;
        act(after, action);
        children[static_cast<int>(action)] = add(after, node, action);
    }
    nodes_[node].children = children;
}

bool BettingTree::expand_all(std::int64_t most) {
    for (int node = 0; node < size(); ++node) {
        if (size() > most) return false;
        if (nodes_[node].children[0] == kUnmade) expand(node);
    }
    return true;
}

}  // namespace railbird
