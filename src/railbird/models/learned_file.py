"""A file with what a bot has learned: the bot, the game, and its records by player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from railbird._files import read_whole, write_whole
from railbird.errors import ModelError, quoted
from railbird.models.saved_arrays import read_arrays, write_arrays

KIND = "learned"
VERSION = 1


@dataclass(frozen=True, slots=True)
class Learned:
    """What a bot has learned."""

    bot: str
    """The bot's spec, such as lain(cap=3)."""
    game: str
    player: str
    """The bot's own id."""
    records: Mapping[str, bytes] = field(default_factory=dict)
    """What ``Bot.save`` returned: records keyed by the id of the player they are about."""


def write_learned(path: Path, learned: Learned) -> None:
    """Write a file, either completely or not at all. Raises ModelError if that fails."""
    head = {
        "railbird": KIND,
        "version": VERSION,
        "bot": learned.bot,
        "game": learned.game,
        "player": learned.player,
        "players": list(learned.records),
    }
    parts = {
        str(number): np.frombuffer(record, dtype=np.uint8) for number, record in enumerate(learned.records.values())
    }
    try:
        write_whole(path, write_arrays(head, parts))
    except OSError as error:
        raise ModelError(f"{path} cannot be written: {error.strerror}") from None


def read_learned(path: Path) -> Learned:
    """Read a file from ``write_learned``. Raises ModelError if it is damaged or something else."""
    try:
        data = read_whole(path)
    except OSError as error:
        raise ModelError(f"{path} cannot be read: {error.strerror}") from None
    head, parts = read_arrays(data, str(path))
    if head.get("railbird") != KIND:
        raise ModelError(f"{path} is not a learned model (railbird model save writes them)")
    if head.get("version") != VERSION:
        raise ModelError(f"{path} has version {quoted(str(head.get('version')))}; only version {VERSION} can be read")
    players = head.get("players")
    if not isinstance(players, list) or not all(isinstance(player, str) for player in players):
        raise ModelError(f"{path} cannot be read: the list of players is missing or malformed")
    if len(set(players)) < len(players) or set(parts) != {str(number) for number in range(len(players))}:
        raise ModelError(f"{path} cannot be read: it must have exactly one record for each player")
    if not all(isinstance(head.get(name), str) for name in ("bot", "game", "player")):
        raise ModelError(f"{path} cannot be read: the name of the bot, game or player is missing")
    if not all(part.dtype == np.uint8 and part.ndim == 1 for part in parts.values()):
        raise ModelError(f"{path} cannot be read: a record is not an array of bytes")
    records = {player: parts[str(number)].tobytes() for number, player in enumerate(players)}
    return Learned(head["bot"], head["game"], head["player"], records)
