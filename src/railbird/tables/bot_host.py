"""The bots of a table as the table sees them: questions that are answered in another process."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from railbird.errors import BrokenBotError, RailbirdError
from railbird.game import Event, View
from railbird.tables.bot_worker import (
    HANDLED,
    PATIENCE,
    Answer,
    Ask,
    Begin,
    BotWorker,
    End,
    Opening,
    Request,
    Save,
    SetStyle,
)
from railbird.tables.processes import AnsweringProcess

MOST_FAILURES = 3
"""A table whose bots fail so many times in a row is closed."""
MOST_FAULTS = 100


class Bots(Protocol):
    """Answers questions about the bots of one table."""

    async def ask(self, request: Request) -> Any:
        """The answer of the bots. Raises RailbirdError, and BrokenBotError if they have to begin anew."""

    async def rest(self) -> None:
        """Between hands: use nothing until the next question. Raises RailbirdError if they cannot."""

    def close(self) -> None: ...


class HostedBots:
    """Bots in a process of their own, which is started with the first question and again after it has died or rested.

    What the bots have learned outlives a rest, but not a death.
    """

    def __init__(self, opening: Opening) -> None:
        bots = max(len(opening.bots), 1)
        self._opening, self._seconds = opening, opening.limit * 1.5 * bots
        self._process = AnsweringProcess("railbird.tables.bot_worker:work", opening, PATIENCE * bots)

    async def ask(self, request: Request) -> Any:
        if isinstance(request, SetStyle):
            self._begins_with(style=request.style)
            if not self._process.runs:
                return None
        return await self._process.ask(request, self._seconds)

    async def rest(self) -> None:
        if self._process.runs:
            self._begins_with(learned=await self.ask(Save()))
            await self._process.rest()

    def _begins_with(self, **changes: Any) -> None:
        self._process.hello = self._opening = self._opening._replace(**changes)

    def close(self) -> None:
        """End the process."""
        self._process.close()


class TableBots:
    """Asks the bots of a table, notes what goes wrong, and gives up on bots that fail again and again."""

    def __init__(self, bots: Bots, tell: Callable[[str], None], give_up: Callable[[str], None]) -> None:
        self.ask, self.close = bots.ask, bots.close
        self._bots = bots
        self.faults: list[str] = []
        self._tell, self._give_up = tell, give_up
        self._failures = 0

    async def inform(self, request: Begin | End) -> None:
        """Tell the bots that a hand begins or ends."""
        try:
            self.note(await self.ask(request))
            self._failures = 0 if isinstance(request, End) else self._failures
        except BrokenBotError as error:
            self._broken(error)

    async def rest(self) -> None:
        """Nothing has happened for long: the bots use nothing until they are needed."""
        try:
            await self._bots.rest()
        except RailbirdError as error:  # they go on as they are
            self.note([f"the bots could not rest: {error}"])

    async def act(self, player: str, view: View, events: Sequence[Event]) -> Answer | None:
        """A bot's answer; None if it could not answer."""
        try:
            answer: Answer = await self.ask(Ask(player, view, events))
        except BrokenBotError as error:
            self._broken(error)
            return None
        self.note(answer.faults)
        return answer

    def note(self, faults: Sequence[str]) -> None:
        """Note what went wrong, and tell who it was."""
        for fault in faults:
            if len(self.faults) < MOST_FAULTS:
                self.faults.append(fault)
            who, _, what = fault.partition(": ")  # the rest may name the bot's cards
            self._tell(f"{who} failed, and {'goes on by itself' if what.startswith(HANDLED) else 'checks or folds'}")

    def _broken(self, error: BrokenBotError) -> None:
        """The bots have to begin anew."""
        self.note([f"the process of the bots: {error}"])
        self._failures += 1
        if self._failures >= MOST_FAILURES:
            self._give_up(f"its bots failed {self._failures} times in a row: {error}")


class BotsHere:
    """Bots in this process, for tests."""

    def __init__(self, opening: Opening) -> None:
        self._worker = BotWorker(opening)

    async def ask(self, request: Request) -> Any:
        return self._worker.answer(request)

    async def rest(self) -> None:
        pass

    def close(self) -> None:
        pass
