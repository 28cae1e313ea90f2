"""Smooth UCT (Heinrich and Silver 2015; review §4.3.4): players who search their own information sets in self-play.

Every player has a tree of their information sets u, with the visits N(u, a) and the mean payoff Q(u, a) of each action.
An episode is one game from its start. At a set of their tree with N(u) visits, players follow UCT with the probability

    max(γ, η / (1 + d √N(u)))

and then takes the action with the largest Q(u, a) + c √(ln N(u) / N(u, a)), actions that were never taken first;
otherwise they draw an action by their average strategy, N(u, a) / N(u). A set that is not in the tree is added, one a
player in each episode, and from there on its player acts at random. With γ = 1 it is plain UCT, which need not come
near an equilibrium. The average strategies are the result.
"""

from __future__ import annotations

import math
from collections.abc import Hashable
from dataclasses import dataclass, field

from railbird._interruption import CtrlC
from railbird._progress import Progress, report_nothing
from railbird.errors import GameError
from railbird.extensive import (
    CHANCE,
    NOBODY,
    ExtensiveGame,
    RandomStream,
    SmoothUct,
    State,
    Strategy,
    parse_extensive_game,
    sample_chance,
)
from railbird.extensive.logarithm import log_of
from railbird.search.mcts.rules import check_actions, check_returns, check_turn

REPORT_EVERY = 64
"""Episodes between two progress reports."""


@dataclass(slots=True)
class SetNode:
    """An information set of a player's tree."""

    player: int
    menu: tuple[str, ...]
    visits: list[int] = field(default_factory=list)
    totals: list[float] = field(default_factory=list)
    """What the player got in all after each action."""

    def best(self, exploration: float) -> int:
        """The action with the largest upper bound: the first of the best, and first those that were never taken."""
        log, best, most = log_of(sum(self.visits)), 0, -math.inf
        for action, (visits, total) in enumerate(zip(self.visits, self.totals, strict=True)):
            if not visits:
                return action
            value = total / visits + exploration * math.sqrt(log / visits)
            if value > most:
                best, most = action, value
        return best

    def average(self, random: RandomStream) -> int:
        """An action drawn by the average strategy. One random number decides."""
        rest = random.below(sum(self.visits))
        for action, visits in enumerate(self.visits):
            rest -= visits
            if rest < 0:
                return action
        raise AssertionError("visits sum to less than their sum")

    def shares(self) -> list[float]:
        total = sum(self.visits)
        return [visits / total for visits in self.visits]


class SelfPlay:
    """All players of a game, who learn from playing each other. ``run`` goes on from where it stopped.

    >>> play = SelfPlay("kuhn", seed=1)
    >>> play.run(2000)
    >>> play.episodes, len(play.nodes)
    (2000, 12)
    >>> play.strategy()["As||r"]["c"] > 0.8
    True

    Order of random numbers: at each step an outcome of chance, or ``below(actions)`` outside of the tree, or
    ``uniform()`` for which rule decides (unless UCT surely does) and ``below(visits)`` for the average strategy.
    """

    def __init__(self, game: str | ExtensiveGame | State, rule: SmoothUct | None = None, *, seed: int = 1) -> None:
        if isinstance(game, str):
            game = parse_extensive_game(game)
        self._name, self._start = (str(game), game.start()) if isinstance(game, ExtensiveGame) else ("", game)
        self.rule = rule or SmoothUct()
        low, high = self._start.payoff_range
        self._exploration = self.rule.c * (high - low)
        self._random = RandomStream(seed)
        self.episodes = 0
        self.nodes: dict[tuple[int, Hashable], SetNode] = {}
        """The information sets of all players' trees, in the order in which they were added."""

    def run(self, episodes: int, progress: Progress = report_nothing) -> None:
        """Play some episodes. Ctrl-C ends it after one."""
        if episodes < 0:
            raise GameError(f"{episodes} episodes: there are 0 or more")
        with CtrlC() as ctrl_c:
            for number in range(episodes):
                self._play()
                self.episodes += 1
                if number % REPORT_EVERY == 0:
                    progress(number / episodes)
                if ctrl_c.pressed:
                    break
        progress(1.0)

    def strategy(self, player: int | None = None) -> Strategy:
        """The average strategy of all players, or of one. Sets that nobody came to are not in it."""
        return Strategy.from_rows(
            (
                (str(key), node.menu, node.shares())
                for (owner, key), node in self.nodes.items()
                if player in (None, owner)
            ),
            game=self._name,
        )

    def _play(self) -> None:
        state, random = self._start.clone(), self._random
        path: list[tuple[SetNode, int]] = []
        outside: set[int] = set()
        while state.turn != NOBODY:
            turn = check_turn(state)
            if turn == CHANCE:
                state.apply(sample_chance(state, random))
                continue
            check_actions(state)
            actions = state.legal_actions()
            if turn in outside:
                action = random.below(len(actions))
            else:
                node, is_new = self._node(state, turn)
                if is_new:
                    outside.add(turn)
                    action = random.below(len(actions))
                else:
                    action = self._choose(node)
                path.append((node, action))
            state.apply(actions[action])
        returns = check_returns(state, state.returns())
        for node, action in path:
            node.visits[action] += 1
            node.totals[action] += returns[node.player]

    def _node(self, state: State, player: int) -> tuple[SetNode, bool]:
        key = (player, state.information_key(player))
        node = self.nodes.get(key)
        if node is not None:
            return node, False
        menu = tuple(map(state.action_text, state.legal_actions()))
        node = self.nodes[key] = SetNode(player, menu, [0] * len(menu), [0.0] * len(menu))
        return node, True

    def _choose(self, node: SetNode) -> int:
        share = self.rule.uct_share(sum(node.visits))
        if share < 1 and self._random.uniform() >= share:
            return node.average(self._random)
        return node.best(self._exploration)
