"""Where the bot of a spec comes from: a class of this process, other people's code, or the record of a match."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from railbird.agent import Bot
from railbird.agent.clock import OutOfTime, StopNow
from railbird.agent.failure import failure_text
from railbird.agent.settings import NoSettings
from railbird.errors import BotError
from railbird.gallery.inspector import inspect_refusal
from railbird.gallery.traits import NO_TRAITS, Traits, refusal_of, traits_of
from railbird.game import Game

if TYPE_CHECKING:
    from railbird.gallery.spec import BotSpec


class Source(Protocol):
    """Answers for the bot of a spec."""

    @property
    def traits(self) -> Traits: ...

    def kind(self, spec: BotSpec) -> type[Bot]:
        """Its class, loaded into this process."""

    def make(self, spec: BotSpec) -> Bot:
        """A fresh bot in this process."""

    def refusal(self, spec: BotSpec, game: Game) -> str | None:
        """Why it does not play a game; None if it plays it."""


@dataclass(frozen=True)
class Loaded:
    """A class of this process."""

    bot: type[Bot]
    settings: Any = None
    named: bool = True
    """Can another process find it by its name?"""

    @cached_property
    def traits(self) -> Traits:
        return traits_of(self._made(self.bot.__name__))

    def kind(self, spec: BotSpec) -> type[Bot]:
        return self.bot

    def make(self, spec: BotSpec) -> Bot:
        return self._made(spec.name)

    def _made(self, name: str) -> Bot:
        try:
            without = self.settings is None or isinstance(self.settings, NoSettings)
            bot = self.bot() if without else self.bot(self.settings)
        except (KeyboardInterrupt, OutOfTime, StopNow):
            raise
        except BaseException as error:  # sys.exit() in a bot does not end the program
            raise BotError(f"{name} cannot be made: {failure_text(error)}") from error
        if not isinstance(bot, Bot):
            raise BotError(f"{name} makes a {type(bot).__name__}, which is not a bot")
        return bot

    def refusal(self, spec: BotSpec, game: Game) -> str | None:
        return refusal_of(self.make(spec), spec.name, game)


class Ready:
    """A bot that is there already, which plays as it is, in this process.

    One that learns plays one leg: in a second one it would know what it must not.
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
                f"{spec.name} is a bot that learns, and has played already: give its class, from which each leg of a "
                "match makes a fresh one"
            )
        self._played = True
        return self._bot

    def refusal(self, spec: BotSpec, game: Game) -> str | None:
        return refusal_of(self._bot, spec.name, game)


@dataclass(frozen=True)
class Agreed(Loaded):
    """A class of this process that has been asked about the match before, elsewhere."""

    known: Traits = NO_TRAITS

    @cached_property
    def traits(self) -> Traits:
        return self.known

    def refusal(self, spec: BotSpec, game: Game) -> str | None:
        return None


@dataclass(frozen=True)
class Foreign:
    """Code that is not Railbird's: this process does not run it unless it makes a bot.

    Questions about it are answered by a process of their own.
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
    """A bot that played once: all that is known of it is what was written down. There is no code behind it."""

    traits: Traits

    def kind(self, spec: BotSpec) -> type[Bot]:
        raise BotError(f"{spec.name} is only looked at here: what plays it can load it")

    def make(self, spec: BotSpec) -> Bot:
        raise BotError(f"{spec.name} is only looked at here: what plays it can make it")

    def refusal(self, spec: BotSpec, game: Game) -> str | None:
        return None  # it did play it
