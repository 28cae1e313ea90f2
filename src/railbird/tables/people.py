"""Who has entered a lobby: a name belongs to whoever knows its token, until nobody needs it any more."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from railbird.errors import TableError

KEPT = 24 * 3600.0
"""Seconds for which a name stays with its person after their last visit."""
MOST_PEOPLE = 100_000


class Visitor(NamedTuple):
    """A person who shows their token."""

    name: str
    key: str
    """The hash of the token, which the store keeps with the hands of this person."""


@dataclass(slots=True)
class _Registered:
    """A person with a name."""

    name: str
    key: str
    connections: int = 0
    seen: float = field(default_factory=time.monotonic)


class People:
    """The people of a lobby.

    A name that is not needed any more is free for others: a day after the last visit of its person, and not as long as
    a table is open at which they have sat, or which they have opened. So no table ever takes two people for one. Hands
    of tables that were closed belong to the token of those who played them, not to their names.

    >>> people = People(needed=set)
    >>> token = people.add("Ann")
    >>> people.visitor(token).name, "ann" in people
    ('Ann', True)
    """

    def __init__(self, needed: Callable[[], set[str]]) -> None:
        """``needed`` returns the names that open tables need."""
        self._needed = needed
        self._by_key: dict[str, _Registered] = {}
        self._by_name: dict[str, _Registered] = {}

    def __contains__(self, name: str) -> bool:
        """Whether somebody has this name, in any case of letters."""
        known = self._by_name.get(name.casefold())
        return known is not None and not self._is_free(known, self._needed())

    def add(self, name: str) -> str:
        """Somebody new takes a name. Returns their token. Raises TableError if it is taken."""
        if name in self:
            raise TableError(f"somebody here is called {name} already", "name-taken")
        if len(self._by_key) >= MOST_PEOPLE:
            self._forget_all_free()
        if len(self._by_key) >= MOST_PEOPLE:
            raise TableError("too many players have entered", "full")
        token = secrets.token_urlsafe(24)
        self._put(_Registered(name, _key(token)))
        return token

    def forget(self, names: Iterable[str]) -> None:
        """Somebody else takes these names, which were free: a bot."""
        for name in names:
            if (known := self._by_name.get(name.casefold())) is not None:
                self._forget(known)

    def visitor(self, token: str) -> Visitor:
        """Who has this token. Raises TableError if nobody has."""
        known = self._by_key.get(_key(token))
        if known is None:
            raise TableError("this token is not known here; choose a name and enter anew", "bad-token")
        known.seen = time.monotonic()
        return Visitor(known.name, known.key)

    def arrive(self, name: str) -> None:
        """A person is here."""
        self._by_name[name.casefold()].connections += 1

    def go(self, name: str) -> None:
        """A connection of a person is gone."""
        known = self._by_name[name.casefold()]
        known.connections -= 1
        known.seen = time.monotonic()

    def tokens_of(self, names: Iterable[str]) -> dict[str, str]:
        """The name of each token's hash, for the store."""
        known = [self._by_name.get(name.casefold()) for name in names]
        return {each.key: each.name for each in known if each is not None}

    def restore(self, tokens: Mapping[str, str]) -> None:
        """Know people of an earlier run again. If two had one name, the later one has it now."""
        for key, name in tokens.items():
            self._put(_Registered(str(name), str(key)))

    def _put(self, new: _Registered) -> None:
        for old in (self._by_name.get(new.name.casefold()), self._by_key.get(new.key)):
            if old is not None:
                self._forget(old)
        self._by_key[new.key] = self._by_name[new.name.casefold()] = new

    def _forget(self, known: _Registered) -> None:
        self._by_key.pop(known.key, None)
        self._by_name.pop(known.name.casefold(), None)

    def _is_free(self, known: _Registered, needed: set[str]) -> bool:
        away = known.connections == 0 and time.monotonic() - known.seen >= KEPT
        return away and known.name not in needed

    def _forget_all_free(self) -> None:
        needed = self._needed()
        for known in [each for each in self._by_key.values() if self._is_free(each, needed)]:
            self._forget(known)


def _key(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()
