"""``railbird respond`` at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird.extensive import Strategy
from tests.cli.test_commands import Command, command

__all__ = ["command"]


def test_a_response_is_shown_saved_and_can_be_judged(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "caller.strategy"
    code, out, err = command.run("respond", "always-call", "--game", "leduc", "--method", "fbr", "-o", str(path))
    assert code == 0
    for words in ("response to always-call", "fbr", "+1.4667", "4.6833", "the policy that it states; leduc, exact"):
        assert words in out
    assert "look at it: railbird solution show" in err
    assert Strategy.load(path).game == "leduc"
    assert command.json("exploit", str(path))["exploitability"] == pytest.approx(4.6833, abs=1e-4)


def test_a_response_is_plain_data_too(command: Command) -> None:
    data = command.json("respond", "random", "--game", "kuhn", "--p", "0.5")
    assert data["method"] == "rnr(p=0.5)"
    assert data["observations"] is None
    assert 0 < data["exploitability"] <= data["wins"]
    watched = command.json("respond", "random", "--game", "kuhn", "--method", "dbr", "--pmax", "0.9", "--hands", "50")
    assert watched["method"] == "dbr(pmax=0.9, confidence=linear(10))"
    assert watched["observations"] > 50


def test_a_curve_is_a_table_and_a_picture(command: Command, tmp_path: Path) -> None:
    picture = tmp_path / "curve.svg"
    code, out, _ = command.run("respond", "random", "--game", "kuhn", "--curve", "--picture", str(picture))
    assert code == 0
    assert out.count("rnr(p=") == 7
    assert "rnr(p=0.97)" in picture.read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["random", "--game", "kuhn", "--p", "1.5"], "p is a probability from 0 to 1, not 1.5"),
        (["random", "--game", "kuhn", "--method", "best"], "is not a counter-strategy: there are fbr"),
        (["random", "--game", "kuhn", "--method", "dbr", "--p", "0.5"], "--p is not an option of dbr"),
        (["random", "--game", "kuhn", "--pmax", "0.5"], "--pmax is not an option of rnr"),
        (["random", "--game", "kuhn", "--picture", "x.svg"], "--picture draws a curve: add --curve"),
        (["random", "--game", "kuhn", "--curve", "--picture", "x.png"], "--picture writes an .svg file"),
        (["random", "--game", "kuhn", "--curve", "-o", "x.strategy"], "--save keeps one response"),
        (["lain"], "lain learns while it plays: let it be watched, with --hands 10000"),
        (["simple", "--game", "kuhn"], "simple does not play kuhn"),
        (["nobody"], "there is no bot 'nobody'"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(command: Command, arguments: list[str], message: str) -> None:
    code, out, err = command.run("respond", *arguments)
    assert code != 0
    assert out == ""
    assert message in err
