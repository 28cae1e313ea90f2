"""One game between players of any game: who sees what, and what happens if a player fails."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from railbird._seeds import derived_seed
from railbird.agent.clock import Clock, OutOfTime, StopNow
from railbird.agent.failure import failure_text
from railbird.arena.guard import FaultKind
from railbird.errors import GameError
from railbird.extensive import CHANCE, NOBODY, GamePlayer, RandomStream, State, sample_chance

MOST_MOVES = 1_000_000
"""A game with more moves is taken for endless."""


@dataclass(frozen=True, slots=True)
class GameFault:
    """Why a player lost a game before its end."""

    entrant: int
    kind: FaultKind
    message: str


@dataclass(slots=True)
class Effort:
    """What a player spent in one game."""

    decisions: int = 0
    seconds: float = 0.0
    steps: int = 0
    """Iterations or nodes of their search."""


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The result of one game; entrants are the players in the order of the match."""

    number: int
    seats: tuple[int, ...]
    """The entrant in each seat."""
    returns: tuple[float, ...]
    """By entrant."""
    moves: int
    """Actions of players, without those of chance."""
    effort: tuple[Effort, ...] = field(compare=False)
    """By entrant."""
    fault: GameFault | None = None

    @property
    def scores(self) -> tuple[float, ...]:
        """1 for the entrant with the largest return, shared if there are several; 0 for the others."""
        if self.fault is not None:
            others = len(self.returns) - 1
            return tuple(0.0 if entrant == self.fault.entrant else 1 / others for entrant in range(others + 1))
        best = max(self.returns)
        winners = sum(value == best for value in self.returns)
        return tuple(1 / winners if value == best else 0.0 for value in self.returns)


@dataclass(frozen=True, slots=True)
class GameSeeds:
    """The seeds of one game: chance is the same in all seatings of a round, everything else is the game's own."""

    seed: int
    round: int
    game: int

    def chance(self) -> RandomStream:
        return RandomStream(derived_seed(self.seed, f"round {self.round}, chance"))

    def stream(self, entrant: int, purpose: str) -> RandomStream:
        return RandomStream(self.of(entrant, purpose))

    def of(self, entrant: int, purpose: str) -> int:
        return derived_seed(self.seed, f"game {self.game}, player {entrant}, {purpose}")


class _PlayerFailedError(Exception):
    """Ends a game that a player has lost by a fault."""

    def __init__(self, fault: GameFault) -> None:
        self.fault = fault


class OneGame:
    """Plays one game. Players get determinizations, never the true state, unless they declare that they cheat."""

    def __init__(self, start: State, players: Sequence[GamePlayer], seats: tuple[int, ...], seeds: GameSeeds) -> None:
        """``players`` are the entrants, ``seats`` the entrant in each seat."""
        self.state = start.clone()
        self.players = players
        self.seats = seats
        self.seeds = seeds
        self.moves = 0
        self.effort = tuple(Effort() for _ in players)
        entrants = range(len(players))
        self._choices = [seeds.stream(entrant, "choices") for entrant in entrants]
        self._guesses = [seeds.stream(entrant, "hidden facts") for entrant in entrants]

    def play(self, limit: float) -> PlayedGame:
        """Play to the end; a player may take ``limit`` seconds for each call."""
        clock = Clock(limit, __name__)
        fault = None
        with clock:
            try:
                self._play(clock, limit)
                returns = tuple(self.state.returns())
            except _PlayerFailedError as failed:
                fault = failed.fault
                returns = self._forfeit(self.seats.index(fault.entrant))
        for effort, player in zip(self.effort, self.players, strict=True):
            effort.steps = player.steps
        by_entrant = [0.0] * len(returns)
        for seat, value in enumerate(returns):
            by_entrant[self.seats[seat]] = value
        return PlayedGame(self.seeds.game, self.seats, tuple(by_entrant), self.moves, self.effort, fault)

    def _play(self, clock: Clock, limit: float) -> None:
        state, chance = self.state, self.seeds.chance()
        for seat, entrant in enumerate(self.seats):
            self._call(clock, limit, entrant, self.players[entrant].start, seat, self.seeds.of(entrant, "start"))
        while state.turn != NOBODY:
            if state.turn == CHANCE:
                state.apply(sample_chance(state, chance))
                continue
            entrant = self.seats[state.turn]
            seen, began = self._seen(state.turn), time.perf_counter()
            action = self._call(clock, limit, entrant, self.players[entrant].choose, seen, self._choices[entrant])
            self.effort[entrant].decisions += 1
            self.effort[entrant].seconds += time.perf_counter() - began
            if not isinstance(action, int) or action not in state.legal_actions():
                what = f"chose {action!r:.60}, which is not a legal action"
                raise _PlayerFailedError(GameFault(entrant, FaultKind.ILLEGAL, what))
            state.apply(action)
            self.moves += 1
            if self.moves > MOST_MOVES:
                raise GameError(f"a game of {type(state).__name__} has not ended after {MOST_MOVES:,} moves")
        for seat, entrant in enumerate(self.seats):
            self._call(clock, limit, entrant, self.players[entrant].observe, self._seen(seat))

    def _seen(self, seat: int) -> State:
        """The state that a player is given."""
        entrant = self.seats[seat]
        if self.players[entrant].cheats:
            return self.state.clone()
        return self.state.determinize(seat, self._guesses[entrant])

    def _call(self, clock: Clock, limit: float, entrant: int, call: Callable[..., Any], *arguments: object) -> Any:
        """Call a player's method. Raises _PlayerFailedError if that fails."""
        try:
            clock.begin(entrant)
            answer = call(*arguments)
            clock.end()
        except (KeyboardInterrupt, StopNow):
            raise
        except BaseException as error:  # sys.exit() in a player does not end the match
            clock.end()
            if isinstance(error, OutOfTime):
                fault = GameFault(entrant, FaultKind.TIME, f"took more than {limit:g} seconds")
            else:
                fault = GameFault(entrant, FaultKind.ERROR, failure_text(error))
            raise _PlayerFailedError(fault) from None
        return answer

    def _forfeit(self, loser: int) -> tuple[float, ...]:
        """Returns if a seat loses by a fault: the smallest payoff, which the others share, or their largest payoff."""
        low, high = self.state.payoff_range
        others = -low / (self.state.players - 1) if getattr(self.state, "zero_sum", False) else high
        return tuple(low if seat == loser else others for seat in range(self.state.players))
