"""A bot that plays hands of which only the views of its seat are here: the hand is dealt in another process."""

from __future__ import annotations

from typing import Any

from railbird.agent import Bot, Streams
from railbird.agent.shown_hand import ShownHand
from railbird.arena.guard import Guard, GuardedBot
from railbird.gallery import BotSpec
from railbird.game import View


class ShownBot(GuardedBot):
    """A bot that sees its hands through views from elsewhere; ``seen`` has the latest one, and the bot's answer."""

    def __init__(
        self, bot: Bot, memory: dict[str, Any], number: int, guard: Guard, seen: ShownHand | None = None
    ) -> None:
        super().__init__(bot, memory, number, guard)
        self.seen = seen or ShownHand()
        memory["look"] = self.seen.look

    @classmethod
    def made(cls, spec: BotSpec, number: int, guard: Guard, seen: ShownHand | None = None) -> ShownBot:
        """Create the bot of a spec. The clock of the guard must be running."""
        try:
            guard.clock.begin(number)
            bot = spec.make()
        finally:
            guard.clock.end()
        return cls(bot, vars(bot), number, guard, seen)

    def begin_hand(self, view: View, streams: Streams) -> None:
        """A hand begins: nobody has acted in this view."""
        self.position = view.position
        self._memory["streams"] = streams
        self.seen.begin(view)
        self.begin(self.seen)
