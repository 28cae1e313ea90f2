"""What a table is opened with: the game, the bots, how long people may think, and who may see the bots' thoughts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from railbird.arena.entrants import player_ids
from railbird.errors import GameError, RailbirdError, TableError, quoted
from railbird.gallery import BotSpec, bots_for, parse_bot
from railbird.game import Game, parse_game
from railbird.game.table import Table

LONGEST_TITLE = 60
PRACTICE_BOT = "rezai"
"""The bot of practice tables, whose style and cards can be chosen and shown (Kotsalidis 2013, §3.3)."""
BOUNDS = {"seconds": (1, 3600), "bank": (0, 3600), "bot_seconds": (0.05, 600), "pace": (0, 60), "between": (0, 60)}


class TableKind(StrEnum):
    """How stacks change from hand to hand."""

    CASH = "cash"
    """Players come and go, and buy chips when they have none."""
    FREEZE_OUT = "freeze-out"
    """Begins when every seat is taken, and goes on until one player has all chips."""


@dataclass(frozen=True, kw_only=True)
class TableSetup:
    """A table: a game with a seat for each of its players. The bots have the last seats.

    >>> setup = TableSetup(title="An evening", game="limit(players=4, rules=casino)", bots=("poki", "rezai", "magpie"))
    >>> setup.bot_ids, setup.seats, setup_from_json(setup.to_json()) == setup
    (('poki', 'rezai', 'magpie'), 4, True)
    """

    title: str
    game: str
    bots: tuple[str, ...] = ()
    kind: TableKind = TableKind.CASH
    seconds: float = 30.0
    """Seconds that a person has for each decision."""
    bank: float = 60.0
    """Seconds more that a person has for all decisions together."""
    bot_seconds: float = 10.0
    """Seconds that a bot has for each decision."""
    pace: float = 0.8
    """Least seconds from one action to a bot's next, so that people can follow."""
    between: float = 4.0
    """Seconds from one hand to the next."""
    glass_box: bool = False
    """Whether everybody sees after each hand what the bots held and thought; what people held stays theirs."""
    practice: bool = False
    """Whether the person chooses the bot's style and may see its cards at any time."""

    def __post_init__(self) -> None:
        title = self.title.strip()
        if not title or len(title) > LONGEST_TITLE or not title.isprintable():
            raise TableError(f"a table needs a title of 1 to {LONGEST_TITLE} characters, not {quoted(self.title)}")
        for name, (least, most) in BOUNDS.items():
            if not least <= getattr(self, name) <= most:
                raise TableError(f"{name} must be between {least} and {most} seconds, not {getattr(self, name)}")
        game = self.definition
        try:
            Table(game, seats=game.players)
        except GameError as error:
            raise TableError(str(error)) from None
        if len(set(game.stacks)) > 1:
            raise TableError(f"all players at a table start with the same stack, not {game.stacks}")
        if len(self.bots) > game.players:
            raise TableError(f"a table of {game} has {game.players} seats, which is too few for {len(self.bots)} bots")
        for spec in self.specs:
            reason = spec.refusal(game)
            if reason is not None:
                others = ", ".join(bots_for(game)) or "none"
                raise TableError(f"{spec} does not play {game}: {reason}; these do: {others}")
        if self.practice and ([spec.name for spec in self.specs] != [PRACTICE_BOT] or game.players != 2):
            found = f"{game.players} seats and {', '.join(self.bots) or 'no bot'}"
            raise TableError(f"a practice table has two seats and one bot, {PRACTICE_BOT}, not {found}")

    @cached_property
    def definition(self) -> Game:
        """The game with every seat taken."""
        return parse_game(self.game)

    @cached_property
    def specs(self) -> tuple[BotSpec, ...]:
        """The bots."""
        return tuple(map(parse_bot, self.bots))

    @cached_property
    def bot_ids(self) -> tuple[str, ...]:
        """The player ids of the bots."""
        return tuple(player_ids(self.specs))

    @property
    def seats(self) -> int:
        """The number of seats."""
        return self.definition.players

    @property
    def chips(self) -> int:
        """The stack that a player sits down with."""
        return self.definition.stacks[0]

    @property
    def bots_alone(self) -> bool:
        """Whether there is no seat for a person."""
        return len(self.bots) == self.seats

    def to_json(self) -> dict[str, Any]:
        """The setup as JSON data; ``setup_from_json`` reads it back."""
        return {**asdict(self), "bots": list(self.bots), "kind": self.kind.value}


def setup_from_json(data: Mapping[str, Any]) -> TableSetup:
    """Read a setup. Raises TableError or another RailbirdError that names what is wrong."""
    if not isinstance(data, Mapping):
        raise TableError(f"a table must be an object with a title and a game, not {quoted(str(data))}")
    kinds: dict[str, type | tuple[type, ...]] = {
        **dict.fromkeys(("title", "game", "kind"), str),
        **dict.fromkeys(BOUNDS, (int, float)),
        **dict.fromkeys(("glass_box", "practice"), bool),
        "bots": (list, tuple),
    }
    for name, value in data.items():
        if name not in kinds:
            raise TableError(f"a table has no {quoted(str(name))}: there are {', '.join(kinds)}")
        if not isinstance(value, kinds[name]) or (name in BOUNDS and isinstance(value, bool)):
            raise TableError(f"{name} of a table cannot be {quoted(str(value))}")
    for name in ("title", "game"):
        if name not in data:
            raise TableError(f"a table needs a {name}")
    bots = tuple(data.get("bots", ()))
    if not all(isinstance(bot, str) for bot in bots):
        raise TableError("the bots of a table must be texts, such as poki")
    try:
        kind = TableKind(data.get("kind", TableKind.CASH))
    except ValueError:
        raise TableError(f"a table is {' or '.join(TableKind)}, not {quoted(str(data['kind']))}") from None
    try:
        return TableSetup(**{**data, "bots": bots, "kind": kind})
    except (RailbirdError, TypeError, ValueError) as error:
        raise error if isinstance(error, TableError) else TableError(str(error)) from None
