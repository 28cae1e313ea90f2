"""How actions in a solved spot are shown: names, letters and colours, the same in terminals and on pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from railbird.abstraction.public_tree import CALL, FOLD, PublicTree
from railbird.game import Betting

if TYPE_CHECKING:
    from railbird.solve.spots.node import SpotNode

FOLD_COLOUR, CALL_COLOUR, ALL_IN_COLOUR = "#98a4b5", "#5f9fd8", "#7a3f98"
RAISE_COLOURS = ("#f2c063", "#e5932f", "#c06a25", "#8c5a2b", "#a98bd0", "#8a5bb0")
"""From the smallest size to the largest: the darker, the more chips. None is the green of a win or the red of a loss,
and readers who see few colours can tell them apart by lightness. Ours."""
RAISE_LETTERS = "123456789bdeghijkmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class ShownAction:
    """An action as people read it.

    >>> from railbird.solve.spots import SpotSolution, SpotSolver
    >>> solver = SpotSolver("nolimit(blinds=1/2); Kh7d2c5s9s; pot=20, stacks=50/50", ("QQ+, 76s", "JJ, KQs"), "75%, a")
    >>> solver.run(iterations=10).pot
    20
    >>> [(action.letter, action.name) for action in shown_actions(SpotSolution(solver).node("r15"))]
    [('f', 'fold'), ('c', 'call 15'), ('A', 'all-in 50')]
    """

    text: str
    """As it is written in a line: f, c, r94."""
    name: str
    letter: str
    """Tells it apart where there are no colours: f, c, 1 to 9 for bets and raises from small to large, A for all-in."""
    colour: str
    """As #rrggbb."""


def shown_actions(node: SpotNode) -> tuple[ShownAction, ...]:
    """The actions of a node, in its order; none if nobody decides."""
    return () if node.player is None else actions_of(node.tree, node.betting)


def actions_of(tree: PublicTree, node: int) -> tuple[ShownAction, ...]:
    """The actions of a decision of a public tree."""
    actions, raises = list[ShownAction](), 0
    player = int(tree.actor[node])
    edges = tree.edges(node)
    to_call = next(int(tree.edge_amount[edge]) for edge in edges if tree.edge_kind[edge] == CALL)
    blinds = tree.spot.is_start and not tree.round[node] and any(tree.spot.game.blinds)
    no_limit = tree.spot.game.betting is not Betting.LIMIT
    for edge in edges:
        text = tree.edge_text(edge)
        if tree.edge_kind[edge] == FOLD:
            actions.append(ShownAction(text, "fold", "f", FOLD_COLOUR))
        elif tree.edge_kind[edge] == CALL:
            actions.append(ShownAction(text, f"call {to_call:,}" if to_call else "check", "c", CALL_COLOUR))
        else:
            amount = f"{tree.edge_amount[edge]:,}"
            if no_limit and tree.paid[tree.children[edge], player] == tree.spot.stacks[player]:
                actions.append(ShownAction(text, f"all-in {amount}", "A", ALL_IN_COLOUR))
                continue
            name = f"raise to {amount}" if to_call or blinds else f"bet {amount}"
            letter = RAISE_LETTERS[min(raises, len(RAISE_LETTERS) - 1)]
            actions.append(ShownAction(text, name, letter, RAISE_COLOURS[min(raises, len(RAISE_COLOURS) - 1)]))
            raises += 1
    return tuple(actions)
