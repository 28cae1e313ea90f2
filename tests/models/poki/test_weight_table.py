"""Weight tables: which hands an opponent may hold."""

from __future__ import annotations

import math

import numpy as np
import pytest
from numpy.typing import NDArray

from railbird.cards import ALL_HOLE_CARDS, CLASSES, HANDS, HoleCards, evaluate, parse_cards
from railbird.errors import ModelError
from railbird.models.poki.weight_table import FLOOR, LOW_WEIGHT, SMALL, WeightTable, reweighting_factors
from railbird.strength import board_strength
from railbird.strength.weighted import against_weights

Array = NDArray[np.float64]
AQ = HoleCards.parse("AdQc")
FLOP = "Jh4c3h"


def numbers(cards: str) -> bytes:
    return bytes(map(int, parse_cards(cards)))


def touching(cards: str | bytes) -> NDArray[np.bool_]:
    """Hands with one of these cards."""
    seen = set(numbers(cards) if isinstance(cards, str) else cards)
    return np.array([bool({int(hand.high), int(hand.low)} & seen) for hand in ALL_HOLE_CARDS])


def position(hand: str) -> int:
    return HoleCards.parse(hand).index


def factors(otherwise: float, **hands: float) -> Array:
    result = np.full(HANDS, otherwise)
    for hand, factor in hands.items():
        result[position(hand)] = factor
    return result


def one_hot(hand: str) -> Array:
    return factors(0.0, **{hand: 1.0})


def test_poki_7_all_weights_are_1_at_the_start() -> None:
    assert (WeightTable().weights == 1).all()
    assert WeightTable().possible.all()


@pytest.mark.parametrize("cards", ["Ad", "AdQc", "AdQcJh4c3h", "AdQcJh4c3h2s2d"])
def test_poki_7_hands_with_a_known_card_have_weight_0(cards: str) -> None:
    gone = touching(cards)
    step_by_step = WeightTable()
    for card in parse_cards(cards):
        step_by_step.remove(bytes([int(card)]))
    for table in (WeightTable(numbers(cards)), step_by_step):
        assert (table.weights == ~gone).all()
        assert (table.possible == ~gone).all()


def test_poki_7_excluded_hands_stay_excluded() -> None:
    table = WeightTable(numbers("AdQc"))
    gone = touching("AdQc")
    chance = np.random.default_rng(7)
    for _ in range(20):
        table.reweight(chance.random(HANDS))
        table.reweight_by(chance.random(HANDS), 0.5, 0.2)
        table.reweight(np.zeros(HANDS))
        assert not table.weights[gone].any()
        assert (table.weights[~gone] > 0).all()


@pytest.mark.parametrize("constant", [1e-6, 0.05, 0.3, 1.0])
@pytest.mark.parametrize("board", [FLOP, FLOP + "Qs", FLOP + "Qs2d"])
def test_poki_7_constant_weights_equal_no_weights(board: str, constant: float) -> None:
    hs, ppot = against_weights(AQ.index, numbers(board), np.full(HANDS, constant))
    known = board_strength(board)
    assert hs == pytest.approx(known.hs[AQ.index], abs=1e-12)
    assert ppot == pytest.approx(known.potential().ppot[AQ.index], abs=1e-12)


def test_poki_8_weight_only_on_hands_that_beat_us_gives_nothing() -> None:
    board = parse_cards(FLOP)
    mine = evaluate((AQ.high, AQ.low, *board))
    gone = touching(FLOP + "AdQc")
    better = np.zeros(HANDS)
    for index in np.flatnonzero(~gone):
        hand = HoleCards.from_index(int(index))
        better[index] = evaluate((hand.high, hand.low, *board)) > mine
    assert better.sum() == 444
    hs, ppot = against_weights(AQ.index, numbers(FLOP), better)
    assert hs == 0
    assert 0 < ppot < 0.2
    table = WeightTable(numbers(FLOP + "AdQc"), floor=0)
    table.reweight(better)
    assert against_weights(AQ.index, numbers(FLOP), table.weights)[0] == 0


@pytest.mark.parametrize(
    ("value", "factor"),
    [(0.0, 0.01), (0.39, 0.01), (0.4, 0.01), (0.5, 0.25), (0.6, 0.5), (0.7, 0.75), (0.8, 1.0), (0.81, 1.0), (1.0, 1.0)],
)
def test_lokis_factor_is_one_half_at_mu(value: float, factor: float) -> None:
    """Peña 1999, §3.3.2: with mu 0.6 and sigma 0.2, 1 above 0.8 and 0.01 below 0.4."""
    assert float(reweighting_factors(value, 0.6, 0.2)) == pytest.approx(factor)


@pytest.mark.parametrize(
    ("rate", "factor"), [(-495, 0.01), (-212, 0.01), (118 - 165, 0.25), (118, 0.5), (118 + 165, 0.75), (448, 1.0)]
)
def test_lokis_factors_preflop(rate: float, factor: float) -> None:
    """Papp 1998, §7.2.2: sigma 330; the best 30 % reach 118."""
    assert float(reweighting_factors(rate, 118, 330)) == pytest.approx(factor)


def test_without_sigma_the_factor_is_a_step() -> None:
    assert reweighting_factors([0.59, 0.6, 0.61], 0.6, 0).tolist() == [LOW_WEIGHT, 1, 1]


def test_lokis_factors_do_not_fall_and_are_between_1_percent_and_1() -> None:
    for mu, sigma in ((0.5, 0.2), (0.6, 0.3), (0.1, 0.01), (0.5, 0.0)):
        result = reweighting_factors(np.linspace(0, 1, 501), mu, sigma)
        assert (np.diff(result) >= 0).all()
        assert (result.min(), result.max()) == (LOW_WEIGHT, 1)


def test_a_call_with_aces_at_90_percent_gives_18() -> None:
    """Peña 1999, §4.2.2: the triple of aces is (0, 0.2, 0.8)."""
    table = WeightTable()
    table.reweight(factors(1.0, AhAd=0.9))
    assert table.weights[position("AhAd")] == pytest.approx(0.9)
    table.reweight(factors(0.5, AhAd=0.2, KhKd=1.0))
    assert table.weights[position("AhAd")] == pytest.approx(0.18)
    assert table.weights[position("KhKd")] == 1
    assert table.weights[position("7h2d")] == 0.5


def test_small_weights_are_scaled_up() -> None:
    table = WeightTable()
    table.reweight(factors(0.02, AhAd=0.08, KhKd=0.04))
    assert table.weights[[position("AhAd"), position("KhKd"), position("7h2d")]] == pytest.approx([1, 0.5, 0.25])
    table.reweight(factors(SMALL))
    assert table.weights[position("AhAd")] == pytest.approx(SMALL)


def test_large_weights_are_scaled_down() -> None:
    table = WeightTable()
    table.reweight(factors(1.0, AhAd=4.0, KhKd=2.0, QhQd=0.2))
    some = [position(hand) for hand in ("AhAd", "KhKd", "7h2d", "QhQd")]
    assert table.weights[some] == pytest.approx([1, 0.5, 0.25, 0.05])
    table.reweight(factors(1.0, KhKd=16.0))
    assert table.weights[some] == pytest.approx([0.125, 1, 0.03125, FLOOR])
    table.reweight(factors(7.0))
    assert table.weights[some] == pytest.approx([0.125, 1, 0.03125, FLOOR])


def test_large_factors_of_impossible_hands_change_nothing() -> None:
    table = WeightTable(numbers("AdQc"))
    table.reweight(factors(0.5, AdKd=1000.0))
    assert (table.weights == np.where(touching("AdQc"), 0, 0.5)).all()


@pytest.mark.parametrize("floor", [0.0, FLOOR])
@pytest.mark.parametrize("scale", [0.3, 1e-5, 1e-200, 1.001, 3.0, 1e5, 1e200])
def test_only_proportions_matter(scale: float, floor: float) -> None:
    likely = np.random.default_rng(5).random(HANDS)
    plain, scaled = (WeightTable(numbers("AdQc"), floor=floor) for _ in range(2))
    for _ in range(3):
        plain.reweight(likely)
        scaled.reweight(likely * scale)
        assert scaled.probabilities() == pytest.approx(plain.probabilities(), abs=1e-15)
        assert scaled.weights.max() <= 1


@pytest.mark.parametrize("likely", [0.0, 0.001, 0.005])
def test_no_hand_falls_below_1_percent_of_the_most_likely(likely: float) -> None:
    table = WeightTable(numbers("AdQc"))
    for _ in range(30):
        table.reweight(factors(likely, KhKd=0.9))
        most = table.weights.max()
        assert table.weights[position("KhKd")] == most
        assert table.weights[position("7h2c")] == pytest.approx(FLOOR * most)
        assert table.weights[position("AdKd")] == 0


def test_a_hand_at_the_floor_can_recover() -> None:
    table = WeightTable()
    for _ in range(5):
        table.reweight(factors(1.0, **{"7h2c": 0.0}))
    assert table.weights[position("7h2c")] == FLOOR
    for _ in range(3):
        table.reweight(factors(0.1, **{"7h2c": 1.0}))
    assert table.top(1)[0][0] == HoleCards.parse("7h2c")


def test_poki_9_after_a_raise_strong_hands_gain_on_weak_ones() -> None:
    one, other = WeightTable(), WeightTable()
    one.reweight(factors(0.5, AhAd=0.8, **{"7h2c": 0.1}))
    assert one.weights[position("AhAd")] / one.weights[position("7h2c")] == pytest.approx(8)
    assert (other.weights == 1).all()


def test_lokis_rule_always_starts_from_the_weights_at_the_start_of_the_round() -> None:
    """Peña 1999, §3.3.2: a higher threshold replaces a lower one; factors are not multiplied."""
    values = np.linspace(0, 1, HANDS)
    table = WeightTable()
    table.reweight_by(values, 0.3, 0.2)
    assert table.weights == pytest.approx(reweighting_factors(values, 0.3, 0.2))
    table.reweight_by(values, 0.6, 0.2)
    once = reweighting_factors(values, 0.6, 0.2)
    assert table.weights == pytest.approx(once)
    table.begin_round()
    later = values[::-1]
    table.reweight_by(later, 0.4, 0.2)
    table.reweight_by(later, 0.5, 0.2)
    both = once * reweighting_factors(later, 0.5, 0.2)
    assert both.max() > SMALL
    assert table.weights == pytest.approx(np.maximum(both, FLOOR * both.max()))


def test_with_lokis_rule_known_cards_stay_excluded() -> None:
    values = np.linspace(0, 1, HANDS)
    table = WeightTable(numbers("AdQc"))
    table.reweight_by(values, 0.5, 0.2)
    table.remove(numbers(FLOP))
    table.reweight_by(values, 0.7, 0.2)
    gone = touching("AdQc" + FLOP)
    assert not table.weights[gone].any()
    assert table.weights[~gone] == pytest.approx(reweighting_factors(values, 0.7, 0.2)[~gone])


def test_impossible_hands_do_not_set_the_scale() -> None:
    table = WeightTable()
    table.remove(numbers("AdQc"))
    table.reweight_by(touching("AdQc"), 0.5, 0.2)
    assert (table.weights == ~touching("AdQc")).all()


@pytest.mark.parametrize("seed", range(12))
def test_without_a_floor_the_table_is_the_posterior(seed: int) -> None:
    """An opponent whose action probabilities for each hand are known, and board cards in between.

    A factor common to all hands may be left out or be too large.
    """
    chance = np.random.default_rng(seed)
    policy = chance.dirichlet([0.3, 0.7, 0.5], size=(8, HANDS))
    deck = chance.permutation(52).tolist()
    known = bytes(deck[:2])
    table = WeightTable(known, floor=0)
    exact = np.ones(HANDS)
    for step in range(8):
        if step in (2, 4, 6):
            cards = bytes(deck[len(known) : len(known) + (3 if step == 2 else 1)])
            table.remove(cards)
            table.begin_round()
            known += cards
        likely = policy[step, :, chance.integers(3)]
        table.reweight(likely * 10 ** chance.uniform(-3, 3))
        exact = exact * likely
        seen = set(known)
        left = np.array(
            [not {int(hand.high), int(hand.low)} & seen for hand in map(HoleCards.from_index, range(HANDS))]
        )
        posterior = np.where(left, exact, 0)
        posterior = posterior / math.fsum(posterior)
        assert np.abs(table.probabilities() - posterior).max() < 1e-9
        assert table.weights.max() <= 1


def test_the_posterior_finds_the_hand() -> None:
    """A player who always raises with one hand, and one time in ten with any other."""
    table = WeightTable(numbers("AdQc"), floor=0)
    for _ in range(12):
        table.reweight(factors(0.1, KhKd=1.0))
    assert table.probabilities()[position("KhKd")] == pytest.approx(1, abs=1e-8)
    assert table.entropy == pytest.approx(0, abs=1e-6)


KINDS = ["any", "tiny", "large", "zero", "mostly zero", "one", "nan", "infinite", "negative", "mixed"]


def random_factors(chance: np.random.Generator, kind: str) -> Array:
    result = chance.random(HANDS)
    some = chance.random(HANDS) < 0.3
    match kind:
        case "tiny":
            return result * 1e-200
        case "large":
            return result * 10 ** chance.uniform(0, 300)
        case "zero":
            return np.zeros(HANDS)
        case "mostly zero":
            return np.where(chance.random(HANDS) < 0.01, result, 0)
        case "one":
            return np.ones(HANDS)
        case "nan":
            return np.where(some, np.nan, result)
        case "infinite":
            return np.where(some, chance.choice([np.inf, -np.inf]), result)
        case "negative":
            return np.where(some, -result, result)
        case "mixed":
            return chance.choice([np.nan, np.inf, -np.inf, -1.0, 0.0, 1e-300, 0.5, 1.0, 1e300], HANDS)
    return result


@pytest.mark.parametrize("floor", [0.0, FLOOR])
def test_2000_sequences_of_any_factors_leave_weights_between_0_and_1(floor: float) -> None:
    chance = np.random.default_rng(2000)
    for _ in range(2000):
        known = bytes(chance.choice(52, 7, replace=False).tolist())
        table = WeightTable(known[:2], floor=floor)
        for step in range(int(chance.integers(1, 6))):
            if step == 2:
                table.remove(known[2:5])
                table.begin_round()
            if chance.random() < 0.2:
                table.reweight_by(random_factors(chance, str(chance.choice(KINDS))), *chance.random(2))
            else:
                table.reweight(random_factors(chance, str(chance.choice(KINDS))))
            weights = table.weights
            assert np.isfinite(weights).all()
            assert weights.min() >= 0
            assert weights.max() <= 1
            assert not weights[~table.possible].any()
            assert weights.max() >= SMALL * (1 - 1e-12)
            assert table.probabilities().sum() == pytest.approx(1, abs=1e-9)


@pytest.mark.parametrize("floor", [0.0, FLOOR])
def test_a_table_that_collapses_starts_over(floor: float) -> None:
    table = WeightTable(numbers("AdQc"), floor=floor)
    table.reweight(np.random.default_rng(3).random(HANDS))
    table.reweight(np.zeros(HANDS))
    assert (table.weights == ~touching("AdQc")).all()


def test_a_table_starts_over_when_the_only_hand_left_becomes_impossible() -> None:
    table = WeightTable(numbers("AdQc"), floor=0)
    table.reweight(one_hot("KhKd"))
    table.remove(numbers("Kh7s2d"))
    assert (table.weights == ~touching("AdQcKh7s2d")).all()


def test_invalid_factors_change_nothing() -> None:
    table = WeightTable()
    given = factors(0.5, AhAd=math.nan, KhKd=math.inf, QhQd=-0.2, JhJd=-math.inf)
    table.reweight(given)
    assert table.weights[[position(hand) for hand in ("AhAd", "KhKd", "QhQd", "JhJd")]].tolist() == [1, 1, 1, 1]
    assert table.weights[position("ThTd")] == 0.5


@pytest.mark.parametrize("shape", [(), (3,), (169,), (HANDS, 3), (1, HANDS)])
def test_other_numbers_of_factors_are_refused_and_change_nothing(shape: tuple[int, ...]) -> None:
    table = WeightTable(numbers("AdQc"))
    before = table.weights.copy()
    with pytest.raises(ModelError, match="1326 factors"):
        table.reweight(np.full(shape, 0.5))
    assert (table.weights == before).all()


def test_when_all_cards_are_known_no_hand_is_possible() -> None:
    table = WeightTable(bytes(range(52)))
    table.reweight(np.full(HANDS, 0.5))
    assert not table.weights.any()
    assert not table.probabilities().any()
    assert table.entropy == 0
    assert table.top() == []


def test_entropy_is_the_uncertainty_in_bits() -> None:
    assert WeightTable().entropy == pytest.approx(math.log2(1326))
    assert WeightTable(numbers("AdQc")).entropy == pytest.approx(math.log2(1225))
    table = WeightTable(floor=0)
    table.reweight(factors(0.0, AhAd=1.0, KhKd=1.0, QhQd=1.0, JhJd=1.0))
    assert table.entropy == pytest.approx(2)
    table.reweight(factors(0.0, AhAd=1.0, KhKd=0.5, QhQd=0.25, JhJd=0.25))
    assert table.entropy == pytest.approx(1.75)
    table.reweight(one_hot("AhAd"))
    assert table.entropy == 0


def test_the_top_has_the_most_likely_hands_in_order() -> None:
    table = WeightTable(floor=0)
    table.reweight(factors(0.0, AhAd=0.5, KhKd=1.0, QhQd=0.3, JhJd=0.2))
    result = table.top(3)
    assert [hand for hand, _ in result] == [HoleCards.parse(hand) for hand in ("KhKd", "AhAd", "QhQd")]
    assert [share for _, share in result] == pytest.approx([0.5, 0.25, 0.15])
    assert len(table.top(10)) == 4
    assert len(WeightTable().top()) == 5


def test_a_class_has_the_mean_weight_of_its_hands() -> None:
    table = WeightTable(numbers("AdQc"))
    table.reweight(factors(0.5, AhAs=1.0))
    result = {
        str(hand_class): weight for hand_class, weight in zip(CLASSES, table.range().square().ravel(), strict=True)
    }
    assert len(result) == 169
    assert result["AA"] == pytest.approx((1.0 + 0.5 * 2) / 6)
    assert result["KK"] == 0.5
    assert result["AQs"] == pytest.approx(0.5 * 2 / 4)
    assert result["AQo"] == pytest.approx(0.5 * 7 / 12)


def test_a_table_is_a_range() -> None:
    table = WeightTable(numbers("AdQc"))
    table.reweight(factors(0.5, AhAs=1.0))
    result = table.range()
    assert (result.weights == table.weights).all()
    assert result["AhAs"] == 1
    assert "AdKd" not in result
