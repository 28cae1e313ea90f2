"""``python -m benchmarks``: run all or some benchmarks."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Annotated

import typer

from benchmarks import report
from benchmarks.abstractions import abstractions
from benchmarks.decisions import decisions
from benchmarks.engines import engines
from benchmarks.environments import environments
from benchmarks.equities import equities
from benchmarks.evaluation import KNOWN_SEVEN_CARD_COUNTS, array, count_seven_card_hands, single
from benchmarks.harness import CONSOLE, PEERS, Task, run, why_missing
from benchmarks.histories import histories
from benchmarks.importing import importing
from benchmarks.matches import matches
from benchmarks.readings import readings
from benchmarks.searches import searches
from benchmarks.solvers import solvers
from benchmarks.strengths import strengths
from benchmarks.tree_searches import tree_searches


class Name(StrEnum):
    SINGLE = "single"
    ARRAY = "array"
    EQUITY = "equity"
    STRENGTH = "strength"
    ENGINE = "engine"
    ARENA = "arena"
    SEARCH = "search"
    MCTS = "mcts"
    SOLVE = "solve"
    READING = "reading"
    DECISIONS = "decisions"
    ABSTRACTION = "abstraction"
    HISTORIES = "histories"
    ENVIRONMENTS = "environments"
    IMPORT = "import"
    SEVEN_CARDS = "seven-cards"


SUITES: dict[Name, Callable[[], Iterator[Task]]] = {
    Name.SINGLE: single,
    Name.ARRAY: array,
    Name.EQUITY: equities,
    Name.STRENGTH: strengths,
    Name.ENGINE: engines,
    Name.ARENA: matches,
    Name.SEARCH: searches,
    Name.MCTS: tree_searches,
    Name.SOLVE: solvers,
    Name.READING: readings,
    Name.DECISIONS: decisions,
    Name.ABSTRACTION: abstractions,
    Name.HISTORIES: histories,
    Name.ENVIRONMENTS: environments,
    Name.IMPORT: importing,
}


def main(
    names: Annotated[list[Name] | None, typer.Argument(help="The suites to run.", show_default="everything")] = None,
    repeats: Annotated[int, typer.Option(min=1, help="Turns for each contestant; the median is reported.")] = 3,
    write: Annotated[bool, typer.Option(help="Write the tables to docs/results/benchmarks.md.")] = True,
) -> None:
    """Run Railbird and its peers on the same work and print the ratios."""
    for reason in dict.fromkeys(filter(None, map(why_missing, PEERS))):
        names_left_out = ", ".join(peer for peer in PEERS if why_missing(peer) == reason)
        CONSOLE.print(f"left out: {names_left_out} ({reason})", style="yellow", markup=False)
    sections = {}
    for name in names or Name:
        outcomes, notes = [], []
        if name == Name.SEVEN_CARDS:
            notes.append(_seven_card_counts())
        else:
            with CONSOLE.status(f"{name} …"):
                for task in SUITES[name]():
                    outcomes.append(run(task, repeats))
                    report.show(outcomes[-1])
        sections[name.value] = report.section(name.value, outcomes, notes, repeats)
    if write:
        report.write(sections, [name.value for name in Name])
        CONSOLE.print(f"wrote {report.DOCUMENT}", style="dim")


def _seven_card_counts() -> str:
    start = time.perf_counter()
    with CONSOLE.status("all seven-card hands …"):
        counts = count_seven_card_hands()
    seconds = time.perf_counter() - start
    verdict = "equal to the known counts" if counts == KNOWN_SEVEN_CARD_COUNTS else "DIFFERENT from the known counts"
    listed = ", ".join(f"{category} {count:,}" for category, count in counts.items())
    note = f"All {sum(counts.values()):,} seven-card hands in {seconds:.1f} s, {verdict}: {listed}."
    CONSOLE.print(note)
    if counts != KNOWN_SEVEN_CARD_COUNTS:
        raise typer.Exit(1)
    return note


if __name__ == "__main__":
    typer.run(main)
