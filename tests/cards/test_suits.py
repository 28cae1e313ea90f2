"""Boards that differ only by an exchange of suits."""

from itertools import combinations, permutations

import numpy as np

from railbird.cards import ALL_HOLE_CARDS, DECK, HoleCards, card_mask, parse_cards
from railbird.cards.suits import exchanged, hands_after, to_canonical


def test_there_are_1755_flops() -> None:
    seen = {card_mask(exchanged(flop, to_canonical(flop))) for flop in combinations(DECK, 3)}
    assert len(seen) == 1755


def test_every_exchange_of_suits_has_the_same_canonical_board() -> None:
    for board in ("Jh4c3h", "Jh4c3hKs", "AhKhQhJhTh", "2c2d2h2sAd", "7c6d5h4s3c"):
        cards = parse_cards(board)
        seen = set()
        for exchange in permutations(range(4)):
            alike = exchanged(cards, exchange)  # type: ignore[arg-type]
            seen.add(card_mask(exchanged(alike, to_canonical(alike))))
        assert len(seen) == 1


def test_hands_go_with_their_cards() -> None:
    exchange = (2, 0, 3, 1)
    indices = hands_after(exchange)
    assert sorted(indices) == list(range(1326))
    assert ALL_HOLE_CARDS[indices[HoleCards.parse("AcKd").index]] == HoleCards.parse("AhKc")
    assert (hands_after((0, 1, 2, 3)) == np.arange(1326)).all()
