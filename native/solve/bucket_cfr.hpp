// Counterfactual regret minimization on an abstract game, with vectors of all that a player may hold.
//
// What chance does is a parameter: JointChance, whose vectors have a number for each bucket, or BoardChance, whose
// vectors have one for each hand on sampled boards. Regrets and averages are by bucket either way.
//
// An iteration updates the players in turn, as in vector_solver.hpp. The rounds before the last are one small tree;
// each of its leaves, where the last round begins, is solved on its own, by several threads. A leaf writes to its own
// decisions only, so that the result does not depend on the number of threads.
//
// One player may be restricted to a model. Their regrets are then of what they choose freely, their averages of what
// they play when they do not follow the model throughout; the other one faces p * model + (1 - p) * that.
#pragma once

#include <memory>
#include <mutex>
#include <stdexcept>

#include "base/parallel.hpp"
#include "solve/bucket_game.hpp"
#include "solve/bucket_restriction.hpp"
#include "solve/panels.hpp"
#include "solve/pass.hpp"
#include "solve/scratch.hpp"
#include "solve/storage.hpp"

namespace railbird {

// Sums over all that a player may hold, by bucket: [actions, buckets] values, and [buckets] values and reaches.
template <class Real>
struct ByBucket {
    const Real *values, *value, *reach;
};

template <class Real, class Chance>
class BucketCfr {
public:
    using Storage = PlainStorage<Real>;

    BucketCfr(const BucketTree& game, const Chance& chance)
        : game_(game), chance_(chance), offsets_(game.nodes.size()), storage_({count_entries(), 0}) {}

    Storage& storage() { return storage_; }
    std::uint64_t entries() const { return entries_; }

    void iterate(const Discounts& discounts, int threads) {
        discounts_ = discounts;
        for (int player = 0; player < 2; ++player) pass<Pass::update>(player, threads);
    }

    // Restricts a player to a model, from the next iteration on; regrets and averages stay as they are. `model` is in
    // the order of `strategies`, `confidence` has a number for each decision and bucket. Nobody is restricted if the
    // player is -1.
    void restrict(int player, double p, const std::vector<double>& model, const std::vector<double>& confidence) {
        BucketRestriction<Real> restriction;
        restriction.player = player;
        if (player >= 0) {
            std::uint64_t first = 0;
            for (const BettingNode& node : game_.nodes) {
                restriction.first_bucket.push_back(first);
                if (node.kind == PublicKind::decision) first += static_cast<std::uint64_t>(buckets(node));
            }
            if (model.size() != entries_ || confidence.size() != first)
                throw std::invalid_argument("a model has a number for each entry, and a confidence for each bucket");
            restriction.p = static_cast<Real>(p);
            restriction.model.assign(model.begin(), model.end());
            restriction.confidence.assign(confidence.begin(), confidence.end());
        }
        restriction_ = std::move(restriction);
    }

    // What a player gets with their average strategy, or with a best response, against the other's average strategy.
    // The best response of a restricted player is the best that they can do as far as they are free.
    double value(bool best_response, int player, int threads) {
        if (!best_response) return pass<Pass::profile>(player, threads);
        if (player != restriction_.player) return pass<Pass::best_response>(player, threads);
        const double best = pass<Pass::best_response>(player, threads), p = static_cast<double>(restriction_.p);
        if (p == 0) return best;
        follows_ = true;
        const double model = pass<Pass::best_response>(player, threads);
        follows_ = false;
        return p * model + (1 - p) * best;
    }

    // The same value of a best response; writes the response into the player's entries of `chosen`, which are in the
    // order of `strategies`: 1 for the best action, the first of equally good ones, and 0 for the others. Vectors must
    // be by bucket.
    double respond(int player, int threads, std::vector<Real>& chosen) {
        chosen_ = &chosen;
        const double value = pass<Pass::best_response>(player, threads);
        chosen_ = nullptr;
        return value;
    }

    // The average or the current strategy of all decisions, in the order of the nodes: [actions, buckets] each.
    std::vector<Real> strategies(bool average) {
        std::vector<Real> result(entries_);
        typename Scratch<Real>::Frame frame(spare_.numbers);
        for (std::size_t node = 0; node < game_.nodes.size(); ++node)
            if (game_.nodes[node].kind == PublicKind::decision)
                look_up(static_cast<std::int32_t>(node), average, result.data() + offsets_[node], frame);
        return result;
    }

private:
    using Frame = typename Scratch<Real>::Frame;

    struct Visit {
        std::int32_t node;
        std::uint32_t first_child;  // its place among the visits
        const Real *own, *other;    // reaches
        const Real* fixed;          // the other's reach if they follow their model throughout; else null
        Real *values, *strategy;    // the strategy of each element of the vectors; the other's is times their reach
        const Real* by_bucket;      // the same by bucket
        const Real* free;           // what a restricted player would choose, where they act themselves; else null
    };
    // The memory of one thread.
    struct Workspace {
        Scratch<Real> numbers;
        std::vector<Visit> visits;  // parents before children
        std::vector<Column<Real>> columns;
    };

    std::uint64_t count_entries() {
        for (std::size_t i = 0; i < game_.nodes.size(); ++i) {
            const BettingNode& node = game_.nodes[i];
            offsets_[i] = entries_;
            if (node.kind == PublicKind::decision)
                entries_ += static_cast<std::uint64_t>(node.edges) * static_cast<std::uint64_t>(buckets(node));
        }
        return entries_;
    }

    const BettingNode& node_of(const Visit& visit) const { return game_.nodes[static_cast<std::size_t>(visit.node)]; }
    std::int32_t child(const BettingNode& node, int edge) const {
        return game_.children[static_cast<std::size_t>(node.first_edge + edge)];
    }
    int buckets(const BettingNode& node) const { return game_.counts[node.round]; }
    bool begins_last_round(const BettingNode& node) const {
        return node.kind == PublicKind::deal && node.round == game_.last_round();
    }

    template <Pass kPass>
    double pass(int player, int threads) {
        Workspace& top = spare_;
        Frame frame(top.numbers);
        const int first = chance_.units(0);
        Real* ones = frame.take(static_cast<std::size_t>(first));
        Real* values = frame.take(static_cast<std::size_t>(first));
        std::fill_n(ones, first, Real{1});
        const bool faces_model = restriction_.player == 1 - player && restriction_.p > 0;
        top.visits.assign(1, {0, 0, ones, ones, faces_model ? ones : nullptr, values, nullptr, nullptr, nullptr});
        grow<kPass>(player, top, frame);
        std::vector<std::uint32_t> leaves;
        for (std::uint32_t i = 0; i < top.visits.size(); ++i)
            if (begins_last_round(node_of(top.visits[i]))) leaves.push_back(i);
        for_each_block(0, static_cast<int>(leaves.size()), threads, never_, [&](int i) {
            std::unique_ptr<Workspace> work = borrow();
            solve_leaf<kPass>(player, top.visits[leaves[static_cast<std::size_t>(i)]], *work);
            give_back(std::move(work));
        });
        shrink<kPass>(player, top);
        double total = 0;
        for (int i = 0; i < first; ++i) total += static_cast<double>(values[i]);
        return total;
    }

    // The last round of one betting sequence.
    template <Pass kPass>
    void solve_leaf(int player, const Visit& leaf, Workspace& work) {
        Frame frame(work.numbers);
        const int last = game_.last_round();
        Real* values = frame.take(static_cast<std::size_t>(chance_.units(last)));
        const Real* own = chance_.extend(last, leaf.own, frame);
        const Real* other = chance_.extend(last, leaf.other, frame);
        const Real* fixed = leaf.fixed ? chance_.extend(last, leaf.fixed, frame) : nullptr;
        work.visits.assign(1, {child(node_of(leaf), 0), 0, own, other, fixed, values, nullptr, nullptr, nullptr});
        grow<kPass>(player, work, frame);
        shrink<kPass>(player, work);
        chance_.contract(last, values, leaf.values);
    }

    // Visits all nodes below the first visit, up to where the last round begins: reaches, and room for values.
    template <Pass kPass>
    void grow(int player, Workspace& work, Frame& frame) {
        for (std::size_t i = 0; i < work.visits.size(); ++i) {
            const BettingNode& node = node_of(work.visits[i]);
            work.visits[i].first_child = static_cast<std::uint32_t>(work.visits.size());
            if (is_end(node) && work.visits[i].fixed) {
                const Visit visit = work.visits[i];
                const int count = chance_.units(node.round);
                Real* reach = frame.take(static_cast<std::size_t>(count));
                for (int k = 0; k < count; ++k)
                    reach[k] = restriction_.p * visit.fixed[k] + (1 - restriction_.p) * visit.other[k];
                work.visits[i].other = reach;
            } else if (node.kind == PublicKind::decision) {
                open<kPass>(player, node, i, work, frame);
            } else if (node.kind == PublicKind::deal && !begins_last_round(node)) {
                const Visit visit = work.visits[i];
                const Real* own = chance_.extend(node.round, visit.own, frame);
                const Real* other = chance_.extend(node.round, visit.other, frame);
                const Real* fixed = visit.fixed ? chance_.extend(node.round, visit.fixed, frame) : nullptr;
                Real* values = frame.take(static_cast<std::size_t>(chance_.units(node.round)));
                work.visits.push_back({child(node, 0), 0, own, other, fixed, values, nullptr, nullptr, nullptr});
            }
        }
    }

    // Gives the children of a decision their reaches, and room for their values.
    template <Pass kPass>
    void open(int player, const BettingNode& node, std::size_t index, Workspace& work, Frame& frame) {
        const int count = chance_.units(node.round), actions = node.edges;
        const Visit visit = work.visits[index];
        const bool own_turn = node.actor == player;
        const std::size_t entries = static_cast<std::size_t>(actions) * static_cast<std::size_t>(buckets(node));
        Real *by_bucket = nullptr, *strategy = nullptr, *fixed = nullptr;
        if (!own_turn || kPass != Pass::best_response) {
            by_bucket = frame.take(entries);
            look_up(visit.node, kPass != Pass::update, by_bucket, frame);
            if (kPass == Pass::update && node.actor == restriction_.player) {
                if (own_turn) {
                    Real* free = frame.take(entries);
                    std::copy_n(by_bucket, entries, free);
                    work.visits[index].free = chance_.spread(node.round, actions, free, frame);
                }
                follow_model(visit.node, by_bucket);
            }
            strategy = own_turn ? chance_.spread(node.round, actions, by_bucket, frame)
                                : chance_.carried(node.round, actions, by_bucket, visit.other, frame);
        }
        if (visit.fixed && !own_turn)
            fixed = chance_.carried(node.round, actions, model_at(visit.node, entries, frame), visit.fixed, frame);
        Real* values =
            own_turn ? frame.take(static_cast<std::size_t>(actions) * static_cast<std::size_t>(count)) : nullptr;
        for (int a = 0; a < actions; ++a) {
            Visit next{child(node, a), 0, visit.own, visit.other, visit.fixed, nullptr, nullptr, nullptr, nullptr};
            if (own_turn) {
                next.values = values + a * count;
                const PublicKind kind = node_of(next).kind;
                if (kPass == Pass::update && (kind == PublicKind::decision || kind == PublicKind::deal)) {
                    Real* reach = frame.take(static_cast<std::size_t>(count));
                    for (int i = 0; i < count; ++i) reach[i] = visit.own[i] * strategy[a * count + i];
                    next.own = reach;
                }
            } else {
                next.values = a == 0 ? visit.values : frame.take(static_cast<std::size_t>(count));
                next.other = strategy + a * count;
                if (fixed) next.fixed = fixed + a * count;
            }
            work.visits.push_back(next);
        }
        work.visits[index].strategy = strategy;
        work.visits[index].by_bucket = by_bucket;
    }

    // The values of all visits, ends first, then from the last to the first.
    template <Pass kPass>
    void shrink(int player, Workspace& work) {
        for (int round = 0; round <= game_.last_round(); ++round) end<PublicKind::fold>(player, round, work);
        end<PublicKind::showdown>(player, game_.last_round(), work);
        for (std::size_t i = work.visits.size(); i-- > 0;) {
            const Visit& visit = work.visits[i];
            const BettingNode& node = node_of(visit);
            if (node.kind == PublicKind::decision)
                close<kPass>(player, node, visit, work);
            else if (node.kind == PublicKind::deal && !begins_last_round(node))
                chance_.contract(node.round, work.visits[visit.first_child].values, visit.values);
        }
    }

    // The values of all ends of a kind in a round.
    template <PublicKind kKind>
    void end(int player, int round, Workspace& work) {
        work.columns.clear();
        for (const Visit& visit : work.visits) {
            const BettingNode& node = node_of(visit);
            if (node.kind != kKind || node.round != round) continue;
            const double stake = game_.stakes[static_cast<std::size_t>(visit.node)];
            const bool lost = kKind == PublicKind::fold && node.actor == player;
            work.columns.push_back({visit.other, visit.values, static_cast<Real>(lost ? -stake : stake)});
        }
        const auto count = static_cast<int>(work.columns.size());
        if (kKind == PublicKind::fold)
            chance_.folds(player, round, work.columns.data(), count, work.numbers);
        else
            chance_.showdowns(player, work.columns.data(), count, work.numbers);
    }

    // Puts the values of a decision's children together, and learns from them.
    template <Pass kPass>
    void close(int player, const BettingNode& node, const Visit& visit, Workspace& work) {
        const int count = chance_.units(node.round), actions = node.edges;
        const Visit* children = work.visits.data() + visit.first_child;
        Real* out = visit.values;
        if (node.actor != player) {
            for (int a = 1; a < actions; ++a)
                for_lanes<Real>(count, [out, from = children[a].values](int i, auto kind) {
                    using Value = decltype(kind);
                    store(static_cast<Value>(load<Value>(out + i) + load<Value>(from + i)), out + i);
                });
            return;
        }
        const Real* values = children[0].values;  // those of all actions, one after the other
        if (kPass == Pass::best_response) {
            std::copy_n(values, count, out);
            for (int a = 1; a < actions; ++a)
                for (int i = 0; i < count; ++i) out[i] = std::max(out[i], values[a * count + i]);
            if (player == restriction_.player) follow_values(node, visit, values, work);
            if (chosen_) choose(visit, count, actions, values);
            return;
        }
        for_lanes<Real>(count, [&](int i, auto kind) {
            using Value = decltype(kind);
            Value mean{};
            for (int a = 0; a < actions; ++a)
                mean += load<Value>(visit.strategy + a * count + i) * load<Value>(values + a * count + i);
            store(mean, out + i);
        });
        if (kPass == Pass::update) {
            typename Scratch<Real>::Frame sums(work.numbers);
            const Real* base = out;
            if (visit.free) {
                Real* chosen = sums.take(static_cast<std::size_t>(count));
                std::fill_n(chosen, count, Real{0});
                for (int a = 0; a < actions; ++a)
                    for (int i = 0; i < count; ++i) chosen[i] += visit.free[a * count + i] * values[a * count + i];
                base = chosen;
            }
            const ByBucket<Real> by =
                chance_.collect(node.round, actions, visit.by_bucket, {values, base, visit.own}, sums);
            storage_.update(stored(visit.node), buckets(node), by.reach, visit.by_bucket, by.values, by.value,
                            discounts_, sums);
        }
    }

    static bool is_end(const BettingNode& node) {
        return node.kind == PublicKind::fold || node.kind == PublicKind::showdown;
    }
    // Mixes the model into what a restricted player would choose: confidence * model + (1 - confidence) * choice.
    void follow_model(std::int32_t node, Real* by_bucket) const {
        const auto index = static_cast<std::size_t>(node);
        const int count = buckets(game_.nodes[index]);
        const Real* model = restriction_.model.data() + offsets_[index];
        const Real* confidence = restriction_.confidence.data() + restriction_.first_bucket[index];
        for (int a = 0; a < game_.nodes[index].edges; ++a)
            for (int i = 0; i < count; ++i) {
                Real& share = by_bucket[a * count + i];
                share = confidence[i] * model[a * count + i] + (1 - confidence[i]) * share;
            }
    }
    Real* model_at(std::int32_t node, std::size_t entries, Frame& frame) const {
        Real* model = frame.take(entries);
        std::copy_n(restriction_.model.data() + offsets_[static_cast<std::size_t>(node)], entries, model);
        return model;
    }
    // The best value of a restricted player: that of the model as far as they follow it.
    void follow_values(const BettingNode& node, const Visit& visit, const Real* values, Workspace& work) {
        Frame frame(work.numbers);
        const int count = chance_.units(node.round), actions = node.edges;
        const auto held = static_cast<std::size_t>(buckets(node));
        const Real* model = chance_.spread(
            node.round, actions, model_at(visit.node, held * static_cast<std::size_t>(actions), frame), frame);
        Real* shares = frame.take(held);
        std::copy_n(restriction_.confidence.data() + restriction_.first_bucket[static_cast<std::size_t>(visit.node)],
                    held, shares);
        if (follows_) std::fill_n(shares, held, Real{1});
        const Real* confidence = chance_.spread(node.round, 1, shares, frame);
        for (int i = 0; i < count; ++i) {
            Real mean = 0;
            for (int a = 0; a < actions; ++a) mean += model[a * count + i] * values[a * count + i];
            visit.values[i] = confidence[i] * mean + (1 - confidence[i]) * visit.values[i];
        }
    }
    // Writes the best action of each bucket.
    void choose(const Visit& visit, int count, int actions, const Real* values) {
        Real* chosen = chosen_->data() + offsets_[static_cast<std::size_t>(visit.node)];
        for (int i = 0; i < count; ++i) {
            int best = 0;
            for (int a = 1; a < actions; ++a)
                if (values[a * count + i] > values[best * count + i]) best = a;
            for (int a = 0; a < actions; ++a) chosen[a * count + i] = static_cast<Real>(a == best);
        }
    }
    StoredNode stored(std::int32_t node) const {
        const auto index = static_cast<std::size_t>(node);
        return {offsets_[index], 0, game_.nodes[index].edges};
    }
    void look_up(std::int32_t node, bool average, Real* out, Frame& frame) const {
        const int count = buckets(game_.nodes[static_cast<std::size_t>(node)]);
        if (average)
            storage_.average(stored(node), count, out, frame);
        else
            storage_.current(stored(node), count, out, frame);
    }

    std::unique_ptr<Workspace> borrow() {
        const std::lock_guard lock(lending_);
        if (idle_.empty()) return std::make_unique<Workspace>();
        std::unique_ptr<Workspace> work = std::move(idle_.back());
        idle_.pop_back();
        return work;
    }
    void give_back(std::unique_ptr<Workspace> work) {
        const std::lock_guard lock(lending_);
        idle_.push_back(std::move(work));
    }

    const BucketTree& game_;
    const Chance& chance_;
    std::uint64_t entries_ = 0;
    std::vector<std::uint64_t> offsets_;  // by node: its first entry
    Storage storage_;
    Discounts discounts_{};
    BucketRestriction<Real> restriction_;
    bool follows_ = false;                 // whether the restricted player follows the model throughout
    std::vector<Real>* chosen_ = nullptr;  // where a best response is written
    Workspace spare_;
    std::mutex lending_;
    std::vector<std::unique_ptr<Workspace>> idle_;  // of threads that have ended
    StopFlag never_{false};
};

}  // namespace railbird
