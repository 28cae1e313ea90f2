"""Bots load saved models in matches, and remember what they learned."""

from pathlib import Path
from typing import Any

import pytest

from railbird.models.learned_file import read_learned
from tests.cli.test_commands import Command, command
from tests.gallery.test_learned import FOREIGN

__all__ = ["command"]

QUICK = ("--hands", "6", "--workers", "1")


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "railbird.db"
    monkeypatch.setenv("RAILBIRD_STORE", str(path))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "counter.py").write_text(FOREIGN)
    return path


def remembered(data: dict[str, Any]) -> bytes:
    (path,) = data["remembered"]
    return read_learned(Path(path)).records[""]


@pytest.mark.slow
def test_remembered_models_are_loaded_and_extended(command: Command) -> None:
    play = ("match", "./counter.py:Counter", "always-call", *QUICK, "--remember", "monday")
    assert remembered(command.json(*play)) == b"6"
    assert remembered(command.json(*play)) == b"12"
    assert remembered(command.json(*play, "--no-keep")) == b"18"
    assert remembered(command.json(*play[:-1], "tuesday")) == b"6"
    _, out, _ = command.run(*play)
    assert "learned model: " in out
    players = command.json("show", "last")["players"]
    assert "(model=" in players[0]["bot"]


def test_a_saved_model_is_loaded_in_a_match(command: Command, tmp_path: Path) -> None:
    command.run("match", "./counter.py:Counter", "always-call", *QUICK)
    assert command.run("model", "save", "last", "-o", "it.model")[0] == 0
    assert command.run("match", "./counter.py:Counter(model=it.model)", "always-call", *QUICK)[0] == 0
    assert command.run("model", "save", "last", "-o", "next.model")[0] == 0
    saved = read_learned(tmp_path / "next.model")
    assert saved.records[""] == b"12"
    assert saved.bot == f"{tmp_path / 'counter.py'}:Counter"
    assert command.run("match", "./counter.py:Counter(model=next.model)", "always-call", *QUICK)[0] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simple", "always-call", "--remember", "x"], "no bot of this match learns"),
        (["chump", "simple", "--remember", "x", "--replicates", "2"], "--remember needs a match of one leg"),
        (["chump", "simple", "--remember", "x", "--dealing", "duplicate"], "--remember needs a match of one leg"),
        (["chump(model=none.model)", "simple"], "none.model cannot be read: No such file"),
        (["simple(model=none.model)", "simple"], "simple does not learn"),
    ],
)
def test_remember_reports_what_it_cannot_do(command: Command, arguments: list[str], message: str) -> None:
    code, out, err = command.run("match", *arguments, *QUICK)
    assert (code, out) == (2, "")
    assert message in err


def test_a_bot_takes_either_a_model_or_remember(command: Command) -> None:
    command.run("match", "chump", "simple", *QUICK)
    command.run("model", "save", "last", "-o", "it.model")
    code, _, err = command.run("match", "chump(model=it.model)", "simple", *QUICK, "--remember", "x")
    assert code == 2
    assert "already loads a model: leave out model= or --remember" in err
