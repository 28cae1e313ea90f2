"""The settings of players that search to a depth, and how they are made."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from railbird.agent.settings import setting
from railbird.extensive import RandomStream, State
from railbird.search.minimax import (
    AlphaBetaSettings,
    MinimaxResult,
    TranspositionTable,
    alpha_beta,
    expectiminimax,
    max_n,
    minimax,
    negamax,
    paranoid,
    star1,
    star2,
)
from railbird.search.players.minimax_player import MinimaxPlayer, random_order, roll_out_evaluation

USUAL_DEPTH = 4
TWO, MANY = range(2, 3), range(1, 1000)
"""With how many players a method can play."""


@dataclass(frozen=True, slots=True)
class DepthSettings:
    """What all searches to a depth have."""

    depth: int | None = setting(None, f"actions ahead ({USUAL_DEPTH} unless seconds are given)", "ours")
    seconds: float | None = setting(None, "seconds for a move; such a match cannot be repeated", "ours")
    roll_outs: int = setting(0, "random games that evaluate a position at the depth limit; 0: all are equal", "ours")

    def __post_init__(self) -> None:
        if self.depth is not None and self.depth < 1:
            raise ValueError(f"depth must be 1 or more, not {self.depth}")
        if self.seconds is not None and not self.seconds > 0:
            raise ValueError(f"seconds must be more than 0, not {self.seconds:g}")
        if self.roll_outs < 0:
            raise ValueError(f"roll_outs must be 0 or more, not {self.roll_outs}")

    def limits(self, random: RandomStream) -> dict[str, Any]:
        """The arguments that all searches take."""
        return {
            "depth": USUAL_DEPTH if self.depth is None and self.seconds is None else self.depth,
            "seconds": self.seconds,
            "evaluate": roll_out_evaluation(self.roll_outs, random) if self.roll_outs else None,
        }


@dataclass(frozen=True, slots=True)
class OrderedSettings(DepthSettings):
    shuffle: bool = setting(True, "break ties between equal actions at random, instead of taking the first", "ours")

    def limits(self, random: RandomStream) -> dict[str, Any]:
        order = {"order": random_order(random)} if self.shuffle else {}
        return DepthSettings.limits(self, random) | order


@dataclass(frozen=True, slots=True)
class AlphaBetaOptions(DepthSettings):
    shuffle: bool = setting(True, "break ties between equal actions at random, instead of taking the first", "ours")
    table: bool = setting(True, "use a transposition table", "review §4.1.3")
    killers: bool = setting(True, "try actions first that caused a cut-off at the same depth", "Akl and Newborn 1977")
    history: bool = setting(True, "sort actions by the cut-offs that they caused", "Schaeffer 1983")
    reduce_after: int | None = setting(None, "search actions after this many less deeply", "review §4.1.3")

    def __post_init__(self) -> None:
        DepthSettings.__post_init__(self)
        AlphaBetaSettings(reduce_after=self.reduce_after)  # an error shows now


def alphabeta(settings: AlphaBetaOptions) -> MinimaxPlayer:
    def search(state: State, random: RandomStream) -> MinimaxResult:
        switches = AlphaBetaSettings(
            order=random_order(random) if settings.shuffle else None,
            killers=settings.killers,
            history=settings.history,
            reduce_after=settings.reduce_after,
        )
        table = TranspositionTable() if settings.table else None
        return alpha_beta(state, **settings.limits(random), table=table, settings=switches)

    return MinimaxPlayer(search, uses_clock=settings.seconds is not None)


def _maker(
    method: Callable[..., MinimaxResult], players: range, *, chance: bool
) -> Callable[[DepthSettings], MinimaxPlayer]:
    def make(settings: DepthSettings) -> MinimaxPlayer:
        return MinimaxPlayer(
            lambda state, random: method(state, **settings.limits(random)),
            players=players,
            chance=chance,
            uses_clock=settings.seconds is not None,
        )

    return make


plain_minimax = _maker(minimax, TWO, chance=False)
plain_negamax = _maker(negamax, TWO, chance=False)
with_chance = _maker(expectiminimax, TWO, chance=True)
with_star1 = _maker(star1, TWO, chance=True)
with_star2 = _maker(star2, TWO, chance=True)
against_all = _maker(paranoid, MANY, chance=True)
each_for_themselves = _maker(max_n, MANY, chance=True)
