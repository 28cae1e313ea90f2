// Checked conversion of arguments that the bindings of betting trees and player models share.
#pragma once

#include <cmath>

#include "bindings/bindings.hpp"
#include "game/betting_tree.hpp"

namespace railbird::bindings {

inline void check_node(const BettingTree& tree, int node) {
    if (node < 0 || node >= tree.size()) throw nb::value_error("no such node");
}

inline void check_player(const BettingTree& tree, int player) {
    if (player < 0 || player >= tree.players()) throw nb::value_error("no such player");
}

inline void check_decision(const BettingTree& tree, int node) {
    check_node(tree, node);
    if (tree.kind(node) != BettingTree::Kind::decision) throw nb::value_error("nobody acts at this node");
}

inline void check_leaf(const BettingTree& tree, int node) {
    check_node(tree, node);
    if (tree.kind(node) != BettingTree::Kind::showdown) throw nb::value_error("this node is not a showdown");
}

inline void check_seat_in(const BettingTree& tree, int leaf, int player) {
    check_leaf(tree, leaf);
    check_player(tree, player);
    if (!(tree.still_in(leaf) >> player & 1)) throw nb::value_error("this player has folded");
}

template <class Model>
void check_bin(const Model& model, int bin, bool or_one_more) {
    if (bin < 0 || bin >= model.bins() + or_one_more) throw nb::value_error("no such bin");
}

inline void check_weight(double weight) {
    if (!(weight >= 0) || std::isinf(weight)) throw nb::value_error("a weight must be finite and not below 0");
}

inline void check_histogram(const std::vector<double>& seeds) {
    if (seeds.empty() || seeds.size() > 1000) throw nb::value_error("a histogram has 1 to 1000 bins");
    for (const double seed : seeds) check_weight(seed);
}

inline void check_decay(double factor) {
    if (!(factor > 0 && factor <= 1)) throw nb::value_error("a decay factor must be above 0 and at most 1");
}

template <class Level>
Level checked_level(int level, int levels) {
    if (level < 0 || level >= levels) throw nb::value_error("there is no such level");
    return static_cast<Level>(level);
}

}  // namespace railbird::bindings
