"""Rough estimates for a little-known player."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.agent.situation import Situation
from railbird.game import ActionKind
from railbird.policies.saukonoja.cold_start import (
    COLD_START,
    ColdStart,
    OurHand,
    PostflopAction,
    Rival,
    WinFunction,
    by_odds,
    by_ratio,
    cold_prospects,
    strength_by_actions,
)
from railbird.policies.saukonoja.prospects import Prospects, corrected_value
from railbird.strength import call_value
from tests.agent.situations import situation

FOLD, CALL, RAISE = ActionKind
FLOP, TURN, RIVER = 1, 2, 3
CHANCES = st.floats(0, 1)
BY_BOLDNESS = [(CALL, False), (CALL, True), (RAISE, False), (RAISE, True)]
"""Check, call, bet and raise."""
ACTS = st.builds(
    lambda number, how: PostflopAction(number, *how), st.integers(0, 3), st.sampled_from([*BY_BOLDNESS, (FOLD, True)])
)
WIN_FUNCTIONS = [by_odds, by_ratio]


@st.composite
def decisions(draw: st.DrawFn) -> tuple[Situation, list[Rival]]:
    """A post-flop decision with any chips and up to nine opponents."""
    number = draw(st.integers(FLOP, RIVER))
    others = draw(st.integers(1, 9))
    bet = draw(st.sampled_from([10, 20]))
    to_call = draw(st.sampled_from([0, bet, 2 * bet]))
    pot = draw(st.integers(2 * bet, 100 * bet)) + to_call
    now = situation(round_now=number, pot=pot, to_call=to_call, bet=bet, players=others + 1)
    return now, [Rival(draw(CHANCES), draw(CHANCES)) for _ in range(others)]


def test_saukonoja_31_a_player_who_has_not_acted_is_average() -> None:
    for number in (FLOP, TURN, RIVER):
        assert strength_by_actions([], number) == 0.5


@settings(deadline=None)
@given(st.lists(st.sampled_from(BY_BOLDNESS)), st.integers(FLOP, RIVER))
def test_saukonoja_31_preflop_actions_do_not_count(acts: list[tuple[ActionKind, bool]], number: int) -> None:
    assert strength_by_actions([PostflopAction(0, *how) for how in acts], number) == 0.5


@pytest.mark.parametrize("how", BY_BOLDNESS)
def test_saukonoja_31_the_current_round_weighs_more_than_earlier_rounds(how: tuple[ActionKind, bool]) -> None:
    steps = [strength_by_actions([PostflopAction(number, *how)], RIVER) - 0.5 for number in (RIVER, TURN, FLOP)]
    assert steps[1:] == pytest.approx([steps[0] / 2, steps[0] / 4])
    assert steps[0] != 0


@settings(deadline=None)
@given(st.lists(ACTS, max_size=12), st.integers(0, 11), st.integers(FLOP, RIVER))
def test_saukonoja_31_bolder_actions_do_not_lower_the_strength(
    acts: list[PostflopAction], index: int, number: int
) -> None:
    mine = [act for act in acts if act.round <= number]
    result = [
        strength_by_actions([*mine[:index], PostflopAction(number, *how), *mine[index:]], number) for how in BY_BOLDNESS
    ]
    assert result == sorted(result)


def test_saukonoja_31_check_call_bet_and_raise_give_different_strengths() -> None:
    result = [strength_by_actions([PostflopAction(TURN, *how)], TURN) for how in BY_BOLDNESS]
    assert all(one < next_ for one, next_ in pairwise(result))
    assert result[0] < 0.5 < result[1]


@settings(deadline=None)
@given(st.lists(ACTS, max_size=40))
def test_saukonoja_31_strength_stays_within_its_bounds(acts: list[PostflopAction]) -> None:
    assert COLD_START.least <= strength_by_actions(acts, RIVER) <= 1 - COLD_START.least


def test_saukonoja_31_many_raises_reach_the_upper_bound_and_many_checks_the_lower() -> None:
    assert strength_by_actions([PostflopAction(RIVER, RAISE, True)] * 9, RIVER) == 1 - COLD_START.least
    assert strength_by_actions([PostflopAction(RIVER, CALL, False)] * 9, RIVER) == COLD_START.least


def test_saukonoja_51_all_constants_of_the_estimates_can_be_set_together() -> None:
    mine = ColdStart(bet=0.1, fading=0.1, folds=0.6, folds_later=0.0, raises_back=0.0, active_bets=0.0)
    assert strength_by_actions([PostflopAction(TURN, RAISE, False)], RIVER, mine) == pytest.approx(0.51)
    now = situation(pot=40)
    result = cold_prospects(now, RAISE, OurHand(0.5, 0.5), [Rival(0.5, mine.folds)], mine)
    assert result == Prospects(0.5, 0.6, 0.0, 60, 10, 50, 10, 70, 10)


@pytest.mark.parametrize(
    ("wins", "mine", "opponents", "share"),
    [
        (by_ratio, 0.8, 0.6, 0.571),
        (by_ratio, 1.0, 0.5, 0.667),
        (by_odds, 0.8, 0.6, 0.727),
        (by_odds, 1.0, 0.5, 1.0),
        (by_odds, 0.0, 0.5, 0.0),
        *((by_odds, share, 0.5, share) for share in (0.1, 0.35, 0.9)),
        *((wins, share, share, 0.5) for wins in WIN_FUNCTIONS for share in (0.0, 0.2, 0.5, 0.99)),
        (by_odds, 1.0, 1.0, 0.5),
    ],
)
def test_saukonoja_32_the_chance_of_winning_from_both_strengths(
    wins: WinFunction, mine: float, opponents: float, share: float
) -> None:
    assert wins(mine, opponents) == pytest.approx(share, abs=5e-4)


@pytest.mark.parametrize("wins", WIN_FUNCTIONS)
@settings(deadline=None)
@given(mine=CHANCES, opponents=CHANCES, more=CHANCES)
def test_saukonoja_32_it_rises_with_our_strength_falls_with_theirs_and_is_a_probability(
    wins: WinFunction, mine: float, opponents: float, more: float
) -> None:
    result = wins(mine, opponents)
    assert 0 <= result <= 1
    if min(mine, opponents) > 0 and max(mine, opponents) < 1:
        assert wins(mine + more * (1 - mine), opponents) >= result - 1e-12
        assert wins(mine, opponents + more * (1 - opponents)) <= result + 1e-12


@pytest.mark.parametrize("wins", WIN_FUNCTIONS)
def test_saukonoja_32_better_hands_win_more_and_better_opponents_lose_less(wins: WinFunction) -> None:
    steps = [index / 20 for index in range(1, 20)]
    for opponents in steps:
        assert all(wins(one, opponents) < wins(next_, opponents) for one, next_ in pairwise(steps))
        assert all(wins(opponents, one) > wins(opponents, next_) for one, next_ in pairwise(steps))


def test_cold_estimates_of_a_call_and_a_raise_by_hand() -> None:
    """Heads-up on the flop: 40 and a bet of 10 in the pot, one bet of 10 and two of 20 to come."""
    now = situation(pot=50, to_call=10)
    assert (now.bet, now.later_bets) == (10, 40)
    constants = ColdStart(folds_later=0.1, raises_back=0.3, passive_bets=0.4, active_bets=0.7, gives_up=0.5)
    rivals = [Rival(0.6, 0.25)]
    called = cold_prospects(now, CALL, OurHand(0.7, 0.65), rivals, constants)
    gives_up = 0.9 * 0.5 * 0.3 * 40 / 50
    assert called == pytest.approx(Prospects(0.65, 0.1, gives_up, 60 + 2 * 16, 10 + 16, 60, 10, 60, 10))
    raised = cold_prospects(now, RAISE, OurHand(0.7, 0.65), rivals, constants)
    assert raised == pytest.approx(
        Prospects(0.65, 0.25, 0.75 * 0.3 * 0.3, 60 + 2 * (13 + 28), 10 + 13 + 28, 70, 20, 90, 20)
    )


@settings(deadline=None)
@given(asked=decisions(), kind=st.sampled_from([CALL, RAISE]), strength=CHANCES, win=CHANCES)
def test_saukonoja_30_cold_estimates_are_complete_and_possible(
    asked: tuple[Situation, list[Rival]], kind: ActionKind, strength: float, win: float
) -> None:
    """Others only add chips: each final pot holds at least the current pot and what we put in."""
    now, rivals = asked
    result = cold_prospects(now, kind, OurHand(strength, win), rivals)
    assert all(map(math.isfinite, result))
    assert result.win == win
    for share in (result.others_fold, result.we_fold, result.showdown):
        assert -1e-12 <= share <= 1
    for pot, cost in (
        (result.pot, result.cost),
        (result.pot_others_fold, result.cost_others_fold),
        (result.pot_we_fold, result.cost_we_fold),
    ):
        assert cost >= now.to_call
        assert pot >= now.pot + cost - 1e-9


@settings(deadline=None)
@given(asked=decisions(), strength=CHANCES, win=CHANCES)
def test_saukonoja_27_an_immediate_fold_to_a_bet_nets_exactly_the_pot(
    asked: tuple[Situation, list[Rival]], strength: float, win: float
) -> None:
    now, rivals = asked
    result = cold_prospects(now, RAISE, OurHand(strength, win), rivals)
    assert result.pot_others_fold - result.cost_others_fold == now.pot
    folding = [rival._replace(folds=1.0) for rival in rivals]
    assert corrected_value(cold_prospects(now, RAISE, OurHand(strength, win), folding)) == pytest.approx(now.pot)


@settings(deadline=None)
@given(pot=st.integers(20, 1000), bets=st.integers(0, 2), strength=CHANCES, win=CHANCES)
def test_saukonoja_27_the_value_of_a_river_call_is_formula_3(pot: int, bets: int, strength: float, win: float) -> None:
    now = situation(round_now=RIVER, pot=pot, to_call=20 * bets, bet=20)
    result = cold_prospects(now, CALL, OurHand(strength, win), [Rival(0.5, 0.3)])
    assert (result.others_fold, result.we_fold) == (0, 0)
    assert corrected_value(result) == pytest.approx(call_value(win, pot, 20 * bets), abs=1e-9)


def test_saukonoja_49_the_chance_that_all_fold_is_the_product_of_their_chances() -> None:
    for players in (2, 3, 4, 10):
        rivals = [Rival(0.5, 0.4)] * (players - 1)
        result = cold_prospects(situation(players=players), RAISE, OurHand(0.5, 0.5), rivals)
        assert result.others_fold == pytest.approx(0.4 ** (players - 1))
    shares = [Rival(0.5, 0.5), Rival(0.5, 0.1), Rival(0.5, 1.0)]
    assert cold_prospects(situation(players=4), RAISE, OurHand(0.5, 0.5), shares).others_fold == pytest.approx(0.05)


@pytest.mark.parametrize("kind", [CALL, RAISE])
def test_better_hands_give_up_less_and_are_worth_more(kind: ActionKind) -> None:
    for number, players in product((FLOP, TURN, RIVER), (2, 3)):
        now = situation(round_now=number, bet=10 if number == FLOP else 20, players=players)
        rivals = [Rival(0.5, 0.3)] * (players - 1)
        result = [cold_prospects(now, kind, OurHand(share / 10, share / 10), rivals) for share in range(11)]
        assert all(one.we_fold >= next_.we_fold for one, next_ in pairwise(result))
        values = [corrected_value(each) for each in result]
        assert values == sorted(values)


def test_after_the_last_betting_round_nobody_folds() -> None:
    now = replace(situation(pot=400, to_call=60), later_bets=0)
    result = cold_prospects(now, CALL, OurHand(0.1, 0.1), [Rival(0.5, 0.3)])
    assert (result.others_fold, result.we_fold, result.pot, result.cost) == (0, 0, 460, 60)


FACING = situation(pot=50, to_call=10)
"""Heads-up on the flop: 40 and a bet of 10 in the pot, one bet of 10 and two of 20 to come."""
ROUND = ColdStart(folds_later=0.1, raises_back=0.3, passive_bets=0.4, active_bets=0.7, gives_up=0.5)


@pytest.mark.parametrize(("room", "more"), [(0, 0), (5, 5), (15.5, 15.5), (16, 16), (17, 16), (math.inf, 16)])
def test_after_a_call_we_put_in_at_most_our_stack(room: float, more: float) -> None:
    result = cold_prospects(FACING, CALL, OurHand(0.7, 0.65, room), [Rival(0.6, 0.25)], ROUND)
    assert (result.pot, result.cost) == pytest.approx((60 + 2 * more, 10 + more))
    assert (result.pot_others_fold, result.cost_others_fold, result.cost_we_fold) == (60, 10, 10)


@pytest.mark.parametrize(
    ("room", "bet", "more", "raised"),
    [
        (0, 0, 0, 0.0),
        (5, 5, 5, 0.0),
        (10, 10, 10, 0.0),  # all-in, so nobody can raise
        (11, 10, 11, 0.3),
        (20, 10, 20, 0.3),
        (41, 10, 41, 0.3),
        (1000, 10, 41, 0.3),
    ],
)
def test_a_raise_costs_at_most_our_stack_and_is_raised_only_if_chips_are_left(
    room: float, bet: float, more: float, raised: float
) -> None:
    result = cold_prospects(FACING, RAISE, OurHand(0.7, 0.65, room), [Rival(0.6, 0.25)], ROUND)
    assert result[:5] == pytest.approx((0.65, 0.25, 0.75 * raised * 0.3, 60 + 2 * more, 10 + more))
    assert (result.pot_others_fold, result.cost_others_fold, result.cost_we_fold) == (60 + bet, 10 + bet, 10 + bet)


@pytest.mark.parametrize(("by", "room", "bet", "more"), [(30, math.inf, 30, 39 + 28), (30, 25, 25, 25), (4, 8, 4, 8)])
def test_a_raise_may_differ_in_size_from_the_bet_of_the_round(by: float, room: float, bet: float, more: float) -> None:
    result = cold_prospects(FACING, RAISE, OurHand(0.7, 0.65, room), [Rival(0.6, 0.25)], ROUND, raises_by=by)
    assert (result.pot, result.cost) == pytest.approx((60 + 2 * more, 10 + more))
    assert (result.pot_others_fold, result.cost_others_fold) == (60 + bet, 10 + bet)
    called = (
        cold_prospects(FACING, CALL, OurHand(0.7, 0.65), [Rival(0.6, 0.25)], ROUND, raises_by=each)
        for each in (by, None)
    )
    assert next(called) == next(called)


@pytest.mark.parametrize(
    ("rooms", "called", "raised"),
    [
        ((5, 5), (5, 10), (5, 10)),  # nobody can match more
        ((0, math.inf), (16, 16), (41, 41)),
        ((5, math.inf), (16, 16 + 5), (41, 41 + 5)),
        ((20, 8), (16, 16 + 8), (20, 20 + 8)),
        ((0, 0), (0, 0), (0, 0)),
    ],
)
def test_we_win_no_more_from_an_opponent_than_they_can_put_in(
    rooms: tuple[float, ...], called: tuple[float, float], raised: tuple[float, float]
) -> None:
    rivals = [Rival(0.5, 0.3, room) for room in rooms]
    for kind, (mine, theirs) in ((CALL, called), (RAISE, raised)):
        result = cold_prospects(FACING, kind, OurHand(0.7, 0.65), rivals, ROUND)
        assert (result.pot, result.cost) == pytest.approx((60 + mine + theirs, 10 + mine))


def test_an_all_in_player_does_not_fold_later() -> None:
    for stay in ((True,), (True, False), (True, True)):
        rivals = [Rival(0.5, 0.0, all_in=each) for each in stay]
        assert cold_prospects(situation(players=len(stay) + 1), CALL, OurHand(0.7, 0.65), rivals).others_fold == 0
    assert cold_prospects(situation(players=3), CALL, OurHand(0.7, 0.65), [Rival(0.5, 0.3)] * 2).others_fold > 0


@settings(deadline=None)
@given(asked=decisions(), strength=CHANCES, win=CHANCES)
def test_with_deep_stacks_pots_and_costs_follow_the_formulas(
    asked: tuple[Situation, list[Rival]], strength: float, win: float
) -> None:
    now, rivals = asked
    others, call, bet, later = len(rivals), now.to_call, now.bet, now.later_bets
    passive = COLD_START.passive_bets * later
    active = (1 + COLD_START.raises_back) * bet + COLD_START.active_bets * later
    for kind, more in ((CALL, passive), (RAISE, active)):
        result = cold_prospects(now, kind, OurHand(strength, win), rivals)
        assert result == cold_prospects(now, kind, OurHand(strength, win, math.inf), rivals, raises_by=bet)
        assert result == cold_prospects(now, kind, OurHand(strength, win, 100 * bet), rivals)
        assert (result.pot, result.cost) == pytest.approx((now.pot + call + (others + 1) * more, call + more))


@settings(deadline=None)
@given(
    asked=decisions(),
    kind=st.sampled_from([CALL, RAISE]),
    win=CHANCES,
    room=st.integers(0, 200),
    rooms=st.lists(st.integers(0, 200), min_size=9, max_size=9),
    by=st.one_of(st.none(), st.integers(1, 300)),
)
def test_nobody_puts_in_more_than_their_stack_or_than_another_can_match(
    asked: tuple[Situation, list[Rival]], kind: ActionKind, win: float, room: int, rooms: list[int], by: int | None
) -> None:
    now, others = asked
    rivals = [
        rival._replace(room=opponents, all_in=not opponents) for rival, opponents in zip(others, rooms, strict=False)
    ]
    result = cold_prospects(now, kind, OurHand(0.5, win, room), rivals, raises_by=by)
    most = min(room, max(rival.room for rival in rivals))
    for cost in (result.cost, result.cost_others_fold, result.cost_we_fold):
        assert now.to_call <= cost <= now.to_call + most
    more = result.cost - now.to_call
    assert result.pot == pytest.approx(now.pot + result.cost + sum(min(more, rival.room) for rival in rivals))
    if kind is CALL and not most:
        assert (result.others_fold, result.we_fold) == (0, 0)
        assert corrected_value(result) == pytest.approx(call_value(win, now.pot, now.to_call))
