"""The numbers of buckets of a card abstraction, known before it is built."""

from __future__ import annotations

from math import prod

from railbird.abstraction.cards.bucket_spec import BucketSpec, to_spec
from railbird.abstraction.cards.card_abstraction import deal_streets_of
from railbird.abstraction.cards.deal_index import deal_index
from railbird.game import Game, parse_game


def bucket_counts(game: Game | str, spec: BucketSpec | str) -> tuple[int, ...]:
    """The buckets on each street, as ``CardAbstraction.counts`` will have them.

    >>> bucket_counts("limit", "buckets(preflop=5, flop=5, turn=5, river=5)")
    (5, 25, 125, 625)
    >>> bucket_counts("leduc", "buckets(by=class)")
    (3, 15)
    """
    game = parse_game(game) if isinstance(game, str) else game
    spec = to_spec(spec)
    counts: list[int] = []
    for street, numbers in zip(deal_streets_of(game), spec.sizes_for(game), strict=True):
        before = counts[-1] if counts and spec.perfect else 1
        counts.append(before * prod(numbers) if numbers else deal_index(game).counts[street])
    return tuple(counts)
