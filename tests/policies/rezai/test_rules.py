"""RezAI's four strategies: every limit from both sides, and invariants of all situations."""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest

from railbird.cards import ALL_HOLE_CARDS
from railbird.game.events import ActionName
from railbird.policies.rezai.hands import pair_strength
from railbird.policies.rezai.rules import STRATEGIES, PlayingStyle, RezaiSituation, RoundLimits, choose_action

LP, LAG, TP, TAG = PlayingStyle
FOLD, CHECK, CALL, BET, RAISE = ActionName
PREFLOP, FLOP, TURN, RIVER = range(4)
STRENGTHS = range(1040)


def spot(
    round_now: int,
    strength: int,
    *,
    facing: bool = False,
    draw: bool = False,
    ahead: bool = False,
    last: bool = False,
) -> RezaiSituation:
    return RezaiSituation(round_now, strength, draw, facing, ahead, last)


@cache
def all_spots(round_now: int) -> list[RezaiSituation]:
    """All possible situations and some impossible ones; the last action of a round always faces a bet."""
    return [
        RezaiSituation(round_now, strength, draw, facing, ahead, last)
        for strength, draw, facing, ahead in product(STRENGTHS, (False, True), (False, True), (False, True))
        for last in ((False, True) if facing else (False,))
    ]


def is_hole(style: PlayingStyle, now: RezaiSituation) -> bool:
    """Whether the source's table has no rule for this situation."""
    return style is TP and now.round == PREFLOP and not now.facing and 35 <= now.strength <= 44


def test_rezai_14_strategies_states_and_actions_have_the_numbers_of_the_source() -> None:
    assert {style.words: style.code for style in PlayingStyle} == {
        "loose-passive": 1,
        "loose-aggressive": 2,
        "tight-passive": 3,
        "tight-aggressive": 4,
    }
    assert [move.name for move in ActionName] == ["FOLD", "CHECK", "CALL", "BET", "RAISE"]
    assert {style: len(rounds) for style, rounds in STRATEGIES.items()} == dict.fromkeys(PlayingStyle, 4)


@pytest.mark.parametrize("facing", [False, True])
@pytest.mark.parametrize("style", PlayingStyle)
def test_rezai_15_the_first_rule_that_applies_is_taken(
    style: PlayingStyle, facing: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = [FOLD, CHECK, CALL, BET, RAISE]
    for index in range(5):
        monkeypatch.setattr(RoundLimits, "fits", lambda row, move, now, index=index: move in order[index:])
        assert choose_action(style, spot(FLOP, 300, facing=facing)) == (order[index], True)


@pytest.mark.parametrize("style", PlayingStyle)
def test_rezai_15_if_no_rule_applies_it_folds_unless_checking_is_free(
    style: PlayingStyle, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(RoundLimits, "fits", lambda row, move, now: False)
    for free_fold in (False, True):
        assert choose_action(style, spot(FLOP, 300, facing=True), free_fold=free_fold) == (FOLD, False)
    assert choose_action(style, spot(FLOP, 300)) == (CHECK, False)
    assert choose_action(style, spot(FLOP, 300), free_fold=True) == (FOLD, False)


TABLE_6 = {
    TP: ((FOLD, 35, CALL, 45, RAISE), (CHECK, 45, BET)),
    LP: ((FOLD, 6, CALL, 45, RAISE), (CHECK, 45, BET)),
    TAG: ((FOLD, 35, CALL, 45, RAISE), (CHECK, 35, BET)),
    LAG: ((FOLD, 6, CALL, 25, RAISE), (CHECK, 24, BET)),
}
"""Actions facing a bet and not, each with the number from which it applies; where no rule applies it checks."""


@pytest.mark.parametrize("style", PlayingStyle)
@pytest.mark.parametrize("strength", [0, 1, 5, 6, 23, 24, 25, 34, 35, 44, 45, 100])
def test_rezai_16_preflop_limits(style: PlayingStyle, strength: int) -> None:
    (fold, called, call, raised, raise_), (check, opened, bet) = TABLE_6[style]
    answer = fold if strength < called else call if strength < raised else raise_
    for draw, ahead in product((False, True), repeat=2):
        facing = spot(PREFLOP, strength, facing=True, draw=draw, ahead=ahead)
        assert choose_action(style, facing)[0] is answer
        assert choose_action(style, facing._replace(last=True))[0] is (CALL if answer is RAISE else answer)
        assert choose_action(style, facing._replace(facing=False))[0] is (check if strength < opened else bet)


@pytest.mark.parametrize("strength", [34, 35, 44, 45])
def test_rezai_16_tight_passive_has_no_rule_for_35_to_44_where_nobody_has_bet(strength: int) -> None:
    hole = 35 <= strength <= 44
    otherwise = CHECK if strength < 35 else BET
    assert choose_action(TP, spot(PREFLOP, strength)) == ((CHECK, False) if hole else (otherwise, True))
    assert choose_action(TP, spot(PREFLOP, strength), free_fold=True) == ((FOLD, False) if hole else (otherwise, True))


@pytest.mark.parametrize(("style", "played"), [(LP, 1194), (LAG, 1194), (TP, 442), (TAG, 442)])
def test_rezai_16_number_of_hands_that_stay_in_facing_a_bet(style: PlayingStyle, played: int) -> None:
    moves = [
        choose_action(style, spot(PREFLOP, pair_strength(hand.high, hand.low), facing=True))[0]
        for hand in ALL_HOLE_CARDS
    ]
    assert sum(move is not FOLD for move in moves) == played
    assert sum(move is RAISE for move in moves) == (678 if style is LAG else 258)


def loose_aggressive(now: RezaiSituation) -> ActionName:
    """The source's table, written independently."""
    if now.round == PREFLOP:
        if not now.facing:
            return CHECK if now.strength < 24 else BET
        if now.strength <= 5:
            return FOLD
        return CALL if now.strength <= 24 or now.last else RAISE
    if now.round == RIVER:
        if not now.facing:
            return CHECK if now.strength < 291 else BET
        if now.strength < 291:
            return FOLD
        return CALL if now.strength < 400 or now.last else RAISE
    enough = now.strength >= (130 if now.round == FLOP else 200)
    if not now.facing:
        return BET if enough or now.draw else CHECK
    if now.last:
        return CALL if enough else FOLD
    if enough:
        return RAISE
    return CALL if now.ahead or now.draw else FOLD


@pytest.mark.parametrize("round_now", range(4))
def test_rezai_17_loose_aggressive_plays_as_its_table_says(round_now: int) -> None:
    for now in all_spots(round_now):
        assert choose_action(LAG, now) == (loose_aggressive(now), True), now


@pytest.mark.parametrize(("round_now", "limit"), [(FLOP, 130), (TURN, 200)])
def test_rezai_17_limits_of_loose_aggressive_on_flop_and_turn(round_now: int, limit: int) -> None:
    below, at = spot(round_now, limit - 1), spot(round_now, limit)
    assert choose_action(LAG, below)[0] is CHECK
    assert choose_action(LAG, below._replace(draw=True))[0] is BET
    assert choose_action(LAG, at)[0] is BET
    assert choose_action(LAG, below._replace(facing=True))[0] is FOLD
    for reason in ({"ahead": True}, {"draw": True}, {"ahead": True, "draw": True}):
        weak = below._replace(facing=True, **reason)
        assert choose_action(LAG, weak)[0] is CALL
        assert choose_action(LAG, weak._replace(last=True))[0] is FOLD
    assert choose_action(LAG, at._replace(facing=True))[0] is RAISE
    assert choose_action(LAG, at._replace(facing=True, last=True))[0] is CALL


@pytest.mark.parametrize(
    ("strength", "free", "facing", "last"),
    [(290, CHECK, FOLD, FOLD), (291, BET, CALL, CALL), (399, BET, CALL, CALL), (400, BET, RAISE, CALL)],
)
def test_rezai_17_limits_of_loose_aggressive_on_the_river(
    strength: int, free: ActionName, facing: ActionName, last: ActionName
) -> None:
    for draw, ahead in product((False, True), repeat=2):
        now = spot(RIVER, strength, draw=draw, ahead=ahead)
        assert choose_action(LAG, now)[0] is free
        assert choose_action(LAG, now._replace(facing=True))[0] is facing
        assert choose_action(LAG, now._replace(facing=True, last=True))[0] is last


@pytest.mark.parametrize("style", PlayingStyle)
@pytest.mark.parametrize("round_now", range(4))
def test_rezai_17_exactly_one_rule_applies_in_every_situation(style: PlayingStyle, round_now: int) -> None:
    row = STRATEGIES[style][round_now]
    for now in all_spots(round_now):
        fitting = [move for move in ActionName if row.fits(move, now)]
        assert len(fitting) == (0 if is_hole(style, now) else 1), now
        result = choose_action(style, now)
        assert result == ((fitting[0], True) if fitting else (CHECK, False))
        assert result[0] in ((FOLD, CALL, RAISE) if now.facing else (CHECK, BET))
        assert not (now.last and result[0] is RAISE)


@pytest.mark.parametrize("style", PlayingStyle)
@pytest.mark.parametrize("round_now", [FLOP, TURN, RIVER])
def test_rezai_18_all_styles_have_one_template_after_the_flop(style: PlayingStyle, round_now: int) -> None:
    """It calls from one number on, bets from another, and raises from a third."""
    row = STRATEGIES[style][round_now]
    assert row.fold_below <= row.bet_from == row.check_below <= row.raise_from
    for strength in {limit + step for limit in (row.fold_below, row.bet_from, row.raise_from) for step in (-1, 0)}:
        now = spot(round_now, strength)
        assert choose_action(style, now)[0] is (BET if strength >= row.bet_from else CHECK)
        answer = FOLD if strength < row.fold_below else CALL if strength < row.raise_from else RAISE
        assert choose_action(style, now._replace(facing=True))[0] is answer
        assert choose_action(style, now._replace(facing=True, last=True))[0] is (FOLD if answer is FOLD else CALL)


@pytest.mark.parametrize(("style", "draws", "leads"), [(LP, True, True), (TP, False, False), (TAG, True, False)])
@pytest.mark.parametrize("round_now", [FLOP, TURN, RIVER])
def test_rezai_18_only_loose_aggressive_bets_draws_and_others_may_call_with_draws(
    style: PlayingStyle, draws: bool, leads: bool, round_now: int
) -> None:
    """Or while they are ahead in chips; but not as the last action of a round, and not on the river."""
    weak = spot(round_now, STRATEGIES[style][round_now].fold_below - 1, facing=True)
    for now, kept in ((weak._replace(draw=True), draws), (weak._replace(ahead=True), leads)):
        assert choose_action(style, now)[0] is (CALL if kept and round_now != RIVER else FOLD)
        assert choose_action(style, now._replace(last=True))[0] is FOLD
        assert choose_action(style, now._replace(facing=False))[0] is CHECK


@pytest.mark.parametrize(("bold", "shy"), [(LAG, LP), (TAG, TP)])
@pytest.mark.parametrize("round_now", range(4))
def test_rezai_18_aggressive_styles_bet_and_raise_whenever_passive_ones_do(
    bold: PlayingStyle, shy: PlayingStyle, round_now: int
) -> None:
    for now in all_spots(round_now):
        if choose_action(shy, now)[0] in (BET, RAISE):
            assert choose_action(bold, now)[0] in (BET, RAISE), now


@pytest.mark.parametrize(("loose", "tight"), [(LAG, TAG), (LP, TP)])
@pytest.mark.parametrize("round_now", range(4))
def test_rezai_18_tight_styles_fold_whenever_loose_ones_do(
    loose: PlayingStyle, tight: PlayingStyle, round_now: int
) -> None:
    for now in all_spots(round_now):
        if choose_action(loose, now)[0] is FOLD:
            assert choose_action(tight, now)[0] is FOLD, now
