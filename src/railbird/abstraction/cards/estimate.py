"""What the building of a card abstraction costs: stated before it starts."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from itertools import accumulate
from math import prod
from operator import mul
from pathlib import Path

from railbird._memory import available_memory, gigabytes
from railbird._progress import duration_text
from railbird._threads import thread_count
from railbird.abstraction.cards.bucket_spec import BucketsBy, BucketSpec, to_spec
from railbird.abstraction.cards.cache import cached_abstraction, cached_flop
from railbird.abstraction.cards.deal_index import deal_index
from railbird.abstraction.cards.holdem_features import RIVER_LEVELS
from railbird.abstraction.cards.rules import flop_wanted
from railbird.abstraction.cards.shares import LEVELS
from railbird.abstraction.cards.small_decks import enumeration_work
from railbird.errors import GameError
from railbird.game import Game, parse_game
from railbird.game.dealing import deck

USABLE = 0.9
"""The share of the free memory that a build may take. Ours."""
FLOP_SECONDS, FLOP_BINS_SECONDS = 52.0, 65.0
"""Seconds of one core for the 1,755 flops, without and with histograms, as measured on a core of 2020 or later."""
TURN_SECONDS, RIVER_SECONDS, HISTOGRAM_SECONDS = 25.0, 35.0, 120.0
DEALS_PER_SECOND = 10_000_000.0
"""Deals of small decks that are enumerated in a second."""
_FIXED_BYTES = 150_000_000
_HOLDEM_BYTES = 230_000_000
_TURN_LEVELS = 16_432 * 1326 * 2


@dataclass(frozen=True, slots=True)
class AbstractionEstimate:
    """Time, memory and disk of a build. ``str`` prints them as one line.

    >>> print(estimate_abstraction("leduc", "buckets(preflop=3, flop=2)"))
    a moment, 150 MB of memory, 0.018 kB on disk
    """

    seconds: float
    memory: int
    """Bytes at the peak."""
    disk: int
    """Bytes of the file, about."""

    def __str__(self) -> str:
        return f"{duration_text(self.seconds)}, {gigabytes(self.memory)} of memory, {gigabytes(self.disk)} on disk"

    def check(self, path: Path | None = None) -> None:
        """Raise GameError if there is too little free memory, or too little room on the disk of a file."""
        free = available_memory() * USABLE
        if self.memory > free:
            raise GameError(
                f"the card abstraction needs {gigabytes(self.memory)} of memory, and {gigabytes(free)} may be used: "
                "use fewer buckets, or free some memory"
            )
        if path is not None and (room := shutil.disk_usage(path.resolve().parent).free) < self.disk:
            raise GameError(f"{path} needs {gigabytes(self.disk)}, and its disk has {gigabytes(room)}")


def estimate_abstraction(
    game: Game | str, spec: BucketSpec | str, *, threads: int | None = None
) -> AbstractionEstimate:
    """What ``build_abstraction`` will need: nothing but reading if the cache has it. Raises GameError as it does."""
    game = parse_game(game) if isinstance(game, str) else game
    spec = to_spec(spec)
    spec.sizes_for(game)
    found = cached_abstraction(game, spec)
    if found is not None:
        return AbstractionEstimate(0.5, 20_000_000, 300_000)
    if not game.is_holdem:
        work = enumeration_work(deal_index(game), len(deck(game)), game.hole_cards)
        last = deal_index(game).counts[-1]
        return AbstractionEstimate(work / DEALS_PER_SECOND, _FIXED_BYTES + 500 * last, sum(deal_index(game).counts))
    return _holdem(spec, thread_count(threads))


def _holdem(spec: BucketSpec, threads: int) -> AbstractionEstimate:
    wanted = flop_wanted(spec)
    binned = spec.by in (BucketsBy.POTENTIAL, BucketsBy.HISTOGRAM)
    seconds = TURN_SECONDS + RIVER_SECONDS
    if cached_flop(wanted) is None:
        seconds += FLOP_BINS_SECONDS if binned else FLOP_SECONDS
    memory = _HOLDEM_BYTES + _TURN_LEVELS * len(wanted)
    if spec.by is BucketsBy.HISTOGRAM:
        seconds += HISTOGRAM_SECONDS
        memory += 1_500_000_000
    counts = list(accumulate((prod(numbers) if numbers else 169 for numbers in spec.sizes), mul))
    largest = max(counts[1] * LEVELS, counts[2] * RIVER_LEVELS * (threads + 1)) if spec.perfect else LEVELS
    disk = 400_000 + (8 * counts[-1] if spec.perfect else 0)
    return AbstractionEstimate(seconds / threads, memory + 3 * 8 * largest, disk)
