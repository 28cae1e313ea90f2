"""Heads-up matches in replicates, stored while they are played. Results are kept with the source code."""

from __future__ import annotations

import hashlib
import json
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.kept import BUILD, here_and_now, kept
from railbird._progress import duration_text
from railbird._threads import thread_count
from railbird.agent import Bot
from railbird.arena import DealingScheme, MatchDefinition, match_of
from railbird.arena.definition import Adjustment
from railbird.arena.parallel import parallel_map
from railbird.arena.series import Series
from railbird.bots.equilibrium.player import EquilibriumBot
from railbird.bots.equilibrium.strategies import strategy_path
from railbird.bots.peregrine import Peregrine
from railbird.gallery import parse_bot
from railbird.papers.matches import stored_series
from railbird.stats import WinRate, win_rate
from railbird.store import Store

CACHE = BUILD / "equilibrium_tables"
"""Hands of matches."""
RESULTS = Path(__file__).parent / "results"
"""What pages are written from: every replicate of every match, for whoever wants to compute with them."""
SEED = 2007
EVERY = 20.0
"""Seconds between two lines of progress."""


@dataclass(frozen=True, kw_only=True)
class MatchRun:
    """A heads-up match."""

    bot: str
    opponent: str
    game: str
    deals: int = 10_000
    """Deals of each replicate; with duplicate dealing both players play each deal in both seats."""
    replicates: int = 10
    seed: int = SEED
    dealing: str = DealingScheme.DUPLICATE.value
    skip: int = 0
    """Deals at the beginning of each replicate that do not count."""

    @property
    def definition(self) -> MatchDefinition:
        return match_of(
            [self.bot, self.opponent],
            game=self.game,
            hands=self.deals,
            seed=self.seed,
            dealing=DealingScheme(self.dealing),
            replicates=self.replicates,
        )

    @property
    def marks(self) -> dict[str, Any]:
        """What tells its series in the store from others: another strategy is another match."""
        return {"kind": "results", "name": f"{self.bot} against {self.opponent}", "strategies": self._strategies()}

    @property
    def file(self) -> Path:
        """Where the result is kept."""
        asked = {name: value for name, value in asdict(self).items() if name not in _LATER or value != _LATER[name]}
        return results_file(f"{self.bot} {self.opponent}", [asked, self._strategies()])

    def _strategies(self) -> list[str]:
        return strategies_of(self.bot, self.opponent)


def results_file(name: str, asked: list[Any]) -> Path:
    """The file of a result: its name can be read, and is another one if something else is asked."""
    words = re.sub("[^a-z0-9]+", "-", name).strip("-")
    return RESULTS / f"{words}-{hashlib.sha256(json.dumps(asked).encode()).hexdigest()[:8]}.json"


_LATER = {"dealing": DealingScheme.DUPLICATE.value, "skip": 0}
"""Fields that the names of results leave out if they have these values: results that are kept have them."""


def strategies_of(*specs: str) -> list[str]:
    """A hash of the strategy of each bot that has one."""
    bots = [parse_bot(bot).make() for bot in specs]
    files = [path for bot in bots for path in _strategy_files(bot)]
    return [hashlib.sha256(file.read_bytes()).hexdigest()[:16] for file in files]


def _strategy_files(bot: Bot) -> list[Path]:
    if isinstance(bot, EquilibriumBot):
        return [strategy_path(bot.name, bot.settings.strategy)]
    if isinstance(bot, Peregrine):
        return [strategy_path("peregrine", bot.settings.strategy), *_strategy_files(bot.equilibrium)]
    return []


@dataclass(frozen=True, kw_only=True)
class RunResult:
    """The result of the first bot, in the unit of the game."""

    replicates: tuple[float, ...]
    """The win rate in each replicate."""
    hands: int
    faults: int
    where: str
    """The date, the machine and the version."""

    @property
    def rate(self) -> WinRate:
        return win_rate(np.array(self.replicates))


def result_of(run: MatchRun, workers: int | None = None) -> RunResult:
    """The result of a match: read from the cache, or played to its end, from where it was stopped."""
    found: dict[str, Any] = kept(run.file, lambda: asdict(_play(run, thread_count(workers))))
    return RunResult(**{**found, "replicates": tuple(found["replicates"])})


def without_luck(runs: Sequence[MatchRun], workers: int | None = None, *, compute: bool = True) -> list[WinRate | None]:
    """The luck-adjusted win rates of matches that were played: from the cache, or computed for several at a time.

    Without ``compute``, those that are not in the cache are None.
    """
    left = [run for run in runs if not _adjusted_file(run).exists()]
    if left and compute:
        names = ", ".join(run.opponent for run in left)
        print(f"  removing luck: {names}", file=sys.stderr, flush=True)
        parallel_map(_adjust, left, workers=thread_count(workers))
    known = [file if file.exists() else None for file in map(_adjusted_file, runs)]
    return [None if file is None else win_rate(np.array(kept(file, list))) for file in known]


def forget(run: MatchRun) -> None:
    """Delete the result and the hands of a match."""
    run.file.unlink(missing_ok=True)
    _adjusted_file(run).unlink(missing_ok=True)
    store = _store()
    for stored in store.tournaments():
        if run.marks.items() <= stored.definition.items():
            store.delete_tournament(stored.id)


def _store() -> Store:
    return Store(CACHE / "matches.db", create=True)


def _play(run: MatchRun, workers: int) -> RunResult:
    series = stored_series(_store(), run.marks, [run.definition])
    if not series.finished:
        series.play(workers=workers, report=_Pace(str(run.marks["name"]), series.hands))
    if not series.finished:
        raise KeyboardInterrupt
    return RunResult(
        replicates=_by_replicate(series, run, Adjustment.NONE),
        hands=series.hands,
        faults=sum(fault["count"] for fault in series.faults()),
        where=here_and_now(),
    )


def _by_replicate(series: Series, run: MatchRun, adjust: Adjustment) -> tuple[float, ...]:
    deals = series.adjusted(0, adjust)[:, 0]
    return tuple(deals.reshape(run.replicates, -1)[:, run.skip :].mean(axis=1).tolist())


def _adjusted_file(run: MatchRun) -> Path:
    return run.file.with_suffix(".luck.json")


def _adjust(run: MatchRun) -> None:
    """Compute and keep the luck-adjusted win rate of each replicate."""

    def work() -> tuple[float, ...]:
        return _by_replicate(stored_series(_store(), run.marks, [run.definition]), run, Adjustment.LUCK)

    kept(_adjusted_file(run), work)


class _Pace:
    """Prints how far a match is, and how long the rest will take."""

    def __init__(self, name: str, done: int) -> None:
        self._name, self._first = name, done
        self._start = self._shown = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if now - self._shown < EVERY:
            return
        self._shown = now
        pace = (done - self._first) / (now - self._start)
        left = duration_text((total - done) / pace)
        shown = f"{done:,} of {total:,} hands, {pace:,.0f} hands/s, {left} left"
        print(f"  {self._name}: {shown}", file=sys.stderr, flush=True)
