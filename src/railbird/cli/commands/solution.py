"""``railbird solution``: look at solutions."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import RenderableType

from railbird.cards import Range
from railbird.cli.options import Json
from railbird.cli.render.grid import display
from railbird.cli.render.solution import (
    class_table,
    hands_table,
    is_coloured,
    node_data,
    node_head,
    node_summary,
    range_part,
    strategy_table,
)
from railbird.cli.report_files import ReportFile, say_written
from railbird.cli.spot_options import parse_player
from railbird.errors import GameError
from railbird.extensive import Strategy
from railbird.extensive.strategy_file import is_strategy_file
from railbird.reports import check_page, solution_page
from railbird.solve.spots import HandsByClass, SpotNode, SpotSolution
from railbird.solve.spots.solution import is_solution_file

ALL = "all"

app = typer.Typer(no_args_is_help=True, help="Look at solutions: strategies, ranges, expected values and equities.")


@app.callback()
def _group() -> None:
    pass


@app.command("show")
def show(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file of railbird solve --save.", show_default=False)],
    line: Annotated[
        str | None,
        typer.Option(
            "--line", "-l", help='Actions and cards from the start, such as "c r94 c 7h c".', show_default=False
        ),
    ] = None,
    hands: Annotated[
        str | None, typer.Option(metavar="RANGE|all", help="A table of these hands, one by one.", show_default=False)
    ] = None,
    classes: Annotated[
        str | None, typer.Option(metavar="RANGE|all", help="A table of these hands by class.", show_default=False)
    ] = None,
    player: Annotated[
        str | None, typer.Option(metavar="p1|p2", help="Whose hands the tables show.", show_default="who acts")
    ] = None,
    sort: Annotated[
        str, typer.Option(metavar="COLUMN", help="Order of tables: ev, equity, probability or an action such as r94.")
    ] = "ev",
    top: Annotated[int, typer.Option(min=1, help="Rows of tables.")] = 40,
    range_of: Annotated[
        str | None,
        typer.Option("--range", metavar="p1|p2", help="The range of a player after the line.", show_default=False),
    ] = None,
    report: ReportFile = None,
    as_json: Json = False,
) -> None:
    """Show a solution after a line: who acts, ranges, frequencies of actions, EV and equity, hand by hand.

    A line lists actions as f (fold), c (check or call) and r94 (bet or raise to 94; r alone if there is one size),
    and the cards that come. The picture has the 169 classes of hands, suited ones above the diagonal, and for each
    its actions. EV is in chips from here on: what a player takes from the pot in the end, less what they still put in.

    A strategy of a small game is shown as a table of information sets.

    Examples:

      railbird solution show k72.solution

      railbird solution show k72.solution --line "c r1000" --hands "AK, QQ+"

      railbird solution show k72.solution --line "c c 7h" --range p1

      railbird solution show k72.solution --line "c" --classes all --sort equity --top 20

      railbird solution show leduc.strategy --line "r"
    """
    check_page(report)
    if not is_solution_file(file):
        _refuse_for_strategies(hands, classes, player, range_of, report)
        strategy = _strategy(file)
        if as_json:
            typer.echo(json.dumps({"game": strategy.game, "strategy": strategy.to_dict()}, indent=2))
        else:
            display(strategy_table(strategy, line, top))
        return
    solution = SpotSolution.load(file)
    node = solution.node(line or "")
    if as_json:
        typer.echo(json.dumps(node_data(node)))
    else:
        display(*_parts(node, _Tables(hands, classes, player, sort, top), range_of))
    if report is not None:
        say_written(report, solution_page(report, solution, line or ""))


@dataclass(frozen=True, slots=True)
class _Tables:
    """What the tables show."""

    hands: str | None
    classes: str | None
    player: str | None
    sort: str
    top: int


def _parts(node: SpotNode, tables: _Tables, range_of: str | None) -> list[RenderableType]:
    parts: list[RenderableType] = []
    player = parse_player(tables.player, "--player")
    if tables.hands is not None or tables.classes is not None:
        acting = node.player if player is None else player
        if acting is None:
            raise GameError("nobody acts here: say whose hands, --player p1 or --player p2")
        parts.append(node_head(node).append(f"   hands of p{acting + 1}"))
        if tables.classes is not None:
            by_class = HandsByClass(node, acting)
            parts += ["", class_table(by_class, _chosen(node, tables.classes), tables.top, tables.sort)]
        if tables.hands is not None:
            parts += ["", hands_table(node, acting, _chosen(node, tables.hands), tables.sort, tables.top)]
    elif player is not None:
        raise GameError("--player is for the tables: give --hands or --classes too")
    if range_of is not None:
        shown = parse_player(range_of, "--range") or 0
        parts += [*([""] if parts else [node_head(node), ""]), range_part(node, shown, coloured=is_coloured())]
    return parts or [node_summary(node)]


def _strategy(file: Path) -> Strategy:
    if not is_strategy_file(file):
        raise GameError(f"{file} is neither a solution nor a strategy (railbird solve --save writes them)")
    return Strategy.load(file)


def _chosen(node: SpotNode, text: str) -> Range | None:
    if text.lower() == ALL:
        return None
    if len(node.solver.problem.holdings) != 1326:
        raise GameError(f"a range of hands needs two hole cards and the full deck: give {ALL} instead")
    return Range(text)


def _refuse_for_strategies(*given: str | Path | None) -> None:
    if any(each is not None for each in given):
        options = "--hands, --classes, --player, --range and --report"
        raise GameError(f"a strategy has information sets only: leave out {options}")
