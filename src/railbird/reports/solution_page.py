"""The report of a solved spot: what was solved, how well, and a walk through its first street."""

from __future__ import annotations

import math
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from railbird._memory import gigabytes
from railbird.cards import Range, cards_text
from railbird.reports.page import note, write_page
from railbird.reports.solution_walk import walk_json
from railbird.solve.spots import SpotEvaluation, SpotNode, SpotSolution, hands_chart, spot_convergence_chart
from railbird.solve.spots.by_class import classes_of

GUARANTEE = (
    "Together the strategies are an ε-equilibrium: a player who knew the other's strategy and answered it perfectly "
    "would gain the exploitability, as a mean over both players. That holds inside this tree: for these ranges, this "
    "pot and the sizes of the bet menu."
)
WITH_RAKE = (
    "With rake the game is not zero-sum. The exploitability is still what a player could gain alone, but it is no "
    "bound on what a strategy can lose, and other equilibria may have other values."
)
WITH_LOCKS = "Locked decisions were given, not solved. Best responses keep to them as well."
LONGEST_RANGE = 700
FULL_DECK = 1326
"""Holdings of two cards from the full deck: ranges have a text, and equities are known."""


def solution_page(
    path: Path, solution: SpotSolution, line: str = "", evaluation: SpotEvaluation | None = None
) -> tuple[str, ...]:
    """Write the report of a solved spot, with the decisions of one street from ``line`` on.

    Without an evaluation, the exploitability is computed. Returns the headings of the page.
    """
    evaluation = solution.solver.evaluate() if evaluation is None else evaluation
    root, start = solution.node(), solution.node(line)
    spot = solution.problem.spot
    where = cards_text(spot.board) or str(spot.game)
    title = f"{where}, pot {spot.pot:,}" if spot.pot else where
    return write_page(
        path,
        title,
        f"{spot}; {solution.problem.tree.menu}",
        [
            ("Solution", _facts(solution, root, evaluation) + _guarantees(solution)),
            ("Strategies", _walk(solution, start, line)),
            ("Convergence", _convergence(solution)),
        ],
    )


def _facts(solution: SpotSolution, root: SpotNode, evaluation: SpotEvaluation) -> str:
    rows = "".join(
        f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in _rows(solution, root, evaluation)
    )
    return f'<table class="facts">{rows}</table>'


def _rows(solution: SpotSolution, root: SpotNode, evaluation: SpotEvaluation) -> Iterator[tuple[str, str]]:
    solver, problem = solution.solver, solution.problem
    spot, size = problem.spot, solver.size
    yield "game", str(spot.game)
    if spot.board:
        yield "board", " ".join(map(str, spot.board))
    if spot.pot:
        yield "pot", f"{spot.pot:,}"
    yield "stacks", " and ".join(f"{stack:,}" for stack in spot.stacks)
    for player in range(2):
        yield f"range of player {player + 1}", _range_text(root, player)
    yield "bet menu", str(problem.tree.menu)
    if problem.locks:
        yield "locked", ", ".join(problem.tree.line_of(node) or "the start" for node, _ in problem.locks)
    yield "exploitability", _exploitability(evaluation)
    yield "expected values", " and ".join(f"{value:,.3f}" for value in evaluation.values)
    if len(problem.holdings) == FULL_DECK:
        yield "equities", " and ".join(f"{100 * root.equity(player):.2f} %" for player in range(2))
    yield "iterations", f"{solver.iterations:,} in {solver.seconds:,.3g} s"
    yield "memory", f"{gigabytes(size.bytes)}, {solver.bits} bits"
    yield (
        "tree",
        f"{len(problem.tree):,} betting nodes, {size.decisions:,} decisions, {size.entries:,} pairs of hand and action",
    )


def _exploitability(evaluation: SpotEvaluation) -> str:
    shown = [f"{evaluation.exploitability:,.4g} chips"]
    if math.isfinite(evaluation.of_pot):
        shown.insert(0, f"{100 * evaluation.of_pot:.3g} % of the pot")
    if math.isfinite(evaluation.mbb):
        shown.append(f"{evaluation.mbb:,.3g} mbb/g")
    return ", ".join(shown)


def _range_text(root: SpotNode, player: int) -> str:
    hands = f"{root.reach[player].sum():,.4g} hands"
    every = root.solver.problem.holdings
    if len(every) != FULL_DECK:
        return hands
    text = str(Range.from_weights(_with_dead_hands(root, player)))
    return f"{hands}: {text}" if len(text) <= LONGEST_RANGE else f"{hands}: {text[:LONGEST_RANGE]}…"


def _with_dead_hands(root: SpotNode, player: int) -> NDArray[np.float64]:
    """The range, with the hands that the board rules out as frequent as the others of their class.

    It is written in fewer words, and is the same range on this board.
    """
    problem = root.solver.problem
    weights: NDArray[np.float64] = problem.weights[player].copy()
    classes = classes_of(problem.holdings.cards)
    dead = ~problem.holdings.apart_from(bytes(root.board))
    for each in np.unique(classes[dead & np.isin(classes, classes[weights > 0])]):
        alive = weights[(classes == each) & ~dead]
        weights[(classes == each) & dead] = alive[0] if len(set(alive.tolist())) == 1 else 0
    return weights


def _guarantees(solution: SpotSolution) -> str:
    problem = solution.problem
    notes = [WITH_RAKE if problem.raked else GUARANTEE, *([WITH_LOCKS] if problem.locks else [])]
    return "".join(map(note, notes))


def _walk(solution: SpotSolution, start: SpotNode, line: str) -> str:
    data, code, style = walk_json(solution, line), _file("solution.js"), _file("solution.css")
    return (
        f'<style>{style}</style><div id="solution-walk"></div><noscript>{hands_chart(start).svg}</noscript>'
        f'<script type="application/json" id="solution-data">{data}</script><script>{code}</script>'
    )


def _convergence(solution: SpotSolution) -> str:
    solver = solution.solver
    if len(solver.points) < 2:
        return ""
    return f'<div class="wide"><div class="chart">{spot_convergence_chart(solver).svg}</div></div>' + note(
        "Exploitability of the average strategies when it was measured, on logarithmic scales."
    )


def _file(name: str) -> str:
    return files("railbird.reports").joinpath("data", name).read_text(encoding="utf-8")
