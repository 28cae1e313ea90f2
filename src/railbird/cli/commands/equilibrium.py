"""``railbird equilibrium``: build equilibria of abstract games, and look at them."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Annotated, Any

import typer

from railbird._memory import gigabytes
from railbird._progress import duration_text
from railbird.abstraction import load_strategies
from railbird.cli.exit_codes import INTERRUPTED
from railbird.cli.interruption import acknowledging
from railbird.cli.options import Json, Threads
from railbird.cli.render.build_progress import BuildProgress
from railbird.cli.render.equilibrium import (
    file_summary,
    part_data,
    place_data,
    place_summary,
    size_data,
    size_table,
)
from railbird.cli.render.grid import display
from railbird.cli.save_files import SaveFile
from railbird.errors import GameError
from railbird.solve.buckets import EquilibriumBuild, StrategyPlace, parse_plan, plan_size
from railbird.solve.buckets.build import EVERY

app = typer.Typer(
    no_args_is_help=True,
    help="Build equilibria of hold'em with buckets instead of cards, for bots to play, and look at them.",
)


@app.callback()
def _group() -> None:
    pass


@app.command("build")
def build(
    plan: Annotated[
        str,
        typer.Argument(
            metavar="PLAN",
            help='"GAME; BUCKETS; BET MENU; OPTIONS", or kestrel, merlin, psopti or smooth-uct: the plans of bots.',
            show_default=False,
        ),
    ],
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="The file to write; FILE.part is its checkpoint.", show_default=False
        ),
    ] = None,
    threads: Threads = None,
    every: Annotated[
        float, typer.Option(min=0.0, help="Seconds between two checkpoints; 0 writes one after each iteration.")
    ] = EVERY,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show its size, and the memory, disk and time it needs.")
    ] = False,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace FILE.")] = False,
    as_json: Json = False,
) -> None:
    """Build an equilibrium of a game with buckets instead of cards, and write it to a file that bots play.

    Hands that are alike share a bucket, and each bucket has one strategy. Counterfactual regret minimization solves
    this smaller game. The exploitability inside the abstraction is what a best response gains that sees buckets too,
    mean over both players; one that sees the cards gains more.

    A plan is one line of text: a game, its buckets, a bet menu where the betting is no-limit or pot-limit, and
    options. buckets(preflop=5, flop=5, turn=5, river=5) splits each bucket into five on the next street, so that there
    are 5, 25, 125 and 625. by= says what makes hands alike: ehs2 (the default), ehs, nested, potential or histogram;
    by=class keeps the hands of small games apart. recall=imperfect forgets the buckets of earlier streets, so that
    there may be hundreds on each. Options: to=5mb, the exploitability to reach in thousandths of a big blind (of a chip
    in games without blinds), iterations=, the most there may be, boards=20000, over which meetings of buckets are
    counted, seed=1, and steps=255, in which the file holds probabilities.

    method=sampled solves on one random board an iteration, with all hands on it. Imperfect recall needs it: the
    exploitability cannot be computed there, so that you give iterations=. With perfect recall it is measured if you
    give to=. method=smooth-uct or method=uct learns by self-play, 100,000 hands an iteration, for iterations= or to=.

    Sizes and a rough time are stated first. Ctrl-C and a kill lose little: the same command goes on from the
    checkpoint, and gives the same file as a build that was never stopped.

    Examples:

      railbird equilibrium build kestrel --dry-run

      railbird equilibrium build "leduc; buckets(preflop=3, flop=2); to=1mb" -o leduc.equilibrium

      railbird equilibrium build "limit; buckets(preflop=4, flop=3, turn=3, river=3); to=10mb" -o small.equilibrium

      railbird equilibrium build "limit; buckets(flop=100, turn=100, river=100, recall=imperfect); iterations=20000"
      -o limit.equilibrium

      railbird equilibrium build "nolimit(stack=20bb); buckets(flop=3, turn=3, river=3); 100%, a" -o push.equilibrium
    """
    parsed = parse_plan(plan)
    if output is None and not dry_run:
        raise GameError("name the file to write: -o FILE, or look at the size only: --dry-run")
    file = SaveFile() if output is None or dry_run else SaveFile.of(output, overwrite, resumable=False)
    size = plan_size(parsed, threads)
    if dry_run:
        if as_json:
            typer.echo(json.dumps(size_data(parsed, size), indent=2))
        else:
            display(size_table(parsed, size))
        return
    assert output is not None
    size.check_memory()
    file.check_room(size.disk, "the build")
    typer.echo(f"{size}, roughly {duration_text(size.seconds)}", err=True)
    with BuildProgress(parsed) as progress, acknowledging("step"):
        work = EquilibriumBuild(parsed, output, threads, progress, every)
        if work.checkpoint.exists():
            typer.echo(f"going on from {work.checkpoint}", err=True)
        try:
            work.run()
        except KeyboardInterrupt:
            typer.echo(f"\nstopped; {_kept(work)}", err=True)
            raise
    if as_json:
        typer.echo(json.dumps(_data(work), indent=2))
    if work.interrupted:
        typer.echo(f"stopped; {_kept(work)}", err=True)
        raise typer.Exit(INTERRUPTED)
    if not as_json:
        display(file_summary(output, work.done))
    typer.echo(f"look at it: railbird equilibrium show {shlex.quote(str(output))}", err=True)


def _kept(work: EquilibriumBuild) -> str:
    if not work.checkpoint.exists():
        return "nothing was saved"
    size = gigabytes(work.checkpoint.stat().st_size)
    return f"{work.checkpoint} is the checkpoint ({size}): run the same command again to go on"


def _data(work: EquilibriumBuild) -> dict[str, Any]:
    """The result of a build as plain data."""
    written = not work.interrupted
    return {
        "plan": str(work.plan),
        "interrupted": work.interrupted,
        "file": str(work.path if written else work.checkpoint),
        "bytes": (work.path if written else work.checkpoint).stat().st_size,
        "parts": [part_data(name, part) for name, part in work.done.items()],
        "convergence": {
            name: [
                {"iterations": point.iterations, "seconds": point.seconds, "exploitability": point.exploitability}
                for point in points
            ]
            for name, points in work.points.items()
        },
    }


@app.command("show")
def show(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A file of railbird equilibrium build.", show_default=False)
    ],
    line: Annotated[
        str,
        typer.Option("--line", "-l", help='Actions from the start, such as "r c / c".', show_default="the start"),
    ] = "",
    part: Annotated[
        str | None, typer.Option(metavar="NAME", help="Whose strategy, if there are parts.", show_default="the first")
    ] = None,
    board: Annotated[
        str, typer.Option("--board", "-b", help="Board cards after the pre-flop, such as Kh7d2c.", show_default="none")
    ] = "",
    top: Annotated[int, typer.Option(min=1, help="Rows of a table of buckets.")] = 40,
    as_json: Json = False,
) -> None:
    """Show an equilibrium: its parts, how far they were solved, and what is played after a line.

    A line lists actions as f (fold), c (check or call), r20 (bet or raise to 20; r alone if there is one size), and /
    where board cards come. In hold'em the picture has the 169 classes of hands, suited ones above the diagonal:
    pre-flop, or on the board that you give. Without a board there is a table of buckets: 3.1 is the first bucket on
    the flop of hands that were in the third one pre-flop, and 1 holds the weakest hands.

    Examples:

      railbird equilibrium show small.equilibrium

      railbird equilibrium show small.equilibrium --line "r r"

      railbird equilibrium show small.equilibrium --line "r c / c" --board Kh7d2c

      railbird equilibrium show leduc.equilibrium --line "c c / r" --json
    """
    parts = load_strategies(file)
    if not parts:
        raise GameError(f"{file} has no parts")
    chosen = next(iter(parts)) if part is None else part
    if chosen not in parts:
        raise GameError(f"{file} has no part {chosen!r:.60}: there are {', '.join(parts)}")
    place = StrategyPlace.after(parts[chosen], line)
    game = parts[chosen].tree.spot.game
    squares = bool(board) or (game.is_holdem and not place.street)
    classes = place.by_class(board) if squares else None
    if as_json:
        listed = [part_data(name, each) for name, each in parts.items()]
        data = {"file": str(file), "bytes": file.stat().st_size, "parts": listed, "part": chosen}
        typer.echo(json.dumps({**data, "place": place_data(place, classes)}, indent=2))
        return
    named = [f"part {chosen}"] if len(parts) > 1 else []
    display(file_summary(file, parts), "", *named, place_summary(place, classes, top))
