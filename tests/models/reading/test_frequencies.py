"""Plain frequencies of actions, from rough contexts to fine."""

from __future__ import annotations

import math

import numpy as np
import pytest

from railbird.agent.tracker import BettingTracker
from railbird.game import ActionKind, Hand
from railbird.models.reading.contexts import Context, context_of
from railbird.models.reading.frequencies import CONTEXT_KINDS, ESTIMATES, STANDS, Frequencies

FIRST = np.array([0.2, 0.5, 0.3])


def contexts() -> list[Context]:
    hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c / c r")
    return [context_of(step.situation, place) for place, step in enumerate(BettingTracker(hand).steps(), start=5)]


def test_without_actions_everything_is_as_was_assumed() -> None:
    assert Frequencies().expected(contexts()[0], FIRST) == pytest.approx(np.tile(FIRST, (ESTIMATES, 1)))


def test_each_estimate_begins_with_the_rougher_one() -> None:
    mine, context = Frequencies(), contexts()[0]
    for _ in range(3):
        mine.learn(context, ActionKind.RAISE)
    found = mine.expected(context, FIRST).reshape(len(CONTEXT_KINDS), len(STANDS), 3)
    seen = np.array([0.0, 0.0, 3.0])
    for column, stand in enumerate(STANDS):
        expected = FIRST
        for level in range(len(CONTEXT_KINDS)):
            expected = (seen + stand * expected) / (3 + stand)
            assert found[level, column] == pytest.approx(expected, rel=1e-6)


def test_a_sequence_that_was_not_seen_is_played_as_others_of_its_street() -> None:
    mine, context = Frequencies(), contexts()[0]
    for _ in range(100):
        mine.learn(context, ActionKind.CALL)
    other = context._replace(sequence=context.sequence + 1)
    *_, rougher, finest = mine.expected(other, FIRST).reshape(len(CONTEXT_KINDS), len(STANDS), 3)
    assert finest == pytest.approx(rougher)
    assert finest[:, ActionKind.CALL].min() > 0.99


def test_other_contexts_say_nothing() -> None:
    mine, (context, *_, later) = Frequencies(), contexts()
    assert context.rough != later.rough
    mine.learn(context, ActionKind.FOLD)
    assert mine.expected(later, FIRST) == pytest.approx(np.tile(FIRST, (ESTIMATES, 1)))


def test_actions_fade() -> None:
    mine, context = Frequencies(), contexts()[0]
    mine.learn(context, ActionKind.RAISE)
    for _ in range(15_000):
        mine.fade()  # the scale has come back to 1 by then, at least once
    left = math.exp(-10)
    assert mine.expected(context, FIRST)[1, ActionKind.RAISE] == pytest.approx((left + 0.3) / (left + 1), rel=1e-5)


def test_saved_and_restored_it_expects_the_same() -> None:
    mine, again, context = Frequencies(), Frequencies(), contexts()[0]
    for kind in (ActionKind.RAISE, ActionKind.CALL):
        mine.learn(context, kind)
        mine.fade()
    again.restore(mine.state())
    assert again.expected(context, FIRST) == pytest.approx(mine.expected(context, FIRST), rel=1e-6)


@pytest.mark.parametrize("wrong", [np.zeros((3, 3), np.float32), -np.ones((12, 3)), np.full((12, 3), np.nan)])
def test_malformed_counts_are_refused(wrong: np.ndarray) -> None:
    mine = Frequencies()
    with pytest.raises(ValueError, match="rough"):
        mine.restore({**mine.state(), "frequencies rough": wrong})
