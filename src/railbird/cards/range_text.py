"""The text language of ranges.

A range is a list of items, separated by commas or spaces:

============  =========================================================================================================
``AhKh``      one hand
``AKs``       a class: the suited ace-king hands (4); ``AKo`` the offsuit ones (12); ``AK`` both (16); ``TT`` a pair (6)
``TT+``       this pair and all higher pairs
``T8s+``      the kicker moves up: T8s, T9s
``QJs+``      neighbouring ranks move up together: QJs, KQs, AKs
``77-44``     from one pair to another; ``A5s-A2s`` by kicker; ``JTs-76s`` both ranks together
``random``    every hand; ``none`` no hand
``15%``       the strongest classes by equity against a random hand: as many whole classes as fit into 15 % of all hands
``76s:0.5``   any of the above with a weight from 0 to 1
``!AA``       exclude these hands, at any position in the list
============  =========================================================================================================

If two items contain the same hand, the later item wins. A list of exclusions only starts from ``random``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from railbird.cards.card import RANKS, check_tens
from railbird.cards.hand_class import CLASS_OF_HAND, CLASSES, HandClass
from railbird.cards.hole_cards import ALL_HOLE_CARDS, HANDS, HoleCards
from railbird.errors import CardError, RangeError, quoted

Weights = NDArray[np.float64]

_EXAMPLES = "AhKh, AKs, TT+, A5s-A2s, 15%, random, 76s:0.5 or !AA"
_NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
_RANK = "[2-9TJQKAtjqka]"
_HAND = re.compile(rf"({_RANK}[cdhsCDHS♣♦♥♠]){{2}}")
_CLASSES = re.compile(rf"({_RANK})({_RANK})([soSO]?)(\+?)")
_SPAN = re.compile(rf"({_RANK})({_RANK})([soSO]?)-({_RANK})({_RANK})([soSO]?)")
_PERCENT = re.compile(rf"({_NUMBER})%")


def parse_weights(text: str) -> Weights:
    """Parse the text of a range to its 1326 weights."""
    items = text.replace(",", " ").split()
    if not items:
        raise RangeError(f"the range {quoted(text)} is empty (write items such as {_EXAMPLES})")
    weights = np.zeros(HANDS)
    excluded = np.zeros(HANDS, dtype=bool)
    if all(item.startswith("!") for item in items):
        weights[:] = 1
    for item in items:
        if item.startswith("!"):
            if ":" in item:
                raise RangeError(f"an exclusion has no weight: {quoted(item)}")
            excluded[_hands_of(item[1:], item)] = True
            continue
        body, colon, number = item.partition(":")
        weights[_hands_of(body, item)] = _parse_weight(number, item) if colon else 1.0
    weights[excluded] = 0
    return weights


def _parse_weight(number: str, item: str) -> float:
    weight = float(number) if re.fullmatch(_NUMBER, number) else -1.0
    if not 0 <= weight <= 1:
        raise RangeError(f"the weight in {quoted(item)} must be a number from 0 to 1, not {quoted(number)}")
    return weight


def _hands_of(body: str, item: str) -> NDArray[np.bool_] | NDArray[np.intp]:
    """The hands of an item (given without its weight or exclusion mark), as a mask or as indices."""
    if body.lower() == "random":
        return np.ones(HANDS, dtype=bool)
    if body.lower() == "none":
        return np.zeros(HANDS, dtype=bool)
    if _HAND.fullmatch(body):
        try:
            return np.array([HoleCards.parse(body).index])
        except CardError as error:
            raise RangeError(f"{error}, so it is not a hand") from None
    if match := _PERCENT.fullmatch(body):
        return _hands_of_classes(_top_classes(float(match[1]), item))
    if match := _CLASSES.fullmatch(body):
        high, low = _ranks(match[1], match[2])
        pairs = _upwards(high, low) if match[4] else [(high, low)]
        return _hands_of_classes(_with_suits(pairs, match[3], item))
    if match := _SPAN.fullmatch(body):
        if match[3].lower() != match[6].lower():
            raise RangeError(f"both ends of {quoted(item)} must be suited (s), offsuit (o) or neither")
        pairs = _span(_ranks(match[1], match[2]), _ranks(match[4], match[5]), item)
        return _hands_of_classes(_with_suits(pairs, match[3], item))
    try:
        check_tens(body)
    except CardError as error:
        raise RangeError(str(error)) from None
    raise RangeError(f"{quoted(item)} is not a range item (write {_EXAMPLES})")


def _ranks(first: str, second: str) -> tuple[int, int]:
    a, b = RANKS.index(first.upper()), RANKS.index(second.upper())
    return max(a, b), min(a, b)


def _upwards(high: int, low: int) -> list[tuple[int, int]]:
    if high - low <= 1:  # pairs and neighbours move up together
        return [(high + step, low + step) for step in range(13 - high)]
    return [(high, kicker) for kicker in range(low, high)]


def _span(first: tuple[int, int], last: tuple[int, int], item: str) -> list[tuple[int, int]]:
    (high, low), (other_high, other_low) = max(first, last), min(first, last)
    if high == other_high and low < high and other_low < other_high:
        return [(high, kicker) for kicker in range(other_low, low + 1)]
    if high - low == other_high - other_low:
        return [(high - step, low - step) for step in range(high - other_high + 1)]
    raise RangeError(
        f"the ends of {quoted(item)} must be two pairs (77-44), share a high card (A5s-A2s) or a gap (JTs-76s)"
    )


def _with_suits(pairs: list[tuple[int, int]], suffix: str, item: str) -> Iterator[HandClass]:
    for high, low in pairs:
        if high == low:
            if suffix:
                raise RangeError(f"a pair is neither suited nor offsuit: {quoted(item)}")
            yield HandClass(high, low, suited=False)
            continue
        if suffix.lower() != "o":
            yield HandClass(high, low, suited=True)
        if suffix.lower() != "s":
            yield HandClass(high, low, suited=False)


def _hands_of_classes(classes: Iterator[HandClass]) -> NDArray[np.bool_]:
    chosen = np.zeros(len(CLASSES), dtype=bool)
    chosen[[hand_class.index for hand_class in classes]] = True
    return chosen[CLASS_OF_HAND]


def _top_classes(percent: float, item: str) -> Iterator[HandClass]:
    if not 0 <= percent <= 100:
        raise RangeError(f"{quoted(item)} must be between 0% and 100%")
    hands = percent / 100 * HANDS * (1 + 1e-12)
    for hand_class, _ in preflop_equities():
        hands -= hand_class.combos
        if hands < 0:
            return
        yield hand_class


@cache
def preflop_equities() -> tuple[tuple[HandClass, float], ...]:
    """The hand classes with their pre-flop equity against a random hand, strongest first.

    The equities are exact; ``tools/preflop_equities.py`` computes them.
    """
    from importlib.resources import files  # slow to import, and rarely needed

    lines = files("railbird.cards").joinpath("preflop_equities.csv").read_text(encoding="ascii").splitlines()
    rows = (line.split(",") for line in lines[1:])
    return tuple((HandClass.parse(name), float(value)) for name, value in rows)


def weights_text(weights: Weights) -> str:
    """The canonical text of 1326 weights; ``parse_weights`` reads it back to the same weights.

    Pairs come first, then suited, then offsuit classes, each from the aces down, with neighbours of equal weight joined
    into runs. Hands of classes with more than one weight come last, one by one.
    """
    if not weights.any():
        return "none"
    if (weights == weights[0]).all():
        return "random" + _weight_suffix(weights[0])
    lowest, highest = np.ones(len(CLASSES)), np.zeros(len(CLASSES))
    np.minimum.at(lowest, CLASS_OF_HAND, weights)
    np.maximum.at(highest, CLASS_OF_HAND, weights)
    by_class = np.where(lowest == highest, lowest, 0.0)

    items = list(_runs_text([HandClass(rank, rank, suited=False) for rank in range(12, -1, -1)], by_class))
    for suited in (True, False):
        for high in range(12, 0, -1):
            items += _runs_text([HandClass(high, low, suited=suited) for low in range(high - 1, -1, -1)], by_class)
    mixed = (lowest != highest)[CLASS_OF_HAND] & (weights > 0)
    items += [str(ALL_HOLE_CARDS[index]) + _weight_suffix(weights[index]) for index in np.flatnonzero(mixed)[::-1]]
    return ", ".join(items)


def _runs_text(classes: list[HandClass], by_class: Weights) -> Iterator[str]:
    """One item for each run of equal weight in classes that descend in rank."""
    start = 0
    while start < len(classes):
        weight = by_class[classes[start].index]
        end = start + 1
        while end < len(classes) and by_class[classes[end].index] == weight:
            end += 1
        top, bottom = classes[start], classes[end - 1]
        if weight > 0:
            if top == bottom:
                item = str(top)
            elif start == 0:
                item = f"{bottom}+"
            else:
                item = f"{top}-{bottom}"
            yield item + _weight_suffix(weight)
        start = end


def _weight_suffix(weight: float) -> str:
    return "" if weight == 1 else f":{float(weight)!r}"
