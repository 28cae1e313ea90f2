"""Those who are told what happens at a table: players and watchers, and the store."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from typing import Any, Protocol

from railbird.store import SessionHand

Message = Mapping[str, Any]


class Listener(Protocol):
    """Somebody who is told what happens at a table: a connection of a player or of a watcher."""

    @property
    def player(self) -> str | None:
        """The player's name; None for somebody without one."""

    def send(self, message: Message) -> None:
        """Take a message without waiting; whoever cannot keep up is dropped later."""


class TableRecord(Protocol):
    """Keeps what must not be lost of a table."""

    async def keep_hand(self, hand: SessionHand, state: Message) -> None: ...
    async def keep_state(self, state: Message) -> None: ...
    async def end(self, why: str) -> None: ...


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
        for listener in list(self._listeners):
            listener.send(message)

    def tell_each(self, sees: Callable[[str | None], Hashable], make: Callable[[Any], Message]) -> None:
        """Tell everybody what they may see; a message is made once for all who see the same."""
        messages: dict[Hashable, Message] = {}
        for listener in list(self._listeners):
            who = sees(listener.player)
            if who not in messages:
                messages[who] = make(who)
            listener.send(messages[who])
