#include "bindings/game_arguments.hpp"
#include "bindings/instances.hpp"
#include "bindings/records.hpp"
#include "bindings/tree_arguments.hpp"

namespace railbird::bindings {

void bind_betting_tree(nb::module_& module) {
    nb::class_<BettingTree>(module, "BettingTree")
        .def(
            "__init__",
            [](BettingTree* self, const GameDefinition& game, const std::vector<Chips>& stacks) {
                construct(self, game, checked_stacks(game, stacks));
            },
            nb::arg("game"), nb::arg("stacks"))
        .def_prop_ro("players", &BettingTree::players)
        .def_prop_ro("size", &BettingTree::size)
        .def(
            "child",
            [](BettingTree& tree, int node, ActionKind action) {
                check_node(tree, node);
                return tree.child(node, action);
            },
            nb::arg("node"), nb::arg("action"))
        .def("expand_all", &BettingTree::expand_all, nb::arg("most"))
        .def("kind",
             [](const BettingTree& tree, int node) {
                 check_node(tree, node);
                 return static_cast<int>(tree.kind(node));
             })
        .def("actor",
             [](const BettingTree& tree, int node) {
                 check_node(tree, node);
                 return tree.actor(node);
             })
        .def("round",
             [](const BettingTree& tree, int node) {
                 check_node(tree, node);
                 return tree.round(node);
             })
        .def("still_in",
             [](const BettingTree& tree, int node) {
                 check_node(tree, node);
                 return static_cast<int>(tree.still_in(node));
             })
        .def("pot",
             [](const BettingTree& tree, int node) {
                 check_node(tree, node);
                 return tree.pot(node);
             })
        .def("paid",
             [](const BettingTree& tree, int node, int player) {
                 check_node(tree, node);
                 check_player(tree, player);
                 return tree.paid(node, player);
             })
        .def("parent",
             [](const BettingTree& tree, int node) {
                 check_node(tree, node);
                 return tree.parent(node);
             })
        .def("action", [](const BettingTree& tree, int node) {
            check_node(tree, node);
            return tree.action(node);
        });
}

}  // namespace railbird::bindings
