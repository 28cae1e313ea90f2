"""The evaluation function: the value of an action from how the hand may end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.policies.saukonoja.prospects import (
    Prospects,
    Scenario,
    corrected_value,
    mixed,
    printed_value,
    scenario_sum,
    showdown_value,
    three_scenarios,
)
from railbird.strength import call_value

CHANCES = st.floats(0, 1)
CHIPS = st.floats(0, 1000)
CERTAIN_FOLD = Prospects(0.5, 1.0, 0.0, 8, 2, 4, 1, 0, 0)
FORMULAS = [printed_value, corrected_value]


@st.composite
def prospects(draw: st.DrawFn) -> Prospects:
    """Any possible prospects: probabilities sum to 1, and others only add chips."""
    others_fold = draw(CHANCES)
    we_fold = draw(CHANCES) * (1 - others_fold)
    pot = draw(CHIPS)
    costs = [draw(CHIPS) for _ in range(3)]
    pots = [pot + cost + draw(CHIPS) for cost in costs]
    ends = [chips for pair in zip(pots, costs, strict=True) for chips in pair]
    return Prospects(draw(CHANCES), others_fold, we_fold, *ends)


def test_saukonoja_27_if_all_fold_for_certain_the_printed_formula_gives_5_and_the_corrected_one_3() -> None:
    assert printed_value(CERTAIN_FOLD) == 5
    assert corrected_value(CERTAIN_FOLD) == 3
    assert CERTAIN_FOLD.showdown == 0


@settings(deadline=None)
@given(prospects())
def test_saukonoja_27_the_three_endings_are_probabilities_that_sum_to_1(given: Prospects) -> None:
    ends = (given.showdown, given.others_fold, given.we_fold)
    assert all(-1e-12 <= share <= 1 for share in ends)
    assert sum(ends) == pytest.approx(1, abs=1e-12)


@settings(deadline=None)
@given(prospects())
def test_saukonoja_27_the_formulas_differ_by_the_showdowns_that_do_not_happen(given: Prospects) -> None:
    missing = (1 - given.showdown) * (given.win * given.pot - given.cost)
    assert printed_value(given) - corrected_value(given) == pytest.approx(missing, abs=1e-9)


@settings(deadline=None)
@given(prospects())
def test_saukonoja_27_if_nobody_folds_both_formulas_agree(given: Prospects) -> None:
    shown = given._replace(others_fold=0.0, we_fold=0.0)
    assert printed_value(shown) == corrected_value(shown) == pytest.approx(showdown_value(*_of_showdown(shown)))


def _of_showdown(given: Prospects) -> tuple[float, float, float]:
    return given.win, given.pot, given.cost


@pytest.mark.parametrize("formula", FORMULAS)
@pytest.mark.parametrize(
    ("name", "sign"),
    [
        *(("win", 1), ("pot", 1), ("pot_others_fold", 1)),
        *(("cost", -1), ("cost_others_fold", -1), ("cost_we_fold", -1), ("pot_we_fold", 0)),
    ],
)
@settings(deadline=None)
@given(given=prospects(), more=st.floats(0, 100))
def test_saukonoja_27_the_value_rises_with_chances_and_pots_and_falls_with_costs(
    formula: Callable[[Prospects], float], name: str, sign: int, given: Prospects, more: float
) -> None:
    """The size of the pot that we leave to others does not matter."""
    before = getattr(given, name)
    after = min(before + more / 100, 1.0) if name == "win" else before + more
    change = formula(given._replace(**{name: after})) - formula(given)
    assert change == 0 if sign == 0 else sign * change >= -1e-9


@pytest.mark.parametrize(
    ("name", "change"),
    [
        *(("win", 0.1 * 0.5 * 80), ("pot", 10 * 0.5 * 0.6), ("cost", -10 * 0.5)),
        *(("pot_others_fold", 10 * 0.3), ("cost_others_fold", -10 * 0.3), ("cost_we_fold", -10 * 0.2)),
    ],
)
def test_saukonoja_27_each_parameter_is_weighted_by_the_probability_of_its_ending(name: str, change: float) -> None:
    given = Prospects(0.6, 0.3, 0.2, 80, 20, 60, 10, 70, 10)
    more = 0.1 if name == "win" else 10
    changed = given._replace(**{name: getattr(given, name) + more})
    assert corrected_value(changed) - corrected_value(given) == pytest.approx(change)


@settings(deadline=None)
@given(win=CHANCES, pot=CHIPS, call=CHIPS)
def test_saukonoja_27_the_value_of_a_call_that_ends_the_betting_is_formula_3(
    win: float, pot: float, call: float
) -> None:
    ends = Prospects(win, 0, 0, pot + call, call, pot + call, call, pot + call, call)
    for formula in FORMULAS:
        assert formula(ends) == pytest.approx(call_value(win, pot, call), abs=1e-9)


@pytest.mark.parametrize(("win", "value"), [(0.53, 26.39), (0.25, -19.25), (60 / 163, 0)])
def test_saukonoja_26_the_worked_example_by_the_evaluation_function(win: float, value: float) -> None:
    """103 in the pot, 60 to call, and no more betting."""
    assert showdown_value(win, 103 + 60, 60) == pytest.approx(value)
    assert corrected_value(Prospects(win, 0, 0, 163, 60, 163, 60, 163, 60)) == pytest.approx(value)


@settings(deadline=None)
@given(prospects())
def test_saukonoja_28_three_scenarios_sum_to_the_corrected_formula(given: Prospects) -> None:
    result = three_scenarios(given)
    assert [each.name for each in result] == ["showdown", "others fold", "we fold"]
    assert sum(each.probability for each in result) == pytest.approx(1, abs=1e-12)
    assert scenario_sum(result) == pytest.approx(corrected_value(given), abs=1e-12, rel=1e-12)


def test_saukonoja_28_each_scenario_has_its_value_given_that_it_happens() -> None:
    shown, others, we = three_scenarios(Prospects(0.6, 0.3, 0.2, 80, 20, 60, 10, 70, 15))
    assert (shown.probability, shown.value) == pytest.approx((0.5, 0.6 * (80 - 20) - 0.4 * 20))
    assert (others.probability, others.value) == (0.3, 50)
    assert (we.probability, we.value) == (0.2, -15)


def test_saukonoja_28_any_scenarios_can_be_summed() -> None:
    assert scenario_sum([]) == 0
    assert scenario_sum([Scenario("one", 0.25, 8), Scenario("other", 0.75, -4)]) == -1


@settings(deadline=None)
@given(prospects(), prospects(), CHANCES)
def test_mixed_estimates_are_between_both(one: Prospects, other: Prospects, weight: float) -> None:
    result = mixed(one, other, weight)
    for mine, first, second in zip(result, one, other, strict=True):
        assert min(first, second) - 1e-9 <= mine <= max(first, second) + 1e-9
    assert result.showdown == pytest.approx((1 - weight) * one.showdown + weight * other.showdown, abs=1e-9)
    assert mixed(one, other, 0) == one
    assert mixed(one, other, 1) == other
