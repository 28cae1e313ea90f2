"""``railbird solve``: solve a spot of hold'em or a small game."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from railbird._memory import gigabytes
from railbird.cli.commands.solve_game import solve_whole_game
from railbird.cli.exit_codes import INTERRUPTED
from railbird.cli.interruption import acknowledging
from railbird.cli.options import Json, Threads, was_given
from railbird.cli.render.grid import display
from railbird.cli.render.solve import of_pot_text, size_summary, spot_summary
from railbird.cli.render.solve_progress import Goal, SolveProgress
from railbird.cli.report_files import ReportFile, say_written
from railbird.cli.save_files import SaveFile
from railbird.cli.spot_options import DEFAULT_SIZES, SpotText, Target, menu_text, parse_locks, parse_memory
from railbird.errors import GameError
from railbird.reports import check_page, solution_page
from railbird.solve.spots import SpotEvaluation, SpotSolution, SpotSolver
from railbird.solve.spots.forecast import Measured
from railbird.solve.spots.problem import spot_problem

VECTOR = "vector"
"""The value of --solver that solves a poker game from its start with the spot solver."""
_OF_PROBLEMS = ("board", "ranges", "pot", "stacks", "sizes", "first", "aggressor", "lock", "bits", "no_isomorphism")
_OF_SPOTS = (*_OF_PROBLEMS, "seconds", "memory", "threads", "dry_run", "report")


def command(
    context: typer.Context,
    spot: Annotated[
        str | None,
        typer.Argument(
            metavar="SPOT",
            help='A game such as nolimit(stack=50bb), leduc or a .game file, or a whole spot "GAME; BOARD; OPTIONS".',
            show_default=False,
        ),
    ] = None,
    board: Annotated[
        str | None, typer.Option("--board", "-b", help="The cards on the board, such as Kh7d2c.", show_default=False)
    ] = None,
    ranges: Annotated[
        tuple[str, str] | None,
        typer.Option(metavar="RANGE RANGE", help="The ranges of p1 and p2.", show_default="every hand"),
    ] = None,
    pot: Annotated[
        str | None, typer.Option(help="The pot: chips, or big blinds such as 6bb.", show_default=False)
    ] = None,
    stacks: Annotated[
        str | None,
        typer.Option(
            metavar="P1/P2", help="The chips behind, such as 47bb/20bb.", show_default="the game's, less half the pot"
        ),
    ] = None,
    sizes: Annotated[
        str | None,
        typer.Option(help='The bet menu, such as "33%, 75%, a; raise 3x".', show_default=DEFAULT_SIZES),
    ] = None,
    first: Annotated[
        str | None, typer.Option(metavar="p1|p2", help="Who acts first.", show_default="in the game's order")
    ] = None,
    aggressor: Annotated[
        str | None,
        typer.Option(metavar="p1|p2", help="Who bet last on the street before, for donk bets.", show_default=False),
    ] = None,
    lock: Annotated[
        list[str] | None,
        typer.Option(
            metavar="LINE=PROBABILITIES",
            help="Fix a strategy: 'r94=f:0.3, c:0.7', for all hands alike. Can be given several times.",
        ),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            "-t",
            metavar="EXPLOITABILITY",
            help="When to stop: 0.5% (of the pot), 25mbb, or chips such as 0.001.",
            show_default="0.5% of the pot",
        ),
    ] = None,
    iterations: Annotated[
        int | None, typer.Option("--iterations", "-n", min=1, help="Stop after so many iterations.")
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0.0, help="Stop after so many seconds of iterations.", show_default=False)
    ] = math.inf,
    solver: Annotated[
        str | None,
        typer.Option(
            help="For small games from their start: cfr, cfr+, lcfr, dcfr, pcfr+, chance-sampling, external-sampling, "
            "fictitious-play, uct, smooth-uct, lp, or vector, which also solves larger poker games.",
            show_default="cfr+",
        ),
    ] = None,
    bits: Annotated[int, typer.Option(metavar="16|32|64", help="Precision in memory; 16 needs half of 32.")] = 32,
    memory: Annotated[
        str | None, typer.Option(metavar="AMOUNT", help="Refuse to use more, such as 4GB.", show_default="90 % of free")
    ] = None,
    no_isomorphism: Annotated[
        bool, typer.Option("--no-isomorphism", help="Solve boards that differ by suits only one by one.")
    ] = False,
    threads: Threads = None,
    save: Annotated[
        Path | None, typer.Option("--save", "-o", metavar="FILE", help="Write the solution to a file.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Let --save replace a file.")] = False,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with a saved solution, and save it there again.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show its size and the memory it needs.")] = False,
    report: ReportFile = None,
    as_json: Json = False,
) -> None:
    """Solve a spot of hold'em or a small game: an equilibrium up to a stated exploitability.

    A spot is a game with a board, a pot and two ranges. Both players get the strategies that counterfactual regret
    minimization finds with the sizes of the bet menu. The exploitability is what a best response gains, mean over
    both players: in % of the pot, and in thousandths of a big blind (mbb). Small games such as kuhn and leduc are
    solved from their start; --save then writes a strategy, which railbird exploit reads.

    Ctrl-C stops with what is solved so far, and saves it if --save is given. railbird solution show looks at files.

    Examples:

      railbird solve "nolimit(stack=50bb)" --board Kh7d2c --ranges "QQ+,AK" "22+,A2s+" --pot 6bb --dry-run

      railbird solve "nolimit(stack=50bb)" -b Kh7d2c5s --ranges "QQ+,AK" "TT+,AQ+" --pot 20bb -o k72.solution

      railbird solve "limit; Kh7d2c5s9s; pot=80" --to 0.1% --json

      railbird solve --resume k72.solution --to 0.1%

      railbird solve leduc --solver dcfr --to 0.001 --save leduc.strategy
    """
    check_page(report)
    given = [name for name in _OF_SPOTS if was_given(context, name)]
    if resume is not None:
        _refuse(
            "a resumed solution keeps its spot",
            [*(["SPOT"] if spot is not None else []), *(name for name in given if name in _OF_PROBLEMS), *_set(solver)],
        )
        run = _SpotRun.resumed(resume, save, overwrite)
    elif spot is None:
        raise GameError("give a spot or a game, such as leduc, or --resume FILE")
    else:
        text = SpotText(spot, board, pot, stacks, first, aggressor)
        if text.is_whole_game and solver != VECTOR and ranges is None and sizes is None and not lock:
            _refuse("only spots with a board and a pot have this option", given)
            solve_whole_game(spot, solver or "cfr+", to, iterations, SaveFile.of(save, overwrite), as_json=as_json)
            return
        if solver not in (None, VECTOR):
            raise GameError(f"a spot has its own solver: leave out --solver {solver}")
        where = text.parse()
        problem = spot_problem(where, ranges, menu_text(where, sizes))
        if lock:
            problem = spot_problem(where, ranges, problem.tree.menu, parse_locks(problem.tree, lock))
        run = _SpotRun(SpotSolver(problem, bits=bits, isomorphism=not no_isomorphism), SaveFile.of(save, overwrite))
    most_bytes = None if memory is None else parse_memory(memory)
    if dry_run:
        if as_json:
            typer.echo(json.dumps(_size(run.solver), indent=2))
        else:
            display(size_summary(run.solver, most_bytes))
        return
    goal = _goal(run.solver, to, iterations, seconds)
    run.solver.allocate(most_bytes)
    run.file.check_room(run.solver.size.bytes)
    evaluation = run.solve(goal, threads)
    run.show(evaluation, goal, as_json=as_json)
    if report is not None:
        say_written(report, solution_page(report, SpotSolution(run.solver), evaluation=evaluation))
    if run.solver.interrupted:
        raise typer.Exit(INTERRUPTED)


def _refuse(why: str, names: list[str]) -> None:
    if names:
        shown = [name if name == "SPOT" else f"--{name.replace('_', '-')}" for name in names]
        raise GameError(f"{why}: leave out {', '.join(shown)}")


def _set(solver: str | None) -> list[str]:
    return [] if solver is None else ["solver"]


def _goal(solver: SpotSolver, to: str | None, iterations: int | None, seconds: float) -> Goal:
    """Where to stop: at 0.5 % of the pot, unless something else is said."""
    spot = solver.problem.spot
    if to is None and iterations is None and seconds == math.inf:
        to = "0.5%" if spot.pot else "0.001"
    chips = None if to is None else Target.parse(to).chips(pot=spot.pot, big_blind=spot.game.big_blind)
    return Goal(chips, iterations, seconds)


@dataclass(frozen=True, slots=True)
class _SpotRun:
    """A solver at the command line, with the file that it is saved in."""

    solver: SpotSolver
    file: SaveFile

    @classmethod
    def resumed(cls, path: Path, save: Path | None, overwrite: bool) -> _SpotRun:
        solution = SpotSolution.load(path)
        return cls(solution.solver, SaveFile(path) if save is None else SaveFile.of(save, overwrite))

    def solve(self, goal: Goal, threads: int | None) -> SpotEvaluation:
        solver, spot = self.solver, self.solver.problem.spot
        size = f"   {gigabytes(solver.size.bytes)}"

        def figures(point: Measured | None) -> str:
            if point is None:
                return size
            return "   " + of_pot_text(point.exploitability, pot=spot.pot, big_blind=spot.game.big_blind) + size

        to = goal.exploitability if goal.exploitability is None or not spot.pot else goal.exploitability / spot.pot
        try:
            with acknowledging("iteration"), SolveProgress(goal, lambda: solver.iterations, figures) as progress:
                return solver.run(
                    to=to, iterations=goal.iterations, seconds=goal.seconds, threads=threads, report=progress
                )
        except KeyboardInterrupt:
            self.file.say_unchanged()
            raise

    def show(self, evaluation: SpotEvaluation, goal: Goal, *, as_json: bool) -> None:
        solution = SpotSolution(self.solver)
        if as_json:
            typer.echo(json.dumps(_data(solution, evaluation, goal), indent=2))
        else:
            display(spot_summary(solution, evaluation))
        self.file.write(
            lambda path: solution.save(path), look="railbird solution show", resume="railbird solve --resume"
        )


def _data(solution: SpotSolution, evaluation: SpotEvaluation, goal: Goal) -> dict[str, Any]:
    """The result as plain data."""
    solver, node = solution.solver, solution.node()
    spot = solver.problem.spot
    reached = goal.exploitability is None or evaluation.exploitability <= goal.exploitability
    return {
        "spot": str(spot),
        "sizes": str(solver.problem.tree.menu),
        "iterations": solver.iterations,
        "seconds": solver.seconds,
        "exploitability": {
            "chips": evaluation.exploitability,
            "of_pot": _finite(evaluation.of_pot),
            "mbb": _finite(evaluation.mbb),
        },
        "reached": reached,
        "interrupted": solver.interrupted,
        "values": list(evaluation.values),
        "best_responses": list(evaluation.best_responses),
        "first": {
            "player": f"p{(node.player or 0) + 1}",
            "actions": dict(zip(node.actions, node.frequencies.tolist(), strict=True)),
        },
        "size": _size(solver),
        "convergence": [
            {"iterations": point.iterations, "seconds": point.seconds, "exploitability": point.exploitability}
            for point in solver.points
        ],
    }


def _size(solver: SpotSolver) -> dict[str, Any]:
    return {**solver.size._asdict(), "bits": solver.bits, "isomorphism": solver.isomorphism}


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None
