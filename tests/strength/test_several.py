"""Several opponents."""

import random

import numpy as np
import pytest

from railbird.cards import ALL_HOLE_CARDS, HoleCards, Range, parse_cards
from railbird.errors import RailbirdError, StrengthError
from railbird.strength import (
    RandomDeals,
    against_each,
    against_several,
    effective_hand_strength,
    equity,
    equity_against,
    field_array,
    hand_strength,
    positive_potential,
    potential_tables,
    standings,
    strength_report,
)

AQ = HoleCards.parse("AdQc")
FLOP = "Jh4c3h"
THREE = ["22+, A2s+", "20%", "random"]


def test_penas_example_of_three_opponents() -> None:
    """Peña 1999, chapter 3: A8 on 9-8-2 beats 903 of 1081 hands, ties 6, loses to 172; 0.84, and 0.59 against three."""
    mine = HoleCards.parse("As8c")
    now = standings("9d8h2s", hands=mine)[mine.index]
    assert now.tolist() == [903, 6, 172]
    assert hand_strength(now) == pytest.approx(0.838, abs=5e-4)
    assert against_several(hand_strength(now), 3) == pytest.approx(0.59, abs=5e-3)


def test_a_range_for_each_opponent_gives_an_array_for_each() -> None:
    now = standings(FLOP, THREE)
    assert now.shape == (3, 1326, 3)
    tables = potential_tables(FLOP, THREE, cards_ahead=1)
    assert tables.shape == (3, 1326, 3, 3)
    for number, each in enumerate(THREE):
        np.testing.assert_array_equal(now[number], standings(FLOP, each))
        np.testing.assert_array_equal(tables[number], potential_tables(FLOP, each, cards_ahead=1))


def test_poki_6_strength_against_each_opponent_by_itself() -> None:
    """EHS_i = HS_i + (1 − HS_i) · PPot_i; with one opponent it is EHS."""
    hs = hand_strength(standings(FLOP, THREE))
    ehs = effective_hand_strength(hs, positive_potential(potential_tables(FLOP, THREE, cards_ahead=1)))
    report = strength_report(AQ, FLOP, THREE, deals=1000)
    assert [one.hs for one in report.each] == pytest.approx(hs[:, AQ.index].tolist())
    assert [one.ahead[0].ehs(one.hs) for one in report.each] == pytest.approx(ehs[:, AQ.index].tolist())
    alone = strength_report(AQ, FLOP, THREE[:1])
    assert alone.ehs_n == alone.each[0].ehs == alone.field.ehs
    assert against_each(hs)[AQ.index] == pytest.approx(report.hs_n)


def test_the_product_of_equals_is_a_power() -> None:
    hs = hand_strength(standings(FLOP, ["20%"] * 4))
    np.testing.assert_allclose(against_each(hs), against_several(hs[0], 4))


def test_saukonoja_10_strength_does_not_rise_with_more_opponents() -> None:
    hs = hand_strength(standings(FLOP))
    hs = hs[~np.isnan(hs)]
    for opponents in range(1, 9):
        assert (against_several(hs, opponents + 1) <= against_several(hs, opponents)).all()
    ranges = [Range("random")] * 9
    dealt = [equity_against(AQ, FLOP, ranges[:n], deals=50_000).players[0].equity for n in (1, 2, 4, 9)]
    assert dealt == sorted(dealt, reverse=True)


def test_a_field_array_is_the_mean_of_ranges_of_the_same_sum() -> None:
    """Papp 7.3.1: each table is normalised to the same sum first."""
    choose = random.Random(1)
    known = (AQ.high, AQ.low, *parse_cards(FLOP))
    ranges = [Range.from_weights([choose.random() * size for _ in range(1326)]) for size in (1.0, 0.01)]
    field = field_array(ranges, known).weights
    rows = []
    for each in ranges:
        row = [0.0 if {hand.high, hand.low} & set(known) else each[hand] for hand in ALL_HOLE_CARDS]
        rows.append([weight / sum(row) for weight in row])
    mean = [(a + b) / 2 for a, b in zip(*rows, strict=True)]
    np.testing.assert_allclose(field / field.sum(), mean, rtol=0, atol=1e-12)


def test_one_range_for_all_makes_the_field_array_that_range() -> None:
    report = strength_report(AQ, FLOP, ["20%", "20%", "20%"], deals=1000)
    assert report.field.hs == pytest.approx(strength_report(AQ, FLOP, "20%").field.hs)
    assert report.hs_n == pytest.approx(report.field.hs**3)


@pytest.mark.parametrize("ranges", [["random"], ["TT+, AQ+", "20%"]])
def test_random_deals_agree_with_exact_equity(ranges: list[str]) -> None:
    dealt = equity_against(AQ, FLOP, ranges, deals=RandomDeals(count=200_000, seed=3))
    mine = dealt.players[0]
    exact = equity([AQ, *ranges], FLOP, method="exact").players[0]
    assert 0 < mine.standard_error < 0.002
    assert abs(mine.equity - exact.equity) < 4 * mine.standard_error
    assert (dealt.deals, dealt.seed) == (200_000, 3)


def test_bad_arguments_are_rejected() -> None:
    with pytest.raises(StrengthError, match="there is no opponent"):
        equity_against(AQ, FLOP, [])
    with pytest.raises(StrengthError, match="at least 1 opponent, not -1"):
        against_several(0.5, -1)
    with pytest.raises(StrengthError, match="there is no opponent"):
        against_each([])
    with pytest.raises(StrengthError, match="1 to 9 opponents, not 10"):
        equity_against(AQ, FLOP, ["random"] * 10)
    with pytest.raises(StrengthError, match="there is no opponent"):
        standings(FLOP, [])
    with pytest.raises(StrengthError, match="needs a hand without the known cards"):
        field_array([Range("20%"), Range("AdQc")], parse_cards("Ad"))
    with pytest.raises(RailbirdError):
        equity_against("AdJh", FLOP, ["random"])
