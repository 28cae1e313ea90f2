"""Write docs/results/champion.md: Peregrine against the gallery, beside Magpie, and within a bound.

Run from the project's root: ``python -m benchmarks.champion_tables [gallery] [weak] [safety]``. Sections that are not
run stay as they are. Results are kept in benchmarks/results, and hands in build/equilibrium_tables, so that the command
goes on where it was stopped; ``--only poki,vexbot`` plays these opponents alone; ``--no-play`` writes what is there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from benchmarks import report
from benchmarks.bounded_play import Bounded, BoundedResult, bounded_play
from benchmarks.equilibrium_tables import FIXED, champion_run, others
from benchmarks.kept import Placed, where
from benchmarks.match_runs import MatchRun, RunResult, forget, result_of
from benchmarks.report import table
from railbird.errors import MatchError, RailbirdError
from railbird.stats import win_rate

DOCUMENT = Path(__file__).parent.parent / "docs" / "results" / "champion.md"
COMMAND = "python -m benchmarks.champion_tables"
PREFACE = f"""# Peregrine: results

Limit hold'em heads-up. Written by `{COMMAND}`. Each section names its command, its date and its machine.
[Respond to a bot](../guides/responding.md) explains how it plays. Terms are defined in the [glossary](../glossary.md).
"""
EQUILIBRIA = ("smooth-uct", "psopti", "kestrel")
"""Bots from which nobody can win much."""
SLOW = ("simbot", "aki-realbot")
CHANGED = "2026-11-19"
"""The day of Peregrine's last change: results from before are marked, and played anew."""
WEAK = (
    *("always-fold", "always-call", "always-raise", "random", "chump", "basic-rules", "simple", "simple(bluff=off)"),
    *("jag", "flock", "rezai", "advanced-rules"),
)
"""Bots that play by fixed rules, those of chump and rezai for several moods and styles; Magpie beats them by much."""
SEED = 2016
LONG, SKIP, REPLICATES = 40_000, 20_000, 4
"""Hands beside Magpie, of which the first do not count."""
LEAST = -0.05
"""How far Peregrine may be behind, as a share of Magpie's rate."""
BOUND, BOUNDED_HANDS, EVERY = 20, 10_000, 1_000


@dataclass(frozen=True)
class Choice:
    """What the command line asks for."""

    only: tuple[str, ...] = ()
    workers: int | None = None
    play: bool = True

    def asks(self, opponent: str) -> bool:
        """Whether matches with an opponent are to be played, if they are left or old."""
        return self.play and (not self.only or opponent in self.only)

    def wants(self, opponent: str, is_kept: bool) -> bool:
        return is_kept or self.asks(opponent)


def opponents() -> list[str]:
    """Every single bot of the gallery that plays limit hold'em heads-up, the slow ones last."""
    quick = [name for name in others() if name not in SLOW]
    return [*FIXED, "kestrel", *quick, *SLOW]


def gallery(choice: Choice) -> str:
    """Peregrine against every bot."""
    rows, results, left = [], [], []
    for opponent in opponents():
        run = champion_run(opponent)
        if run.file.exists() and choice.asks(opponent) and _is_old(result_of(run)):
            forget(run)
        if not choice.wants(opponent, run.file.exists()):
            left.append(opponent)
            continue
        result = result_of(run, choice.workers)
        results.append(result)
        rate, (low, high) = result.rate, result.rate.interval
        beaten = "yes" if low > 0 else ("equilibrium" if opponent in EQUILIBRIA else "no")
        faults = f" ({result.faults} faults)" if result.faults else ""
        old = "†" if _is_old(result) else ""
        rows.append(
            (f"{opponent}{old}{faults}", f"{rate.mean:+.4f}", f"{low:+.4f} to {high:+.4f}", beaten, f"{result.hands:,}")
        )
    return "\n".join(
        [
            f"{where(results)}. Duplicate dealing, 10 replicates of 5,000 deals, each played in both seats; both bots "
            "start fresh in each. Intervals are over replicates. `railbird match peregrine OPPONENT --hands 5000 "
            "--replicates 10 --dealing duplicate --seed 2007` repeats a row.",
            *table(("opponent", "peregrine, sb/h", "95 % interval", "beaten", "hands"), rows),
            "",
            *([OLD, ""] if any("†" in name for name, *_ in rows) else []),
            *_still_to_play(left),
        ]
    )


OLD = f"† Played before Peregrine's last change, on {CHANGED}, and to be played anew."


def _is_old(result: Placed) -> bool:
    return result.where < CHANGED


def _still_to_play(opponents: Sequence[str]) -> list[str]:
    """Says who is missing, if anybody is."""
    return [f"Still to be played: {', '.join(opponents)}.", ""] if opponents else []


def weak(choice: Choice) -> str:
    """Responses alone, beside Magpie on the same deals, when both have learned."""
    rows, results, left = [], [], []
    for opponent in WEAK:
        runs = [
            MatchRun(
                bot=bot,
                opponent=opponent,
                game="limit",
                deals=LONG,
                replicates=REPLICATES,
                seed=SEED,
                dealing="plain",
                skip=SKIP,
            )
            for bot in ("peregrine(safety=off)", "magpie")
        ]
        if not choice.wants(opponent, all(run.file.exists() for run in runs)):
            left.append(opponent)
            continue
        mine, magpies = (result_of(run, choice.workers) for run in runs)
        results += [mine, magpies]
        rows.append((opponent, *_beside(mine, magpies)))
    return "\n".join(
        [
            f"{where(results)}. `peregrine(safety=off)` and `magpie` on the same deals: hands {SKIP + 1:,} to {LONG:,} "
            f"of {REPLICATES} replicates, plain dealing, seed {SEED}. The difference is paired, its interval over "
            f"replicates; at most {-LEAST:.0%} of Magpie's rate behind is the aim.",
            *table(("opponent", "peregrine, sb/h", "magpie, sb/h", "difference", "95 % interval", "of magpie's"), rows),
            "",
            *_still_to_play(left),
        ]
    )


def _beside(mine: RunResult, magpies: RunResult) -> tuple[str, ...]:
    difference = win_rate(np.array(mine.replicates) - np.array(magpies.replicates))
    low, high = difference.interval
    share = difference.mean / magpies.rate.mean
    return (
        f"{mine.rate.mean:+.4f}",
        f"{magpies.rate.mean:+.4f}",
        f"{difference.mean:+.4f}",
        f"{low:+.4f} to {high:+.4f}",
        f"{share:+.1%}",
    )


def safety(choice: Choice) -> str:
    """What a best response inside the abstraction would win from it while it learns."""
    rows = []
    results = []
    for opponent in ("always-call", "poki", "vexbot"):
        run = Bounded(opponent=opponent, bound=BOUND, hands=BOUNDED_HANDS, every=EVERY)
        if run.file.exists() and choice.asks(opponent) and _is_old(bounded_play(run)):
            run.file.unlink()
        if not choice.wants(opponent, run.file.exists()):
            continue
        result = bounded_play(run)
        results.append(result)
        most = max(point.exploitability for point in result.points)
        rows += [
            (
                opponent if number == 0 else "",
                f"{point.hands:,}",
                f"{point.response:,.0f}",
                f"{point.weight:.3f}",
                f"{point.exploitability:.2f}",
            )
            for number, point in enumerate(result.points)
        ]
        rows.append((f"most against {opponent}", "", "", "", f"{most:.2f} of {result.equilibrium + BOUND:.2f}"))
    return "\n".join(
        [
            f"{where(results)}. `peregrine(safety={BOUND})`, measured every {EVERY:,} hands: what it plays is the "
            "mixture of its equilibrium and its response, whose exploitability inside the abstraction is computed "
            f"exactly, in mb/g. In {BOUNDED_HANDS:,} hands, solving took {_seconds(results)} s of one core.",
            *table(("against", "hands", "response", "weight", "exploitability"), rows),
            "",
        ]
    )


def _seconds(results: list[BoundedResult]) -> str:
    return " and ".join(f"{result.seconds:.0f}" for result in results)


class Section(StrEnum):
    GALLERY = "gallery"
    WEAK = "weak"
    SAFETY = "safety"


SECTIONS: dict[Section, tuple[str, Callable[[Choice], str]]] = {
    Section.GALLERY: ("Against the gallery", gallery),
    Section.WEAK: ("Beside Magpie", weak),
    Section.SAFETY: ("Within a bound", safety),
}

app = typer.Typer(add_completion=False)


@app.command()
def main(
    names: Annotated[list[Section] | None, typer.Argument(help="The sections to run.", show_default="all")] = None,
    only: Annotated[str, typer.Option(metavar="A,B,…", help="Play these opponents alone.", show_default="all")] = "",
    workers: Annotated[int | None, typer.Option(min=1, help="Processes.", show_default="one per core")] = None,
    play: Annotated[bool, typer.Option(help="Play what is left; otherwise write the rows that are finished.")] = True,
) -> None:
    """Play matches, and write docs/results/champion.md."""
    choice = Choice(tuple(filter(None, only.split(","))), workers, play)
    known = {*opponents(), *WEAK}
    for name in choice.only:
        if name not in known:
            raise MatchError(f"{name!r} is no opponent: there are {', '.join(sorted(known))}")
    for section in names or Section:
        heading, work = SECTIONS[section]
        text = f"## {heading}\n\n`{COMMAND} {section.value}`: {work(choice)}"
        report.write({heading: text}, [each for each, _ in SECTIONS.values()], DOCUMENT, PREFACE)
        print(f"wrote the section {section.value} of {DOCUMENT}")


if __name__ == "__main__":
    try:
        app()
    except RailbirdError as error:
        raise SystemExit(str(error)) from None
