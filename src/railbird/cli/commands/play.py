"""``railbird play``: play against bots."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from railbird.arena import StoredRecord
from railbird.arena.definition import StackRule
from railbird.arena.match_record import MatchRecord
from railbird.cli.games import game_for
from railbird.cli.memory import Memory
from railbird.cli.options import StorePath
from railbird.cli.stores import open_store
from railbird.cli.table.session import Session, SessionOptions, forget
from railbird.errors import MatchError
from railbird.gallery import BotSpec, parse_bot
from railbird.game import Game
from railbird.histories.narration import YOU

if TYPE_CHECKING:
    from railbird.store import StoreAddress

USUAL_OPPONENTS = ("poki", "simbot", "random")
"""Default opponents: the first of these that plays the game."""


MOST_HANDS = 1_000_000


def command(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[BOT...]",
            help="One to nine bots. Default: poki, simbot in no-limit games, random in other games.",
        ),
    ] = None,
    game: Annotated[
        str | None, typer.Option("--game", "-g", help="The game, or an ACPC game file.", show_default="limit")
    ] = None,
    hands: Annotated[int, typer.Option("--hands", "-n", help="Stop after this many hands.", min=1)] = MOST_HANDS,
    stacks: Annotated[StackRule, typer.Option(help="kept plays until one player has all chips.")] = StackRule.RESET,
    name: Annotated[str, typer.Option(help="Your name at the table; bots remember you by it.")] = YOU,
    remember: Annotated[bool, typer.Option("--remember", help="Bots remember what they learned about you.")] = False,
    hints: Annotated[bool, typer.Option("--hints/--no-hints", help="Let you ask a coach for hints.")] = True,
    seed: Annotated[
        int | None, typer.Option("--seed", "-s", help="Random seed of the cards.", show_default="random")
    ] = None,
    store: StorePath = None,
    keep: Annotated[bool, typer.Option("--keep/--no-keep", help="Save the hands in the store.")] = True,
) -> None:
    """Play against bots in the terminal.

    Examples:

      railbird play

      railbird play poki rezai chump

      railbird play rezai --game rezai --stacks kept

      railbird play simbot --game "nolimit(stack=50bb)"

      railbird play magpie --remember && railbird model show ~/.local/share/railbird/people/you-magpie-limit.model
    """
    specs = [parse_bot(text) for text in bots] if bots else [_usual_opponent(game_for(game, 2))]
    if not 1 <= len(specs) <= 9:
        raise MatchError(f"you can play against one to nine bots, not {len(specs)}")
    options = SessionOptions(
        bots=specs,
        game=game_for(game, len(specs) + 1),
        hands=hands,
        stacks=stacks,
        name=name,
        seed=seed,
        hints=hints,
    )
    table = Session(options)
    memory = Memory(table.definition, name, store) if remember else None
    learned = memory.read() if memory else {}
    record: MatchRecord = MatchRecord(table.definition)
    where: StoreAddress | None = None
    if keep:
        opened = open_store(store, create=True)
        record, where = StoredRecord.new(opened, table.definition), opened.address
    try:
        table.play(record, learned, memory.write if memory else forget)
    finally:
        models = memory.files(table.learned) if memory else []
        table.finish(None if record.match is None or where is None else (record.match, where), models)


def _usual_opponent(game: Game) -> BotSpec:
    specs = [parse_bot(name) for name in USUAL_OPPONENTS]
    return next((spec for spec in specs if spec.plays(game)), specs[0])
