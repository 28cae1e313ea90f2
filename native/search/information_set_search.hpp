// MO-ISMCTS: one node for each information set of the player to act, a new guess of the hidden facts each iteration.
#pragma once

#include "search/search_node.hpp"

namespace railbird {

// 128 bits that stand for an information set: with n sets the probability that two collide is about n^2 / 2^129.
struct InformationKey {
    std::uint64_t low = 0;
    std::uint64_t high = 0;

    void add(std::uint64_t part) {
        low = mix_bits(low ^ (part + 0x9E3779B97F4A7C15ull));
        high = mix_bits(high + part * 0xD1342543DE82EF95ull + 0x2545F4914F6CDD1Dull);
    }
    bool operator==(const InformationKey&) const = default;
};

template <class S>
concept HiddenState = SearchState<S> && requires(const S& state, RandomStream& random) {
    { state.information_key(0) } -> std::same_as<InformationKey>;
    { state.determinize(0, random) } -> std::same_as<S>;
};

// From keys to nodes: open addressing, at most half full.
class NodeTable {
public:
    NodeTable() : slots_(1024) {}

    // The node of a key, or -1.
    std::int32_t find(const InformationKey& key) const { return slots_[slot(slots_, key)].node; }

    void insert(const InformationKey& key, std::int32_t node) {
        if (2 * ++count_ > slots_.size()) grow();
        slots_[slot(slots_, key)] = {key, node};
    }
    std::size_t bytes() const { return slots_.capacity() * sizeof(Slot); }

private:
    struct Slot {
        InformationKey key;
        std::int32_t node = -1;
    };

    static std::size_t slot(const std::vector<Slot>& slots, const InformationKey& key) {
        std::size_t at = key.low & (slots.size() - 1);
        while (slots[at].node >= 0 && slots[at].key != key) at = (at + 1) & (slots.size() - 1);
        return at;
    }

    void grow() {
        std::vector<Slot> larger(2 * slots_.size());
        for (const Slot& each : slots_)
            if (each.node >= 0) larger[slot(larger, each.key)] = each;
        slots_.swap(larger);
    }

    std::vector<Slot> slots_;
    std::size_t count_ = 0;
};

template <HiddenState S>
class InformationSetSearch {
public:
    explicit InformationSetSearch(const S& start) : start_(start), player_(start.turn()) {
        tree_.add_node(player_);
        table_.insert(start.information_key(player_), 0);
    }

    const SearchTree& tree() const { return tree_; }
    std::size_t bytes() const { return tree_.bytes() + table_.bytes(); }

    void run(std::int64_t iterations, double scale, RandomStream& random) {
        logs_.fill_to(tree_.node(0).visits + iterations);
        for (std::int64_t i = 0; i < iterations; ++i) iterate(scale, random);
    }

private:
    void iterate(double scale, RandomStream& random) {
        S state = start_.determinize(player_, random);
        path_.clear();
        std::int16_t actions[kMostActions];
        for (int turn = state.turn(); turn != kNobodysTurn; turn = state.turn()) {
            if (turn == kChanceTurn) {
                state.apply(state.sample_outcome(random));
                continue;
            }
            const InformationKey key = state.information_key(turn);
            const std::int32_t at = table_.find(key);
            if (at < 0) {
                table_.insert(key, tree_.add_node(turn, 1));
                break;
            }
            if (tree_.node(at).first_edge < 0)
                tree_.prepare(at, {actions, static_cast<std::size_t>(state.actions(actions))});
            const bool untried = tree_.node(at).tried < tree_.node(at).edges;
            const int edge = untried ? tree_.expand(at, random) : tree_.best_edge(tree_.node(at), scale, logs_);
            path_.push_back({at, edge});
            if (path_.size() > kLongestRollOut) throw std::runtime_error("an iteration has not ended");
            state.apply(tree_.edge(tree_.node(at), edge).action);
        }
        roll_out(state, random);
        for (const auto& [index, edge] : path_) {
            SearchNode& node = tree_.node(index);
            ++node.visits;
            SearchEdge& followed = tree_.edge(node, edge);
            ++followed.visits;
            followed.total += state.payoff(node.player);
        }
    }

    S start_;
    int player_;
    SearchTree tree_;
    NodeTable table_;
    LogTable logs_;
    std::vector<SearchTree::Step> path_;
};

}  // namespace railbird
