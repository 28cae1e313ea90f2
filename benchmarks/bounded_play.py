"""How exploitable Peregrine is while it learns within a bound. Results are kept."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.kept import here_and_now, kept
from benchmarks.match_runs import results_file, strategies_of
from railbird.arena import play_match
from railbird.bots.peregrine import Peregrine, PeregrineSettings
from railbird.game import View
from railbird.solve.buckets.mixture import mixture
from railbird.solve.counter.buckets import what_it_is_worth_in_buckets

SEED = 2009


@dataclass(frozen=True, kw_only=True)
class Bounded:
    """A match of Peregrine with a bound."""

    opponent: str
    bound: float
    """In mb/g."""
    hands: int
    every: int
    """Hands after which its exploitability is measured."""

    @property
    def file(self) -> Path:
        asked = [asdict(self), strategies_of("peregrine(safety=0)", self.opponent), SEED]
        return results_file(f"bounded {self.opponent}", asked)


class Point(NamedTuple):
    """After some hands, in mb/g: the exploitability of the response, its weight, and that of what is played."""

    hands: int
    response: float
    weight: float
    exploitability: float


@dataclass(frozen=True, kw_only=True)
class BoundedResult:
    """All measurements of a match."""

    equilibrium: float
    """The exploitability of the equilibrium, in mb/g."""
    points: tuple[Point, ...]
    seconds: float
    """CPU time that solving took."""
    where: str


def bounded_play(run: Bounded) -> BoundedResult:
    """The result of a run: read, or measured."""
    found: dict[str, Any] = kept(run.file, lambda: asdict(_measured(run)))
    return BoundedResult(**{**found, "points": tuple(Point(*each) for each in found["points"])})


def _measured(run: Bounded) -> BoundedResult:
    points: list[Point] = []
    spent: list[float] = []

    class Measured(Peregrine):
        """Measures what it plays."""

        def end_hand(self, view: View) -> None:
            super().end_hand(view)
            study = self.study_of(view.players[1 - view.position])
            if study.hands % run.every == 0:
                points.append(_point(self, study.hands, view))
                spent.append(study.seconds)

    bot = Measured(PeregrineSettings(safety=str(run.bound)))
    play_match([bot, run.opponent], game="limit", hands=run.hands, seed=SEED, progress=False)
    unit = 1000 / bot.abstract.equilibrium.tree.spot.game.big_blind
    return BoundedResult(
        equilibrium=unit * bot.abstract.exploitability,
        points=tuple(points),
        seconds=spent[-1],
        where=here_and_now(),
    )


def _point(bot: Peregrine, hands: int, view: View) -> Point:
    study, own = bot.study_of(view.players[1 - view.position]), bot.abstract
    unit = 1000 / own.equilibrium.tree.spot.game.big_blind
    if study.response is None:
        return Point(hands, 0.0, 0.0, unit * own.exploitability)
    weight = bot.weight_of(study)
    played = mixture(own.equilibrium, study.response.strategy, weight)
    _, lost = what_it_is_worth_in_buckets(own.game, played, own.equilibrium, threads=1)
    return Point(hands, unit * study.response.exploitability, weight, unit * lost)
