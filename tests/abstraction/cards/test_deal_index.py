"""Deals up to suits: a bijection with the numbers, equal exactly for isomorphic deals."""

from __future__ import annotations

import random
from itertools import combinations, permutations

import numpy as np
import pytest

from railbird.abstraction.cards import DealIndex, deal_index
from railbird.errors import CardError
from railbird.game import limit
from tests.reference.deal_classes import canonical

HOLDEM = deal_index(limit())
KNOWN = (169, 1_286_792, 55_190_538, 2_428_287_420)
"""Waugh 2013."""
EXCHANGES = np.array(list(permutations(range(4))), dtype=np.uint8)
"""Of suits."""
BATCH = 1_000_000
"""Deals that are held in memory at once."""


def random_deals(count: int, cards: int, seed: int) -> np.ndarray:
    generator = np.random.default_rng(seed)
    return np.argsort(generator.random((count, 52)), axis=1)[:, :cards].astype(np.uint8)


def test_holdem_has_the_known_numbers_of_classes() -> None:
    assert HOLDEM.counts == KNOWN
    assert DealIndex((2, 4)).counts[1] == 13_960_050
    assert DealIndex((2, 5)).counts[1] == 123_156_254


@pytest.mark.parametrize("street", [0, 1])
def test_every_number_has_a_deal_of_its_own(street: int) -> None:
    numbers = np.arange(HOLDEM.counts[street], dtype=np.uint64)
    assert (HOLDEM.numbers(street, HOLDEM.deals(street, numbers)) == numbers).all()


def check_random_numbers(street: int, count: int) -> None:
    """The deals of random numbers have these numbers, and keep them when suits are exchanged, in each deal others."""
    generator = np.random.default_rng(count)
    for start in range(0, count, BATCH):
        numbers = generator.integers(0, HOLDEM.counts[street], min(count - start, BATCH), dtype=np.uint64)
        deals = HOLDEM.deals(street, numbers)
        assert (HOLDEM.numbers(street, deals) == numbers).all()
        exchange = generator.integers(0, len(EXCHANGES), (len(deals), 1))
        exchanged = deals // 4 * 4 + EXCHANGES[exchange, deals % 4]
        assert (HOLDEM.numbers(street, exchanged) == numbers).all()


@pytest.mark.parametrize("street", [2, 3])
def test_numbers_of_turn_and_river_come_back(street: int) -> None:
    check_random_numbers(street, 100_000)


@pytest.mark.slow
@pytest.mark.parametrize("street", [2, 3])
def test_many_numbers_of_turn_and_river_come_back(street: int, deals: int) -> None:
    """A million deals: a fault in five of a million is found with 99 %. More with ``--deals 10000000``."""
    check_random_numbers(street, deals)


@pytest.mark.parametrize("street", range(4))
def test_two_deals_have_one_number_exactly_if_an_exchange_of_suits_makes_them_equal(street: int) -> None:
    """Deals of few ranks, so that many are isomorphic."""
    size = (2, 5, 6, 7)[street]
    choose = random.Random(street)
    deals = [choose.sample(range(12 if size < 7 else 8), size) for _ in range(1500)]
    numbers = HOLDEM.numbers(street, np.array(deals, dtype=np.uint8))
    of_form: dict[object, int] = {}
    for deal, number in zip(deals, numbers.tolist(), strict=True):
        assert of_form.setdefault(canonical((2, 3, 1, 1), deal), number) == number
    assert len(set(of_form.values())) == len(of_form)
    assert len(of_form) < len(deals)


def test_the_order_of_cards_matters_between_streets_alone() -> None:
    deals = random_deals(1000, 7, 1)
    shuffled = deals[:, [1, 0, 4, 2, 3, 5, 6]]
    assert (HOLDEM.numbers(3, deals) == HOLDEM.numbers(3, shuffled)).all()
    assert (HOLDEM.numbers(3, deals) != HOLDEM.numbers(3, deals[:, [0, 1, 2, 3, 4, 6, 5]])).mean() > 0.9


@pytest.mark.parametrize(("cards", "streets"), [(range(20, 36), (1, 2)), ([40, 41, 44, 45, 48, 49], (1, 1))])
def test_small_decks_have_as_many_classes_as_there_are_canonical_deals(
    cards: list[int], streets: tuple[int, int]
) -> None:
    index = DealIndex(streets, cards)
    found: dict[int, object] = {}
    for first in combinations(cards, streets[0]):
        for second in combinations([card for card in cards if card not in first], streets[1]):
            deal = [*first, *second]
            number = int(index.numbers(1, [deal])[0])
            suits = sorted({card % 4 for card in cards})
            form = canonical(streets, [card // 4 * 4 + suits.index(card % 4) for card in deal])
            assert found.setdefault(number, form) == form
    assert sorted(found) == list(range(index.counts[1]))
    assert len(set(found.values())) == len(found)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: HOLDEM.of("AhKhQd"), "a deal has 2 or 5 or 6 or 7 cards, not 3"),
        (lambda: HOLDEM.numbers(0, [[3, 3]]), "a deal must have different cards"),
        (lambda: HOLDEM.numbers(0, [[3, 52]]), "a deal must have different cards"),
        (lambda: HOLDEM.numbers(1, [[3, 4]]), r"have the shape \[deals, 5\]"),
        (lambda: HOLDEM.deals(0, [169]), "street 0 has 169 classes"),
        (lambda: HOLDEM.deals(4, [0]), "street 4 has 0 classes"),
        (lambda: DealIndex((2, 6)), "at most seven cards"),
        (lambda: DealIndex(()), "one to four rounds"),
        (lambda: DealIndex((2, 0)), "one to seven cards"),
        (lambda: DealIndex((1,), [0, 1, 4]), "the same ranks"),
    ],
)
def test_impossible_deals_are_refused(call: object, message: str) -> None:
    with pytest.raises(CardError, match=message):
        call()  # type: ignore[operator]
