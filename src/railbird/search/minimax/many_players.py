"""Paranoid and max^n: search with three or more players, or with payoffs that do not have a constant sum."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from numbers import Real

from railbird.errors import GameError
from railbird.extensive import CHANCE, NOBODY, State
from railbird.search.minimax.depth_limited import ROUNDING, DepthLimitedSearch, Limits, mean
from railbird.search.minimax.result import Evaluate, MinimaxResult, OrderActions

Values = tuple[float, ...]


def paranoid(
    state: State,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    *,
    seconds: float | None = None,
    deepen: bool = False,
    order: OrderActions | None = None,
) -> MinimaxResult:
    """Alpha-beta for the player to act, who assumes that all others work against them (Sturtevant and Korf 2000).

    The value is what they can be sure of. Turns of chance count as means and are searched in full.

    >>> from railbird.extensive.tic_tac_toe import TicTacToe
    >>> paranoid(TicTacToe()).value
    0.0
    """
    return _Paranoid(state, Limits(depth, evaluate, seconds, deepen), order).run()


def max_n(
    state: State,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    *,
    seconds: float | None = None,
    deepen: bool = False,
    most_in_total: float | None = None,
    order: OrderActions | None = None,
) -> MinimaxResult:
    """Each player takes the action that pays them most, the first among equals (Luckhardt and Irani 1986).

    With ``most_in_total``, an upper bound of the sum of all payoffs, shallow pruning skips actions that cannot matter
    (Korf 1991): when the player to act has v, another gets at most most_in_total − v − what the rest get at least,
    and if the player before them has as much already, they will not come here. Turns of chance count as means.

    >>> from railbird.extensive.tic_tac_toe import TicTacToe
    >>> found = max_n(TicTacToe(), depth=5, most_in_total=0)
    >>> found.values, found.nodes < max_n(TicTacToe(), depth=5).nodes
    ((0.0, 0.0), True)
    """
    return _MaxN(state, Limits(depth, evaluate, seconds, deepen), most_in_total, order).run()


class _ManyPlayers(DepthLimitedSearch):
    """Values are vectors, one number per player."""

    two_players = False

    def __init__(self, state: State, limits: Limits, order: OrderActions | None) -> None:
        super().__init__(state, limits)
        self.order = order
        self.seats = range(self.players)

    def leaf_value(self) -> Values:
        if self.evaluate is None:
            return ((self.low + self.high) / 2,) * self.players
        values = self.evaluate(self.position())
        if isinstance(values, Real) or not isinstance(values, Iterable) or len(values) != self.players:
            raise GameError(
                f"the evaluation of {self.game} gave {values!r}: {self.name} needs one value for each of "
                f"{self.players} players"
            )
        if not all(isinstance(value, Real) and math.isfinite(value) for value in values):
            raise GameError(f"the evaluation of {self.game} gave {values!r}: expected finite numbers")
        return tuple(map(float, values))

    def leaf(self, ply: int) -> Values:
        """The static values of a state at the depth limit."""
        self.cut = True
        self.deepest = max(self.deepest, ply)
        return self.leaf_value()

    def ending(self, turn: int, ply: int) -> Values:
        """The payoffs at the end of the game; GameError at any turn but that of nobody."""
        if turn != NOBODY:
            self.refuse_turn(turn)
        self.deepest = max(self.deepest, ply)
        returns = tuple(map(float, self.state.returns()))
        if len(returns) != self.players:
            self.refuse(f"returned {len(returns)} payoffs for {self.players} players")
        return returns

    def ordered(self) -> Sequence[int]:
        actions = self.actions()
        return actions if self.order is None else self.in_order(self.order, actions)


class _Paranoid(_ManyPlayers):
    name = "paranoid"

    def search(self, depth: int) -> float:
        return self._value(depth, 0, -math.inf, math.inf)

    def result(self, value: float | Values) -> tuple[float, Values | None]:
        own = value[max(self.turn, 0)] if isinstance(value, tuple) else value
        return own + 0.0, None

    def _value(self, depth: int, ply: int, alpha: float, beta: float) -> float:
        """The value for the player at the root: exact between alpha and beta, else a bound."""
        self.nodes += 1
        if self.nodes >= self.check_at:
            self.check_clock()
        self.lines[ply] = ()
        state, turn = self.state, self.state.turn
        if turn not in self.seats and turn != CHANCE:
            return self.ending(turn, ply)[max(self.turn, 0)]
        if depth == 0:
            return self.leaf(ply)[max(self.turn, 0)]
        if turn == CHANCE:
            return self._mean(depth, ply)
        sign = 1 if turn == max(self.turn, 0) else -1
        if sign < 0:
            alpha, beta = -beta, -alpha
        best = -math.inf
        for action in self.ordered():
            state.apply(action)
            value = sign * self._value(depth - 1, ply + 1, *((alpha, beta) if sign > 0 else (-beta, -alpha)))
            state.undo()
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    self.lines[ply] = (action, *self.lines[ply + 1])
                    if ply == 0:
                        self.best_so_far = value
                    if value >= beta:
                        break
        return sign * best

    def _mean(self, depth: int, ply: int) -> float:
        values = []
        for outcome, chance in self.outcomes():
            if chance > 0:
                self.state.apply(outcome)
                values.append((chance, self._value(depth - 1, ply + 1, -math.inf, math.inf)))
                self.state.undo()
        return mean(values)


class _MaxN(_ManyPlayers):
    name = "max_n"

    def __init__(self, state: State, limits: Limits, total: float | None, order: OrderActions | None) -> None:
        super().__init__(state, limits, order)
        self.total = total

    def search(self, depth: int) -> Values:
        return self._values(depth, 0, CHANCE, -math.inf)

    def result(self, values: Values) -> tuple[float, Values]:
        return values[max(self.turn, 0)], values

    def _values(self, depth: int, ply: int, before: int, bound: float) -> Values:
        """The values for all players; any with at most ``bound`` for the player ``before``, if they cannot get more."""
        self.nodes += 1
        if self.nodes >= self.check_at:
            self.check_clock()
        self.lines[ply] = ()
        state, turn = self.state, self.state.turn
        if turn not in self.seats and turn != CHANCE:
            return self._within_total(self.ending(turn, ply))
        if depth == 0:
            return self._within_total(self.leaf(ply))
        if turn == CHANCE:
            return self._mean(depth, ply)
        enough = math.inf
        if self.total is not None and before not in (turn, CHANCE):
            enough = self.total - bound - self.low * (self.players - 2)
        best: Values = ()
        for action in self.ordered():
            state.apply(action)
            values = self._values(depth - 1, ply + 1, turn, best[turn] if best else -math.inf)
            state.undo()
            if not best or values[turn] > best[turn]:
                best = values
                self.lines[ply] = (action, *self.lines[ply + 1])
                if ply == 0:
                    self.best_so_far = values
                if values[turn] >= enough:
                    break
        return best

    def _mean(self, depth: int, ply: int) -> Values:
        outcomes = []
        for outcome, chance in self.outcomes():
            if chance > 0:
                self.state.apply(outcome)
                outcomes.append((chance, self._values(depth - 1, ply + 1, CHANCE, -math.inf)))
                self.state.undo()
        return tuple(mean([(chance, values[player]) for chance, values in outcomes]) for player in self.seats)

    def _within_total(self, values: Values) -> Values:
        """The values, if shallow pruning may rely on their bounds."""
        if self.total is not None and (sum(values) > self.total + ROUNDING or min(values) < self.low - ROUNDING):
            self.refuse(
                f"has the values {values}: max_n(most_in_total={self.total:g}) needs a sum of at most that, and "
                f"values of {self.low:g} or more"
            )
        return values
