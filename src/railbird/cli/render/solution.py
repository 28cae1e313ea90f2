"""A place in a solved spot, as text, tables and data."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.console import Console, Group, RenderableType
from rich.text import Text

from railbird.abstraction.public_tree import DEAL, DECISION, SHOWDOWN
from railbird.cards import ALL_HOLE_CARDS, Card, Range, cards_text
from railbird.cli.render.action_grid import GRID_NOTE, ActionGrid
from railbird.cli.render.cards import cards_markup, range_grid
from railbird.cli.render.grid import Grid
from railbird.cli.render.solve import actions_line, amount_text, chips_text, ranges_table
from railbird.errors import GameError
from railbird.extensive import Strategy
from railbird.solve.spots import HandsByClass, SpotNode, shown_actions
from railbird.solve.spots.range_text import range_text


def node_summary(node: SpotNode) -> Group:
    """Where this is, what both ranges are worth, and what the player to act does with each class of hands."""
    parts: list[RenderableType] = [node_head(node), "", ranges_table(node), ""]
    if node.player is None:
        parts.append(Text(next_step(node)))
    elif not node.reach[node.player].any():
        parts.append(Text(f"p{node.player + 1} never gets here: their strategy takes another line"))
    else:
        table = HandsByClass(node, node.player)
        grid = len(table.names) == 169
        squares = ActionGrid(table, shown_actions(node)) if grid else class_table(table, None, len(table.names))
        parts += [squares, "", actions_line(node)]
        if grid:
            parts.append(Text(GRID_NOTE, style="dim"))
    return Group(*parts)


def node_head(node: SpotNode) -> Text:
    """The board, the line, who acts and the pot."""
    unit = node.solver.problem.spot.game.big_blind
    head = Text()
    if node.board:
        head.append_text(cards_markup(node.board)).append("   ")
    head.append(f"after {node.line}" if node.line else "at the start", style="bold")
    return head.append(f"   pot {chips_text(node.pot, unit)}")


def next_step(node: SpotNode) -> str:
    """What comes at a place where nobody decides."""
    if node.kind == DEAL:
        count = node.solver.problem.spot.game.board_cards[int(node.tree.round[node.betting])]
        cards = "a card comes next: name it" if count == 1 else f"{count} cards come next: name them"
        return f'{cards}, as in --line "{node.line} {_free_cards(node, count)}"'
    if node.kind == SHOWDOWN:
        return "the hand is over: showdown"
    return f"the hand is over: p{int(node.tree.actor[node.betting]) + 1} has folded"


def _free_cards(node: SpotNode, count: int) -> str:
    free = [card for card in node.solver.problem.holdings.deck[::-1] if card not in map(int, node.board)]
    return cards_text(Card(card) for card in free[:count])


def hands_table(node: SpotNode, player: int, chosen: Range | None, order: str, top: int) -> Grid:
    """Each hand of a player: its probability, EV, equity and strategy."""
    names = _hand_names(node, player)
    mask = np.ones(len(names), dtype=bool)
    if chosen is not None:
        mask = chosen.weights[node.hands(player)] > 0
    strategy = node.strategy if node.player == player else None
    columns = (node.chances(player), node.values[player], _equities(node, player), strategy)
    return _table(node, ("hand", names), np.flatnonzero(mask & (node.reach[player] > 0)), columns, (order, top))


def class_table(table: HandsByClass, chosen: Range | None, top: int, order: str = "") -> Grid:
    """Each class of hands of a player: its probability, EV, equity and strategy."""
    node, player = table.node, table.player
    mask = table.weights > 0
    if chosen is not None:
        mask &= chosen.square().ravel() > 0
    chances = np.zeros(len(table.names))
    np.add.at(chances, table.class_of_hand, np.nan_to_num(node.chances(player)))
    strategy = table.frequencies if node.player == player else None
    try:
        equities = table.equities
    except GameError:
        equities = None
    return _table(
        node,
        ("hands", list(table.names)),
        np.flatnonzero(mask),
        (chances, table.values, equities, strategy),
        (order, top),
    )


Columns = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64] | None, NDArray[np.float64] | None]
"""Of each row: its probability, EV, equity and strategy."""


def _table(
    node: SpotNode, named: tuple[str, list[str]], rows: NDArray[np.intp], columns: Columns, shown: tuple[str, int]
) -> Grid:
    chances, values, equities, strategy = columns
    order, top = shown
    keys = {"probability": chances, "ev": values, "equity": equities}
    if order:
        key = keys.get(order)
        if key is None and strategy is not None and order in node.actions:
            key = strategy[:, node.actions.index(order)]
        if key is None:
            known = [name for name, column in keys.items() if column is not None]
            known += node.actions if strategy is not None else ()
            raise GameError(f"--sort takes {', '.join(known)} here, not {order!r:.40}")
        rows = rows[np.argsort(-np.nan_to_num(key[rows], nan=-np.inf), kind="stable")]
    left = len(rows) - top
    caption = f"{left:,} more: --top {len(rows)} shows all" if left > 0 else ""
    table = Grid(caption=caption)
    table.labels(named[0])
    table.numbers("probability", "EV", *(["equity"] if equities is not None else []))
    if strategy is not None:
        table.numbers(*(action.name for action in shown_actions(node)))
    for row in rows[:top]:
        cells = [_percent(chances[row], 2), amount_text(values[row])]
        if equities is not None:
            cells.append(_percent(equities[row]))
        if strategy is not None:
            cells += [_percent(share) for share in strategy[row]]
        table.row(named[1][row], *cells)
    return table


def range_part(node: SpotNode, player: int, *, coloured: bool) -> Group:
    """The range of a player here, as a grid and as text."""
    head = Text(f"range of p{player + 1}: {node.reach[player].sum():.1f} hands", style="bold")
    text = range_text(node, player)
    if not text:
        return Group(head, class_table(HandsByClass(node, player), None, 13))
    shown = Range(range_text(node, player, by_class=True))
    note = "the largest weight is scaled to 1"
    return Group(head, range_grid(shown, coloured=coloured), "", Text(text), Text(note, style="dim"))


def node_data(node: SpotNode) -> dict[str, Any]:
    """All of it as plain data, with arrays by hand."""
    data: dict[str, Any] = {
        "spot": str(node.solver.problem.spot),
        "line": node.line,
        "board": cards_text(node.board),
        "kind": ("decision", "deal", "fold", "showdown")[node.kind],
        "pot": node.pot,
        "player": None if node.player is None else f"p{node.player + 1}",
        "actions": list(node.actions),
    }
    if node.kind == DECISION:
        data["frequencies"] = _plain(node.frequencies)
    data["players"] = [_player_data(node, player) for player in range(2)]
    return data


def _player_data(node: SpotNode, player: int) -> dict[str, Any]:
    equities = _equities(node, player)
    data: dict[str, Any] = {
        "hands_here": float(node.reach[player].sum()),
        "value": _plain([node.value(player)])[0],
        "equity": None if equities is None else _plain([node.equity(player)])[0],
        "hands": _hand_names(node, player),
        "weights": _plain(node.reach[player]),
        "probabilities": _plain(node.chances(player)),
        "values": _plain(node.values[player]),
        "equities": None if equities is None else _plain(equities),
    }
    if node.player == player:
        data["strategy"] = [_plain(row) for row in node.strategy]
        data["action_values"] = [_plain(row) for row in node.action_values]
    return data


def strategy_table(strategy: Strategy, line: str | None, top: int) -> Group:
    """The information sets of a solved small game, and the probabilities of their actions."""
    rows = [(name, actions) for name, actions in strategy.items() if line is None or _betting(name) == _joined(line)]
    if not rows:
        places = ", ".join(dict.fromkeys(_betting(name) or "(the start)" for name in strategy))
        raise GameError(f"no information set is after {line!r:.60}; there are {places:.300}")
    left = len(rows) - top
    table = Grid(caption=f"{left:,} more: --top {len(rows)} shows all" if left > 0 else "")
    table.labels("information set")
    table.text("actions")
    for name, actions in rows[:top]:
        table.row(name, "   ".join(f"{action} {_percent(share)}" for action, share in actions.items()))
    head = f"strategy for {strategy.game}: {len(strategy):,} information sets"
    return Group(Text(head, style="bold"), "", table)


def _betting(name: str) -> str:
    """The actions in the name of an information set of a poker game, such as As|Ks|rc/c."""
    return name.rpartition("|")[2]


def _joined(line: str) -> str:
    return "".join(line.split())


def _hand_names(node: SpotNode, player: int) -> list[str]:
    every = node.solver.problem.holdings
    hands = node.hands(player)
    if len(every) == len(ALL_HOLE_CARDS):
        return [str(ALL_HOLE_CARDS[hand]) for hand in hands]
    return [cards_text(Card(card) for card in every.cards[hand][::-1]) for hand in hands]


def _equities(node: SpotNode, player: int) -> NDArray[np.float64] | None:
    try:
        return node.equities[player]
    except GameError:  # the game has another deck, or a player has no hand here
        return None


def _plain(numbers: Iterable[float]) -> list[float | None]:
    return [round(float(number), 9) if math.isfinite(number) else None for number in numbers]


def _percent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f} %" if math.isfinite(share) else "–"


def is_coloured() -> bool:
    """Whether standard output shows colours."""
    return Console().color_system is not None
