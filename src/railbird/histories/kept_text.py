"""A hand of a history as one line of text that keeps everything its file said: how the store has imported hands.

The line is a JSON object: the game without the stacks of this hand, the stacks, the players, the betting and cards as
in ACPC logs, the payoffs, and where the hand comes from.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from hashlib import blake2b
from typing import Any

from railbird.errors import HistoryError, RailbirdError, quoted
from railbird.game.events import ChipAmount, chips_to_json
from railbird.histories.acpc import replayed
from railbird.histories.game_field import field_game, field_text
from railbird.histories.hand_line import chip_amount
from railbird.histories.playing import PlayedHand
from railbird.histories.record import HandRecord, Origin, player_ids

_SIZE = 16
_FORMAT = ',"format":'
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def kept_text(played: PlayedHand) -> str:
    """A hand as one line.

    >>> from railbird.game import Hand
    >>> from railbird.histories import told_hand
    >>> print(kept_text(told_hand(Hand.parse("nolimit; AhKh QsQd; r300 f"))))
    {"game":"nolimit","stacks":[20000,20000],"players":["p1","p2"],"hand":"r300f:AhKh|QsQd","payoffs":[-100,100],"rake":0}
    """
    record, hand = played.record, played.hand
    origin = record.origin
    data: dict[str, Any] = {
        "game": field_text(hand.game),
        "stacks": list(hand.game.stacks),
        "players": list(record.players),
        "hand": hand.acpc_text(),
    }
    if played.payoffs is not None:
        data["payoffs"] = [chips_to_json(payoff) for payoff in played.payoffs]
    optional = {
        "rake": record.rake,
        "seats": list(record.seats) or None,
        "unit": None if record.unit == 1 else str(record.unit),
        "currency": record.currency or None,
        "id": origin.hand_id or None,
        "table": origin.table or None,
        "event": origin.event or None,
        "date": origin.date and origin.date.isoformat(),
        "seat_count": origin.seat_count,
        "format": origin.format or None,
    }
    data |= {key: value for key, value in optional.items() if value is not None}
    return _encode(data)


def kept_hand(text: str) -> PlayedHand:
    """The hand of a line. Raises HistoryError if it is damaged."""
    try:
        data = json.loads(text)
        game = field_game(data["game"]).with_stacks(tuple(data["stacks"]))
        players = tuple(data["players"])
        betting, cards = data["hand"].split(":")
        hand = replayed(game, betting, cards, player_ids(players))
        if not hand.over:
            raise HistoryError("the hand does not end")
        payoffs = _payoffs(data, len(players))
        record = HandRecord(
            game=game,
            players=players,
            deal=hand.deal,
            actions=hand.actions,
            payoffs=payoffs,
            rake=data.get("rake"),
            seats=tuple(data.get("seats", ())),
            unit=Decimal(data.get("unit", 1)),
            currency=data.get("currency", ""),
            origin=_origin(data),
        )
    except (ArithmeticError, AttributeError, KeyError, TypeError, ValueError, RailbirdError) as error:
        raise HistoryError(f"not a hand that was kept ({error}): {quoted(text)}") from None
    return PlayedHand(record, hand, payoffs)


def fingerprint(text: str, occurrence: int = 0) -> bytes:
    """What tells hands apart, whatever the format of their file.

    A hand without a number of its own may really occur several times in a file: ``occurrence`` counts that.
    """
    content = text.partition(_FORMAT)[0].removesuffix("}")  # the last item; names have no bare quotation marks
    return blake2b(f"{occurrence} {content}".encode("utf-8", "surrogatepass"), digest_size=_SIZE).digest()


def _payoffs(data: Mapping[str, Any], players: int) -> tuple[ChipAmount, ...] | None:
    if "payoffs" not in data:
        return None
    payoffs = tuple([each if isinstance(each, int) else chip_amount(each) for each in data["payoffs"]])
    if len(payoffs) != players:
        raise HistoryError(f"{len(payoffs)} payoffs for {players} players")
    return payoffs


def _origin(data: Mapping[str, Any]) -> Origin:
    date = data.get("date")
    return Origin(
        format=data.get("format", ""),
        hand_id=data.get("id", ""),
        table=data.get("table", ""),
        event=data.get("event", ""),
        date=None if date is None else datetime.fromisoformat(date),
        seat_count=data.get("seat_count"),
    )
