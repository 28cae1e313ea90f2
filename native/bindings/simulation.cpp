#include "search/simulation.hpp"

#include "bindings/trial_arguments.hpp"

namespace railbird::bindings {

namespace {

using Masks = Snapshot<std::uint64_t, -1>;

}  // namespace

void bind_simulation(nb::module_& module) {
    nb::class_<Job<Simulation>> type(module, "Simulation");
    type.def(
        "__init__",
        [](Job<Simulation>* self, const Hand& decision, CardMask hand, const nb::bytes& board, Tables weights,
           Table strengths, Triples policies, const std::vector<Chips>& raises, double bet) {
            if (!(bet >= 0 && bet <= 1000)) throw nb::value_error("a bet must be 0 to 1000 pots");
            TrialDeals deals = checked_deals(decision, hand, board, weights, strengths, policies);
            std::vector<SimulatedAction> actions{{ActionKind::call, 0}};
            for (const Chips amount : checked_raises(decision, raises)) actions.push_back({ActionKind::raise, amount});
            construct(self, std::move(deals), std::move(actions), bet);
        },
        nb::arg("decision"), nb::arg("hand"), nb::arg("board"), nb::arg("weights"), nb::arg("strengths"),
        nb::arg("policies"), nb::arg("raises"), nb::arg("bet"));
    type.attr("batch") = Simulation::kBatch;
    type.attr("contexts") =
        nb::make_tuple(kMostRounds, PolicyTables::kRaises, PolicyTables::kBets, PolicyTables::kOpponents);
    type.def(
        "run",
        [](Job<Simulation>& self, std::uint64_t seed, std::int64_t first, std::int64_t last, int threads) {
            if (first < 0 || last < first || first % Simulation::kBatch || last > (std::int64_t{1} << 24))
                throw nb::value_error("trials must start at a batch, with at most 2^24");
            check_threads(threads);
            self.run(threads, [&](Simulation& trials, int count, const StopFlag& stop) {
                trials.run(seed, first, last, count, stop);
            });
        },
        nb::arg("seed"), nb::arg("first"), nb::arg("last"), nb::arg("threads"));
    type.def("tally", [](const Job<Simulation>& self) {
        const Simulation::Tally& tally = self.idle().tally();
        return nb::make_tuple(tally.trials, tally.thrown_away, tally.sums, tally.products);
    });
    module.def(
        "sampled_strengths",
        [](CardMask board, const Masks& hands, std::uint64_t seed) {
            check_cards(board, 0);
            if (std::popcount(board) < 3) throw nb::value_error("a board has three to five cards");
            std::vector<double> result;
            SampledStrength strength;
            for (std::size_t i = 0; i < hands.shape(0); ++i) {
                const CardMask hand = hands.data()[i];
                if (std::popcount(hand) != 2 || hand & ~kFullDeck || hand & board)
                    throw nb::value_error("a hand must have two cards that are not on the board");
                RandomStream random(seed, i);
                strength.sample(random, board);
                result.push_back(strength.of(hand));
            }
            return copy_to_numpy(result);
        },
        nb::arg("board"), nb::arg("hands"), nb::arg("seed"));
}

}  // namespace railbird::bindings
