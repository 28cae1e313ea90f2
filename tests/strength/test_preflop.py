"""Pre-flop matchups: exact counts, class against class."""

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
from railbird.strength.exact import sweep_range
from railbird.strength.problem import EquityProblem


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
    """From an independent method: the sweep over all boards."""
    for hand_class, value in preflop_equities():
        assert class_hand_ranks()[hand_class.index] == pytest.approx(value, abs=1e-9)


def test_random_cells_are_exact() -> None:
    choose = random.Random(2)
    for _ in range(200):
        a, b = choose.choice(CLASSES), choose.choice(CLASSES)
        result = preflop_matchup(a, b)
        restored = equity([Range(str(a)), Range(str(b))]).players[0]
        assert (result.win / result.deals, result.tie / result.deals) == pytest.approx(
            (restored.win, restored.tie), abs=1e-12
        )
        mirrored = preflop_matchup(b, a)
        assert (mirrored.win, mirrored.tie, mirrored.loss) == (result.loss, result.tie, result.win)


@pytest.mark.slow
def test_a_whole_column_is_exact_by_another_method() -> None:
    """The sweep over all boards, which values every hand on each, against the sums over sets of ranks."""
    villain = "A7s"
    problem = EquityProblem.of(["random", villain], "", "")
    win, tie, total = sweep_range(problem, 2, lambda _: None).T
    for each in CLASSES:
        hands = list(each.hands)
        result = preflop_matchup(each, villain)
        counts = [float(part[hands].sum()) for part in (win, tie, total - win - tie)]
        assert counts == [result.win, result.tie, result.loss]


def test_the_start_hand_order_is_by_hand_rank() -> None:
    order = start_hand_order()
    assert len(set(order)) == 169
    assert list(map(str, order[:12])) == ["AA", "KK", "QQ", "JJ", "TT", "99", "88", "AKs", "77", "AQs", "AJs", "AKo"]
    assert str(order[-1]) == "32o"


def test_saukonoja_11_every_hand_has_one_class_and_every_class_a_rank() -> None:
    """§3.1.1 and §5.1.1."""
    assert sorted(hand for each in CLASSES for hand in each.hands) == list(range(1326))
    assert set(start_hand_order()) == set(CLASSES)


# All-in win probability against one random hand, ties half, by four million random deals for each class.
SAMPLED_ORDER = """
AA .8520, KK .8243, QQ .7994, JJ .7747, TT .7499, 99 .7205, 88 .6919, AKs .6705, 77 .6624, AQs .6622
AJs .6541, AKo .6533, ATs .6463, AQo .6445, AJo .6354, KQs .6340, 66 .6326, A9s .6276, ATo .6275
KJs .6260, A8s .6192, KTs .6180, KQo .6148, A7s .6093, A9o .6075, KJo .6055, 55 .6035, QJs .6027
K9s .5997, A5s .5994, A6s .5992, A8o .5991, KTo .5976, QTs .5943, A4s .5904, A7o .5884, K8s .5834
A3s .5821, QJo .5815, K9o .5780, Q9s .5771, A5o .5766, A6o .5765, JTs .5756, K7s .5754, A2s .5735
QTo .5728, 44 .5706, A4o .5672, K6s .5666, Q8s .5605, K8o .5596, A3o .5589, K5s .5579, J9s .5568
Q9o .5537, JTo .5528, K7o .5518, A2o .5490, K4s .5488, Q7s .5435, K6o .5420, K3s .5407, J8s .5403
T9s .5400, 33 .5367, Q8o .5360, Q6s .5360, K5o .5330, J9o .5327, K2s .5322, Q5s .5279, K4o .5236
T8s .5233, J7s .5229, Q4s .5186, Q7o .5179, T9o .5160, K3o .5148, J8o .5148, Q6o .5100, Q3s .5100
98s .5082, J6s .5067, T7s .5065, K2o .5047, 22 .5035, Q2s .5020, Q5o .5010, J5s .5003, T8o .4972
J7o .4971, 97s .4913, Q4o .4911, J4s .4906, T6s .4895, J3s .4824, Q3o .4819, 98o .4808, 87s .4798
T7o .4788, J6o .4785, 96s .4744, J2s .4733, Q2o .4729, T5s .4720, J5o .4716, T4s .4654, 97o .4629
86s .4626, J4o .4617, T6o .4607, 95s .4570, T3s .4570, 76s .4537, J3o .4533, 87o .4505, T2s .4487
85s .4453, 96o .4450, J2o .4435, T5o .4422, 94s .4382, 75s .4373, T4o .4355, 93s .4325, 86o .4322
65s .4316, 95o .4271, 84s .4271, T3o .4255, 92s .4239, 76o .4235, 74s .4185, T2o .4168, 54s .4145
85o .4143, 64s .4133, 83s .4088, 94o .4069, 75o .4052, 82s .4025, 73s .4008, 93o .3999, 65o .3995
53s .3968, 63s .3950, 84o .3946, 92o .3912, 43s .3863, 74o .3851, 54o .3815, 72s .3812, 64o .3802
52s .3787, 62s .3768, 83o .3752, 82o .3683, 42s .3681, 73o .3662, 53o .3627, 63o .3608, 32s .3600
43o .3512, 72o .3459, 52o .3428, 62o .3408, 42o .3320, 32o .3231"""


def test_saukonoja_11_the_order_is_that_of_sampled_equities() -> None:
    """To four of their standard errors of 0.00025; playing all down to 83o is 90.35 % of hands."""
    sampled = {name: float(value) for name, value in map(str.split, SAMPLED_ORDER.replace(",", "\n").split("\n")[1:])}
    assert len(sampled) == 169
    for name, value in sampled.items():
        assert class_hand_ranks()[index(name)] == pytest.approx(value, abs=0.001)
    order = list(map(str, start_hand_order()))
    assert all(abs(order.index(name) - index) <= 3 for index, name in enumerate(sampled))
    played = start_hand_order()[: order.index("83o") + 1]
    assert sum(each.combos for each in played) == 1198


def test_an_unknown_class_is_rejected() -> None:
    with pytest.raises(RangeError, match="'AKx' is not a hand class"):
        preflop_matchup("AKx", "QQ")
