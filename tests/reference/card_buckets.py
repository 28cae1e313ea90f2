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


def strength_now(deck: Sequence[int], deal: Deal) -> Fraction:
    """HS on the board so far."""
    return final_strength(deck, deal[0], frozenset().union(*deal[1:]))


def expected_gain(deck: Sequence[int], streets: Sequence[int], deal: Deal) -> Fraction:
    """E[max(HS on the last street - HS now, 0)]; the last street's HS is the middle of one of 50 bins."""
    now = strength_now(deck, deal)

    def gain(final: Fraction) -> Fraction:
        return max(Fraction(2 * min(int(50 * final), 49) + 1, 100) - now, Fraction(0))

    return expected(deck, streets, deal, gain)


def potential_buckets(deck: Sequence[int], streets: Sequence[int], buckets: int) -> dict[Deal, int]:
    """The buckets of all deals of the second street, as one group, with the last bucket for potential."""
    deals = all_deals(deck, streets[:2])
    levels = {deal: _level(strength_now(deck, deal)) for deal in deals}
    weak = {deal: _level(expected_gain(deck, streets, deal)) for deal in deals if levels[deal] < LEVELS // 2}
    wanted = min(len(deals) // buckets, len(weak) // 2)
    gains = Counter(weak.values())
    chosen = {
        deal
        for deal, gain in weak.items()
        if 2 * sum(count for each, count in gains.items() if each > gain) + gains[gain] <= 2 * wanted
    }
    counts = Counter(levels[deal] for deal in deals if deal not in chosen)
    return {deal: buckets - 1 if deal in chosen else _share(counts, levels[deal], buckets - 1) for deal in deals}


def nested_buckets(deck: Sequence[int], streets: Sequence[int], numbers: tuple[int, int]) -> dict[Deal, int]:
    """The buckets of all deals of the second street, as one group: by E[HS²], and each of these split by E[HS]."""
    deals = all_deals(deck, streets[:2])
    squares = {deal: _level(expected(deck, streets, deal, lambda final: final**2)) for deal in deals}
    means = {deal: _level(expected(deck, streets, deal, lambda final: final)) for deal in deals}
    outer_counts = Counter(squares.values())
    outer = {deal: _share(outer_counts, squares[deal], numbers[0]) for deal in deals}
    inner: dict[int, Counter[int]] = defaultdict(Counter)
    for deal in deals:
        inner[outer[deal]][means[deal]] += 1
    return {deal: outer[deal] * numbers[1] + _share(inner[outer[deal]], means[deal], numbers[1]) for deal in deals}


def earth_movers_distance(first: Sequence[float], second: Sequence[float]) -> float:
    """The least work to turn one histogram into the other: earth is carried from bin to bin, leftmost first."""
    work, carried = 0.0, 0.0
    for here, there in zip(first, second, strict=True):
        carried += here - there
        work += abs(carried)
    return work
