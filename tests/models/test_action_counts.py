"""Observed play, counted by information set."""

from __future__ import annotations

import pytest

from railbird.errors import GameError
from railbird.game import Hand
from railbird.models.action_counts import ActionCounts


def test_every_decision_is_counted_once() -> None:
    counts = ActionCounts("leduc")
    hand = Hand.parse("leduc; Ks As / Qh; r c c r c")
    counts.learn(hand, 0)
    counts.learn(hand, 1)
    assert counts["Ks||"] == {"c": 0, "r": 1}
    assert counts["As|Qh|rc/c"] == {"c": 0, "r": 1}
    assert counts.observations == 5


def test_unknown_hole_cards_teach_nothing() -> None:
    counts = ActionCounts("leduc")
    counts.learn(Hand.parse("leduc; ?? As / Qh; r f"), 0)
    assert counts.observations == 0


def test_cards_of_the_opponent_may_be_unknown() -> None:
    counts = ActionCounts("leduc")
    counts.learn(Hand.parse("leduc; ?? As; r f"), 1)
    assert counts["As||r"] == {"f": 1, "c": 0, "r": 0}


def test_an_action_that_the_set_does_not_have_is_refused() -> None:
    counts = ActionCounts("leduc")
    with pytest.raises(GameError, match="'r' is not an action"):
        counts.add("As||", ("f", "c"), "r")
