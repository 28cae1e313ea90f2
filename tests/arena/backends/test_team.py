"""Teams of worker processes: a task whose process is killed is done again, and a bot that breaks one is named."""

from __future__ import annotations

import logging
import os
import signal
from pathlib import Path

import pytest

from railbird.arena import play_match
from railbird.arena.leg import Chunk
from railbird.arena.match_record import MatchRecord
from railbird.arena.parallel import Later, parallel_map
from railbird.errors import BrokenBotError, RailbirdError
from tests.arena.backends import bots
from tests.arena.matches import match

BOTS = bots.__file__


class Kept(MatchRecord):
    """Keeps the hands of a match."""

    def add(self, chunk: Chunk) -> None:
        super().add(chunk)
        kept: dict[int, list[str]] = self.__dict__.setdefault("kept", {})
        kept.setdefault(chunk.leg, []).extend(chunk.hands)


def killed_once(mark: str) -> int:
    """Kills its process unless the mark exists."""
    if not Path(mark).exists():
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 7


def killed(number: int) -> int:
    if number:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_a_task_whose_process_is_killed_is_done_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    marks = [str(tmp_path / name) for name in "ab"]
    with caplog.at_level(logging.WARNING, "railbird.arena"):
        assert parallel_map(killed_once, marks, workers=2) == [7, 7]
    assert [each.getMessage() for each in caplog.records] == 2 * ["a worker was lost (SIGKILL); its task is done again"]


def test_a_task_whose_process_is_killed_every_time_is_reported() -> None:
    with pytest.raises(RailbirdError, match=r"a worker process, at work on simple, has ended \(SIGKILL, 3 times\)"):
        parallel_map(killed, [0, 0, 1, 0], workers=2, bots=("simple",))


def test_a_killed_leg_goes_on_after_its_last_saved_hand_and_gives_the_same_hands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    definition = match(f"{BOTS}:IsKilledOnce", "chump", hands=60, replicates=2)
    results = []
    for number in range(2):
        monkeypatch.setenv("RAILBIRD_TEST_MARK", str(tmp_path / "mark"))
        record = Kept(definition)
        result = play_match(definition, record=record, workers=2, chunk_seconds=0.01)
        results.append((result.players, record.__dict__["kept"]))
        assert (tmp_path / "mark").exists(), number
    assert results[0] == results[1]


@pytest.mark.parametrize(("bot", "how"), [("Exits", "exit code 3"), ("KillsItself", "SIGKILL, 3 times")])
def test_a_bot_that_ends_its_process_is_named(bot: str, how: str) -> None:
    with pytest.raises(BrokenBotError, match=rf"^player0 .*:{bot}\), in hand \d+ of leg 1, ended the .* \({how}\)"):
        play_match(match(f"{BOTS}:{bot}", "simple", hands=60), workers=2)


def test_items_can_be_made_when_their_turn_comes() -> None:
    made = []

    def make(number: int) -> int:
        made.append(number)
        return -number

    assert parallel_map(abs, Later(4, make), workers=2) == [0, 1, 2, 3]
    assert sorted(made) == [0, 1, 2, 3]
