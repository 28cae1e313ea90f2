"""Specs of players: one line of text, such as ``uct(iterations=500, decisive=on)``."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import dataclass, field

from railbird._options import read_options, split_spec, with_options
from railbird.agent.settings import read_settings, write_settings
from railbird.errors import BotError, RailbirdError, quoted
from railbird.extensive import GamePlayer, State
from railbird.search.players.catalogue import player_kinds


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """A player with their settings, from which new players are created."""

    name: str
    options: tuple[tuple[str, str], ...]
    """Settings that differ from their defaults, as text."""
    make: Callable[[], GamePlayer] = field(compare=False, repr=False)
    """Create a new player."""
    named: bool = field(default=True, compare=False)
    """Whether the text parses back: False for classes and objects of this process."""

    def __str__(self) -> str:
        """The text of the player."""
        return with_options(self.name, dict(self.options))

    def __reduce__(self) -> tuple[Callable[[str], PlayerSpec], tuple[str]]:
        return parse_player, (str(self),)

    def check_plays(self, start: State, game: str) -> None:
        """Raise BotError if they do not play the game of this first state."""
        reason = self.make().refusal(start)
        if reason is not None:
            raise BotError(f"{self} does not play {game}: {reason}")


PlayerLike = str | PlayerSpec | GamePlayer | Callable[[], GamePlayer]
"""A player: a text, a spec, an object, a class, or a function that creates one."""


def parse_player(player: PlayerLike) -> PlayerSpec:
    """Parse a player of any game. Raises BotError if there is no such player, or a setting is wrong.

    A class, a function without arguments or an object is accepted as well. Hyphens and underscores in the names of
    settings are the same.

    >>> print(parse_player("uct(iterations=500, first-play=0.6, decisive=off)"))
    uct(iterations=500, first_play=0.6)
    """
    if isinstance(player, PlayerSpec):
        return player
    if isinstance(player, GamePlayer):
        return PlayerSpec(type(player).__name__, (), lambda: player, named=False)
    if callable(player):
        return PlayerSpec(getattr(player, "__name__", "player"), (), player, named=False)
    if not isinstance(player, str):
        raise BotError(f"a player is a text such as uct(iterations=500), a class or an object, not {player!r:.60}")
    parts = split_spec(player)
    if parts is None:
        raise BotError(f"{quoted(player)} is not a player: write NAME or NAME(SETTING=VALUE, …), such as uct(c=0.7)")
    name = parts[0].lower()
    kind = player_kinds().get(name)
    if kind is None:
        near = difflib.get_close_matches(name, player_kinds(), n=1)
        hint = f"did you mean {near[0]}?" if near else f"the players are {', '.join(player_kinds())}"
        raise BotError(f"there is no player {quoted(name)}: {hint} (railbird search --list lists them)")
    options = {key.replace("-", "_"): value for key, value in read_options(name, parts[1], "setting", BotError).items()}
    settings = read_settings(kind.settings, options, name)
    make = kind.make
    try:
        make(settings)  # an error in the settings shows now
    except BotError:
        raise
    except RailbirdError as error:
        raise BotError(f"{name}: {error}") from None
    return PlayerSpec(name, tuple(write_settings(settings).items()), lambda: make(settings))


def default_player(start: State) -> PlayerSpec:
    """The player that suits a game if none is named: UCT, or ISMCTS if there is hidden information."""
    return parse_player("uct" if start.perfect_information else "ismcts")
