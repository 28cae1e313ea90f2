"""Hostile bots behind barriers: they get no hidden card, every match ends, and the right bot is blamed."""

from __future__ import annotations

import os
import socket
import sqlite3
import sys
from pathlib import Path

import pytest

from railbird.arena import play_match
from railbird.errors import BrokenBotError, RailbirdError
from railbird.processes import launcher, readable
from railbird.processes.barriers import Barriers
from railbird.processes.limits import is_administrator
from tests.processes.matches import FILE, FULL, HERE, LANDLOCKED, attacked, behind, found_by

INSIDE = Barriers(landlock=True, seccomp=True)
"""As in a container that allows no namespaces."""
NONE = Barriers()


@pytest.fixture(params=[pytest.param(HERE, marks=FULL, id="all"), pytest.param(INSIDE, marks=LANDLOCKED, id="inside")])
def barriers(request: pytest.FixtureRequest) -> Barriers:
    """The barriers of this system, and those that work inside containers too."""
    chosen: Barriers = request.param
    return chosen


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """A database such as the store, beside nothing of the bot."""
    path = tmp_path / "railbird.db"
    with sqlite3.connect(path) as connection:
        connection.execute("create table seeds (seed)")
    return path


def test_an_isolated_bot_finds_no_hidden_card(barriers: Barriers, database: Path) -> None:
    with behind(barriers):
        assert found_by("frames") == ""
        assert found_by("collector") == ""
        assert found_by("memory_of_parent", str(os.getpid())) == ""
        assert found_by("other_processes") == ""
        assert found_by("read_file", str(database)) == ""


@pytest.mark.parametrize("name", ["railbird.db", "railbird.db-wal"])
def test_a_store_beside_the_bot_stays_closed_and_its_own_data_open(name: str, tmp_path: Path) -> None:
    (tmp_path / "attacks.py").write_text(FILE.read_text(encoding="utf-8"), encoding="utf-8")
    store, data = tmp_path / name, tmp_path / "net.txt"
    with sqlite3.connect(store) as connection:
        connection.execute("create table seeds (seed)")
    data.write_text("weights")
    if not HERE.landlock:
        pytest.skip("no Landlock here")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.processes.matches.FILE", tmp_path / "attacks.py")
        assert found_by("read_file", str(store)) == ""
        assert "weights" in found_by("read_file", str(data))


def test_an_isolated_bot_changes_nothing_and_reaches_nobody(barriers: Barriers, tmp_path: Path) -> None:
    precious = tmp_path / "precious.txt"
    precious.write_text("mine")
    before = precious.stat()
    with behind(barriers), socket.create_server(("127.0.0.1", 0)) as server, socket.socket(socket.AF_UNIX) as hidden:
        hidden.bind(f"\0railbird-{os.getpid()}")
        hidden.listen()
        assert found_by("delete", str(precious)) == ""
        assert found_by("send_signal", str(os.getpid())) == ""
        assert found_by("network", str(server.getsockname()[1])) == ""
        assert found_by("abstract_socket", f"railbird-{os.getpid()}") == ""
        assert found_by("forks") == ""
        assert found_by("programs") == ""
    after = precious.stat()
    assert precious.read_text() == "mine"
    assert (after.st_mtime, after.st_mode) == (before.st_mtime, before.st_mode)


def test_memory_and_disk_are_limited(barriers: Barriers) -> None:
    with behind(barriers):
        assert found_by("memory", limits=", memory=450") == ""
        assert found_by("hidden_memory") == ""
        assert found_by("disk", "10", limits=", scratch=8") == ""


@pytest.mark.skipif(is_administrator(), reason="the limit does not hold for an administrator")
@FULL
def test_threads_are_bounded_in_namespaces() -> None:
    assert found_by("threads") == ""


@LANDLOCKED
def test_without_namespaces_threads_are_not_bounded_as_the_page_on_security_says() -> None:
    with behind(INSIDE):
        assert found_by("threads") == "200 threads"


def test_keys_and_passwords_of_the_environment_are_not_passed_on(
    barriers: Barriers, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("RAILBIRD_LLM_KEY", "RAILBIRD_STORE", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "postgresql://ann:secret@localhost/hands")
    launcher.close()  # the next one starts in this environment
    with behind(barriers):
        assert found_by("secrets") == ""
    launcher.close()


@LANDLOCKED
def test_links_in_the_folder_of_a_bot_open_nothing_outside_of_it(tmp_path: Path, database: Path) -> None:
    own, outside = tmp_path / "own", tmp_path / "key.txt"
    own.mkdir()
    (own / "attacks.py").write_text(FILE.read_text(encoding="utf-8"), encoding="utf-8")
    outside.write_text("a key")
    database.rename(wal := tmp_path / "railbird.db-wal")
    (own / "weights.txt").symlink_to("../key.txt")
    (own / "data.bin").symlink_to(wal)
    (own / "near.txt").write_text("weights")
    (own / "same.txt").symlink_to("near.txt")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.processes.matches.FILE", own / "attacks.py")
        for name in ("weights.txt", "../key.txt", "data.bin", "../railbird.db-wal"):
            assert found_by("read_beside", name) == "", name
        assert "weights" in found_by("read_beside", "same.txt")


@LANDLOCKED
def test_a_store_beside_a_virtual_environment_stays_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "railbird.db").write_text("seeds")
    (tmp_path / "lib").mkdir()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    readable._of_python.cache_clear()
    whole = readable.readable_by(()).whole
    readable._of_python.cache_clear()
    assert str(tmp_path / "lib") in whole
    assert not any(str(tmp_path / "railbird.db").startswith(f"{each}/") for each in whole)


def test_a_process_that_lies_about_its_bot_is_named(tmp_path: Path) -> None:
    liar = tmp_path / "liar.py"
    liar.write_text(
        "import os\nfor file in range(3, 40):\n    try:\n        os.write(file, b'\\3\\2\\0\\0\\0{}')\n"
        "    except OSError:\n        pass\nfrom railbird import Bot, CALL\n"
        "class Liar(Bot):\n    def act(self, view):\n        return CALL\n",
        encoding="utf-8",
    )
    with pytest.raises(RailbirdError, match=r"Liar.*sent something that is not an answer"):
        play_match([f"isolated({liar}:Liar)", "always-call"], hands=1, workers=1)


@pytest.mark.parametrize(
    ("attack", "message"),
    [
        ("stopped_clock", "took more than 0.5 seconds"),
        ("close_and_stay", "it ended its process"),
        ("native_loop", "took more than 0.5 seconds"),
        ("native_sleep", "took more than 0.5 seconds"),
        ("deaf", "took more than 0.5 seconds"),
        ("leave", "it ended its process (exit code 3)"),
        ("crash", "it ended its process (SIGSEGV)"),
        ("close_pipes", "it ended its process"),
        ("garbage", "it sent something that is not an answer"),
        ("huge_answer", "it sent something that is not an answer"),
        ("two_answers", "it sent something that is not an answer"),
    ],
)
def test_a_bot_that_breaks_its_process_is_blamed_and_the_match_goes_on(attack: str, message: str) -> None:
    result = attacked(attack)
    assert result.finished
    assert result.hands == 2
    faults = result.faults_by_player()
    assert {fault["player"] for fault in faults} == {"attacker"}
    assert any(message in fault["message"] for fault in faults), faults


def test_what_a_bot_prints_is_shown_up_to_a_limit(capfd: pytest.CaptureFixture[str]) -> None:
    launcher.close()  # the next one writes to what is captured here
    assert not attacked("flood").faults
    launcher.close()
    shown = capfd.readouterr().err
    assert "the bot prints too much" in shown
    assert len(shown) < 300_000


def test_a_bot_that_learns_and_loses_its_process_ends_the_match_and_is_named() -> None:
    with pytest.raises(BrokenBotError, match=r"attacker \(isolated\(.*in hand 1 of leg 1, ended its process"):
        attacked("leave", kind="Learner")


def test_a_bot_that_ends_its_process_in_every_hand_ends_the_match() -> None:
    with pytest.raises(BrokenBotError, match=r"in hand 11 of leg 1, .* that was the 11th time"):
        attacked("leave", hands=30)


@FULL
def test_a_process_in_namespaces_cannot_stop_or_kill_itself_either() -> None:
    assert attacked("stop_itself").finished


def test_without_barriers_a_bot_gets_what_the_page_on_security_lists(database: Path, tmp_path: Path) -> None:
    """What is not prevented is known: each of these gaps is listed, and is open."""
    assert len(NONE.gaps) == 6
    precious = tmp_path / "precious.txt"
    precious.write_text("mine")
    with behind(NONE), socket.create_server(("127.0.0.1", 0)) as server:
        assert "the file" in found_by("read_file", str(database))
        assert "changed" in found_by("delete", str(precious))
        assert "signalled" in found_by("send_signal", str(os.getpid()))
        assert "of process" in found_by("memory_of_parent", str(os.getpid()))
        assert "connection" in found_by("network", str(server.getsockname()[1]))
        assert "shared memory" in found_by("hidden_memory")
        left = tmp_path / "left"
        if os.geteuid() == 0:  # an administrator has no limit on processes
            assert "processes" in found_by("forks")
            assert "stays" in found_by("leaves_a_process", str(left))
            os.kill(int(left.read_text()), 9)


def test_without_barriers_time_memory_and_the_dealers_cards_are_still_guarded() -> None:
    with behind(NONE):
        assert found_by("frames") == ""
        assert found_by("collector") == ""
        assert found_by("memory", limits=", memory=450") == ""
        assert attacked("native_sleep").finished
        assert attacked("leave").finished
