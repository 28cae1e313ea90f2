"""The actions of a public tree's decisions, ready for play: sizes as shares of the pot, and where each action leads."""

from __future__ import annotations

from collections.abc import Hashable
from typing import NamedTuple

import numpy as np

from railbird.abstraction.public_tree import CALL, DEAL, DECISION, FOLD, RAISE, PublicTree
from railbird.abstraction.translation import share_of
from railbird.game import Action, Betting, Game
from railbird.game.dealing import deck


class NodeActions(NamedTuple):
    """The actions of a node; none if the hand is over there."""

    player: int
    """The position that decides; -1 if nobody does."""
    round: int
    kinds: tuple[int, ...]
    """``FOLD``, ``CALL`` or ``RAISE``, in the order of the tree's edges."""
    shares: tuple[float, ...]
    """The size of each action as a share of the pot after the call; 0 for folds and calls."""
    all_in: tuple[bool, ...]
    """Whether a bet or raise is all that one of the players has."""
    children: tuple[int, ...]
    """The decision or end after each action, behind the cards that are dealt."""

    @property
    def call(self) -> int:
        """The index of the check or call."""
        return self.kinds.index(CALL)

    @property
    def fold(self) -> int | None:
        """The index of the fold, if there is one."""
        return 0 if self.kinds[0] == FOLD else None

    @property
    def raises(self) -> range:
        """The indices of the bets and raises, from small to large."""
        return range(self.call + 1, len(self.kinds))


class RealGame(NamedTuple):
    """A real game that is followed through a tree."""

    game: Game
    cards: bytes
    """Cards for a hand whose cards do not matter."""
    limit: bool
    depth: float
    """The depth of the tree in chips of this game: with stacks up to this, all-in is all-in."""
    actions: dict[Hashable, tuple[Action, ...]]
    """The real actions at turns that came up before; ``TreeTracker`` fills it."""


class TreeActions:
    """The actions of a public tree's nodes, each worked out once.

    >>> from railbird.abstraction import Spot, public_tree
    >>> actions = TreeActions(public_tree(Spot("nolimit(stack=100bb)"), "50%, 100%, a; raises 1"))
    >>> actions.at(0).shares
    (0.0, 0.0, 0.5, 1.0, 49.5)
    """

    def __init__(self, tree: PublicTree) -> None:
        self.tree = tree
        self._known: dict[int, NodeActions] = {}
        self._real: RealGame | None = None
        self._antes = np.array([0, 0])
        if tree.spot.is_start:
            self._antes = np.minimum(tree.spot.game.antes, tree.spot.stacks)
        self.depth = (min(tree.spot.stacks) + tree.pot / 2) / max(tree.spot.game.big_blind, 1)
        """What the shorter player had at the start, in big blinds."""
        self.root = self.behind(0)
        """The first decision."""
        self.first_round = int(tree.round[0])

    def at(self, node: int) -> NodeActions:
        """The actions of a node."""
        known = self._known.get(node)
        if known is None:
            known = self._known[node] = self._work_out(node)
        return known

    def real(self, game: Game) -> RealGame:
        """What a tracker needs to know about a real game."""
        if self._real is None or self._real.game is not game:
            cards = bytes(deck(game)[: game.cards_needed])
            depth = self.depth * max(game.big_blind, 1)
            self._real = RealGame(game, cards, game.betting is Betting.LIMIT, depth, {})
        return self._real

    def all_in_at(self, node: int) -> bool:
        """Whether a player has nothing left at a node."""
        return bool((self.tree.paid[node] >= np.array(self.tree.spot.stacks)).any())

    def behind(self, node: int) -> int:
        """The decision or end that a node leads to without a player's action."""
        tree = self.tree
        while tree.kind[node] == DEAL:
            node = int(tree.children[tree.child_start[node]])
        return node

    def _work_out(self, node: int) -> NodeActions:
        tree = self.tree
        if tree.kind[node] != DECISION:
            return NodeActions(-1, int(tree.round[node]), (), (), (), ())
        edges, actor = tree.edges(node), int(tree.actor[node])
        kinds = tuple(int(tree.edge_kind[edge]) for edge in edges)
        amounts = [int(tree.edge_amount[edge]) for edge in edges]
        before = self._paid_before_round(node)
        call = amounts[kinds.index(CALL)]
        level = int(tree.paid[node, actor]) - before + call
        pot = tree.pot + int(tree.paid[node].sum()) + call
        raises = [kind == RAISE for kind in kinds]
        most = min(tree.spot.stacks)
        return NodeActions(
            actor,
            int(tree.round[node]),
            kinds,
            tuple(share_of(amount, level, pot) if each else 0.0 for amount, each in zip(amounts, raises, strict=True)),
            tuple(each and before + amount >= most for amount, each in zip(amounts, raises, strict=True)),
            tuple(self.behind(int(tree.children[edge])) for edge in edges),
        )

    def _paid_before_round(self, node: int) -> int:
        """What the player who decides at a node had put in when its betting round began; blinds are part of it."""
        tree, actor = self.tree, int(self.tree.actor[node])
        first = node
        while (
            first and tree.kind[tree.parent[first]] == DECISION and tree.round[tree.parent[first]] == tree.round[node]
        ):
            first = int(tree.parent[first])
        if first == 0:
            return int(self._antes[actor])
        return int(tree.paid[first, actor])
