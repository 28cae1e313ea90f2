"""The options ``--workers`` and ``--ray``, and ``RAILBIRD_WORKERS``, of all commands that do batch work."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from railbird.arena.backends import Workers, workers_of
from railbird.cli.app import COMMANDS
from railbird.cli.lazy import load
from railbird.cli.workers import BATCH_COMMANDS
from tests.cli.test_commands import Command, command

__all__ = ["command"]


def test_every_command_that_does_batch_work_has_both_options() -> None:
    for name in COMMANDS:
        loaded = load(name)
        below = getattr(loaded, "commands", {})
        for each, found in [(name, loaded), *((f"{name} {part}", below[part]) for part in below)]:
            options = {option.name for option in found.params}
            assert ({"workers", "ray"} <= options) is (each in BATCH_COMMANDS), each


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--workers", "many"), "the workers are a number of processes, or ray, not 'many'"),
        (("--workers", "0"), "the number of workers must be 1 or more, not 0"),
        (("--workers", "ray"), 'workers on a cluster need Ray: pip install "railbird[ray]"'),
        (("--ray", "10.0.0.1:6379"), 'workers on a cluster need Ray: pip install "railbird[ray]"'),
    ],
)
def test_wrong_workers_are_refused_in_one_line_before_anything_begins(
    arguments: tuple[str, ...], message: str, command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    store = tmp_path / "matches.db"
    tournament = ("tournament", "simple", "random", "--hands", "2", "--store", str(store))
    assert command.run(*tournament, *arguments) == (2, "", f"railbird: {message}\n")
    assert not store.exists()


def test_the_environment_names_the_usual_workers(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Workers] = []

    def remember(*_: object, **options: object) -> None:
        seen.append(workers_of(None))
        raise KeyboardInterrupt

    monkeypatch.setattr("railbird.cli.commands.match.play_match", remember)
    match = ("match", "simple", "random", "--hands", "2", "--no-keep")
    monkeypatch.setenv("RAILBIRD_WORKERS", "3")
    command.run(*match)
    command.run(*match, "--workers", "2")
    assert seen == [Workers(3), Workers(2)]
    monkeypatch.setenv("RAILBIRD_WORKERS", "few")
    wanted = "railbird: RAILBIRD_WORKERS must be a number of processes, or ray, not 'few'\n"
    assert command.run(*match) == (2, "", wanted)
    assert workers_of(1) == Workers(1), "nothing is left of the last command"


def test_lists_need_no_cluster(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.setenv("RAILBIRD_WORKERS", "ray")
    code, out, _ = command.run("reproduce", "--list")
    assert code == 0
    assert "lain" in out
