"""Tables at any width, in a terminal and in a pipe."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from railbird.cli.render.chart import CurveChart, legend
from railbird.cli.render.grid import Grid, display
from railbird.cli.render.reproduction import reproduction_summary
from railbird.papers import Reproduction
from railbird.papers.published import read_table
from railbird.papers.verdict import compare
from tests.cli.table.scenes import ESCAPE
from tests.cli.test_commands import Command, command

__all__ = ["command"]


def _printed(grid: Grid, width: int) -> str:
    console = Console(file=StringIO(), width=width, highlight=False)
    console.print(grid)
    return console.file.getvalue()  # type: ignore[attr-defined, no-any-return]


@pytest.mark.parametrize("width", [40, 60, 80, 130])
def test_no_label_is_lost_and_no_number_is_cut(width: int) -> None:
    chance = Random(width)
    for _ in range(25):
        rows = [
            ["".join(chance.choices("abcdefgh(=), -", k=chance.randint(1, 30))) for _ in range(2)] for _ in range(4)
        ]
        numbers = [[f"{chance.uniform(-1, 1) * 10 ** chance.randint(0, 9):+.2f}" for _ in range(6)] for _ in rows]
        grid = Grid()
        grid.labels("player", "bot")
        grid.numbers(*(f"column {number}" for number in range(6)))
        for row, mine in zip(rows, numbers, strict=True):
            grid.row(*row, *mine)
        printed = _printed(grid, width)
        lines = printed.splitlines()
        assert all(len(line) <= width for line in lines)
        for number in (number for mine in numbers for number in mine):
            assert any(number in line for line in lines), number
        letters = re.sub(r"[^a-h]", "", "".join(player + bot for player, bot in rows))
        shown = re.sub(r"[^a-h]", "", re.sub(r"player|bot|column", "", printed))
        assert sorted(shown) == sorted(letters * printed.count("player"))


def test_columns_that_do_not_fit_move_below_with_the_labels() -> None:
    grid = Grid()
    grid.labels("bot")
    grid.numbers("wins", "losses", "difference")
    grid.row("simple(bluff=off)", "1,000", "2,000", "-1,000")
    assert _printed(grid, 60).count("simple(bluff=off)") == 1
    assert _printed(grid, 36).count("simple(bluff=off)") == 2
    assert all(number in _printed(grid, 24) for number in ("1,000", "2,000", "-1,000"))


def test_text_is_wrapped_before_labels() -> None:
    grid = Grid()
    grid.labels("bot")
    grid.text("what it does")
    grid.row("aki-realbot(trials=100)", "plays " * 20)
    assert "aki-realbot(trials=100)  plays" in _printed(grid, 50)


def test_a_row_has_a_cell_for_each_column() -> None:
    grid = Grid()
    grid.labels("bot")
    with pytest.raises(ValueError, match="1 cells, not 2"):
        grid.row("one", "two")


@pytest.fixture(params=[(80, True), (80, False), (60, True), (60, False)], ids=lambda case: f"{case[0]}-{case[1]}")
def narrow(request: pytest.FixtureRequest, command: Command, tmp_path: Path) -> Command:
    """Commands with 80 and 60 columns, in a terminal and in a pipe."""
    columns, terminal = request.param
    command.monkeypatch.setenv("COLUMNS", str(columns))
    command.monkeypatch.setenv("RAILBIRD_STORE", str(tmp_path / "matches.db"))
    if terminal:
        command.monkeypatch.setenv("FORCE_COLOR", "1")
    return command


def _out(narrow: Command, *arguments: str) -> str:
    code, out, _ = narrow.run(*arguments)
    assert code == 0
    return ESCAPE.sub("", out)


@pytest.mark.usefixtures("narrow")
def test_lain_leaves_keeps_players_and_bets(capsys: pytest.CaptureFixture[str]) -> None:
    table = read_table("lain-leaves")
    display(reproduction_summary(Reproduction(table, compare(table, table.values), (), "as printed")))
    out = ESCAPE.sub("", capsys.readouterr().out)
    rows = [line for line in out.splitlines() if re.match(r"\d+ ", line)]
    for column, values in table.values.items():
        for row, number in values.items():
            mine = [line for line in rows if re.match(rf"{row} +{column.split(' ')[0]}", line)]
            assert mine, (row, column)
            assert any(f"{number:,.0f}" in line for line in mine), (row, column)
    for heading in ("players", "bets per", "published", "ours", "difference", "verdict", "agrees"):
        assert heading in out


def test_players_of_matches_and_tournaments_keep_their_names(narrow: Command) -> None:
    bots = ["simple(bluff=off, bet=4.0)", "simple(bluff=off)", "always-call", "always-raise", "always-fold", "random"]
    out = _out(narrow, "match", *bots, "-n", "6", "--workers", "1")
    for bot in bots:
        assert bot in " ".join(out.split()), bot
    out = _out(narrow, "tournament", *bots, "-n", "1", "--workers", "1", "--adjust", "none")
    for number in range(1, 7):
        assert len(re.findall(rf"^{number} ", out, flags=re.MULTILINE)) >= 2
    assert all(out.count(bot) >= 2 for bot in bots[1:])
    assert "…" not in out
    out = _out(narrow, "matches")
    assert re.search(r"^1 ", out, flags=re.MULTILINE)


@pytest.mark.parametrize(
    ("arguments", "labels"),
    [
        (["bots"], ["advanced-rules", "aki-realbot", "saukonoja"]),
        (["bots", "simple"], ["raise_limits", "trash_call", "bluff"]),
        (["reproduce", "--list"], ["heidenreich-figure-2", "saukonoja-hand-strength"]),
        (["equity", "AKs, QQ+", "22+", "15%", "--board", "Kh 7d 2c 9s"], ["1", "2", "3"]),
        (["hand", "limit(players=6)", "--actions", "f f c"], ["p1", "p6", "big blind", "small blind", "button"]),
    ],
)
def test_rows_of_other_tables_keep_their_labels(narrow: Command, arguments: list[str], labels: list[str]) -> None:
    lines = _out(narrow, *arguments).splitlines()
    for label in labels:
        assert any(re.search(rf"(^|  ){re.escape(label)}( |$)", line) for line in lines), label


def test_charts_fit_and_lines_are_labelled_without_colours() -> None:
    import numpy as np

    at = np.arange(0, 1001, 10)
    chart = CurveChart(at, np.stack([at * 0.2, at * -0.2, at * 0.0], axis=1), title="small bets won so far")
    for width in (60, 80):
        console = Console(file=StringIO(), width=width, color_system=None)
        console.print(chart, legend(["simple", "flock", "jag"]), sep="\n")
        lines = console.file.getvalue().splitlines()  # type: ignore[attr-defined]
        assert all(len(line) <= width for line in lines)
        ends = [line.rstrip()[-1] for line in lines[1:-2]]
        assert [end for end in ends if end in "ABC"] == ["A", "C", "B"]
        assert "A simple  B flock  C jag" in lines[-1]
