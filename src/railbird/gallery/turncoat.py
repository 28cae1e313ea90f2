"""A player that switches from one bot to another during a match, to test how fast opponents adapt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from railbird.agent import Bot, Choice, MatchStart, setting
from railbird.errors import BotError
from railbird.gallery.spec import load_bot
from railbird.game import Event, Game, View


@dataclass(frozen=True, slots=True)
class TurncoatSettings:
    first: str = setting("simple", "the bot it plays as first", "ours")
    then: str = setting("always-raise", "the bot it plays as later", "ours")
    after: int = setting(10_000, "number of hands before it switches", "ours")

    def __post_init__(self) -> None:
        if self.after < 0:
            raise ValueError(f"after must be at least 0, not {self.after}")


class Turncoat(Bot):
    """Plays as one bot for some hands, then as another under the same id."""

    source: ClassVar[str] = "ours"
    made_of: ClassVar[tuple[str, ...]] = ("first", "then")
    """The settings that name bots."""
    Settings = TurncoatSettings
    settings: TurncoatSettings

    def __init__(self, settings: TurncoatSettings | None = None) -> None:
        super().__init__(settings)
        self._specs = [load_bot(name) for name in (self.settings.first, self.settings.then)]
        self._bots = [spec.make() for spec in self._specs]
        if any(bot.learns for bot in self._bots):
            raise BotError("a turncoat must consist of bots that do not learn")
        self.repeatable = all(bot.repeatable for bot in self._bots)

    @property
    def _bot(self) -> Bot:
        """The bot it plays as in this hand."""
        return self.stand_in(self._bots[self.streams.hand >= self.settings.after])

    def refusal(self, game: Game) -> str:
        reasons = ((spec, spec.refusal(game)) for spec in self._specs)
        return next((f"its bot {spec} refuses: {reason}" for spec, reason in reasons if reason is not None), "")

    def start_match(self, match: MatchStart) -> None:
        for bot in self._bots:
            bot.start_match(match)

    def end_match(self) -> None:
        for bot in self._bots:
            bot.end_match()

    def start_hand(self, view: View) -> None:
        self._bot.start_hand(view)

    def act(self, view: View) -> Choice:
        return self._bot.act(view)

    def observe(self, event: Event) -> None:
        self._bot.observe(event)

    def end_hand(self, view: View) -> None:
        self._bot.end_hand(view)
