"""Checking other people's bots."""

from pathlib import Path

import pytest

from railbird.gallery import parse_bot
from railbird.gallery.checking import check_spec
from railbird.game import limit

BOT = """
import os, signal, time
from railbird.agent import Bot

class Checked(Bot):
    def act(self, view):
        {act}
        return "c"
"""


@pytest.mark.parametrize(
    ("act", "wrong"),
    [
        ("pass", ""),
        ("os._exit(0)", "ended its process (exit code 0)"),
        ("raise KeyError('lost')", "KeyError: 'lost'"),
    ],
)
def test_a_bot_from_a_file_is_checked_in_a_separate_process(act: str, wrong: str, tmp_path: Path) -> None:
    path = tmp_path / "checked.py"
    path.write_text(BOT.format(act=act))
    shares: list[float] = []
    report = check_spec(parse_bot(str(path)), games=[limit()], hands=5, progress=shares.append)
    assert report.passed == (not wrong)
    assert wrong in report.checks[-1].detail if wrong else shares[-1] == 1.0


def test_our_own_bots_are_checked_in_this_process() -> None:
    assert check_spec(parse_bot("always-call"), games=[limit()], hands=5).passed
