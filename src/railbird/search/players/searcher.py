"""A Monte Carlo tree search as a player of any game, which may keep its tree from move to move."""

from __future__ import annotations

from typing import Protocol

from railbird.errors import RailbirdError
from railbird.extensive import NOBODY, GamePlayer, RandomStream, State
from railbird.search.mcts import Budget, Node, SearchResult, TreeSearch


class MonteCarloSearch(Protocol):
    """A search that chooses an action, such as ``TreeSearch`` or ``InformationSetSearch``."""

    @property
    def budget(self) -> Budget: ...

    def search(self, state: State, random: RandomStream) -> SearchResult: ...


class Searcher(GamePlayer):
    """Plays the action that a search finds; ``last`` is the result of the latest search.

    With ``reuse``, the next search of a game starts from the part of the tree that the moves since then have led to,
    and adds its own iterations; only for one tree without hidden information.

    >>> from railbird.extensive import parse_extensive_game, play_actions
    >>> state = parse_extensive_game("tic-tac-toe").start()
    >>> play_actions(state, "b2 a1 c1 a2")
    >>> player = Searcher(TreeSearch(budget=Budget(iterations=200)))
    >>> state.action_text(player.choose(state, RandomStream(1))), player.steps
    ('a3', 200)
    """

    def __init__(self, search: MonteCarloSearch, *, reuse: bool = False) -> None:
        if reuse and not isinstance(search, TreeSearch):
            raise RailbirdError("only a search with one tree can reuse it")
        self.search = search
        self.reuse = reuse
        self.cheats = getattr(search, "cheats", False)
        self.uses_clock = search.budget.seconds is not None
        self.steps = 0
        self.last: SearchResult | None = None
        self._kept: tuple[Node, State] | None = None
        """The node after the last own action, and its state."""

    def start(self, player: int, seed: int) -> None:
        self.steps = 0
        self.last = self._kept = None

    def refusal(self, start: State) -> str | None:
        if start.perfect_information or not isinstance(self.search, TreeSearch):
            return None
        if not self.cheats:
            return "it has hidden information (use ismcts, determinized or, to cheat, cheating-uct)"
        return "it has hidden information, and a tree cannot be reused then" if self.reuse else None

    def choose(self, state: State, random: RandomStream) -> int:
        if self.reuse and isinstance(self.search, TreeSearch):
            result = self.search.search(state, random, root=self._kept_root(state) or Node(state.turn))
            self._keep(result, state)
        else:
            result = self.search.search(state, random)
        self.steps += result.iterations
        self.last = result
        return result.action

    def _keep(self, result: SearchResult, state: State) -> None:
        tree, after = result.tree, state.clone()
        after.apply(result.action)
        self._kept = tree.children[tree.actions.index(result.action)], after

    def _kept_root(self, state: State) -> Node | None:
        """The node of this position below the last own action; None if the tree does not have it."""
        if self._kept is None:
            return None
        me, key = state.turn, state.information_key(state.turn)
        stack = [self._kept]
        while stack:
            node, position = stack.pop()
            if node.player == me:
                if position.information_key(me) == key:
                    return node
                continue
            if node.player == NOBODY:
                continue
            for action, child in zip(node.actions, node.children, strict=True):
                after = position.clone()
                after.apply(action)
                stack.append((child, after))
        return None
