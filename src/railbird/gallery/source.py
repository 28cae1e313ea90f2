"""Where the bot of a spec comes from: a class in this process, other people's code, or the record of a match."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from railbird.agent import Bot
from railbird.agent.clock import OutOfTime, StopNow
from railbird.agent.failure import failure_text
from railbird.agent.settings import NoSettings
from railbird.errors import BotError
from railbird.gallery.catalogue import OUTSIDE
from railbird.gallery.inspector import inspect_refusal
from railbird.gallery.traits import NO_TRAITS, Traits, refusal_of, traits_of
from railbird.game import Game

if TYPE_CHECKING:
    from railbird.gallery.spec import BotSpec


class Source(Protocol):
    """The origin of a spec's bot."""

    @property
    def traits(self) -> Traits: ...

    def kind(self, spec: BotSpec) -> type[Bot]:
        """The bot's class, loaded into this process."""

    def make(self, spec: BotSpec) -> Bot:
        """Create a bot in this process."""

    def refusal(self, spec: BotSpec, game: Game) -> str | None:
        """Why the bot does not play a game; None if it does."""


@dataclass(frozen=True)
class Loaded:
    """A class in this process."""

    bot: type[Bot]
    settings: Any = None
    named: bool = True
    """Whether another process can find it by its name."""
    name: str = ""

    @cached_property
    def traits(self) -> Traits:
        return traits_of(self._create(self.name or self.bot.__name__))

    def kind(self, spec: BotSpec) -> type[Bot]:
        return self.bot

    def make(self, spec: BotSpec) -> Bot:
        return self._create(spec.name)

    def _create(self, name: str) -> Bot:
        try:
            without = self.settings is None or isinstance(self.settings, NoSettings)
            bot = self.bot() if without else self.bot(self.settings)
        except (KeyboardInterrupt, OutOfTime, StopNow):
            raise
        except BaseException as error:  # sys.exit() in a bot does not end the program
            if name in OUTSIDE and isinstance(error, BotError):
                raise
            raise BotError(f"{name} cannot be created: {failure_text(error)}") from error
        if not isinstance(bot, Bot):
            raise BotError(f"{name} creates a {type(bot).__name__}, which is not a bot")
        return bot

    def refusal(self, spec: BotSpec, game: Game) -> str | None:
        return refusal_of(self.make(spec), str(spec) if spec.name in OUTSIDE else spec.name, game)


class Ready:
    """An existing bot object, which plays as it is, in this process.

    A bot that learns may play only one leg: in a second one it would remember the first.
    """

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._played = False
        self.traits = traits_of(bot)

    def kind(self, spec: BotSpec) -> type[Bot]:
        return type(self._bot)

    def make(self, spec: BotSpec) -> Bot:
        if self._played and self.traits.learns:
            raise BotError(
                f"{spec.name} learns and has played already: pass its class, so that each leg creates a new bot"
            )
        self._played = True
        return self._bot

    def refusal(self, spec: BotSpec, game: Game) -> str | None:
        return refusal_of(self._bot, spec.name, game)


@dataclass(frozen=True)
class Agreed(Loaded):
    """A class in this process whose traits and games were checked before, in another process."""

    known: Traits = NO_TRAITS

    @cached_property
    def traits(self) -> Traits:
        return self.known

    def refusal(self, spec: BotSpec, game: Game) -> str | None:
        return None


@dataclass(frozen=True)
class Foreign:
    """Other people's code: this process does not run it unless it creates a bot.

    A separate process answers questions about it.
    """

    traits: Traits

    def kind(self, spec: BotSpec) -> type[Bot]:
        return spec.loaded().kind

    def make(self, spec: BotSpec) -> Bot:
        return spec.loaded().make()

    def refusal(self, spec: BotSpec, game: Game) -> str | None:
        return inspect_refusal(str(spec), game)


@dataclass(frozen=True)
class Recorded:
    """A bot in the record of a match. Only the record is known; there is no code behind it."""

    traits: Traits

    def kind(self, spec: BotSpec) -> type[Bot]:
        raise BotError(f"{spec.name} comes from the record of a match and cannot be loaded: use parse_bot to load it")

    def make(self, spec: BotSpec) -> Bot:
        raise BotError(f"{spec.name} comes from the record of a match and cannot be created: use parse_bot to load it")

    def refusal(self, spec: BotSpec, game: Game) -> str | None:
        return None  # it has played it
