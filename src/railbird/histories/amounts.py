"""Cards and amounts of money in histories: text to numbers and back.

Chips are whole numbers; an amount of money is so many chips of a unit, which belongs to the record: $1.25 is 125 chips
of 0.01.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from functools import cache, lru_cache, wraps
from typing import TypeVar, TypeVarTuple

from railbird.cards import DECK
from railbird.errors import HistoryError, quoted
from railbird.game.events import ChipAmount

CENT = Decimal("0.01")
MOST_PLACES = 4
"""Decimal places of an amount: no site has more."""
MOST_DIGITS = 30
"""Digits before and after the point of any number in a file: with more, arithmetic would take as long as one likes."""
MOST_WHOLE_DIGITS = 13
"""Digits before the point of an amount: no site has more."""
SHORT = 100
"""Characters of a text that is worth keeping for the next hand; many that are longer would fill the memory."""
_NUMBER = re.compile(r"([0-9]{1,3}(?:[,\u00a0\u202f ][0-9]{3})+|[0-9]{1,13})(?:\.([0-9]{1,9}))?", re.ASCII)
_NAMES = tuple(map(str, DECK))
_CARDS: dict[str, int] = {}
for _name, _card in zip(_NAMES, DECK, strict=True):
    for _spelling in (_name, _name.lower(), _name.upper(), _name.replace("T", "10")):
        _CARDS[_spelling] = int(_card)


Ts = TypeVarTuple("Ts")
R = TypeVar("R")


def kept_if_short(most: int) -> Callable[[Callable[[str, *Ts], R]], Callable[[str, *Ts], R]]:
    """Decorator that keeps so many results of a function, those for short texts."""

    def decorated(function: Callable[[str, *Ts], R]) -> Callable[[str, *Ts], R]:
        kept = lru_cache(maxsize=most)(function)

        @wraps(function)
        def result(text: str, *rest: *Ts) -> R:
            return kept(text, *rest) if len(text) <= SHORT else function(text, *rest)

        return result

    return decorated


@kept_if_short(65536)
def card_bytes(text: str) -> bytes:
    """The numbers of cards such as ``AhKd``, ``Ah Kd`` or ``10h Kd``.

    >>> card_bytes("2c As") == bytes([0, 51])
    True
    """
    word = text.replace(" ", "").replace("10", "T")
    try:
        cards = bytes([_CARDS[word[i : i + 2]] for i in range(0, len(word), 2)])
    except KeyError:
        raise HistoryError(f"these are not cards: {quoted(text)}") from None
    if len(set(cards)) < len(cards):
        raise HistoryError(f"a card occurs twice in {quoted(text)}")
    return cards


def cards_word(cards: bytes, separator: str = "") -> str:
    """Cards as text, ``AhKd``.

    >>> cards_word(bytes([0, 51]), " ")
    '2c As'
    """
    return separator.join([_NAMES[card] for card in cards])


@kept_if_short(65536)
def decimal_of(text: str) -> Decimal:
    """A number such as ``1,234.50`` or ``5``, without a sign.

    >>> decimal_of("1,234.50")
    Decimal('1234.50')
    """
    match = _NUMBER.fullmatch(text)
    if not match:
        raise HistoryError(f"an amount has digits and at most nine decimal places, not {quoted(text)}")
    whole = re.sub(r"[^0-9]", "", match[1])
    if len(whole) > MOST_WHOLE_DIGITS:
        raise HistoryError(f"an amount has at most {MOST_WHOLE_DIGITS} digits before the point, not {len(whole)}")
    return Decimal(f"{whole}.{match[2]}" if match[2] else whole)


def parsed_decimal(text: str) -> Decimal:
    """A number of JSON or TOML, exactly. Raises ValueError for one like 1e999999, with which nobody can count.

    >>> parsed_decimal("2.50")
    Decimal('2.50')
    """
    try:
        number = Decimal(text)
    except InvalidOperation:
        raise ValueError(f"{quoted(text)} is not a number that can be counted with") from None
    exponent = number.as_tuple().exponent
    if isinstance(exponent, int) and (exponent < -MOST_DIGITS or number.adjusted() > MOST_DIGITS):
        raise ValueError(f"{quoted(text)} has more than {MOST_DIGITS} digits before or after the point")
    return number


def places_of(amounts: Iterable[Decimal]) -> int:
    """The decimal places of the amount that is written with most of them, which make the unit.

    >>> places_of([Decimal(5), Decimal("2.50")])
    2
    """
    places = max((-exponent for each in amounts if isinstance(exponent := each.as_tuple().exponent, int)), default=0)
    if places > MOST_PLACES:
        raise HistoryError(f"an amount has at most {MOST_PLACES} decimal places, not {places}")
    return max(places, 0)


@lru_cache(maxsize=65536)
def chips_of(amount: Decimal, places: int) -> int:
    """An amount in chips of so many decimal places."""
    scaled = amount.scaleb(places)
    chips = int(scaled)
    if chips != scaled:
        raise HistoryError(f"{amount} has more than {places} decimal places")
    return chips


@cache
def unit_of(places: int) -> Decimal:
    """What a chip is worth: 0.01 for two decimal places."""
    return Decimal(1).scaleb(-places)


def unit_places(unit: Decimal) -> int:
    """The decimal places of a unit. Raises HistoryError if it is not 1, 0.1, 0.01, …"""
    places = -int(unit.as_tuple().exponent) if unit.is_finite() and unit > 0 else -1
    if not 0 <= places <= MOST_PLACES or unit != unit_of(places):
        raise HistoryError(f"a chip must be worth 1, 0.1, 0.01, 0.001 or 0.0001, not {unit}")
    return places


def money(chips: ChipAmount, places: int) -> str:
    """Chips as text with so many decimal places, or with more for a part of a chip.

    >>> money(125, 2), money(7, 0), money(Fraction(11, 2), 0), money(Fraction(1, 3), 2)
    ('1.25', '7', '5.5', '0.0033333333')
    """
    if isinstance(chips, int):
        return str(chips) if not places else _decimal(chips, places)
    scaled = Fraction(chips) / 10**places
    text = f"{Decimal(scaled.numerator) / Decimal(scaled.denominator):.{places + 8}f}"
    whole, _, rest = text.partition(".")
    return f"{whole}.{rest[:places]}{rest[places:].rstrip('0')}".rstrip(".")


def _decimal(chips: int, places: int) -> str:
    sign, digits = "-" if chips < 0 else "", str(abs(chips)).rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}"
