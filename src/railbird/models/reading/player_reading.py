"""``PlayerReading``: what one player does with which hands, as far as is known.

It begins with a mixture of types, whose shares follow from what the player does; corrections refine it step by step.
Each step is a hypothesis of its own, with and without much regard for the cards. Hypotheses that have predicted the
player's actions best count most for what the player will do, together with plain frequencies, averaged and multiplied;
those that have best predicted the hands that were shown count most for what the player holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.game import ActionKind
from railbird.models.predictors.sizing import RaiseSizes
from railbird.models.reading.contexts import CONTEXT_COUNTS, FACED, Context
from railbird.models.reading.corrections import KINDS, CorrectionKind
from railbird.models.reading.frequencies import FREQUENCY_KINDS, FREQUENCY_MEMORY, STANDS
from railbird.models.reading.types import PlayerTypes

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class ReadingConstants:
    """How much is believed of what. All ours, chosen by log-loss and log-score on hands of bots that are no types."""

    corrections: tuple[CorrectionKind, ...] = KINDS
    frequencies: tuple[str, ...] = FREQUENCY_KINDS
    """Kinds of contexts in which actions are counted, from rough to fine."""
    blinds: tuple[float, ...] = (0.05, 0.35)
    """Shares of actions that do not depend on the cards; a hypothesis for each."""
    types_memory: float = 1000.0
    """After so many actions, what one says about the type is worth 1/e."""
    evidence_memory: float = 1000.0
    """After so many actions, what one says about how well a hypothesis predicts actions is worth 1/e."""
    shown_memory: float = 2000.0
    """After so many hands that were shown, what one says about how well it predicts hands is worth 1/e."""
    trusted: float = 0.1
    """What an action says about the type counts so much: actions of a hand are not independent."""
    rate: float = 0.0015
    """At which the powers are learned with which estimates are multiplied."""


class SeenAction(NamedTuple):
    """An action of a player, as it is learned from when the hand is over."""

    context: Context
    street: int
    strata: NDArray[np.intp]
    kind: ActionKind


USUAL = ReadingConstants()
RAISES_IN_POTS = (0.5, 1.0, 2.0)
"""Sizes of raises in no-limit games."""


class PlayerReading:
    """What one player does with which hands."""

    def __init__(
        self, types: PlayerTypes, constants: ReadingConstants = USUAL, sizes: tuple[float, ...] = RAISES_IN_POTS
    ) -> None:
        self.types, self.constants, self._sizes = types, constants, sizes
        self.native = _core.ReadingState(_rules(types, constants))
        self.counts = np.zeros((4, 3, 3))
        """Actions by street and bets to call, for portraits."""
        self.hands = self.shown = 0
        self.sizes = RaiseSizes(sizes)
        """Of raises in no-limit games."""
        self.settled = False
        """Whether nothing is learned any more."""

    @property
    def level_of(self) -> NDArray[np.intp]:
        """The level of each hypothesis: the types alone, or so many corrections."""
        return np.repeat(np.arange(1 + len(self.constants.corrections)), len(self.constants.blinds))

    @property
    def blind_of(self) -> Array:
        """The share of actions that do not depend on the cards, of each hypothesis."""
        return np.tile(np.array(self.constants.blinds), 1 + len(self.constants.corrections))

    @property
    def type_shares(self) -> Array:
        """How likely each type is."""
        return self.native.type_shares

    @property
    def weights(self) -> Array:
        """How much each hypothesis counts for what the player does with a hand."""
        return self.native.weights

    @property
    def hand_weights(self) -> Array:
        """How much each hypothesis counts for what the player holds."""
        return self.native.hand_weights

    def triples(self, context: Context) -> Array:
        """What each level expects in a context: [levels, strata, 3]."""
        return self.native.triples(context)

    def saw_raise(self, pots: float) -> None:
        """Note the size of a raise in a no-limit game."""
        if not self.settled:
            self.sizes.learn(pots)

    def saw_hand(self, likely: Sequence[float]) -> None:
        """Note how likely each hypothesis thought a hand that was shown."""
        if not self.settled:
            self.shown += 1
            self.native.saw_hand(likely)

    def learn(self, actions: Sequence[SeenAction], hands: Array) -> None:
        """Learn from the actions of a hand that is over. ``hands``: the probability of each that the player had."""
        if self.settled:
            return
        self.hands += 1
        for action in actions:
            self.counts[action.street, action.context.rough % FACED, action.kind] += 1
            self.native.learn(action.context, action.kind, action.strata, hands)
        self.native.fade()

    def state(self) -> dict[str, NDArray[Any]]:
        """Everything that was learned, for ``restore``."""
        hands = np.array([self.hands, self.shown], np.int64)
        return {**self.native.state(), "counts": self.counts.copy(), "hands": hands, **self.sizes.state()}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Take what was saved. Raises KeyError or ValueError if it is malformed; then nothing changes."""
        counts, hands = np.array(state["counts"], np.float64), state["hands"]
        if counts.shape != self.counts.shape or not ((counts >= 0) & (counts < 1e12)).all():
            raise ValueError("its counts are malformed")
        if hands.shape != (2,) or not 0 <= hands[1] <= hands[0] < 10**12:
            raise ValueError("its numbers of hands are malformed")
        raises = self.sizes.check(state)
        self.native.restore(dict(state))
        self.sizes.counts = raises
        self.counts, self.hands, self.shown = counts, int(hands[0]), int(hands[1])

    def add(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Add what was saved about the same player elsewhere: counts and evidence add up, powers are averaged by hands.

        Raises KeyError or ValueError if it is malformed; then nothing changes.
        """
        other = PlayerReading(self.types, self.constants, self._sizes)
        other.restore(state)
        share = other.hands / max(self.hands + other.hands, 1)
        mine, theirs = self.state(), other.state()
        sums = {name: part + theirs[name] for name, part in mine.items()}
        powers = (1 - share) * mine["powers"] + share * theirs["powers"]
        self.restore({**sums, "powers": powers, "sizes": mine["sizes"]})


@lru_cache(maxsize=4)
def _rules(types: PlayerTypes, constants: ReadingConstants) -> _core.ReadingRules:
    """The native rules, which all readings share."""
    kinds = list(CONTEXT_COUNTS)
    return _core.ReadingRules(
        triples=types.triples,
        contexts=list(CONTEXT_COUNTS.values()),
        corrections=[
            (each.name, kinds.index(each.context), each.prior, each.memory, each.level_table())
            for each in constants.corrections
        ],
        frequencies=[(f"frequencies {kind}", kinds.index(kind)) for kind in constants.frequencies],
        stands=list(STANDS),
        blinds=list(constants.blinds),
        memories=(FREQUENCY_MEMORY, constants.types_memory, constants.evidence_memory, constants.shown_memory),
        trusted=constants.trusted,
        rate=constants.rate,
    )
