"""``build_abstraction``: from a game and a spec to a card abstraction.

Small decks are enumerated, and each street has a table of its classes. In hold'em the flop has a table of its 1,286,792
classes, and turn and river have cuts of levels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, part_of, report_nothing
from railbird._threads import thread_count
from railbird.abstraction.cards.bucket_spec import BucketSpec, to_spec
from railbird.abstraction.cards.cache import cached_abstraction, cached_flop, keep_abstraction, keep_flop
from railbird.abstraction.cards.card_abstraction import CardAbstraction, deal_streets_of
from railbird.abstraction.cards.deal_index import DealIndex, deal_index
from railbird.abstraction.cards.estimate import estimate_abstraction
from railbird.abstraction.cards.holdem_features import flop_features
from railbird.abstraction.cards.holdem_streets import holdem_streets
from railbird.abstraction.cards.rules import WANTED, fit_first, fit_last, fit_middle, flop_wanted
from railbird.abstraction.cards.small_decks import SmallDeck, class_weights
from railbird.abstraction.cards.street_buckets import ClassTable, Deals, Features, StreetBuckets, parents_of, table_of
from railbird.errors import GameError
from railbird.game import Game, parse_game
from railbird.game.dealing import deck


def build_abstraction(
    game: Game | str,
    spec: BucketSpec | str,
    *,
    progress: Progress = report_nothing,
    threads: int | None = None,
    cache: bool = True,
) -> CardAbstraction:
    """The card abstraction of a game. Raises GameError if the spec does not suit the game, or the deck is too large.

    Hold'em takes minutes once, then the disk cache has it; ``estimate_abstraction`` says how long. Small decks are not
    cached. The result is the same with any number of threads.

    >>> build_abstraction("leduc", "buckets(by=class)").counts
    (3, 15)
    """
    game = parse_game(game) if isinstance(game, str) else game
    spec = to_spec(spec)
    sizes = spec.sizes_for(game)
    if game.board_cards[0]:
        raise GameError(f"buckets need a game whose first betting round has no board, not {game}")
    if game.is_holdem and not all(sizes[1:]):
        raise GameError(f"hold'em has too many classes after the pre-flop for {spec}: give numbers such as flop=5")
    found = cached_abstraction(game, spec) if cache else None
    if found is not None:
        progress(1)
        return found
    if not game.is_holdem:
        return CardAbstraction(game, spec, _by_enumeration(game, spec, sizes))
    estimate_abstraction(game, spec, threads=threads).check()
    count = thread_count(threads)
    flop = _flop(flop_wanted(spec), cache, part_of(progress, 0, 0.5), count)
    result = CardAbstraction(game, spec, holdem_streets(spec, flop, part_of(progress, 0.5, 0.5), count))
    if cache:
        keep_abstraction(result)
    return result


def _flop(wanted: tuple[str, ...], cache: bool, progress: Progress, threads: int) -> Features:
    """The features of the flop, which take a minute, from the cache if they are there."""
    found = cached_flop(wanted) if cache else None
    if found is not None:
        return found
    result = flop_features(wanted, progress, threads)
    if cache:
        keep_flop(result)
    return result


def _by_enumeration(game: Game, spec: BucketSpec, sizes: Sequence[tuple[int, ...]]) -> list[StreetBuckets]:
    """A table for each betting round, from the features of all classes."""
    index, cards = deal_index(game), tuple(deck(game))
    features = SmallDeck(index, cards, game.hole_cards).features(("ehs", *WANTED[spec.by]))
    deal_streets = deal_streets_of(game)
    streets: list[StreetBuckets] = []
    before: NDArray[np.int32] | None = None
    for number, street in enumerate(deal_streets):
        if before is not None and street != deal_streets[number - 1]:
            before = before[_classes_before(index, street)]
        weights = class_weights(index, cards, street)
        if before is None or not spec.perfect:
            before = np.zeros(len(weights), dtype=np.int32)
        groups = streets[-1].count if streets and spec.perfect else 1
        table = _table(spec, sizes[number], (number, game.rounds), Deals(weights, before, features[street]), groups)
        streets.append(table)
        before = table.table.astype(np.int32)
    return streets


def _table(spec: BucketSpec, numbers: tuple[int, ...], place: tuple[int, int], deals: Deals, groups: int) -> ClassTable:
    """The table of one of the rounds, given the features of all classes."""
    number, rounds = place
    recalls = spec.perfect and number > 0
    if not numbers:
        every = np.arange(len(deals.weights), dtype=np.int32)
        return ClassTable(table_of(every, len(every)), len(every), deals.before if recalls else None)

    def batches() -> Iterator[Deals]:
        yield deals

    if number == rounds - 1:
        rule = fit_last(spec, numbers, groups, batches)
    elif number:
        rule = fit_middle(spec, numbers, groups, batches)
    else:
        rule = fit_first(spec, numbers, batches)
    count = rule.groups * rule.buckets
    buckets = rule.of(deals.before, deals.features)
    return ClassTable(table_of(buckets, count), count, parents_of(rule) if recalls else None)


def _classes_before(index: DealIndex, street: int) -> NDArray[np.int64]:
    """[classes]: the class of each on the street before."""
    deals = index.deals(street, np.arange(index.counts[street]))
    return index.numbers(street - 1, deals[:, : -index.streets[street]]).astype(np.int64)
