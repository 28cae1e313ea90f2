"""Situations as columns are the same situations."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.agent.situation import Situation
from railbird.agent.situations import Situations
from railbird.game import ActionKind
from tests.agent.situations import hand_of, steps_of
from tests.models.predictors.made_up import drawn


def drawn_situations(count: int) -> list[Situation]:
    chance = np.random.default_rng(5)
    return [drawn(chance).situation for _ in range(count)]


def test_columns_give_the_situations_that_they_were_made_of() -> None:
    played = [
        step.situation for step in steps_of(hand_of("nolimit(players=3)", 3, "c r300 c f / c r400 c / c c / r800 f"))
    ]
    for given in (played, drawn_situations(40), [], played[:1]):
        again = list(Situations.of(given))
        assert again == given
        for one, other in zip(given, again, strict=True):
            assert all(type(getattr(one, name)) is type(getattr(other, name)) for name in Situation.__slots__)


def test_columns_have_one_type_however_few_they_are() -> None:
    for given in (drawn_situations(20), []):
        columns = Situations.of(given)
        assert columns.pot.dtype == columns.raises.dtype == np.int64
        assert columns.can_raise.dtype == columns.led.dtype == np.bool_
        assert isinstance(columns.last_action, np.ndarray)
        assert columns.last_action.dtype == np.object_


def test_one_value_counts_for_all_rows() -> None:
    first, second = drawn_situations(2)
    columns = Situations.of([first, second])
    shared = {"player": 7, "players": 8, "last_action": ActionKind.RAISE, "last_paid": True, "bet_ratio": 0.25}
    fields = {name: getattr(columns, name) for name in Situation.__slots__} | shared
    for row in Situations(**fields):
        assert {name: getattr(row, name) for name in shared} == shared


def test_what_is_computed_is_the_same() -> None:
    given = drawn_situations(40)
    columns = Situations.of(given)
    assert columns.opponents.tolist() == [each.opponents for each in given]
    assert columns.pot_odds == pytest.approx([each.pot_odds for each in given], abs=0)
