"""Star1 and Star2: expectiminimax with alpha-beta, also at turns of chance (Ballard 1983; Hauk, Buro, Schaeffer 2004).

All values lie between L and U. At a turn of chance, after some outcomes have been searched, the mean lies between what
it would be if all others were worth L and if all were worth U. A child is searched with the window in which its value
can still bring the mean between alpha and beta:

    A = (alpha − Σ before p v − Σ after p U) / p        B = (beta − Σ before p v − Σ after p L) / p

and the node is left as soon as a value is not between them. Star2 first *probes*: it searches one action of each child.
The probe of a child where the same player acts raises that child's L, the probe of the opponent's lowers its U.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Sequence

from railbird.errors import GameError
from railbird.extensive import CHANCE, State
from railbird.search.minimax.depth_limited import Limits, TwoPlayerSearch
from railbird.search.minimax.result import Evaluate, MinimaxResult, OrderActions

Probe = tuple[int, float]
"""An action of a child and its value, for the player who acts in the child."""


def star1(
    state: State,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    *,
    seconds: float | None = None,
    deepen: bool = False,
    bounds: tuple[float, float] | None = None,
    order: OrderActions | None = None,
) -> MinimaxResult:
    """The value of ``expectiminimax``, never with more nodes.

    ``bounds`` are the smallest and the largest value for player 0, evaluations included (default: the payoff range).

    >>> from railbird.extensive.tic_tac_toe import TicTacToe
    >>> star1(TicTacToe()).value
    0.0
    """
    return _Star(state, Limits(depth, evaluate, seconds, deepen), bounds, order).run()


def star2(
    state: State,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    *,
    seconds: float | None = None,
    deepen: bool = False,
    bounds: tuple[float, float] | None = None,
    order: OrderActions | None = None,
) -> MinimaxResult:
    """Star1 with probes: usually fewer nodes, the more so the better ``order`` puts good actions first.

    The second search of a child goes on after the probed action.

    >>> from railbird.extensive.tic_tac_toe import TicTacToe
    >>> star2(TicTacToe()).value
    0.0
    """
    return _Star2(state, Limits(depth, evaluate, seconds, deepen), bounds, order).run()


class _Star(TwoPlayerSearch):
    name = "star1"
    probing = False

    def __init__(
        self, state: State, limits: Limits, bounds: tuple[float, float] | None, order: OrderActions | None
    ) -> None:
        super().__init__(state, limits)
        least, most = bounds or (self.low, self.high)
        if not (math.isfinite(least) and math.isfinite(most) and least <= most):
            raise GameError(f"{self.name} needs finite bounds of the values of {self.game}, not {least:g} to {most:g}")
        self.bounds = ((least, most), (-most, -least))
        """L and U as each player sees them."""
        self.order = order

    def search(self, depth: int) -> float:
        return self._value(0, depth, 0, -math.inf, math.inf)

    def _value(self, view: int, depth: int, ply: int, alpha: float, beta: float, probe: Probe | None = None) -> float:
        """The value for the player ``view``: exact between alpha and beta, else a bound."""
        self.nodes += 1
        if self.nodes >= self.check_at:
            self.check_clock()
        self.lines[ply] = ()
        turn = self.state.turn
        if turn not in (0, 1, CHANCE) or depth == 0:
            return self._known(view, turn, ply)
        if turn == CHANCE:
            return self._chance(view, depth, ply, alpha, beta)
        if turn == view:
            return self._choice(turn, depth, ply, alpha, beta, probe)
        return -self._choice(turn, depth, ply, -beta, -alpha, probe)

    def _known(self, view: int, turn: int, ply: int) -> float:
        """The value of an ending or of a state at the depth limit."""
        value = self.leaf(ply) if turn in (0, 1, CHANCE) else self.ending(turn, ply)
        least, most = self.bounds[0]
        if not least <= value <= most:
            self.refuse(f"has a value of {value:g} for player 0, outside the bounds {least:g} to {most:g}: give others")
        return value if view == 0 else -value

    def _choice(self, turn: int, depth: int, ply: int, alpha: float, beta: float, probe: Probe | None) -> float:
        """The value of a player's turn, for that player."""
        best, probed = -math.inf, None
        if probe is not None:
            probed, best = probe
            alpha = max(alpha, best)
            if best >= beta:
                return best
        state, lines = self.state, self.lines
        for action in self._ordered():
            if action == probed:
                continue
            state.apply(action)
            value = self._value(turn, depth - 1, ply + 1, alpha, beta)
            state.undo()
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    lines[ply] = (action, *lines[ply + 1])
                    if ply == 0:
                        self.best_so_far = value if turn == 0 else -value
                    if value >= beta:
                        break
        return best

    def _ordered(self) -> Sequence[int]:
        actions = self.actions()
        return actions if self.order is None else self.in_order(self.order, actions)

    def _chance(self, view: int, depth: int, ply: int, alpha: float, beta: float) -> float:
        """The mean over the outcomes, or a bound of it outside the window."""
        outcomes = sorted(self.outcomes(), key=lambda outcome: -outcome[1])
        while outcomes[-1][1] == 0:
            outcomes.pop()
        node = _ChanceNode(view, [chance for _, chance in outcomes], self.bounds[view], (alpha, beta))
        if self.probing and depth > 1:
            for number, (outcome, _) in enumerate(outcomes):
                if not node.decided():
                    self.state.apply(outcome)
                    self._probe(node, number, depth - 2, ply + 2)
                    self.state.undo()
        if node.decided():
            return node.least if node.least >= beta else node.most
        for number, (outcome, _) in enumerate(outcomes):
            least, most = node.lows[number], node.highs[number]
            if least == most:
                continue
            low, high = node.window(number)
            self.state.apply(outcome)
            value = self._value(view, depth - 1, ply + 1, max(low, least), min(high, most), node.probes.get(number))
            self.state.undo()
            node.narrow(number, value, value)
            if value <= low:
                return node.most
            if value >= high:
                return node.least
        return math.fsum(map(operator.mul, node.chances, node.lows))

    def _probe(self, node: _ChanceNode, number: int, depth: int, ply: int) -> None:
        """Search the first action of a child of a chance node; ``depth`` and ``ply`` are those after that action."""
        self.nodes += 1
        state, turn = self.state, self.state.turn
        if turn == CHANCE:
            return
        if turn not in (0, 1):
            value = self._known(node.view, turn, ply - 1)
            node.narrow(number, value, value)
            return
        if node.beta >= node.highest if turn == node.view else node.alpha <= node.lowest:
            return
        low, high = node.window(number)
        if turn != node.view:
            low, high = -high, -low
        least, most = self.bounds[turn]
        action = self._ordered()[0]
        state.apply(action)
        value = self._value(turn, depth, ply, max(low, least), min(high, most))
        state.undo()
        node.probes[number] = action, value
        if value > low:
            lows, highs = node.lows[number], node.highs[number]
            node.narrow(number, *((value, highs) if turn == node.view else (lows, -value)))


class _Star2(_Star):
    name = "star2"
    probing = True


class _ChanceNode:
    """What is known about the outcomes of a turn of chance and their mean, as the player ``view`` sees it."""

    __slots__ = ("alpha", "beta", "chances", "highest", "highs", "least", "lowest", "lows", "most", "probes", "view")

    def __init__(
        self, view: int, chances: list[float], bounds: tuple[float, float], window: tuple[float, float]
    ) -> None:
        self.view = view
        self.chances = chances
        self.alpha, self.beta = window
        self.lowest, self.highest = self.least, self.most = bounds
        """Bounds of the mean, before and after values are known."""
        self.lows, self.highs = [self.least] * len(chances), [self.most] * len(chances)
        """Bounds of the value of each outcome."""
        self.probes: dict[int, Probe] = {}

    def decided(self) -> bool:
        """Whether the mean is certainly outside the window."""
        return self.least >= self.beta or self.most <= self.alpha

    def window(self, number: int) -> tuple[float, float]:
        """The values A and B of an outcome that bring the mean to alpha and beta if all others are at their bounds."""
        chance = self.chances[number]
        low = (self.alpha - (self.most - chance * self.highs[number])) / chance
        high = (self.beta - (self.least - chance * self.lows[number])) / chance
        return low, high

    def narrow(self, number: int, low: float, high: float) -> None:
        """Put new bounds to the value of an outcome."""
        chance = self.chances[number]
        self.least += chance * (low - self.lows[number])
        self.most += chance * (high - self.highs[number])
        self.lows[number], self.highs[number] = low, high
