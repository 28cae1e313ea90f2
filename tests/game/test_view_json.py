"""Views to JSON and back."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from railbird.errors import GameError
from railbird.game import Hand, legal_from_json, view_from_json
from tests.game.json_round_trips import round_trips
from tests.game.play import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_views_events_and_decisions_survive_json(name: str) -> None:
    assert round_trips(name, 25, seed=3) > 25


HAND = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c / c r c / c c / c c")


def without(key: str) -> Callable[[dict[str, Any]], None]:
    return lambda data: data.pop(key)


@pytest.mark.parametrize(
    "change",
    [
        without("game"),
        without("events"),
        without("pot"),
        lambda data: data.update(player="nobody"),
        lambda data: data.update(hole_cards="AhAh"),
        lambda data: data.update(hole_cards="7d2h"),
        lambda data: data.update(hole_cards="Qs"),
        lambda data: data.update(board="Kc7d2h9s"),
        lambda data: data.update(pot=10**9),
        lambda data: data.update(starting_stacks=[10, 10]),
        lambda data: data.update(starting_stacks=[-1, 10]),
        lambda data: data.update(events=data["events"][:-1]),
        lambda data: data.update(events=[{"event": "acted"}]),
        lambda data: data["events"][5].update(player=7),
        lambda data: data["events"][5].update(to=10**30),
        lambda data: data["events"][-1].update(payoffs=["1/7", "-1/7"]),
        lambda data: data.update(shown="everything"),
    ],
)
def test_malformed_views_are_rejected(change: Callable[[dict[str, Any]], None]) -> None:
    data = copy.deepcopy(HAND.view(0).to_json())
    assert view_from_json(data) == HAND.view(0)
    change(data)
    with pytest.raises(GameError, match="malformed view"):
        view_from_json(data)


@pytest.mark.parametrize("data", [{}, {"fold": True}, {"fold": True, "call": "x", "raise": None}, [], None, 7])
def test_malformed_legal_actions_are_rejected(data: Any) -> None:
    with pytest.raises(GameError, match="malformed legal actions"):
        legal_from_json(data)
