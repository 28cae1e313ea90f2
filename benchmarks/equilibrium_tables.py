"""Write docs/results/equilibrium.md: matches of the equilibrium bots, and the size and pictures of their strategies.

Run from the project's root: ``python -m benchmarks.equilibrium_tables [matches] [nolimit] [sizes] [preflop]``. Sections
that are not run stay as they are. Results are kept in benchmarks/results, and hands in build/equilibrium_tables, so
that the command goes on where it was stopped; ``--fresh`` begins again, ``--only poki,saukonoja`` plays these opponents
alone, and ``sizes --build kestrel`` also measures what building this strategy takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from benchmarks import report
from benchmarks.build_runs import BuildRun, build_result, forget_builds
from benchmarks.kept import where
from benchmarks.match_runs import SEED, MatchRun, RunResult, forget, result_of, without_luck
from benchmarks.preflop_squares import preflop
from benchmarks.report import table
from benchmarks.strategy_sizes import sizes
from railbird._threads import thread_count
from railbird.errors import GameError, MatchError, RailbirdError
from railbird.gallery.catalogue import bot_of_name
from railbird.gallery.overview import overviews
from railbird.solve.buckets import shipped_plans
from railbird.stats import WinRate, interval_text, mean_text, unit_of

DOCUMENT = Path(__file__).parent.parent / "docs" / "results" / "equilibrium.md"
COMMAND = "python -m benchmarks.equilibrium_tables"
PREFACE = f"""# Equilibrium play: results

Written by `{COMMAND}`. Each section names its command, its date and its machine.
[Equilibria of whole games](../guides/equilibrium.md) explains the method.

How the exploitability inside abstractions falls with the iterations is a [reproduction](reproductions.md),
`railbird reproduce abstract-exploitability`; decisions and look-ups of buckets per second are among the
[benchmarks](benchmarks.md), `python -m benchmarks decisions abstraction`. Terms are defined in the
[glossary](../glossary.md).
"""
FIXED = (
    *("always-fold", "chump", "basic-rules", "simple(bluff=off)", "simple", "random", "always-call", "jag"),
    *("always-raise", "rezai", "advanced-rules", "flock", "smooth-uct", "psopti", "saukonoja", "poki"),
)
"""Kestrel's opponents, the fastest first."""
OWN_PAGE = ("best-response", "like", "peregrine")
"""Have results on pages of their own."""
NO_LIMIT = ("basic-rules", "simple", "always-call", "advanced-rules")
"""Merlin's opponents, the fastest first."""


@dataclass(frozen=True)
class Choice:
    """What the command line asks for."""

    only: tuple[str, ...] = ()
    """The opponents to play; all if there are none."""
    workers: int | None = None
    fresh: bool = False
    adjust: bool = True
    build: tuple[str, ...] = ()
    """The plans to build for the section of sizes."""
    play: bool = True

    def wants(self, run: MatchRun) -> bool:
        return self.play and (not self.only or run.opponent in self.only)


def others() -> list[str]:
    """All other bots that play limit hold'em heads-up, but those made of others, those with a page, and kestrel."""
    names = [each.bot for each in overviews() if any(game.startswith("limit (2 ") for game in each.plays)]
    apart = {*FIXED, "kestrel", *OWN_PAGE}
    return sorted(name for name in names if name not in apart and not hasattr(bot_of_name(name), "made_of"))


def limit_runs() -> tuple[list[MatchRun], list[MatchRun]]:
    """Kestrel's matches: those of full length, and the shorter ones against other bots."""
    full, short = (
        [MatchRun(bot="kestrel", opponent=name, game="limit", deals=deals) for name in opponents]
        for deals, opponents in ((10_000, FIXED), (5_000, others()))
    )
    return full, short


def champion_run(opponent: str) -> MatchRun:
    """A match of the champion, on the same deals as kestrel's shorter ones."""
    return MatchRun(bot="peregrine", opponent=opponent, game="limit", deals=5_000)


def no_limit_runs() -> list[MatchRun]:
    return [MatchRun(bot="merlin", opponent=name, game="nolimit(stack=100bb)") for name in NO_LIMIT]


def matches(choice: Choice) -> str:
    """Kestrel against the gallery."""
    full, short = limit_runs()
    _check_names(choice, [*full, *short])
    lines = [*_played(full, choice), "", "Against other bots, most of which learn, with fewer deals:", ""]
    return "\n".join([*lines, *_played(short, choice), ""])


def no_limit(choice: Choice) -> str:
    """Merlin against the gallery."""
    runs = no_limit_runs()
    _check_names(choice, runs)
    return "\n".join([*_played(runs, choice), ""])


def strategy_sizes(choice: Choice) -> str:
    """The shipped strategies, and what building them takes."""
    for name in choice.build:
        if name not in shipped_plans():
            raise GameError(f"{name!r} is no plan of the package: there are {', '.join(shipped_plans())}")
        if choice.fresh:
            forget_builds(name)
        build_result(BuildRun(plan=name, threads=thread_count(choice.workers)))
    return sizes()


def _check_names(choice: Choice, runs: Sequence[MatchRun]) -> None:
    names = [run.opponent for run in runs]
    for name in choice.only:
        if name not in names:
            raise MatchError(f"{name!r} is no opponent of this section: there are {', '.join(names)}")


def _played(runs: Sequence[MatchRun], choice: Choice) -> list[str]:
    """Play the chosen matches, and describe all that are finished."""
    chosen = [run for run in runs if choice.wants(run)]
    for run in chosen:
        if choice.fresh:
            forget(run)
        result = result_of(run, choice.workers)
        print(f"| {' | '.join(_row(run, result, None))} |", flush=True)
    done = [run for run in runs if run.file.exists()]
    results = [result_of(run) for run in done]
    adjusted = without_luck(done, choice.workers, compute=choice.adjust)
    first = runs[0]
    game = f"`{first.definition.game}` heads-up, duplicate dealing, seed {SEED}"
    hands = f"{first.replicates} replicates of {first.deals:,} deals, each played in both seats"
    unit = unit_of(first.definition.game).value
    head = ("opponent", f"{first.bot}, {unit}", "95 % interval", "without luck", "95 % interval", "hands")
    left = ", ".join(run.opponent for run in runs if run not in done)
    missing = [f"Not played yet: {left}."] if left else []
    if not done:
        return missing
    return [
        f"{where(results)}. {game}, {hands}. Intervals are over replicates, in which both bots start fresh. *Without "
        f"luck* is the luck-adjusted win rate of the same hands. `{_by_hand(first)}` repeats a row.",
        *missing,
        *table(head, [_row(run, result, rate) for run, result, rate in zip(done, results, adjusted, strict=True)]),
    ]


def _by_hand(run: MatchRun) -> str:
    """The command that plays a match of this kind by hand."""
    game = "" if run.game == "limit" else f' --game "{run.game}"'
    options = f"--hands {run.deals} --replicates {run.replicates} --dealing duplicate --seed {run.seed}"
    return f"railbird match {run.bot} OPPONENT{game} {options} --adjust luck"


def _row(run: MatchRun, result: RunResult, adjusted: WinRate | None) -> tuple[str, ...]:
    faults = f" ({result.faults:,} faults)" if result.faults else ""
    return (f"{run.opponent}{faults}", *_cells(result.rate), *(_cells(adjusted)), f"{result.hands:,}")


def _cells(rate: WinRate | None) -> tuple[str, str]:
    if rate is None:
        return "", ""
    return mean_text(rate), interval_text(rate.interval if rate.sure else None)


class Section(StrEnum):
    MATCHES = "matches"
    NO_LIMIT = "nolimit"
    SIZES = "sizes"
    PREFLOP = "preflop"


SECTIONS: dict[Section, tuple[str, Callable[[Choice], str]]] = {
    Section.MATCHES: ("Kestrel in limit hold'em", matches),
    Section.NO_LIMIT: ("Merlin in no-limit hold'em", no_limit),
    Section.SIZES: ("The strategies", strategy_sizes),
    Section.PREFLOP: ("Kestrel pre-flop", lambda _: preflop()),
}


app = typer.Typer(add_completion=False)


@app.command()
def main(
    names: Annotated[list[Section] | None, typer.Argument(help="The sections to run.", show_default="all")] = None,
    only: Annotated[
        str, typer.Option(metavar="A,B,…", help="Play these opponents alone.", show_default="all of a section")
    ] = "",
    workers: Annotated[
        int | None, typer.Option(min=1, help="Processes; threads of a build.", show_default="one per core")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="Do again what is kept in build/equilibrium_tables.")] = False,
    build: Annotated[
        str, typer.Option(metavar="A,B,…", help="Build these plans for the section of sizes.", show_default="none")
    ] = "",
    play: Annotated[bool, typer.Option(help="Play what is left; otherwise write the rows that are finished.")] = True,
    adjust: Annotated[bool, typer.Option(help="Compute the win rates without luck, which takes minutes.")] = True,
) -> None:
    """Play matches, measure the shipped strategies, and write docs/results/equilibrium.md."""
    choice = Choice(_names(only), workers, fresh, adjust, _names(build), play)
    for name in names or Section:
        heading, section = SECTIONS[name]
        text = f"## {heading}\n\n`{COMMAND} {name.value}`: {section(choice)}"
        report.write({heading: text}, [each for each, _ in SECTIONS.values()], DOCUMENT, PREFACE)
        print(f"wrote the section {name.value} of {DOCUMENT}")


def _names(text: str) -> tuple[str, ...]:
    return tuple(filter(None, text.split(",")))


if __name__ == "__main__":
    try:
        app()
    except RailbirdError as error:
        raise SystemExit(str(error)) from None
