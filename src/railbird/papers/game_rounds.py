"""Matches of other games for experiments: every round is stored when it ends, so that an experiment can be resumed.

A round is one game in each seating, with the same chance. It depends on the pairing, its seed and its number alone, so
the result is the same on any number of workers, and the rounds of a quick run count for a full one.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress
from railbird._seeds import derived_seed
from railbird._version import __version__
from railbird.arena.one_game import GameSeeds, OneGame
from railbird.arena.parallel import as_completed
from railbird.arena.play import stopping
from railbird.errors import MatchError
from railbird.extensive import State, parse_extensive_game
from railbird.papers.verdict import Ours
from railbird.search.players import parse_player
from railbird.stats.wilson import wilson_interval
from railbird.stats.win_rate import Z

PATIENCE = 3600.0
"""Seconds that a player may take for one choice: experiments have budgets of iterations."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players of a game, by text, and how often they meet; half of the games in each seating."""

    game: str
    first: str
    second: str
    games: int
    seed: int

    @property
    def rounds(self) -> int:
        return -(-self.games // 2)

    @property
    def seed_of_match(self) -> int:
        """A seed of its own for each game, so that the same chance meets all players of a game."""
        return derived_seed(self.seed, self.game)


class PlayedRound(NamedTuple):
    """The two games of a round, for the first player: scores (1, ½ or 0), returns, and effort of both players."""

    scores: tuple[float, float]
    returns: tuple[float, float]
    decisions: tuple[int, int]
    seconds: tuple[float, float]


@dataclass(frozen=True)
class PairingResult:
    """All rounds of a pairing, from the view of the first player."""

    pairing: Pairing
    rounds: tuple[PlayedRound, ...]

    @cached_property
    def scores(self) -> NDArray[np.float64]:
        """The mean score of each round."""
        return np.asarray(np.array([each.scores for each in self.rounds]).mean(axis=1))

    @cached_property
    def returns(self) -> NDArray[np.float64]:
        """The mean return of each round."""
        return np.asarray(np.array([each.returns for each in self.rounds]).mean(axis=1))

    @property
    def games(self) -> int:
        return 2 * len(self.rounds)

    @property
    def score(self) -> float:
        return float(self.scores.mean())

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of the score."""
        return wilson_interval(self.score * self.games, self.games)

    @property
    def percent(self) -> Ours:
        """The score in percent; the standard error is that of Wilson's interval, which few games do not make 0."""
        low, high = self.interval
        return Ours(100 * self.score, 100 * (high - low) / (2 * Z))

    @property
    def decides(self) -> bool:
        """Whether the interval excludes a score of one half."""
        low, high = self.interval
        return low > 0.5 or high < 0.5

    @property
    def text(self) -> str:
        """The score with its interval, in percent."""
        low, high = self.interval
        return f"{100 * self.score:.1f} ({100 * low:.1f} to {100 * high:.1f})"

    def seconds_per_choice(self, player: int) -> float:
        """Wall-clock seconds of a choice of the first (0) or the second player (1)."""
        effort = [(each.seconds[player], each.decisions[player]) for each in self.rounds]
        return sum(seconds for seconds, _ in effort) / max(sum(count for _, count in effort), 1)


def play_pairings(name: str, pairings: Sequence[Pairing], progress: Progress) -> list[PairingResult]:
    """Play the rounds that are not yet stored, and return all. After Ctrl-C the rounds so far are stored."""
    record = _Record(name)
    missing = sorted(
        (number, index)
        for index, pairing in enumerate(pairings)
        for number in range(pairing.rounds)
        if record.get(pairing, number) is None
    )
    total, stop = sum(pairing.rounds for pairing in pairings), threading.Event()
    done = total - len(missing)
    tasks = [(pairings[index], number) for number, index in missing]
    with stopping(stop), closing(_finished(tasks)) as finished:
        for at, result in finished:
            record.add(*tasks[at], result)
            done += 1
            progress(done / total)
            if stop.is_set():
                raise KeyboardInterrupt
    return [PairingResult(pairing, tuple(record.rounds(pairing))) for pairing in pairings]


def _finished(tasks: Sequence[tuple[Pairing, int]]) -> Generator[tuple[int, PlayedRound], None, None]:
    """The rounds with the numbers of their tasks, in the order in which they end; closing it ends all workers."""
    yield from as_completed(_play, tasks)


def _play(task: tuple[Pairing, int]) -> PlayedRound:
    """Play a round."""
    pairing, number = task
    start, games = _start(pairing.game), []
    for seats in ((0, 1), (1, 0)):
        players = [parse_player(each).make() for each in (pairing.first, pairing.second)]
        seeds = GameSeeds(pairing.seed_of_match, number, 2 * number + seats[0])
        game = OneGame(start, players, seats, seeds).play(PATIENCE)
        if game.fault is not None:
            who = (pairing.first, pairing.second)[game.fault.entrant]
            raise MatchError(f"{who} failed in {pairing.game}: {game.fault.message}")
        games.append(game)
    first, second = games
    return PlayedRound(
        (first.scores[0], second.scores[0]),
        (first.returns[0], second.returns[0]),
        tuple(sum(game.effort[player].decisions for game in games) for player in (0, 1)),  # type: ignore[arg-type]
        tuple(sum(game.effort[player].seconds for game in games) for player in (0, 1)),  # type: ignore[arg-type]
    )


@lru_cache(maxsize=1)
def _start(game: str) -> State:
    return parse_extensive_game(game).start()


class _Record:
    """The rounds of an experiment in a file next to the store: one line of JSON for each.

    Lines of another version of Railbird and lines that a crash cut short are ignored.
    """

    def __init__(self, name: str) -> None:
        from railbird.store import default_store, folder_beside  # late: it loads the database

        self._path: Path = folder_beside(default_store()) / f"reproductions-{name}.jsonl"
        self._rounds: dict[tuple[Any, ...], PlayedRound] = {}
        if self._path.exists():
            for line in self._path.read_text(encoding="utf-8").splitlines():
                with suppress(ValueError, KeyError, TypeError):
                    self._read(json.loads(line))

    def get(self, pairing: Pairing, number: int) -> PlayedRound | None:
        return self._rounds.get((*_key(pairing), number))

    def rounds(self, pairing: Pairing) -> Iterator[PlayedRound]:
        return (self._rounds[(*_key(pairing), number)] for number in range(pairing.rounds))

    def add(self, pairing: Pairing, number: int, result: PlayedRound) -> None:
        self._rounds[(*_key(pairing), number)] = result
        names = ("game", "first", "second", "seed", "round")
        head = dict(zip(names, (*_key(pairing), number), strict=True))
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"railbird": __version__} | head | result._asdict()) + "\n")

    def _read(self, data: Mapping[str, Any]) -> None:
        if data["railbird"] == __version__:
            key = tuple(data[each] for each in ("game", "first", "second", "seed", "round"))
            self._rounds[key] = PlayedRound(*(tuple(data[each]) for each in PlayedRound._fields))


def _key(pairing: Pairing) -> tuple[str, str, str, int]:
    return pairing.game, pairing.first, pairing.second, pairing.seed
