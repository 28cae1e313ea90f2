"""``StrategyPlace``: what a bucket strategy does after a line of betting, by bucket and by class of hands."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.bucket_strategy import BucketStrategy
from railbird.abstraction.public_tree import DEAL, DECISION
from railbird.cards import CLASSES, RANKS, Card, cards_text, parse_cards
from railbird.errors import GameError, quoted
from railbird.game.holdings import holdings
from railbird.solve.spots.actions import ShownAction, actions_of
from railbird.solve.spots.by_class import classes_of

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class ClassActions:
    """What classes of hands do. Arrays are in the order of ``names``."""

    names: tuple[str, ...]
    """AA, AKs, …, 22 row by row through the grid, or the ranks from high to low."""
    possible: Array
    """The number of hands that the board leaves."""
    fractions: Array
    """The share of the possible hands that get here by the player's own actions, from 0 to 1."""
    frequencies: Array
    """[classes, actions]: how often each action is taken; nan for classes that never get here."""

    @property
    def overall(self) -> Array:
        """[actions]: how often each action is taken over all hands that get here; nan if none does."""
        weights = self.fractions * self.possible
        with np.errstate(invalid="ignore"):
            return np.asarray((weights[:, None] * np.nan_to_num(self.frequencies)).sum(axis=0) / weights.sum())


@dataclass(frozen=True, eq=False)
class StrategyPlace:
    """A decision of a strategy.

    >>> from railbird.abstraction import Spot, public_tree
    >>> from railbird.abstraction.cards import build_abstraction
    >>> tree = public_tree(Spot("leduc"))
    >>> cards = build_abstraction(tree.spot.game, "buckets(preflop=3, flop=2)")
    >>> place = StrategyPlace.after(BucketStrategy(tree, cards, np.ones(462)), "c r")
    >>> place.player, [action.name for action in place.actions], place.reach.tolist()
    (0, ['fold', 'call 2', 'raise to 4'], [0.5, 0.5, 0.5])
    """

    strategy: BucketStrategy
    node: int

    @classmethod
    def after(cls, strategy: BucketStrategy, line: str = "") -> StrategyPlace:
        """The decision after a line such as ``c r / c``. Raises GameError if nobody decides there."""
        tree = strategy.tree
        node = tree.node_of(line)
        while tree.kind[node] == DEAL:
            node = int(tree.children[tree.child_start[node]])
        if tree.kind[node] != DECISION:
            raise GameError(f"the hand is over after {quoted(line)}: leave out its last action")
        return cls(strategy, node)

    @property
    def player(self) -> int:
        """The position that decides."""
        return int(self.strategy.tree.actor[self.node])

    @property
    def street(self) -> int:
        return int(self.strategy.tree.round[self.node])

    @property
    def line(self) -> str:
        return self.strategy.tree.line_of(self.node)

    @cached_property
    def actions(self) -> tuple[ShownAction, ...]:
        return actions_of(self.strategy.tree, self.node)

    @cached_property
    def probabilities(self) -> Array:
        """[buckets, actions]"""
        return self.strategy.at(self.node)

    @cached_property
    def reach(self) -> Array:
        """[buckets]: the probability that the player's own actions lead here.

        With imperfect recall it is an upper bound, that of the likeliest bucket on each earlier street.
        """
        tree, cards = self.strategy.tree, self.strategy.abstraction
        path = [self.node]
        while path[-1]:
            path.append(int(tree.parent[path[-1]]))
        street = int(tree.round[0])
        reach = np.ones(cards.counts[street])
        for node, child in zip(path[:0:-1], path[-2::-1], strict=True):
            if tree.kind[node] == DECISION and int(tree.actor[node]) == self.player:
                taken = [int(tree.children[edge]) for edge in tree.edges(node)].index(child)
                reach = reach * self.strategy.at(node)[:, taken]
            for each in range(street + 1, int(tree.round[child]) + 1):
                parents = cards.parents[each]
                reach = np.full(cards.counts[each], reach.max()) if parents is None else reach[parents]
            street = int(tree.round[child])
        return reach

    @cached_property
    def bucket_names(self) -> tuple[str, ...]:
        """Each bucket by its number on every street so far, from 1, such as 3.1; with imperfect recall one number."""
        parents_by_street = self.strategy.abstraction.parents
        names = [str(number + 1) for number in range(self.strategy.abstraction.counts[0])]
        for street in range(1, self.street + 1):
            parents = parents_by_street[street]
            if parents is None:
                names = [str(number + 1) for number in range(self.strategy.abstraction.counts[street])]
                continue
            seen = [0] * len(names)
            own = []
            for parent in parents.tolist():
                seen[parent] += 1
                own.append(f"{names[parent]}.{seen[parent]}")
            names = own
        return tuple(names)

    def hands_of_buckets(self) -> tuple[str, ...] | None:
        """The cards of each bucket before the board, if a hand is one card; else None."""
        game = self.strategy.tree.spot.game
        if self.street or game.hole_cards != 1:
            return None
        buckets = self.strategy.abstraction.of_board(b"")[0]
        cards = holdings(game).cards[:, 0]
        groups = [cards[buckets == bucket].tolist() for bucket in range(len(self.reach))]
        return tuple(cards_text(map(Card, group)) for group in groups)

    def by_class(self, board: str = "") -> ClassActions:
        """What each class of hands does on a board. Raises GameError if the board is not of this street."""
        cards, game = self.strategy.abstraction, self.strategy.tree.spot.game
        dealt = bytes(parse_cards(board))
        if cards.street_of(dealt) != self.street:
            wanted = sum(game.board_cards[: self.street + 1])
            raise GameError(f"after {quoted(self.line)} the board has {wanted} cards, not {len(dealt)}: give --board")
        if game.hole_cards > 2:
            raise GameError(f"{game} has {game.hole_cards} hole cards: there are classes of one or two")
        buckets = cards.of_board(dealt)[-1]
        hands = np.flatnonzero(buckets >= 0)
        names = tuple(map(str, CLASSES)) if game.hole_cards == 2 else tuple(reversed(RANKS))
        classes = classes_of(holdings(game).cards)[hands]
        reach = self.reach[buckets[hands]]

        def sums(values: Array) -> Array:
            return np.bincount(classes, values, len(names)).astype(np.float64)

        possible, weights = sums(np.ones(len(hands))), sums(reach)
        taken = reach[:, None] * self.probabilities[buckets[hands]]
        with np.errstate(divide="ignore", invalid="ignore"):
            frequencies = np.stack([sums(column) for column in taken.T], axis=1) / weights[:, None]
        return ClassActions(names, possible, weights / np.maximum(possible, 1), frequencies)
