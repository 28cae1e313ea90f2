"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from railbird.errors import MatchError

Board = Annotated[
    str, typer.Option("--board", "-b", help='Board cards: none, three, four or five, such as "Kh 7d 2c".')
]
Dead = Annotated[str, typer.Option("--dead", "-d", help="Cards known to be out of play.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Seed = Annotated[int, typer.Option("--seed", "-s", help="Random seed: the same seed gives the same deals.")]
GivenSeed = Annotated[
    int | None,
    typer.Option("--seed", "-s", help="Random seed: the same seed gives the same deals.", show_default="0"),
]
"""For commands that deal at random only in some cases."""
MatchSeed = Annotated[
    str,
    typer.Option(
        "--seed",
        "-s",
        metavar="N|secret",
        help="Random seed: the same seed repeats the match. 'secret' deals cards that no bot can predict.",
    ),
]
OptionalSeed = Annotated[
    str | None,
    typer.Option(
        "--seed",
        "-s",
        metavar="N|secret",
        help="Random seed: the same seed gives the same deals. 'secret' deals cards that no bot can predict.",
        show_default="secret if a bot comes from a file or another package",
    ),
]
DEALING_HELP = "duplicate repeats the cards for every rotation of the line-up, permuted for every order."
ADJUST_HELP = "Variance reduction: luck narrows the intervals without bias."
Isolate = Annotated[
    bool,
    typer.Option(
        "--isolate/--no-isolate",
        help="Run bots of files and other packages in processes of their own, where this system can isolate them.",
    ),
]
StorePath = Annotated[
    str | None,
    typer.Option(
        "--store",
        metavar="FILE|URL",
        help="The database of matches: a file, or postgresql+psycopg://USER@HOST/DATABASE.",
        show_default="in your data folder",
    ),
]
MatchRef = Annotated[str, typer.Argument(metavar="MATCH", help="A stored match: its number, its name, or last.")]
HandsRef = Annotated[
    str,
    typer.Argument(
        metavar="SOURCE",
        help="A match (its number, its name, or last), import:2, imports (all), table:3, or tables (all).",
    ),
]
Name = Annotated[
    str | None, typer.Option("--name", help="A name for it in the store; commands accept it instead of the number.")
]
Threads = Annotated[
    int | None, typer.Option("--threads", min=1, help="Number of threads.", show_default="one per core")
]


def was_given(context: typer.Context, name: str) -> bool:
    """Was the option given on the command line?"""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def refuse_options(context: typer.Context, what: str, names: Iterable[str]) -> None:
    """Raise an error if options would change a match or series that is being resumed."""
    given = [name.replace("_", "-") for name in names if was_given(context, name)]
    if given:
        raise MatchError(f"a resumed {what} keeps its definition: leave out {', '.join(given)}")
