"""A bot in a seat: calls the bot's methods in the right order during a hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol

from railbird._core import Window
from railbird.agent.bot import Bot
from railbird.agent.decision import Choice
from railbird.agent.driver import HandDriver, SteppedHand
from railbird.agent.streams import Streams
from railbird.game import View


class Seat(Protocol):
    """The player at one position of a hand."""

    def begin(self, driver: SteppedHand) -> None:
        """The hand begins."""

    def move(self, driver: SteppedHand) -> None:
        """Submit this player's choice: it is their turn."""

    def end(self, driver: SteppedHand) -> None:
        """The hand is over."""


class SeatedBot:
    """Calls one bot during a hand: the start of the hand, events, turns to act, the end.

    Events are delivered in order, at the latest before the bot acts and when the hand ends: until then it could not
    react to them. A subclass that guards the calls overrides ``call``.
    """

    def __init__(self, bot: Bot, memory: dict[str, Any] | None = None) -> None:
        """``memory`` is ``vars(bot)`` if the caller has it already: reading it may run the bot's code."""
        self.bot = bot
        self._memory = vars(bot) if memory is None else memory
        self.position = 0
        self._window = Window(View)
        kind = type(bot)
        self._observes = kind.observe is not Bot.observe
        self._starts = kind.start_hand is not Bot.start_hand
        self._ends = kind.end_hand is not Bot.end_hand
        self._memory["look"] = self._window.look  # written directly, so that it works for frozen bots too

    def deal_in(self, driver: SteppedHand, position: int, streams: Streams) -> None:
        """Let the bot play this hand at a position, with these random streams."""
        self.position = position
        driver.show_in(self._window, position)
        self._memory["streams"] = streams

    def sit_out(self) -> None:
        """The bot is not in this hand."""
        self._window.close()

    def begin(self, driver: SteppedHand) -> None:
        """The hand begins."""
        if self._starts:
            self.call("start_hand", driver.view(self.position))

    def move(self, driver: SteppedHand) -> None:
        """Deliver the events, ask the bot to act, and submit its choice."""
        if self._observes:
            self.inform(driver)
        driver.submit(self.ask(driver))

    def ask(self, driver: SteppedHand) -> Choice:
        """Return the bot's choice."""
        choice: Choice = self.call("act", driver.view(self.position))
        return choice

    def inform(self, driver: SteppedHand) -> None:
        """Pass on the events since the last call."""
        for event in driver.events(self.position):
            self.call("observe", event)

    def end(self, driver: SteppedHand) -> None:
        """The hand is over."""
        if self._observes:
            self.inform(driver)
        if self._ends:
            self.call("end_hand", driver.view(self.position))

    def call(self, method: str, *arguments: object) -> Any:
        """Call a method of the bot and return its result."""
        return getattr(self.bot, method)(*arguments)


def drive(driver: HandDriver, seats: Sequence[Seat]) -> Iterator[None]:
    """Play a hand step by step: yields after each action.

    ``play_hand`` plays to the end. To play many tables in turn, take one step of each.
    """
    for seat in seats:
        seat.begin(driver)
    while (turn := driver.turn) is not None:
        seats[turn].move(driver)
        yield
    for seat in seats:
        seat.end(driver)


def play_hand(driver: HandDriver, seats: Sequence[Seat]) -> None:
    """Play a hand to its end. Call ``SeatedBot.deal_in`` for every bot first."""
    for _ in drive(driver, seats):
        pass
