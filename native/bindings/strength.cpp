#include "strength/strength.hpp"

#include "bindings/weights.hpp"
#include "strength/final_strengths.hpp"
#include "strength/hand_potential.hpp"
#include "strength/income_rates.hpp"
#include "strength/river_ranks.hpp"

namespace railbird::bindings {

namespace {

template <class Sums>
nb::ndarray<nb::numpy, double> to_rows(const std::vector<Sums>& results) {
    constexpr std::size_t width = std::tuple_size_v<Sums>;
    std::unique_ptr<double[]> table(new double[results.size() * width]);
    for (std::size_t i = 0; i < results.size(); ++i)
        std::copy(results[i].begin(), results[i].end(), table.get() + i * width);
    return to_numpy(std::move(table), {results.size(), width});
}

}  // namespace

void bind_roll_out(nb::module_& module) {
    nb::class_<Job<IncomeRollOuts>> type(module, "IncomeRollOuts");
    type.def(
        "__init__",
        [](Job<IncomeRollOuts>* self, int players, const Snapshot<double, kHandClasses>& play, double dead_money) {
            if (players < 2 || players > kMaxPlayers) throw nb::value_error("there must be two to ten players");
            if (!(dead_money >= 0) || std::isinf(dead_money))
                throw nb::value_error("dead money must be finite and not below 0");
            construct(self, players, play.data(), dead_money);
        },
        nb::arg("players"), nb::arg("play"), nb::arg("dead_money"));
    type.attr("batch") = IncomeRollOuts::kBatch;
    type.def(
        "run",
        [](Job<IncomeRollOuts>& self, std::uint64_t seed, std::int64_t first, std::int64_t last, int threads) {
            if (first < 0 || last < first || first % IncomeRollOuts::kBatch ||
                last - first > (IncomeRollOuts::kBatch << 14) || last > (IncomeRollOuts::kBatch << 30))
                throw nb::value_error("deals must start at a batch, with at most 2^28 at once and 2^44 in all");
            check_threads(threads);
            self.run(threads, [&](IncomeRollOuts& deals, int count, const StopFlag& stop) {
                deals.run(seed, first, last, count, stop);
            });
        },
        nb::arg("seed"), nb::arg("first"), nb::arg("last"), nb::arg("threads"));
    type.def("tally", [](const Job<IncomeRollOuts>& self) {
        const IncomeRollOuts::Tally& tally = self.idle().tally();
        return to_rows(std::vector{tally.hands, tally.income, tally.squares});
    });
}

void bind_strength(nb::module_& module) {
    nb::class_<Job<Strength>> type(module, "Strength");
    type.def(
        "__init__",
        [](Job<Strength>* self, Table asked, Table weights, CardMask board, int cards_to_come, bool tables) {
            check_cards(board, 0);
            const int cards = std::popcount(board);
            if (cards < 3 || cards_to_come < 0 || cards + cards_to_come > kBoardCards)
                throw nb::value_error("the board must have three to five cards, including those to come");
            construct(self, live_weights(asked.take(), board).data(), live_weights(weights.take(), board).data(), board,
                      cards_to_come, tables ? Strength::Detail::tables : Strength::Detail::later);
        },
        nb::arg("asked"), nb::arg("weights"), nb::arg("board"), nb::arg("cards_to_come"), nb::arg("tables"));
    bind_blocks(type);
    type.def("later", [](const Job<Strength>& self) { return to_rows(self.idle().later()); });
    type.def("tables", [](const Job<Strength>& self) { return to_rows(self.idle().tables()); });
    bind_roll_out(module);
    module.def(
        "river_ranks",
        [](CardMask hand, CardMask board, int most, std::uint64_t seed) {
            check_cards(board, hand);
            if (std::popcount(hand) != 2 || std::popcount(board) < 3)
                throw nb::value_error("a hand has two cards, a board three to five");
            if (most < 0) throw nb::value_error("the number of boards must not be below 0");
            return copy_to_numpy(river_ranks(hand, board, most, seed));
        },
        nb::arg("hand"), nb::arg("board"), nb::arg("most") = 0, nb::arg("seed") = 0);
    module.def(
        "final_strengths",
        [](CardMask board, int bins) {
            check_cards(board, 0);
            if (std::popcount(board) < 3 || std::popcount(board) > kBoardCards)
                throw nb::value_error("a board has three to five cards");
            if (bins < 0 || bins > 1000) throw nb::value_error("there must be 0 to 1000 bins");
            std::vector<float> rows;
            {
                nb::gil_scoped_release release;
                rows = final_strengths(board, bins);
            }
            std::unique_ptr<float[]> copy(new float[rows.size()]);
            std::copy(rows.begin(), rows.end(), copy.get());
            return to_numpy(std::move(copy), {kHands, 2 + static_cast<std::size_t>(bins)});
        },
        nb::arg("board"), nb::arg("bins"));
    module.def(
        "turn_means",
        [](CardMask hand, CardMask flop, int others) {
            check_cards(flop, hand);
            if (std::popcount(hand) != 2 || std::popcount(flop) != 3)
                throw nb::value_error("a hand has two cards, a flop three");
            if (others < 1) throw nb::value_error("there must be at least one other hand");
            return copy_to_numpy(turn_means(hand, flop, others));
        },
        nb::arg("hand"), nb::arg("flop"), nb::arg("others"));
    module.def(
        "hand_potential",
        [](CardMask hand, CardMask board, int cards_to_come) {
            check_cards(board, hand);
            const int cards = std::popcount(board);
            if (std::popcount(hand) != 2 || cards < 3 || cards_to_come < 0 || cards + cards_to_come > kBoardCards)
                throw nb::value_error("a hand has two cards, and a board three to five cards, including those to come");
            const PotentialCounts counts = hand_potential(hand, board, cards_to_come);
            return nb::make_tuple(counts[0], counts[1], counts[2], counts[3], counts[4], counts[5], counts[6],
                                  counts[7], counts[8]);
        },
        nb::arg("hand"), nb::arg("board"), nb::arg("cards_to_come"));
}

}  // namespace railbird::bindings
