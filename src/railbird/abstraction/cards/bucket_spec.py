"""``BucketSpec``: a card abstraction as one line of text, such as ``buckets(flop=5, turn=5, river=5, by=ehs2)``.

The numbers are buckets of each street: ``preflop``, ``flop``, ``turn`` and ``river`` are the first four betting rounds
of any game. ``all`` is one bucket for each class of deals, the default pre-flop. With perfect recall a bucket is split
into that number on the next street, so 5, 5, 5 and 5 give 5, 25, 125 and 625 buckets; with imperfect recall a street
has just its number.

``by`` says what puts deals into one bucket; see ``BucketsBy``. Nested buckets have two numbers: ``flop=5x2`` makes five
by E[HS²] and splits each into two by E[HS].
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import prod
from typing import Any, TypeVar

from railbird._options import read_options, split_spec, with_options
from railbird.errors import GameError, quoted
from railbird.game.definition import HOLDEM_STREETS, Game

Choice = TypeVar("Choice", bound=StrEnum)
NAME = "buckets"
ALL = "all"
MOST_BUCKETS = 60_000
"""The maximum number of buckets that a street is split into. Ours."""
_NUMBER = re.compile(r"([1-9][0-9]{0,5})(?:x([1-9][0-9]{0,5}))?", re.ASCII)


class BucketsBy(StrEnum):
    """What deals of one bucket have in common."""

    CLASS = "class"
    """A bucket for each class of deals: nothing is lost. For small games."""
    EHS = "ehs"
    """E[HS], the mean hand strength on the last street."""
    EHS2 = "ehs2"
    """E[HS²], which ranks hands with potential higher (Johanson 2007, §2.5)."""
    NESTED = "nested"
    """E[HS²], and each of its buckets split by E[HS] (Johanson 2007)."""
    POTENTIAL = "potential"
    """Hand strength, with one bucket for weak hands of high potential, as in PsOpti; pre-flop E[HS]."""
    HISTOGRAM = "histogram"
    """k-means over histograms of HS on the last street, with the earth mover's distance."""


class Recall(StrEnum):
    """Whether a bucket is a bucket of one street, or the sequence of buckets so far."""

    PERFECT = "perfect"
    """Buckets of a street are formed within each bucket sequence of the streets before."""
    IMPERFECT = "imperfect"
    """Buckets of a street depend on the deal of that street alone."""


@dataclass(frozen=True)
class BucketSpec:
    """The numbers of buckets and how deals are put into them. ``str`` prints it, and ``parse`` reads that text.

    >>> spec = BucketSpec.parse("buckets(flop=5, turn=5, river=5, by=ehs2)")
    >>> print(spec)
    buckets(preflop=all, flop=5, turn=5, river=5, by=ehs2, recall=perfect)
    >>> spec.sizes
    ((), (5,), (5,), (5,))
    """

    sizes: tuple[tuple[int, ...], ...]
    """Of each street: the numbers that one bucket is split into, one after the other; () for all classes."""
    by: BucketsBy = BucketsBy.EHS2
    recall: Recall = Recall.PERFECT

    def __post_init__(self) -> None:
        if len(self.sizes) > len(HOLDEM_STREETS):
            raise GameError(f"buckets are for at most {len(HOLDEM_STREETS)} streets, not {len(self.sizes)}")
        for street, numbers in enumerate(self.sizes):
            self._check(HOLDEM_STREETS[street], numbers)
        if self.by is BucketsBy.CLASS and any(self.sizes):
            raise GameError("by=class has a bucket for each class of deals: leave out the numbers of buckets")
        if self.by is BucketsBy.POTENTIAL and any(numbers == (1,) for numbers in self.sizes[1:]):
            raise GameError("by=potential needs at least two buckets a street: one of them is for potential")

    def _check(self, name: str, numbers: tuple[int, ...]) -> None:
        if numbers and not 1 <= prod(numbers) <= MOST_BUCKETS:
            raise GameError(f"{name} must have 1 to {MOST_BUCKETS} buckets, not {prod(numbers)}")
        if len(numbers) > 1 and self.by is not BucketsBy.NESTED:
            raise GameError(f"only nested buckets have two numbers, such as {name}=5x2; by={self.by} has one")

    @classmethod
    def parse(cls, text: str) -> BucketSpec:
        """Parse the text of a spec. Raises GameError if it is not one."""
        split = split_spec(text)
        if split is None or split[0] != NAME:
            example = "buckets(flop=5, turn=5, river=5, by=ehs2, recall=perfect)"
            raise GameError(f"{quoted(text)} is not a card abstraction: write it like {example}")
        options = read_options(NAME, split[1], "option", GameError)
        known = (*HOLDEM_STREETS, "by", "recall")
        for key in options:
            if key not in known:
                raise GameError(f"{quoted(key)} is not an option of {NAME} (options: {', '.join(known)})")
        return cls(_sizes(options), _choice(BucketsBy.EHS2, options, "by"), _choice(Recall.PERFECT, options, "recall"))

    def __str__(self) -> str:
        sizes = zip(HOLDEM_STREETS, self.sizes, strict=False)
        numbers = {street: "x".join(map(str, each)) or ALL for street, each in sizes}
        return with_options(NAME, {**numbers, "by": str(self.by), "recall": str(self.recall)})

    def __reduce__(self) -> tuple[Any, ...]:
        return BucketSpec.parse, (str(self),)

    @property
    def perfect(self) -> bool:
        """Whether buckets remember the buckets of earlier streets."""
        return self.recall is Recall.PERFECT

    def sizes_for(self, game: Game) -> tuple[tuple[int, ...], ...]:
        """The sizes for each betting round of a game. Raises GameError if the spec is for another number of rounds."""
        if self.by is BucketsBy.CLASS:
            return ((),) * game.rounds
        if len(self.sizes) != game.rounds:
            wanted = ", ".join(HOLDEM_STREETS[: game.rounds])
            raise GameError(f"{game} has {game.rounds} betting rounds, so {self} must give numbers for {wanted}")
        return self.sizes


def to_spec(spec: BucketSpec | str) -> BucketSpec:
    """A spec, or the spec that the text says."""
    return BucketSpec.parse(spec) if isinstance(spec, str) else spec


def _sizes(options: Mapping[str, str]) -> tuple[tuple[int, ...], ...]:
    given = [street for street in HOLDEM_STREETS if street in options]
    if not given:
        return ()
    needed = HOLDEM_STREETS[: HOLDEM_STREETS.index(given[-1]) + 1]
    missing = [street for street in needed[1:] if street not in options]
    if missing:
        raise GameError(f"{NAME} has no number for {missing[0]}, but for {given[-1]}: write {missing[0]}=5")
    return tuple(_numbers(street, options.get(street, ALL)) for street in needed)


def _numbers(street: str, text: str) -> tuple[int, ...]:
    if text == ALL:
        return ()
    match = _NUMBER.fullmatch(text)
    if not match:
        raise GameError(f"{street} must be a number of buckets, such as 5, or all, not {quoted(text)}")
    return tuple(int(number) for number in match.groups() if number)


def _choice(default: Choice, options: Mapping[str, str], key: str) -> Choice:
    choices = type(default)
    text = options.get(key, str(default))
    if text not in list(choices):
        raise GameError(f"{key} must be one of {', '.join(choices)}, not {quoted(text)}")
    return choices(text)
