"""Those who are told what happens at a table: players and watchers."""

from __future__ import annotations

import json
from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from typing import Any, Protocol

Message = Mapping[str, Any]


class Announcement(dict[str, Any]):
    """A message that is encoded once, however many hear it.

    Fields that are the same in several announcements can be shared among them; they too are encoded once.

    >>> state = Announcement({"pot": 30})
    >>> for cards in ("AhKh", None):
    ...     print(Announcement({"type": "events", "cards": cards}, state).text)
    {"type":"events","cards":"AhKh","pot":30}
    {"type":"events","cards":null,"pot":30}
    """

    def __init__(self, own: Message, shared: Announcement | None = None) -> None:
        """Neither may be empty, and they have no field in common."""
        super().__init__(own)
        self.update(shared or {})
        self._own, self._shared = own, shared

    @cached_property
    def text(self) -> str:
        """The announcement as JSON."""
        own = encoded(self._own)
        return own if self._shared is None else f"{own[:-1]},{self._shared.text[1:]}"


def encoded(message: Message) -> str:
    """A message as JSON."""
    return message.text if isinstance(message, Announcement) else json.dumps(message, separators=(",", ":"))


class Listener(Protocol):
    """Somebody who is told what happens at a table: a connection of a player or of a watcher."""

    @property
    def player(self) -> str | None:
        """The player's name; None for somebody without one."""

    def send(self, message: Message) -> None:
        """Take a message without waiting; whoever cannot keep up is dropped later."""


class Audience:
    """The listeners of a table."""

    def __init__(self) -> None:
        self._listeners: list[Listener] = []

    def __len__(self) -> int:
        return len(self._listeners)

    def add(self, listener: Listener) -> None:
        self._listeners.append(listener)

    def remove(self, listener: Listener) -> bool:
        """Returns whether they were there."""
        known = listener in self._listeners
        if known:
            self._listeners.remove(listener)
        return known

    @property
    def players(self) -> list[str | None]:
        """The name of each listener."""
        return [listener.player for listener in self._listeners]

    def tell(self, message: Message) -> None:
        """Tell everybody the same."""
        message = Announcement(message)
        for listener in list(self._listeners):
            listener.send(message)

    def tell_fault(self, table: int, text: str) -> None:
        """Tell everybody what went wrong with a bot."""
        self.tell({"type": "fault", "table": table, "text": text})

    def tell_each(self, sees: Callable[[str | None], Hashable], make: Callable[[Any], Announcement]) -> None:
        """Tell everybody what they may see; a message is made once for all who see the same."""
        messages: dict[Hashable, Announcement] = {}
        for listener in list(self._listeners):
            who = sees(listener.player)
            if who not in messages:
                messages[who] = make(who)
            listener.send(messages[who])
