"""Minimax and negamax: the value of a position when both players play their best (review of MCTS, §2.1)."""

from __future__ import annotations

import math

from railbird.extensive import State
from railbird.search.minimax.depth_limited import Limits, TwoPlayerSearch
from railbird.search.minimax.result import Evaluate, MinimaxResult


def minimax(
    state: State,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    *,
    seconds: float | None = None,
    deepen: bool = False,
) -> MinimaxResult:
    """Search the whole tree: player 0 takes the child of the largest value, player 1 that of the smallest.

    For games of two players with a constant sum, perfect information and no chance. Among equal actions the first wins.

    >>> from railbird.extensive.tic_tac_toe import TicTacToe
    >>> minimax(TicTacToe(), depth=2).nodes  # 1 + 9 + 9 · 8
    82
    """
    return MinimaxSearch(state, Limits(depth, evaluate, seconds, deepen)).run()


def negamax(
    state: State,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    *,
    seconds: float | None = None,
    deepen: bool = False,
) -> MinimaxResult:
    """Minimax with one rule for both players: the largest value of a child, seen by the player to act.

    A child's value changes its sign if the other player acts there. Same answers and nodes as ``minimax``.

    >>> from railbird.extensive.tic_tac_toe import TicTacToe
    >>> negamax(TicTacToe(), depth=2).nodes
    82
    """
    return _Negamax(state, Limits(depth, evaluate, seconds, deepen)).run()


class MinimaxSearch(TwoPlayerSearch):
    """Plain minimax; values are those of player 0, the maximiser."""

    name = "minimax"

    def search(self, depth: int) -> float:
        return self.value(depth, 0)

    def value(self, depth: int, ply: int) -> float:
        """The value of the current state."""
        self.nodes += 1
        if self.nodes >= self.check_at:
            self.check_clock()
        self.lines[ply] = ()
        turn = self.state.turn
        if turn not in (0, 1):
            return self.ending(turn, ply)
        return self.choice(turn, depth, ply) if depth else self.leaf(ply)

    def choice(self, turn: int, depth: int, ply: int) -> float:
        """The value of a player's turn: that of their best action."""
        state = self.state
        maximise = turn == 0
        best = -math.inf if maximise else math.inf
        for action in self.actions():
            state.apply(action)
            value = self.value(depth - 1, ply + 1)
            state.undo()
            if value > best if maximise else value < best:
                best = value
                self.lines[ply] = (action, *self.lines[ply + 1])
                if ply == 0:
                    self.best_so_far = value
        return best


class _Negamax(TwoPlayerSearch):
    name = "negamax"

    def search(self, depth: int) -> float:
        return self._value(0, depth, 0)

    def _value(self, view: int, depth: int, ply: int) -> float:
        """The value for the player ``view``."""
        self.nodes += 1
        if self.nodes >= self.check_at:
            self.check_clock()
        self.lines[ply] = ()
        state, turn = self.state, self.state.turn
        if turn not in (0, 1) or depth == 0:
            value = self.leaf(ply) if turn in (0, 1) else self.ending(turn, ply)
            return value if view == 0 else -value
        best = -math.inf
        for action in self.actions():
            state.apply(action)
            value = self._value(turn, depth - 1, ply + 1)
            state.undo()
            if value > best:
                best = value
                self.lines[ply] = (action, *self.lines[ply + 1])
                if ply == 0:
                    self.best_so_far = value if turn == 0 else -value
        return best if turn == view else -best
