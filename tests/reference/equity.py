"""Equity by brute force: all disjoint hands on all boards, evaluated by phevaluator."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from phevaluator import evaluate_cards

Hand = tuple[int, int]
WeightedRange = dict[Hand, float]


def tally(ranges: Sequence[WeightedRange], board: Sequence[int], dead: Sequence[int]) -> list[float]:
    """For each set of players (bit p for player p), the weight of the deals in which exactly they share the pot."""
    result = [0.0] * 2 ** len(ranges)
    known = {*board, *dead}
    for rest in combinations([card for card in range(52) if card not in known], 5 - len(board)):
        full = [*board, *rest]
        values = {
            hand: -evaluate_cards(*hand, *full) for each in ranges for hand in each if not {*hand} & {*full, *dead}
        }
        live = [{hand: weight for hand, weight in each.items() if hand in values} for each in ranges]
        for hands, weight in _choices(live, frozenset()):
            shown = [values[hand] for hand in hands]
            winners = sum(1 << player for player, value in enumerate(shown) if value == max(shown))
            result[winners] += weight
    return result


def _choices(ranges: Sequence[WeightedRange], used: frozenset[int]) -> Iterator[tuple[tuple[Hand, ...], float]]:
    if not ranges:
        yield (), 1.0
        return
    for hand, weight in ranges[0].items():
        if not used & {*hand}:
            for others, other_weight in _choices(ranges[1:], used | {*hand}):
                yield (hand, *others), weight * other_weight
