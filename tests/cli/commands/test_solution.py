"""``railbird solution show`` at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird.cards import Range
from railbird.solve import solve_game
from railbird.solve.spots import SpotSolution, SpotSolver
from tests.cli.test_commands import Command, command

__all__ = ["command"]

TURN = "nolimit(blinds=1/2); Kh7d2c5s; pot=20, stacks=50/50"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("solutions") / "k72.solution"
    solver = SpotSolver(TURN, ("QQ+, 76s, AK", "JJ+, KQs, 98s"), "75%, a")
    solver.run(iterations=60)
    SpotSolution(solver).save(path)
    return str(path)


def test_the_picture_fits_80_columns_and_needs_no_colour(
    command: Command, file: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    code, out, err = command.run("solution", "show", file, "--line", "c r15")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0] == "Kh 7d 2c 5s   after c r15   pot 35 (17.5 bb)"
    for words in ("p1 acts", "QQ", "f  fold", "c  call 15", "A  all-in 50"):
        assert words in out
    grid = next(number for number, line in enumerate(lines) if line.startswith("AA"))
    kings = lines[grid + 3].split()
    assert set(kings[-1]) <= set("fcA"), "KK is on the diagonal, and its letters are below it"
    assert len(kings[-1]) == 5


def test_wide_terminals_have_more_letters(command: Command, file: str) -> None:
    _, out, _ = command.run("solution", "show", file)
    lines = out.splitlines()
    grid = next(number for number, line in enumerate(lines) if line.startswith("AA"))
    assert {len(bar) for bar in lines[grid + 1].split()} == {8}
    assert max(map(len, lines)) <= 120


def test_hands_are_listed_one_by_one_or_by_class(command: Command, file: str) -> None:
    code, out, _ = command.run("solution", "show", file, "--hands", "AKs, KK", "--sort", "ev")
    assert code == 0
    rows = [line.split()[0] for line in out.splitlines()[3:]]
    assert set(rows) == {"KsKd", "KsKc", "KdKc", "AsKs", "AdKd", "AcKc"}
    assert all(row[0] == row[2] for row in rows[:3]), "kings are worth the most"
    _, out, _ = command.run("solution", "show", file, "--classes", "all", "--top", "2", "--sort", "equity")
    assert out.splitlines()[3].startswith("KK")
    assert "more: --top" in out
    _, out, _ = command.run("solution", "show", file, "--line", "c", "--classes", "QQ, JJ", "--player", "p1")
    assert [line.split()[0] for line in out.splitlines()[3:]] == ["QQ"]


def test_a_range_after_a_line_is_text_that_can_be_read(command: Command, file: str) -> None:
    code, out, _ = command.run("solution", "show", file, "--line", "c c 9h", "--range", "p2")
    assert code == 0
    assert "range of p2" in out
    text = " ".join(line for line in out.splitlines()[17:-1])
    assert {str(hand)[0] for hand in Range(text)} == set("AKQJ9")


def test_cards_come_next(command: Command, file: str) -> None:
    _, out, _ = command.run("solution", "show", file, "--line", "c c")
    assert 'a card comes next: name it, as in --line "c c As"' in out
    _, out, _ = command.run("solution", "show", file, "--line", "r50 f")
    assert "the hand is over: p2 has folded" in out


def test_json_has_arrays_by_hand(command: Command, file: str) -> None:
    data = command.json("solution", "show", file, "--line", "c r15")
    assert (data["player"], data["actions"], data["pot"]) == ("p1", ["f", "c", "r50"], 35)
    first, second = data["players"]
    assert len(first["hands"]) == len(first["values"]) == len(first["equities"]) == len(first["strategy"])
    assert [sum(row) for row in first["strategy"]] == pytest.approx([1] * len(first["hands"]))
    mean = sum(chance * value for chance, value in zip(first["probabilities"], first["values"], strict=True))
    assert mean == pytest.approx(first["value"], abs=1e-6)
    assert first["value"] + second["value"] == pytest.approx(35, abs=1e-4)
    assert first["equity"] + second["equity"] == pytest.approx(1)


def test_games_with_one_hole_card_have_a_table(command: Command, tmp_path: Path) -> None:
    path = str(tmp_path / "leduc.solution")
    command.run("solve", "leduc", "--solver", "vector", "--iterations", "30", "--save", path)
    code, out, _ = command.run("solution", "show", path, "--line", "r")
    assert code == 0
    rows = [line.split()[0] for line in out.splitlines() if line[:2] in ("A ", "K ", "Q ")]
    assert rows == ["A", "K", "Q"]
    code, _, err = command.run("solution", "show", path, "--hands", "QQ")
    assert code == 2
    assert "give all instead" in err


def test_a_strategy_is_a_table_of_information_sets(command: Command, tmp_path: Path) -> None:
    path = str(tmp_path / "kuhn.strategy")
    solve_game("kuhn", iterations=100).average.save(path)
    code, out, _ = command.run("solution", "show", path, "--line", "r")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()[3:]] == ["As||r", "Ks||r", "Qs||r"]
    code, _, err = command.run("solution", "show", path, "--line", "rr")
    assert code == 2
    assert "there are (the start), c, cr, r" in err
    assert len(command.json("solution", "show", path)["strategy"]) == 12


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--line", "x"), "'x' is not an action at the start; there are c, r15, r50"),
        (("--line", "c r"), "'r' is not an action after 'c'; there are c, r15, r50"),
        (("--line", "c c Kh"), "'Kh' cannot be dealt after 'c c'"),
        (("--line", "c c", "--hands", "all"), "say whose hands"),
        (("--line", "r50 f c"), "'c' is not an action after 'r50 f'; there are none"),
        (("--hands", "ZZ"), "ZZ"),
        (("--hands", "all", "--sort", "luck"), "--sort takes probability, ev, equity, c, r15, r50 here"),
        (("--player", "p1"), "--player is for the tables"),
        (("--range", "p3"), "--range takes p1 or p2"),
    ],
)
def test_bad_input_is_one_clear_line(command: Command, file: str, arguments: tuple[str, ...], reason: str) -> None:
    code, out, err = command.run("solution", "show", file, *arguments)
    assert (code, out) == (2, "")
    assert reason in err
    assert err.count("\n") == 1


def test_foreign_and_damaged_files_are_refused(command: Command, file: str, tmp_path: Path) -> None:
    cut = tmp_path / "cut.solution"
    cut.write_bytes(Path(file).read_bytes()[:-100])
    for path, reason in ((str(cut), "damaged"), (__file__, "neither a solution"), ("none", "cannot be read")):
        code, out, err = command.run("solution", "show", path)
        assert (code, out) == (2, "")
        assert reason in err
        assert err.count("\n") == 1
