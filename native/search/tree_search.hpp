// UCT with one tree, for games without hidden information and without chance.
#pragma once

#include "search/search_node.hpp"

namespace railbird {

template <SearchState S>
class UctSearch {
public:
    explicit UctSearch(const S& start) : start_(start) { tree_.add_node(start.turn()); }

    const SearchTree& tree() const { return tree_; }

    // `scale` is the exploration constant times the width of the payoff range.
    void run(std::int64_t iterations, double scale, RandomStream& random) {
        logs_.fill_to(tree_.node(0).visits + iterations);
        for (std::int64_t i = 0; i < iterations; ++i) iterate(scale, random);
    }

private:
    void iterate(double scale, RandomStream& random) {
        S state = start_;
        path_.clear();
        std::int32_t at = 0;
        std::int16_t actions[kMostActions];
        for (bool grown = false; !grown && tree_.node(at).player >= 0;) {
            if (tree_.node(at).first_edge < 0)
                tree_.prepare(at, {actions, static_cast<std::size_t>(state.actions(actions))});
            grown = tree_.node(at).tried < tree_.node(at).edges;
            const int edge = grown ? tree_.expand(at, random) : tree_.best_edge(tree_.node(at), scale, logs_);
            state.apply(tree_.edge(tree_.node(at), edge).action);
            if (grown) {
                const std::int32_t child = tree_.add_node(state.turn());
                tree_.edge(tree_.node(at), edge).child = child;
            }
            path_.push_back({at, edge});
            at = tree_.edge(tree_.node(at), edge).child;
        }
        roll_out(state, random);
        for (const auto& [index, edge] : path_) {
            SearchNode& node = tree_.node(index);
            ++node.visits;
            SearchEdge& followed = tree_.edge(node, edge);
            ++followed.visits;
            followed.total += state.payoff(node.player);
        }
        ++tree_.node(at).visits;
    }

    S start_;
    SearchTree tree_;
    LogTable logs_;
    std::vector<SearchTree::Step> path_;
};

}  // namespace railbird
