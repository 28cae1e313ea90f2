"""What a solver found, as tables."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rich.console import Group
from rich.text import Text

from railbird._memory import available_memory, gigabytes
from railbird._progress import duration_text
from railbird.cli.render.cards import cards_markup
from railbird.cli.render.flow import Flow
from railbird.cli.render.grid import Grid
from railbird.errors import GameError
from railbird.solve.solving import SolvedGame
from railbird.solve.spots import SpotEvaluation, SpotNode, SpotSolution, SpotSolver, shown_actions
from railbird.solve.spots.actions import ShownAction
from railbird.solve.spots.range_text import range_text

LONGEST_RANGE = 32
"""Characters of a range in a table. Ours."""


def chips_text(chips: float, big_blind: int) -> str:
    """An amount in chips, and in big blinds where there are any."""
    return f"{chips:,.0f}" + (f" ({chips / big_blind:,.4g} bb)" if big_blind else "")


def amount_text(chips: float) -> str:
    """An expected value in chips."""
    return f"{round(chips, 2) + 0.0:,.2f}" if math.isfinite(chips) else "–"


def of_pot_text(exploitability: float, *, pot: int, big_blind: int) -> str:
    """An exploitability in the units that the spot has."""
    parts = [f"{100 * exploitability / pot:.3g} % of the pot"] if pot else [f"{exploitability:.3g} chips"]
    if big_blind:
        mbb = 1000 * exploitability / big_blind
        parts.append(f"{mbb:,.0f} mbb" if mbb >= 100 else f"{mbb:.3g} mbb")
    return ", ".join(parts)


def spot_head(solver: SpotSolver) -> Text:
    """The board, the pot and the stacks of a spot."""
    spot = solver.problem.spot
    unit = spot.game.big_blind
    head = cards_markup(spot.board) + Text("   ") if spot.board else Text(f"{spot.game}   ")
    if spot.pot:
        head.append(f"pot {chips_text(spot.pot, unit)}   ")
    alike = spot.stacks[0] == spot.stacks[1]
    behind = [chips_text(stack, unit) for stack in (spot.stacks[:1] if alike else spot.stacks)]
    return head.append(f"stacks {' and '.join(behind)}")


def spot_summary(solution: SpotSolution, evaluation: SpotEvaluation) -> Group:
    """What both ranges are worth, what the first player does, and how exploitable that is."""
    solver, node = solution.solver, solution.node()
    spot = solver.problem.spot
    exploitability = of_pot_text(evaluation.exploitability, pot=spot.pot, big_blind=spot.game.big_blind)
    found = f"exploitability {exploitability} after {solver.iterations:,} iterations"
    if spot.is_start:
        found = f"the game is worth {evaluation.values[0]:+.5f} chips to p1; {found}"
    size = solver.size
    notes = [
        f"{spot.game}; sizes {solver.problem.tree.menu}",
        f"{size.decisions:,} decisions, {gigabytes(size.bytes)} in {solver.bits} bits, "
        f"{duration_text(solver.seconds)} of iterations",
    ]
    if solver.problem.locks:
        count = len(solver.problem.locks)
        decisions = "1 locked decision was" if count == 1 else f"{count} locked decisions were"
        notes.append(f"{decisions} given, not solved; best responses keep to them as well")
    if solver.problem.raked:
        notes.append("with rake the game is not zero-sum: the exploitability is what each could gain alone")
    return Group(
        spot_head(solver),
        "",
        ranges_table(node),
        "",
        actions_line(node),
        "",
        Text(found, style="bold"),
        Text("\n".join(notes), style="dim"),
    )


def ranges_table(node: SpotNode) -> Grid:
    """For each player: the number of hands that get here, EV and equity."""
    table = Grid()
    table.labels("", "range")
    table.numbers("hands", "EV", "of pot")
    equities = _equities(node)
    if equities:
        table.numbers("equity")
    for player in range(2):
        value = node.value(player)
        share = [f"{100 * value / node.pot:.1f} %"] if node.pot else [""]
        more = [f"{100 * equities[player]:.1f} %"] if equities else []
        name = f"p{player + 1}{' acts' if node.player == player else ''}"
        table.row(name, _shortened(node, player), f"{node.reach[player].sum():.1f}", amount_text(value), *share, *more)
    return table


def actions_line(node: SpotNode) -> Flow:
    """How often the player to act takes each action, over their whole range."""
    return frequencies_line(node.player or 0, shown_actions(node), node.frequencies)


def frequencies_line(player: int, actions: Sequence[ShownAction], shares: NDArray[np.float64]) -> Flow:
    """How often a player takes each action."""
    parts = [
        Text(f" {action.letter}  {action.name} {100 * share:.1f} % ", style=on_colour(action.colour))
        for action, share in zip(actions, shares, strict=True)
    ]
    return Flow([Text(f"p{player + 1}"), *parts])


def on_colour(colour: str) -> str:
    """The style of text that is legible on a colour."""
    red, green, blue = (int(colour[start : start + 2], 16) for start in (1, 3, 5))
    light = 0.299 * red + 0.587 * green + 0.114 * blue > 140
    return f"bold {'black' if light else 'white'} on {colour}"


def _equities(node: SpotNode) -> tuple[float, float] | None:
    try:
        return node.equity(0), node.equity(1)
    except GameError:  # the game has another deck
        return None


def _shortened(node: SpotNode, player: int) -> str:
    if not node.reach[player].any():
        return "no hand"
    text = range_text(node, player, by_class=True)
    if text == "random" or (not text and np.ptp(node.reach[player]) == 0):
        return "every hand"
    if not text:
        return "part of the hands"
    return text if len(text) <= LONGEST_RANGE else text[: LONGEST_RANGE - 1].rsplit(",", 1)[0] + ", …"


def size_summary(solver: SpotSolver, most_bytes: float | None) -> Group:
    """How large a solver would be."""
    size = solver.size
    other = 16 if solver.bits == 32 else 32
    table = Grid(header=False)
    table.labels("")
    table.numbers("")
    table.row("betting sequences", f"{len(solver.problem.tree):,}")
    table.row("decisions, over all boards", f"{size.decisions:,}")
    table.row("pairs of a hand and an action", f"{size.entries:,}")
    table.row(f"memory in {solver.bits} bits", gigabytes(size.bytes), style="bold")
    bytes_there = int(SpotSolver(solver.problem, bits=other, isomorphism=solver.isomorphism).size.bytes)
    table.row(f"memory in {other} bits", gigabytes(bytes_there))
    table.row("free memory" if most_bytes is None else "may be used", gigabytes(most_bytes or available_memory()))
    return Group(spot_head(solver), "", table)


def game_summary(solved: SolvedGame) -> Group:
    """The values of a solved game, and how exploitable its strategies are."""
    table = Grid()
    table.labels("")
    table.numbers("value", "best response")
    evaluation = solved.evaluation
    for player, (value, best) in enumerate(zip(evaluation.values, evaluation.best_responses, strict=True)):
        table.row(f"p{player + 1}", f"{value:+.6f}", f"{best:+.6f}")
    found = f"exploitability {solved.exploitability:.3g} after {solved.iterations:,} iterations of {solved.solver}"
    tree = solved.tree
    size = f"{solved.game}: {len(tree.actor):,} nodes, {tree.sets:,} information sets; {duration_text(solved.seconds)}"
    return Group(table, "", Text(found, style="bold"), Text(size, style="dim"))
