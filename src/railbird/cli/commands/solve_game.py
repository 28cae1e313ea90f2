"""The part of ``railbird solve`` that solves small games from their start."""

from __future__ import annotations

import json
from typing import Any

import typer

from railbird.cli.exit_codes import INTERRUPTED
from railbird.cli.games import load_game
from railbird.cli.interruption import acknowledging
from railbird.cli.render.grid import display
from railbird.cli.render.solve import game_summary
from railbird.cli.render.solve_progress import Goal, SolveProgress
from railbird.cli.save_files import SaveFile
from railbird.cli.spot_options import Target
from railbird.errors import GameError
from railbird.extensive import ExtensiveGame, parse_extensive_game
from railbird.extensive.poker import PokerState
from railbird.solve import GameTree, SolvedGame, parse_solver, solve_game
from railbird.solve.spots.forecast import Measured


def solve_whole_game(
    text: str, solver: str, to: str | None, iterations: int | None, file: SaveFile, *, as_json: bool
) -> None:
    """Solve a game by a tabular solver and show the result; ``to`` is in chips."""
    game, spec = _game(text), parse_solver(solver)
    chips = None if to is None else Target.parse(to).chips(pot=0, big_blind=0)
    goal = Goal(chips, iterations or (None if chips is not None else spec.kind.iterations))
    done = 0

    def figures(point: Measured | None) -> str:
        return "" if point is None else f"   exploitability {point.exploitability:.3g}"

    def measured(point: Measured) -> None:
        nonlocal done
        done = point.iterations
        progress(point)

    try:
        with acknowledging("step"), SolveProgress(goal, lambda: done, figures) as progress:
            solved = solve_game(GameTree.expand(game), spec, iterations=iterations, to=chips, report=measured)
    except KeyboardInterrupt:
        file.say_unchanged()
        raise
    if as_json:
        typer.echo(json.dumps(_data(solved), indent=2))
    else:
        display(game_summary(solved))
    file.write(solved.average.save, look="railbird solution show")
    if not solved.finished:
        raise typer.Exit(INTERRUPTED)


def _game(text: str) -> ExtensiveGame:
    if text.lower().endswith(".game"):
        text = str(load_game(text))
    game = parse_extensive_game(text)
    start = game.start()
    if isinstance(start, PokerState) and start.game.is_holdem:
        raise GameError(f"{game} is too large to be solved from its start: give a --board and a --pot")
    return game


def _data(solved: SolvedGame) -> dict[str, Any]:
    """The result as plain data."""
    return {
        "game": solved.game,
        "solver": solved.solver,
        "iterations": solved.iterations,
        "seconds": solved.seconds,
        "exploitability": solved.exploitability,
        "finished": solved.finished,
        "values": list(solved.evaluation.values),
        "best_responses": list(solved.evaluation.best_responses),
        "nodes": len(solved.tree.actor),
        "information_sets": solved.tree.sets,
        "convergence": [
            {"iterations": point.iterations, "seconds": point.seconds, "exploitability": point.exploitability}
            for point in solved.convergence
        ],
    }
