"""What the commands that play several matches have in common."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

import numpy as np
import typer
from numpy.typing import NDArray
from rich.text import Text

from railbird._threads import thread_count
from railbird.arena.definition import MatchDefinition
from railbird.arena.series import Series
from railbird.cli.progress import ProgressBar
from railbird.cli.stores import default_store_path, open_store
from railbird.errors import MatchError
from railbird.gallery import BotSpec
from railbird.stats import WinRate
from railbird.stats.style import StyleCounter

Result = TypeVar("Result")

LEARNER_REPLICATES = 8
"""Replicates that are played if a bot learns and nobody says how many."""

Workers = Annotated[int | None, typer.Option("--workers", help="Processes.", show_default="every core")]
Replicates = Annotated[
    int | None,
    typer.Option(
        "--replicates", "-r", help="Independent matches with fresh bots at each table.", show_default="8 for learners"
    ),
]
ReportFile = Annotated[
    Path | None, typer.Option("--report", metavar="FILE.html", help="Write a page with tables and pictures.")
]


def replicates_for(bots: Sequence[BotSpec], given: int | None) -> int:
    """As many as are asked for; by default one, or some if a bot learns."""
    if given is not None:
        return given
    return LEARNER_REPLICATES if any(bot.make().learns for bot in bots) else 1


class Played:
    """A series that was played, or gone on with, and what came of it."""

    def __init__(self, store: Path | None, resume: int | None, kind: str, define: Callable[[], Any]) -> None:
        opened = open_store(store, create=resume is None)
        if resume is None:
            definition = define()
            self.series = Series.new(opened, definition.to_json(), definition.tables())
        else:
            self.series = Series(opened, resume)
            found = self.series.definition.get("kind")
            if found != kind:
                raise MatchError(f"number {resume} is a {found}, not a {kind}: railbird matches lists them")
        self.path = opened.path

    def play(self, workers: int | None) -> None:
        """Play what is left."""
        if self.series.finished:
            return
        with ProgressBar(f"{len(self.series)} tables") as bar:
            self.series.play(workers=thread_count(workers), report=lambda done, total: bar(done / total))

    def result(self, make: Callable[..., Result], *, by_replicate: bool | None = None) -> Result:
        """What came of it."""
        with ProgressBar("results") as bar:
            samples: list[NDArray[np.float64]] = list(self.series.samples(bar, by_replicate=by_replicate))
        if not all(len(each) for each in samples):
            raise MatchError(f"not every table has hands yet: --resume {self.series.number} goes on")
        tables: list[MatchDefinition] = self.series.tables()
        return make(self.series.definition, tables, samples, hands=self.series.hands, finished=self.series.finished)

    def styles(self) -> StyleCounter:
        """How everybody played at all tables."""
        counter = StyleCounter()
        with ProgressBar("styles") as bar:
            for place in range(len(self.series)):
                for hand in self.series.hands_of(place):
                    counter.add(hand)
                bar((place + 1) / len(self.series))
        return counter

    def note(self, command: str) -> Text:
        """Where it is kept, and how to see it again."""
        option = "" if self.path == default_store_path() else f" --store {self.path}"
        what = "shows it again" if self.series.finished else "goes on"
        kept = f"{self.series.hands:,} hands, kept as tournament {self.series.number} in {self.path}"
        return Text(f"{kept}: railbird {command} --resume {self.series.number}{option} {what}", style="dim")


def rate_text(rate: WinRate, digits: int = 3) -> str:
    """A rate and half its interval."""
    if not np.isfinite(rate.mean):
        return ""
    return f"{rate.mean:+.{digits}f} ± {rate.half:.{digits}f}" if rate.sure else f"{rate.mean:+.{digits}f}"


def rate_style(rate: WinRate) -> str:
    """Green for what certainly wins, red for what certainly loses."""
    low, high = rate.interval
    return "green" if rate.sure and low > 0 else "red" if rate.sure and high < 0 else "dim"
