"""The fields of a hand in the PHH format, which is TOML.

The usual layout, one ``key = value`` a line, has a reader of its own, because Python's TOML parser alone takes longer
than all the rest. Any other layout goes to that parser.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Sequence
from datetime import time
from decimal import Decimal, InvalidOperation
from typing import Any

from railbird.errors import HistoryError, quoted
from railbird.histories.amounts import MOST_DIGITS, MOST_PLACES, SHORT, parsed_decimal
from railbird.histories.record import UNSTATED

TABLE_HEADING = re.compile(
    r"\[[ \t]*(?:[A-Za-z0-9_-]+|\"[^\"\n]*\"|'[^'\n]*')[ \t]*\][ \t]*(?:#[^\n]*)?$", re.MULTILINE
)
"""Begins the next hand of a ``.phhs`` file."""


class UnusualError(Exception):
    """The text has another layout than the usual one."""


def usual_fields(lines: Sequence[str]) -> tuple[dict[str, Any], int]:
    """The fields, with all amounts as whole numbers, and how many decimal places those had in the text.

    The actions are the text of their list, for ``words_of``.
    """
    fields: dict[str, Any] = {}
    places = UNSTATED
    for line in lines:
        key, value, scale = _KNOWN.get(line) or _field_of(line)
        if key in fields or (key == _HEADING and fields):
            raise UnusualError
        if key:
            fields[key] = value
        if scale != places and scale != UNSTATED:
            if places != UNSTATED:
                raise UnusualError
            places = scale
    fields.pop(_HEADING, None)
    return fields, max(places, 0)


_Field = tuple[str, Any, int]
"""A key, its value, and the decimal places of amounts. A blank line has no key."""
_HEADING = "["
_KNOWN: dict[str, _Field] = {}
"""Lines that many hands have alike."""
_MOST_KNOWN = 4096


def _field_of(line: str) -> _Field:
    key, equals, value = line.partition(" = ")
    if not equals:
        if line.strip() and not TABLE_HEADING.match(line):
            raise UnusualError
        return _HEADING if line.strip() else "", None, UNSTATED
    if key in _CHANGING:
        return key, *_CHANGING[key](value)
    if not key.replace("_", "a").isalnum():
        raise UnusualError
    field: _Field
    if key in _AMOUNTS:
        field = key, *_amounts_of(value)
    else:
        field = key, _word(value) if key == "variant" else _any(value), UNSTATED
    if len(line) <= SHORT:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        _KNOWN[line] = field
    return field


_SAME_PLACES = [re.compile(r"[0-9]{1,9}(?:, ?[0-9]{1,9})*")] + [
    re.compile(rf"[0-9]{{1,9}}\.[0-9]{{{places}}}(?:, ?[0-9]{{1,9}}\.[0-9]{{{places}}})*")
    for places in range(1, MOST_PLACES + 1)
]
"""Amounts with so many decimal places, none as large as a stack may not be."""


def _amounts_of(value: str) -> tuple[Any, int]:
    """A number, or a tuple for a list, without the decimal places that all have alike; and how many these are."""
    is_list = value[:1] == "[" and value[-1:] == "]"
    inner = value[1:-1] if is_list else value
    first = inner.partition(",")[0]
    point = first.find(".")
    places = 0 if point < 0 else len(first) - point - 1
    if places > MOST_PLACES or not _SAME_PLACES[places].fullmatch(inner):
        raise UnusualError
    numbers = tuple(map(int, inner.replace(".", "").split(",")))
    if not is_list and len(numbers) > 1:
        raise UnusualError
    return (numbers if is_list else numbers[0]), places


def _word(value: str) -> str:
    inner = value[1:-1]
    if len(value) < 2 or value[0] != "'" or value[-1] != "'" or "'" in inner:
        raise UnusualError
    return inner


def words_of(value: str) -> list[str]:
    """The texts of a list."""
    words = value[2:-2].split("', '")
    if value[:2] != "['" or value[-2:] != "']" or value.count("'") != 2 * len(words):
        raise UnusualError
    return words


def _numbers(value: str) -> list[int] | list[Decimal]:
    inner = value[1:-1]
    if value[:1] != "[" or value[-1:] != "]" or not inner.isascii() or "_" in inner:
        raise UnusualError
    parts = inner.split(",")
    try:
        return list(map(int, parts))
    except ValueError:
        return [_decimal(part.strip()) for part in parts]


def number_of(value: str) -> int | Decimal:
    if value.isdecimal() and value.isascii() and len(value) <= MOST_DIGITS:
        return int(value)
    return _decimal(value)


_DECIMAL = re.compile(r"[+-]?[0-9]{1,15}(?:\.[0-9]{1,15})?|inf", re.ASCII)


def _decimal(text: str) -> Decimal:
    if not _DECIMAL.fullmatch(text):
        raise UnusualError
    return Decimal(text)


def _time(value: str) -> time:
    try:
        return time.fromisoformat(value)
    except ValueError:
        raise UnusualError from None


def _any(value: str) -> Any:
    """A value of a field that means nothing here, or that may have any type."""
    if value[:1] == "'":
        return _word(value)
    if value in ("true", "false"):
        return value == "true"
    if value[:1] == "[":
        return words_of(value) if value[:2] == "['" else _numbers(value)
    return number_of(value)


_CHANGING: dict[str, Callable[[str], tuple[Any, int]]] = {
    "actions": lambda value: (value, UNSTATED),
    "players": lambda value: (words_of(value), UNSTATED),
    "starting_stacks": _amounts_of,
    "finishing_stacks": _amounts_of,
    "winnings": _amounts_of,
    "hand": lambda value: (_any(value), UNSTATED),
    "time": lambda value: (_time(value), UNSTATED),
}
"""Readers of fields that differ from hand to hand."""
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


_MOST_BITS = 4096
"""Of whole numbers; Python makes no text of those with many more, which TOML may have in base 16."""


def _has_endless_number(value: Any) -> bool:
    if isinstance(value, list):
        return any(map(_has_endless_number, value))
    if isinstance(value, dict):
        return any(map(_has_endless_number, value.values()))
    return isinstance(value, int) and value.bit_length() > _MOST_BITS


def toml_fields(text: str) -> dict[str, Any]:
    try:
        fields: dict[str, Any] = tomllib.loads(text, parse_float=parsed_decimal)
        endless = next((key for key, value in fields.items() if _has_endless_number(value)), None)
    except (tomllib.TOMLDecodeError, InvalidOperation, RecursionError, ValueError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise HistoryError(f"this is not TOML, which a PHH file must be: {reason:.200}") from None
    if endless is not None:
        raise HistoryError(f"{quoted(endless)} has a number of more than {_MOST_BITS} bits")
    if len(fields) == 1 and isinstance(only := next(iter(fields.values())), dict):
        return only
    return fields
