"""``PlayerReading``: what one player does with which hands, as far as is known.

It begins with a mixture of types, whose shares follow from what the player does; corrections refine it step by step.
Each step is a hypothesis of its own, with and without much regard for the cards. Hypotheses that have predicted the
player's actions best count most for what the player will do, together with plain frequencies; those that have best
predicted the hands that were shown count most for what the player holds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird.game import ActionKind
from railbird.models.predictors.sizing import RaiseSizes
from railbird.models.reading.contexts import BEHIND, FACED, OPPONENTS, RAISES, ROLES, Context
from railbird.models.reading.corrections import KINDS, Correction, CorrectionKind, number_of
from railbird.models.reading.frequencies import ESTIMATES, Frequencies
from railbird.models.reading.strata import STRATA
from railbird.models.reading.types import PlayerTypes

Array = NDArray[np.float64]
LEAST = 1e-9


@dataclass(frozen=True, slots=True)
class ReadingConstants:
    """How much is believed of what. All ours, chosen by log-loss and log-score on hands of bots that are no types."""

    corrections: tuple[CorrectionKind, ...] = KINDS
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
    sizes: tuple[float, ...] = (0.5, 1.0, 2.0)
    """Sizes of raises in no-limit games, in pots."""


class SeenAction(NamedTuple):
    """An action of a player, as it is learned from when the hand is over."""

    context: Context
    street: int
    strata: NDArray[np.intp]
    kind: ActionKind


class PlayerReading:
    """What one player does with which hands."""

    def __init__(self, types: PlayerTypes, constants: ReadingConstants | None = None) -> None:
        self.types, self.constants = types, constants or ReadingConstants()
        mine = self.constants
        self.corrections = [Correction(kind) for kind in mine.corrections]
        self._log_types = np.zeros(len(types))
        levels = 1 + len(self.corrections)
        self._hand_evidence = np.zeros(levels * len(mine.blinds))
        self.frequencies = Frequencies()
        self._evidence = np.zeros(self.hypotheses + ESTIMATES)
        self.level_of = np.repeat(np.arange(levels), len(mine.blinds))
        """The level of each hypothesis: the types alone, or so many corrections;"""
        self.blind_of = np.tile(np.array(mine.blinds), levels)
        """and the share of actions that do not depend on the cards."""
        self.counts = np.zeros((4, 3, 3))
        """Actions by street and bets to call, for portraits."""
        self.hands = self.shown = 0
        self.sizes = RaiseSizes(mine.sizes)
        """Of raises in no-limit games."""
        self.settled = False
        """Whether nothing is learned any more."""

    @property
    def hypotheses(self) -> int:
        return len(self._hand_evidence)

    @property
    def type_shares(self) -> Array:
        """How likely each type is."""
        return _shares(self._log_types)

    @property
    def weights(self) -> Array:
        """How much each hypothesis counts for what the player does with a hand."""
        return _shares(self._evidence[: self.hypotheses])

    @property
    def hand_weights(self) -> Array:
        """How much each hypothesis counts for what the player holds."""
        return _shares(self._hand_evidence)

    def triples(self, context: Context) -> Array:
        """What each level expects in a context: [levels, strata, 3]."""
        street = street_of(context.fine)
        now = legal(np.tensordot(self.type_shares, self.types.triples[:, context.fine], 1), context)
        levels = [now]
        for correction in self.corrections:
            factors = correction.factors(number_of(correction.kind, context), street)
            now = now * factors
            now = now / now.sum(axis=-1, keepdims=True)
            levels.append(now)
        return np.stack(levels)

    def estimates(self, context: Context, means: Array) -> Array:
        """The next action by each hypothesis, whose means are [hypotheses, 3], and by frequencies: [.., 3]."""
        first = self.weights @ means
        return np.concatenate([means, legal(self.frequencies.expected(context, first), context)])

    def over_all(self, estimates: Array) -> Array:
        """The next action, each estimate counting as much as it has predicted."""
        return np.asarray(_shares(self._evidence) @ estimates)

    def saw(self, kind: ActionKind, context: Context, estimates: Array) -> None:
        """Note how well an action was predicted by each estimate."""
        if self.settled:
            return
        self._evidence *= 1 - 1 / self.constants.evidence_memory
        self._evidence += np.log(np.maximum(estimates[:, kind], LEAST))
        self.frequencies.learn(context, kind)

    def saw_raise(self, pots: float) -> None:
        """Note the size of a raise in a no-limit game."""
        if not self.settled:
            self.sizes.learn(pots)

    def saw_hand(self, likely: Array) -> None:
        """Note how likely each hypothesis thought a hand that was shown."""
        if self.settled:
            return
        self.shown += 1
        self._hand_evidence *= 1 - 1 / self.constants.shown_memory
        self._hand_evidence += np.log(np.maximum(likely, LEAST))

    def learn(self, actions: Sequence[SeenAction], hands: Array) -> None:
        """Learn from the actions of a hand that is over. ``hands``: the probability of each that the player had."""
        if self.settled:
            return
        self.hands += 1
        for action in actions:
            masses = np.bincount(action.strata, hands, STRATA).astype(np.float64)
            self._learn_from(action, masses)
        for correction in self.corrections:
            correction.fade()
        self.frequencies.fade()

    def _learn_from(self, action: SeenAction, masses: Array) -> None:
        context, kind = action.context, action.kind
        self.counts[action.street, context.rough % FACED, kind] += 1
        tables = legal(self.types.triples[:, context.fine].astype(np.float64), context)
        now = np.tensordot(self.type_shares, tables, 1)
        self._log_types *= 1 - 1 / self.constants.types_memory
        self._log_types += self.constants.trusted * np.log(np.maximum(tables[:, :, kind] @ masses, LEAST))
        for correction in self.corrections:
            number = number_of(correction.kind, context)
            factors = correction.factors(number, action.street)
            correction.learn(number, action.street, masses, now, kind)
            now = now * factors
            now = now / now.sum(axis=-1, keepdims=True)

    def state(self) -> dict[str, NDArray[Any]]:
        """Everything that was learned, for ``restore``."""
        parts: dict[str, NDArray[Any]] = {
            "types": self._log_types.copy(),
            "evidence": self._evidence.copy(),
            "hand evidence": self._hand_evidence.copy(),
            "counts": self.counts.copy(),
            "hands": np.array([self.hands, self.shown], np.int64),
            **self.sizes.state(),
            **self.frequencies.state(),
        }
        for correction in self.corrections:
            parts |= correction.state()
        return parts

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        """Take what was saved. Raises KeyError or ValueError if it is malformed; then use a new reading."""
        logs = {"types": self._log_types, "evidence": self._evidence, "hand evidence": self._hand_evidence}
        for name, mine in logs.items():
            if state[name].shape != mine.shape or not np.isfinite(state[name]).all():
                raise ValueError(f"its {name} are malformed")
        counts, hands = np.array(state["counts"], np.float64), state["hands"]
        if counts.shape != self.counts.shape or not ((counts >= 0) & (counts < 1e12)).all():
            raise ValueError("its counts are malformed")
        if hands.shape != (2,) or not 0 <= int(hands[1]) <= int(hands[0]) < 10**12:
            raise ValueError("its numbers of hands are malformed")
        raises = self.sizes.check(state)
        for correction in self.corrections:
            correction.restore(state)
        self.frequencies.restore(state)
        self.sizes.counts = raises
        self._log_types = np.array(state["types"], np.float64)
        self._evidence = np.array(state["evidence"], np.float64)
        self._hand_evidence = np.array(state["hand evidence"], np.float64)
        self.counts, self.hands, self.shown = counts, int(hands[0]), int(hands[1])


def street_of(fine: int) -> int:
    """The street of a finest context."""
    return fine // (FACED * RAISES * OPPONENTS * BEHIND * ROLES)


def legal(triples: Array, context: Context) -> Array:
    """Triples of possible actions: what is not possible is a call."""
    if context.may_fold and context.may_raise:
        return np.asarray(triples, np.float64)
    result = np.array(triples, np.float64)
    if not context.may_fold:
        result[..., 1] += result[..., 0]
        result[..., 0] = 0.0
    if not context.may_raise:
        result[..., 1] += result[..., 2]
        result[..., 2] = 0.0
    return result


def _shares(logs: Array) -> Array:
    shares = np.exp(logs - logs.max())
    return np.asarray(shares / shares.sum())
