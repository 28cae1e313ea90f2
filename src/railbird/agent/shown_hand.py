"""A hand as one seat sees it: what a bot gets if the hand is dealt in another process, or on another machine."""

from __future__ import annotations

from collections.abc import Sequence

from railbird._core import Window
from railbird.agent.decision import Choice
from railbird.agent.driver import chosen_action
from railbird.errors import ActionError, GameError
from railbird.game import CALL, FOLD, Action, ActionKind, Event, View


class ShownHand:
    """Gives a seated bot the view that came from the dealer, and notes what it answers."""

    def __init__(self) -> None:
        self.current: View | None = None
        self.answer: Action | None = None
        self._news: list[Event] = []

    def begin(self, view: View) -> None:
        """A new hand begins. A bot that does not observe has left the events of the last one."""
        self._news = []
        self.show(view, ())

    def show(self, view: View, events: Sequence[Event]) -> None:
        """The hand has gone on."""
        self.current, self.answer = view, None
        self._news += events

    def look(self) -> View:
        """The current view, for a bot that asks for it."""
        if self.current is None:
            raise GameError("there is no hand to view")
        return self.current

    @property
    def turn(self) -> int | None:
        view = self.look()
        return None if view.over else view.actor

    @property
    def actions(self) -> int:
        return len(self.look().actions)

    def view(self, position: int) -> View:
        return self.look()

    def show_in(self, window: Window, position: int) -> None:
        raise NotImplementedError("a hand of another process has no window")

    def events(self, position: int) -> list[Event]:
        news, self._news = self._news, []
        return news

    def submit(self, choice: Choice) -> None:
        action, legal = chosen_action(choice), self.look().legal
        if action.kind is ActionKind.FOLD and not legal.fold:
            raise ActionError(f"folding is not allowed here: {legal}")
        if action.kind is ActionKind.RAISE:
            if not legal.most_raise:
                raise ActionError(f"raising is not allowed here: {legal}")
            if action.to is not None and not legal.least_raise <= action.to <= legal.most_raise:
                raise ActionError(f"a raise to {action.to} is not allowed here: {legal}")
            if action.to is None and legal.least_raise != legal.most_raise:
                raise ActionError(f"a raise needs an amount: {legal}")
        self.answer = action

    def check_or_fold(self) -> None:
        legal = self.look().legal
        self.answer = FOLD if legal.fold and legal.call else CALL


class FollowedHand(ShownHand):
    """A hand whose events follow from its views."""

    def __init__(self) -> None:
        super().__init__()
        self._told = 0

    def begin(self, view: View) -> None:
        self._told = 0
        super().begin(view)

    def events(self, position: int) -> list[Event]:
        events = self.look().events
        news, self._told = list(events[self._told :]), len(events)
        return news
