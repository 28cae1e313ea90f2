"""Poki post-flop: each rule by numbers, and what holds for all triples."""

from __future__ import annotations

from dataclasses import replace
from operator import attrgetter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.agent.situation import Situation
from railbird.agent.situations import Situations
from railbird.game import ActionKind
from railbird.policies.poki.formula import POKI_FORMULA, FormulaSettings, formula_tables, formula_triples
from railbird.policies.triples import CALLS, FOLDS, RAISES, Array, choose
from tests.agent.situations import hand_of, situation, situation_of

FOLD, CALL, RAISE = [1, 0, 0], [0, 1, 0], [0, 0, 1]
LOKI = FormulaSettings(width=0, odds_width=0)
"""Pure rules."""
NO_SHOWDOWN = replace(LOKI, showdown_odds=False)

FREE = situation()
ONE_BET = situation(pot=50, to_call=10, raises=1)
TWO_BETS = situation(pot=60, to_call=20, raises=2, players=3)
RAISED_AGAIN = situation(pot=70, to_call=10, raises=2, committed=True)
FREE_RIVER = situation(round_now=3, pot=80, bet=20)
RIVER_BET = situation(round_now=3, pot=80, to_call=20, bet=20, raises=1)


def triple(now: Situation, hs: float, ppot: float = 0.0, how: FormulaSettings = LOKI, fold: float = 0.0) -> list[float]:
    result = formula_triples(now, hs, ppot, fold_chance=fold, settings=how)
    assert result.shape == (3,)
    return [round(float(share), 9) for share in result]


@pytest.mark.parametrize(
    ("now", "actions"),
    [
        (FREE, "r c"),
        (ONE_BET, "c r c / r"),
        (TWO_BETS, "c c c / r r"),
        (RAISED_AGAIN, "r c / r r"),
        (FREE_RIVER, "r c / c c / c r c"),
        (RIVER_BET, "r c / r c / c c / r"),
    ],
)
def test_these_situations_occur_in_hands(now: Situation, actions: str) -> None:
    real = situation_of(hand_of(f"limit(players={now.players})", now.players, actions))
    money = attrgetter("pot", "to_call", "bet", "later_bets")
    read = attrgetter("round", "raises", "bets_to_call", "can_raise", "committed", "led", "active")
    assert (money(now), read(now)) == (money(real), read(real))


@pytest.mark.parametrize(
    ("now", "action"),
    [
        (FREE, RAISE),
        (ONE_BET, RAISE),
        (TWO_BETS, CALL),
        (RAISED_AGAIN, CALL),
        (FREE_RIVER, RAISE),
        (RIVER_BET, RAISE),
        (replace(ONE_BET, can_raise=False), CALL),
    ],
)
def test_rule_1_make2_raises_below_two_bets_and_calls_otherwise(now: Situation, action: list[int]) -> None:
    assert triple(now, 0.86) == action
    assert triple(now, 0.70, 0.55) == action  # 0.70 + 0.30 · 0.55 = 0.865
    assert triple(now, 0.0, 0.86) == action


@pytest.mark.parametrize(("hs", "ppot", "action"), [(0.84, 0.0, CALL), (0.70, 0.49, CALL), (0.85, 0.0, RAISE)])
def test_make2_starts_at_an_effective_strength_of_85_percent(hs: float, ppot: float, action: list[int]) -> None:
    assert triple(ONE_BET, hs, ppot) == action


@pytest.mark.parametrize(("hs", "ppot", "action"), [(0.5, 0.0, RAISE), (0.49, 0.0, CALL), (0.45, 0.1, RAISE)])
def test_rule_2_make1_bets_where_nobody_has_bet(hs: float, ppot: float, action: list[int]) -> None:
    assert triple(FREE, hs, ppot) == action
    assert triple(FREE_RIVER, hs, ppot) == action


@pytest.mark.parametrize(
    ("now", "action"),
    [
        (ONE_BET, CALL),
        (TWO_BETS, FOLD),
        (replace(TWO_BETS, committed=True), CALL),
        (RAISED_AGAIN, CALL),
        (replace(ONE_BET, bets_to_call=2), FOLD),
    ],
)
def test_rule_2_make1_calls_but_not_two_bets_before_committing_chips(now: Situation, action: list[int]) -> None:
    assert triple(now, 0.6, 0.0, NO_SHOWDOWN) == action
    assert triple(now, 0.45, 0.12, NO_SHOWDOWN) == action  # 0.45 + 0.55 · 0.12 = 0.516


def test_rule_2_two_bets_are_called_with_the_right_odds() -> None:
    """20 / 80: a hand above make1 falls through to the next rules."""
    assert triple(TWO_BETS, 0.5, 0.26, NO_SHOWDOWN) == CALL
    assert triple(TWO_BETS, 0.5, 0.24, NO_SHOWDOWN) == FOLD


@pytest.mark.parametrize(
    ("pot", "bet", "odds"), [(40, 10, 20 / 100), (60, 10, 20 / 120), (120, 20, 40 / 240), (0, 10, 20 / 60)]
)
def test_rule_3_semi_bluffs_start_at_pot_odds_2(pot: int, bet: int, odds: float) -> None:
    now = situation(round_now=2 if bet == 20 else 1, pot=pot, bet=bet)
    assert triple(now, 0.0, odds + 1e-9) == RAISE
    assert triple(now, 0.0, odds - 1e-9) == CALL
    assert triple(now, 0.0, odds + 1e-9, replace(LOKI, semi_bluff=False)) == CALL


def test_rule_3_nobody_semi_bluffs_on_the_river_or_against_a_bet() -> None:
    assert triple(FREE_RIVER, 0.0, 0.4) == CALL
    assert triple(ONE_BET, 0.0, 0.4) == CALL


@pytest.mark.parametrize("now", [situation(round_now=2, pot=80, bet=20), FREE_RIVER], ids=["turn", "river"])
def test_rule_3_a_player_who_led_keeps_betting(now: Situation) -> None:
    led = replace(now, led=True)
    assert triple(led, 0.0) == RAISE
    assert triple(now, 0.0) == CALL
    assert triple(led, 0.0, 0.0, replace(LOKI, keep_betting=0.3)) == [0, 0.7, 0.3]
    assert triple(led, 0.0, 0.0, replace(LOKI, semi_bluff=False)) == CALL


def test_rule_3_a_preflop_raise_does_not_start_a_bluff() -> None:
    led = replace(FREE, led=True)
    for keeping in (0.3, 1.0):
        assert triple(led, 0.0, 0.0, replace(LOKI, keep_betting=keeping)) == CALL
    assert triple(led, 0.0, 0.21) == RAISE


@pytest.mark.parametrize(
    ("actions", "action"),
    [
        ("r c / c", CALL),
        ("r c / c r c / c", RAISE),
        ("c c / c r c / c", RAISE),
        ("c c / r r c / c", RAISE),
        ("r c / c c / c", CALL),
        ("r c / r c / c", CALL),
        ("r c / c r c / c r c / c", RAISE),
        ("r c / c c / c r c / c", RAISE),
        ("r c / c r c / c c / c", CALL),
    ],
)
def test_rule_3_the_last_to_act_bets_if_they_made_the_last_bet_of_flop_or_turn(actions: str, action: list[int]) -> None:
    now = situation_of(hand_of("limit", 2, actions))
    assert (now.player, now.to_call) == (1, 0)
    assert triple(now, 0.0) == action


def test_rule_3_a_player_who_led_stops_when_another_bets() -> None:
    assert triple(replace(ONE_BET, led=True), 0.0) == FOLD


@pytest.mark.parametrize(
    ("pot", "to_call", "chance", "action"),
    [(20, 4, 0.20, CALL), (12, 4, 0.20, FOLD), (50, 10, 0.17, CALL), (50, 10, 0.16, FOLD), (30, 10, 0.25, CALL)],
)
def test_rule_4_pot_odds(pot: int, to_call: int, chance: float, action: list[int]) -> None:
    """Papp 1998, §6.5: with one chance in five, calling 4 to win 20 is right, calling 4 to win 12 is not."""
    for round_now in (1, 2):
        now = situation(round_now=round_now, pot=pot, to_call=to_call, raises=1, bets_to_call=1)
        assert triple(now, 0.0, chance, NO_SHOWDOWN) == action
    river = situation(round_now=3, pot=pot, to_call=to_call, raises=1, bets_to_call=1)
    assert triple(river, chance, 0.0, NO_SHOWDOWN) == action


def test_rule_4_potential_does_not_count_on_the_river() -> None:
    assert triple(RIVER_BET, 0.0, 0.4, NO_SHOWDOWN) == FOLD


@pytest.mark.parametrize(
    ("now", "price"),
    [
        (ONE_BET, (10 + 40) / (60 + 80)),
        (replace(ONE_BET, later_bets=20), (10 + 20) / (60 + 40)),
        (situation(round_now=2, pot=100, to_call=20, bet=20, raises=1), (20 + 20) / (120 + 40)),
        (situation(round_now=3, pot=100, to_call=20, bet=20, raises=1), 20 / 120),
    ],
    ids=["flop", "flop with constant bets", "turn", "river"],
)
def test_rule_5_showdown_odds(now: Situation, price: float) -> None:
    """One bet for each round to come, at its size then: on the flop one turn bet and one river bet."""
    assert triple(now, price + 1e-9) == CALL
    assert triple(now, price - 1e-9) == FOLD
    if now.round < 3:
        assert triple(now, price + 1e-9, 0.0, NO_SHOWDOWN) == FOLD


def test_rule_6_worthless_hands_check_or_fold() -> None:
    for now in (FREE, FREE_RIVER):
        assert triple(now, 0.0) == CALL
    for now in (ONE_BET, TWO_BETS, RAISED_AGAIN, RIVER_BET):
        assert triple(now, 0.0) == FOLD


@pytest.mark.parametrize(("hs", "bets"), [(0.40, 0), (0.45, 0.25), (0.50, 0.5), (0.55, 0.75), (0.60, 1)])
def test_make1_is_mixed_linearly(hs: float, bets: float) -> None:
    assert triple(FREE, hs, 0.0, POKI_FORMULA) == pytest.approx([0, 1 - bets, bets])


@pytest.mark.parametrize(("hs", "raises"), [(0.75, 0), (0.80, 0.25), (0.85, 0.5), (0.90, 0.75), (0.95, 1)])
def test_make2_is_mixed_linearly(hs: float, raises: float) -> None:
    assert triple(ONE_BET, hs, 0.0, POKI_FORMULA) == pytest.approx([0, 1 - raises, raises])
    assert triple(TWO_BETS, hs, 0.0, POKI_FORMULA) == pytest.approx(CALL)


@pytest.mark.parametrize(("times", "share"), [(0.8, 0), (0.9, 0.25), (1.0, 0.5), (1.1, 0.75), (1.2, 1)])
def test_odds_are_mixed_linearly(times: float, share: float) -> None:
    """Pot odds of 10 / 60, pot odds 2 of 20 / 100, showdown odds of 50 / 140, each plus or minus 20 %."""
    only_odds = replace(POKI_FORMULA, showdown_odds=False)
    assert triple(ONE_BET, 0.0, times * 10 / 60, only_odds) == pytest.approx([1 - share, share, 0])
    assert triple(FREE, 0.0, times * 20 / 100, POKI_FORMULA) == pytest.approx([0, 1 - share, share])
    assert triple(ONE_BET, times * 50 / 140, 0.0, POKI_FORMULA) == pytest.approx([1 - share, share, 0])


def test_the_best_reason_to_call_counts() -> None:
    """Make1 with 0.4 + 0.6 · 0.15 = 0.49 gives 0.45, pot odds give 0.25, showdown odds give 0.8."""
    assert triple(ONE_BET, 0.4, 0.15, replace(POKI_FORMULA, showdown_odds=False)) == pytest.approx([0.55, 0.45, 0])
    assert triple(ONE_BET, 0.4, 0.15, POKI_FORMULA) == pytest.approx([0.2, 0.8, 0])
    assert triple(ONE_BET, 0.43, 0.15, POKI_FORMULA) == CALL


def test_many_hands_at_once_equal_each_hand_alone() -> None:
    chance = np.random.default_rng(4)
    hs, ppot = chance.random((2, 40))
    for now in (FREE, ONE_BET, TWO_BETS, RIVER_BET):
        result = formula_triples(now, hs, ppot, fold_chance=0.4)
        assert result.shape == (40, 3)
        for index in range(40):
            assert (result[index] == formula_triples(now, hs[index], ppot[index], fold_chance=0.4)).all()


@pytest.mark.parametrize(
    ("now", "chance"),
    [(FREE, 10 / 50), (FREE_RIVER, 20 / 100), (ONE_BET, 20 / 70), (RIVER_BET, 40 / 120)],
    ids=["a bet", "a bet on the river", "a raise", "a raise on the river"],
)
def test_poki_21_weak_hands_raise_if_all_others_are_likely_to_fold(now: Situation, chance: float) -> None:
    """With fold chance q, a bluff that costs c is profitable if q · pot > (1 − q) · c."""
    for how in (LOKI, POKI_FORMULA):
        otherwise = triple(now, 0.02, 0.01, how)
        assert otherwise[RAISES] == 0
        assert triple(now, 0.02, 0.01, how, chance - 1e-9) == otherwise
        bluffing = triple(now, 0.02, 0.01, how, chance + 1e-9)
        assert bluffing == pytest.approx([0.5 * otherwise[FOLDS], 0.5 * otherwise[CALLS], 0.5])
    assert triple(now, 0.02, 0.01, replace(LOKI, bluff=0.0), 1.0)[RAISES] == 0


def test_poki_21_the_same_state_does_not_always_give_the_same_action() -> None:
    chance = np.random.default_rng(21)
    bluffing, mixed = triple(ONE_BET, 0.02, 0.0, LOKI, 0.9), triple(FREE, 0.5, 0.0, POKI_FORMULA)
    assert {choose(bluffing, chance.random()) for _ in range(100)} == {ActionKind.FOLD, ActionKind.RAISE}
    assert {choose(mixed, chance.random()) for _ in range(100)} == {ActionKind.CALL, ActionKind.RAISE}


def test_a_bluff_that_breaks_even_is_not_tried() -> None:
    """It wins 30 one time in four, and loses 10 otherwise."""
    assert triple(situation(pot=30), 0.0, 0.0, LOKI, 0.25) == CALL


def test_nobody_bluffs_into_two_bets() -> None:
    for now in (TWO_BETS, RAISED_AGAIN):
        assert triple(now, 0.0, 0.0, LOKI, 0.99) == FOLD


@pytest.mark.parametrize("now", [ONE_BET, RIVER_BET, replace(ONE_BET, raises=0)])
def test_without_a_legal_raise_a_bluff_does_not_become_a_call(now: Situation) -> None:
    capped = replace(now, can_raise=False)
    assert triple(capped, 0.0, 0.0, LOKI, 1.0) == FOLD
    assert triple(capped, 0.0, 0.0, POKI_FORMULA, 1.0) == FOLD
    assert triple(now, 0.0, 0.0, LOKI, 1.0) == [0.5, 0, 0.5]


def test_facing_all_in_a_bluff_does_not_become_a_call() -> None:
    now = situation_of(hand_of("nolimit(stack=20000/300)", 2, "c c / r200"))
    assert (now.player, now.to_call, now.raises, now.can_raise) == (1, 200, 1, False)
    assert triple(now, 0.0, 0.0, LOKI, 0.99) == FOLD


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """All post-flop situations of limit games, and some impossible ones."""
    bet = draw(st.sampled_from([1, 10, 20, 100]))
    to_call = draw(st.one_of(st.just(0), st.integers(1, 4 * bet)))
    return situation(
        round_now=draw(st.integers(1, 3)),
        pot=to_call + draw(st.integers(bet, 100 * bet)),
        to_call=to_call,
        bet=bet,
        raises=draw(st.integers(1, 4)) if to_call else 0,
        can_raise=draw(st.booleans()),
        committed=draw(st.booleans()),
        led=draw(st.booleans()),
        players=draw(st.integers(2, 10)),
    )


SHARES = st.floats(0, 1)
HOWS = st.builds(
    FormulaSettings,
    width=st.sampled_from([0, 0.05, 0.1, 0.3]),
    odds_width=st.sampled_from([0, 0.2, 0.5]),
    keep_betting=SHARES,
    semi_bluff=st.booleans(),
    showdown_odds=st.booleans(),
    bluff=SHARES,
)
RISING = np.linspace(0, 1, 101)


def check_triples(result: Array, now: Situation) -> None:
    assert np.isfinite(result).all()
    assert result.min() >= 0
    assert result.sum(axis=-1) == pytest.approx(1, abs=1e-9)
    if now.to_call == 0:
        assert not result[..., FOLDS].any()
    if not now.can_raise:
        assert not result[..., RAISES].any()


@given(situations(), SHARES, SHARES, SHARES, HOWS)
@settings(max_examples=300, deadline=None)
def test_poki_13_triples_are_distributions_and_nobody_folds_where_checking_is_free(
    now: Situation, hs: float, ppot: float, fold_chance: float, how: FormulaSettings
) -> None:
    check_triples(formula_triples(now, hs, ppot, fold_chance=fold_chance, settings=how), now)
    check_triples(formula_triples(now, RISING, ppot, fold_chance=fold_chance, settings=how), now)


@given(situations(), SHARES, SHARES, HOWS)
@settings(max_examples=150, deadline=None)
def test_without_a_legal_raise_the_fold_chance_does_not_matter(
    now: Situation, ppot: float, fold_chance: float, how: FormulaSettings
) -> None:
    capped = replace(now, can_raise=False)
    result = formula_triples(capped, RISING, ppot, fold_chance=fold_chance, settings=how)
    assert result == pytest.approx(formula_triples(capped, RISING, ppot, settings=how), abs=1e-12)


@given(situations(), SHARES, HOWS)
@settings(max_examples=300, deadline=None)
def test_poki_13_better_hands_do_not_raise_less(now: Situation, ppot: float, how: FormulaSettings) -> None:
    result = formula_triples(now, RISING, ppot, settings=how)
    assert (np.diff(result[:, RAISES]) >= -1e-12).all()
    assert (np.diff(result[:, FOLDS]) <= 1e-12).all()


@given(situations(), SHARES, SHARES, HOWS)
@settings(max_examples=150, deadline=None)
def test_poki_13_better_hands_do_not_bet_less_with_bluffs(
    now: Situation, ppot: float, fold_chance: float, how: FormulaSettings
) -> None:
    free = replace(now, to_call=0, raises=0, bets_to_call=0)
    result = formula_triples(free, RISING, ppot, fold_chance=fold_chance, settings=how)
    assert (np.diff(result[:, RAISES]) >= -1e-12).all()


@given(st.lists(situations(), min_size=1, max_size=12), st.integers(0, 2**32), HOWS)
@settings(max_examples=100, deadline=None)
def test_many_situations_at_once_equal_each_alone(nows: list[Situation], seed: int, how: FormulaSettings) -> None:
    hs = np.random.default_rng(seed).random((len(nows), 15))
    hs[:, :3] = [0.0, 0.5, 1.0]
    for formula in (how, POKI_FORMULA, LOKI):
        result = formula_tables(Situations.of(nows), hs, formula)
        assert result.shape == (len(nows), 15, 3)
        for now, strengths, row in zip(nows, hs, result, strict=True):
            assert (row == formula_triples(now, strengths, 0.0, settings=formula)).all()
