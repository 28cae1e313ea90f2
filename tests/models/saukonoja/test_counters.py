"""Counters of a player."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from railbird.game import ActionKind
from railbird.models.saukonoja.counters import Counters
from tests.agent.situations import hand_of, situation, steps_of

FOLD, CALL, RAISE = ActionKind

LOG = [
    (1, "r c / r c / c r f"),
    (1, "c c / c c / c r c / c c"),
    (1, "f"),
    (0, "c c / r f"),
    (0, "r r c / c r f"),
]
"""The player's position, and the actions; heads-up, position 1 is the button and posts the small blind.

In the five hands the player raises, calls on the flop and bets the turn; completes, and bets the turn; folds; checks
the blind, and bets the flop; re-raises, and folds to a bet on the flop.
"""


def counted(log: list[tuple[int, str]], game: str = "limit") -> Counters:
    result = Counters()
    for position, actions in log:
        result.begin_hand()
        reached = 0
        for step in steps_of(hand_of(game, 2, actions)):
            if step.situation.round > reached:
                reached = step.situation.round
                result.reach(reached)
            if step.situation.player == position:
                result.see(step.situation, step.kind)
    return result


def test_saukonoja_16_vpip_pfr_and_aggression_of_five_hands() -> None:
    result = counted(LOG)
    assert result.hands == 5
    assert result.vpip == 3 / 5  # not the hand where they checked the blind, nor the one they folded
    assert result.pfr == 2 / 5
    assert result.aggression == 5 / 2  # pre-flop two raises, one bet on the flop and two on the turn
    assert [result.reached(number) for number in range(4)] == [5, 4, 2, 1]


def test_saukonoja_16_each_action_is_counted_by_round_and_bets_to_call() -> None:
    acts = counted(LOG).acts
    assert acts.sum() == 13
    assert acts[0].tolist() == [[0, 1, 0], [1, 1, 2], [0, 0, 0]]
    assert acts[1].tolist() == [[0, 2, 1], [1, 1, 0], [0, 0, 0]]
    assert acts[2].tolist() == [[0, 0, 2], [0, 0, 0], [0, 0, 0]]
    assert acts[3].tolist() == [[0, 1, 0], [0, 0, 0], [0, 0, 0]]
    cold = Counters()
    for bets in (2, 3):
        cold.see(situation(to_call=10 * bets, raises=bets, players=3), FOLD)
    assert cold.acts[1].tolist() == [[0, 0, 0], [0, 0, 0], [2, 0, 0]]


def test_saukonoja_16_several_raises_are_one_hand_that_was_raised() -> None:
    result = counted([(0, "r r r c / c c / c c / c c"), (1, "r r c / c c / c c / c c"), (1, "r r r f")])
    assert (result.vpip, result.pfr) == (1, 1)


def test_saukonoja_16_the_fold_frequency_starts_from_the_prior() -> None:
    """They folded one of four times pre-flop, one of two on the flop."""
    result = counted(LOG)
    assert result.folds(0, 0.3, 10) == pytest.approx((1 + 3) / (4 + 10))
    assert result.folds(1, 0.3, 10) == pytest.approx((1 + 3) / (2 + 10))
    assert result.folds(2, 0.3, 10) == pytest.approx(0.3)
    assert Counters().folds(3, 0.42, 5) == pytest.approx(0.42)


def test_saukonoja_16_with_many_hands_the_prior_does_not_matter() -> None:
    result = Counters()
    facing = situation(to_call=10, raises=1)
    for number in range(4000):
        result.see(facing, FOLD if number % 4 else CALL)
    assert result.folds(1, 0.1, 10) == pytest.approx(0.75, abs=0.01)


def test_free_folds_are_not_folds_to_a_bet() -> None:
    result = counted([(0, "c c / f")] * 20, "limit(free_fold=on)")
    assert result.folds(1, 0.3, 10) == pytest.approx(0.3)


def test_an_unknown_player_has_zero_counters() -> None:
    result = Counters()
    assert (result.hands, result.vpip, result.pfr, result.aggression) == (0, 0, 0, 0)


def test_a_player_who_never_calls_has_infinite_aggression() -> None:
    result = Counters()
    result.see(situation(), RAISE)
    assert math.isinf(result.aggression)
    result.see(situation(to_call=10, raises=1), CALL)
    assert result.aggression == 1


def test_saukonoja_23_counters_are_restored_exactly_and_continue_alike() -> None:
    result, again = counted(LOG), Counters()
    result.showdowns = 3
    again.restore(result.state())
    for each in (result, again):
        each.begin_hand()
        each.see(situation(to_call=10, raises=1), FOLD)
        each.reach(1)
    mine, other = result.state(), again.state()
    assert all((mine[name] == other[name]).all() for name in (*mine, *other))
    assert again.showdowns == 3


def test_a_saved_state_does_not_change_later() -> None:
    result = counted(LOG)
    state = result.state()
    before = {name: part.copy() for name, part in state.items()}
    result.see(situation(), RAISE)
    result.reach(1)
    assert all((state[name] == before[name]).all() for name in state)


@pytest.mark.parametrize("name", list(Counters().state()))
@pytest.mark.parametrize("harm", ["missing", "cut", "text", "below 0", "not a number", "infinite", "a single number"])
def test_saukonoja_23_damaged_counters_are_refused_and_change_nothing(name: str, harm: str) -> None:
    result = counted(LOG)
    before = result.state()
    damaged: dict[str, NDArray[Any]] = counted(LOG).state()
    part = damaged.pop(name)
    if harm != "missing":
        damaged[name] = {
            "cut": part[:-1],
            "text": np.full(part.shape, "x"),
            "below 0": np.full(part.shape, -1.0),
            "not a number": np.full(part.shape, np.nan),
            "infinite": np.full(part.shape, np.inf),
            "a single number": np.array(1.0),
        }[harm]
    with pytest.raises((KeyError, ValueError)):
        result.restore(damaged)
    after = result.state()
    assert all((before[each] == after[each]).all() for each in before)
