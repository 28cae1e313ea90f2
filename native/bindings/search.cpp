#include "bindings.hpp"
#include "chance_miximax.hpp"
#include "context_model.hpp"
#include "game_arguments.hpp"
#include "instances.hpp"
#include "line_tree.hpp"
#include "miximax.hpp"

namespace railbird::bindings {

namespace {

using Numbers = Buffer<const double, -1>;  // any number will do, so they are read in place
using Matrix = Snapshot<double, -1, -1>;
template <class T>
using Array = Snapshot<T, -1>;

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

template <class Model>
void check_bin(const Model& model, int bin, bool or_one_more) {
    if (bin < 0 || bin >= model.bins() + or_one_more) throw nb::value_error("no such bin");
}

void check_weight(double weight) {
    if (!(weight >= 0) || std::isinf(weight)) throw nb::value_error("a weight is a finite number, not below 0");
}

void check_histogram(const std::vector<double>& seeds) {
    if (seeds.empty() || seeds.size() > 1000) throw nb::value_error("a histogram has 1 to 1000 bins");
    for (const double seed : seeds) check_weight(seed);
}

void check_decay(double factor) {
    if (!(factor > 0 && factor <= 1)) throw nb::value_error("a decay lies above 0, and is at most 1");
}

void check_search(const LineTree& tree, int player, int node) {
    check_node(tree, node);
    check_player(tree, player);
    if (tree.actor(node) != player) throw nb::value_error("it is not this player's turn");
}

OwnStrategy mixing(double temperature) {
    if (!(temperature >= 0) || std::isinf(temperature)) throw nb::value_error("a temperature is not below 0");
    return {temperature > 0 ? OwnStrategy::Kind::soft_max : OwnStrategy::Kind::best, temperature};
}

nb::tuple told(const SearchResult& result) {
    return nb::make_tuple(result.values[0], result.values[1], result.values[2], result.visited);
}

template <class Model>
nb::tuple searched(LineTree& tree, const Model& model, int player, int node, const OwnStrategy& own) {
    check_search(tree, player, node);
    return told(Miximax<Model>(tree, model, player, own).search(node));
}

void bind_tree(nb::module_& module) {
    nb::class_<LineTree>(module, "LineTree")
        .def(
            "__init__",
            [](LineTree* self, const GameDefinition& game, const std::vector<Chips>& stacks) {
                construct(self, game, checked_stacks(game, stacks));
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
                check_histogram(histogram);
                for (const double seed : actions) check_weight(seed);
                construct(self, tree, LineSeeds{actions[0], actions[1], actions[2]}, histogram);
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
                 std::vector<double> found;
                 for (int bin = 0; bin < model.bins(); ++bin) found.push_back(model.hands().count(leaf, bin));
                 return found;
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

template <class Level>
Level level_of(int level, int levels) {
    if (level < 0 || level >= levels) throw nb::value_error("there is no such level");
    return static_cast<Level>(level);
}

void check_seat_in(const LineTree& tree, int leaf, int player) {
    check_leaf(tree, leaf);
    check_player(tree, player);
    if (!(tree.still_in(leaf) >> player & 1)) throw nb::value_error("this player has folded");
}

void check_decision(const LineTree& tree, int node) {
    check_node(tree, node);
    if (tree.kind(node) != LineTree::Kind::decision) throw nb::value_error("nobody acts there");
}

void bind_pool(nb::module_& module) {
    nb::class_<Similarity>(module, "Similarity")
        .def(nb::init<LineTree&>(), nb::arg("tree"), nb::keep_alive<1, 2>())
        .def(
            "hand_class",
            [](const Similarity& self, int level, int leaf, int player) {
                check_seat_in(self.tree(), leaf, player);
                return self.hand_class(level_of<HandLevel>(level, kHandLevels), leaf, player);
            },
            nb::arg("level"), nb::arg("leaf"), nb::arg("player"))
        .def(
            "action_class",
            [](const Similarity& self, int level, int node) {
                check_decision(self.tree(), node);
                return self.action_class(level_of<ActionLevel>(level, kActionLevels), node);
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
                if (node == 0) throw nb::value_error("no action leads to the beginning");
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
                const auto chosen = level_of<ActionLevel>(level, kActionLevels);
                return pool.actions(chosen, pool.similarity().action_class(chosen, node));
            },
            nb::arg("level"), nb::arg("node"))
        .def(
            "histogram",
            [](const Pool& pool, int level, int leaf, int player) {
                check_seat_in(pool.similarity().tree(), leaf, player);
                const auto chosen = level_of<HandLevel>(level, kHandLevels);
                const int cls = pool.similarity().hand_class(chosen, leaf, player);
                std::vector<double> found;
                for (int bin = 0; bin < pool.bins(); ++bin) found.push_back(pool.hands(chosen).count(cls, bin));
                return found;
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

void bind_belief(nb::module_& module) {
    nb::class_<Belief>(module, "Belief")
        .def(
            "__init__",
            [](Belief* self, const ContextModel& contexts, const nb::tuple& pools, const Pool* prior, int position,
               const std::vector<int>& hand_levels, const std::vector<int>& action_levels, double trust) {
                check_player(contexts.tree(), position);
                if (!(trust > 0 && trust < 1)) throw nb::value_error("a trust lies between 0 and 1");
                Levels levels{{}, {}, trust};
                for (const int level : hand_levels) levels.hands.push_back(level_of<HandLevel>(level, kHandLevels));
                for (const int level : action_levels)
                    levels.actions.push_back(level_of<ActionLevel>(level, kActionLevels));
                const auto checked = [&](const Pool* pool) {
                    if (!pool) throw nb::value_error("a pool is missing");
                    if (&pool->similarity().tree() != &contexts.tree() || pool->bins() != contexts.bins())
                        throw nb::value_error("a pool is of another tree, or has other bins");
                    return pool;
                };
                std::vector<const Pool*> asked;  // kept alive by the tuple, which nobody can change
                for (const nb::handle pool : pools) asked.push_back(checked(nb::cast<const Pool*>(pool)));
                if (prior) checked(prior);
                construct(self, contexts, std::move(asked), prior, position, std::move(levels));
            },
            nb::arg("contexts"), nb::arg("pools"), nb::arg("prior").none(), nb::arg("position"), nb::arg("hand_levels"),
            nb::arg("action_levels"), nb::arg("trust"), nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(),
            nb::keep_alive<1, 4>())
        .def_prop_ro("bins", &Belief::bins)
        .def(
            "frequencies",
            [](const Belief& belief, int node) {
                LineTree& tree = belief.contexts().tree();
                check_decision(tree, node);
                return belief.frequencies(node, children_of(tree, node));
            },
            nb::arg("node"))
        .def(
            "observed",
            [](const Belief& belief, int node) {
                LineTree& tree = belief.contexts().tree();
                check_decision(tree, node);
                return belief.observed(children_of(tree, node));
            },
            nb::arg("node"))
        .def(
            "shown",
            [](const Belief& belief, int leaf) {
                check_leaf(belief.contexts().tree(), leaf);
                return belief.shown(leaf);
            },
            nb::arg("leaf"))
        .def(
            "histogram",
            [](const Belief& belief, int leaf) {
                check_leaf(belief.contexts().tree(), leaf);
                return belief.histogram(leaf);
            },
            nb::arg("leaf"))
        .def(
            "below",
            [](const Belief& belief, int leaf, int bin) {
                check_leaf(belief.contexts().tree(), leaf);
                check_bin(belief, bin, true);
                return belief.below(leaf, bin);
            },
            nb::arg("leaf"), nb::arg("rank_bin"))
        .def(
            "beaten",
            [](const Belief& belief, int leaf) {
                check_leaf(belief.contexts().tree(), leaf);
                std::vector<double> shares(static_cast<std::size_t>(belief.bins()));
                belief.beaten(leaf, shares.data());
                return shares;
            },
            nb::arg("leaf"));
    nb::class_<Outlook>(module, "Outlook")
        .def(
            "__init__",
            [](Outlook* self, int round, const std::vector<Matrix>& steps) {
                const int missing =
                    round < 0 || round > kSearchRounds || steps.size() > static_cast<std::size_t>(kSearchRounds)
                        ? -1
                        : kSearchRounds - round - static_cast<int>(steps.size());
                if (steps.empty() || missing < 0 || missing > 1)
                    throw nb::value_error("there is a step from each round to the next, and maybe one to the bins");
                Outlook made;
                for (std::size_t i = 0; i < steps.size(); ++i) {
                    const int from = static_cast<int>(steps[i].shape(0)), to = static_cast<int>(steps[i].shape(1));
                    if (from < 1 || to < 1 || from > 10'000 || to > 10'000 || (i && from != made.sizes[round + i]))
                        throw nb::value_error("the steps of an outlook do not fit together");
                    made.sizes[round + i] = from;
                    made.sizes[round + i + 1] = to;
                    auto& step = made.steps[round + i];
                    step.resize(steps[i].size());
                    for (int row = 0; row < from; ++row)
                        for (int column = 0; column < to; ++column)
                            step[static_cast<std::size_t>(column) * from + row] =
                                steps[i].data()[static_cast<std::size_t>(row) * to + column];
                }
                if (missing) made.sizes[kSearchRounds] = made.sizes[kSearchRounds - 1];
                construct(self, std::move(made));
            },
            nb::arg("first_round"), nb::arg("steps"));
}

Beliefs beliefs_of(LineTree& tree, const std::vector<const Belief*>& given, int player, int bins) {
    if (static_cast<int>(given.size()) != tree.players()) throw nb::value_error("there is a belief for each position");
    Beliefs beliefs{};
    for (int position = 0; position < tree.players(); ++position) {
        const Belief* belief = given[position];
        if (!belief && position != player) throw nb::value_error("every other player needs a belief");
        if (belief && (&belief->contexts().tree() != &tree || bins > belief->bins()))
            throw nb::value_error("a belief is of another tree, or has other bins");
        beliefs[position] = belief;
    }
    return beliefs;
}

}  // namespace

void bind_search(nb::module_& module) {
    bind_tree(module);
    bind_model(module);
    bind_pool(module);
    bind_belief(module);
    module.def(
        "search_ranks",
        [](LineTree& tree, const std::vector<const Belief*>& beliefs, int node, int player, int bin,
           double temperature) {
            if (bin < 0) throw nb::value_error("no such bin");
            const RankView view{tree, beliefs_of(tree, beliefs, player, bin), player, bin};
            return searched(tree, view, player, node, mixing(temperature));
        },
        nb::arg("tree"), nb::arg("beliefs").noconvert(), nb::arg("node"), nb::arg("player"), nb::arg("rank_bin"),
        nb::arg("temperature") = 0.0);
    module.def(
        "search_outlook",
        [](LineTree& tree, const std::vector<const Belief*>& beliefs, int node, int player, const Outlook& outlook,
           double temperature, double least_reach) {
            check_search(tree, player, node);
            const int bins = outlook.sizes[kSearchRounds];
            const Beliefs checked = beliefs_of(tree, beliefs, player, bins);
            for (const Belief* belief : beliefs)
                if (belief && belief->bins() != bins) throw nb::value_error("an outlook has other bins");
            if (outlook.sizes[tree.round(node)] == 0) throw nb::value_error("an outlook begins after this round");
            const ChanceResult result =
                ChanceMiximax(tree, checked, player, outlook, mixing(temperature), least_reach).search(node);
            nb::list values;
            for (const auto& each : result.values) {
                if (each.empty())
                    values.append(nb::none());
                else
                    values.append(copy_to_numpy(each));
            }
            return nb::make_tuple(values, result.visited);
        },
        nb::arg("tree"), nb::arg("beliefs").noconvert(), nb::arg("node"), nb::arg("player"), nb::arg("outlook"),
        nb::arg("temperature") = 0.0, nb::arg("least_reach") = 0.0);
    module.def(
        "search_tables",
        [](LineTree& tree, const Numbers& frequencies, const Numbers& wins, int node, int player, double temperature,
           bool own_given) {
            if (frequencies.shape(0) != wins.shape(0)) throw nb::value_error("there are two numbers for each node");
            const TableModel model{frequencies.data(), wins.data(), static_cast<int>(wins.shape(0))};
            const OwnStrategy own = own_given ? OwnStrategy{OwnStrategy::Kind::given, 0} : mixing(temperature);
            return searched(tree, model, player, node, own);
        },
        nb::arg("tree"), nb::arg("frequencies"), nb::arg("wins"), nb::arg("node"), nb::arg("player"),
        nb::arg("temperature") = 0.0, nb::arg("own_given") = false);
}

}  // namespace railbird::bindings
