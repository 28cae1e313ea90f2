"""``railbird match``: play bots against each other."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from railbird._seeds import parse_seed
from railbird.arena import DealingScheme, MatchDefinition, StoredRecord, play_match
from railbird.arena.definition import Adjustment, StackRule
from railbird.arena.match_record import MatchRecord
from railbird.cli.exit_codes import INTERRUPTED
from railbird.cli.flops import flops_of
from railbird.cli.games import game_for
from railbird.cli.interruption import resumable, say_stopping
from railbird.cli.line_ups import entrants_of
from railbird.cli.options import ADJUST_HELP, DEALING_HELP, Json, MatchSeed, Name, StorePath, refuse_options, was_given
from railbird.cli.render.grid import display
from railbird.cli.render.match import match_summary, save_winnings
from railbird.cli.render.match_progress import LiveTable
from railbird.cli.render.pictures import check_picture
from railbird.cli.stop_rules import stop_rule
from railbird.cli.stores import open_store, store_option
from railbird.errors import MatchError

if TYPE_CHECKING:
    from railbird.cli.memory import Memory

_DEFINING = (
    *("bots", "game", "seed", "dealing", "replicates", "stacks", "time_limit", "explain"),
    *("adjust", "flops", "until", "better_than", "error", "name"),
)


EXPLAIN = {"none": 0, "sample": 100, "all": 1}
"""Explanations are saved in every n-th hand; 0 for none."""


def command(
    context: typer.Context,
    bots: Annotated[
        list[str] | None,
        typer.Argument(metavar="BOT...", help="Two to ten bots, such as simple(bluff=off) or ./shark.py:Shark."),
    ] = None,
    hands: Annotated[int, typer.Option("--hands", "-n", help="Hands for each seating and replicate.")] = 10_000,
    game: Annotated[
        str | None, typer.Option("--game", "-g", help="The game, or an ACPC game file.", show_default="limit")
    ] = None,
    seed: MatchSeed = "0",
    dealing: Annotated[
        DealingScheme,
        typer.Option(help=DEALING_HELP),
    ] = DealingScheme.PLAIN,
    flops: Annotated[
        str | None,
        typer.Option(
            metavar="FLOPS",
            help='Deal only these flops, in any suits: such as "AhKd2c, 7h7d2c", or the file of a saved response.',
        ),
    ] = None,
    replicates: Annotated[int, typer.Option("--replicates", "-r", help="Independent matches with fresh bots.")] = 1,
    adjust: Annotated[Adjustment, typer.Option(help=ADJUST_HELP)] = Adjustment.NONE,
    until: Annotated[
        str | None, typer.Option(metavar="±RATE", help="Stop when every 95 % interval is this narrow (half width).")
    ] = None,
    better_than: Annotated[
        float | None,
        typer.Option(
            metavar="RATE", help="Stop when it is clear whether the first bot's win rate is above or below this."
        ),
    ] = None,
    error: Annotated[
        float, typer.Option(help="Error probability of --better-than, valid however often the test is checked.")
    ] = 0.05,
    stacks: Annotated[
        StackRule, typer.Option(help="kept plays a freeze-out: stacks carry over until one player has all chips.")
    ] = StackRule.RESET,
    time_limit: Annotated[float, typer.Option(help="Seconds a bot may take for one decision.")] = 10.0,
    explain: Annotated[
        str, typer.Option(help="Save the explanations of decisions: none, sample (every 100th hand) or all.")
    ] = "none",
    store: StorePath = None,
    keep: Annotated[bool, typer.Option("--keep/--no-keep", help="Save the match in the store.")] = True,
    name: Name = None,
    remember: Annotated[
        str | None,
        typer.Option(
            "--remember",
            metavar="NAME",
            help="Learning bots load what they learned under this name before, and save it again afterwards.",
        ),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(
            "--resume",
            metavar="MATCH",
            help="Resume a match: its number, its name, or last. A larger --hands extends it.",
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Plot the winnings hand by hand to a .png, .svg or .pdf file.", callback=check_picture
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Play bots against each other and report win rates with confidence intervals.

    Win rates are in sb/h (small bets per hand) for limit games, bb/100 (big blinds per 100 hands) for no-limit, and
    stacks/match (starting stacks) for freeze-outs. A leg is one replicate in one seating.

    Examples:

      railbird match simple always-call

      railbird match simple "simple(bluff=off)" always-call --hands 100000 --seed 7

      railbird match simple flock --game "nolimit(stack=50bb)" --dealing duplicate

      railbird match simple flock --dealing duplicate --adjust luck --better-than 0

      railbird match "magpie(model=monday.model)" simple

      railbird match magpie simple --remember monday

      railbird match --resume last

      railbird match --resume last --hands 50000
    """
    if explain not in EXPLAIN:
        raise MatchError(f"--explain takes {', '.join(EXPLAIN)}, not {explain!r:.60}")
    if resume is not None:
        refuse_options(context, "match", _DEFINING)
        opened = open_store(store)
        number = opened.match_number(resume)
        name = opened.match(number).name
        longer = was_given(context, "hands") and hands != opened.match(number).definition.get("hands")
        record: MatchRecord = (
            StoredRecord.extend(opened, number, hands) if longer else StoredRecord.resume(opened, number)
        )
    else:
        if better_than is None and was_given(context, "error"):
            raise MatchError("--error is only used with --better-than")
        if name is not None and not keep:
            raise MatchError("--name needs a saved match: leave out --no-keep")
        entrants = entrants_of(bots or [])
        definition = MatchDefinition(
            game=game_for(game, len(entrants)),
            entrants=entrants,
            hands=hands,
            seed=parse_seed(seed),
            dealing=dealing,
            replicates=replicates,
            time_limit=time_limit,
            stacks=stacks,
            explain_every=EXPLAIN[explain],
            adjust=adjust,
            stop=stop_rule(until, better_than, error),
            flops=() if flops is None else flops_of(flops),
        )
        if remember is not None:
            definition = _memory(definition, remember, store).with_models()
        if keep:
            opened = open_store(store, create=True)
            record = StoredRecord.new(opened, definition, name)
        else:
            record = MatchRecord(definition)
    memory = None if remember is None else _memory(record.definition, remember, store)
    before = sum(state.done for state in record.states())
    resume_command = None
    if record.match is not None:
        again = "" if remember is None else f" --remember {shlex.quote(remember)}"
        resume_command = f"railbird match --resume {record.match}{again}{store_option(opened.address)}"
    with resumable(resume_command):
        with LiveTable(record.definition, before, hidden=as_json) as live:
            result = play_match(
                record.definition,
                record=record,
                workers=None,
                report=live.report,
                on_stop=say_stopping,
            )
        remembered = []
        if memory is not None and result.finished:
            memory.write(record.learned(0))
            remembered = memory.files(record.learned(0))
        payoffs = live.payoffs or record.payoffs()
        if plot is not None:
            save_winnings(plot, result, payoffs)
        if as_json:
            files = {"remembered": [str(path) for path, _ in remembered]} if remember is not None else {}
            typer.echo(json.dumps(result.to_json() | files, indent=2))
        else:
            where = opened.address if keep or resume is not None else None
            display(match_summary(result, payoffs, live.seconds, where, name))
            for path, can_be_shown in remembered:
                shown = f"railbird model show {shlex.quote(str(path))}" if can_be_shown else str(path)
                typer.echo(f"learned model: {shown}")
        if not result.finished:
            raise typer.Exit(INTERRUPTED)


def _memory(definition: MatchDefinition, name: str, store: str | None) -> Memory:
    """Return the saved models of a match's bots under a name."""
    from railbird.cli.memory import Memory

    if definition.seatings * definition.replicates > 1:
        raise MatchError(
            "--remember needs a match of one leg: with --replicates or --dealing duplicate, bots start afresh several "
            "times"
        )
    memory = Memory(definition, name, store)
    if not memory.paths:
        raise MatchError("no bot of this match learns: leave out --remember")
    return memory
