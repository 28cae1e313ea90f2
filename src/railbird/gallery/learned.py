"""Saved models that bots start a match with: ``magpie(model=FILE)``, for any bot that learns."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from railbird.errors import BotError, ModelError
from railbird.gallery.files import fingerprint, located
from railbird.game import Game
from railbird.models.learned_file import Learned, read_learned

OPTION = "model"
"""The option of a spec that names the file, unless the bot has a setting of this name."""


@dataclass(frozen=True, slots=True)
class Model:
    """A file with what a bot has learned, as it was when the match was defined."""

    path: str
    fingerprint: str
    game: str = field(default="", compare=False)
    """The game it was learned in; empty if it was checked before, when the match was defined."""

    def check(self) -> None:
        """Raise ModelError if the file has changed or is missing."""
        _check(self.path, self.fingerprint)

    def records(self, player: str) -> dict[str, bytes]:
        """The records for ``Bot.load``; what the bot learned about itself is moved to the id ``player``."""
        learned = _read(self.path, self.fingerprint)
        return {player if about == learned.player else about: record for about, record in learned.records.items()}

    def check_game(self, game: Game) -> None:
        """Raise ModelError unless it was learned in this game."""
        if self.game and self.game != str(game):
            raise ModelError(f"{self.path} was learned in {self.game} and cannot be used in {game}")


def model_for(path: str, bot: str, *, learns: bool) -> Model:
    """The model for a bot, checked: the file is readable and was written by this bot with these settings."""
    if not learns:
        raise BotError(f"{bot} does not learn, so it cannot use a model")
    whole = Path(path).expanduser().resolve()
    try:
        state = fingerprint(whole)
    except BotError as error:
        raise ModelError(str(error)) from None
    learned = _read(str(whole), state)
    if learned.bot != bot:
        raise ModelError(f"{path} was learned by {learned.bot}; {bot} cannot use it")
    return Model(str(whole), state, learned.game)


@lru_cache(maxsize=16)
def _read(path: str, state: str) -> Learned:
    """The contents of a file in this state; read once, so that a match can continue if the file changes."""
    _check(path, state)
    return read_learned(located(Path(path)))


def _check(path: str, state: str) -> None:
    try:
        current = fingerprint(Path(path))
    except BotError as error:
        raise ModelError(str(error)) from None
    if current != state:
        raise ModelError(f"{path} has changed since the match began: restore it, or start a new match")
