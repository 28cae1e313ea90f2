"""``railbird model like``: learn from stored hands how a player plays, so that a bot can play like them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from railbird._files import write_whole
from railbird.arena.hand_filter import HandFilter
from railbird.arena.stored_hands import SourceKind, StoredHand, sources_of
from railbird.cli.hand_filters import chosen_hands
from railbird.cli.options import HandsRef, StorePath
from railbird.cli.render.progress import ProgressBar
from railbird.cli.stores import open_store
from railbird.errors import ModelError, quoted
from railbird.game import Hand, View
from railbird.models.reading.likeness import likeness_of


def like(
    source: HandsRef,
    player: Annotated[str, typer.Option(help="Who to learn from.", show_default=False)],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")],
    store: StorePath = None,
) -> None:
    """Learn from stored hands how a player plays, so that the bot like can take a seat for them.

    Of matches and tables, cards count only if they were shown; of imports, all that the files have.

    Examples:

      railbird model like imports --player Villain -o villain.player && railbird play "like(file=villain.player)"

      railbird model like last --player poki -o poki.player
    """
    opened = open_store(store)
    sources = sources_of(opened, source)
    with ProgressBar("learning") as progress:
        stored = chosen_hands(opened, sources, HandFilter(players=(player,)), progress)
        likeness = likeness_of(player, _as_known(stored, player))
    if not likeness.readings:
        raise ModelError(f"{quoted(player)} played no hand of hold'em in {source}")
    write_whole(output, likeness.to_bytes())
    shown = sum(reading.shown for reading in likeness.readings.values())
    typer.echo(
        f"wrote {output}: {player} in {likeness.hands:,} hands, {shown:,} of them with their cards; seat them with "
        f'"like(file={output})"'
    )


def _as_known(hands: Iterator[StoredHand], player: str) -> Iterator[Hand | View]:
    """The hands with the cards that may count."""
    for stored in hands:
        hand = stored.played.hand
        if stored.source.kind is SourceKind.IMPORT:
            yield hand
        else:
            yield hand.view(next(position for position, name in enumerate(hand.players) if name != player))
