"""Options that say which stored hands are wanted, for the commands that list, show and export them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

import typer

from railbird._progress import Progress, report_nothing
from railbird.arena.hand_filter import HandFilter
from railbird.arena.stored_hands import HandSource, SourceKind, StoredHand, hand_count, sources_of, stored_hands
from railbird.errors import RailbirdError, StoreError, quoted
from railbird.game import Betting
from railbird.game.definition import HOLDEM_STREETS

if TYPE_CHECKING:
    from railbird.store import Store

BETTING = {"limit": Betting.LIMIT, "potlimit": Betting.POT_LIMIT, "nolimit": Betting.NO_LIMIT}
EVERYTHING = ("imports", "tables")
"""Where hands are looked for if no source is named: where people played."""
REPORTED = 256
"""Progress is reported after so many hands."""

Sources = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[SOURCE]...",
        help="import:2, import:last, imports (all), table:3, tables (all), or a match: its number, its name, or last. "
        "By default all imports and tables.",
        show_default=False,
    ),
]
Players = Annotated[
    list[str] | None,
    typer.Option("--player", metavar="NAME", help="Hands of this player; give it again for hands with several."),
]
BettingName = Annotated[
    str | None, typer.Option("--betting", metavar="|".join(BETTING), help="Hands with this betting structure.")
]
Seats = Annotated[str | None, typer.Option(metavar="N|N-M", help="Hands with so many players: 2, or 3-6.")]
Since = Annotated[str | None, typer.Option(metavar="DATE", help="Hands from this day on: 2024-05-31.")]
Until = Annotated[str | None, typer.Option(metavar="DATE", help="Hands up to this day.")]
Street = Annotated[
    str, typer.Option(metavar="|".join(HOLDEM_STREETS), help="Hands that got at least so far.", show_default=False)
]
Showdown = Annotated[bool, typer.Option("--showdown", help="Hands that went to a showdown.")]
Pot = Annotated[float, typer.Option(metavar="BB", min=0, help="Hands with a pot of at least so many big blinds.")]
Won = Annotated[
    bool | None,
    typer.Option("--won/--lost", help="Hands that the (first) player won, or lost.", show_default=False),
]


def hand_filter(options: Mapping[str, Any], *, also: str | None = None) -> HandFilter:
    """The filter of a command's options, by name, and of another player. Raises RailbirdError if one is malformed."""
    betting, seats = options["betting"], options["seats"]
    return HandFilter(
        players=(*(options["players"] or ()), *([also] if also else [])),
        betting=None if betting is None else BETTING[_one_of(betting, BETTING, "betting")],
        seats=None if seats is None else _seats(seats),
        since=_day(options["since"], "since"),
        until=_day(options["until"], "until"),
        street=HOLDEM_STREETS.index(_one_of(options["street"], HOLDEM_STREETS, "street")),
        showdown=options["showdown"],
        least_pot=options["pot"],
        won=options["won"],
    )


def chosen_sources(store: Store, references: list[str] | None) -> list[HandSource]:
    """The sources that are named, or all imports and tables. Raises StoreError if there is none."""
    if references:
        return [source for reference in references for source in sources_of(store, reference)]
    found = []
    for reference in EVERYTHING:
        try:
            found += sources_of(store, reference)
        except StoreError:
            continue
    if not found:
        raise StoreError(
            f"there are no imported hands and no tables in {store.address}: import files with railbird import, or name "
            "a match"
        )
    return found


def chosen_hands(
    store: Store, sources: Sequence[HandSource], wanted: HandFilter, progress: Progress = report_nothing
) -> Iterator[StoredHand]:
    """The hands of some sources that meet the filter."""
    counts = [hand_count(store, source) for source in sources]
    total, before = sum(counts), 0
    for source, count in zip(sources, counts, strict=True):
        for seen, stored in enumerate(stored_hands(store, source, players=wanted.players), 1):
            if seen % REPORTED == 0:
                progress((before + (stored.number if source.kind is SourceKind.IMPORT else seen)) / total)
            if wanted.takes_stored(stored):
                yield stored
        before += count
    progress(1.0)


def _one_of(text: str, names: Iterable[str], option: str) -> str:
    names = tuple(names)
    if text not in names:
        raise RailbirdError(f"--{option} is {', '.join(names[:-1])} or {names[-1]}, not {quoted(text)}")
    return text


def _seats(text: str) -> tuple[int, int]:
    least, dash, most = text.partition("-")
    if not (least.isascii() and least.isdecimal() and (not dash or (most.isascii() and most.isdecimal()))):
        raise RailbirdError(f"--seats is a number of players such as 2 or 3-6, not {quoted(text)}")
    return int(least), int(most or least)


def _day(text: str | None, option: str) -> date | None:
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise RailbirdError(f"--{option} is a day such as 2024-05-31, not {quoted(text)}") from None
