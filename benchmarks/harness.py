"""Contestants that take turns at the same work, and their results."""

from __future__ import annotations

import importlib
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from types import ModuleType

from rich.console import Console

CONSOLE = Console()
PEERS = (
    "phevaluator",
    "pkrbot",
    "eval7",
    "pokerfast",
    "treys",
    "pokerkit",
    "pyspiel",
    "rlcard",
    "pettingzoo",
    "pygame",
)
PACKAGES = {"pyspiel": "open_spiel", "pygame": "pygame-ce"}
"""Peers whose package has another name than their module."""
MACHINES = {"eval7": ("x86_64", "AMD64")}
"""Peers that can be installed only on these machines; a test compares this with pyproject.toml."""


@dataclass(frozen=True)
class Contestant:
    """A way to do the work: a call that does it once, and how many units that is (None: its return value)."""

    name: str
    work: Callable[[], object]
    units: float | None = 1.0
    ours: bool = False


@dataclass(frozen=True)
class Task:
    """A task. With ``per_second`` the rate is reported, otherwise the seconds that the work takes."""

    title: str
    contestants: list[Contestant]
    unit: str = ""
    per_second: bool = False
    target: str = ""


@dataclass
class Outcome:
    """Medians over the repeats, in units per second or in seconds."""

    task: Task
    medians: dict[str, float] = field(default_factory=dict)

    def best_peer(self) -> float | None:
        peers = [self.medians[each.name] for each in self.task.contestants if not each.ours]
        if not peers:
            return None
        return max(peers) if self.task.per_second else min(peers)

    def ratio(self, contestant: Contestant) -> float | None:
        """The speed relative to the best peer."""
        best = self.best_peer()
        if best is None:
            return None
        mine = self.medians[contestant.name]
        return mine / best if self.task.per_second else best / mine


def run(task: Task, repeats: int, least_seconds: float = 0.2) -> Outcome:
    """Let the contestants take turns; each turn repeats the work long enough to be measured."""
    rounds = {each.name: _rounds(each, least_seconds) for each in task.contestants}
    rates: dict[str, list[float]] = {each.name: [] for each in task.contestants}
    for _ in range(repeats):
        for each in task.contestants:
            units, seconds = _timed(each, rounds[each.name])
            rates[each.name].append(units / seconds)
    outcome = Outcome(task)
    for name, turns in rates.items():
        median = statistics.median(turns)
        outcome.medians[name] = median if task.per_second else 1 / median
    return outcome


def _timed(contestant: Contestant, rounds: int) -> tuple[float, float]:
    """The units done and the seconds taken."""
    units = 0.0
    start = time.perf_counter()
    for _ in range(rounds):
        returned = contestant.work()
        units += contestant.units if contestant.units is not None else float(str(returned))
    return units, time.perf_counter() - start


def _rounds(contestant: Contestant, least_seconds: float) -> int:
    rounds = 1
    while True:
        _, taken = _timed(contestant, rounds)
        if taken >= least_seconds / 4:
            return max(1, round(rounds * least_seconds / taken))
        rounds *= 4


def peer(name: str) -> ModuleType | None:
    """A peer package, or None if it cannot be imported."""
    return None if why_missing(name) else sys.modules[name]


@cache
def why_missing(name: str) -> str:
    """Why a peer cannot take part; empty if it can."""
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:
            return f"needs {error.name}"
        if platform.machine() not in MACHINES.get(name, (platform.machine(),)):
            return f"cannot be installed on {platform.machine()}"
        return 'not installed: pip install ".[bench]"'
    except Exception as error:  # packages built for another system may raise anything
        return f"cannot be imported: {type(error).__name__}: {error}".splitlines()[0]
    return ""


def versions() -> Iterator[tuple[str, str]]:
    """The versions of Railbird, NumPy and the peers."""
    for name in ("railbird", "numpy", *PEERS):
        try:
            yield name, version(PACKAGES.get(name, name))
        except PackageNotFoundError:
            yield name, "not installed"
