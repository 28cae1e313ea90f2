"""Some of the hostile bots; ``python -m tests.arena.hostile`` plays all of them."""

from pathlib import Path

import pytest

from tests.arena.hostile import play, verdict
from tests.arena.hostile_bots import BOTS


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bot", "workers"),
    [
        ("AnswersNone", 2),
        ("RaisesTextThatLoops", 1),
        ("SwitchesTheTimerOff", 1),
        ("CountsInC", 2),
        ("ExitsWithSuccess", 1),
        ("ReadsNull", 2),
        ("ExitsWhenMade", 1),
        ("RaisesExitWhenAsked", 1),
        ("SavesSurrogates", 1),
        ("IsFrozen", 1),
        ("LeavesAThread", 1),
        ("UsesProcesses", 2),
        ("ForksAtTheEnd", 1),
        ("BreaksViews", 1),
    ],
)
def test_a_match_with_a_hostile_bot_ends_and_names_it(bot: str, workers: int, tmp_path: Path) -> None:
    assert verdict(bot, *play(bot, workers, tmp_path)) == ""


def test_there_are_a_hundred_hostile_bots() -> None:
    assert len(BOTS) >= 100
