"""The plain twin of ``build_abstraction`` for small decks: deal by deal, without classes and without arrays."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

from railbird import _core
from railbird.abstraction.cards.shares import LEVELS

Deal = tuple[frozenset[int], ...]


def final_strength(deck: Sequence[int], held: frozenset[int], board: frozenset[int]) -> Fraction:
    """HS on a full board: (hands beaten + hands tied / 2) / hands that the opponent may have."""
    own = _core.evaluate([*held, *board])
    others = [*combinations(sorted(set(deck) - held - board), len(held))]
    values = [_core.evaluate([*other, *board]) for other in others]
    return Fraction(sum(2 * (own > value) + (own == value) for value in values), 2 * len(others))


def expected(deck: Sequence[int], streets: Sequence[int], deal: Deal, of: Callable[[Fraction], Fraction]) -> Fraction:
    """The mean of a function of HS over all cards to come."""
    board = frozenset().union(*deal[1:])
    if len(deal) == len(streets):
        return of(final_strength(deck, deal[0], board))
    rest = sorted(set(deck) - deal[0] - board)
    ways = [(*deal, frozenset(cards)) for cards in combinations(rest, streets[len(deal)])]
    return sum((expected(deck, streets, way, of) for way in ways), Fraction(0)) / len(ways)


def all_deals(deck: Sequence[int], streets: Sequence[int]) -> list[Deal]:
    """Every deal of these streets."""
    deals: list[Deal] = [()]
    for count in streets:
        deals = [
            (*deal, frozenset(cards))
            for deal in deals
            for cards in combinations(sorted(set(deck).difference(*deal)), count)
        ]
    return deals


def bucket_deals(
    deck: Sequence[int], streets: Sequence[int], numbers: Sequence[int], square: bool, perfect: bool
) -> dict[Deal, int]:
    """The bucket of every deal of every street, by E[HS] or E[HS²]."""
    result: dict[Deal, int] = {}
    for street, buckets in enumerate(numbers):
        deals = all_deals(deck, streets[: street + 1])
        of = (lambda strength: strength**2) if square else (lambda strength: strength)
        levels = {deal: _level(expected(deck, streets, deal, of)) for deal in deals}
        groups = {deal: result[deal[:-1]] if perfect and street else 0 for deal in deals}
        counts: dict[int, Counter[int]] = defaultdict(Counter)
        for deal in deals:
            counts[groups[deal]][levels[deal]] += 1
        for deal in deals:
            result[deal] = groups[deal] * buckets + _share(counts[groups[deal]], levels[deal], buckets)
    return result


def _level(value: Fraction) -> int:
    return int(value * (LEVELS - 1) + Fraction(1, 2))


def _share(counts: Counter[int], level: int, buckets: int) -> int:
    """The bucket in which the middle deal of a level lies."""
    below = sum(count for each, count in counts.items() if each < level)
    middle = Fraction(2 * below + counts[level], 2)
    return int(buckets * middle / counts.total())
