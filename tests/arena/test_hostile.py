"""Some of the hostile bots; ``python -m tests.arena.hostile`` plays all of them."""

import faulthandler
import sys
from pathlib import Path

import pytest

from tests.arena.hostile import LONGEST, arguments, play, verdict
from tests.arena.hostile_bots import BOTS
from tests.cli.test_commands import Command, command

__all__ = ["command"]


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
        ("BreaksViews", 1),
    ],
)
def test_a_match_with_a_hostile_bot_ends_and_names_it(bot: str, workers: int, tmp_path: Path, command: Command) -> None:
    assert sys.__stderr__
    faulthandler.dump_traceback_later(LONGEST, exit=True, file=sys.__stderr__)
    ending = command.run(*arguments(bot, workers, tmp_path, hands=1))
    faulthandler.cancel_dump_traceback_later()
    assert verdict(bot, *ending, hands=1) == ""


@pytest.mark.slow
@pytest.mark.parametrize(("bot", "workers"), [("LeavesAThread", 1), ("UsesProcesses", 2), ("ForksAtTheEnd", 1)])
def test_the_command_ends_although_a_bot_leaves_threads_and_processes(bot: str, workers: int, tmp_path: Path) -> None:
    assert verdict(bot, *play(bot, workers, tmp_path, hands=1), hands=1) == ""


def test_there_are_a_hundred_hostile_bots() -> None:
    assert len(BOTS) >= 100
