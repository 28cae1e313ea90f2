#include "models/pool.hpp"

#include "bindings/instances.hpp"
#include "bindings/tree_arguments.hpp"

namespace railbird::bindings {

namespace {

template <class T>
using Array = Snapshot<T, -1>;

}  // namespace

void bind_pool(nb::module_& module) {
    nb::class_<Similarity>(module, "Similarity")
        .def(nb::init<BettingTree&>(), nb::arg("tree"), nb::keep_alive<1, 2>())
        .def(
            "hand_class",
            [](const Similarity& self, int level, int leaf, int player) {
                check_seat_in(self.tree(), leaf, player);
                return self.hand_class(checked_level<HandLevel>(level, kHandLevels), leaf, player);
            },
            nb::arg("level"), nb::arg("leaf"), nb::arg("player"))
        .def(
            "action_class",
            [](const Similarity& self, int level, int node) {
                check_decision(self.tree(), node);
                return self.action_class(checked_level<ActionLevel>(level, kActionLevels), node);
            },
            nb::arg("level"), nb::arg("node"));
    nb::class_<Pool>(module, "Pool")
        .def(
            "__init__",
            [](Pool* self, const Similarity& similarity, const std::vector<double>& histogram) {
                check_histogram(histogram);
                construct(self, similarity, histogram);
            },
            nb::arg("similarity"), nb::arg("histogram"), nb::keep_alive<1, 2>())
        .def(
            "count",
            [](Pool& pool, int node, double weight) {
                check_node(pool.similarity().tree(), node);
                if (node == 0) throw nb::value_error("no action leads to the root");
                check_weight(weight);
                pool.count(node, weight);
            },
            nb::arg("node"), nb::arg("weight") = 1.0)
        .def(
            "show",
            [](Pool& pool, int leaf, int player, int bin, double weight) {
                check_seat_in(pool.similarity().tree(), leaf, player);
                check_bin(pool, bin, false);
                check_weight(weight);
                pool.show(leaf, player, bin, weight);
            },
            nb::arg("leaf"), nb::arg("player"), nb::arg("rank_bin"), nb::arg("weight") = 1.0)
        .def(
            "spread",
            [](Pool& pool, int leaf, int player, int winner_bin, double enough, double weight) {
                check_seat_in(pool.similarity().tree(), leaf, player);
                check_bin(pool, winner_bin, false);
                check_weight(weight);
                pool.spread(leaf, player, winner_bin, enough, weight);
            },
            nb::arg("leaf"), nb::arg("player"), nb::arg("winner_bin"), nb::arg("enough"), nb::arg("weight") = 1.0)
        .def(
            "actions",
            [](const Pool& pool, int level, int node) {
                check_decision(pool.similarity().tree(), node);
                const auto chosen = checked_level<ActionLevel>(level, kActionLevels);
                return pool.actions(chosen, pool.similarity().action_class(chosen, node));
            },
            nb::arg("level"), nb::arg("node"))
        .def(
            "histogram",
            [](const Pool& pool, int level, int leaf, int player) {
                check_seat_in(pool.similarity().tree(), leaf, player);
                const auto chosen = checked_level<HandLevel>(level, kHandLevels);
                const int cls = pool.similarity().hand_class(chosen, leaf, player);
                std::vector<double> result;
                for (int bin = 0; bin < pool.bins(); ++bin) result.push_back(pool.hands(chosen).count(cls, bin));
                return result;
            },
            nb::arg("level"), nb::arg("leaf"), nb::arg("player"))
        .def("decay",
             [](Pool& pool, double factor) {
                 check_decay(factor);
                 pool.decay(factor);
             })
        .def("pack",
             [](const Pool& pool) {
                 const auto packed = pool.pack();
                 return nb::make_tuple(copy_to_numpy(packed.actions), copy_to_numpy(packed.counts),
                                       copy_to_numpy(packed.hands), copy_to_numpy(packed.histograms));
             })
        .def(
            "add",
            [](Pool& pool, Array<std::int32_t> actions, Array<double> counts, Array<std::int32_t> hands,
               Array<float> histograms) {
                pool.add({actions.values(), counts.values(), hands.values(), histograms.values()});
            },
            nb::arg("actions"), nb::arg("counts"), nb::arg("hands"), nb::arg("histograms"));
}

}  // namespace railbird::bindings
