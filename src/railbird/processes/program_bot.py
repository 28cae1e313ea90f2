"""A program in any language as a bot: it is told of its hands in lines, and answers with its actions."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from railbird.agent import Choice, MatchStart
from railbird.agent.clock import OutOfTime
from railbird.agent.driver import UnusableChoice
from railbird.agent.failure import ReportedError
from railbird.agent.outside_bot import OutsideBot
from railbird.errors import ActionError, BotError, quoted
from railbird.game import Action, Game, View
from railbird.processes.dialects import AcpcDialect, Dialect, TableDialect, dialect_of
from railbird.processes.program import MOST_LINES, FloodError, ProgramEndedError, ProgramProcess

GREETING = 20.0
"""Seconds for the first line of a program."""
MOST_ENDINGS = 10
"""A program that ends more often than this in a leg is not started again."""
MOST_LATE = 3
"""A program that is late so many times in a row is ended."""


class ProgramBot(OutsideBot):
    """A program that plays. If it ends, it checks or folds until the hand is over, and is started again."""

    def __init__(self, words: Sequence[str], folder: str, protocol: str = "", *, repeatable: bool = False) -> None:
        """``protocol`` is ``acpc`` or ``json``; if it is empty, the program's first line tells. Raises BotError."""
        super().__init__()
        self._words, self._folder, self._protocol = tuple(words), folder, protocol
        self.repeatable = repeatable
        self._program: ProgramProcess | None = None
        self._dialect: Dialect
        self._start: MatchStart | None = None
        self._endings = self._late = 0
        self._ended_in: Any = None
        self._begin()

    @property
    def _name(self) -> str:
        return " ".join(self._words)

    # The program

    def _begin(self) -> None:
        """Start the program and hear its first line. Raises BotError."""
        program = ProgramProcess(self._words, self._folder)
        until = time.monotonic() + GREETING
        try:
            line = program.read(until)
            dialect = dialect_of(line)
            spoken = "acpc" if isinstance(dialect, AcpcDialect) else "json"
            if self._protocol not in ("", spoken):
                raise BotError(f"its first line is {quoted(line)}: that is not protocol={self._protocol}")
            program.write(dialect.greeting(line), until)
        except BotError as error:
            program.close()
            raise BotError(f"{self._name}: {error}") from None
        except TimeoutError:
            program.close()
            raise BotError(
                f"{self._name} said nothing within {GREETING:g} seconds: its first line must be VERSION:2.0.0 (ACPC) "
                'or {"type": "hello", "protocol": 1} (table protocol), written at once (flush the output)'
            ) from None
        except ProgramEndedError as error:
            program.close()
            raise BotError(f"{self._name} ended before it said anything ({error})") from None
        except FloodError as error:
            program.close()
            raise BotError(f"{self._name} begins with {error}") from None
        except BaseException:
            program.close()
            raise
        self._program, self._dialect = program, dialect

    def _ready(self) -> ProgramProcess:
        if self._program is None:
            if self.lost or self._ended_in is self.streams:
                raise ReportedError("its program has ended")
            self.renew()
        assert self._program is not None
        return self._program

    @property
    def ended(self) -> bool:
        return self._program is None and not self.lost

    def renew(self) -> None:
        try:
            self._begin()
        except BotError as error:
            self._gone(f"could not be started again: {error}")
            raise ReportedError(str(error)) from None
        self._dialect.time(self.time_limit)
        if self._start is not None:
            self._tell(self._dialect.opening(self._start))

    def _gone(self, how: str) -> None:
        self.close()
        self._endings, self._late, self._ended_in = self._endings + 1, 0, self.streams
        if self._endings > MOST_ENDINGS:
            self.lost = f"{how}; that was the {self._endings}th time"

    def close(self) -> None:
        program, self._program = self._program, None
        if program is not None:
            program.close()

    def __del__(self) -> None:
        if getattr(self, "_program", None) is not None:
            with suppress(Exception):  # the interpreter may be ending
                self.close()

    def _tell(self, text: str) -> None:
        """Write lines to the program."""
        program = self._ready()
        try:
            program.write(text, time.monotonic() + self.time_limit)
        except TimeoutError:
            self._gone(f"did not read what it was told for {self.time_limit:g} seconds")
            raise OutOfTime from None
        except ProgramEndedError as error:
            self._gone(f"ended its program ({error})")
            raise ReportedError(f"its program ended ({error})") from None

    # What a bot does

    def refusal(self, game: Game) -> str:
        return self._dialect.refusal(game)

    def limit_to(self, seconds: float) -> None:
        self.time_limit = seconds
        self._dialect.time(seconds)

    def start_match(self, match: MatchStart) -> None:
        self._start = match
        self._tell(self._dialect.opening(match))

    def act(self, view: View) -> Choice:
        self._ready()
        self._tell(self._dialect.news(view, self.streams.hand))
        try:
            choice: Choice = self._answer(view)
            return choice
        except (TimeoutError, OutOfTime):
            self._late += 1
            if self._late >= MOST_LATE:
                self._gone(f"was late {MOST_LATE} times in a row")
            raise OutOfTime from None
        except ProgramEndedError as error:
            self._gone(f"ended its program ({error})")
            raise ReportedError(f"its program ended ({error})") from None
        except FloodError as error:
            self._gone(f"wrote {error}")
            raise ReportedError(f"its program wrote {error}") from None

    def _answer(self, view: View) -> Any:
        """The program's action; whatever else it says is answered or ignored."""
        program, until = self._ready(), time.monotonic() + self.time_limit
        for _ in range(MOST_LINES):
            try:
                answer = self._dialect.answer(program.read(until), view)
            except (ActionError, BotError) as error:
                self._late = 0
                return UnusableChoice(error)
            if isinstance(answer, Action):
                self._late = 0
                return answer
            if answer is not None:
                program.write(answer, until)
        raise FloodError(f"{MOST_LINES:,} lines without an answer")

    def end_hand(self, view: View) -> None:
        if self._program is not None:
            self._tell(self._dialect.news(view, self.streams.hand))

    def end_match(self) -> None:
        if self._program is not None and isinstance(self._dialect, TableDialect):
            self._tell('{"type":"closed","table":1,"why":"the match is over"}\n')
        self.close()
