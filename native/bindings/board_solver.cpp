#include "solve/board_solver.hpp"

#include "bindings/betting_arguments.hpp"
#include "bindings/instances.hpp"

namespace railbird::bindings {

namespace {

using SolverJob = Job<BoardSolver>;

BucketTree tree_of(const BettingArrays& tree, const Snapshot<double, -1>& stakes, const std::vector<int>& counts) {
    BucketTree game;
    game.nodes = betting_nodes(tree);
    game.children = std::get<4>(tree).values();
    game.stakes = stakes.values();
    game.counts = counts;
    return game;
}

}  // namespace

void bind_board_solver(nb::module_& module) {
    nb::class_<SolverJob>(module, "BoardSolver")
        .def(
            "__init__",
            [](SolverJob* self, const BettingArrays& tree, const Snapshot<double, -1>& stakes,
               const std::vector<int>& counts, const Snapshot<std::uint64_t, -1>& holdings,
               int bits) { construct(self, tree_of(tree, stakes, counts), holdings.values(), bits); },
            nb::arg("tree"), nb::arg("stakes"), nb::arg("counts"), nb::arg("holdings"), nb::arg("bits"))
        .def_prop_ro("entries", [](SolverJob& self) { return self.idle().entries(); })
        .def(
            "iterate",
            // For each iteration a row of discounts, a board, and [rounds, holdings] buckets.
            [](SolverJob& self, const Snapshot<double, -1, 3>& discounts, const Snapshot<std::uint64_t, -1>& boards,
               const Snapshot<std::int32_t, -1, -1, -1>& buckets, int threads) {
                check_threads(threads);
                check_discounts(discounts);
                const BoardSolver& solver = self.idle();
                const std::size_t rounds = solver.game().counts.size(), holdings = solver.holdings().size();
                if (boards.size() != discounts.shape(0) || buckets.shape(0) != discounts.shape(0) ||
                    buckets.shape(1) != rounds || buckets.shape(2) != holdings)
                    throw nb::value_error(
                        "there must be a board for each iteration, and buckets of all holdings on it");
                std::size_t done = 0;
                self.run(threads, [&](BoardSolver& running, int workers, const StopFlag& stop) {
                    for (; done < discounts.shape(0) && !stop; ++done) {
                        const double* row = discounts.data() + 3 * done;
                        running.iterate({row[0], row[1], row[2]},
                                        full_board(running.holdings(), boards.data()[done],
                                                   buckets.data() + done * rounds * holdings, running.game().counts),
                                        workers);
                    }
                });
                return done;
            },
            nb::arg("discounts"), nb::arg("boards"), nb::arg("buckets"), nb::arg("threads"))
        .def(
            "strategies",
            [](SolverJob& self, bool average) {
                std::vector<double> numbers;
                self.run(0, [&](BoardSolver& solver, int, const StopFlag&) { numbers = solver.strategies(average); });
                return copy_to_numpy(numbers);
            },
            nb::arg("average"))
        .def("memory", [](nb::handle_t<SolverJob> handle) {
            SolverJob& self = nb::cast<SolverJob&>(handle);
            nb::list parts;
            for (const auto& [data, size] : self.idle().memory())
                parts.append(nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>(data, {size}, handle));
            return parts;
        });
}

}  // namespace railbird::bindings
