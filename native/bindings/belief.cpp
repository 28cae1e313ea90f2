#include "models/belief.hpp"

#include "bindings/instances.hpp"
#include "bindings/tree_arguments.hpp"
#include "search/miximax.hpp"

namespace railbird::bindings {

void bind_belief(nb::module_& module) {
    nb::class_<Belief>(module, "Belief")
        .def(
            "__init__",
            [](Belief* self, const ContextModel& contexts, const nb::tuple& pools, const Pool* prior, int position,
               const std::vector<int>& hand_levels, const std::vector<int>& action_levels, double trust) {
                check_player(contexts.tree(), position);
                if (!(trust > 0 && trust < 1)) throw nb::value_error("trust must be between 0 and 1");
                Levels levels{{}, {}, trust};
                for (const int level : hand_levels)
                    levels.hands.push_back(checked_level<HandLevel>(level, kHandLevels));
                for (const int level : action_levels)
                    levels.actions.push_back(checked_level<ActionLevel>(level, kActionLevels));
                const auto checked = [&](const Pool* pool) {
                    if (!pool) throw nb::value_error("a pool is missing");
                    if (&pool->similarity().tree() != &contexts.tree() || pool->bins() != contexts.bins())
                        throw nb::value_error("a pool is of another tree, or has other bins");
                    return pool;
                };
                std::vector<const Pool*> used;  // kept alive by the tuple, which nobody can change
                for (const nb::handle pool : pools) used.push_back(checked(nb::cast<const Pool*>(pool)));
                if (prior) checked(prior);
                construct(self, contexts, std::move(used), prior, position, std::move(levels));
            },
            nb::arg("contexts"), nb::arg("pools"), nb::arg("prior").none(), nb::arg("position"), nb::arg("hand_levels"),
            nb::arg("action_levels"), nb::arg("trust"), nb::keep_alive<1, 2>(), nb::keep_alive<1, 3>(),
            nb::keep_alive<1, 4>())
        .def_prop_ro("bins", &Belief::bins)
        .def(
            "frequencies",
            [](const Belief& belief, int node) {
                BettingTree& tree = belief.contexts().tree();
                check_decision(tree, node);
                return belief.frequencies(node, children_of(tree, node));
            },
            nb::arg("node"))
        .def(
            "observed",
            [](const Belief& belief, int node) {
                BettingTree& tree = belief.contexts().tree();
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
}

}  // namespace railbird::bindings
