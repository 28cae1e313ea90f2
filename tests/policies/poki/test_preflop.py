"""Poki pre-flop: strategies by income rate, position, tightness and number of players."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest

from railbird.agent.situation import Entry, Situation
from railbird.agent.tracker import BettingTracker
from railbird.cards import CLASS_OF_HAND, CLASSES, HandClass
from railbird.game import Hand, SeededDealing, limit, nolimit
from railbird.policies.poki.preflop import (
    CALL2,
    MAKE0,
    MAKE1,
    MAKE2,
    MAKE4,
    POKI_PREFLOP,
    STRATEGIES,
    Income,
    PreflopSettings,
    PreflopTable,
    Thresholds,
    Tightness,
    income_by_class,
    preflop_by_class,
    preflop_triples,
    strategies,
)
from railbird.policies.triples import FOLDS, RAISES
from railbird.strength import known_income_rates
from tests.agent.situations import situation
from tests.driving import act_at_random

TIGHT, MODERATE, LOOSE = Tightness
FOLD, CALL, RAISE = [1, 0, 0], [0, 1, 0], [0, 0, 1]
LOKI = replace(POKI_PREFLOP, blur=0)
ALWAYS, NEVER = -(10.0**6), 10.0**6

ONLY: dict[str, Thresholds] = {
    "make0": (NEVER, NEVER, NEVER),
    "make1": (ALWAYS, 3 * NEVER, 3 * NEVER),
    "call2": (3 * ALWAYS, NEVER, NEVER),
    "make2": (ALWAYS, ALWAYS, NEVER),
    "make4": (ALWAYS, ALWAYS, ALWAYS),
}
"""Thresholds that give every hand the same strategy; call2 is halfway between make1 and make2."""


def only(strategy: str) -> PreflopSettings:
    table = PreflopTable(2, ONLY[strategy], ONLY[strategy], ONLY[strategy])
    return PreflopSettings(two=table, few=table, many=table)


def preflop_situation(
    to_call: int, raises: int, *, committed: bool = False, can_raise: bool = True, entry: Entry | None = None
) -> Situation:
    """Blinds of 5 and 10, bets of 10."""
    return situation(
        round_now=0, pot=60, to_call=to_call, raises=raises, committed=committed, can_raise=can_raise, entry=entry
    )


FREE = preflop_situation(0, 0)
ONE_BET = preflop_situation(10, 0)
RAISED = preflop_situation(10, 1)
TWO_BETS = preflop_situation(20, 1)
TWO_MORE = preflop_situation(20, 2, committed=True)
CAPPED = preflop_situation(10, 3, committed=True, can_raise=False)
CAPPED_BEFORE_HIM = preflop_situation(40, 3, can_raise=False)
HALF_A_BET = preflop_situation(5, 0)
ONE_AND_A_HALF = preflop_situation(15, 1)


@pytest.mark.parametrize(
    ("strategy", "now", "triple"),
    [
        ("make0", FREE, CALL),
        ("make0", ONE_BET, FOLD),
        ("make0", RAISED, FOLD),
        ("make0", TWO_MORE, FOLD),
        ("make1", FREE, CALL),
        ("make1", ONE_BET, CALL),
        ("make1", RAISED, CALL),
        ("make1", TWO_BETS, FOLD),
        ("make1", TWO_MORE, CALL),
        ("make1", CAPPED, CALL),
        ("make1", CAPPED_BEFORE_HIM, FOLD),
        ("make2", FREE, RAISE),
        ("make2", ONE_BET, RAISE),
        ("make2", RAISED, CALL),
        ("make2", TWO_BETS, CALL),
        ("make2", TWO_MORE, CALL),
        ("make2", CAPPED_BEFORE_HIM, CALL),
        ("make4", FREE, RAISE),
        ("make4", ONE_BET, RAISE),
        ("make4", RAISED, RAISE),
        ("make4", TWO_BETS, RAISE),
        ("make4", TWO_MORE, RAISE),
        ("make4", CAPPED, CALL),
        ("make4", CAPPED_BEFORE_HIM, CALL),
    ],
)
def test_what_a_strategy_does(strategy: str, now: Situation, triple: list[int]) -> None:
    assert (preflop_triples(now, settings=only(strategy)) == triple).all()


@pytest.mark.parametrize(
    ("strategy", "now", "triple"),
    [
        ("make0", HALF_A_BET, FOLD),
        ("make1", HALF_A_BET, CALL),
        ("make1", ONE_AND_A_HALF, FOLD),
        ("call2", HALF_A_BET, CALL),
        ("call2", ONE_AND_A_HALF, CALL),
        ("call2", CAPPED_BEFORE_HIM, CALL),
        ("make2", HALF_A_BET, RAISE),
        ("make2", ONE_AND_A_HALF, CALL),
        ("make4", ONE_AND_A_HALF, RAISE),
    ],
)
def test_what_the_small_blind_does(strategy: str, now: Situation, triple: list[int]) -> None:
    now = replace(now, entry=Entry(3.0, 2, True))
    assert (preflop_triples(now, settings=only(strategy)) == triple).all()


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_thresholds_can_give_every_hand_the_same_strategy(strategy: str) -> None:
    shares = strategies(Entry(3.0, 2, strategy == "call2"), LOOSE, only(strategy))
    assert (shares[:, STRATEGIES.index(strategy)] == 1).all()


ENTRIES = [
    Entry(players, position, small)
    for players, position, small in product((1.6, 2.0, 2.2, 2.6, 3.4, 4.0, 4.6, 6.4), range(10), (False, True))
]
SITUATIONS = [
    replace(now, entry=entry, committed=committed, can_raise=can_raise)
    for now in (FREE, ONE_BET, RAISED, TWO_BETS, TWO_MORE, CAPPED, HALF_A_BET, ONE_AND_A_HALF)
    for entry in ENTRIES[::3]
    for committed, can_raise in product((False, True), repeat=2)
]


@pytest.mark.parametrize("tightness", Tightness)
@pytest.mark.parametrize("entry", [each for each in ENTRIES if not each.small_blind and each.position < 6], ids=str)
def test_a_threshold_rises_with_each_player_who_acts_later(entry: Entry, tightness: Tightness) -> None:
    table = LOKI.table(entry.players)
    rates = known_income_rates(table.rates_for).rates
    bases = table.base(tightness)
    make1, make2, make4 = (base + step * entry.position for base, step in zip(bases, (25, 50, 50), strict=True))
    wanted = np.select([rates >= make4, rates >= make2, rates >= make1], [MAKE4, MAKE2, MAKE1], default=MAKE0)
    assert (strategies(entry, tightness, LOKI) == np.eye(len(STRATEGIES))[wanted]).all()


@pytest.mark.parametrize("position", range(6))
def test_the_known_cell_tight_three_or_four_players_make2_at_200_and_50(position: int) -> None:
    """Papp 1998, §6.1."""
    result = strategies(Entry(4.0, position, False), TIGHT, LOKI)[:, [MAKE2, MAKE4]].any(axis=1)
    assert (result == (known_income_rates(4).rates >= 200 + 50 * position)).all()


def test_a_moderate_dealer_has_make2_with_an_income_rate_of_338() -> None:
    """Peña 1999, chapter 3: A8 at a table of four."""
    rates = known_income_rates(4)
    a8 = HandClass.parse("A8s")
    assert rates[a8] == pytest.approx(338, abs=2)
    for settings in (POKI_PREFLOP, LOKI):
        _, make2, make4 = settings.few.base(MODERATE)
        assert make2 + settings.blur <= 338 < make4 - settings.blur
        assert strategies(Entry(4.0, 0, False), MODERATE, settings)[a8.index, MAKE2] == 1


@pytest.mark.parametrize(
    ("players", "rates_for"),
    [(1.6, 2), (2.0, 2), (2.2, 2), (2.6, 4), (3.0, 4), (4.0, 4), (4.4, 4), (4.6, 7), (6.4, 7), (10.0, 7)],
)
def test_the_expected_number_of_players_selects_the_table(players: float, rates_for: int) -> None:
    table = POKI_PREFLOP.table(players)
    assert table.rates_for == rates_for
    assert table is {2: POKI_PREFLOP.two, 4: POKI_PREFLOP.few, 7: POKI_PREFLOP.many}[rates_for]
    _, make2, _ = table.base(LOOSE)
    result = strategies(Entry(players, 0, False), LOOSE, LOKI)[:, [MAKE2, MAKE4]].any(axis=1)
    assert (result == (known_income_rates(rates_for).rates >= make2)).all()


@pytest.mark.parametrize("tightness", Tightness)
def test_the_small_blinds_thresholds_are_fixed(tightness: Tightness) -> None:
    rates = known_income_rates(4).rates
    make1, make2, make4 = LOKI.few.base(tightness)
    wanted = np.select(
        [rates >= make4, rates >= make2, rates >= (make1 + make2) / 2, rates >= make1 - 100],
        [MAKE4, MAKE2, CALL2, MAKE1],
        default=MAKE0,
    )
    for position in range(10):
        result = strategies(Entry(3.0, position, True), tightness, LOKI)
        assert (result == np.eye(len(STRATEGIES))[wanted]).all()
        assert result[:, CALL2].any()


@pytest.mark.parametrize("tightness", Tightness)
def test_only_the_small_blind_has_call2(tightness: Tightness) -> None:
    for entry in ENTRIES:
        assert strategies(entry, tightness)[:, CALL2].any() == entry.small_blind


def test_without_blur_triples_are_pure() -> None:
    for now, tightness in product(SITUATIONS, Tightness):
        assert np.isin(preflop_by_class(now, tightness, LOKI), (0, 1)).all()


def test_near_a_threshold_a_strategy_is_mixed_with_the_next() -> None:
    """Loose, heads-up, on the button: make2 from 50, mixed within 40 on both sides."""
    rates = known_income_rates(2).rates
    near = np.flatnonzero(np.abs(rates - 50) < 40)
    assert len(near) > 10
    result = strategies(Entry(1.6, 0, False), LOOSE)[near]
    assert result[:, MAKE2] == pytest.approx(0.5 + (rates[near] - 50) / 80)
    assert result[:, MAKE1] == pytest.approx(1 - result[:, MAKE2])
    triples = preflop_by_class(replace(ONE_BET, entry=Entry(1.6, 0, False)))[near]
    assert triples[:, RAISES] == pytest.approx(result[:, MAKE2])
    assert triples[:, FOLDS] == pytest.approx(0, abs=1e-12)


@pytest.mark.parametrize("tightness", Tightness)
def test_shares_and_triples_are_distributions(tightness: Tightness) -> None:
    for entry in ENTRIES:
        shares = strategies(entry, tightness)
        assert shares.min() >= 0
        assert shares.sum(axis=1) == pytest.approx(1, abs=1e-12)
    for now in SITUATIONS:
        result = preflop_by_class(now, tightness)
        assert result.shape == (169, 3)
        assert result.min() >= 0
        assert result.sum(axis=1) == pytest.approx(1, abs=1e-12)
        if now.to_call == 0:
            assert not result[:, FOLDS].any()
        if not now.can_raise:
            assert not result[:, RAISES].any()


@pytest.mark.parametrize("tightness", Tightness)
def test_a_better_income_rate_does_not_raise_less_or_fold_more(tightness: Tightness) -> None:
    for now, settings in product(SITUATIONS, (POKI_PREFLOP, LOKI)):
        rates = known_income_rates(settings.table(now.entry.players).rates_for).rates
        result = preflop_by_class(now, tightness, settings)[np.argsort(rates, kind="stable")]
        assert (np.diff(result[:, RAISES]) >= -1e-12).all()
        assert (np.diff(result[:, FOLDS]) <= 1e-12).all()


def test_looser_players_raise_no_less_and_fold_no_more() -> None:
    for now in SITUATIONS:
        for tighter, looser in pairwise(preflop_by_class(now, each) for each in Tightness):
            assert (looser[:, RAISES] >= tighter[:, RAISES] - 1e-12).all()
            assert (looser[:, FOLDS] <= tighter[:, FOLDS] + 1e-12).all()


def test_hands_of_a_class_are_played_alike() -> None:
    now = replace(TWO_BETS, entry=Entry(3.4, 2, False))
    by_class = preflop_by_class(now, MODERATE)
    result = preflop_triples(now, MODERATE)
    assert result.shape == (1326, 3)
    for hand_class in CLASSES:
        assert (result[hand_class.hands] == by_class[hand_class.index]).all()
    assert (result == by_class[CLASS_OF_HAND]).all()


def reachable() -> Iterator[Situation]:
    """Pre-flop situations that occur when all players act at random."""
    for game in (*map(limit, (2, 3, 4, 6, 10)), *map(nolimit, (2, 6)), limit(4, stack=[25, 300, 45, 12])):
        for number in range(60):
            hand, choose = Hand(game, SeededDealing(12).deal(game, number)), random.Random(number)
            tracker = BettingTracker(hand)
            while not hand.over and hand.round == 0:
                for _ in tracker.follow(hand.view(0)).steps():
                    pass
                yield tracker.situation()
                act_at_random(hand, choose)


@pytest.mark.parametrize("settings", [POKI_PREFLOP, LOKI], ids=["mixed", "pure"])
@pytest.mark.parametrize("tightness", Tightness)
def test_poki_12_aces_never_fold_and_72o_folds_to_a_raise(tightness: Tightness, settings: PreflopSettings) -> None:
    aces, worst = HandClass.parse("AA").index, HandClass.parse("72o").index
    count = raised = 0
    for now in reachable():
        result = preflop_by_class(now, tightness, settings)
        assert result[aces, FOLDS] == 0
        if not now.raises and now.can_raise:
            assert result[aces, RAISES] == 1
        if now.raises and now.to_call:
            assert result[worst].tolist() == FOLD
            raised += 1
        count += 1
    assert count > 1000
    assert raised > 500


COMBOS = np.array([each.combos for each in CLASSES])
ITERATED = replace(LOKI, income=Income.ITERATED)


@pytest.mark.parametrize("players", range(2, 11))
def test_iterated_rates_order_hands_by_what_they_win_among_players_who_fold(players: int) -> None:
    """Heidenreich 2008, §4.1.2."""
    result = income_by_class(players, Income.ITERATED)
    order = np.argsort(known_income_rates(players, iterated=True).rates, kind="stable")
    assert (np.diff(result[order]) >= 0).all()
    plain = income_by_class(players)
    assert (plain == known_income_rates(players).rates).all()
    assert result.max() <= plain.max()
    for threshold in np.quantile(plain, (0.1, 0.3, 0.5, 0.7, 0.9)):
        assert abs(COMBOS[result >= threshold].sum() - COMBOS[plain >= threshold].sum()) <= 12


def test_heads_up_both_kinds_of_income_rates_are_equal() -> None:
    np.testing.assert_allclose(income_by_class(2, Income.ITERATED), income_by_class(2), atol=1e-9)


def test_iterated_rates_play_as_many_hands_but_different_ones() -> None:
    entry = Entry(7.0, 2, False)
    plain, iterated = (strategies(entry, LOOSE, each) for each in (LOKI, ITERATED))
    for strategy in (MAKE0, MAKE1, MAKE2, MAKE4):
        assert abs(COMBOS @ (plain[:, strategy] - iterated[:, strategy])) <= 24
    # Aces and pairs gain among players who fold; suited connectors lose.
    names = {name: HandClass.parse(name).index for name in ("A9o", "66", "TT", "65s", "86s", "QTo")}
    assert {
        name: (STRATEGIES[plain[at].argmax()], STRATEGIES[iterated[at].argmax()]) for name, at in names.items()
    } == {
        "A9o": ("make1", "make2"),
        "66": ("make1", "make2"),
        "TT": ("make2", "make4"),
        "65s": ("make1", "make0"),
        "86s": ("make1", "make0"),
        "QTo": ("make2", "make1"),
    }
