"""The convergence of the CFR family on Leduc hold'em, beside OpenSpiel's."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from railbird._progress import Progress
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Comparison, Finding, Ours, Reproduction
from railbird.solve import Evaluation, GameTree, SequenceForm, evaluate_profile, parse_solver

VALUE = -0.085606424078
"""What the first player wins in equilibrium: the linear program of OpenSpiel's tests."""
RUNS, QUICK_RUNS = 25, 5
"""Runs of each solver, each with its own rounding; the median is compared. Odd, so that it is one of them."""
ROUNDING = 1e-15
"""By what share the payoffs of a run differ: a few units in the last place of a floating-point number."""
SEED = 23
QUICK = 1_000
"""Iterations of a quick run."""


def leduc_convergence(
    table: PublishedTable, quick: bool, progress: Progress, *, runs: int | None = None
) -> Reproduction:
    """Every solver's exploitability after 10, 100, 1,000 and 10,000 iterations; a quick run leaves out the last."""
    columns = [column for column in table.values if not quick or _number(column) <= QUICK]
    solvers = list(table.values[columns[0]])
    tree = GameTree.expand("leduc")
    form = SequenceForm.of(tree)
    noise = np.random.default_rng(SEED)
    cells: dict[tuple[str, str], list[float]] = {(solver, column): [] for solver in solvers for column in columns}
    last: dict[str, Evaluation] = {}
    runs = runs or (QUICK_RUNS if quick else RUNS)
    for run in range(runs):
        factors = 1 + ROUNDING * noise.standard_normal((tree.nodes, 1)) * (run > 0)
        varied = SequenceForm.of(replace(tree, payoffs=tree.payoffs * factors))
        for number, name in enumerate(solvers):
            solver = parse_solver(name).make(varied)
            for column in columns:
                solver.run(_number(column) - solver.iterations)
                last[name] = evaluate_profile(form, solver.average())
                cells[name, column].append(last[name].exploitability)
            progress((run * len(solvers) + number + 1) / (runs * len(solvers)))
    comparisons = tuple(
        Comparison(
            name,
            column,
            table.values[column][name],
            Ours(float(np.median(cells[name, column]))),
            table.tolerance[column] * table.values[column][name],
        )
        for column in columns
        for name in solvers
    )
    best = min(last.values(), key=lambda each: each.exploitability)
    how = (
        f"the median of {runs} runs whose payoffs differ by about {ROUNDING:g} of themselves, to show what rounding "
        f"does; the first run has the exact payoffs; seed {SEED}"
    )
    claims = _claims(comparisons, cells, best)
    return Reproduction(table, comparisons, claims, how, WHY, findings=(_spread(cells, columns),))


WHY = (
    "Beyond 100 iterations rounding decides: strategies that differ in the last digit at first go different ways, and "
    "the table of smallest and largest values shows how far apart they get. A measured value is one such run, so "
    "where our runs differ by a factor of three it may be far from their median."
)
SLACK = 1.3
"""How far a late measured value may be outside the range of our runs."""


def _number(column: str) -> int:
    return int(column.replace(",", ""))


def _claims(
    comparisons: tuple[Comparison, ...], cells: Mapping[tuple[str, str], list[float]], best: Evaluation
) -> tuple[Claim, ...]:
    early = [each for each in comparisons if _number(each.column) <= 100]
    late = [each for each in comparisons if _number(each.column) > 100]
    outside = [each for each in late if not _in_range(each.published, cells[each.row, each.column])]
    off = abs(best.values[0] - VALUE)
    return (
        Claim("after 10 and 100 iterations every value is within 1 %", _farthest(early), _all_agree(early)),
        Claim(
            "later every measured value is within 30 % of the range of our runs",
            f"{len(late) - len(outside)} of {len(late)}; of the medians, {_farthest(late)}",
            not outside,
        ),
        Claim(
            f"the best strategy is worth {VALUE:.6f} to the first player, within twice its exploitability",
            f"{best.values[0]:.9f}, exploitability {best.exploitability:.2g}",
            off <= 2 * best.exploitability,
        ),
    )


def _in_range(value: float, runs: list[float]) -> bool:
    return min(runs) / SLACK <= value <= max(runs) * SLACK


def _all_agree(comparisons: list[Comparison]) -> bool:
    return all(each.agrees for each in comparisons)


def _farthest(comparisons: list[Comparison]) -> str:
    worst = max(comparisons, key=lambda each: abs(each.difference) / each.published)
    share = worst.difference / worst.published
    return f"the largest difference is {100 * share:+.1f} %, for {worst.row} after {worst.column}"


def _spread(cells: Mapping[tuple[str, str], list[float]], columns: list[str]) -> Finding:
    """How far apart the runs are."""
    solvers = dict.fromkeys(name for name, _ in cells)
    rows = tuple(
        (name, *(f"{min(cells[name, column]):.3g} … {max(cells[name, column]):.3g}" for column in columns))
        for name in solvers
    )
    return Finding("smallest and largest exploitability of our runs", ("", *columns), rows)
