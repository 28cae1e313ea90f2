#include "search/betting_search.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

namespace railbird {

BettingSearch::BettingSearch(TrialDeals deals, BettingRules rules, std::vector<Chips> raises)
    : deals_(std::move(deals)), rules_(std::move(rules)), raises_(std::move(raises)) {
    add_node(deals_.state(), false);
}

void BettingSearch::run(std::uint64_t seed, std::int64_t first, std::int64_t last, const StopFlag& stop) {
    logs_.fill_to(nodes_[0].visits + last - first);
    for (std::int64_t number = first; number < last && !stop; ++number) iterate(seed, number);
}

void BettingSearch::iterate(std::uint64_t seed, std::int64_t number) {
    auto random = deals_.deal(seed, static_cast<std::uint64_t>(number), deal_);
    if (!random) {
        ++thrown_away_;
        return;
    }
    const Node& root = nodes_[0];
    spread_ = (root.squares + root.pot * root.pot) / std::max(root.visits, 1);
    HandState state = deals_.state();
    path_.assign(1, 0);
    std::size_t at = 0;
    for (bool grown = false; !grown && nodes_[at].kind != Kind::end;) {
        if (nodes_[at].first_edge < 0) prepare(nodes_[at], state);
        const Node& node = nodes_[at];
        const int round = state.round();
        int chosen = 0;
        if (node.kind == Kind::chance) {
            chosen = strength_bin(round);
        } else {
            const bool by_value = node.kind == Kind::own && node.visits >= rules_.sampled;
            chosen = by_value ? best_edge(node) : drawn_edge(node, state, *random);
            state.act(deals_.game(), edge(node, chosen).action, edge(node, chosen).amount);
        }
        Edge& followed = edges_[static_cast<std::size_t>(node.first_edge + chosen)];
        grown = followed.child < 0;
        if (grown) followed.child = add_node(state, state.round() != round);
        path_.push_back(followed.child);
        at = static_cast<std::size_t>(followed.child);
    }
    const double won = nodes_[at].kind == Kind::end ? deals_.won(state, deal_)
                                                    : roll_out(deals_, state, deal_, rules_.roll_out_bet, *random);
    for (auto index = path_.rbegin(); index != path_.rend(); ++index)
        back_up(nodes_[static_cast<std::size_t>(*index)], won);
}

std::int32_t BettingSearch::add_node(const HandState& state, bool new_round) {
    if (nodes_.size() >= static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
        throw std::length_error("the tree has too many nodes");
    Node node;
    node.pot = static_cast<double>(state.pot(deals_.game()));
    node.certain = state.folded(deals_.player());
    if (!state.over() && !node.certain) {
        const bool ours = state.actor() == deals_.player();
        node.player = static_cast<std::int8_t>(state.actor());
        node.kind = new_round ? Kind::chance : ours ? Kind::own : Kind::other;
    }
    nodes_.push_back(node);
    return static_cast<std::int32_t>(nodes_.size() - 1);
}

void BettingSearch::add_edge(ActionKind action, Chips amount, double share) {
    edges_.emplace_back();
    edges_.back().action = action;
    edges_.back().amount = amount;
    edges_.back().share = share;
}

// Edges in the order fold, call, raises from the smallest; of a chance node, one for each bin of strength.
void BettingSearch::prepare(Node& node, const HandState& state) {
    if (edges_.size() + kMostEdges > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
        throw std::length_error("the tree has too many edges");
    node.first_edge = static_cast<std::int32_t>(edges_.size());
    if (node.kind == Kind::chance) {
        edges_.resize(edges_.size() + static_cast<std::size_t>(rules_.bins));
    } else {
        const Legal legal = state.legal(deals_.game());
        if (legal.fold && legal.call > 0) add_edge(ActionKind::fold, 0, 0);
        add_edge(ActionKind::call, 0, 0);
        if (node.first_edge == 0) {
            for (const Chips amount : raises_)
                add_edge(ActionKind::raise, amount, 1 / static_cast<double>(raises_.size()));
        } else if (legal.raise() && path_.size() < kMostSteps) {
            const double* shares = rules_.shares.data() + static_cast<std::size_t>(node.player) * rules_.bets.size();
            for (std::size_t size = 0; size < rules_.bets.size(); ++size) {
                const Chips amount = raise_by_pots(deals_.game(), state, legal, rules_.bets[size]);
                if (edges_.back().action != ActionKind::raise || edges_.back().amount != amount)
                    add_edge(ActionKind::raise, amount, 0);
                edges_.back().share += shares[size];  // sizes that come to the same raise are one
            }
        }
    }
    node.edges = static_cast<std::int16_t>(edges_.size() - static_cast<std::size_t>(node.first_edge));
}

// Draws an action of the player to act from their policy table, and remembers what was predicted.
int BettingSearch::drawn_edge(const Node& node, const HandState& state, RandomStream& random) {
    const auto [fold, call, raise] = deals_.choices(state, state.legal(deals_.game()), deal_);
    Edge* edges = edges_.data() + node.first_edge;
    const int calls = edges[0].action == ActionKind::fold ? 1 : 0;
    const bool may_raise = node.edges > calls + 1;
    if (calls) edges[0].predicted += fold;
    edges[calls].predicted += may_raise ? call : call + raise;
    for (int i = calls + 1; i < node.edges; ++i) edges[i].predicted += raise * edges[i].share;
    const double number = random.uniform();
    if (number < fold) return 0;
    if (!may_raise || number < 1 - raise) return calls;
    double rest = random.uniform();
    int chosen = calls + 1;
    for (; chosen < node.edges - 1 && rest >= edges[chosen].share; ++chosen) rest -= edges[chosen].share;
    return chosen;
}

// UCT+: the largest value + C s sqrt(ln N / n) + C2 standard error, with s the standard deviation of what was won after
// this node; untried actions first.
int BettingSearch::best_edge(const Node& node) const {
    const double scale = rules_.exploration * std::sqrt((node.squares + spread_) / std::max(node.visits, 1));
    const double log = logs_[node.visits];
    int chosen = 0;
    double best = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < node.edges; ++i) {
        if (edge(node, i).child < 0) return i;
        const Node& next = child(edge(node, i));
        const double score = next.value.mean + scale * std::sqrt(log / next.visits) +
                             rules_.uncertainty * std::sqrt(next.value.variance);
        if (score > best) {
            best = score;
            chosen = i;
        }
    }
    return chosen;
}

int BettingSearch::strength_bin(int round) {
    const double strength = deals_.strength(deal_, deals_.player(), round);
    return std::clamp(static_cast<int>(strength * rules_.bins), 0, rules_.bins - 1);
}

// The variance of a mean counts one more observation, as far away as those of the whole search.
void BettingSearch::back_up(Node& node, double won) {
    ++node.visits;
    const double count = node.visits, before = won - node.mean;
    node.mean += before / count;
    node.squares += before * (won - node.mean);
    const double prior = node.certain ? 0 : spread_;
    node.value = {node.mean, (node.squares + prior) / (count * count)};
    const bool sampled = node.kind == Kind::own && node.visits <= rules_.sampled;  // as our own policy plays
    if (rules_.backup != Backup::mean && node.first_edge >= 0 && !sampled) node.value = from_children(node);
}

// Own nodes: the distribution of the largest child. Others and chance: the weighted mean of the children, which are
// estimated independently, after as many draws of a child as the node has visits.
Normal BettingSearch::from_children(const Node& node) const {
    Normal value;
    if (node.kind == Kind::own) {
        bool first = true;
        for (int i = 0; i < node.edges; ++i) {
            if (edge(node, i).child < 0) continue;
            const Normal& next = child(edge(node, i)).value;
            value = std::exchange(first, false) ? next : larger(value, next);
        }
        return value;
    }
    double total = 0, between = 0;
    for (int i = 0; i < node.edges; ++i) {
        const Edge& each = edge(node, i);
        if (each.child < 0) continue;
        const Node& next = child(each);
        const bool by_model = rules_.backup == Backup::weighted && node.kind == Kind::other;
        const double weight = by_model ? each.predicted : next.visits;
        if (!(weight > 0)) continue;
        total += weight;
        const double share = weight / total, rest = 1 - share, from_mean = next.value.mean - value.mean;
        value.mean += share * from_mean;
        value.variance = rest * rest * value.variance + share * share * next.value.variance;
        between = rest * (between + share * from_mean * from_mean);
    }
    if (!(total > 0)) return node.value;  // predicted probabilities that are 0 but for rounding
    return {value.mean, value.variance + between / node.visits};
}

}  // namespace railbird
