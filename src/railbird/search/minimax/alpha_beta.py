"""Alpha-beta: minimax without the branches that cannot matter (review of MCTS, §2.1.1; Knuth and Moore 1975)."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from railbird.errors import GameError
from railbird.extensive import State
from railbird.search.minimax.depth_limited import UNLIMITED, Limits, TwoPlayerSearch
from railbird.search.minimax.result import Evaluate, MinimaxResult, OrderActions
from railbird.search.minimax.transposition import AT_LEAST, AT_MOST, EXACT, TranspositionTable

REDUCIBLE_DEPTH = 3
"""The least remaining depth at which late actions are reduced; ours, usual in chess programs."""
HEAVIEST = 64
"""The depth above which a cut-off weighs no more in the history table; ours, it keeps the sums small."""


@dataclass(frozen=True, slots=True)
class AlphaBetaSettings:
    """Switches of alpha-beta. The first three change only the order in which actions are tried, hence the nodes.

    Forward pruning and reductions may change the value; they are off.
    """

    order: OrderActions | None = None
    """The user's own order, before the others are applied."""
    killers: bool = True
    """Try first the last two actions that caused a cut-off at the same depth (Akl and Newborn 1977)."""
    history: bool = True
    """Sort actions by the cut-offs that they caused anywhere, each weighted by depth² (Schaeffer 1983)."""
    margin: float | None = None
    """Forward pruning (review, §4.1.3): drop actions whose static value is more than this below the best one's."""
    reduce_after: int | None = None
    """Late-move reductions (review, §4.1.3): actions after this many are searched less deeply, and again in full if
    they turn out better than the best so far."""
    reduction: int = 1
    """By how many actions the depth of late ones is reduced."""

    def __post_init__(self) -> None:
        if self.margin is not None and not self.margin >= 0:
            raise GameError(f"margin={self.margin:g}: forward pruning needs a margin of 0 or more")
        if self.reduce_after is not None and self.reduce_after < 1:
            raise GameError(f"reduce_after={self.reduce_after}: at least the first action is searched in full")
        if self.reduction < 1:
            raise GameError(f"reduction={self.reduction}: a reduction is 1 or more")


def alpha_beta(
    state: State,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    *,
    seconds: float | None = None,
    deepen: bool = False,
    table: TranspositionTable | None = None,
    settings: AlphaBetaSettings | None = None,
) -> MinimaxResult:
    """The value of ``minimax`` with fewer nodes.

    alpha is what the player to act has already, beta what the opponent will allow: a node whose value reaches beta is
    left at once. It returns the best value that it saw, a bound outside the window (fail-soft). Without an evaluation
    function the window at the root is the payoff range: nothing beats a win. A transposition table gives values of
    searches that were at least as deep. With ``deepen`` the best action so far is tried first, so the shortest win is
    chosen.

    >>> from railbird.extensive.tic_tac_toe import TicTacToe
    >>> found = alpha_beta(TicTacToe(), deepen=True, table=TranspositionTable())
    >>> found.value, found.depth, found.solved
    (0.0, 9, True)
    """
    return _AlphaBeta(state, Limits(depth, evaluate, seconds, deepen), table, settings or AlphaBetaSettings()).run()


class _AlphaBeta(TwoPlayerSearch):
    name = "alpha_beta"

    def __init__(
        self, state: State, limits: Limits, table: TranspositionTable | None, settings: AlphaBetaSettings
    ) -> None:
        super().__init__(state, limits)
        self.settings = settings
        if settings.margin is not None and self.evaluate is None:
            raise GameError("forward pruning (margin) needs an evaluation function")
        self.table = table
        self.orders = settings.order is not None or settings.killers or settings.history
        self.killers: list[tuple[int, ...]] = [()] * len(self.lines)
        self.history: tuple[defaultdict[int, int], ...] = (defaultdict(int), defaultdict(int))
        self.reduce_after = UNLIMITED if settings.reduce_after is None else settings.reduce_after
        self.depth = 0
        self.previous: int | None = None
        """The best action of the iteration before."""

    def search(self, depth: int) -> float:
        self.depth = depth
        window = (-math.inf, math.inf) if self.evaluate is not None else (self.low, self.high)
        value = self._value(0, depth, 0, *window)
        self.previous = self.lines[0][0]
        return value

    def exact(self) -> bool:
        return not self.cut and self.settings.margin is None

    def _value(self, view: int, depth: int, ply: int, alpha: float, beta: float) -> float:
        """The value for the player ``view``: exact between alpha and beta, else a bound."""
        self.nodes += 1
        if self.nodes >= self.check_at:
            self.check_clock()
        self.lines[ply] = ()
        state = self.state
        turn = state.turn
        if turn not in (0, 1):
            value = self.ending(turn, ply)
            return value if view == 0 else -value
        if depth <= 0:
            value = self.leaf(ply)
            return value if view == 0 else -value
        if turn != view:
            alpha, beta = -beta, -alpha
        first = None if ply else self.previous
        table, key = self.table, None
        if table is not None:
            key = state.information_key(turn)
            entry = table.entries.get(key)
            if entry is not None:
                known_depth, kind, value, first = entry
                if known_depth >= depth and (kind == EXACT or (value >= beta if kind == AT_LEAST else value <= alpha)):
                    if known_depth < UNLIMITED:
                        self.cut = True
                    self.lines[ply] = (first,)
                    return value if turn == view else -value
        cut_before, self.cut = self.cut, False
        best, best_action = self._best(turn, depth, ply, alpha, beta, first)
        if table is not None:
            kind = AT_LEAST if best >= beta else EXACT if best > alpha else AT_MOST
            table.store(key, (depth if self.cut else UNLIMITED, kind, best, best_action))
        self.cut = self.cut or cut_before
        return best if turn == view else -best

    def _best(self, turn: int, depth: int, ply: int, alpha: float, beta: float, first: int | None) -> tuple[float, int]:
        """The value for the player to act, or a bound of it, and the action that reaches it."""
        state, lines = self.state, self.lines
        actions = self._ordered(turn, ply, first) if self.orders or first is not None else self.actions()
        if self.settings.margin is not None:
            actions = self._promising(turn, actions, self.settings.margin)
        best, best_action = -math.inf, actions[0]
        for number, action in enumerate(actions):
            state.apply(action)
            if number >= self.reduce_after and depth >= REDUCIBLE_DEPTH:
                value = self._value(turn, depth - 1 - self.settings.reduction, ply + 1, alpha, beta)
                if value > alpha:
                    value = self._value(turn, depth - 1, ply + 1, alpha, beta)
            else:
                value = self._value(turn, depth - 1, ply + 1, alpha, beta)
            state.undo()
            if value > best:
                best, best_action = value, action
                if value > alpha or ply == 0:
                    alpha = max(alpha, value)
                    lines[ply] = (action, *lines[ply + 1])
                    if ply == 0:
                        self.best_so_far = value if turn == 0 else -value
                    if value >= beta:
                        self._remember(turn, depth, ply, action)
                        break
        return best, best_action

    def _ordered(self, turn: int, ply: int, first: int | None) -> Sequence[int]:
        """The legal actions: first that of the table, then killers, then by history, then in the user's order."""
        actions = self.actions()
        settings = self.settings
        if settings.order is not None:
            actions = self.in_order(settings.order, actions)
        if settings.history and self.history[turn]:
            actions = sorted(actions, key=self.history[turn].__getitem__, reverse=True)
        front = [] if first is None else [first]
        front += [killer for killer in self.killers[ply] if killer != first and killer in actions]
        return front + [action for action in actions if action not in front] if front else actions

    def _remember(self, turn: int, depth: int, ply: int, action: int) -> None:
        """Note that an action has caused a cut-off."""
        if self.settings.history:
            self.history[turn][action] += min(depth, HEAVIEST) ** 2
        if self.settings.killers and action not in self.killers[ply][:1]:
            self.killers[ply] = (action, *self.killers[ply][:1])

    def _promising(self, turn: int, actions: Sequence[int], margin: float) -> list[int]:
        """The actions whose static value is within the margin of the best one's, the highest first."""
        values = {}
        for action in actions:
            self.nodes += 1
            self.state.apply(action)
            over = self.state.turn not in (0, 1)
            value = self.ending(self.state.turn, 0) if over else self.leaf_value()
            values[action] = value if turn == 0 else -value
            self.state.undo()
        least = max(values.values()) - margin
        return sorted((action for action in actions if values[action] >= least), key=lambda action: -values[action])

    def variation(self) -> tuple[int, ...]:
        """The principal variation, continued from the transposition table where the search took values from it."""
        line, state = list(self.lines[0]), self.state
        for action in line:
            state.apply(action)
        while self.table is not None and state.turn in (0, 1) and len(line) < self.depth:
            entry = self.table.entries.get(state.information_key(state.turn))
            if entry is None or entry[1] != EXACT or entry[0] < self.depth - len(line):
                break
            line.append(entry[3])
            state.apply(entry[3])
        for _ in line:
            state.undo()
        return tuple(line)
