"""What one player does with which hands, and the hands that fit what they do, in plain Python (native:
models/player_reading.cpp)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from railbird.cards import HAND_MASKS, HANDS
from railbird.models.reading.contexts import CONTEXT_COUNTS, FACED, UNKNOWN, Context
from railbird.models.reading.corrections import CorrectionKind
from railbird.models.reading.frequencies import FREQUENCY_MEMORY, STANDS
from railbird.models.reading.player_reading import ReadingConstants
from railbird.models.reading.strata import STRATA
from railbird.models.reading.types import PlayerTypes
from railbird.policies.triples import recalibrated

Array = NDArray[np.float64]
LEAST = 1e-9
LEAST_FACTOR, POSSIBLE, MOST_POWER = 1e-4, 1e-6, 10.0
MOST = 1e6
"""The scale of counts at which they are brought back to 1."""


class Correction:
    """The counts of one kind of correction."""

    def __init__(self, kind: CorrectionKind) -> None:
        self.kind = kind
        self.observed = np.zeros((CONTEXT_COUNTS[kind.context], kind.levels, 3), np.float32)
        self.expected = np.zeros_like(self.observed)
        self.scale = 1.0

    def factors(self, context: Context) -> Array:
        """What expectations are multiplied by: [strata, 3]."""
        number = getattr(context, self.kind.context)
        if number == UNKNOWN:
            return np.ones((STRATA, 3))
        base = self.kind.prior * self.scale
        ratios = (self.observed[number].astype(np.float64) + base) / (self.expected[number].astype(np.float64) + base)
        return np.asarray(ratios[self.kind.level_of(street_of(context))])

    def learn(self, context: Context, masses: Array, expected: Array, action: int) -> None:
        number, levels = getattr(context, self.kind.context), self.kind.level_of(street_of(context))
        for column, counts in enumerate((masses[:, None] * expected).T):
            self.expected[number, :, column] += self.scale * np.bincount(levels, counts, self.kind.levels)
        self.observed[number, :, action] += self.scale * np.bincount(levels, masses, self.kind.levels)

    def fade(self) -> None:
        self.scale *= math.exp(1 / self.kind.memory)
        if self.scale > MOST:
            self.observed /= self.scale
            self.expected /= self.scale
            self.scale = 1.0


class Frequencies:
    """Actions by context, whatever the player holds."""

    def __init__(self, kinds: Sequence[str]) -> None:
        self.counts = {kind: np.zeros((CONTEXT_COUNTS[kind], 3), np.float32) for kind in kinds}
        self.scale = 1.0

    def expected(self, context: Context, first: Array) -> list[Array]:
        stands, result = np.array(STANDS)[:, None] * self.scale, []
        now = np.tile(first, (len(STANDS), 1))
        for kind, counts in self.counts.items():
            number = getattr(context, kind)
            seen = np.zeros(3) if number == UNKNOWN else counts[number].astype(np.float64)
            now = (seen + stands * now) / (seen.sum() + stands)
            result += list(now)
        return result

    def learn(self, context: Context, action: int) -> None:
        for kind, counts in self.counts.items():
            counts[getattr(context, kind), action] += self.scale

    def fade(self) -> None:
        self.scale *= math.exp(1 / FREQUENCY_MEMORY)
        if self.scale > MOST:
            for counts in self.counts.values():
                counts /= self.scale
            self.scale = 1.0


class ReferenceReading:
    """What one player does with which hands."""

    def __init__(self, types: PlayerTypes, constants: ReadingConstants) -> None:
        self.types, self.constants = types, constants
        self.corrections = [Correction(kind) for kind in constants.corrections]
        self.frequencies = Frequencies(constants.frequencies)
        levels = 1 + len(self.corrections)
        self.level_of = np.repeat(np.arange(levels), len(constants.blinds))
        self.blind_of = np.tile(np.array(constants.blinds), levels)
        self.log_types = np.zeros(len(types))
        self.hand_evidence = np.zeros(len(self.level_of))
        self.evidence = np.zeros(len(self.level_of) + len(constants.frequencies) * len(STANDS))
        self.powers = np.eye(1, 1 + len(self.evidence)).ravel()
        self.product_evidence = 0.0

    @property
    def type_shares(self) -> Array:
        return shares(self.log_types)

    @property
    def weights(self) -> Array:
        return shares(self.evidence[: len(self.level_of)])

    def triples(self, context: Context) -> Array:
        now = np.tensordot(self.type_shares, self.types.triples[:, context.fine].astype(np.float64), 1)
        levels = [legal(now, context)]
        for correction in self.corrections:
            now = levels[-1] * correction.factors(context)
            levels.append(now / now.sum(axis=-1, keepdims=True))
        return np.stack(levels)

    def estimates(self, context: Context, means: Array) -> Array:
        frequencies = self.frequencies.expected(context, self.weights @ means)
        return np.stack([*means, *(legal(each, context) for each in frequencies)])

    def mixtures(self, estimates: Array) -> tuple[Array, Array, Array]:
        """The average and the product of estimates, and the logarithms that the product is made of."""
        average = shares(self.evidence) @ estimates
        logs = np.log(np.maximum([average, *estimates], LEAST_FACTOR))
        sums = np.where(average > POSSIBLE, self.powers @ logs, -np.inf)
        return average, shares(sums), logs

    def over_all(self, estimates: Array) -> Array:
        average, product, _ = self.mixtures(estimates)
        share = 1 / (1 + math.exp(-self.product_evidence))
        return np.asarray((1 - share) * average + share * product)

    def saw(self, kind: int, context: Context, estimates: Array) -> None:
        average, product, logs = self.mixtures(estimates)
        self.product_evidence *= 1 - 1 / self.constants.evidence_memory
        self.product_evidence += math.log(max(product[kind], LEAST)) - math.log(max(average[kind], LEAST))
        changed = self.powers + self.constants.rate * (logs[:, kind] - logs @ product)
        self.powers = np.clip(changed, -MOST_POWER, MOST_POWER)
        self.evidence *= 1 - 1 / self.constants.evidence_memory
        self.evidence += np.log(np.maximum(estimates[:, kind], LEAST))
        self.frequencies.learn(context, kind)

    def saw_hand(self, likely: Sequence[float]) -> None:
        self.hand_evidence *= 1 - 1 / self.constants.shown_memory
        self.hand_evidence += np.log(np.maximum(likely, LEAST))

    def learn(self, context: Context, action: int, strata: NDArray[np.intp], hands: Array) -> None:
        masses = np.bincount(strata, hands, STRATA).astype(np.float64)
        tables = legal(self.types.triples[:, context.fine].astype(np.float64), context)
        now = np.tensordot(self.type_shares, tables, 1)
        self.log_types *= 1 - 1 / self.constants.types_memory
        self.log_types += self.constants.trusted * np.log(np.maximum(tables[:, :, action] @ masses, LEAST))
        for correction in self.corrections:
            corrected = now * correction.factors(context)
            correction.learn(context, masses, now, action)
            now = corrected / corrected.sum(axis=-1, keepdims=True)

    def fade(self) -> None:
        for correction in self.corrections:
            correction.fade()
        self.frequencies.fade()

    def row(self, context: Context, bins: Array, weights: Array) -> Array:
        """What they do in a coming context with hands of each bin of strength: [bins, 3]."""
        levels = self.triples(context)[self.level_of]
        means = np.einsum("s,hsa->ha", weights @ bins, levels)
        seeing = np.tensordot(self.weights * (1 - self.blind_of), levels, 1)
        by_bin = bins @ seeing + (self.weights * self.blind_of) @ means
        return recalibrated(by_bin, self.over_all(self.estimates(context, means)), self.weights @ means)


class ReferenceRange:
    """What one opponent may hold."""

    def __init__(self, reading: ReferenceReading, known: bytes) -> None:
        self.reading = reading
        self.possible = np.ones(HANDS, dtype=bool)
        self.ranges = np.full((len(reading.level_of), HANDS), 1 / HANDS)
        self.remove(known)

    def remove(self, cards: bytes) -> None:
        self.possible &= (HAND_MASKS & np.uint64(sum(1 << card for card in cards))) == 0
        self.ranges[:, ~self.possible] = 0.0
        self._normalize()

    def _normalize(self) -> None:
        for row in self.ranges:
            if not row.sum() > 0:
                row[:] = self.possible
            row /= row.sum()

    def likely(self) -> Array:
        return np.asarray(shares(self.reading.hand_evidence) @ self.ranges)

    def expected(self, context: Context, strata: NDArray[np.intp]) -> tuple[Array, Array, Array]:
        triples = self.reading.triples(context)
        masses = np.stack([np.bincount(strata, row, STRATA) for row in self.ranges])
        means = np.einsum("hs,hsa->ha", masses, triples[self.reading.level_of])
        return triples, means, self.reading.over_all(self.reading.estimates(context, means))

    def see(self, context: Context, strata: NDArray[np.intp], kind: int) -> Array:
        triples, means, expected = self.expected(context, strata)
        reading = self.reading
        blind = reading.blind_of[:, None]
        factors = (1 - blind) * triples[reading.level_of, :, kind] + blind * means[:, kind, None]
        self.ranges *= factors[:, strata]
        self._normalize()
        reading.saw(kind, context, reading.estimates(context, means))
        return expected


def street_of(context: Context) -> int:
    return context.rough // FACED


def legal(triples: Array, context: Context) -> Array:
    """What is not possible is a call."""
    result = np.array(triples, np.float64)
    for action, possible in ((0, context.may_fold), (2, context.may_raise)):
        if not possible:
            result[..., 1] += result[..., action]
            result[..., action] = 0.0
    return result


def shares(logs: Array) -> Array:
    likely = np.exp(logs - logs.max())
    return np.asarray(likely / likely.sum())
