"""What a solution says at one place: ranges, strategy, expected value and equity of every hand.

Of boards that are the same but for suits, one is stored. A walk down the tree keeps, for each player, where the suits'
exchange takes the stored hands, so that all arrays here are those of the cards that were named.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction.public_tree import DEAL, DECISION, PublicTree
from railbird.cards import Card, HoleCards, Range, cards_text, parse_cards
from railbird.errors import CardError, GameError, quoted
from railbird.solve.spots.problem import mask_of
from railbird.solve.spots.solver import SpotSolver
from railbird.strength import equity_by_hand

SUITS = tuple(permutations(range(4)))
"""The exchanges of suits in the native core's order: the suit that each suit becomes."""
Pair = tuple[NDArray[np.float64], NDArray[np.float64]]


@dataclass(frozen=True, eq=False)
class SpotNode:
    """A place in a solved spot. Arrays of hands are in the order of ``hands``.

    Players are positions 0 and 1. Values are in chips from here on: what a player takes from the pot in the end, less
    what they still put in. Hands that share a card with the board have reach 0 and value nan.

    >>> from railbird.solve.spots import solve_spot
    >>> spot = "nolimit(blinds=1/2); Kh7d2c5s9s; pot=20, stacks=50/50"
    >>> node = solve_spot(spot, ("QQ+, 76s", "JJ, KQs"), "75%, a", to=0.001).node("r15")
    >>> node.player, node.actions, node.pot
    (1, ('f', 'c', 'r50'), 35)
    >>> jacks = node.hand_index(1, "JsJh")
    >>> [round(float(share), 1) for share in node.strategy[jacks]]
    [1.0, 0.0, 0.0]
    """

    solver: SpotSolver
    at: tuple[int, int]
    """The position of the native tree, and the node in it."""
    board: tuple[Card, ...]
    reach: Pair
    """For each player, the weight of each hand that gets here: range times the probability of the own actions."""
    images: tuple[NDArray[np.intp], NDArray[np.intp]]
    """For each player, the hand that each stored hand stands for."""
    suits: tuple[int, ...]
    """The suit that each stored suit stands for."""
    line: str

    @property
    def tree(self) -> PublicTree:
        return self.solver.problem.tree

    @cached_property
    def _described(self) -> tuple[int, list[int]]:
        betting, _, children = self.solver.native.describe(self.at)
        return betting, children

    @property
    def betting(self) -> int:
        """The node of the public tree."""
        return self._described[0]

    @property
    def kind(self) -> int:
        """``DECISION``, ``DEAL``, ``FOLDED`` or ``SHOWDOWN`` of ``railbird.abstraction.public_tree``."""
        return int(self.tree.kind[self.betting])

    @property
    def player(self) -> int | None:
        """Who decides; None if nobody does."""
        return int(self.tree.actor[self.betting]) if self.kind == DECISION else None

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions: f, c, r94."""
        if self.kind != DECISION:
            return ()
        return tuple(self.tree.edge_text(edge) for edge in self.tree.edges(self.betting))

    @property
    def pot(self) -> int:
        """The chips in the pot, open bets included."""
        return int(self.tree.pot + self.tree.paid[self.betting].sum())

    def hands(self, player: int) -> NDArray[np.uint16]:
        """The holdings of a player's range, as indices of ``railbird.game.holdings``."""
        return self.solver.hands[player]

    def chances(self, player: int) -> NDArray[np.float64]:
        """The probability of each hand of a player, given that both get here; nan if they never do."""
        joint = self.reach[player] * self._beside(player)
        total = joint.sum()
        return joint / total if total > 0 else np.full(len(joint), np.nan)

    @cached_property
    def strategy(self) -> NDArray[np.float64]:
        """[hands, actions]: the average strategy of the player to act."""
        player = self.player
        if player is None:
            raise GameError(f"nobody decides {self._where}")
        stored = self.solver.native.strategy(self.at, True).reshape(len(self.actions), -1)
        strategy = np.empty_like(stored)
        strategy[:, self.images[player]] = stored
        return np.ascontiguousarray(strategy.T)

    @cached_property
    def frequencies(self) -> NDArray[np.float64]:
        """How often each action is taken over the whole range, given that both players get here."""
        shares: NDArray[np.float64] = self.chances(self.player or 0) @ self.strategy
        return shares

    @cached_property
    def values(self) -> Pair:
        """For each player, the expected value of each hand; nan if no hand of the other can be dealt beside it."""
        first, second = (self._values(player) for player in range(2))
        return first, second

    @cached_property
    def action_values(self) -> NDArray[np.float64]:
        """[hands, actions]: the expected value of each action for the player to act, played on by both averages."""
        player = self.player
        if player is None:
            raise GameError(f"nobody decides {self._where}")
        columns = []
        for action in self.actions:
            after = self.child(action)
            spent = self.tree.paid[after.betting][player] - self.tree.paid[self.betting][player]
            columns.append(after._values(player) - spent)
        return np.stack(columns, axis=1)

    def value(self, player: int) -> float:
        """The expected value of a player's whole range."""
        return float(self.chances(player) @ np.nan_to_num(self.values[player]))

    @cached_property
    def equities(self) -> Pair:
        """For each player, the equity of each hand against the other's range here; nan where it is not defined."""
        every = self.solver.problem.holdings
        if len(every) != 1326:
            raise GameError(f"equities need the full deck and two hole cards, not {self.solver.problem.spot.game}")
        first, second = (
            np.asarray(equity_by_hand(self.range(1 - player), self.board))[self.hands(player)] for player in range(2)
        )
        return first, second

    def equity(self, player: int) -> float:
        """The equity of a player's whole range."""
        return float(self.chances(player) @ np.nan_to_num(self.equities[player]))

    def range(self, player: int) -> Range:
        """The range of a player here, its largest weight scaled to 1."""
        weights = np.zeros(len(self.solver.problem.holdings))
        weights[self.hands(player)] = self.reach[player]
        largest = weights.max()
        if largest <= 0:
            raise GameError(f"player {player + 1} never gets here: {self._where}")
        return Range.from_weights(weights / largest)

    def _repr_html_(self) -> str:
        """In a notebook: a line with the figures, and the picture of the hands."""
        from railbird.solve.spots.pictures import hands_chart

        who = "nobody acts" if self.player is None else f"player {self.player + 1} acts"
        values = ", ".join(f"EV of player {player + 1}: {self.value(player):,.2f}" for player in range(2))
        figures = f"<div>{cards_text(self.board)} {self._where}: {who}, pot {self.pot:,}; {values}</div>"
        return figures + hands_chart(self)._repr_html_()

    def hand_index(self, player: int, hand: str) -> int:
        """The index of a hand, such as ``AsKs``, in a player's arrays. Raises CardError if their range has it not."""
        holding = HoleCards.parse(hand).index
        found = np.flatnonzero(self.hands(player) == holding)
        if not len(found):
            raise CardError(f"{hand} is not in the range of player {player + 1}")
        return int(found[0])

    def after(self, line: str) -> SpotNode:
        """The place after more actions and cards, such as ``c r94 c 7h c``; ``/`` may stand before cards."""
        node = self
        for word in line.replace("/", " ").split():
            node = node._deal(word) if node.kind == DEAL else node.child(word)
        return node

    def child(self, action: str) -> SpotNode:
        """The place after an action: ``f``, ``c``, ``r94``, or ``r`` if there is one size."""
        names, (_, children) = self.actions, self._described
        raises = [name for name in names if name.startswith("r")]
        name = raises[0] if action == "r" and len(raises) == 1 else action
        if name not in names:
            listed = ", ".join(names) or "none"
            raise GameError(f"{quoted(action)} is not an action {self._where}; there are {listed}")
        index = names.index(name)
        player = self.player or 0
        reach = list(self.reach)
        reach[player] = reach[player] * self.strategy[:, index]
        return self._moved((self.at[0], children[index]), (reach[0], reach[1]), name)

    def _deal(self, text: str) -> SpotNode:
        cards = parse_cards(text)
        wanted = self.solver.problem.spot.game.board_cards[int(self.tree.round[self.betting])]
        if len(cards) != wanted or set(cards) & set(self.board):
            raise GameError(f"{quoted(text)} cannot be dealt {self._where}: expected {wanted} new card(s), such as 7h")
        stored = [Card(4 * card.rank + self.suits.index(card.suit)) for card in cards]
        try:
            position, exchange = self.solver.native.deal(self.at, mask_of(stored))
        except ValueError:
            raise GameError(f"{quoted(text)} is not in the deck of this game") from None
        masks = self.solver.problem.holdings.masks
        new = np.uint64(mask_of(cards))
        reach = [np.where(masks[self.hands(p)] & new, 0.0, self.reach[p]) for p in range(2)]
        images = self.images
        if exchange:
            moved = [images[player][self.solver.native.images(exchange, player)] for player in range(2)]
            images = (moved[0], moved[1])
        suits = tuple(self.suits[each] for each in SUITS[exchange])
        node = self._moved((position, 0), (reach[0], reach[1]), cards_text(cards))
        return SpotNode(self.solver, node.at, (*self.board, *cards), node.reach, images, suits, node.line)

    def _moved(self, at: tuple[int, int], reach: Pair, word: str) -> SpotNode:
        line = f"{self.line} {word}".strip()
        return SpotNode(self.solver, at, self.board, reach, self.images, self.suits, line)

    @property
    def _where(self) -> str:
        return f"after {quoted(self.line)}" if self.line else "at the start"

    def _values(self, player: int) -> NDArray[np.float64]:
        """Counterfactual values divided by the weight of the other's hands, plus what was paid since the spot began."""
        other = self.reach[1 - player]
        beside = self._beside(player)
        largest = other.max()
        if largest <= 0:
            return np.full(len(beside), np.nan)
        scaled = other[self.images[1 - player]] / largest
        stored = self.solver.native.values(False, player, self.at, scaled, 1)
        values = np.empty_like(stored)
        values[self.images[player]] = stored
        paid = float(self.tree.paid[self.betting][player])
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.where(beside > 1e-12 * largest, values * largest / beside + paid, np.nan)

    def _beside(self, player: int) -> NDArray[np.float64]:
        """For each hand of a player, the reach of the other's hands that can be dealt beside it; 0 if it is dead."""
        problem = self.solver.problem
        cards, masks = problem.holdings.cards, problem.holdings.masks
        own, others, reach = self.hands(player), self.hands(1 - player), self.reach[1 - player]
        by_card = np.zeros(52)
        for column in range(cards.shape[1]):
            np.add.at(by_card, cards[others, column], reach)
        beside = reach.sum() - by_card[cards[own]].sum(axis=1)
        if cards.shape[1] == 2:
            same = np.zeros(len(problem.holdings))
            same[others] = reach
            beside += same[own]
        dead = (masks[own] & np.uint64(mask_of(self.board))) != 0
        return np.where(dead, 0.0, np.maximum(beside, 0))
