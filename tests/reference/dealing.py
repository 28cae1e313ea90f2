"""Seeded dealing in plain Python."""

from collections.abc import Sequence

from tests.reference.monte_carlo import CARDS_PER_WORD, GOLDEN, MASK, RandomStream, draw, mix_bits

DEALING = 1


def named_stream(seed: int, name: Sequence[int]) -> RandomStream:
    x = 0
    for part in name:
        x = mix_bits((x + GOLDEN) & MASK) ^ mix_bits((part + 3 * GOLDEN) & MASK)
    return RandomStream(seed, x)


def deal_cards(deck: Sequence[int], needed: int, seed: int, hand: int) -> list[int]:
    """A Fisher-Yates shuffle as far as cards are needed, six cards to a random word."""
    cards = list(deck)
    random = named_stream(seed, [hand, DEALING])
    fraction = 0
    for dealt in range(needed):
        if dealt % CARDS_PER_WORD == 0:
            fraction = random.next()
        step, fraction = draw(fraction, len(cards) - dealt)
        cards[dealt], cards[dealt + step] = cards[dealt + step], cards[dealt]
    return cards[:needed]
