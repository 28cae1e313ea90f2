"""The entry point of the command: its subcommands, its version, and error reporting."""

from __future__ import annotations

import io
import sys
import warnings
from typing import Annotated

import typer

from railbird._version import __version__
from railbird.cli.exit_codes import INTERRUPTED
from railbird.cli.lazy import LazyGroup, add_lazily
from railbird.errors import BrokenBotError, IsolationWarning, RailbirdError

COMMANDS = {
    "match": ("match:command", "Play bots against each other and report win rates with confidence intervals."),
    "play": ("play:command", "Play against bots in the terminal."),
    "serve": ("serve:command", "Play with people and bots in the browser, and watch bots think."),
    "tournament": (
        "tournament:command",
        "Play all bots against each other, and show rankings and a cross table.",
    ),
    "compare": ("compare:command", "Compare two bots, or two versions of one, at the same tables with the same cards."),
    "rate": (
        "rate:command",
        "Rate a bot: its mean win rate against a fixed panel, and its playing style.",
    ),
    "bots": (
        "bots:command",
        "List the bots and the games they play, or show one bot's settings and their origin.",
    ),
    "new-bot": ("new_bot:command", "Create a small working bot and its test, as a starting point."),
    "check-bot": (
        "check_bot:command",
        "Check a bot: legal, reproducible, no hidden memory.",
    ),
    "matches": (
        "matches:command",
        "List stored matches, tournaments, comparisons, ratings, tables and imports, newest first.",
    ),
    "show": ("show:command", "Show the result of a match, or of imported hands or a table."),
    "import": ("import_hands:command", "Import hands that were played elsewhere into the store."),
    "hands": ("hands:command", "Find stored hands of matches, tables and imports."),
    "export": ("export:command", "Export stored hands of matches, tables and imports to files for other programs."),
    "store": ("store:app", "Maintain the store of matches: check, compact, delete, copy."),
    "model": ("model:app", "Work with what bots have learned: save, show, merge, score and train models."),
    "acpc": (
        "acpc:app",
        "Play with programs that speak the protocol of the Annual Computer Poker Competition (ACPC), both ways.",
    ),
    "mcp": (
        "mcp:command",
        "Offer equity, strength, solutions and stored hands to language models, over the Model Context Protocol (MCP).",
    ),
    "equity": (
        "equity:command",
        "Compute the equity of hands and ranges: the share of the pot each wins if nobody bets any more.",
    ),
    "range": (
        "range:command",
        "Show a range: its canonical text, its number of hands, and its 13×13 grid (suited above the diagonal).",
    ),
    "evaluate": (
        "evaluate:command",
        "Evaluate hands: description and value (higher wins; 7462 is a royal flush).",
    ),
    "hand": (
        "hand:command",
        "Play a scripted hand, or show a hand of a stored match, street by street.",
    ),
    "strength": (
        "strength:command",
        "Show hand strength (HS), potential to get ahead (PPot) or behind (NPot), and effective strength (EHS).",
    ),
    "preflop": (
        "preflop:app",
        "Show what the 169 starting hands are worth: income rates, hand ranks, Sklansky's groups.",
    ),
    "search": (
        "search:command",
        "Search positions of other games, and play matches between searches.",
    ),
    "solve": (
        "solve:command",
        "Solve a spot of hold'em or a small game: an equilibrium up to a stated exploitability.",
    ),
    "solution": ("solution:app", "Look at solutions: strategies, ranges, expected values and equities."),
    "equilibrium": (
        "equilibrium:app",
        "Build equilibria of hold'em with buckets instead of cards, for bots to play, and look at them.",
    ),
    "exploit": (
        "exploit:command",
        "Measure how much a bot can be exploited: what it loses to the opponent who knows exactly how it plays.",
    ),
    "respond": (
        "respond:command",
        "Compute a counter-strategy to a bot: what wins most from it, or a safer response.",
    ),
    "reproduce": ("reproduce:command", "Regenerate a published table and show the published numbers beside ours."),
    "cache": (
        "cache:command",
        "Show or clear the disk cache: hand strengths by board, abstractions, joint tables, responses, likenesses.",
    ),
}
"""The subcommands: the module of ``commands`` and function that implement each, and the first line of its help.

A command is imported when it is run; a test checks that these lines equal the first lines of the docstrings.
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

Each command has its own --help with examples. Most print JSON with --json.

Cards are written Ah, Td, 2c.
""",
)
for _name, (_target, _help) in COMMANDS.items():
    add_lazily(app, _name, _target, _help)


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


def _show_warning(
    message: Warning | str,
    category: type[Warning],
    filename: str,
    lineno: int,
    file: object = None,
    line: object = None,
) -> None:
    """Show a warning of Railbird's own in one line; others as Python does."""
    if issubclass(category, IsolationWarning):
        typer.echo(f"railbird: {message}", err=True)
    else:
        sys.stderr.write(warnings.formatwarning(message, category, filename, lineno))


def run() -> None:
    """Run the command. Errors in the input are reported in one line, with exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # print a question mark for characters that the terminal cannot show
            stream.reconfigure(errors="replace")
    warnings.showwarning = _show_warning
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
