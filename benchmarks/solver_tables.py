"""Write docs/results/solving.md: time and memory of the spot solver, beside published figures.

Run from the project's root: ``python -m benchmarks.solver_tables [flop] [sizes] [same] [limit]``. Sections that are not
run stay as they are. Each spot is solved in a process of its own and kept in build/solver_tables, so that the command
goes on where it was stopped; ``--fresh`` solves the spots again. ``limit`` takes 14 GB of memory.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from benchmarks import report
from benchmarks.kept import where
from benchmarks.report import quantity, table
from benchmarks.spot_runs import CACHE, SpotResult, SpotRun, results_of
from railbird._memory import gigabytes
from railbird.errors import GameError
from railbird.solve.spots import SpotSolver

DOCUMENT = Path(__file__).parent.parent / "docs" / "results" / "solving.md"
PREFACE = """# Solving: results

Written by `python -m benchmarks.solver_tables`. Each row is a spot that was solved in its own process. *Solving* is the
time of the iterations; *in all* adds building the tree, taking memory and measuring the exploitability, which is done
when the iterations have grown by a tenth, or when the goal should be reached. The peak is that of the whole process,
with Python. Each section names its date and machine. [Solve a spot](../guides/solving.md) explains the method.

The exploitability of Leduc after a number of iterations of each tabular solver is a [reproduction](reproductions.md),
`railbird reproduce leduc-convergence`; the speed of these solvers is one of the [benchmarks](benchmarks.md),
`python -m benchmarks solve`. Terms are defined in the [glossary](../glossary.md).
"""
OUT_OF_POSITION = (
    "88+, A8s+, A5s-A2s:0.5, AJo+, ATo:0.75, K9s+, KQo, KJo:0.75, KTo:0.25, Q9s+, QJo:0.5, J8s+, JTo:0.25, T8s+, "
    "T7s:0.45, 97s+, 96s:0.45, 87s, 86s:0.75, 85s:0.45, 76s:0.75, 75s:0.75, 74s:0.45, 65s:0.75, 64s:0.5, 63s:0.45, "
    "54s:0.75, 53s:0.5, 52s:0.45, 43s:0.5, 42s:0.45, 32s:0.45"
)
IN_POSITION = (
    "AA:0.25, 99-22, AJs-A2s, AQo-A8o, K2s+, K9o+, Q2s+, Q9o+, J6s+, J9o+, T6s+, T9o, 96s+, 95s:0.5, 98o, 87s, 86s, "
    "85s:0.5, 76s, 75s, 74s:0.5, 65s, 64s, 63s:0.5, 54s, 53s:0.5, 43s"
)
RANGES = (OUT_OF_POSITION, IN_POSITION)
"""Of PioSOLVER's preset "3betpotFAST", as in the tests of postflop-solver."""
MENU = "flop 52%; turn 55%; river 70%; raise 45%"
TARGETS = (0.005, 0.003, 0.001)
ANSWER = (105.11, 74.89, 0.55347, 0.552)
"""Of that preset, as in the tests of postflop-solver: both values, the first player's equity, how often they bet."""
PUBLISHED = (
    ("postflop-solver, 32 bits", "20.0", "24.9", "44.4", "1.27 GB"),
    ("PioSOLVER", "22.9", "28.2", "60.1", "1.41 GB"),
    ("GTO+", "22.0", "31.4", "67.7", ""),
    ("TexasSolver", "103.5", "149.0", "285.9", "2.84 GB"),
)
"""Seconds to each target and memory on a Ryzen 7 3700X with six threads, from the README of WASM Postflop."""
SAME_RANGES = ("QQ+, AKs, AKo, KQs, A5s-A2s, 76s", "JJ-22, KJs+, KQo, QJs, JTs, T9s, 98s, 87s")


def spot_on(board: str) -> str:
    return f"nolimit(blinds=5/10); {board}; pot=180, stacks=910/910"


def flop_run(bits: int, threads: int) -> SpotRun:
    return SpotRun(spot=spot_on("QsJh2h"), ranges=RANGES, menu=MENU, targets=TARGETS, bits=bits, threads=threads)


def flop() -> str:
    """The flop with a published answer, by bits and threads."""
    runs = [flop_run(bits, threads) for bits in (32, 16) for threads in (1, 2)]
    found = [(run, result) for run in runs for result in _shown(run)]
    head = ("", "target", "reached", "iterations", "solving", "in all", "solver", "peak")
    rows = [(_how(run), *_costs(result)) for run, result in found]
    answers = ("", "target", "value of the first", "of the second", "equity of the first", "the first bets")
    published = ("published", "", f"{ANSWER[0]}", f"{ANSWER[1]}", f"{ANSWER[2]}", f"{100 * ANSWER[3]:.1f} %")
    entries = found[0][1].entries
    return "\n".join(
        [
            f"{where([result for _, result in found])}. The spot is PioSOLVER's preset *3betpotFAST*: Qs Jh 2h, pot "
            "180, stacks 910; bets of 52 %, 55 % and 70 % of the pot by street, raises of 45 %, donk bets like other "
            f"bets; {entries:,} pairs of a hand and an action.",
            *table(head, rows),
            "",
            "What each solution says:",
            *table(answers, [*((_how(run), *_answers(result)) for run, result in found), published]),
            "",
            "Published, in seconds on a Ryzen 7 3700X with six threads (README of WASM Postflop); not run by us:",
            *table(("", *(f"{100 * target:g} %" for target in TARGETS), "memory"), PUBLISHED),
            "",
        ]
    )


def sizes() -> str:
    """Time and memory against the size of the tree."""
    spots = [
        ("river", "QsJh2h7c4d", "70%; raise 45%", 32),
        ("river", "QsJh2h7c4d", "33%, 75%, 150%, a", 32),
        ("turn", "QsJh2h7c", "turn 55%; river 70%; raise 45%", 32),
        ("turn", "QsJh2h7c", "33%, 75%, a", 32),
        ("flop", "QsJh2h", "50%; raises 1", 32),
        ("flop", "QsJh2h", "50%; raises 2", 32),
        ("flop", "QsJh2h", MENU, 32),
        ("flop", "QsJh2h", "33%, 75%; raises 1", 16),
    ]
    head = ("", "bet menu", "betting nodes", "pairs of hand and action", "bits", "solver", "peak", "iterations")
    rows, results = [], []
    for name, board, menu, bits in spots:
        run = SpotRun(spot=spot_on(board), ranges=RANGES, menu=menu, targets=TARGETS[1:2], bits=bits)
        known = {each.target: each for each in _shown(flop_run(32, 2) if menu == MENU else run)}
        result = known[TARGETS[1]]
        results.append(result)
        size = (f"{result.nodes:,}", f"{result.entries:,}", str(bits), *_memory(result))
        each = 1e9 * result.seconds / result.iterations / result.entries
        rows.append((name, f"`{menu}`", *size, f"{result.iterations:,}", quantity(result.seconds, "s"), f"{each:.2f}"))
    return "\n".join(
        [
            f"{where(results)}, two threads. The ranges, pot and stacks of the flop above, to 0.3 % of the pot. The "
            "last column is the time of an iteration divided by the pairs. A pair takes eight bytes in 32 bits, and "
            "four in 16.",
            *table((*head, "solving", "ns per pair"), rows),
            "",
        ]
    )


def same() -> str:
    """One spot with and without suit isomorphism, in 16, 32 and 64 bits, on one and two threads."""
    menu, target = "50%; raises 1", 0.001
    ways = [(32, 1, True), (32, 2, True), (32, 2, False), (16, 2, True), (64, 2, True)]
    rows, results = [], []
    for bits, threads, isomorphism in ways:
        run = SpotRun(
            spot=spot_on("Kh7h2h"),
            ranges=SAME_RANGES,
            menu=menu,
            targets=(target,),
            bits=bits,
            threads=threads,
            isomorphism=isomorphism,
        )
        result = _shown(run)[0]
        results.append(result)
        how = f"{_how(run)}{'' if isomorphism else ', every suit apart'}"
        reached = f"{100 * result.of_pot:.6f} %"
        cells = (f"{result.iterations:,}", reached, f"{result.values[0]:.4f}", f"{100 * result.bets:.3f} %")
        rows.append((how, f"{result.entries:,}", *_memory(result), *cells))
    head = ("", "pairs", "solver", "peak", "iterations", "reached", "value of the first", "the first bets")
    return "\n".join(
        [
            f"{where(results)}. Kh 7h 2h, pot 180, stacks 910, menu `{menu}`, ranges `{SAME_RANGES[0]}` and "
            f"`{SAME_RANGES[1]}`, to {100 * target:g} % of the pot, which is {180 * target:g} chips: two solutions "
            "differ in value by at most the sum of both errors, which is twice their exploitability each.",
            *table(head, rows),
            "",
        ]
    )


def limit() -> str:
    """Limit hold'em with every hand, on a turn and on flops."""
    boards = ("AhKd7c2s", "Kh7h2h")
    results = [_shown(SpotRun(spot=f"limit; {board}; pot=40", targets=TARGETS[:1]))[0] for board in boards]
    lines = [
        f"{where(results)}, two threads, 32 bits. Both players have every hand; the pot is 40 chips.",
    ]
    rows = [
        (board, f"{result.entries:,}", *_costs(result)[1:], f"{result.values[0]:.4f}")
        for board, result in zip(boards, results, strict=True)
    ]
    head = ("board", "pairs", "reached", "iterations", "solving", "in all", "solver", "peak", "value of the first")
    lines += [*table(head, rows), "", "A rainbow flop is larger than the memory of this machine:", "", "```text"]
    return "\n".join([*lines, _refusal("limit; Kh7d2c; pot=40"), "```", ""])


def _refusal(spot: str) -> str:
    solver = SpotSolver(spot)
    try:
        solver.allocate()
    except GameError as error:
        return str(error)
    return f"the solver needs {gigabytes(solver.size.bytes)} of memory, which this machine has"


def _shown(run: SpotRun) -> list[SpotResult]:
    """The results of a run, with its rows on the screen as soon as they are there."""
    results = results_of(run)
    for result in results:
        print(f"| {' | '.join((_how(run), *_costs(result), *_answers(result)[1:]))} |", flush=True)
    return results


def _how(run: SpotRun) -> str:
    return f"{run.bits} bits, {run.threads} {'thread' if run.threads == 1 else 'threads'}"


def _costs(result: SpotResult) -> tuple[str, ...]:
    times = (quantity(result.seconds, "s"), quantity(result.seconds_in_all, "s"))
    reached = (f"{100 * result.target:g} %", f"{100 * result.of_pot:.3f} %")
    return (*reached, f"{result.iterations:,}", *times, *_memory(result))


def _memory(result: SpotResult) -> tuple[str, str]:
    return gigabytes(result.solver_bytes), gigabytes(result.peak_bytes)


def _answers(result: SpotResult) -> tuple[str, ...]:
    values = (f"{value:.2f}" for value in result.values)
    return (f"{100 * result.target:g} %", *values, f"{result.equity:.5f}", f"{100 * result.bets:.1f} %")


class Section(StrEnum):
    FLOP = "flop"
    SIZES = "sizes"
    SAME = "same"
    LIMIT = "limit"


SECTIONS: dict[Section, tuple[str, Callable[[], str]]] = {
    Section.FLOP: ("A flop with a known answer", flop),
    Section.SIZES: ("Cost against the size of the tree", sizes),
    Section.SAME: ("The same answer every way", same),
    Section.LIMIT: ("Limit hold'em with all hands", limit),
}


def main(
    names: Annotated[list[Section] | None, typer.Argument(help="The sections to run.", show_default="all")] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Solve again what is cached in build/solver_tables.")] = False,
) -> None:
    """Solve spots, print what they cost, and write docs/results/solving.md."""
    if fresh:
        shutil.rmtree(CACHE, ignore_errors=True)
    for name in names or Section:
        heading, section = SECTIONS[name]
        text = f"## {heading}\n\n{section()}"
        report.write({heading: text}, [each for each, _ in SECTIONS.values()], DOCUMENT, PREFACE)
        print(f"wrote the section {name.value} of {DOCUMENT}")


if __name__ == "__main__":
    typer.run(main)
