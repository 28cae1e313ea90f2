"""Commands accept a name or ``last`` instead of a number."""

from pathlib import Path

import pytest

from tests.cli.test_commands import Command, command

__all__ = ["command"]

QUICK = ("--hands", "4", "--workers", "1")


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "railbird.db"
    monkeypatch.setenv("RAILBIRD_STORE", str(path))
    return path


def test_matches_are_referenced_by_number_name_or_last(command: Command, tmp_path: Path) -> None:
    for name in ("first", "second"):
        _, out, _ = command.run("match", "chump", "random", *QUICK, "--name", name)
        assert f"({name}) in " in " ".join(out.split())
        assert f"railbird show {name}" in " ".join(out.split())
    for reference, number in (("1", 1), ("first", 1), ("second", 2), ("last", 2)):
        assert command.json("show", reference)["match"] == number
        assert command.json("match", "--resume", reference)["match"] == number
        model = tmp_path / f"{reference}.model"
        assert command.run("model", "save", reference, "-o", str(model))[0] == 0
        assert model.exists()
        assert command.json("hand", reference, "1")["hand"] == command.json("hand", str(number), "1")["hand"]
    listed = command.json("matches")["matches"]
    assert [(each["match"], each["name"]) for each in listed] == [(2, "second"), (1, "first")]
    assert "second" in command.run("matches")[1]
    assert command.run("store", "delete", "last", "--yes")[0] == 0
    assert command.run("store", "delete", "first", "--yes")[0] == 0
    assert command.json("matches")["matches"] == []


def test_models_are_scored_and_trained_from_the_last_match(command: Command, tmp_path: Path) -> None:
    command.run("match", "simple", "always-call", "--hands", "60", "--workers", "1", "--name", "calls")
    assert command.json("model", "score", "last", "--folds", "2") == command.json(
        "model", "score", "calls", "--folds", "2"
    )
    assert command.run("model", "train", "last", "calls", "-o", str(tmp_path / "a.net"))[0] == 0


def test_series_are_referenced_by_number_name_or_last_of_their_kind(command: Command) -> None:
    played = {
        "tournament": command.run("tournament", "random", "always-call", *QUICK, "--name", "cup"),
        "compare": command.run("compare", "random", "always-call", "-v", "flock", *QUICK, "--name", "duel"),
    }
    for (kind, (code, out, err)), name in zip(played.items(), ("cup", "duel"), strict=True):
        assert (code, err) == (0, "")
        assert f"railbird {kind} --resume {name}" in " ".join(out.split())
        number = command.json(kind, "--resume", name)["tournament"]
        assert command.json(kind, "--resume", "last")["tournament"] == number
        assert command.json(kind, "--resume", str(number))["tournament"] == number
    assert "is a tournament, not a comparison" in command.run("compare", "--resume", "cup")[2]
    assert "there is no rating in" in command.run("rate", "--resume", "last")[2]
    assert command.run("store", "delete", "--tournament", "duel", "--yes")[0] == 0


def test_series_are_listed_with_their_command(command: Command) -> None:
    command.run("match", "random", "always-call", *QUICK)
    command.run("compare", "random", "always-call", "-v", "flock", "-v", "jag", *QUICK)
    _, out, _ = command.run("matches")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    series = next(line for line in lines if "compare" in line and line.startswith("1 "))
    assert series.endswith(" 2 to 5")
    assert sum(line.startswith(("2 ", "3 ", "4 ", "5 ")) for line in lines) == 0
    _, out, _ = command.run("matches", "--all")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    tables = [line for line in lines if line.endswith(" compare 1")]
    assert [line.partition(" ")[0] for line in tables] == ["5", "4", "3", "2"]
    assert command.json("matches")["tournaments"][0]["command"] == "compare"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["match", "random", "random", "-n", "2", "--name", "last"], "a name must begin with a letter"),
        (["match", "random", "random", "-n", "2", "--name", "x", "--no-keep"], "--name needs a saved match"),
        (["match", "--resume", "last", "--name", "x"], "keeps its definition: leave out name"),
        (["show", "monday"], "there is no match monday in"),
        (["hand", "last"], "railbird hand last N shows hand N of the last match"),
        (["hand", "monday", "3"], "there is no match monday"),
    ],
)
def test_invalid_references_are_reported(command: Command, arguments: list[str], message: str) -> None:
    command.run("match", "random", "always-call", *QUICK)
    code, out, err = command.run(*arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert len(command.json("matches")["matches"]) == 1


def test_an_empty_store_has_no_last_match(command: Command) -> None:
    command.run("match", "random", "always-call", *QUICK)
    command.run("store", "delete", "last", "--yes")
    assert "there is no match in" in command.run("show", "last")[2]
    assert "there are no matches in" in command.run("matches")[1]


def test_a_match_is_extended_by_more_hands(command: Command) -> None:
    command.run("match", "chump", "random", "--hands", "20", "--workers", "1")
    longer = command.json("match", "--resume", "last", "--hands", "50", "--workers", "1")
    planned = command.json("match", "chump", "random", "--hands", "50", "--workers", "1", "--no-keep")
    assert longer["hands_played"] == 50
    assert longer["players"] == planned["players"]
    assert command.json("match", "--resume", "last", "--hands", "50")["hands_played"] == 50
    code, _, err = command.run("match", "--resume", "last", "--hands", "40")
    assert code == 2
    assert "already has 50 hands: --hands 40 does not extend it" in err
