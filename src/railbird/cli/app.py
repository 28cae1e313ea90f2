"""The command's entry: its subcommands, its version, and how errors are told."""

from __future__ import annotations

import io
import sys
from typing import Annotated

import typer

from railbird._version import __version__
from railbird.cli.exit_codes import INTERRUPTED
from railbird.cli.lazy import LazyGroup, add_lazily
from railbird.errors import BrokenBotError, RailbirdError

COMMANDS = {
    "match": ("match:command", "Let bots play each other, and say who wins how much, and how sure that is."),
    "play": ("play:command", "Play with bots, here in the terminal."),
    "tournament": (
        "tournament:command",
        "Let everybody play everybody, and say who is best: in all, against each one, and without the weakest.",
    ),
    "compare": ("compare:command", "Compare two bots, or two versions of one, at the same tables with the same cards."),
    "rate": (
        "rate:command",
        "Rate a bot: what it wins on average against a fixed panel, and how it plays.",
    ),
    "bots": (
        "bots:command",
        "List the bots and the games they play, or show the settings of one and where they come from.",
    ),
    "new-bot": ("new_bot:command", "Write a small bot that works, with its test, to start from."),
    "check-bot": (
        "check_bot:command",
        "Check a bot: legal answers, the same again with the same seed, no hidden memory.",
    ),
    "matches": (
        "matches:command",
        "List the matches of the store, and what tournament, compare and rate played, the newest first.",
    ),
    "show": ("show:command", "Show what came of a match."),
    "store": ("store:app", "Look after the store of matches: check it, compact it, delete from it."),
    "model": ("model:app", "What bots have learned: take it from a match, look at it, put it together."),
    "equity": (
        "equity:command",
        "Equity of hands and ranges against each other: the share of the pot each wins if nobody bets any more.",
    ),
    "range": (
        "range:command",
        "Show a range: its canonical text, its number of hands, and the 13×13 square (suited above the diagonal).",
    ),
    "evaluate": (
        "evaluate:command",
        "Say what hands are worth, in words and as a number (larger wins; 7462 is a royal flush).",
    ),
    "hand": (
        "hand:command",
        "Play a scripted hand by the rules, and tell it; an unfinished one ends with what may be done.",
    ),
    "strength": (
        "strength:command",
        "Say how strong a hand is: HS, its potential to get ahead (PPot) or behind (NPot), and EHS.",
    ),
    "preflop": ("preflop:app", "What the 169 starting hands are worth: income rates, hand ranks, Sklansky's groups."),
    "reproduce": ("reproduce:command", "Regenerate a published table, and print what was published beside ours."),
    "cache": (
        "cache:command",
        "Show what is kept on disk to save time: hand strengths by board, and pre-flop hands against each other.",
    ),
}
"""The subcommands: where each is (a module of ``commands``), and the first line of its help.

A command is imported when it is run; a test compares the lines with the commands' own.
"""

app = typer.Typer(
    name="railbird",
    cls=LazyGroup,
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
for _name, (_where, _help) in COMMANDS.items():
    add_lazily(app, _name, _where, _help)


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
        sys.exit(1 if isinstance(error, BrokenBotError) else 2)
    except OSError as error:
        where = f"{error.filename}: " if isinstance(error.filename, str) else ""
        typer.echo(f"railbird: {where}{error.strerror or error}", err=True)
        sys.exit(1)
    except SystemExit as stop:
        if stop.code == INTERRUPTED:
            typer.echo("railbird: interrupted", err=True)
        raise
