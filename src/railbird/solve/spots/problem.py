"""The problem of a spot solver: the spot, both ranges, the bet menu and locked strategies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from railbird import _core
from railbird.abstraction.bet_menu import BetMenu
from railbird.abstraction.public_tree import DECISION, PublicTree, public_tree
from railbird.abstraction.spot import Spot, parse_spot
from railbird.cards import Range, cards_text
from railbird.errors import GameError, quoted
from railbird.game.dealing import deck
from railbird.game.holdings import Holdings, holdings

RangeLike = str | Range | ArrayLike
"""A range: its text, or a weight for each holding of the game."""
Locks = Mapping[str, ArrayLike]
"""Given strategies by betting sequence: probabilities of the actions, for all hands alike or [actions, hands]."""


@dataclass(frozen=True, eq=False)
class SpotProblem:
    """A spot to solve. ``spot_problem`` makes and checks it."""

    tree: PublicTree
    weights: NDArray[np.float64]
    """[players, holdings]"""
    locks: tuple[tuple[int, NDArray[np.float64]], ...]
    """Nodes of the tree, with a probability for each action and holding."""

    @property
    def spot(self) -> Spot:
        return self.tree.spot

    @cached_property
    def holdings(self) -> Holdings:
        return holdings(self.spot.game)

    @cached_property
    def payoffs(self) -> NDArray[np.float64]:
        return self.tree.payoffs()

    @property
    def raked(self) -> bool:
        """Whether the players' values sum to less than the pot at some end."""
        return bool(self.spot.game.rake.ten_thousandths)

    def native(self, bits: int, isomorphism: bool) -> _core.PublicSolver:
        """A native solver of it, which has no memory yet."""
        game, tree = self.spot.game, self.tree
        with_cards = [bool(cards) for cards in game.board_cards]
        with_cards[: self.spot.first_round + 1] = [False] * (self.spot.first_round + 1)
        rounds = np.cumsum(with_cards)  # a round without new cards goes on with the one before
        deals = [0, *(cards for cards, dealt in zip(game.board_cards, with_cards, strict=True) if dealt)]
        try:
            return _core.PublicSolver(
                (
                    tree.kind,
                    tree.actor.view(np.uint8),
                    rounds[tree.round].astype(np.uint8),
                    tree.child_start,
                    tree.children,
                ),
                self.payoffs,
                (mask_of(deck(game)), mask_of(self.spot.board), deals),
                self.holdings.masks,
                self.weights,
                list(self.locks),
                isomorphism,
                bits,
            )
        except ValueError as error:
            raise GameError(f"{self.spot} cannot be solved: {error}") from None


def spot_problem(
    spot: Spot | str,
    ranges: Sequence[RangeLike] | None = None,
    menu: BetMenu | str | None = None,
    locks: Locks | None = None,
) -> SpotProblem:
    """Put a problem together. Raises GameError if a range has no hand on this board, or if a lock does not fit."""
    spot = parse_spot(spot) if isinstance(spot, str) else spot
    if spot.game.hole_cards > 2:
        raise GameError(f"a spot solver knows games with one or two hole cards, not {spot.game}")
    tree = public_tree(spot, menu)
    every = holdings(spot.game)
    if ranges is None:
        ranges = [np.ones(len(every))] * 2
    if len(ranges) != 2:
        raise GameError(f"there are two ranges, one for each player, not {len(ranges)}")
    weights = np.stack([_weights(each, every, number) for number, each in enumerate(ranges, start=1)])
    weights[:, ~every.apart_from(bytes(spot.board))] = 0
    for player in range(2):
        if not weights[player].any():
            board = f" on the board {cards_text(spot.board)}" if spot.board else ""
            raise GameError(f"the range of player {player + 1} has no hand left{board}: {_shown(ranges[player])}")
    given = tuple(_lock(tree, line, strategy, len(every)) for line, strategy in (locks or {}).items())
    return SpotProblem(tree, weights, given)


def mask_of(cards: Any) -> int:
    """Cards as a bit mask."""
    return sum(1 << card for card in cards)


def _weights(given: RangeLike, every: Holdings, number: int) -> NDArray[np.float64]:
    if isinstance(given, str):
        given = Range(given)
    if isinstance(given, Range):
        if len(every) != len(given.weights):
            raise GameError("a range of hands needs two hole cards and the full deck: give a weight for each holding")
        return given.weights.copy()
    weights = np.array(given, dtype=np.float64)
    if weights.shape != (len(every),):
        raise GameError(f"range {number} has the shape {weights.shape}: expected {len(every)} weights")
    if not (np.isfinite(weights).all() and (weights >= 0).all() and (weights <= 1).all()):
        raise GameError(f"range {number} has weights outside 0 to 1")
    return weights


def _shown(given: RangeLike) -> str:
    text = str(given) if isinstance(given, str | Range) else "an array"
    return quoted(text) if len(text) <= 60 else quoted(text[:57] + "...")


def _lock(tree: PublicTree, line: str, given: ArrayLike, count: int) -> tuple[int, NDArray[np.float64]]:
    node = tree.node_of(line)
    if tree.kind[node] != DECISION:
        raise GameError(f"nobody decides after {quoted(line)}: lock a line that ends before a decision")
    actions = [tree.edge_text(edge) for edge in tree.edges(node)]
    strategy = np.array(given, dtype=np.float64)
    if strategy.ndim == 1:
        strategy = np.repeat(strategy[:, None], count, axis=1)
    if strategy.shape != (len(actions), count):
        wanted = f"{len(actions)} probabilities ({', '.join(actions)}), or an array [{len(actions)}, {count}]"
        raise GameError(f"the lock after {quoted(line)} has the shape {strategy.shape}: expected {wanted}")
    if not (np.isfinite(strategy).all() and (strategy >= 0).all()):
        raise GameError(f"the lock after {quoted(line)} has probabilities that are negative or not numbers")
    sums = strategy.sum(axis=0)
    if not np.allclose(sums, 1, atol=1e-6):
        raise GameError(
            f"the lock after {quoted(line)} has probabilities with the sum {sums.min():g} to {sums.max():g}"
        )
    return node, strategy / sums
