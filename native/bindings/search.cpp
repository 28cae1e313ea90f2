#include "bindings.hpp"
#include "context_model.hpp"
#include "game_arguments.hpp"
#include "line_tree.hpp"
#include "miximax.hpp"

namespace railbird::bindings {

namespace {

using Numbers = nb::ndarray<const double, nb::shape<-1>, nb::c_contig, nb::device::cpu>;

template <class T>
using Array = nb::ndarray<const T, nb::shape<-1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::vector<T> to_vector(const Array<T>& values) {
    return {values.data(), values.data() + values.shape(0)};
}

void check_node(const LineTree& tree, int node) {
    if (node < 0 || node >= tree.size()) throw nb::value_error("no such node");
}

void check_player(const LineTree& tree, int player) {
    if (player < 0 || player >= tree.players()) throw nb::value_error("no such player");
}

Line line_of(int action) {
    if (action < 0 || action >= kLines) throw nb::value_error("an action is 0 (fold), 1 (call) or 2 (raise)");
    return static_cast<Line>(action);
}

void check_leaf(const LineTree& tree, int node) {
    check_node(tree, node);
    if (tree.kind(node) != LineTree::Kind::showdown) throw nb::value_error("hands are shown at a showdown");
}

void check_bin(const ContextModel& model, int bin, bool or_one_more) {
    if (bin < 0 || bin >= model.bins() + or_one_more) throw nb::value_error("no such bin");
}

void check_weight(double weight) {
    if (!(weight >= 0) || std::isinf(weight)) throw nb::value_error("a weight is a finite number, not below 0");
}

nb::tuple told(const SearchResult& result) {
    return nb::make_tuple(result.values[0], result.values[1], result.values[2], result.visited);
}

template <class Model>
nb::tuple searched(LineTree& tree, const Model& model, int player, int node, double temperature) {
    check_node(tree, node);
    check_player(tree, player);
    if (tree.actor(node) != player) throw nb::value_error("it is not this player's turn");
    if (!(temperature >= 0) || std::isinf(temperature)) throw nb::value_error("a temperature is not below 0");
    return told(Miximax<Model>(tree, model, player, temperature).search(node));
}

void bind_tree(nb::module_& module) {
    nb::class_<LineTree>(module, "LineTree")
        .def(
            "__init__",
            [](LineTree* self, const GameDefinition& game, const std::vector<Chips>& stacks) {
                new (self) LineTree(game, checked_stacks(game, stacks));
            },
            nb::arg("game"), nb::arg("stacks"))
        .def_prop_ro("players", &LineTree::players)
        .def_prop_ro("size", &LineTree::size)
        .def(
            "child",
            [](LineTree& tree, int node, int action) {
                check_node(tree, node);
                return tree.child(node, line_of(action));
            },
            nb::arg("node"), nb::arg("action"))
        .def("expand_all", &LineTree::expand_all, nb::arg("most"))
        .def("kind",
             [](const LineTree& tree, int node) {
                 check_node(tree, node);
                 return static_cast<int>(tree.kind(node));
             })
        .def("actor",
             [](const LineTree& tree, int node) {
                 check_node(tree, node);
                 return tree.actor(node);
             })
        .def("round",
             [](const LineTree& tree, int node) {
                 check_node(tree, node);
                 return tree.round(node);
             })
        .def("still_in",
             [](const LineTree& tree, int node) {
                 check_node(tree, node);
                 return static_cast<int>(tree.still_in(node));
             })
        .def("pot",
             [](const LineTree& tree, int node) {
                 check_node(tree, node);
                 return tree.pot(node);
             })
        .def("paid",
             [](const LineTree& tree, int node, int player) {
                 check_node(tree, node);
                 check_player(tree, player);
                 return tree.paid(node, player);
             })
        .def("parent",
             [](const LineTree& tree, int node) {
                 check_node(tree, node);
                 return tree.parent(node);
             })
        .def("action", [](const LineTree& tree, int node) {
            check_node(tree, node);
            return static_cast<int>(tree.action(node));
        });
}

void bind_model(nb::module_& module) {
    nb::class_<ContextModel>(module, "ContextModel")
        .def(
            "__init__",
            [](ContextModel* self, LineTree& tree, const std::vector<double>& actions,
               const std::vector<double>& histogram) {
                if (actions.size() != kLines) throw nb::value_error("seeds are of fold, call and raise");
                if (histogram.empty() || histogram.size() > 1000)
                    throw nb::value_error("a histogram has 1 to 1000 bins");
                for (const double seed : actions) check_weight(seed);
                for (const double seed : histogram) check_weight(seed);
                new (self) ContextModel(tree, {{actions[0], actions[1], actions[2]}, histogram});
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
                model.show(leaf, bin, weight);
            },
            nb::arg("leaf"), nb::arg("rank_bin"), nb::arg("weight") = 1.0)
        .def(
            "spread",
            [](ContextModel& model, int leaf, int winner_bin, double enough, double weight) {
                check_leaf(model.tree(), leaf);
                check_bin(model, winner_bin, false);
                check_weight(weight);
                model.spread(leaf, winner_bin, enough, weight);
            },
            nb::arg("leaf"), nb::arg("winner_bin"), nb::arg("enough"), nb::arg("weight") = 1.0)
        .def("histogram",
             [](const ContextModel& model, int leaf) {
                 check_leaf(model.tree(), leaf);
                 return model.histogram(leaf);
             })
        .def("shown",
             [](const ContextModel& model, int leaf) {
                 check_leaf(model.tree(), leaf);
                 return model.shown(leaf);
             })
        .def("below",
             [](const ContextModel& model, int leaf, int bin) {
                 check_leaf(model.tree(), leaf);
                 check_bin(model, bin, true);
                 return model.below(leaf, bin);
             })
        .def("decay",
             [](ContextModel& model, double factor) {
                 if (!(factor > 0 && factor <= 1)) throw nb::value_error("a decay lies above 0, and is at most 1");
                 model.decay(factor);
             })
        .def_prop_ro("counted_nodes", &ContextModel::counted_nodes)
        .def_prop_ro("shown_leaves", &ContextModel::shown_leaves)
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
                model.add({to_vector(parents), to_vector(actions), to_vector(counts), to_vector(leaves),
                           to_vector(histograms)});
            },
            nb::arg("parents"), nb::arg("actions"), nb::arg("counts"), nb::arg("leaves"), nb::arg("histograms"));
}

ContextView view_of(LineTree& tree, const std::vector<const ContextModel*>& models, int player, int bin) {
    if (static_cast<int>(models.size()) != tree.players()) throw nb::value_error("there is a model for each position");
    ContextView view{tree, {}, player, bin};
    for (int position = 0; position < tree.players(); ++position) {
        const ContextModel* model = models[position];
        if (!model && position != player) throw nb::value_error("every other player needs a model");
        if (model && (&model->tree() != &tree || bin < 0 || bin > model->bins()))
            throw nb::value_error("a model is of another tree, or has other bins");
        view.models[position] = model;
    }
    return view;
}

}  // namespace

void bind_search(nb::module_& module) {
    bind_tree(module);
    bind_model(module);
    module.def(
        "search_contexts",
        [](LineTree& tree, const std::vector<const ContextModel*>& models, int node, int player, int bin,
           double temperature) {
            return searched(tree, view_of(tree, models, player, bin), player, node, temperature);
        },
        nb::arg("tree"), nb::arg("models").noconvert(), nb::arg("node"), nb::arg("player"), nb::arg("rank_bin"),
        nb::arg("temperature") = 0.0);
    module.def(
        "search_tables",
        [](LineTree& tree, Numbers frequencies, Numbers wins, int node, int player, double temperature) {
            if (frequencies.shape(0) != wins.shape(0)) throw nb::value_error("there are two numbers for each node");
            const TableModel model{frequencies.data(), wins.data(), static_cast<int>(wins.shape(0))};
            return searched(tree, model, player, node, temperature);
        },
        nb::arg("tree"), nb::arg("frequencies"), nb::arg("wins"), nb::arg("node"), nb::arg("player"),
        nb::arg("temperature") = 0.0);
}

}  // namespace railbird::bindings
