"""What is known before the flop: exact counts, class against class."""

import random
from fractions import Fraction

import numpy as np
import pytest

from railbird.cards import CLASSES, HandClass, Range
from railbird.cards.range_text import preflop_equities
from railbird.errors import RangeError
from railbird.strength import (
    class_hand_ranks,
    equity,
    preflop_hand_ranks,
    preflop_matchup,
    preflop_matchups,
    start_hand_order,
)


def index(name: str) -> int:
    return HandClass.parse(name).index


def test_lain_4_hand_ranks_of_the_169_classes() -> None:
    """All hands of a class are equal; the weighted mean is 0.5; AA is the highest, 32o the lowest."""
    ranks = class_hand_ranks()
    assert ranks.argmax() == index("AA")
    assert ranks.argmin() == index("32o")
    assert ranks[index("AA")] == pytest.approx(0.8520, abs=1e-4)
    assert ranks[index("32o")] == pytest.approx(0.3230, abs=2e-4)
    for hand_class in CLASSES:
        assert set(preflop_hand_ranks()[list(hand_class.hands)]) == {ranks[hand_class.index]}


def test_the_mean_over_all_hands_is_exactly_one_half() -> None:
    wins, ties, losses = preflop_matchups().sum(axis=(0, 1)).tolist()
    assert Fraction(2 * wins + ties, 2 * (wins + ties + losses)) == Fraction(1, 2)
    deals = preflop_matchups().sum(axis=(1, 2))
    combos = np.array([hand_class.combos for hand_class in CLASSES])
    assert (deals == combos * 1225 * 1712304).all()


def test_counts_equal_the_exact_equities_against_a_random_hand() -> None:
    """Of an independent method: the sweep over all boards."""
    for hand_class, value in preflop_equities():
        assert class_hand_ranks()[hand_class.index] == pytest.approx(value, abs=1e-9)


def test_random_cells_are_exact() -> None:
    choose = random.Random(2)
    for _ in range(200):
        a, b = choose.choice(CLASSES), choose.choice(CLASSES)
        found = preflop_matchup(a, b)
        again = equity([Range(str(a)), Range(str(b))]).players[0]
        assert (found.win / found.deals, found.tie / found.deals) == pytest.approx((again.win, again.tie), abs=1e-12)
        mirrored = preflop_matchup(b, a)
        assert (mirrored.win, mirrored.tie, mirrored.loss) == (found.loss, found.tie, found.win)


def test_the_start_hand_order_is_by_hand_rank() -> None:
    order = start_hand_order()
    assert len(set(order)) == 169
    assert list(map(str, order[:12])) == ["AA", "KK", "QQ", "JJ", "TT", "99", "88", "AKs", "77", "AQs", "AJs", "AKo"]
    assert str(order[-1]) == "32o"


def test_a_class_that_does_not_exist_is_told() -> None:
    with pytest.raises(RangeError, match="'AKx' is not a class"):
        preflop_matchup("AKx", "QQ")
