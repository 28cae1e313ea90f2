"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from railbird.errors import MatchError

Board = Annotated[str, typer.Option("--board", "-b", help='Board cards: none, three, four or five, as in "Kh 7d 2c".')]
Dead = Annotated[str, typer.Option("--dead", "-d", help="Cards that are out of play, such as cards that were shown.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
Seed = Annotated[int, typer.Option("--seed", "-s", help="Names the random deals; the same seed repeats them.")]
GivenSeed = Annotated[
    int | None,
    typer.Option("--seed", "-s", help="Names the random deals; the same seed repeats them.", show_default="0"),
]
"""For commands that deal at random only sometimes."""
MatchSeed = Annotated[
    str,
    typer.Option(
        "--seed",
        "-s",
        metavar="N|secret",
        help="Names the match; the same seed repeats it. With a secret one, no bot can work out the others' cards.",
    ),
]
OptionalSeed = Annotated[
    str | None,
    typer.Option(
        "--seed",
        "-s",
        metavar="N|secret",
        help="Names the deals; the same seed repeats them. With a secret one, no bot can work out the others' cards.",
        show_default="secret with bots of files and other packages",
    ),
]
StorePath = Annotated[
    Path | None,
    typer.Option("--store", metavar="FILE", help="The store of matches.", show_default="in the user's data folder"),
]
MatchRef = Annotated[str, typer.Argument(metavar="MATCH", help="A match of the store: its number, its name, or last.")]
Name = Annotated[
    str | None, typer.Option("--name", help="What to call it in the store: commands take the name for the number.")
]
Threads = Annotated[int | None, typer.Option("--threads", min=1, help="Threads to use.", show_default="every core")]


def was_given(context: typer.Context, name: str) -> bool:
    """Is an option on the command line?"""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"


def refuse_options(context: typer.Context, what: str, names: Iterable[str]) -> None:
    """Raise an error if something that is resumed is to be another one."""
    given = [name.replace("_", "-") for name in names if was_given(context, name)]
    if given:
        raise MatchError(f"a {what} that is resumed is defined already: leave out {', '.join(given)}")
