// Counterfactual regret minimization on the public tree, all hands of a player at once.
//
// The counterfactual value of a hand is the sum over the other player's hands of their reach times what the player
// gets. An iteration updates the players in turn. A player's pass computes, at each of their decisions, with the
// strategy s(a) = max(R(a), 0) / sum of the same over the actions (uniform if that is 0):
//
//     R(a) <- d R(a) + v(a) - sum over b of s(b) v(b),   d = positive or negative discount, by the sign of R(a)
//     S(a) <- g S(a) + (own reach) s(a)
//
// S is the average strategy, not normalized. CFR, CFR+, linear CFR and DCFR differ in the discounts alone.
//
// A deal's boards are solved by several threads; their values are added in a fixed order, so that the result does not
// depend on the number of threads.
#pragma once

#include <mutex>

#include "solve/public_solver.hpp"
#include "solve/terminal_values.hpp"

namespace railbird {

// What a visit of a node needs: the reaches of both players, the values of the player's hands, the strategy.
template <class Real>
struct Visit {
    const Real* own;
    const Real* other;
    Real* values;
    Real* strategy;
};

// A position to visit, with the reaches there and room for the values.
template <class Real>
struct PositionVisit {
    std::uint32_t position, node;
    Visit<Real> visit;
};

// The memory of one thread.
template <class Real>
struct Workspace {
    Scratch<Real> numbers;
    Scratch<Visit<Real>> visits;
    Scratch<PositionVisit<Real>> calls;
    Scratch<End<Real>> ends;
};

template <class Storage>
class VectorSolver {
public:
    using Real = typename Storage::Real;

    VectorSolver(const Spot& spot, const BoardTree& boards, const PublicTree& tree)
        : spot_(spot),
          boards_(boards),
          tree_(tree),
          storage_({tree.entries(), tree.decisions()}),
          ends_{TerminalValues<Real>(boards, 0), TerminalValues<Real>(boards, 1)} {
        for (const auto& [node, lock] : spot.locks) {
            const HandList& list = boards.hands(spot.nodes[static_cast<std::size_t>(node)].actor);
            std::vector<Real>& own = locks_[static_cast<std::uint32_t>(node)];
            for (std::size_t row = 0; row < lock.size(); row += spot.holdings.size())
                for (const SpotHand& hand : list.hands) own.push_back(static_cast<Real>(lock[row + hand.holding]));
        }
    }

    Storage& storage() { return storage_; }

    void iterate(const Discounts& discounts, int threads) {
        discounts_ = discounts;
        for (int player = 0; player < 2; ++player) {
            const std::vector<Real> own(boards_.hands(player).hands.size(), Real{1});
            const std::vector<Real> other = first_reach(1 - player);
            std::vector<Real> values(own.size());
            visit<Pass::update>(player, 0, 0, own.data(), other.data(), values.data(), spare_, threads);
        }
    }

    // Counterfactual values of a player's hands at a node of a position's plan, against the other's average strategy
    // from there on.
    void values(Pass pass, int player, std::uint32_t position, std::uint32_t node, const Real* other, Real* out,
                int threads) {
        if (pass == Pass::profile)
            visit<Pass::profile>(player, position, node, nullptr, other, out, spare_, threads);
        else
            visit<Pass::best_response>(player, position, node, nullptr, other, out, spare_, threads);
    }

    // A player's reach when the spot begins, such that the other's counterfactual values times the other's weights add
    // up to the other's value.
    std::vector<Real> first_reach(int player) const {
        std::vector<Real> reach;
        for (const double weight : boards_.hands(player).weights)
            reach.push_back(static_cast<Real>(weight / boards_.pairs()));
        return reach;
    }

    // The average or the current strategy at a decision: [actions, hands].
    void strategy(std::uint32_t position, std::uint32_t node, bool average, Real* out) {
        const PublicPosition& at = tree_.positions()[position];
        Frame frame(spare_.numbers);
        look_up(at, tree_.plans()[at.plan].nodes[node], average, out, frame);
    }

private:
    using Frame = typename Scratch<Real>::Frame;
    using Memory = Workspace<Real>;
    using Call = PositionVisit<Real>;

    int hands(int player) const { return boards_.hands(player).size(); }

    // Solves the betting of a round on one board, from a node of its plan on.
    template <Pass kPass>
    void visit(int player, std::uint32_t position, std::uint32_t node, const Real* own, const Real* other, Real* out,
               Memory& memory, int threads) {
        const Call call{position, node, {own, other, out, nullptr}};
        visit_together<kPass>(player, &call, 1, memory, threads);
    }

    // The same for several positions on the same board: reaches forwards, then all ends at once, then values backwards.
    template <Pass kPass>
    void visit_together(int player, const Call* calls, int count, Memory& memory, int threads) {
        Frame frame(memory.numbers);
        typename Scratch<Visit<Real>>::Frame visits_frame(memory.visits);
        typename Scratch<End<Real>>::Frame ends_frame(memory.ends);
        std::uint32_t total = 0;
        for (int i = 0; i < count; ++i) total += nodes_of(calls[i]);
        Visit<Real>* visits = visits_frame.take(total);
        End<Real>* folds = ends_frame.take(total);
        End<Real>* showdowns = ends_frame.take(total);
        int fold_count = 0, showdown_count = 0;
        for (int i = 0; i < count; ++i) {
            const PublicPosition& at = tree_.positions()[calls[i].position];
            const RoundPlan& plan = tree_.plans()[at.plan];
            const std::uint32_t root = calls[i].node, end = plan.nodes[root].end;
            Visit<Real>* own_visits = visits - root;
            own_visits[root] = calls[i].visit;
            for (std::uint32_t k = root; k < end; ++k) {
                const PlanNode& node = plan.nodes[k];
                const Visit<Real>& visit = own_visits[k];
                if (node.kind == PublicKind::decision) {
                    open_decision<kPass>(player, at, plan, node, own_visits[k], own_visits, frame);
                } else if (node.kind == PublicKind::fold) {
                    Outcomes outcomes = spot_.outcomes[node.betting][player];
                    if (node.actor == player) outcomes.win = outcomes.loss;
                    folds[fold_count++] = {outcomes, visit.other, visit.values};
                } else if (node.kind == PublicKind::showdown) {
                    showdowns[showdown_count++] = {spot_.outcomes[node.betting][player], visit.other, visit.values};
                }
            }
            deals<kPass>(player, at, plan, root, end, own_visits, memory, threads);
            visits += end - root;
        }
        ends_[player].folds(folds, fold_count, memory.numbers);
        if (showdown_count) {
            const PublicPosition& at = tree_.positions()[calls[0].position];
            ends_[player].showdowns(showdowns, showdown_count, *boards_.boards()[at.board].order, memory.numbers);
        }
        for (int i = count; i-- > 0;) {
            const PublicPosition& at = tree_.positions()[calls[i].position];
            const RoundPlan& plan = tree_.plans()[at.plan];
            const std::uint32_t root = calls[i].node, end = plan.nodes[root].end;
            visits -= end - root;
            for (std::uint32_t k = end; k-- > root;)
                if (plan.nodes[k].kind == PublicKind::decision)
                    close_decision<kPass>(player, at, plan, plan.nodes[k], visits[k - root], visits - root, frame);
        }
    }

    std::uint32_t nodes_of(const Call& call) const {
        return tree_.plans()[tree_.positions()[call.position].plan].nodes[call.node].end - call.node;
    }

    // Gives the children of a decision their reaches, and room for their values.
    template <Pass kPass>
    void open_decision(int player, const PublicPosition& at, const RoundPlan& plan, const PlanNode& node,
                       Visit<Real>& visit, Visit<Real>* visits, Frame& frame) {
        const auto actions = static_cast<int>(node.children);
        const int count = hands(node.actor), own_count = hands(player);
        const std::uint32_t* children = plan.children.data() + node.first_child;
        if (node.actor == player) {
            Real* values = frame.take(static_cast<std::size_t>(actions) * own_count);
            visit.strategy = nullptr;
            if (kPass != Pass::best_response || locked(node)) {
                visit.strategy = frame.take(static_cast<std::size_t>(actions) * count);
                look_up(at, node, kPass != Pass::update, visit.strategy, frame);
            }
            for (int a = 0; a < actions; ++a) {
                const PublicKind kind = plan.nodes[children[a]].kind;
                const Real* own = visit.own;
                if (kPass == Pass::update && (kind == PublicKind::decision || kind == PublicKind::deal)) {
                    Real* reach = frame.take(own_count);
                    multiply(visit.own, visit.strategy + a * count, count, reach);
                    own = reach;
                }
                visits[children[a]] = {own, visit.other, values + a * own_count, nullptr};
            }
        } else {
            visit.strategy = frame.take(static_cast<std::size_t>(actions) * count);
            look_up(at, node, kPass != Pass::update, visit.strategy, frame);
            for (int a = 0; a < actions; ++a) {
                Real* reach = visit.strategy + a * count;
                multiply(visit.other, reach, count, reach);
                visits[children[a]] = {visit.own, reach, a == 0 ? visit.values : frame.take(own_count), nullptr};
            }
        }
    }

    // Puts the values of a decision's children together.
    template <Pass kPass>
    void close_decision(int player, const PublicPosition& at, const RoundPlan& plan, const PlanNode& node,
                        const Visit<Real>& visit, const Visit<Real>* visits, Frame& frame) {
        const auto actions = static_cast<int>(node.children);
        const int count = hands(player);
        const std::uint32_t* children = plan.children.data() + node.first_child;
        if (node.actor != player) {
            for (int a = 1; a < actions; ++a) add(visits[children[a]].values, count, visit.values);
            return;
        }
        const Real* values = visits[children[0]].values;
        if (!visit.strategy) {
            best_of(values, actions, count, visit.values);
            return;
        }
        mix(visit.strategy, values, actions, count, visit.values);
        if (kPass == Pass::update && !locked(node))
            storage_.update(stored(at, node), count, visit.own, visit.strategy, values, visit.values, discounts_,
                            frame);
    }

    // All deals of a plan, board by board.
    template <Pass kPass>
    void deals(int player, const PublicPosition& at, const RoundPlan& plan, std::uint32_t root, std::uint32_t end,
               const Visit<Real>* visits, Memory& memory, int threads) {
        const auto first = std::lower_bound(plan.deals.begin(), plan.deals.end(), root);
        const auto last = std::lower_bound(first, plan.deals.end(), end);
        const auto lines = static_cast<int>(last - first);
        if (lines == 0) return;
        Frame frame(memory.numbers);
        const Board& board = boards_.boards()[at.board];
        const auto boards = static_cast<int>(board.next.size());
        const int count = hands(player), others = hands(1 - player);
        const bool parallel = threads > 1 && boards > 1;
        const std::size_t row = static_cast<std::size_t>(lines) * count;
        Real* values = frame.take(row * (parallel ? boards : 1));
        const auto solve = [&](int k, Real* results, Memory& own_memory) {
            Frame inner(own_memory.numbers);
            typename Scratch<Call>::Frame calls_frame(own_memory.calls);
            const Board& next = boards_.boards()[board.next[k].board];
            const std::uint32_t base =
                at.next + static_cast<std::uint32_t>(k) * static_cast<std::uint32_t>(plan.deals.size());
            Call* calls = calls_frame.take(lines);
            for (int line = 0; line < lines; ++line) {
                const PlanNode& node = plan.nodes[first[line]];
                const Visit<Real>& visit = visits[first[line]];
                Real* reach = inner.take(others);
                std::copy(visit.other, visit.other + others, reach);
                for (const std::uint16_t hand : next.dead[1 - player]) reach[hand] = 0;
                calls[line] = {base + node.deal, 0, {visit.own, reach, results + line * count, nullptr}};
            }
            if (next.next.empty()) {
                visit_together<kPass>(player, calls, lines, own_memory, 1);
            } else {
                for (int line = 0; line < lines; ++line) visit_together<kPass>(player, calls + line, 1, own_memory, 1);
            }
            for (int line = 0; line < lines; ++line)
                for (const std::uint16_t hand : next.dead[player]) results[line * count + hand] = 0;
        };
        if (parallel)
            for_each_block(0, boards, threads, never_, [&](int k) {
                std::unique_ptr<Memory> borrowed = borrow();
                solve(k, values + k * row, *borrowed);
                give_back(std::move(borrowed));
            });
        for (int line = 0; line < lines; ++line) std::fill_n(visits[first[line]].values, count, Real{0});
        for (int k = 0; k < boards; ++k) {
            const Real* results = parallel ? values + k * row : values;
            if (!parallel) solve(k, values, memory);
            for (int line = 0; line < lines; ++line) {
                const Real* result = results + line * count;
                Real* out = visits[first[line]].values;
                for (const std::uint8_t exchange : board.next[k].exchanges) {
                    if (exchange == 0) {
                        add(result, count, out);
                    } else {
                        const std::uint16_t* image = boards_.images(exchange, player).data();
                        for (int i = 0; i < count; ++i) out[image[i]] += result[i];
                    }
                }
            }
        }
        const auto chance = static_cast<Real>(board.chance);
        for (int line = 0; line < lines; ++line)
            for (int i = 0; i < count; ++i) visits[first[line]].values[i] *= chance;
    }

    std::unique_ptr<Memory> borrow() {
        const std::lock_guard lock(lending_);
        if (idle_.empty()) return std::make_unique<Memory>();
        std::unique_ptr<Memory> memory = std::move(idle_.back());
        idle_.pop_back();
        return memory;
    }
    void give_back(std::unique_ptr<Memory> memory) {
        const std::lock_guard lock(lending_);
        idle_.push_back(std::move(memory));
    }

    bool locked(const PlanNode& node) const { return !locks_.empty() && locks_.contains(node.betting); }

    // The current or the average strategy at a decision, or the one that it is locked to.
    void look_up(const PublicPosition& at, const PlanNode& node, bool average, Real* out, Frame& frame) {
        if (locked(node)) {
            const std::vector<Real>& lock = locks_.at(node.betting);
            std::copy(lock.begin(), lock.end(), out);
            return;
        }
        if (average)
            storage_.average(stored(at, node), hands(node.actor), out, frame);
        else
            storage_.current(stored(at, node), hands(node.actor), out, frame);
    }
    static StoredNode stored(const PublicPosition& at, const PlanNode& node) {
        return {at.offset + node.offset, at.decision + node.decision, static_cast<int>(node.children)};
    }

    static void multiply(const Real* a, const Real* b, int count, Real* out) {
        for (int i = 0; i < count; ++i) out[i] = a[i] * b[i];
    }
    static void add(const Real* a, int count, Real* out) {
        for (int i = 0; i < count; ++i) out[i] += a[i];
    }
    static void mix(const Real* strategy, const Real* values, int actions, int count, Real* out) {
        for (int i = 0; i < count; ++i) out[i] = strategy[i] * values[i];
        for (int a = 1; a < actions; ++a)
            for (int i = 0; i < count; ++i) out[i] += strategy[a * count + i] * values[a * count + i];
    }
    static void best_of(const Real* values, int actions, int count, Real* out) {
        std::copy(values, values + count, out);
        for (int a = 1; a < actions; ++a)
            for (int i = 0; i < count; ++i) out[i] = std::max(out[i], values[a * count + i]);
    }

    const Spot& spot_;
    const BoardTree& boards_;
    const PublicTree& tree_;
    Storage storage_;
    std::array<TerminalValues<Real>, 2> ends_;
    std::unordered_map<std::uint32_t, std::vector<Real>> locks_;
    Discounts discounts_{};
    Memory spare_;
    std::mutex lending_;
    std::vector<std::unique_ptr<Memory>> idle_;  // of threads that have ended
    StopFlag never_{false};
};

}  // namespace railbird
