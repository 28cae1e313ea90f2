"""What a bot brings to a match: a saved model, given as ``magpie(model=FILE)`` to any bot that learns."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from railbird.errors import BotError, ModelError
from railbird.gallery.files import fingerprint
from railbird.game import Game
from railbird.models.learned_file import Learned, read_learned

OPTION = "model"
"""The option of a spec that names the file. A bot that has a setting of this name keeps it for itself."""


@dataclass(frozen=True, slots=True)
class Model:
    """A file of what a bot has learned, in the state that it had when the match was defined."""

    path: str
    fingerprint: str
    game: str = field(default="", compare=False)
    """The game it was learned in; empty if it was looked at before, when the match was defined."""

    def check(self) -> None:
        """Raise ModelError if the file has changed, or is gone."""
        _check(self.path, self.fingerprint)

    def records(self, player: str) -> dict[str, bytes]:
        """What ``Bot.load`` takes, for a bot of this id: what it had noted about itself is under its own id."""
        learned = _read(self.path, self.fingerprint)
        return {player if about == learned.player else about: record for about, record in learned.records.items()}

    def check_game(self, game: Game) -> None:
        """Raise an error unless it was learned in this game."""
        if self.game and self.game != str(game):
            raise ModelError(f"{self.path} was learned in {self.game}: it cannot be brought to {game}")


def model_for(path: str, bot: str, *, learns: bool) -> Model:
    """The model that a bot is to bring, looked at: a file that can be read, of this bot with these settings."""
    if not learns:
        raise BotError(f"{bot} does not learn, so that it can bring no model")
    whole = Path(path).expanduser().resolve()
    try:
        state = fingerprint(whole)
    except BotError as error:
        raise ModelError(str(error)) from None
    learned = _read(str(whole), state)
    if learned.bot != bot:
        raise ModelError(f"{path} is what {learned.bot} has learned: {bot} cannot bring it")
    return Model(str(whole), state, learned.game)


@lru_cache(maxsize=16)
def _read(path: str, state: str) -> Learned:
    """The contents of a file in this state: read once, so that a match goes on whatever becomes of the file."""
    _check(path, state)
    return read_learned(Path(path))


def _check(path: str, state: str) -> None:
    try:
        found = fingerprint(Path(path))
    except BotError as error:
        raise ModelError(str(error)) from None
    if found != state:
        raise ModelError(f"{path} has changed since the match began: put it back as it was, or begin a new match")
