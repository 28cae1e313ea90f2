"""Ratings: a bot's mean win rate against a fixed panel, with fixed cards.

Panels are versioned data and never change, so that ratings can be compared between people and over time.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from railbird._pandas import data_frame
from railbird.arena.definition import MatchDefinition
from railbird.arena.entrants import Entrant
from railbird.arena.tables import TableRules
from railbird.errors import MatchError, quoted
from railbird.gallery import BotSpec, parse_bot
from railbird.game import Game, parse_game
from railbird.plots import Chart, IntervalMark, intervals, notebook_table, text_table
from railbird.stats import Unit, WinRate, interval_text, mean_of, mean_text, unit_of, win_rate

if TYPE_CHECKING:
    import pandas

RATED = "the one rated"
QUICK = 10
"""A quick rating plays one in this many deals."""
TIME_LIMIT = 10.0
RATED_REPLICATES = 12
"""Replicates of each match in which a bot learns; together they have as many deals as other matches."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A fixed set of opponents."""

    name: str
    game: Game
    bots: tuple[str, ...]
    seed: int
    hands: int
    """Deals against each opponent, each played from both seats."""


@cache
def panels() -> Mapping[str, Panel]:
    """All panels by name."""
    data = tomllib.loads(files("railbird.arena").joinpath("data", "panels.toml").read_text(encoding="utf-8"))
    return {
        name: Panel(name, parse_game(each["game"]), tuple(each["bots"]), each["seed"], each["hands"])
        for name, each in data.items()
    }


def panel_of(name: str) -> Panel:
    """Return the panel of a name such as ``limit-1``; without a version, the newest."""
    versions = sorted((each for each in panels() if each.rpartition("-")[0] == name), key=_version)
    panel = panels().get(versions[-1] if versions else name)
    if panel is None:
        raise MatchError(f"there is no panel {quoted(name)}; the panels are {', '.join(panels())}")
    return panel


def _version(name: str) -> int:
    return int(name.rpartition("-")[2])


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingDefinition:
    """A bot against each bot of a panel, heads-up. With other hands or another time limit it is not comparable."""

    panel: Panel
    bot: BotSpec
    hands: int | None = None
    time_limit: float = TIME_LIMIT
    seed: int | None = None
    """Seed of other cards than the panel's; None for the panel's cards."""

    @property
    def comparable(self) -> bool:
        return self.hands in (None, self.panel.hands) and self.time_limit == TIME_LIMIT

    def tables(self) -> list[MatchDefinition]:
        """The matches, one against each opponent."""
        return [self._table(index, parse_bot(opponent), opponent) for index, opponent in enumerate(self.panel.bots)]

    def _table(self, index: int, opponent: BotSpec, name: str) -> MatchDefinition:
        deals = self.panel.hands if self.hands is None else self.hands
        replicates = RATED_REPLICATES if self.bot.traits.learns or opponent.traits.learns else 1
        rules = TableRules(
            game=self.panel.game,
            hands=max(deals // replicates, 1),
            seed=self.panel.seed if self.seed is None else self.seed,
            replicates=replicates,
            time_limit=self.time_limit,
        )
        return rules.table((Entrant(self.bot, player=RATED), Entrant(opponent, player=name)), f"panel {index}")

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": "rating",
            "panel": self.panel.name,
            "comparable": self.comparable,
            "seed": self.panel.seed if self.seed is None else self.seed,
            "game": str(self.panel.game),
            "players": [{"player": RATED, "bot": str(self.bot)}],
        }


@dataclass(frozen=True, slots=True, repr=False)
class RatingResult:
    """The result of a rating: what a bot wins against each opponent of a panel, and on average.

    It prints as a table, shows itself in notebooks, and gives a data frame (``to_pandas``) and a chart (``plot``).

    >>> from railbird.arena.contests import rate
    >>> result = rate("always-call", hands=2, workers=1)
    >>> result.panel, len(result.profile)
    ('limit-1', 11)
    """

    bot: str
    panel: str
    comparable: bool
    unit: Unit
    profile: tuple[tuple[str, WinRate], ...]
    """By opponent."""
    hands: int
    finished: bool = True

    @property
    def rating(self) -> WinRate:
        """The mean over all opponents, with equal weights."""
        return mean_of([rate for _, rate in self.profile])

    def to_pandas(self) -> pandas.DataFrame:
        """A data frame with a row per opponent: the win rate with its interval."""
        rates = [rate for _, rate in self.profile]
        return data_frame(
            {
                "versus": [opponent for opponent, _ in self.profile],
                self.unit.value: [rate.mean for rate in rates],
                "standard_error": [rate.standard_error for rate in rates],
                "low": [rate.interval[0] for rate in rates],
                "high": [rate.interval[1] for rate in rates],
            }
        )

    def plot(self) -> Chart:
        """The win rate against each opponent and on average, with 95 % confidence intervals."""
        marks = [
            IntervalMark(opponent, rate.mean, rate.interval if rate.sure else None)
            for opponent, rate in self._profile_and_mean()
        ]
        return Chart(intervals(marks, self.unit.value), title=f"{self.bot} against panel {self.panel}, 95 % intervals")

    def __repr__(self) -> str:
        return text_table(self._rows(), note=self._note)

    def _repr_html_(self) -> str:
        return notebook_table(("versus", self.unit.value, "95 % interval"), self._rows(), note=self._note)

    def _profile_and_mean(self) -> list[tuple[str, WinRate]]:
        return [*self.profile, ("average", self.rating)]

    def _rows(self) -> list[tuple[str, str, str]]:
        return [
            (opponent, mean_text(rate), interval_text(rate.interval if rate.sure else None))
            for opponent, rate in self._profile_and_mean()
        ]

    @property
    def _note(self) -> str:
        kind = "" if self.comparable else "; not comparable with other ratings"
        return f"{self.bot} against panel {self.panel}, {self.hands:,} hands, {self.unit.value}{kind}"

    def to_json(self) -> dict[str, Any]:
        return {
            "bot": self.bot,
            "panel": self.panel,
            "comparable": self.comparable,
            "unit": self.unit.value,
            "hands": self.hands,
            "finished": self.finished,
            "rating": self.rating.to_json(),
            "profile": [{"versus": opponent, **rate.to_json()} for opponent, rate in self.profile],
        }


def rating_result(
    definition: Mapping[str, Any],
    tables: Sequence[MatchDefinition],
    samples: Sequence[NDArray[np.float64]],
    *,
    hands: int,
    finished: bool,
) -> RatingResult:
    """Compute the rating from the samples of all tables."""
    profile = tuple(
        (table.entrants[1].player, win_rate(won[:, 0])) for table, won in zip(tables, samples, strict=True) if len(won)
    )
    bot, panel = definition["players"][0]["bot"], definition["panel"]
    return RatingResult(bot, panel, definition["comparable"], unit_of(tables[0].game), profile, hands, finished)
