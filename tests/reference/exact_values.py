"""Mean winnings in small games, by full enumeration."""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Iterator, Mapping
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from railbird.game import CALL, FOLD, Action, Game, Hand, TakenAction, View, raise_to
from railbird.game.dealing import deck
from railbird.game.holdings import holdings
from railbird.stats.aivat import Policy

Array = NDArray[np.float64]
Actions = tuple[TakenAction, ...]


class RandomStrategy:
    """A fixed random mixed strategy: probabilities for each holding in each public situation."""

    def __init__(self, seed: int, *, every_raise: bool = False) -> None:
        self._seed = seed
        self._every_raise = every_raise
        self._policies: dict[str, tuple[tuple[Action, ...], Array]] = {}

    def __call__(self, view: View) -> tuple[tuple[Action, ...], Array]:
        key = f"{self._seed} {view.position} {view.actions} {list(view.board_bytes)}"
        if key not in self._policies:
            chances = np.random.default_rng(zlib.crc32(key.encode()))
            actions = possible_actions(view, every_raise=self._every_raise)
            self._policies[key] = actions, chances.dirichlet(np.full(len(actions), 0.7), len(holdings(view.game)))
        return self._policies[key]


def possible_actions(view: View | Hand, *, every_raise: bool = False) -> tuple[Action, ...]:
    """Fold if it is legal, call, and the smallest and largest raise or every raise."""
    legal = view.legal
    raises = list(range(legal.least_raise, legal.most_raise + 1)) if legal.most_raise else []
    if not every_raise:
        raises = [*raises[:1], *raises[1:][-1:]]
    return (*([FOLD] if legal.fold else []), CALL, *map(raise_to, raises))


def all_deals(game: Game) -> list[bytes]:
    """Every deal with each player's hole cards in order; all are equally likely."""
    result = []
    for cards in permutations(deck(game), game.cards_needed):
        holes = [
            cards[start : start + game.hole_cards]
            for start in range(0, game.players * game.hole_cards, game.hole_cards)
        ]
        if all(list(each) == sorted(each) for each in holes):
            result.append(bytes(cards))
    return result


def all_endings(hand: Hand, strategies: Mapping[int, Policy]) -> Iterator[tuple[float, Hand]]:
    """Every continuation of a hand with these cards, and its probability."""
    if hand.over:
        yield 1.0, hand
        return
    actions, probabilities = strategies[hand.actor](hand.view(hand.actor))
    mine = probabilities[holdings(hand.game).index(hand.hole_bytes[hand.actor])]
    for action, probability in zip(actions, mine.tolist(), strict=True):
        after = hand.clone()
        after.act(action)
        for rest, ending in all_endings(after, strategies):
            yield probability * rest, ending


def one_ending(hand: Hand, strategies: Mapping[int, Policy], choose: random.Random) -> Hand:
    """One continuation, drawn from the strategies."""
    played = hand.clone()
    while not played.over:
        actions, probabilities = strategies[played.actor](played.view(played.actor))
        mine = probabilities[holdings(played.game).index(played.hole_bytes[played.actor])]
        played.act(choose.choices(actions, mine.tolist())[0])
    return played


class SmallGameValues:
    """Values of the states of a small game: the mean of ``worth`` over all unknown cards."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._deal_values: dict[int, float] = {}
        self._values: dict[object, Array] = {}

    def worth(self, deal: bytes, actions: Actions, player: int) -> float:
        """The winnings of a player after these actions if all cards are known."""
        raise NotImplementedError

    def deal_value(self, hand: Hand, player: int) -> float:
        if player not in self._deal_values:
            deals = all_deals(self.game)
            self._deal_values[player] = math.fsum(self.worth(deal, (), player) for deal in deals) / len(deals)
        return self._deal_values[player]

    def values(self, hand: Hand, player: int, board: bytes) -> Array:
        holes, actions = list(hand.hole_bytes), hand.actions
        holes[player] = b""
        key = (tuple(holes), actions, player, board)
        if key not in self._values:
            every, others = holdings(self.game), b"".join(holes)
            result = np.full(len(every), np.nan)
            for index in np.flatnonzero(every.apart_from(others + board)):
                holes[player] = every.cards[index].tobytes()
                left = [card for card in deck(self.game) if card not in b"".join(holes) + board]
                rests = permutations(left, sum(self.game.board_cards) - len(board))
                worths = [self.worth(b"".join(holes) + board + bytes(rest), actions, player) for rest in rests]
                result[index] = math.fsum(worths) / len(worths)
            self._values[key] = result
        return self._values[key]


class ExactValues(SmallGameValues):
    """The mean winnings of a player from a state on, if all strategies are known."""

    def __init__(self, game: Game, strategies: Mapping[int, Policy]) -> None:
        super().__init__(game)
        self._strategies = strategies
        self._means: dict[tuple[bytes, Actions], Array] = {}

    def worth(self, deal: bytes, actions: Actions, player: int) -> float:
        return float(self._mean(deal, actions)[player])

    def _mean(self, deal: bytes, actions: Actions) -> Array:
        """The mean winnings of all players with these cards after these actions."""
        key = deal, actions
        if key not in self._means:
            hand = Hand(self.game, deal)
            for action in actions:
                hand.apply(action.kind, action.amount)
            self._means[key] = self._mean_of(hand)
        return self._means[key]

    def _mean_of(self, hand: Hand) -> Array:
        if hand.over:
            return np.array([float(each) for each in hand.payoffs])
        actions, probabilities = self._strategies[hand.actor](hand.view(hand.actor))
        mine = probabilities[holdings(self.game).index(hand.hole_bytes[hand.actor])]
        result = np.zeros(self.game.players)
        for action, probability in zip(actions, mine.tolist(), strict=True):
            after = hand.clone()
            after.act(action)
            result += probability * self._mean(after.deal, after.actions)
        return result


class RandomValues(SmallGameValues):
    """Values that have nothing to do with the game."""

    def worth(self, deal: bytes, actions: Actions, player: int) -> float:
        return 20 * zlib.crc32(f"{list(deal)} {actions} {player}".encode()) / 2**32 - 5


def game_value(game: Game, strategies: Mapping[int, Policy], player: int) -> float:
    """The mean winnings of a player before the cards are dealt."""
    deals = all_deals(game)
    won = [
        chance * float(ending.payoffs[player])
        for deal in deals
        for chance, ending in all_endings(Hand(game, deal), strategies)
    ]
    return math.fsum(won) / len(deals)
