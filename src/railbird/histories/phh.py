"""Read hands in the PHH format (poker hand history, version 0.0.2): TOML, one hand a file or table.

Read are the hold'em variants FT (limit) and NT (no-limit); pot-limit hold'em has no code in the format, so it is NT
with a field ``_game``. That user field also has rules, cap and rake where they are not the usual ones; without it a
hand is played by casino rules. The order of players is that of positions. Heads-up, ``antes`` and
``blinds_or_straddles`` are in the other order, small blind first.

The usual layout, one ``key = value`` a line, has a reader of its own here, because Python's TOML parser alone takes
longer than all the rest. Any other layout goes to that parser.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, time, timedelta, timezone
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from typing import Any

from railbird._core import ActionKind, TakenAction
from railbird.errors import HistoryError, quoted
from railbird.game import Betting
from railbird.game.definition import MOST_CHIPS
from railbird.game.events import ChipAmount
from railbird.histories.amounts import MOST_PLACES, card_bytes, chips_of, parsed_decimal, places_of, unit_of
from railbird.histories.game_field import GAME_FIELD, named_game
from railbird.histories.playing import payoff_of
from railbird.histories.record import (
    CAP,
    UNSTATED,
    HandRecord,
    HoldemStakes,
    Origin,
    cap_needed,
    deal_of,
    holdem_game,
    straddles_of,
)

VARIANTS = {"FT": Betting.LIMIT, "NT": Betting.NO_LIMIT}
_ROUNDS = {0: 0, 3: 1, 4: 2, 5: 3}
_PLAYER = {f"p{number}": number - 1 for number in range(1, 11)}
TABLE_HEADING = re.compile(
    r"^\[[ \t]*(?:[A-Za-z0-9_-]+|\"[^\"\n]*\"|'[^'\n]*')[ \t]*\][ \t]*(?:#[^\n]*)?$", re.MULTILINE
)
"""Begins the next hand of a ``.phhs`` file."""


class _UnusualError(Exception):
    """The text has another layout than the usual one."""


def read_phh(text: str) -> HandRecord:
    """Read one hand, with or without the heading of its table.

    >>> record = read_phh(
    ...     "variant = 'NT'\\nantes = [0, 0]\\nblinds_or_straddles = [1, 2]\\nmin_bet = 2\\n"
    ...     "starting_stacks = [200, 200]\\nactions = ['d dh p1 ????', 'd dh p2 AhAd', 'p2 cbr 6', 'p1 f']"
    ... )
    >>> str(record.game), len(record.actions)
    ('nolimit(blinds=1/2, stack=100bb, rules=casino)', 2)
    """
    try:
        return _record(*_usual_fields(text))
    except _UnusualError:
        return _record(_toml_fields(text), None)


def _usual_fields(text: str) -> tuple[dict[str, Any], int]:
    """The fields, with all amounts as whole numbers, and how many decimal places those had in the text."""
    fields: dict[str, Any] = {}
    places = UNSTATED
    for line in text.split("\n"):
        key, equals, value = line.partition(" = ")
        if equals:
            if key in fields or not key.replace("_", "a").isalnum():
                raise _UnusualError
            if key in _AMOUNTS:
                fields[key], scale = _amounts_of(value)
                if scale != places:
                    if places >= 0:
                        raise _UnusualError
                    places = scale
            else:
                fields[key] = _READERS.get(key, _any)(value)
        elif line.strip() and (fields or not TABLE_HEADING.match(line)):
            raise _UnusualError
    return fields, max(places, 0)


def _amounts_of(value: str) -> tuple[Any, int]:
    """A number or a list of numbers that have the same decimal places, without the point; and the places."""
    inner = value[1:-1] if value[:1] == "[" and value[-1:] == "]" else value
    if not inner.isascii() or "_" in inner:
        raise _UnusualError
    places = 0
    if "." in inner:
        first = inner.partition(",")[0]
        places = len(first) - first.find(".") - 1
        parts = inner.split(", ")
        if not 0 < places <= MOST_PLACES or not all(part[-places - 1 : -places] == "." for part in parts):
            raise _UnusualError
        inner = inner.replace(".", "")
    try:
        numbers = list(map(int, inner.split(",")))
    except ValueError:
        raise _UnusualError from None
    return (numbers if value[:1] == "[" else numbers[0]), places


def _word(value: str) -> str:
    inner = value[1:-1]
    if len(value) < 2 or value[0] != "'" or value[-1] != "'" or "'" in inner:
        raise _UnusualError
    return inner


def _words(value: str) -> list[str]:
    words = value[2:-2].split("', '")
    if value[:2] != "['" or value[-2:] != "']" or value.count("'") != 2 * len(words):
        raise _UnusualError
    return words


def _numbers(value: str) -> list[int] | list[Decimal]:
    inner = value[1:-1]
    if value[:1] != "[" or value[-1:] != "]" or not inner.isascii() or "_" in inner:
        raise _UnusualError
    parts = inner.split(",")
    try:
        return list(map(int, parts))
    except ValueError:
        return [_decimal(part.strip()) for part in parts]


def _number(value: str) -> int | Decimal:
    if value.isdecimal() and value.isascii():
        return int(value)
    return _decimal(value)


_DECIMAL = re.compile(r"[+-]?[0-9]{1,15}(?:\.[0-9]{1,15})?|inf", re.ASCII)


def _decimal(text: str) -> Decimal:
    if not _DECIMAL.fullmatch(text):
        raise _UnusualError
    return Decimal(text)


def _time(value: str) -> time:
    try:
        return time.fromisoformat(value)
    except ValueError:
        raise _UnusualError from None


def _any(value: str) -> Any:
    """A value of a field that means nothing here, or that may have any type."""
    if value[:1] == "'":
        return _word(value)
    if value in ("true", "false"):
        return value == "true"
    if value[:1] == "[":
        return _words(value) if value[:2] == "['" else _numbers(value)
    return _number(value)


_READERS: dict[str, Callable[[str], Any]] = {
    "variant": _word,
    "actions": _words,
    "players": _words,
    "time": _time,
}
_AMOUNTS = frozenset(
    (
        "antes",
        "blinds_or_straddles",
        "starting_stacks",
        "finishing_stacks",
        "winnings",
        "min_bet",
        "small_bet",
        "big_bet",
    )
)


def _toml_fields(text: str) -> dict[str, Any]:
    try:
        fields: dict[str, Any] = tomllib.loads(text, parse_float=parsed_decimal)
    except (tomllib.TOMLDecodeError, InvalidOperation, RecursionError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise HistoryError(f"this is not TOML, which a PHH file must be: {reason:.200}") from None
    if len(fields) == 1 and isinstance(only := next(iter(fields.values())), dict):
        return only
    return fields


def _record(fields: Mapping[str, Any], places: int | None) -> HandRecord:
    """The record of a hand. With ``places``, its amounts are whole numbers without so many decimal places."""
    variant = fields.get("variant")
    betting = VARIANTS.get(variant) if isinstance(variant, str) else None
    if betting is None:
        said = "no variant" if variant is None else f"the variant {quoted(str(variant))}"
        raise HistoryError(f"{said}: only hold'em can be read (FT for limit, NT for no-limit)")
    stacks = _amounts(fields, "starting_stacks")
    players = len(stacks)
    antes, blinds = _amounts(fields, "antes", players), _amounts(fields, "blinds_or_straddles", players)
    sizes = [_amount(fields, key) for key in (("small_bet", "big_bet") if betting is Betting.LIMIT else ("min_bet",))]
    actions = fields.get("actions")
    if not isinstance(actions, list) or not all(isinstance(each, str) for each in actions):
        raise HistoryError("actions must be a list of texts such as 'p1 cbr 300'")
    script = _Script(players)
    for action in actions:
        script.add(action)
    usual = places is not None
    if places is None:
        amounts = (*stacks, *antes, *blinds, *sizes, *script.raises)
        places = places_of([each for each in amounts if type(each) is not int])
        stacks_in, antes, blinds, sizes = [_in_chips(each, places) for each in (stacks, antes, blinds, sizes)]
    elif places_of([each for each in script.raises if type(each) is not int]) > places:
        raise _UnusualError
    else:
        stacks_in = stacks
    taken = script.taken(_in_chips(script.raises, places) if places else script.raises)
    order = -1 if players == 2 else 1
    posts = tuple(blinds)
    stakes = HoldemStakes(
        betting=betting,
        antes=tuple(antes)[::order],
        blinds=posts[::order],
        small_bet=sizes[0],
        big_bet=sizes[-1],
        straddles=straddles_of(posts) if players > 2 else 0,
        cap=cap_needed(taken, posts, sizes[0]) if betting is Betting.LIMIT else CAP,
    )
    game = holdem_game(stakes, stacks_in)
    if GAME_FIELD in fields:
        game = named_game(fields[GAME_FIELD], game)
    unit = unit_of(places)
    seats = fields.get("seats", ())
    return HandRecord(
        game=game,
        players=_players(fields, players),
        deal=deal_of(script.holes, bytes(script.board)),
        actions=taken,
        payoffs=_payoffs(fields, stacks, 1 if usual else unit),
        collected=_collected(fields, players, 1 if usual else unit),
        seats=tuple(seats) if len(seats) == players and all(type(seat) is int for seat in seats) else (),
        unit=unit,
        currency=str(fields.get("currency", "")),
        origin=_origin(fields),
    )


class _Script:
    """The actions of a hand, collected one by one; amounts as written."""

    def __init__(self, players: int) -> None:
        self.holes = [b""] * players
        self.board = b""
        self.raises: list[Any] = []
        self._steps: list[TakenAction] = []
        self._round: int | None = 0

    def add(self, action: str) -> None:
        step, position, value = _parsed(action)
        if position >= len(self.holes):
            raise HistoryError(f"the players are p1 to p{len(self.holes)}, not that of {quoted(action)}")
        if step is not None:
            if self._round is None:
                raise HistoryError(f"{quoted(action)} comes with {len(self.board)} board cards on the table")
            self._steps.append(step[self._round])
            if value is not None:
                self.raises.append(value)
        elif position < 0:
            self.board += value or b""
            self._round = _ROUNDS.get(len(self.board))
        elif value:
            held = self.holes[position]
            if len(value) != 2 or held not in (b"", value, value[::-1]):
                raise HistoryError(f"a player has two hole cards; {quoted(action)} gives them others")
            self.holes[position] = held or value

    def taken(self, raises: Sequence[int]) -> tuple[TakenAction, ...]:
        """The actions of the players, with these amounts of the raises."""
        if not raises:
            return tuple(self._steps)
        amounts = iter(raises)
        return tuple(
            [
                TakenAction(step[0], step[1], step[2], next(amounts)) if step[2] is ActionKind.RAISE else step
                for step in self._steps
            ]
        )


_STEPS = {
    (player, kind): tuple([TakenAction(player, number, kind, UNSTATED) for number in range(4)])
    for player in range(10)
    for kind in ActionKind
}


@lru_cache(maxsize=32768)
def _parsed(action: str) -> tuple[tuple[TakenAction, ...] | None, int, Any]:
    """An action of a player, as it would be in each round, or None; the position, -1 for the board; amount or cards."""
    words = action.split("#", 1)[0].split()
    match words:
        case [player, "f"]:
            return _STEPS[_position(player), ActionKind.FOLD], _position(player), None
        case [player, "cc"]:
            return _STEPS[_position(player), ActionKind.CALL], _position(player), None
        case [player, "cbr", amount]:
            try:
                return _STEPS[_position(player), ActionKind.RAISE], _position(player), _number(amount)
            except _UnusualError:
                raise HistoryError(f"{quoted(action)} has no amount that can be read") from None
        case ["d", "dh", player, "????"] | [player, "sm"] | [player, "sm", "-"]:
            return None, _position(player), None
        case ["d", "dh", player, cards] | [player, "sm", cards]:
            if "?" in cards:
                raise HistoryError(f"of two hole cards both are known or neither, not {quoted(cards)}")
            return None, _position(player), card_bytes(cards)
        case ["d", "db", cards]:
            return None, -1, card_bytes(cards)
        case []:
            return None, -1, None
    raise HistoryError(f"{quoted(action)} is not an action of hold'em")


def _position(player: str) -> int:
    if player not in _PLAYER:
        raise HistoryError(f"a player is p1 to p10, not {quoted(player)}")
    return _PLAYER[player]


def _in_chips(amounts: Sequence[Any], places: int) -> list[int]:
    return [MOST_CHIPS if amount == _INF else chips_of(Decimal(amount), places) for amount in amounts]


def _amounts(fields: Mapping[str, Any], key: str, count: int | None = None) -> list[Any]:
    values = fields.get(key)
    if not isinstance(values, list) or not (_are_whole(values) or all(map(_is_amount, values))):
        raise HistoryError(f"{key} must be a list of numbers from 0 on, with one for each player")
    if count is not None and len(values) != count:
        raise HistoryError(f"{key} needs {count} numbers, one for each player, not {len(values)}")
    return values


def _amount(fields: Mapping[str, Any], key: str) -> Any:
    value = fields.get(key)
    if not _is_amount(value):
        raise HistoryError(f"{key} must be a number, not {quoted(str(value))}")
    return value


def _are_whole(values: list[Any]) -> bool:
    return set(map(type, values)) == {int} and min(values) >= 0 and max(values) < 10**13


def _is_amount(value: Any) -> bool:
    return (type(value) is int or type(value) is Decimal) and bool(value >= 0) and (value < 10**13 or value == _INF)


_INF = Decimal("inf")


def _players(fields: Mapping[str, Any], count: int) -> tuple[str, ...]:
    names = fields.get("players")
    if names is None:
        return tuple([f"p{number + 1}" for number in range(count)])
    if not isinstance(names, list) or len(names) != count or not all(isinstance(name, str) for name in names):
        raise HistoryError(f"players must be {count} names, not {quoted(str(names))}")
    return tuple(names)


def _payoffs(
    fields: Mapping[str, Any], stacks: Sequence[int | Decimal], unit: Decimal | int
) -> tuple[ChipAmount, ...] | None:
    if "finishing_stacks" not in fields:
        return None
    finishing = _amounts(fields, "finishing_stacks", len(stacks))
    if set(map(type, stacks)) == set(map(type, finishing)) == {int}:
        return tuple([int(end) - int(start) for end, start in zip(finishing, stacks, strict=True)])
    if _INF in stacks:
        return None
    return tuple([payoff_of((Decimal(end) - start) / unit) for end, start in zip(finishing, stacks, strict=True)])


def _collected(fields: Mapping[str, Any], count: int, unit: Decimal | int) -> tuple[ChipAmount, ...] | None:
    if "winnings" not in fields or "finishing_stacks" in fields:
        return None
    return tuple([payoff_of(Decimal(each) / unit) for each in _amounts(fields, "winnings", count)])


def _origin(fields: Mapping[str, Any]) -> Origin:
    count = fields.get("seat_count")
    return Origin(
        format="phh",
        hand_id=str(fields.get("hand", "")),
        table=str(fields.get("table", "")),
        event=str(fields.get("event", fields.get("venue", ""))),
        date=_date(fields) if "year" in fields else None,
        seat_count=count if type(count) is int else None,
    )


def _date(fields: Mapping[str, Any]) -> datetime | None:
    """The date and time of a hand; None if they are not a date."""
    at = fields.get("time", time())
    zone = fields.get("time_zone_abbreviation")
    try:
        return datetime.combine(
            datetime(fields["year"], fields.get("month", 1), fields.get("day", 1)),
            at if isinstance(at, time) else time.fromisoformat(str(at)),
            timezone(timedelta()) if zone == "UTC" else None,
        )
    except (TypeError, ValueError, OverflowError):
        return None
