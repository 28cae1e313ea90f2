"""RezAI's experiments, with very few games."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from railbird.game import Hand
from railbird.models.learned_file import read_learned
from railbird.models.rezai.outcomes import OutcomeStore
from railbird.papers.published import read_table
from railbird.papers.rezai_extensions import rezai_ehs, rezai_memory
from railbird.papers.rezai_styles import PANEL, PLAYERS, _Entered, _is_played, rezai_styles


@pytest.mark.slow
def test_rezai_26_to_29_styles_are_compared_with_the_published_ones() -> None:
    result = rezai_styles(read_table("rezai-styles"), True, lambda _: None, games=2)
    assert [each.published for each in result.comparisons] == [18, 10, 44, 34, 48, 87, 31, 55]
    by_opponent, entered, by_strategy, *games = result.findings
    assert [row[0] for row in by_opponent.rows] == [row[0] for row in entered.rows] == list(PLAYERS)
    assert by_opponent.columns == ("", *PANEL)
    assert entered.columns == ("", *PANEL, "mean")
    rows = {row[0]: row[-1] for row in entered.rows}
    for each in result.comparisons[5:]:
        assert rows[each.row].startswith(f"{each.ours.value:.1f}%")
    for table in (by_strategy, *games):
        assert [row[0] for row in table.rows] == [
            "loose-passive",
            "loose-aggressive",
            "tight-passive",
            "tight-aggressive",
        ]


@pytest.mark.parametrize(
    ("players", "actions", "played", "asked"),
    [
        ("hero villain", "f", False, True),
        ("villain hero", "f", False, False),
        ("hero villain", "r f", True, True),
        ("villain hero", "c r f", True, True),
        ("villain hero", "r f", False, True),
        ("villain hero", "r c", True, True),
        ("hero villain", "c c", True, True),
    ],
)
def test_rezai_27_a_hand_counts_as_played_if_it_saw_the_flop_or_the_opponent_folded(
    players: str, actions: str, played: bool, asked: bool
) -> None:
    hand = Hand.parse(f"rezai; AhKh QsQd / Kc7d2h / 9s / 4d; {actions}")
    named = Hand(hand.game, hand.deal, players=tuple(players.split()))
    named.play(actions)
    assert _is_played(named) == (played, asked)


def test_the_error_of_a_share_is_by_deals_not_by_hands() -> None:
    entered = _Entered(np.array([10.0, 30.0]), np.array([10.0, 20.0]), np.array([10.0, 30.0]))
    assert entered.share == 0.75
    assert entered.standard_error == pytest.approx(np.sqrt((2.5**2 + 2.5**2) * 2) / 40)


@pytest.mark.slow
def test_rezai_32_a_memory_from_games_is_compared_with_none_on_the_same_deals(tmp_path: Path) -> None:
    result = rezai_memory(read_table("rezai-memory"), True, lambda _: None, memories=2, games=(1, 1))
    assert [row[0] for row in result.findings[0].rows] == [*PANEL, "all"]
    assert result.findings[0].columns == ("against", "without memory", "with memory", "gain")
    for number in (1, 2):
        learned = read_learned(tmp_path / f"rezai-memory-1-{number}.model")
        states = OutcomeStore.from_json(json.loads(learned.records[""])["memory"]).states
        assert sum(each.count for actions in states.values() for each in actions.values()) > 200
    again = rezai_memory(read_table("rezai-memory"), True, lambda _: None, memories=2, games=(1, 1))
    assert again.to_json() == result.to_json()


def test_rezai_33_the_ehs_player_meets_rezai_and_its_styles() -> None:
    result = rezai_ehs(read_table("rezai-ehs"), True, lambda _: None, games=2)
    assert [row[0] for row in result.findings[0].rows] == list(PLAYERS)
    assert "RezAI" in result.claims[0].text
