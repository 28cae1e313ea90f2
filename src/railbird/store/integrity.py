"""Checks the rows of matches against their checksums."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, LargeBinary, cast, select

from railbird.store.checksums import block_checksum, seal, state_checksum
from railbird.store.dialects import IN_PARTS, raw_text
from railbird.store.schema import HAND, LEARNED, LEG, TALLY


def last_checksum(connection: Connection, leg: int) -> bytes:
    """The end of a leg's chain of checksums."""
    query = select(HAND.c.checksum).where(HAND.c.leg == leg).order_by(HAND.c.first.desc()).limit(1)
    return bytes(connection.execute(query).scalar() or b"")


def seal_of(connection: Connection, leg: int, last: bytes) -> bytes:
    """The seal of a leg, computed from its rows; ``last`` is the end of its chain."""
    parts = connection.execute(select(TALLY.c.entrant, TALLY.c.parts).where(TALLY.c.leg == leg))
    columns = (LEARNED.c.entrant, LEARNED.c.about, LEARNED.c.checksum)
    learned = connection.execute(select(*columns).where(LEARNED.c.leg == leg))
    return seal(last, [(row[0], row[1]) for row in parts], [(row[0], row[1], row[2]) for row in learned])


def wrong_in_match(connection: Connection, match: int, definition: Mapping[str, Any]) -> list[str]:
    """Problems with the rows of a match, leg by leg; empty if there are none."""
    wrong = []
    legs = connection.execute(select(LEG).where(LEG.c.match == match).order_by(LEG.c.number)).all()
    for leg in legs:
        problems = [*_wrong_hands(connection, leg), *_wrong_states(connection, leg.id, definition)]
        if not problems and seal_of(connection, leg.id, last_checksum(connection, leg.id)) != leg.checksum:
            problems = ["its totals, or its bots' learned states, have been changed"]
        wrong += [f"match {match}, leg {leg.number + 1}: {each}" for each in problems]
    return wrong


def _wrong_hands(connection: Connection, leg: Any) -> list[str]:
    wrong, hands, last = [], 0, b""
    columns = (HAND.c.first, HAND.c.count, raw_text(connection, HAND.c.text), HAND.c.checksum)
    query = select(*columns).where(HAND.c.leg == leg.id).order_by(HAND.c.first)
    blocks = connection.execute(query, execution_options=IN_PARTS)
    for first, count, text, checksum in blocks:
        block = text.encode() if isinstance(text, str) else text
        if first == hands and count == block.count(b"\n") + 1:
            hands += count
            if block_checksum(last, first, count, block) != checksum:
                wrong.append(f"hands {first + 1} to {hands} have been changed")
        last = checksum
    if hands != leg.done:
        wrong.append(f"it has {hands} hands, but {leg.done} were counted")
    return wrong


def _wrong_states(connection: Connection, leg: int, definition: Mapping[str, Any]) -> list[str]:
    players = [str(each.get("player")) for each in definition.get("players", ())]
    names = dict(enumerate(players))
    columns = (LEARNED.c.entrant, LEARNED.c.about, cast(LEARNED.c.state, LargeBinary), LEARNED.c.checksum)
    return [
        f"the learned state of {names.get(entrant, f'entrant {entrant}')}{f' about {about}' if about else ''} has been "
        "changed"
        for entrant, about, state, checksum in connection.execute(select(*columns).where(LEARNED.c.leg == leg))
        if state_checksum(entrant, about, state) != checksum
    ]
