"""The person at the table: a bot like any other, which asks the user at the keyboard."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO, TextIOWrapper
from types import FrameType
from typing import TYPE_CHECKING, ClassVar, TextIO

from rich.text import Text

from railbird.agent import Bot, Choice, MatchStart
from railbird.agent.clock import StopNow
from railbird.agent.explanation import Moment, moments
from railbird.cli.table.screen import Screen, help_lines
from railbird.cli.table.typed_actions import TypedActionError, Wish, how_much, options, read_answer, read_wish
from railbird.game import Action, TakenAction, View
from railbird.policies import check_or_fold

if TYPE_CHECKING:
    from railbird.cli.table.coach import Coach

LEAVING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
MOST_INVALID_LINES = 1_000
"""After this many invalid lines in a row, the input is not from a person."""


class Prompt:
    """The source of input lines. Ctrl-C, a closed terminal or the end of the input mean that the person leaves."""

    def __init__(self, echo: Callable[[str], None], source: TextIO | None = None) -> None:
        """Input from a file or pipe is echoed, as a terminal does."""
        self._echo = echo
        self._source = source or sys.stdin or StringIO()
        if isinstance(self._source, TextIOWrapper):
            self._source.reconfigure(errors="replace")
        self._asking = False
        self.leaving = False

    def line(self) -> str | None:
        """Read a line; None if the person leaves."""
        if self.leaving:
            return None
        self._asking = True
        try:
            text = self._source.readline()
        except (KeyboardInterrupt, OSError):  # the terminal may be closed
            text = ""
        finally:
            self._asking = False
        if not text or not self._source.isatty():
            self._echo(text)  # when the person leaves, the terminal line has no newline yet
        if not text:
            self.leaving = True
        return text or None

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Ctrl-C, SIGTERM and a closed terminal finish the hand in order; a second Ctrl-C stops at once."""

        ended = set()

        def interrupt(number: int, _: FrameType | None) -> None:
            if number != signal.SIGINT:
                ended.add(number)
            elif self.leaving:
                raise StopNow
            if self.leaving:
                return
            self.leaving = True
            if self._asking:
                raise KeyboardInterrupt

        if threading.current_thread() is not threading.main_thread():  # signals only reach the main thread
            yield
            return
        before = {number: signal.signal(number, interrupt) for number in LEAVING}
        try:
            yield
        finally:
            for number, handler in before.items():  # the same signal often comes again during saving
                signal.signal(number, signal.SIG_IGN if number in ended else handler)


class Person(Bot):
    """Shows the table and asks for an action. If the person leaves, they check or fold for the rest of the hand."""

    source: ClassVar[str] = "the person at the keyboard"
    repeatable = False

    def __init__(
        self,
        screen: Screen,
        prompt: Prompt,
        coach: Coach | None,
        *,
        heading: str,
        why: Callable[[], None],
        result: Callable[[], str],
    ) -> None:
        """``heading`` names the game, ``why`` shows the bots' explanations, ``result`` gives the winnings so far."""
        super().__init__()
        self.screen, self.prompt, self.coach = screen, prompt, coach
        self._heading, self._why, self._result = heading, why, result
        self._number = 0
        """The number of the hand, counted from 1."""
        self.last_actions: tuple[TakenAction, ...] = ()
        self.last_moments: list[Moment] = []
        """Of the last finished hand."""

    def start_match(self, match: MatchStart) -> None:
        if self.coach:
            self.coach.start_match(match)

    def start_hand(self, view: View) -> None:
        self._number += 1
        self.screen.begin_hand(f"hand {self._number:,} · {self._heading}", view, self._result())
        if self.coach:
            self.coach.start_hand(view, self)

    def act(self, view: View) -> Choice:
        self.screen.catch_up(view)
        if self.prompt.leaving:
            return check_or_fold(view)
        self.screen.table(view)
        raising = False
        for _ in range(MOST_INVALID_LINES):
            self.screen.ask(how_much(view) if raising else options(view))
            text = self.prompt.line()
            if text is None:
                break
            if raising and not text.strip():
                raising = False
                continue
            answer = self._answered(text, view, raising)
            if isinstance(answer, Action):
                return answer
            raising = answer is Wish.RAISE
        self.prompt.leaving = True
        return check_or_fold(view)

    def _answered(self, text: str, view: View, raising: bool) -> Action | Wish | None:
        """The action; or ``Wish.RAISE`` if the amount must be asked for; or None if something else was typed."""
        try:
            wish = (read_answer if raising else read_wish)(text, view)
        except TypedActionError as error:
            self.screen.say(Text(str(error), style="yellow"))
            return Wish.RAISE if raising else None
        match wish:
            case Wish.RAISE:
                return wish
            case Wish.QUIT:
                self.prompt.leaving = True
                return check_or_fold(view)
            case Wish.HINT:
                if self.coach:
                    self.screen.say(*self.coach.hint(view))
                else:
                    self.screen.say(Text("there are no hints in this game", style="yellow"))
            case Wish.WHY:
                self._why()
            case Wish.TABLE:
                self.screen.table(view)
            case Wish.HELP:
                self.screen.say(*help_lines(view.game))
            case Action():
                return wish
        return None

    def end_hand(self, view: View) -> None:
        self.last_actions, self.last_moments = view.actions, moments(view)
        self.screen.end_hand(view)
        if self.coach:
            self.coach.end_hand(view)
