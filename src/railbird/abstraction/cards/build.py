"""``build_abstraction``: from a game and a spec to a card abstraction.

Small decks are enumerated, and each street has a table of its classes. In hold'em the flop has a table of its 1,286,792
classes, and turn and river have cuts of levels.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from math import prod
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, part_of, report_nothing
from railbird._threads import thread_count
from railbird.abstraction.cards.bucket_spec import BucketsBy, BucketSpec, to_spec
from railbird.abstraction.cards.card_abstraction import CardAbstraction
from railbird.abstraction.cards.deal_index import DealIndex, deal_index
from railbird.abstraction.cards.holdem_levels import flop_levels
from railbird.abstraction.cards.later_streets import later_streets
from railbird.abstraction.cards.shares import LEVELS, count_levels, cuts_of, split
from railbird.abstraction.cards.small_decks import SmallDeck, class_weights
from railbird.abstraction.cards.street_buckets import ClassTable, StreetBuckets, table_of
from railbird.errors import GameError
from railbird.game import Game, limit, parse_game
from railbird.game.dealing import deck

_HOLDEM = limit()
Levels = dict[str, NDArray[np.uint16]]


def build_abstraction(
    game: Game | str, spec: BucketSpec | str, *, progress: Progress = report_nothing, threads: int | None = None
) -> CardAbstraction:
    """The card abstraction of a game. Raises GameError if the spec does not suit the game, or the deck is too large.

    >>> build_abstraction("leduc", "buckets(by=class)").counts
    (3, 15)
    """
    game = parse_game(game) if isinstance(game, str) else game
    spec = to_spec(spec)
    sizes = spec.sizes_for(game)
    if game.board_cards[0]:
        raise GameError(f"buckets need a game whose first betting round has no board, not {game}")
    if not game.is_holdem:
        return CardAbstraction(game, spec, _by_enumeration(game, spec, sizes))
    if not all(sizes[1:]):
        raise GameError(f"hold'em has too many classes after the pre-flop for {spec}: give numbers such as flop=5")
    return CardAbstraction(game, spec, _holdem(spec, sizes, progress, thread_count(threads)))


def _measures(spec: BucketSpec) -> tuple[str, ...]:
    """What each of the numbers of a street splits by."""
    return (str(spec.by),)


def _by_enumeration(game: Game, spec: BucketSpec, sizes: Sequence[tuple[int, ...]]) -> list[StreetBuckets]:
    index, cards, measures = deal_index(game), tuple(deck(game)), _measures(spec)
    deals = SmallDeck(index, cards, game.hole_cards)
    levels: list[Levels] = [{} for _ in index.counts]
    if spec.by is not BucketsBy.CLASS:
        for measure in measures:
            for street, values in enumerate(deals.levels(square=measure == "ehs2")):
                levels[street][measure] = values
    streets: list[StreetBuckets] = []
    deal_streets = tuple(accumulate((0, *(min(cards, 1) for cards in game.board_cards[1:]))))
    before: _Groups | None = None
    for number, street in enumerate(deal_streets):
        if before is not None and street != deal_streets[number - 1]:
            before = before._replace(of_class=before.of_class[_classes_before(index, street)])
        weights = class_weights(index, cards, street)
        made = _table(before if spec.perfect else None, levels[street], weights, measures, sizes[number])
        streets.append(made)
        before = _Groups(made.table.astype(np.int32), made.count)
    return streets


class _Groups(NamedTuple):
    """The bucket of each class on the street before, and how many buckets there are."""

    of_class: NDArray[np.int32]
    buckets: int


def _classes_before(index: DealIndex, street: int) -> NDArray[np.int64]:
    """[classes]: the class of each on the street before."""
    deals = index.deals(street, np.arange(index.counts[street]))
    return index.numbers(street - 1, deals[:, : -index.streets[street]]).astype(np.int64)


def _table(
    before: _Groups | None,
    levels: Levels,
    weights: NDArray[np.int64],
    measures: Sequence[str],
    numbers: tuple[int, ...],
) -> ClassTable:
    """The buckets of each class, within its bucket on the street before."""
    if not numbers:
        every = np.arange(len(weights), dtype=np.int32)
        return ClassTable(table_of(every, len(every)), len(every), None if before is None else before.of_class)
    groups, count = before or _Groups(np.zeros(len(weights), dtype=np.int32), 1)
    for measure, buckets in zip(measures, numbers, strict=True):
        counts = count_levels(groups, levels[measure], weights, (count, LEVELS))
        groups = split(cuts_of(counts, buckets), groups, levels[measure])
        count *= buckets
    parents = None if before is None else np.arange(count, dtype=np.int32) // np.int32(prod(numbers))
    return ClassTable(table_of(groups, count), count, parents)


def _holdem(
    spec: BucketSpec, sizes: Sequence[tuple[int, ...]], progress: Progress, threads: int
) -> list[StreetBuckets]:
    index, measures = deal_index(_HOLDEM), _measures(spec)
    levels = flop_levels(part_of(progress, 0, 0.5), threads)
    before = _classes_before(index, 1)
    weights = class_weights(index, range(52), 1)
    totals = np.bincount(before, weights=weights).astype(np.int64)
    means = {
        measure: np.rint(np.bincount(before, weights=weights * values.astype(np.float64)) / totals).astype(np.uint16)
        for measure, values in levels.items()
    }
    preflop = _table(None, means, class_weights(index, range(52), 0), measures, sizes[0])
    groups = _Groups(preflop.table.astype(np.int32)[before], preflop.count) if spec.perfect else None
    flop = _table(groups, levels, weights, measures, sizes[1])
    turn, river = later_streets(spec.perfect, flop, (measures, sizes[2:]), part_of(progress, 0.5, 0.5), threads)
    return [preflop, flop, turn, river]
