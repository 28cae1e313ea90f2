"""The command's entry: its subcommands, its version, and how errors are told."""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from railbird._version import __version__
from railbird.cli import (
    INTERRUPTED,
    bots,
    cache,
    compare,
    equity,
    evaluate,
    hand,
    match,
    matches,
    model,
    play,
    preflop,
    ranges,
    rate,
    reproduce,
    strength,
    tournament,
)
from railbird.errors import RailbirdError

app = typer.Typer(
    name="railbird",
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="""
Railbird, a poker-AI workbench for Texas Hold'em.

Try:

  railbird match simple always-call

  railbird play poki

  railbird equity AKs QQ --board "Kh 7d 2c"

  railbird range "15%, !AA"

  railbird evaluate AhKh QsQd --board "Qh Jh Th 2c 2d"

  railbird hand "limit(players=3)" --cards "AhKh QsQd 7c7d" --actions "r c c / c r"

Each command has its own --help with examples; what is computed is printed as JSON with --json. Cards are written Ah,
Td, 2c.
""",
)
app.command("match")(match.command)
app.command("play")(play.command)
app.command("tournament")(tournament.command)
app.command("compare")(compare.command)
app.command("rate")(rate.command)
app.command("bots")(bots.list_bots)
app.command("new-bot")(bots.new_bot)
app.command("check-bot")(bots.check_one)
app.command("matches")(matches.list_matches)
app.command("show")(matches.show_match)
app.add_typer(matches.app, name="store")
app.add_typer(model.app, name="model")
app.command("equity")(equity.command)
app.command("range")(ranges.command)
app.command("evaluate")(evaluate.command)
app.command("hand")(hand.command)
app.command("strength")(strength.command)
app.add_typer(preflop.app, name="preflop")
app.command("reproduce")(reproduce.command)
app.command("cache")(cache.command)


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"railbird {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    pass


def run() -> None:
    """Run the command. What was given wrong is told in one line, with exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that cannot show a sign gets a question mark
            stream.reconfigure(errors="replace")
    try:
        app()
    except RailbirdError as error:
        typer.echo(f"railbird: {error}", err=True)
        sys.exit(2)
    except OSError as error:
        where = f"{error.filename}: " if isinstance(error.filename, str) else ""
        typer.echo(f"railbird: {where}{error.strerror or error}", err=True)
        sys.exit(1)
    except SystemExit as stop:
        if stop.code == INTERRUPTED:
            typer.echo("railbird: interrupted", err=True)
        raise
