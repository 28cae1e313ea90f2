"""Five ways in which a hand may continue."""

from __future__ import annotations

from itertools import product

import pytest

from railbird.game import ActionKind
from railbird.policies.saukonoja.cold_start import OurHand, Rival, cold_prospects
from railbird.policies.saukonoja.five_scenarios import SCENARIO_SHARES, HandKind, five_scenarios, hand_kind
from railbird.policies.saukonoja.prospects import Prospects, Scenario, corrected_value, scenario_sum
from tests.agent.situations import situation

_, CALL, RAISE = ActionKind
GIVEN = Prospects(0.4, 0.1, 0.3, 100, 30, 60, 10, 60, 10)


def scenarios(kind: ActionKind, strength: float, potential: float, round_now: int = 1) -> dict[str, Scenario]:
    result = five_scenarios(GIVEN, situation(round_now=round_now), kind, strength, potential)
    assert sum(each.probability for each in result) == pytest.approx(1, abs=1e-12)
    return {each.name: each for each in result}


@pytest.mark.parametrize(
    ("strength", "potential", "kind"),
    [
        *((0.9, 0.0, HandKind.MADE), (0.5, 0.9, HandKind.MADE), (0.49, 0.15, HandKind.DRAW)),
        *((0.1, 0.5, HandKind.DRAW), (0.49, 0.14, HandKind.TRASH), (0.0, 0.0, HandKind.TRASH)),
    ],
)
def test_saukonoja_33_a_hand_is_made_a_draw_or_trash(strength: float, potential: float, kind: HandKind) -> None:
    assert hand_kind(strength, potential) is kind


@pytest.mark.parametrize(("strength", "potential"), [(0.9, 0.1), (0.3, 0.4), (0.1, 0.05)])
@pytest.mark.parametrize("round_now", [1, 2, 3])
def test_saukonoja_33_three_scenarios_begin_with_a_bet_and_two_with_a_call(
    strength: float, potential: float, round_now: int
) -> None:
    bets = scenarios(RAISE, strength, potential, round_now)
    calls = scenarios(CALL, strength, potential, round_now)
    assert list(bets) == ["bet to the end", "bet, all fold", "bet, raised, fold"]
    assert list(calls) == ["call to the end", "call, fold later"]


def test_saukonoja_33_probabilities_sum_to_1_with_any_hand_in_any_round() -> None:
    for number, players, kind in product((1, 2, 3), (2, 3, 6), (CALL, RAISE)):
        now = situation(round_now=number, players=players)
        for strength, potential in product((0.0, 0.3, 0.5, 0.8, 1.0), (0.0, 0.1, 0.2, 1.0)):
            given = cold_prospects(now, kind, OurHand(strength, strength), [Rival(0.5, 0.3)] * (players - 1))
            result = five_scenarios(given, now, kind, strength, potential)
            assert all(0 <= each.probability <= 1 for each in result)
            assert sum(each.probability for each in result) == pytest.approx(1, abs=1e-12)


def test_saukonoja_33_the_scenarios_of_a_bet_sum_to_the_evaluation_function() -> None:
    result = five_scenarios(GIVEN, situation(), RAISE, 0.6, 0.1)
    assert scenario_sum(result) == pytest.approx(corrected_value(GIVEN), abs=1e-12)


def test_a_made_hand_that_calls_folds_later_as_often_as_estimated() -> None:
    result = scenarios(CALL, 0.7, 0.0)
    assert result["call, fold later"] == ("call, fold later", 0.3, -10)
    assert result["call to the end"] == ("call to the end", 0.7, 0.4 * 100 - 30)


def test_a_draw_that_calls_stays_in_when_it_hits_and_is_paid_off() -> None:
    """With 40 in bets to come, the pot grows by both players' bets, and the draw wins as often as draws that hit."""
    result = scenarios(CALL, 0.2, 0.35)
    assert result["call to the end"].probability == 0.35
    assert result["call to the end"].value == pytest.approx(SCENARIO_SHARES.hit_wins * (100 + 80) - (30 + 40))
    assert result["call, fold later"] == ("call, fold later", 0.65, -10)


def test_trash_that_calls_seldom_stays_in() -> None:
    assert scenarios(CALL, 0.2, 0.0)["call to the end"].probability == pytest.approx(SCENARIO_SHARES.trash_stays)


@pytest.mark.parametrize("potential", [0.0, 0.5])
def test_on_the_river_no_hand_is_a_draw_and_none_folds_later(potential: float) -> None:
    now = situation(round_now=3, pot=100, to_call=20, bet=20)
    given = cold_prospects(now, CALL, OurHand(0.2, 0.2), [Rival(0.5, 0.3)])
    result = five_scenarios(given, now, CALL, 0.2, potential)
    assert scenario_sum(result) == pytest.approx(0.2 * 120 - 20)
