#include "solve/bucket_solver.hpp"

#include <algorithm>
#include <bit>

#include "bindings/bucket_game_arguments.hpp"
#include "bindings/instances.hpp"
#include "cards/evaluator.hpp"
#include "solve/joint_counts.hpp"

namespace railbird::bindings {

namespace {

using SolverJob = Job<BucketSolver>;
using Counts = Buffer<double, -1, -1>;

// Adds the pairs of holdings on one full board to the tables. Holdings in the bucket -1 are left out.
void add_board(const Snapshot<std::uint64_t, -1>& holdings, const Snapshot<std::int32_t, -1>& buckets,
               const Snapshot<double, 2, -1>& weights, std::uint64_t board, const Counts& meetings,
               const Counts& wins) {
    const auto count = static_cast<int>(std::min<std::size_t>(meetings.shape(0), 1 << 20));
    for (const Counts* table : {&meetings, &wins})
        if (table->shape(0) != static_cast<std::size_t>(count) || table->shape(1) != static_cast<std::size_t>(count))
            throw nb::value_error("the tables of meetings and wins are square and equally large");
    if (buckets.size() != holdings.size() || weights.shape(1) != holdings.size())
        throw nb::value_error("there must be a bucket and two weights for each holding");
    if (board & ~kFullDeck) throw nb::value_error("a board has cards of the deck");
    std::vector<BucketHand> hands;
    for (std::size_t i = 0; i < holdings.size(); ++i) {
        const std::int32_t bucket = buckets.data()[i];
        const CardMask cards = holdings.data()[i];
        if (bucket == -1) continue;
        if (bucket < 0 || bucket >= count) throw nb::value_error("a bucket is not in the tables");
        const int size = std::popcount(cards | board);
        if (cards == 0 || (cards & ~kFullDeck) || (cards & board) || size > kMaxCards)
            throw nb::value_error("a holding shares a card with the board, or they have more than seven cards");
        const double first = weights.data()[i], second = weights.data()[holdings.size() + i];
        if (!(first >= 0 && first <= 1 && second >= 0 && second <= 1)) throw nb::value_error("a weight is from 0 to 1");
        hands.push_back({cards, bucket, kEvaluator.rank(kEvaluator.sum(cards | board), size), {first, second}});
    }
    if (hands.size() > kHands) throw nb::value_error("there are more than 1326 holdings");
    const Unlocked unlocked;
    add_meetings(hands, count, meetings.data(), wins.data());
}

}  // namespace

void bind_bucket_solver(nb::module_& module) {
    module.def("add_board", &add_board, nb::arg("holdings"), nb::arg("buckets"), nb::arg("weights"), nb::arg("board"),
               nb::arg("meetings"), nb::arg("wins"));
    nb::class_<SolverJob>(module, "BucketSolver")
        .def(
            "__init__",
            [](SolverJob* self, const BettingArrays& tree, const Snapshot<double, -1>& stakes,
               const std::vector<int>& counts, const std::vector<std::vector<std::int32_t>>& parents,
               const Table& meetings, const Table& wins,
               int bits) { construct(self, game_of(tree, stakes, counts, parents, meetings, wins), bits); },
            nb::arg("tree"), nb::arg("stakes"), nb::arg("counts"), nb::arg("parents"), nb::arg("meetings"),
            nb::arg("wins"), nb::arg("bits"))
        .def_prop_ro("entries", [](SolverJob& self) { return self.idle().entries(); })
        .def(
            "iterate",
            [](SolverJob& self, const Snapshot<double, -1, 3>& discounts, int threads) {
                check_threads(threads);
                check_discounts(discounts);
                std::size_t done = 0;
                self.run(threads, [&](BucketSolver& solver, int workers, const StopFlag& stop) {
                    for (; done < discounts.shape(0) && !stop; ++done) {
                        const double* row = discounts.data() + 3 * done;
                        solver.iterate({row[0], row[1], row[2]}, workers);
                    }
                });
                return done;
            },
            nb::arg("discounts"), nb::arg("threads"))
        .def(
            "restrict",
            [](SolverJob& self, int player, double p, const Snapshot<double, -1>& model,
               const Snapshot<double, -1>& confidence) {
                if (player != -1) check_player(player);
                const auto is_share = [](double each) { return each >= 0 && each <= 1; };
                if (!is_share(p)) throw nb::value_error("the probability of following the model is 0 to 1");
                const std::vector<double> rows = model.values(), shares = confidence.values();
                if (!std::all_of(rows.begin(), rows.end(), is_share) ||
                    !std::all_of(shares.begin(), shares.end(), is_share))
                    throw nb::value_error("probabilities and confidences are 0 to 1");
                self.idle().restrict(player, p, rows, shares);
            },
            nb::arg("player"), nb::arg("p"), nb::arg("model"), nb::arg("confidence"))
        .def(
            "value",
            [](SolverJob& self, bool best_response, int player, int threads) {
                check_player(player);
                check_threads(threads);
                double value = 0;
                self.run(threads, [&](BucketSolver& solver, int workers, const StopFlag&) {
                    value = solver.value(best_response, player, workers);
                });
                return value;
            },
            nb::arg("best_response"), nb::arg("player"), nb::arg("threads"))
        .def(
            "respond",
            [](SolverJob& self, int player, int threads) {
                check_player(player);
                check_threads(threads);
                std::pair<double, std::vector<double>> found;
                self.run(threads, [&](BucketSolver& solver, int workers, const StopFlag&) {
                    found = solver.respond(player, workers);
                });
                return nb::make_tuple(found.first, copy_to_numpy(found.second));
            },
            nb::arg("player"), nb::arg("threads"))
        .def(
            "strategies",
            [](SolverJob& self, bool average) {
                std::vector<double> numbers;
                self.run(0, [&](BucketSolver& solver, int, const StopFlag&) { numbers = solver.strategies(average); });
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
