"""Miximax over the betting of a real hand, with real chips, written plainly; beliefs are those of the native core."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.abstraction import AbstractBetting
from railbird.game import ActionKind, Hand
from railbird.game.pots import stakes

Array = NDArray[np.float64]


@dataclass
class PlainPricedSearch:
    """The real hand is undone and redone; the context is a text of letters."""

    hand: Hand
    betting: AbstractBetting
    beliefs: Sequence[Sequence[_core.Belief | None]]
    """By class of prices and position."""
    prices: Sequence[float]
    bet: float
    steps: Mapping[int, Array]
    """Transitions from the buckets of each round to the next, and from the river to the bins."""
    player: int = field(init=False)

    def __post_init__(self) -> None:
        self.player = self.hand.actor

    def values(self, letters: str, highest: int, raises: Sequence[int]) -> dict[str, Array]:
        """The value of each action where the hand is: f, c, and each raise as its amount."""
        legal = self.hand.legal
        actions = [*(["f"] if legal.fold else []), "c", *map(str, raises)]
        lost = not self._in_context(self._context(letters))
        return {action: self._after(letters, highest, lost, action) for action in actions}

    def _context(self, letters: str) -> Hand:
        game = self.betting.game
        context = Hand(game, bytes(range(game.cards_needed)))
        for letter in letters:
            context.apply(ActionKind.of_letter(letter), context.legal.least_raise)
        return context

    def _in_context(self, context: Hand) -> bool:
        return not context.over and (context.actor, context.round) == (self.hand.actor, self.hand.round)

    def _class(self) -> int:
        hand = self.hand
        if hand.round == 0 and hand.raises == 0:
            return 0
        return sum(hand.legal.call / hand.pot > price for price in self.prices)

    def _after(self, letters: str, highest: int, lost: bool, action: str) -> Array:
        """The value after an action, in the buckets of the round before it."""
        hand, number = self.hand, self.hand.round
        size = self.steps[number].shape[0]
        highest = max(highest, self._class() if number else 0)
        letter = action if action in "fc" else "r"
        context = self._context(letters)
        fits = not context.over and (letter != "r" or context.legal.most_raise > 0)
        lost = lost or not fits or (letter == "f" and not context.legal.fold)
        kind = ActionKind.of_letter(letter)
        hand.apply(kind, int(action) if letter == "r" else 0)
        try:
            if hand.folded[self.player]:
                return np.full(size, -float(hand.paid[self.player]))
            if hand.folded.count(False) == 1:
                return np.full(size, float(hand.pot - hand.paid[self.player]))
            letters, lost = self._settled(letters if lost else letters + letter, lost)
            if hand.over or lost:
                return self._showdown(letters, highest, number)
            values = self._value(letters, highest)
            return values if hand.round == number else np.asarray(self.steps[number] @ values)
        finally:
            hand.undo()

    def _settled(self, letters: str, lost: bool) -> tuple[str, bool]:
        """Insert the calls of those who no longer act."""
        context = self._context(letters)
        while not context.over:
            if not lost and not self.hand.over:
                if self._in_context(context):
                    return letters, False
                lost = context.round > self.hand.round
            letter = "f" if self.hand.folded[context.actor] and context.legal.fold else "c"
            context.apply(ActionKind.of_letter(letter))
            letters += letter
        return letters, not self.hand.over

    def _value(self, letters: str, highest: int) -> Array:
        hand, legal = self.hand, self.hand.legal
        context = self._context(letters)
        actions = [*(["f"] if legal.fold and context.legal.fold else []), "c"]
        if legal.most_raise and context.legal.most_raise:
            called = hand.bets[hand.actor] + legal.call
            wanted = called + int(self.bet * (hand.pot + legal.call) + 0.5)
            actions.append(str(min(max(wanted, legal.least_raise), legal.most_raise)))
        if hand.actor == self.player:
            return np.asarray(np.max([self._after(letters, highest, False, each) for each in actions], axis=0))
        belief = self.beliefs[self._class()][hand.actor]
        assert belief is not None
        frequencies = belief.frequencies(self.betting.node_of(letters))
        weights = np.array([frequencies["fcr".index(each if each in "fc" else "r")] for each in actions])
        after = [
            self._after(letters, highest, False, each) for each, weight in zip(actions, weights, strict=True) if weight
        ]
        return np.asarray(weights[weights > 0] @ np.stack(after) / weights.sum())

    def _showdown(self, letters: str, highest: int, number: int) -> Array:
        """Every live chip of ours goes to the best of those who matched it, dead chips to the best of all."""
        hand, live = self.hand, stakes(self.hand.game, self.hand.paid)
        levels = sorted({0, live[self.player], *(min(each, live[self.player]) for each in live)})
        total = -float(hand.paid[self.player]) * np.ones(self.steps[number].shape[0])
        dead = sum(hand.paid) - sum(live)
        for low, high in [(0, 0), *pairwise(levels)]:
            chips = sum(min(each, high) - min(each, low) for each in live) if high else dead
            win = np.ones(self.steps[3].shape[1])
            for other, folded in enumerate(hand.folded):
                if other != self.player and not folded and live[other] >= high:
                    win = win * self._beaten(letters, highest, other)
            for step in range(3, number - 1, -1):
                win = np.asarray(self.steps[step] @ win)
            total = total + chips * win
        return total

    def _beaten(self, letters: str, highest: int, other: int) -> Array:
        belief = self.beliefs[highest][other]
        assert belief is not None
        context = self._context(letters)
        if context.folded.count(False) == 1 or context.folded[other]:
            bins = self.steps[3].shape[1]
            return np.asarray((np.arange(bins) + 0.5) / bins)
        return np.array(belief.beaten(self.betting.node_of(letters)))
