"""Results of matches of other games: scores with intervals, mean returns, effort and faults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird._seeds import seed_text
from railbird.arena.one_game import Effort, PlayedGame
from railbird.plots import notebook_table, text_table
from railbird.stats.sequential import BetterThan, StopRule
from railbird.stats.wilson import wilson_interval
from railbird.stats.win_rate import WinRate, finite, win_rate


@dataclass(frozen=True, slots=True)
class GameTally:
    """Games won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def __str__(self) -> str:
        return f"{self.wins}-{self.draws}-{self.losses}"

    def to_json(self) -> dict[str, int]:
        return {"wins": self.wins, "draws": self.draws, "losses": self.losses}


@dataclass(frozen=True, slots=True)
class GamePlayerResult:
    """The result of a player."""

    player: str
    tally: GameTally
    by_seat: tuple[GameTally, ...]
    score: float
    """The share of games won; a draw between k players counts 1/k."""
    interval: tuple[float, float]
    """Of the score: Wilson's or, with a test that may stop early, the anytime-valid one of that test."""
    returns: WinRate
    """The mean payoff per game; independent samples are the rounds."""
    effort: Effort
    faults: int

    @property
    def speed(self) -> float:
        """Iterations or nodes per second of thinking; 0 if the player does not search."""
        return self.effort.steps / self.effort.seconds if self.effort.steps and self.effort.seconds else 0.0

    def to_json(self) -> dict[str, Any]:
        rate = self.returns.to_json()
        return {
            "player": self.player,
            **self.tally.to_json(),
            "by_seat": [tally.to_json() for tally in self.by_seat],
            "score": finite(self.score),
            "interval": list(self.interval),
            "mean_return": rate["win_rate"],
            "standard_error": rate["standard_error"],
            "return_interval": rate["interval"],
            "decisions": self.effort.decisions,
            "seconds": self.effort.seconds,
            "steps": self.effort.steps,
            "steps_per_second": self.speed,
            "faults": self.faults,
        }


def sampled_by_round(games: Sequence[PlayedGame], measure: str) -> NDArray[np.float64]:
    """The mean score or return of each entrant in each round."""
    if not games:
        return np.zeros((0, 0))
    players = len(games[0].seats)
    values = [game.scores if measure == "score" else game.returns for game in games]
    means: NDArray[np.float64] = np.array(values).reshape(-1, players, players).mean(axis=1)
    return means


@dataclass(frozen=True, repr=False)
class GameMatchResult:
    """The result of a match. It prints as a table and shows itself in notebooks.

    >>> from railbird.arena.game_match import play_game_match
    >>> result = play_game_match("kuhn", ["random", "random"], games=4)
    >>> sum(each.tally.wins for each in result.players)
    4
    """

    game: str
    position: str
    names: tuple[str, ...]
    seed: int
    stop: StopRule | None
    measure: str
    bounds: tuple[float, float]
    planned: int
    """Rounds of the whole match."""
    played: tuple[PlayedGame, ...] = field(compare=True)
    seconds: float = field(compare=False)
    verdict: str | None
    """What the stop rule said; None if it did not end the match."""
    finished: bool
    """False if the match was interrupted."""
    repeatable: bool
    """Whether the same seed gives the same games."""
    learns: bool

    @property
    def games(self) -> int:
        return len(self.played)

    @property
    def confidence(self) -> float:
        """The confidence of the intervals of scores."""
        return 1 - self.stop.error if isinstance(self.stop, BetterThan) and self.measure == "score" else 0.95

    @property
    def head(self) -> tuple[str, ...]:
        """The headings of a table with a ``result_row`` for each player."""
        return (
            *("player", "score", f"{100 * self.confidence:g} % interval"),
            *("won-drawn-lost", "mean return", "steps/s"),
        )

    @property
    def moves(self) -> float:
        """The mean number of moves of a game."""
        return sum(game.moves for game in self.played) / len(self.played) if self.played else float("nan")

    @cached_property
    def players(self) -> tuple[GamePlayerResult, ...]:
        return tuple(self._player(entrant) for entrant in range(len(self.names)))

    def _player(self, entrant: int) -> GamePlayerResult:
        games, seats = self.played, len(self.names)
        score = sum(game.scores[entrant] for game in games)
        effort = Effort(
            sum(game.effort[entrant].decisions for game in games),
            sum(game.effort[entrant].seconds for game in games),
            sum(game.effort[entrant].steps for game in games),
        )
        returns = sampled_by_round(games, "returns")
        return GamePlayerResult(
            player=self.names[entrant],
            tally=_tally(games, entrant),
            by_seat=tuple(
                _tally([game for game in games if game.seats[seat] == entrant], entrant) for seat in range(seats)
            ),
            score=score / len(games) if games else float("nan"),
            interval=self._interval(entrant, score),
            returns=win_rate(returns[:, entrant] if games else np.zeros(0)),
            effort=effort,
            faults=sum(game.fault is not None and game.fault.entrant == entrant for game in games),
        )

    def _interval(self, entrant: int, score: float) -> tuple[float, float]:
        if isinstance(self.stop, BetterThan) and self.measure == "score" and self.played:
            return self.stop.interval(sampled_by_round(self.played, "score")[:, entrant], self.planned, self.bounds)
        return wilson_interval(score, len(self.played))

    @property
    def fault_lines(self) -> tuple[str, ...]:
        """One line for each different fault, with how often it happened and where first."""
        first: dict[tuple[int, str], list[int]] = {}
        for game in self.played:
            if game.fault is not None:
                first.setdefault((game.fault.entrant, game.fault.message), []).append(game.number)
        return tuple(
            f"{self.names[entrant]} lost {len(games)} {'game' if len(games) == 1 else 'games'} by a fault: {message} "
            f"(first in game {games[0] + 1})"
            for (entrant, message), games in first.items()
        )

    @property
    def verdict_line(self) -> str:
        """What the stop rule says in words; empty without one."""
        first = self.names[0]
        match self.stop, self.verdict:
            case BetterThan(rate, error), str(verdict):
                test = f"anytime-valid betting test, error at most {error:g}"
                return f"{first} is {verdict} than {rate:g} in {self.measure} ({test})"
            case BetterThan(rate, _), None if self.finished:
                return f"it is not clear whether {first} is better than {rate:g} in {self.measure}: play more games"
            case _, str(verdict):
                return f"stopped early: all intervals are precise enough ({self.stop})"
        return ""

    def __repr__(self) -> str:
        return text_table([self.head, *self._rows()], note=self.note)

    def _repr_html_(self) -> str:
        return notebook_table(self.head, self._rows(), note=self.note)

    def _rows(self) -> list[tuple[str, ...]]:
        return [result_row(each) for each in self.players]

    @property
    def note(self) -> str:
        """How the match was played."""
        where = f" from {self.position!r}" if self.position else ""
        note = f"{self.game}{where}, {self.games:,} games, {seed_text(self.seed)}"
        if self.games:
            note += f", {self.moves:.1f} moves a game"
        if not self.finished:
            note += "; stopped before its end"
        if not self.repeatable:
            note += "; players used the clock, so the same seed may give another result"
        if self.learns:
            note += "; a player learns, so games depend on each other and intervals are too narrow"
        return "\n".join(filter(None, (note, self.verdict_line, *self.fault_lines)))

    def to_json(self) -> dict[str, Any]:
        stop = None if self.stop is None else str(self.stop)
        return {
            "game": self.game,
            "position": self.position,
            "games": self.games,
            "seed": self.seed,
            "finished": self.finished,
            "repeatable": self.repeatable,
            "stop": stop,
            "measure": self.measure,
            "confidence": self.confidence,
            "verdict": self.verdict,
            "moves_per_game": finite(self.moves),
            "seconds": self.seconds,
            "players": [each.to_json() for each in self.players],
            "faults": list(self.fault_lines),
        }


def result_row(each: GamePlayerResult) -> tuple[str, ...]:
    """The cells of a player in a table with ``GameMatchResult.head``."""
    low, high = each.interval
    known = np.isfinite(each.score)
    return (
        each.player,
        f"{each.score:.1%}" if known else "",
        f"{low:.1%} to {high:.1%}" if known else "",
        str(each.tally),
        each.returns.text(3) if known else "",
        f"{each.speed:,.0f}" if each.speed else "",
    )


def _tally(games: Sequence[PlayedGame], entrant: int) -> GameTally:
    scores = [game.scores[entrant] for game in games]
    faults = [game.fault is not None and game.fault.entrant != entrant for game in games]
    wins = sum(score == 1 or won for score, won in zip(scores, faults, strict=True))
    losses = sum(score == 0 for score in scores)
    return GameTally(wins, len(games) - wins - losses, losses)
