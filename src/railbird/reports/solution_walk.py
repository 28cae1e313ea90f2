"""The nodes of a solved spot that its page lets people walk through, as JSON."""

from __future__ import annotations

import json
from collections import deque
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.public_tree import DEAL, DECISION, FOLDED
from railbird.cards import Card, HoleCards
from railbird.errors import GameError, quoted
from railbird.solve.spots import HandsByClass, SpotNode, SpotSolution, shown_actions

MOST_NUMBERS = 250_000
"""About how many numbers a page holds: some 1.5 MB. Nodes beyond it are left out. Ours."""
PARTS = 1000
"""Shares are written as whole thousandths."""


def walk_json(solution: SpotSolution, line: str = "") -> str:
    """The decisions of one street from a line on, nearest first, in a form that is safe inside a script element."""
    start = solution.node(line)
    if start.kind != DECISION:
        raise GameError(f"nobody decides after {quoted(line)}: give a line that ends before a decision")
    nodes: list[dict[str, Any]] = []
    todo: deque[tuple[SpotNode, dict[str, Any] | None]] = deque([(start, None)])
    numbers = 0
    while todo and numbers < MOST_NUMBERS:
        node, action = todo.popleft()
        if action is not None:
            action["next"] = len(nodes)
        nodes.append(_node(node))
        numbers += sum(len(node.reach[player]) for player in range(2)) + len(node.strategy) * (3 + len(node.actions))
        for each in nodes[-1]["actions"]:
            after = node.child(each["text"])
            each["end"] = _end(after)
            if after.kind == DECISION and min(reach.max() for reach in after.reach) > 0:
                todo.append((after, each))
    first = [HandsByClass(start, player) for player in range(2)]
    content = {
        "names": first[0].names,
        "possible": first[0].possible.astype(int).tolist(),
        "hands": [_hand_names(start, player) for player in range(2)],
        "classes": [table.class_of_hand.tolist() for table in first],
        "nodes": nodes,
    }
    return json.dumps(content, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")


def _node(node: SpotNode) -> dict[str, Any]:
    player = node.player or 0
    shares = node.frequencies.tolist()
    try:
        equities: tuple[Any, Any] = (_thousandths(node.equities[player]), [node.equity(each) for each in range(2)])
    except GameError:  # a game without the full deck
        equities = (None, None)
    return {
        "line": node.line,
        "player": player,
        "pot": node.pot,
        "actions": [
            {"text": each.text, "name": each.name, "letter": each.letter, "colour": each.colour, "share": _plain(share)}
            for each, share in zip(shown_actions(node), shares, strict=True)
        ],
        "value": [_plain(node.value(each)) for each in range(2)],
        "equity": equities[1],
        "reach": [_thousandths(node.reach[each]) for each in range(2)],
        "chances": _scaled(node.chances(player)),
        "values": [_plain(value, 2) for value in node.values[player].tolist()],
        "equities": equities[0],
        "strategy": [_thousandths(column) for column in node.strategy.T],
    }


def _end(node: SpotNode) -> str | None:
    """What an action leads to, if not to another decision of this street."""
    if node.kind == DECISION:
        return None
    if node.kind == FOLDED:
        return "the hand is over"
    if node.kind != DEAL:
        return "showdown"
    street = node.solver.problem.spot.game.street(int(node.tree.round[node.betting]))
    return f"{street} is dealt" if street[-1].isdigit() else f"the {street} is dealt"


def _hand_names(node: SpotNode, player: int) -> list[str]:
    every = node.solver.problem.holdings
    if len(every) == 1326:
        return [str(HoleCards.from_index(int(index))) for index in node.hands(player)]
    return ["".join(str(Card(int(card))) for card in cards) for cards in every.cards[node.hands(player)]]


def _thousandths(shares: NDArray[np.float64]) -> list[int | None]:
    return [None if np.isnan(share) else round(PARTS * share) for share in shares.tolist()]


def _scaled(chances: NDArray[np.float64]) -> list[int]:
    """Chances as whole numbers, the largest 10,000; the page needs only their proportions."""
    known = np.nan_to_num(chances)
    largest = known.max()
    return [round(10_000 * chance / largest) if largest > 0 else 0 for chance in known.tolist()]


def _plain(number: float, digits: int = 4) -> float | None:
    return None if np.isnan(number) else round(float(number), digits)
