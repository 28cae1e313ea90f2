#include "solve/public_solver.hpp"

#include "bindings/betting_arguments.hpp"
#include "bindings/instances.hpp"
#include "cards/suits.hpp"

namespace railbird::bindings {

namespace {

using Masks = Snapshot<std::uint64_t, -1>;
using Numbers = Snapshot<double, -1>;
using Lock = std::tuple<std::int32_t, Snapshot<double, -1, -1>>;

Spot spot_of(const BettingArrays& tree, const Snapshot<double, -1, 2, 3>& payoffs,
             const std::tuple<std::uint64_t, std::uint64_t, std::vector<int>>& cards, const Masks& holdings,
             const Snapshot<double, 2, -1>& weights, const std::vector<Lock>& locks) {
    Spot spot;
    spot.nodes = betting_nodes(tree);
    if (payoffs.shape(0) != spot.nodes.size()) throw nb::value_error("a public tree has payoffs for each node");
    for (std::size_t i = 0; i < spot.nodes.size(); ++i) {
        const double* values = payoffs.data() + 6 * i;
        spot.outcomes.push_back({Outcomes{values[0], values[1], values[2]}, Outcomes{values[3], values[4], values[5]}});
    }
    spot.children = std::get<4>(tree).values();
    spot.deck = std::get<0>(cards);
    spot.board = std::get<1>(cards);
    spot.deals = std::get<2>(cards);
    spot.holdings = holdings.values();
    if (weights.shape(1) != holdings.size()) throw nb::value_error("there must be a weight for each holding");
    for (std::size_t player = 0; player < 2; ++player) {
        const double* row = weights.data() + player * holdings.size();
        spot.weights[player].assign(row, row + holdings.size());
    }
    for (const auto& [node, strategy] : locks) {
        if (strategy.shape(1) != holdings.size()) throw nb::value_error("a locked strategy is [actions, holdings]");
        if (!spot.locks.emplace(node, strategy.values()).second) throw nb::value_error("a node is locked twice");
    }
    return spot;
}

using SolverJob = Job<PublicSolver>;

AnySolver& ready(PublicSolver& solver) {
    if (!solver.allocated()) throw nb::value_error("allocate() comes first");
    return solver.solver();
}

const PlanNode& node_at(PublicSolver& solver, std::uint32_t position, std::uint32_t node) {
    ready(solver);
    const PublicTree& tree = solver.tree();
    if (position >= tree.positions().size()) throw nb::value_error("there is no such position");
    const RoundPlan& plan = tree.plans()[tree.positions()[position].plan];
    if (node >= plan.nodes.size()) throw nb::value_error("the position has no such node");
    return plan.nodes[node];
}

// The position and the exchange of suits that lead from a deal to a board: the cards of the representative, exchanged,
// are those dealt.
nb::tuple dealt(PublicSolver& solver, std::uint32_t position, std::uint32_t index, std::uint64_t cards) {
    const PlanNode& node = node_at(solver, position, index);
    if (node.kind != PublicKind::deal) throw nb::value_error("no cards are dealt at this node");
    const PublicTree& tree = solver.tree();
    const PublicPosition& at = tree.positions()[position];
    const auto& boards = solver.boards().boards();
    const Board& board = boards[at.board];
    for (std::size_t k = 0; k < board.next.size(); ++k)
        for (const std::uint8_t exchange : board.next[k].exchanges)
            if (all_suit_exchanges()[exchange].of(boards[board.next[k].board].dealt) == cards)
                return nb::make_tuple(at.next + k * tree.plans()[at.plan].deals.size() + node.deal, int{exchange});
    throw nb::value_error("these cards cannot be dealt here");
}

}  // namespace

void bind_public_solver(nb::module_& module) {
    nb::class_<SolverJob>(module, "PublicSolver")
        .def(
            "__init__",
            [](SolverJob* self, const BettingArrays& tree, const Snapshot<double, -1, 2, 3>& payoffs,
               const std::tuple<std::uint64_t, std::uint64_t, std::vector<int>>& cards, const Masks& holdings,
               const Snapshot<double, 2, -1>& weights, const std::vector<Lock>& locks, bool isomorphism, int bits) {
                construct(self, spot_of(tree, payoffs, cards, holdings, weights, locks), isomorphism, bits);
            },
            nb::arg("tree"), nb::arg("payoffs"), nb::arg("cards"), nb::arg("holdings"), nb::arg("weights"),
            nb::arg("locks"), nb::arg("isomorphism"), nb::arg("bits"))
        .def_prop_ro("size",
                     [](SolverJob& self) {
                         const TreeSize size = self.idle().tree().size();
                         return nb::make_tuple(size.positions, size.decisions, size.entries);
                     })
        .def_prop_ro("bytes", [](SolverJob& self) { return self.idle().bytes(); })
        .def_prop_ro("boards", [](SolverJob& self) { return self.idle().boards().boards().size(); })
        .def_prop_ro("pairs", [](SolverJob& self) { return self.idle().boards().pairs(); })
        .def(
            "hands",
            [](SolverJob& self, int player) {
                check_player(player);
                std::vector<std::uint16_t> holdings;
                for (const SpotHand& hand : self.idle().boards().hands(player).hands) holdings.push_back(hand.holding);
                return copy_to_numpy(holdings);
            },
            nb::arg("player"))
        .def(
            "images",
            [](SolverJob& self, int exchange, int player) {
                check_player(player);
                if (exchange < 0 || exchange >= 24) throw nb::value_error("there are 24 exchanges of suits");
                return copy_to_numpy(self.idle().boards().images(exchange, player));
            },
            nb::arg("exchange"), nb::arg("player"))
        .def("allocate", [](SolverJob& self) { self.idle().allocate(); })
        .def(
            "iterate",
            [](SolverJob& self, const Snapshot<double, -1, 3>& discounts, int threads) {
                check_threads(threads);
                check_discounts(discounts);
                ready(self.idle());
                std::size_t done = 0;
                self.run(threads, [&](PublicSolver& solver, int workers, const StopFlag& stop) {
                    for (; done < discounts.shape(0) && !stop; ++done) {
                        const double* row = discounts.data() + 3 * done;
                        solver.solver().iterate({row[0], row[1], row[2]}, workers);
                    }
                });
                return done;
            },
            nb::arg("discounts"), nb::arg("threads"))
        .def(
            "values",
            [](SolverJob& self, bool best_response, int player, std::tuple<std::uint32_t, std::uint32_t> node,
               const Numbers& reach, int threads) {
                check_player(player);
                check_threads(threads);
                const auto [position, index] = node;
                node_at(self.idle(), position, index);
                if (reach.size() != self.idle().boards().hands(1 - player).hands.size())
                    throw nb::value_error("there must be a reach for each hand of the other player");
                std::vector<double> values;
                self.run(threads,
                         [&, position = position, index = index](PublicSolver& solver, int workers, const StopFlag&) {
                             values = solver.solver().values(best_response ? Pass::best_response : Pass::profile,
                                                             player, position, index, reach.values(), workers);
                         });
                return copy_to_numpy(values);
            },
            nb::arg("best_response"), nb::arg("player"), nb::arg("node"), nb::arg("reach"), nb::arg("threads"))
        .def(
            "strategy",
            [](SolverJob& self, std::tuple<std::uint32_t, std::uint32_t> node, bool average) {
                const auto [position, index] = node;
                if (node_at(self.idle(), position, index).kind != PublicKind::decision)
                    throw nb::value_error("nobody decides at this node");
                return copy_to_numpy(ready(self.idle()).strategy(position, index, average));
            },
            nb::arg("node"), nb::arg("average"))
        .def(
            "describe",
            [](SolverJob& self, std::tuple<std::uint32_t, std::uint32_t> node) {
                const auto [position, index] = node;
                const PlanNode& found = node_at(self.idle(), position, index);
                const PublicTree& tree = self.idle().tree();
                const PublicPosition& at = tree.positions()[position];
                const RoundPlan& plan = tree.plans()[at.plan];
                nb::list children;
                for (std::uint32_t i = 0; i < found.children; ++i)
                    children.append(plan.children[found.first_child + i]);
                return nb::make_tuple(found.betting, self.idle().boards().boards()[at.board].cards, children);
            },
            nb::arg("node"))
        .def(
            "deal",
            [](SolverJob& self, std::tuple<std::uint32_t, std::uint32_t> node, std::uint64_t cards) {
                return dealt(self.idle(), std::get<0>(node), std::get<1>(node), cards);
            },
            nb::arg("node"), nb::arg("cards"))
        .def("memory", [](nb::handle_t<SolverJob> handle) {
            SolverJob& self = nb::cast<SolverJob&>(handle);
            nb::list parts;
            for (const auto& [data, size] : ready(self.idle()).memory())
                parts.append(nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>(data, {size}, handle));
            return parts;
        });
}

}  // namespace railbird::bindings
