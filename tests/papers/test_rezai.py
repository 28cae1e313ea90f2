"""RezAI's games, with as few as say anything; at length by the command."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird.game import Hand
from railbird.papers.published import read_table
from railbird.papers.rezai import PANEL, PLAYERS, _is_played, rezai_styles


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_STORE", str(tmp_path / "railbird.db"))


def test_rezai_26_to_29_styles_stand_beside_what_was_published() -> None:
    found = rezai_styles(read_table("rezai-styles"), True, lambda _: None, games=1)
    assert [each.published for each in found.comparisons] == [18, 10, 44, 34, 48, 87, 31, 55]
    by_opponent, by_strategy, *games = found.findings
    assert [row[0] for row in by_opponent.rows] == list(PLAYERS)
    assert by_opponent.columns == ("", *PANEL)
    for table in (by_strategy, *games):
        assert [row[0] for row in table.rows] == [
            "loose-passive",
            "loose-aggressive",
            "tight-passive",
            "tight-aggressive",
        ]


@pytest.mark.parametrize(
    ("players", "actions", "played"),
    [
        ("hero villain", "f", False),
        ("villain hero", "f", False),
        ("hero villain", "r f", True),
        ("villain hero", "c r f", True),
        ("villain hero", "r f", False),
        ("villain hero", "r c", True),
        ("hero villain", "c c", True),
    ],
)
def test_rezai_27_a_hand_is_played_that_saw_the_flop_or_that_the_other_gave_up(
    players: str, actions: str, played: bool
) -> None:
    hand = Hand.parse(f"rezai; AhKh QsQd / Kc7d2h / 9s / 4d; {actions}")
    named = Hand(hand.game, hand.deal, players=tuple(players.split()))
    named.play(actions)
    assert _is_played(named) is played
