"""Beliefs from similar contexts, and Miximax with chance nodes, written plainly with dictionaries."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from railbird.game import Hand
from tests.reference.miximax import act, actions_of

Array = NDArray[np.float64]
Class = tuple[object, ...]


@dataclass(frozen=True)
class Deed:
    """An action on the way to a node."""

    player: int
    round: int
    letter: str
    paid: bool
    """Whether it cost chips."""


def deeds_of(hand: Hand, letters: str) -> list[Deed]:
    """The actions of a sequence of the abstract game; the hand is at its start, and is restored."""
    result = []
    for letter in letters:
        player, number, before = hand.actor, hand.round, hand.paid[hand.actor]
        act(hand, letter)
        result.append(Deed(player, number, letter, hand.paid[player] > before))
    for _ in letters:
        hand.undo()
    return result


def hand_class(level: str, deeds: Sequence[Deed], still_in: set[int], player: int) -> Class:
    """The class of similar hands, by level."""
    bets = [sum(deed.letter == "r" for deed in deeds if deed.round == number) for number in range(4)]
    own = [
        sum(deed.letter == "r" for deed in deeds if (deed.round, deed.player) == (number, player))
        for number in range(4)
    ]
    did = []
    for number in range(4):
        called = any(
            deed.letter == "c" and deed.paid for deed in deeds if (deed.round, deed.player) == (number, player)
        )
        did.append("more" if own[number] > 1 else "bet" if own[number] else "call" if called else "check")
    position = (min(len(still_in), 4), player == max(still_in))
    return {
        "deeds": (*did, position),
        "alone": tuple(did),
        "s4": (bets[0] + bets[1], bets[2] + bets[3], position),
        "s3": (sum(bets[:3]), bets[3], position),
        "s2": (sum(bets), position),
        "s1": (sum(own), position),
    }[level]


def action_class(level: str, deeds: Sequence[Deed], hand: Hand) -> Class:
    """The class of similar decisions, by level; the hand is at the decision."""
    player, number = hand.actor, hand.round
    bets = sum(deed.letter == "r" for deed in deeds if deed.round == number)
    coarse = (number, bets, max(hand.paid) > hand.paid[player])
    if level == "round":
        return coarse
    own = sum(deed.letter == "r" for deed in deeds if (deed.round, deed.player) == (number, player))
    before = [deed for deed in deeds if (deed.round, deed.player) == (number - 1, player)]
    did = (
        "bet"
        if any(deed.letter == "r" for deed in before)
        else "call"
        if any(deed.letter == "c" and deed.paid for deed in before)
        else "check"
    )
    return (*coarse, min(own, 2), did, min(hand.folded.count(False), 4))


@dataclass
class PlainPool:
    """Counts by level and class."""

    bins: int
    seeds: Array
    actions: dict[tuple[str, Class], Array] = field(default_factory=dict)
    hands: dict[tuple[str, Class], Array] = field(default_factory=dict)

    def count(self, key: tuple[str, Class], letter: str) -> None:
        self.actions.setdefault(key, np.zeros(3))["fcr".index(letter)] += 1

    def show(self, key: tuple[str, Class], rank_bin: int) -> None:
        self.hands.setdefault(key, np.zeros(self.bins))[rank_bin] += 1


@dataclass
class PlainBelief:
    """The expected play of a player."""

    bins: int
    seeds: tuple[float, float, float]
    middle: Array
    trust: float
    hand_levels: tuple[str, ...]
    action_levels: tuple[str, ...]
    pools: list[PlainPool]
    prior: PlainPool | None = None
    counts: dict[str, float] = field(default_factory=dict)
    shown: dict[str, Array] = field(default_factory=dict)

    def frequencies(self, hand: Hand, letters: str, deeds: Sequence[Deed]) -> dict[str, float]:
        legal = actions_of(hand)
        places = ["fcr".index(letter) for letter in legal]
        exact = np.array([self.counts.get(letters + letter, 0.0) for letter in legal])
        if not self.action_levels and not self.prior:
            return dict(zip(legal, exact + np.array(self.seeds)[places], strict=True))
        levels = [exact]
        for pool in self.pools:
            for level in self.action_levels:
                levels.append(pool.actions.get((level, action_class(level, deeds, hand)), np.zeros(3))[places])
        if self.prior:
            key = ("round", action_class("round", deeds, hand))
            levels.append(self.prior.actions.get(key, np.zeros(3))[places])
        result, left = np.zeros(len(legal)), 1.0
        for counts in levels:
            share = left * (1 - self.trust ** counts.sum())
            if counts.sum() > 0:
                result += share * counts / counts.sum()
            left -= share
        seeds = np.array(self.seeds)[places]
        if seeds.sum() > 0:
            result += left * seeds / seeds.sum()
        return dict(zip(legal, result, strict=True))

    def histogram(self, letters: str, deeds: Sequence[Deed], still_in: set[int], player: int) -> Array:
        exact = self.shown.get(letters, np.zeros(self.bins))
        if not self.hand_levels and not self.prior:
            both = exact + self.middle
            return np.asarray(both / both.sum())
        levels = [exact]
        for pool in self.pools:
            for level in self.hand_levels:
                key = (level, hand_class(level, deeds, still_in, player))
                levels.append(pool.hands.get(key, np.zeros(self.bins)))
        if self.prior:
            key = ("s1", hand_class("s1", deeds, still_in, player))
            levels.append(self.prior.hands.get(key, np.zeros(self.bins)))
        result, left = np.zeros(self.bins), 1.0
        for counts in levels:
            share = left * (1 - self.trust ** counts.sum())
            if counts.sum() > 0:
                result += share * counts / counts.sum()
            left -= share
        return np.asarray(result + left * self.middle / self.middle.sum())


def beaten(histogram: Array) -> Array:
    """For each bin, the share of hands that a hand in it beats: those below it, and half of those in it."""
    return np.asarray(np.cumsum(histogram) - histogram / 2)


@dataclass
class PlainSearch:
    """Miximax with chance nodes."""

    hand: Hand
    beliefs: dict[int, PlainBelief]
    player: int
    steps: dict[int, Array]
    """Transitions from the buckets of each round to the next, and from the river to the bins."""
    temperature: float = 0.0
    least_reach: float = 0.0

    def values(self, letters: str) -> dict[str, Array]:
        """The values at the node of these letters, where the hand is."""
        return {letter: self._after(letters, letter, 1.0) for letter in actions_of(self.hand)}

    def _after(self, letters: str, letter: str, reach: float) -> Array:
        """The value after an action, in the buckets of the round before it."""
        number, hand, player = self.hand.round, self.hand, self.player
        size = self.steps[number].shape[0]
        act(hand, letter)
        try:
            if hand.folded[player]:
                return np.full(size, -float(hand.paid[player]))
            if hand.over and hand.folded.count(False) == 1:
                return np.full(size, float(hand.pot - hand.paid[player]))
            if hand.over:
                return np.asarray(self.steps[3] @ self._win(letters + letter) * hand.pot - hand.paid[player])
            values = self._value(letters + letter, reach)
            return values if hand.round == number else np.asarray(self.steps[number] @ values)
        finally:
            hand.undo()

    def _win(self, letters: str) -> Array:
        still_in = {each for each, folded in enumerate(self.hand.folded) if not folded}
        deeds = self._deeds(letters)
        share = np.ones(self.steps[3].shape[1])
        for other in still_in - {self.player}:
            share = share * beaten(self.beliefs[other].histogram(letters, deeds, still_in, other))
        return share

    def _deeds(self, letters: str) -> list[Deed]:
        for _ in letters:
            self.hand.undo()
        result = deeds_of(self.hand, letters)
        for letter in letters:
            act(self.hand, letter)
        return result

    def _value(self, letters: str, reach: float) -> Array:
        if self.hand.actor == self.player:
            values = {letter: self._after(letters, letter, reach) for letter in actions_of(self.hand)}
            stacked = np.stack(list(values.values()))
            if not self.temperature:
                return np.asarray(stacked.max(axis=0))
            least = values.get("f", np.full(stacked.shape[1], -math.inf))
            weights = np.exp((stacked - stacked.max(axis=0)) / self.temperature) * (stacked >= least)
            return np.asarray((weights * stacked).sum(axis=0) / weights.sum(axis=0))
        belief = self.beliefs[self.hand.actor]
        result = belief.frequencies(self.hand, letters, self._deeds(letters))
        total = sum(result.values())
        most = max(result.values())
        kept = {
            letter: each
            for letter, each in result.items()
            if each > 0 and (each == most or reach * each / total >= self.least_reach)
        }
        after = [self._after(letters, letter, reach * each / total) for letter, each in kept.items()]
        weights = np.array(list(kept.values()))
        return np.asarray(weights @ np.stack(after) / weights.sum())
