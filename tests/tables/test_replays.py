"""Replays show every step of a hand, to whoever may see it."""

from __future__ import annotations

import pytest

from railbird.agent import Decision, Fact
from railbird.errors import TableError
from railbird.game import CALL, Hand
from railbird.tables.replays import replay_json, view_at

HAND = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; c r c / r c / c c / r c")
DECISIONS = {0: ("p2", Decision(CALL, {CALL: 1.0}, facts=(Fact("HS", 0.5, private=True),)))}


def test_a_replay_has_a_step_for_every_action_and_all_equities() -> None:
    data = replay_json(HAND, DECISIONS)
    assert len(data["steps"]) == len(HAND.actions) + 1
    assert data["cards"] == ["AhKh", "QsQd"]
    assert data["steps"][0]["state"]["turn"] == 0
    assert data["steps"][-1]["state"]["payoffs"] == [50, -50]
    assert data["equities"][0] == [pytest.approx(0.4621, abs=1e-4), pytest.approx(0.5379, abs=1e-4)]
    assert data["equities"][-1] == [1.0, 0.0]
    assert data["decisions"][0]["facts"][0]["private"]
    assert Hand.parse(data["text"]) == HAND


def test_a_player_sees_their_own_cards_and_those_that_were_shown() -> None:
    folded = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; c r c / r f")
    data = replay_json(folded, DECISIONS, position=1, open_positions=())
    assert data["cards"] == [None, "QsQd"]
    assert data["decisions"] == []
    assert data["equities"] == []
    assert "AhKh" not in str(data)
    shown = replay_json(HAND, {}, position=1, open_positions=())
    assert shown["cards"][0] == "AhKh"
    assert "AhKh" not in str(shown["steps"][:-1])


def test_a_watcher_sees_what_everybody_sees() -> None:
    folded = Hand.parse("limit; AhKh QsQd; r f")
    data = replay_json(folded, DECISIONS, open_positions=())
    assert data["cards"] == [None, None]
    assert "AhKh" not in str(data)
    assert "QsQd" not in str(data)


def test_a_glass_box_opens_the_cards_and_thoughts_of_bots_and_nobody_elses() -> None:
    folded = Hand.parse("limit(players=3); AhKh QsQd 7c2d; c r f f")
    data = replay_json(folded, DECISIONS, open_positions={1})
    assert data["cards"] == [None, "QsQd", None]
    assert [each["player"] for each in data["decisions"]] == ["p2"]
    assert not data["all_cards"]
    assert "AhKh" not in str(data)


def test_the_view_at_a_step_is_that_of_the_moment() -> None:
    assert str(view_at(HAND, 3, 1)) == "limit; ???? QsQd / Kc7d2h; c r c"
    for step, position in ((99, 0), (0, 5), (-1, 0)):
        with pytest.raises(TableError, match="the hand has steps"):
            view_at(HAND, step, position)
