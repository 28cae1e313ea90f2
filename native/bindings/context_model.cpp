#include "models/context_model.hpp"

#include "bindings/instances.hpp"
#include "bindings/tree_arguments.hpp"

namespace railbird::bindings {

namespace {

template <class T>
using Array = Snapshot<T, -1>;

}  // namespace

void bind_context_model(nb::module_& module) {
    nb::class_<ContextModel>(module, "ContextModel")
        .def(
            "__init__",
            [](ContextModel* self, BettingTree& tree, const std::vector<double>& actions,
               const std::vector<double>& histogram) {
                if (actions.size() != kActionKinds)
                    throw nb::value_error("there must be three action seeds: fold, call and raise");
                check_histogram(histogram);
                for (const double seed : actions) check_weight(seed);
                construct(self, tree, ActionSeeds{actions[0], actions[1], actions[2]}, histogram);
            },
            nb::arg("tree"), nb::arg("actions"), nb::arg("histogram"), nb::keep_alive<1, 2>())
        .def_prop_ro("bins", &ContextModel::bins)
        .def(
            "count",
            [](ContextModel& model, int node, double weight) {
                check_node(model.tree(), node);
                check_weight(weight);
                model.count(node, weight);
            },
            nb::arg("node"), nb::arg("weight") = 1.0)
        .def("counted",
             [](const ContextModel& model, int node) {
                 check_node(model.tree(), node);
                 return model.counted(node);
             })
        .def("frequency",
             [](const ContextModel& model, int node) {
                 check_node(model.tree(), node);
                 return model.frequency(node);
             })
        .def(
            "show",
            [](ContextModel& model, int leaf, int bin, double weight) {
                check_leaf(model.tree(), leaf);
                check_bin(model, bin, false);
                check_weight(weight);
                model.hands().show(leaf, bin, weight);
            },
            nb::arg("leaf"), nb::arg("rank_bin"), nb::arg("weight") = 1.0)
        .def(
            "spread",
            [](ContextModel& model, int leaf, int winner_bin, double enough, double weight) {
                check_leaf(model.tree(), leaf);
                check_bin(model, winner_bin, false);
                check_weight(weight);
                model.hands().spread(leaf, winner_bin, enough, weight);
            },
            nb::arg("leaf"), nb::arg("winner_bin"), nb::arg("enough"), nb::arg("weight") = 1.0)
        .def("histogram",
             [](const ContextModel& model, int leaf) {
                 check_leaf(model.tree(), leaf);
                 std::vector<double> result;
                 for (int bin = 0; bin < model.bins(); ++bin) result.push_back(model.hands().count(leaf, bin));
                 return result;
             })
        .def("shown",
             [](const ContextModel& model, int leaf) {
                 check_leaf(model.tree(), leaf);
                 return model.hands().total(leaf);
             })
        .def("below",
             [](const ContextModel& model, int leaf, int bin) {
                 check_leaf(model.tree(), leaf);
                 check_bin(model, bin, true);
                 return model.below(leaf, bin);
             })
        .def("decay",
             [](ContextModel& model, double factor) {
                 check_decay(factor);
                 model.decay(factor);
             })
        .def_prop_ro("counted_nodes", &ContextModel::counted_nodes)
        .def_prop_ro("shown_leaves", [](const ContextModel& model) { return model.hands().keys(); })
        .def("pack",
             [](const ContextModel& model) {
                 const auto packed = model.pack();
                 return nb::make_tuple(copy_to_numpy(packed.parents), copy_to_numpy(packed.actions),
                                       copy_to_numpy(packed.counts), copy_to_numpy(packed.leaves),
                                       copy_to_numpy(packed.histograms));
             })
        .def(
            "add",
            [](ContextModel& model, Array<std::int32_t> parents, Array<std::uint8_t> actions, Array<double> counts,
               Array<std::int32_t> leaves, Array<float> histograms) {
                model.add({parents.values(), actions.values(), counts.values(), leaves.values(), histograms.values()});
            },
            nb::arg("parents"), nb::arg("actions"), nb::arg("counts"), nb::arg("leaves"), nb::arg("histograms"));
}

}  // namespace railbird::bindings
