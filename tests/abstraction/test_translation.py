"""Action translation: the published mapping, its threshold, and its ends."""

import random
from itertools import pairwise

import pytest

from railbird.abstraction.translation import pseudo_harmonic, share_of, total_of, translate

PAIRS = [(0.0, 0.5), (0.0, 1.0), (0.5, 1.0), (0.33, 0.75), (1.0, 40.0)]


@pytest.mark.parametrize(("below", "above"), PAIRS)
def test_mapping_is_one_at_the_smaller_size_and_zero_at_the_larger(below: float, above: float) -> None:
    assert pseudo_harmonic(below, below, above) == pytest.approx(1)
    assert pseudo_harmonic(above, below, above) == 0
    inside = [below + (above - below) * step / 20 for step in range(21)]
    for less, more in pairwise(pseudo_harmonic(bet, below, above) for bet in inside):
        assert less > more


@pytest.mark.parametrize(("below", "above"), PAIRS)
def test_both_sizes_are_equally_likely_at_the_published_threshold(below: float, above: float) -> None:
    threshold = (below + above + 2 * below * above) / (below + above + 2)
    assert pseudo_harmonic(threshold, below, above) == pytest.approx(0.5)
    assert translate(threshold * 0.999, (below, above)).taken() == 0
    assert translate(threshold * 1.001, (below, above)).taken() == 1


def test_values_of_the_formula_by_hand() -> None:
    # A = 0.5 and B = 1 (half pot and pot): a bet of 0.75 is 0.25 * 1.5 / (0.5 * 1.75)
    assert pseudo_harmonic(0.75, 0.5, 1) == pytest.approx(3 / 7)
    # A = 0 (no bet) and B = 1: a third of the pot is as near to one as to the other
    assert pseudo_harmonic(1 / 3, 0, 1) == pytest.approx(1 / 2)


def test_a_random_number_takes_the_smaller_size_with_the_stated_probability() -> None:
    translation, choose = translate(0.75, (0, 0.5, 1)), random.Random(4)
    taken = [translation.taken(choose.random()) for _ in range(20_000)]
    assert set(taken) == {1, 2}
    assert taken.count(1) / len(taken) == pytest.approx(3 / 7, abs=0.015)
    assert translation.taken(0) == 1
    assert translation.taken(0.9999) == 2


@pytest.mark.parametrize(
    ("bet", "sizes", "taken"),
    [(0.5, (0, 0.5, 1), 1), (9, (0, 0.5, 1), 2), (0.2, (0.5, 1), 0), (0.7, (0,), 0), (0.5, (0.5,), 0)],
)
def test_sizes_themselves_and_bets_outside_are_certain(bet: float, sizes: tuple[float, ...], taken: int) -> None:
    translation = translate(bet, sizes)
    assert translation.certain
    assert translation.taken() == translation.taken(0) == translation.taken(0.99) == taken


def test_a_small_bet_may_be_taken_for_no_bet() -> None:
    assert translate(0.05, (0, 0.5)).taken() == 0
    assert translate(0.45, (0, 0.5)).taken() == 1
    assert not translate(0.05, (0, 0.5)).certain


def test_share_and_total_are_inverse_up_to_a_chip() -> None:
    for total in range(110, 900, 7):
        assert total_of(share_of(total, 100, 230), 100, 230) == total
    assert total_of(0.5, 0, 5) == 3
