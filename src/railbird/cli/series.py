"""Shared parts of the commands that play several matches: tournament, compare and rate."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.text import Text

from railbird._seeds import parse_seed
from railbird.arena.definition import Adjustment, DealingScheme, MatchDefinition
from railbird.arena.series import Series, SeriesDefinition
from railbird.arena.tables import TableRules, default_adjustment, default_replicates, default_seed
from railbird.cli.exit_codes import INTERRUPTED
from railbird.cli.games import game_for
from railbird.cli.interruption import resumable, say_stopping
from railbird.cli.options import ADJUST_HELP, DEALING_HELP, refuse_options
from railbird.cli.render.progress import ProgressBar
from railbird.cli.stores import COMMAND_OF, open_store, store_option
from railbird.errors import MatchError
from railbird.gallery import BotSpec
from railbird.stats.style import Style, StyleCounter

Result = TypeVar("Result")


Replicates = Annotated[
    int | None,
    typer.Option(
        "--replicates",
        "-r",
        help="Independent matches with fresh bots at each table.",
        show_default="8 if a bot learns, otherwise 1",
    ),
]


Players = Annotated[int, typer.Option("--players", "-p", min=2, max=10, help="Players at each table.")]


Hands = Annotated[int, typer.Option("--hands", "-n", min=1, help="Deals for each table and replicate.")]


GameText = Annotated[str | None, typer.Option("--game", "-g", help="The game.", show_default="limit")]


Dealing = Annotated[DealingScheme, typer.Option(help=DEALING_HELP)]


Adjust = Annotated[Adjustment | None, typer.Option(help=ADJUST_HELP, show_default="luck, in hold'em")]


TimeLimit = Annotated[float, typer.Option(help="Seconds a bot may take for one decision.")]


Resume = Annotated[
    str | None,
    typer.Option("--resume", metavar="ID", help="Resume one, or show it again: its number, its name, or last."),
]


def seed_for(bots: Sequence[BotSpec], given: str | None) -> int | None:
    """Return the given seed; by default a secret one if a bot is foreign code, else None (the usual seed)."""
    return default_seed(bots) if given is None else parse_seed(given)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableOptions:
    """How the tables of a series are played, from the options of the command."""

    game: str | None
    players: int
    hands: int
    seed: int
    dealing: DealingScheme
    replicates: int | None
    """By default 1, or ``LEARNER_REPLICATES`` if a bot learns."""
    time_limit: float
    adjust: Adjustment | None
    """By default luck, in hold'em."""

    def rules(self, bots: Sequence[BotSpec]) -> TableRules:
        """Return the rules of the tables at which these bots play."""
        game = game_for(self.game, self.players)
        return TableRules(
            game=game,
            hands=self.hands,
            seed=self.seed,
            dealing=self.dealing,
            replicates=default_replicates(bots) if self.replicates is None else self.replicates,
            time_limit=self.time_limit,
            adjust=self.adjust or default_adjustment(game),
        )


_HARMLESS = {"resume", "workers", "ray", "store", "plot", "report", "as_json"}
"""Options that do not change what is played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesRequest:
    """A series to play or to resume."""

    kind: str
    """``tournament``, ``comparison`` or ``rating``."""
    context: typer.Context
    """The command, whose options must not change a series that is resumed."""
    define: Callable[[], SeriesDefinition]
    """Makes a new series; not called when one is resumed."""
    resume: str | None
    """The number or name of the series to resume."""
    store: str | None
    name: str | None
    """The name of a new series in the store."""


class SeriesRun:
    """A series that is played or resumed, and its result."""

    def __init__(self, request: SeriesRequest) -> None:
        kind, resume, context = request.kind, request.resume, request.context
        if resume is None:
            definition = request.define()
            tables = definition.tables()
            opened = open_store(request.store, create=True)
            self.series = Series.new(opened, definition.to_json(), tables, request.name)
        else:
            refuse_options(context, kind, sorted(set(context.params) - _HARMLESS))
            opened = open_store(request.store)
            self.series = Series(opened, opened.tournament_number(resume, kind))
            known = self.series.definition.get("kind")
            if known != kind:
                raise MatchError(f"{resume} is a {known}, not a {kind}; railbird matches lists them")
        self.address = opened.address

    @property
    def resume_command(self) -> str:
        """The command that resumes the series, or shows it again."""
        command = COMMAND_OF[self.series.definition["kind"]]
        return f"railbird {command} --resume {self.series.name or self.series.number}{store_option(self.address)}"

    def play(self) -> None:
        """Play the remaining hands."""
        if self.series.finished:
            return
        with ProgressBar(f"{len(self.series)} tables") as bar:
            self.series.play(workers=None, report=lambda done, total: bar(done / total), on_stop=say_stopping)

    def result(self, make: Callable[..., Result], *, by_replicate: bool | None = None) -> Result:
        """Return the result; of a series that was stopped, the result of its finished tables."""
        with ProgressBar("results") as bar:
            samples: list[NDArray[np.float64]] = list(self.series.samples(bar, by_replicate=by_replicate))
        tables: list[MatchDefinition] = self.series.tables()
        return make(self.series.definition, tables, samples, hands=self.series.hands, finished=self.series.finished)

    def stopped_too_early(self) -> None:
        """Say that there is nothing to show yet, and exit."""
        Console(stderr=True, highlight=False).print("stopped before there was any result", self.note())
        raise typer.Exit(INTERRUPTED)

    def styles(self) -> dict[str, Style]:
        """The playing style of each player over all tables; empty if the game is not hold'em."""
        counter = StyleCounter()
        if not self.series.tables()[0].game.is_holdem:
            return {}
        with ProgressBar("styles") as bar:
            for index in range(len(self.series)):
                for hand in self.series.hands_of(index):
                    counter.add(hand)
                bar((index + 1) / len(self.series))
        return counter.styles()

    def note(self) -> Text:
        """Where the series is saved, how to see it again, and the faults of its bots."""
        what = "show it again" if self.series.finished else "resume"
        number = f"{self.series.number} ({self.series.name})" if self.series.name else str(self.series.number)
        saved = f"{self.series.hands:,} hands, saved as {self.series.definition['kind']} {number} in {self.address}"
        note = Text(f"{saved}; {what} with: {self.resume_command}", style="dim")
        for fault in self.series.faults():
            times = "once" if fault["count"] == 1 else f"{fault['count']:,} times"
            first = f"first in match {fault['match']}: {fault['message']}"
            note.append(f"\n{fault['bot']} failed {times} ({fault['kind']}), {first}", style="yellow not dim")
        return note

    def to_json(self, data: dict[str, Any]) -> str:
        """A result as JSON, with the number of the series and the faults."""
        return json.dumps({"tournament": self.series.number, **data, "faults": self.series.faults()}, indent=2)


@contextmanager
def series_run(request: SeriesRequest) -> Iterator[SeriesRun]:
    """A series; whoever stops the ``with`` block is told how to resume it."""
    series = SeriesRun(request)
    with resumable(series.resume_command):
        yield series
