#include "strength.hpp"

#include "weights.hpp"

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

void bind_strength(nb::module_& module) {
    nb::class_<Strength> type(module, "Strength");
    type.def(
        "__init__",
        [](Strength* self, Table asked, Table weights, CardMask board, int cards_to_come, bool tables) {
            check_cards(board, 0);
            const int cards = std::popcount(board);
            if (cards < 3 || cards_to_come < 0 || cards + cards_to_come > kBoardCards)
                throw nb::value_error("the board has three to five cards, those to come included");
            new (self)
                Strength(live_weights(asked.data(), 1, board).data(), live_weights(weights.data(), 1, board).data(),
                         board, cards_to_come, tables ? Strength::Detail::tables : Strength::Detail::later);
        },
        nb::arg("asked"), nb::arg("weights"), nb::arg("board"), nb::arg("cards_to_come"), nb::arg("tables"));
    bind_blocks(type);
    type.def_prop_ro("boards_per_pair", &Strength::boards_per_pair);
    type.def("later", [](const Strength& self) { return to_rows(self.later()); });
    type.def("tables", [](const Strength& self) { return to_rows(self.tables()); });
}

}  // namespace railbird::bindings
