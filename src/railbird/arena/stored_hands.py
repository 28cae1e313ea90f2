"""Hands of the store, wherever they come from: of matches, of tables, and imported ones."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from railbird.arena.evidence import played_hands
from railbird.arena.match_record import StoredRecord
from railbird.errors import RailbirdError, StoreError, quoted
from railbird.game import Hand
from railbird.histories import Origin, PlayedHand, told_hand
from railbird.histories.kept_text import kept_hand
from railbird.store import Store
from railbird.store.names import LAST

_SEAT = re.compile(r" \([0-9]+\)$", re.ASCII)
"""What the id of a player in two seats has after their name, in the second."""


class SourceKind(StrEnum):
    """Where hands of the store come from."""

    MATCH = "match"
    TABLE = "table"
    IMPORT = "import"


@dataclass(frozen=True, slots=True)
class HandSource:
    """A match, a table or an import. It prints as commands take it."""

    kind: SourceKind
    number: int

    def __str__(self) -> str:
        return str(self.number) if self.kind is SourceKind.MATCH else f"{self.kind.value}:{self.number}"


@dataclass(frozen=True, slots=True)
class StoredHand:
    """A finished hand of the store."""

    source: HandSource
    number: int
    """Counted from 1, in a match in each leg."""
    leg: int
    """Counted from 1; 1 for tables and imports."""
    played: PlayedHand
    date: str
    """When it ended; of a hand of a match, when the match began."""

    @property
    def name(self) -> str:
        """The arguments of ``railbird hand`` that show it."""
        return f"{self.source} {self.number}" + (f" --leg {self.leg}" if self.leg > 1 else "")


def sources_of(store: Store, reference: str) -> list[HandSource]:
    """The sources that a reference names. Raises StoreError if there are none.

    A reference is a match (number, name or ``last``), ``table:3``, ``import:2``, ``import:last``, or ``tables`` or
    ``imports`` for all of them; ``tables`` leaves out practice tables, which count for no statistics.
    """
    for kind in (SourceKind.TABLE, SourceKind.IMPORT):
        numbers = store.sessions.numbers(kind.value) if reference.startswith(kind.value) else []
        if reference == f"{kind.value}s":
            numbers = [number for number in numbers if not store.sessions.session(number).definition.get("practice")]
            if not numbers:
                raise StoreError(f"there are no {reference} in {store.address} yet")
            return [HandSource(kind, number) for number in numbers]
        word, colon, which = reference.partition(":")
        if colon and word == kind.value:
            if which == LAST and numbers:
                return [HandSource(kind, numbers[-1])]
            if not (which.isascii() and which.isdecimal() and int(which) in numbers):
                there = (
                    f"there are {', '.join(f'{word}:{number}' for number in numbers[-5:])}" if numbers else "none yet"
                )
                raise StoreError(f"there is no {quoted(reference, 60)} in {store.address}: {there}")
            return [HandSource(kind, int(which))]
    return [HandSource(SourceKind.MATCH, store.match_number(reference))]


def hand_count(store: Store, source: HandSource) -> int:
    """The number of finished hands of a source."""
    return (
        store.match(source.number).done
        if source.kind is SourceKind.MATCH
        else store.sessions.session(source.number).hands
    )


def stored_hands(
    store: Store, source: HandSource, *, leg: int | None = None, players: Sequence[str] = ()
) -> Iterator[StoredHand]:
    """The hands of a source, in order.

    Of a match, those of one leg if one is given, counted from 1. Of an import, hands without these players may be left
    out, which saves reading them.

    >>> import tempfile
    >>> import railbird as rb
    >>> with tempfile.TemporaryDirectory() as folder, rb.Store(f"{folder}/matches.db") as store:
    ...     _ = rb.play_match(["simple", "random"], hands=20, store=store)
    ...     (source,) = sources_of(store, "last")
    ...     [hand.name for hand in stored_hands(store, source)][:2]
    ['1 1', '1 2']
    """
    if source.kind is SourceKind.MATCH:
        return _of_match(store, source, leg)
    return _of_session(store, source, players)


def stored_hand(store: Store, source: HandSource, number: int) -> StoredHand:
    """One hand of a table or an import, counted from 1."""
    kept = store.sessions.hand(source.number, number)
    return StoredHand(source, number, 1, _played(store, source, number, kept.text, kept.ended), kept.ended)


def _of_match(store: Store, source: HandSource, wanted: int | None) -> Iterator[StoredHand]:
    record = StoredRecord.read(store, source.number)
    created = store.match(source.number).created
    legs = list(record.definition.legs())
    if wanted is not None and not 1 <= wanted <= len(legs):
        raise StoreError(f"match {source} has {len(legs)} replicates and seatings; there is no number {wanted}")
    for leg in legs if wanted is None else [legs[wanted - 1]]:
        for number, (hand, _) in enumerate(played_hands(record.definition, leg, record.lines(leg.number)), 1):
            origin = _origin(source, number if leg.number == 0 else f"{number}.{leg.number + 1}", created)
            yield StoredHand(source, number, leg.number + 1, told_hand(hand, origin=origin), created)


def _of_session(store: Store, source: HandSource, players: Sequence[str]) -> Iterator[StoredHand]:
    words = [_kept_name(each) for each in players] if source.kind is SourceKind.IMPORT else ()
    for kept in store.sessions.hands(source.number, containing=words):
        yield StoredHand(source, kept.number, 1, _played(store, source, kept.number, kept.text, kept.ended), kept.ended)


def _kept_name(player: str) -> str:
    """How the text of a kept hand has a player: without the number of their seat, and with JSON's escapes."""
    return json.dumps(_SEAT.sub("", player), ensure_ascii=False)[1:-1]


def _played(store: Store, source: HandSource, number: int, text: str, ended: str) -> PlayedHand:
    try:
        if source.kind is SourceKind.IMPORT:
            return kept_hand(text)
        return told_hand(Hand.parse(text), origin=_origin(source, number, ended))
    except RailbirdError:
        raise StoreError(f"hand {number} of {source} is damaged in the store {store.address}") from None


def _origin(source: HandSource, number: int | str, date: str) -> Origin:
    return Origin(
        format="railbird",
        hand_id=str(number),
        event=f"{source.kind.value} {source.number}",
        date=datetime.fromisoformat(date),
    )
