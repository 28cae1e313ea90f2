"""The action selector: from expected values to an action."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.game import ActionKind
from railbird.policies.saukonoja.action_selector import MIXING, Mixing, select

FOLD, CALL, RAISE = ActionKind
FLOP, TURN, RIVER = ROUNDS = (1, 2, 3)
SWITCHES = (False, True)
PLAIN = Mixing((0.0, 0.0, 0.0), 1.0, (0.0, 0.0, 0.0))
"""Always the best action, and no continued aggression."""

WORTH = st.floats(-100, 100)


def drawn(shares: dict[ActionKind, float], count: int = 20_000) -> dict[ActionKind, float]:
    """How often each action is taken."""
    result = Counter(Random(7).choices(list(shares), list(shares.values()), k=count))
    return {kind: result[kind] / count for kind in result}


@pytest.mark.parametrize(("round_now", "last", "led", "free"), list(product(ROUNDS, SWITCHES, SWITCHES, SWITCHES)))
def test_saukonoja_36_the_larger_of_two_positive_values_is_chosen_in_80_percent_or_more(
    round_now: int, last: bool, led: bool, free: bool
) -> None:
    for values, larger in (({CALL: 2.0, RAISE: 5.0}, RAISE), ({CALL: 5.0, RAISE: 2.0}, CALL)):
        shares = select(values, round_now, free=free, last=last, led=led)
        assert shares[larger] >= 0.8
        assert sum(shares.values()) == pytest.approx(1)
        assert drawn(shares)[larger] == pytest.approx(shares[larger], abs=0.015)


@pytest.mark.parametrize("last", SWITCHES)
def test_saukonoja_36_the_smaller_value_is_chosen_most_on_the_flop_and_least_on_the_river(last: bool) -> None:
    smaller = [
        drawn(select({CALL: 2.0, RAISE: 5.0}, number, free=True, last=last, led=False))[CALL] for number in ROUNDS
    ]
    assert smaller[0] > smaller[1] > smaller[2] > 0


@pytest.mark.parametrize("round_now", ROUNDS)
def test_saukonoja_36_the_smaller_value_is_chosen_less_if_others_act_after_us(round_now: int) -> None:
    shares = [
        select({CALL: 2.0, RAISE: 5.0}, round_now, free=True, last=last, led=False)[CALL] for last in (False, True)
    ]
    assert shares[0] == pytest.approx(MIXING.out_of_position * shares[1])
    assert shares[0] < shares[1] == pytest.approx(MIXING.smaller[round_now - FLOP])


def test_without_mixing_the_larger_value_is_always_chosen() -> None:
    for number, last in product(ROUNDS, SWITCHES):
        assert select({CALL: 2.0, RAISE: 5.0}, number, free=True, last=last, led=True, mixing=PLAIN) == {RAISE: 1.0}
        assert select({CALL: 5.0, RAISE: 2.0}, number, free=True, last=last, led=True, mixing=PLAIN) == {CALL: 1.0}


def test_between_equal_values_the_bolder_action_is_preferred() -> None:
    assert select({CALL: 3.0, RAISE: 3.0}, FLOP, free=False, last=True, led=False, mixing=PLAIN) == {RAISE: 1.0}


@settings(deadline=None)
@given(
    st.one_of(st.fixed_dictionaries({CALL: WORTH}), st.fixed_dictionaries({CALL: WORTH, RAISE: WORTH})),
    st.sampled_from(ROUNDS),
    *[st.booleans()] * 4,
)
def test_saukonoja_37_only_free_checks_and_continued_aggression_are_chosen_without_positive_value(
    values: dict[ActionKind, float], round_now: int, free: bool, last: bool, led: bool, mixes: bool
) -> None:
    mixing = MIXING if mixes else PLAIN
    shares = select(values, round_now, free=free, last=last, led=led, mixing=mixing)
    assert sum(shares.values()) == pytest.approx(1)
    assert all(share > 0 for share in shares.values())
    positive = {kind for kind, value in values.items() if value > 0}
    if positive:
        assert set(shares) <= positive
    else:
        goes_on = {RAISE} if mixes and led and RAISE in values and values[RAISE] >= values[CALL] else set()
        assert set(shares) == {CALL if free else FOLD} | goes_on


@pytest.mark.parametrize("values", [{CALL: -3.0}, {CALL: -3.0, RAISE: -5.0}, {CALL: 0.0, RAISE: 0.0}, {CALL: 0.0}])
def test_saukonoja_37_where_checking_is_free_nobody_folds(values: dict[ActionKind, float]) -> None:
    for number, last in product(ROUNDS, SWITCHES):
        assert select(values, number, free=True, last=last, led=False) == {CALL: 1.0}
        assert select(values, number, free=False, last=last, led=False) == {FOLD: 1.0}


@pytest.mark.parametrize(("values", "taken"), [({CALL: 3.0, RAISE: -1.0}, CALL), ({CALL: -1.0, RAISE: 3.0}, RAISE)])
def test_saukonoja_37_the_only_positive_action_is_chosen(values: dict[ActionKind, float], taken: ActionKind) -> None:
    for number, last, led, free in product(ROUNDS, SWITCHES, SWITCHES, SWITCHES):
        assert select(values, number, free=free, last=last, led=led) == {taken: 1.0}


@pytest.mark.parametrize(("round_now", "last", "free"), list(product(ROUNDS, SWITCHES, SWITCHES)))
def test_saukonoja_38_a_player_who_led_keeps_betting_as_often_as_set(round_now: int, last: bool, free: bool) -> None:
    shares = select({CALL: -3.0, RAISE: -2.0}, round_now, free=free, last=last, led=True)
    wanted = MIXING.aggression[round_now - FLOP] * (1 if last else MIXING.out_of_position)
    assert shares == pytest.approx({RAISE: wanted, CALL if free else FOLD: 1 - wanted})
    assert drawn(shares)[RAISE] == pytest.approx(wanted, abs=0.015)
    always = Mixing(out_of_position=1.0, aggression=(1.0, 1.0, 1.0))
    assert select({CALL: -3.0, RAISE: -2.0}, round_now, free=free, last=last, led=True, mixing=always) == {RAISE: 1.0}


@pytest.mark.parametrize(
    ("values", "led"),
    [
        ({CALL: -3.0, RAISE: -2.0}, False),  # another player led
        ({CALL: -2.0, RAISE: -3.0}, True),  # it loses more than checking or calling
        ({CALL: -2.0}, True),  # no raise is allowed
    ],
)
def test_saukonoja_38_no_continued_aggression_without_a_lead_or_where_it_loses_more(
    values: dict[ActionKind, float], led: bool
) -> None:
    for number, last, free in product(ROUNDS, SWITCHES, SWITCHES):
        shares = select(values, number, free=free, last=last, led=led)
        assert shares == {CALL if free else FOLD: 1.0}


def test_saukonoja_38_continued_aggression_where_it_loses_just_as_much() -> None:
    assert RAISE in select({CALL: -2.0, RAISE: -2.0}, FLOP, free=True, last=True, led=True)


def test_saukonoja_38_continued_aggression_can_be_turned_off() -> None:
    off = Mixing(aggression=(0.0, 0.0, 0.0))
    for number, free in product(ROUNDS, SWITCHES):
        shares = select({CALL: -3.0, RAISE: -2.0}, number, free=free, last=True, led=True, mixing=off)
        assert shares == {CALL if free else FOLD: 1.0}


def test_saukonoja_51_all_constants_of_the_selector_can_be_set_together() -> None:
    mine = Mixing((0.4, 0.3, 0.1), 0.5, (0.9, 0.8, 0.7))
    for number, smaller, goes_on in zip(ROUNDS, mine.smaller, mine.aggression, strict=True):
        both = {CALL: 5.0, RAISE: 2.0}
        assert select(both, number, free=True, last=True, led=False, mixing=mine)[RAISE] == smaller
        assert select(both, number, free=True, last=False, led=False, mixing=mine)[RAISE] == smaller / 2
        neither = {CALL: -5.0, RAISE: -2.0}
        assert select(neither, number, free=True, last=True, led=True, mixing=mine)[RAISE] == goes_on
        assert select(neither, number, free=True, last=False, led=True, mixing=mine)[RAISE] == goes_on / 2


@pytest.mark.parametrize(
    "mixing",
    [
        {"smaller": (0.6, 0.1, 0.1)},
        {"smaller": (-0.1, 0.1, 0.1)},
        {"smaller": (float("nan"), 0.1, 0.1)},
        {"aggression": (0.5, 0.5, 1.1)},
        {"out_of_position": -1.0},
        {"out_of_position": 2.0},
    ],
)
def test_invalid_shares_are_refused(mixing: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="shares must be between 0 and 1"):
        Mixing(**mixing)
