"""What all depth-first searches share: a working copy of the state, checks, the count of nodes, the clock."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from itertools import count
from numbers import Real
from typing import Any, ClassVar, NamedTuple, NoReturn

from railbird.errors import GameError
from railbird.extensive import CHANCE, NOBODY, State, Undoable
from railbird.search.minimax.result import Evaluate, MinimaxResult, OrderActions

UNLIMITED = 1 << 30
"""The depth of a search to the end of the game, and of values that no depth limit has touched."""
CLOCK_SECONDS, MOST_UNTIMED = 0.001, 1024
"""About the time between two looks at the clock, and the most nodes between them."""
ROUNDING = 1e-9
"""By how much sums of payoffs and of probabilities may be off."""


def mean(values: Sequence[tuple[float, float]]) -> float:
    """Σ p·v of pairs of probability and value, as v₀ + Σ p·(v − v₀).

    So the mean of equal values is that value without rounding, and actions that are worth the same stay equal.

    >>> mean([(1 / 3, 0.1), (1 / 3, 0.1), (1 / 3, 0.1)])
    0.1
    """
    first = values[0][1]
    return first + sum(probability * (value - first) for probability, value in values)


class UndoByClone:
    """A state that has no ``undo`` of its own: it goes on in a clone, and comes back to the state before."""

    __slots__ = ("_before", "state", "turn")

    def __init__(self, state: State) -> None:
        self.state = state
        self.turn = state.turn
        self._before: list[State] = []

    def legal_actions(self) -> Sequence[int]:
        return self.state.legal_actions()

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        return self.state.chance_outcomes()

    def apply(self, action: int) -> None:
        self._before.append(self.state)
        self.state = self.state.clone()
        self.state.apply(action)
        self.turn = self.state.turn

    def undo(self) -> None:
        self.state = self._before.pop()
        self.turn = self.state.turn

    def returns(self) -> Sequence[float]:
        return self.state.returns()

    def information_key(self, player: int) -> Hashable:
        return self.state.information_key(player)


class Limits(NamedTuple):
    """How far a search looks, and what it takes for the value of what it does not see."""

    depth: int | None
    """Actions of players and chance; None for the end of the game."""
    evaluate: Evaluate | None
    """None for the middle of the payoff range."""
    seconds: float | None
    """The time limit; it implies ``deepen``."""
    deepen: bool
    """Search to depth 1, then to depth 2 and so on (iterative deepening)."""


class _OutOfSecondsError(Exception):
    """Raised inside a search whose time is over."""


class DepthLimitedSearch:
    """A search of one position: its counters, and the loop of iterative deepening. Ctrl-C ends it like the clock."""

    name: ClassVar[str]
    two_players = True

    def __init__(self, state: State, limits: Limits) -> None:
        self.game = type(state).__name__
        self._check_start(state, limits)
        self.turn = state.turn
        """Whose turn it is at the root."""
        self.players = state.players
        self.low, self.high = state.payoff_range
        self.undoable = isinstance(state, Undoable)
        self.start = state
        self.state: Any = self._working_copy()
        self.evaluate = limits.evaluate
        self.limit = UNLIMITED if limits.depth is None else limits.depth
        self.deepen = limits.deepen or limits.seconds is not None
        self.nodes = 0
        self.check_at: float = 1 if limits.seconds is not None else math.inf
        """The number of nodes at which the clock is looked at."""
        self._interval, self._last_look = 1, time.monotonic()
        self._end = self._last_look + (limits.seconds or 0.0)
        self.cut = False
        """Whether a value of this iteration rests on the evaluation function."""
        self.deepest = 0
        self.lines: list[tuple[int, ...]] = [()] * (min(self.limit, sys.getrecursionlimit()) + 2)
        """The best play found from the current node of each depth."""
        self.best_so_far: Any = None
        """The value of the best action at the root that was searched in this iteration."""

    def allows_hidden_information(self) -> bool:
        return False

    def search(self, depth: int) -> Any:
        """The value of the root, searched to a depth: for player 0 or for each player, as the method has it."""
        raise NotImplementedError

    def leaf_value(self) -> Any:
        """The static value of the current state."""
        raise NotImplementedError

    def result(self, value: Any) -> tuple[float, tuple[float, ...] | None]:
        """The value for the player to act, and those of all players if they are known."""
        raise NotImplementedError

    def position(self) -> State:
        """The current state, for functions of the user."""
        state: State = self.state if self.undoable else self.state.state
        return state

    def run(self) -> MinimaxResult:
        """Search, deeper and deeper if asked to, until done or interrupted."""
        last: MinimaxResult | None = None
        try:
            for depth in self._depths():
                self.cut = False
                self.deepest = 0
                self.best_so_far = None
                value = self.search(depth)
                reached = depth if depth < UNLIMITED else self.deepest
                last = self._summary(value, self.variation(), reached)
                if not self.cut:
                    break
        except (KeyboardInterrupt, _OutOfSecondsError):
            if last is not None:
                return replace(last, nodes=self.nodes, finished=False)
            if self.best_so_far is not None:
                value, line = self.best_so_far, self.lines[0]
            else:
                self.state = self._working_copy()
                value, line = self.leaf_value(), tuple(self.state.legal_actions()[:1]) if self.turn >= 0 else ()
            return replace(self._summary(value, line, 0), finished=False, solved=False)
        except RecursionError:
            raise GameError(f"{self.game} goes deeper than Python can follow: limit {self.name} with a depth") from None
        assert last is not None
        return last

    def variation(self) -> tuple[int, ...]:
        """The principal variation of the iteration that has just ended."""
        return self.lines[0]

    def exact(self) -> bool:
        """Whether this iteration's value is that of the game."""
        return not self.cut

    def check_clock(self) -> None:
        """Raise _OutOfSecondsError if the time is over."""
        now = time.monotonic()
        if now >= self._end:
            raise _OutOfSecondsError
        early = now - self._last_look < CLOCK_SECONDS
        self._interval = min(2 * self._interval, MOST_UNTIMED) if early else max(self._interval // 2, 1)
        self._last_look = now
        self.check_at = self.nodes + self._interval

    def actions(self) -> Sequence[int]:
        """The legal actions of the current state."""
        actions: Sequence[int] = self.state.legal_actions()
        if not actions:
            self.refuse(f"has no legal actions at the turn of player {self.state.turn}")
        return actions

    def in_order(self, order: OrderActions, actions: Sequence[int]) -> Sequence[int]:
        """The legal actions in the user's order."""
        ordered = order(self.position(), actions)
        if sorted(ordered) != sorted(actions):
            raise GameError(
                f"the order of actions of {self.game} gave {list(ordered)}: expected all legal ones, {list(actions)}"
            )
        return ordered

    def outcomes(self) -> Iterable[tuple[int, float]]:
        """The outcomes of chance in the current state, with their probabilities."""
        outcomes: Sequence[tuple[int, float]] = self.state.chance_outcomes()
        self.check_distribution(outcomes, "outcomes of chance")
        return outcomes

    def check_distribution(self, outcomes: Iterable[tuple[int, float]], what: str) -> None:
        """Raise GameError if the probabilities do not sum to 1."""
        total = math.fsum(probability if probability >= 0 else math.nan for _, probability in outcomes)
        if not abs(total - 1) <= ROUNDING:
            self.refuse(f"has {what} with probabilities that sum to {total:g}, not 1")

    def refuse(self, problem: str) -> NoReturn:
        """Raise GameError for a state that breaks the State protocol, or that the method cannot search."""
        raise GameError(f"{self.game} {problem}")

    def refuse_turn(self, turn: object) -> NoReturn:
        if turn == CHANCE:
            self.refuse(f"has turns of chance, which {self.name} cannot search: use expectiminimax, star1 or star2")
        self.refuse(f"says that it is the turn of {turn!r}, not of player 0 to {self.players - 1}, chance or nobody")

    def _working_copy(self) -> Any:
        return self.start.clone() if self.undoable else UndoByClone(self.start)

    def _depths(self) -> Iterable[int]:
        if not self.deepen:
            return (self.limit,)
        return count(1) if self.limit == UNLIMITED else range(1, self.limit + 1)

    def _summary(self, value: Any, line: tuple[int, ...], depth: int) -> MinimaxResult:
        own, values = self.result(value)
        action = line[0] if line else None
        return MinimaxResult(self.turn, own, values, action, line, self.nodes, depth, True, self.exact())

    def _check_start(self, state: State, limits: Limits) -> None:
        depth, seconds = limits.depth, limits.seconds
        if depth is not None and depth < 1:
            raise GameError(f"depth {depth}: {self.name} looks at least 1 action ahead")
        if seconds is not None and not 0 < seconds < math.inf:
            raise GameError(f"{seconds:g} seconds: give {self.name} a positive number of seconds")
        if self.two_players and state.players != 2:
            others = "paranoid or max_n" if state.players > 2 else "max_n"
            raise GameError(f"{self.game} has {state.players} players; {self.name} is for 2: use {others}")
        if not state.perfect_information and not self.allows_hidden_information():
            raise GameError(
                f"{self.game} hides information, which {self.name} would see: use a search over information sets"
            )
        if state.turn == NOBODY:
            raise GameError(f"the game is over: there is nothing to search in this position of {self.game}")
        if not (state.turn == CHANCE or state.turn in range(state.players)):
            self.players = state.players
            self.refuse_turn(state.turn)
        if state.turn >= 0 and not state.legal_actions():
            self.refuse(f"has no legal actions at the turn of player {state.turn}")


class TwoPlayerSearch(DepthLimitedSearch):
    """A search of a game in which one player wins what the other loses; values are those of player 0."""

    total: float | None = None
    """What both players get together, as the first ending said; all endings must agree."""

    def leaf_value(self) -> float:
        if self.evaluate is None:
            return (self.low + self.high) / 2
        value: Any = self.evaluate(self.position())
        if not isinstance(value, Real):
            try:
                value, _ = value
            except (TypeError, ValueError):
                raise GameError(
                    f"the evaluation of {self.game} gave {value!r}: expected the value for player 0, or a pair"
                ) from None
        if not (isinstance(value, Real) and math.isfinite(value)):
            raise GameError(f"the evaluation of {self.game} gave {value!r}: expected a finite number")
        return float(value)

    def leaf(self, ply: int) -> float:
        """The static value of a state at the depth limit."""
        self.cut = True
        if ply > self.deepest:
            self.deepest = ply
        return self.leaf_value()

    def ending(self, turn: int, ply: int) -> float:
        """What player 0 gets at the end of the game; GameError at any turn but that of nobody."""
        if turn != NOBODY:
            self.refuse_turn(turn)
        if ply > self.deepest:
            self.deepest = ply
        returns = self.state.returns()
        if len(returns) != 2:
            self.refuse(f"returned {len(returns)} payoffs for 2 players")
        mine, other = returns
        if not self.low - ROUNDING <= mine <= self.high + ROUNDING:
            self.refuse(f"pays player 0 {mine:g}, outside its payoff range of {self.low:g} to {self.high:g}")
        if self.total is None:
            self.total = mine + other
        if not abs(mine + other - self.total) <= ROUNDING:
            self.refuse(
                f"pays both players {self.total:g} in one ending and {mine + other:g} in another; "
                f"{self.name} needs a constant sum: use max_n"
            )
        payoff: float = mine
        return payoff

    def result(self, value: float) -> tuple[float, tuple[float, ...]]:
        total = self.low + self.high if self.total is None else self.total
        values = (value + 0.0, total - value)
        return values[max(self.turn, 0)], values
