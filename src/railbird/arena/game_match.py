"""Matches of other games: the same players in every seat equally often, on any number of processes.

A round is one game for each rotation of the players over the seats, all with the same chance. Its games and results
depend on the definition alone, not on the number of workers.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import TypedDict, Unpack

import numpy as np
from numpy.typing import NDArray

from railbird._live_progress import LiveBar
from railbird._seeds import check_seed
from railbird.arena.backends import WorkersLike, workers_of
from railbird.arena.game_results import GameMatchResult, sampled_by_round
from railbird.arena.one_game import GameSeeds, OneGame, PlayedGame
from railbird.arena.parallel import as_completed
from railbird.arena.play import stopping
from railbird.errors import MatchError
from railbird.extensive import NOBODY, ExtensiveGame, GamePlayer, State, parse_extensive_game, play_actions
from railbird.search.players import PlayerLike, PlayerSpec, parse_player
from railbird.stats.sequential import BetterThan, Precision, StopRule, looks
from railbird.stats.wilson import wilson_interval
from railbird.stats.win_rate import win_rate

FIRST_ROUNDS = 10
"""Rounds before a stop rule is first asked; ours."""
MOST_GAMES = 10_000_000
GameLike = str | ExtensiveGame | State
"""A game: a text, a parsed game, or the first state of a game of your own."""


class Measure(StrEnum):
    """What a stop rule looks at."""

    SCORE = "score"
    """The share of games won, a draw being half."""
    RETURNS = "returns"
    """The mean payoff per game."""


class GameMatchOptions(TypedDict, total=False):
    """What a match may say beyond the game and the players."""

    games: int
    """Games to play, a multiple of the number of players; 200 by default."""
    seed: int
    position: str
    """Actions from the start of the game to the position where each game begins, outcomes of chance included."""
    stop: StopRule | None
    """End early: ``BetterThan`` for the first player, or ``Precision`` for all."""
    measure: Measure
    time_limit: float
    """Seconds that a player may take for one choice; 60 by default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameMatchDefinition:
    """A match: who plays what, how often, with which seed."""

    game: ExtensiveGame
    players: tuple[PlayerSpec, ...]
    games: int = 200
    seed: int = 0
    position: str = ""
    stop: StopRule | None = None
    measure: Measure = Measure.SCORE
    time_limit: float = 60.0
    local: bool = False
    """Whether the game exists in this process only."""

    def __post_init__(self) -> None:
        start = self.start()
        if len(self.players) != start.players:
            raise MatchError(f"{self.game} has {start.players} players, not {len(self.players)}")
        if start.turn == NOBODY:
            raise MatchError(f"the game is over in the position {self.position!r:.60}: there is nothing to play")
        seatings = len(self.players)
        if not 1 <= self.games <= MOST_GAMES:
            raise MatchError(f"a match has 1 to {MOST_GAMES:,} games, not {self.games:,}")
        if self.games % seatings:
            more = self.games + seatings - self.games % seatings
            raise MatchError(
                f"{self.games} games cannot have each of {seatings} players in each seat equally often: play {more}"
            )
        if not 0 < self.time_limit < float("inf"):
            raise MatchError(f"the time limit must be more than 0 seconds, not {self.time_limit:g}")
        _check_stop_rule(self.stop, self.measure)
        check_seed(self.seed)
        for player in self.players:
            player.check_plays(start, str(self.game))

    @property
    def rounds(self) -> int:
        return self.games // len(self.players)

    @property
    def learns(self) -> bool:
        """Whether a player learns, so that the games must be played in turn."""
        return any(player.make().learns for player in self.players)

    @property
    def repeatable(self) -> bool:
        """Whether the same seed gives the same games: not if a player uses the clock."""
        return not any(player.make().uses_clock for player in self.players)

    def start(self) -> State:
        """The position where each game begins."""
        state = self.game.start()
        play_actions(state, self.position)
        return state


def _check_stop_rule(stop: StopRule | None, measure: Measure) -> None:
    if isinstance(stop, BetterThan):
        if measure is Measure.SCORE and not 0 < stop.rate < 1:
            raise MatchError(f"a score lies between 0 and 1: it cannot be better than {stop.rate:g}")
        if not 0 < stop.error < 1:
            raise MatchError(f"the error must lie between 0 and 1, not {stop.error:g}")
    if isinstance(stop, Precision) and not stop.half_width > 0:
        raise MatchError(f"a precision is more than 0, not {stop.half_width:g}")


class _RoundPlayer:
    """Plays the rounds of a match in one process. Players who learn stay; others are created for each game."""

    def __init__(self, definition: GameMatchDefinition) -> None:
        self._definition = definition
        self._start = definition.start()
        self._learners: dict[int, GamePlayer] = {}

    def play(self, number: int) -> list[PlayedGame]:
        """The games of a round."""
        definition, seatings = self._definition, len(self._definition.players)
        games = []
        for rotation in range(seatings):
            seeds = GameSeeds(definition.seed, number, number * seatings + rotation)
            seats = tuple((seat + rotation) % seatings for seat in range(seatings))
            players = [self._player(entrant) for entrant in range(seatings)]
            games.append(OneGame(self._start, players, seats, seeds).play(definition.time_limit))
        return games

    def _player(self, entrant: int) -> GamePlayer:
        player = self._learners.get(entrant) or self._definition.players[entrant].make()
        if player.learns:
            self._learners[entrant] = player
        return player


Task = tuple[str, tuple[str, ...], str, int, float, int]
"""What a worker needs: game, players, position, seed, time limit, and the round."""


def _play_task(task: Task) -> list[PlayedGame]:
    """Play a round in a worker process."""
    *match, number = task
    return _table_of(*match).play(number)


@lru_cache(maxsize=1)
def _table_of(game: str, players: tuple[str, ...], position: str, seed: int, time_limit: float) -> _RoundPlayer:
    definition = GameMatchDefinition(
        game=parse_extensive_game(game),
        players=tuple(map(parse_player, players)),
        games=len(players),
        position=position,
        seed=seed,
        time_limit=time_limit,
    )
    return _RoundPlayer(definition)


def _rounds(
    definition: GameMatchDefinition, workers: WorkersLike
) -> Generator[tuple[int, list[PlayedGame]], None, None]:
    """The games of each round, in the order in which they end."""
    local = definition.local or not all(player.named for player in definition.players)
    if local or definition.learns or workers_of(workers).alone:
        table = _RoundPlayer(definition)
        for number in range(definition.rounds):
            yield number, table.play(number)
        return
    match = (str(definition.game), tuple(map(str, definition.players)), definition.position)
    tasks = [(*match, definition.seed, definition.time_limit, number) for number in range(definition.rounds)]
    yield from as_completed(_play_task, tasks, workers=workers)


def define_game_match(
    game: GameLike, players: Sequence[PlayerLike], **options: Unpack[GameMatchOptions]
) -> GameMatchDefinition:
    """The definition of a match. Raises RailbirdError if it cannot be played."""
    local = not isinstance(game, (str, ExtensiveGame))
    if isinstance(game, str):
        parsed = parse_extensive_game(game)
    elif isinstance(game, ExtensiveGame):
        parsed = game
    else:
        parsed = ExtensiveGame(type(game).__name__, (), "", game.clone)
    return GameMatchDefinition(game=parsed, players=tuple(map(parse_player, players)), local=local, **options)


def play_game_match(
    game: GameLike | GameMatchDefinition,
    players: Sequence[PlayerLike] = (),
    *,
    workers: WorkersLike = 1,
    progress: bool | None = None,
    report: Callable[[float], None] = lambda _: None,
    on_stop: Callable[[], None] = lambda: None,
    **options: Unpack[GameMatchOptions],
) -> GameMatchResult:
    """Play a match of any game: a game and its players as texts or objects, or a definition.

    ``options`` are ``games``, ``seed``, ``position``, ``stop``, ``measure`` and ``time_limit`` (``GameMatchOptions``).
    Each player sits in each seat equally often. A player who raises an exception, chooses an illegal action or takes
    too long loses that game. Ctrl-C stops the match; the result is then that of the rounds that were finished.
    ``progress`` shows a bar, by default in notebooks and at prompts; ``report`` is called with the share of games
    played.

    >>> result = play_game_match("tic-tac-toe", ["uct(iterations=50)", "random"], games=20, seed=1)
    >>> result.players[0].score > 0.8
    True
    """
    if isinstance(game, GameMatchDefinition):
        if players or options:
            raise MatchError("a match definition already contains the players and the options: leave them out")
        definition = game
    else:
        definition = define_game_match(game, players, **options)
    began, stop = time.monotonic(), threading.Event()
    done = _Finished(definition)
    with LiveBar(str(definition.game), shown=progress) as bar:
        try:
            with stopping(stop, on_stop), closing(_rounds(definition, workers)) as rounds:
                for number, games in rounds:
                    done.add(number, games)
                    bar(done.share, f"{len(done.rounds) * len(definition.players):,} of {definition.games:,} games")
                    report(done.share)
                    if done.verdict is not None or stop.is_set():
                        break
        except KeyboardInterrupt:  # a second Ctrl-C; what is finished is kept
            pass
    played = done.games()
    return GameMatchResult(
        game=str(definition.game),
        position=definition.position,
        names=_names(definition.players),
        seed=definition.seed,
        stop=definition.stop,
        measure=definition.measure.value,
        bounds=_bounds(definition),
        planned=definition.rounds,
        played=played,
        seconds=time.monotonic() - began,
        verdict=done.verdict,
        finished=done.verdict is not None or len(played) == definition.games,
        repeatable=definition.repeatable,
        learns=definition.learns,
    )


def _names(players: Sequence[PlayerSpec]) -> tuple[str, ...]:
    """The texts of the players, numbered where two are the same."""
    texts = list(map(str, players))
    counts = {text: texts.count(text) for text in texts}
    return tuple(
        f"{text} #{texts[: index + 1].count(text)}" if counts[text] > 1 else text for index, text in enumerate(texts)
    )


def _bounds(definition: GameMatchDefinition) -> tuple[float, float]:
    """The bounds of what the stop rule looks at."""
    return (0.0, 1.0) if definition.measure is Measure.SCORE else definition.start().payoff_range


class _Finished:
    """The rounds that are finished, and what the stop rule says about them in the order of their numbers."""

    def __init__(self, definition: GameMatchDefinition) -> None:
        self._definition = definition
        self._looks = set(looks(definition.rounds, FIRST_ROUNDS).tolist()) if definition.stop else set()
        self._bounds = _bounds(definition)
        self._in_order = 0
        """The rounds up to here are finished."""
        self.rounds: dict[int, list[PlayedGame]] = {}
        self.verdict: str | None = None

    @property
    def share(self) -> float:
        return len(self.rounds) / self._definition.rounds

    def add(self, number: int, games: list[PlayedGame]) -> None:
        self.rounds[number] = games
        while self.verdict is None and self._in_order in self.rounds:
            self._in_order += 1
            if self._in_order in self._looks:
                self.verdict = self._judge()

    def games(self) -> tuple[PlayedGame, ...]:
        """All games; after a verdict, those that it rests on."""
        numbers = range(self._in_order) if self.verdict is not None else sorted(self.rounds)
        return tuple(game for number in numbers for game in self.rounds[number])

    def _judge(self) -> str | None:
        stop, measure = self._definition.stop, self._definition.measure.value
        games = [game for number in range(self._in_order) for game in self.rounds[number]]
        samples = sampled_by_round(games, measure)
        if isinstance(stop, Precision):
            return "precise" if self._half_width(samples) <= stop.half_width else None
        return None if stop is None else stop.verdict(samples, self._definition.rounds, self._bounds)

    def _half_width(self, samples: NDArray[np.float64]) -> float:
        """Half the width of the widest interval, as the result reports it."""
        if self._definition.measure is Measure.RETURNS:
            return max(rate.half if rate.sure else float("inf") for rate in map(win_rate, samples.T))
        games = samples.shape[0] * samples.shape[1]
        ends = [wilson_interval(float(column.mean()) * games, games) for column in samples.T]
        return max((high - low) / 2 for low, high in ends)
