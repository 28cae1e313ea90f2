"""The arrays of a strategy, and what must hold for them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird.errors import GameError, quoted

TOLERANCE = 1e-6
"""How far the probabilities of a set may be from a sum of 1."""


class StrategyParts(NamedTuple):
    """The arrays of a strategy: information sets in order of their names."""

    names: bytes
    """The names of all sets in UTF-8."""
    name_ends: NDArray[np.int64]
    """Where each name starts in ``names``, and where the last one ends."""
    menus: tuple[tuple[str, ...], ...]
    """The distinct lists of actions, in order of their first set."""
    menu_of: NDArray[np.uint32]
    """For each set, its list of actions."""
    probability_ends: NDArray[np.int64]
    """Where the probabilities of each set start, and where the last ones end."""
    probabilities: NDArray[np.float64]


def check_parts(parts: StrategyParts) -> None:
    """Raise GameError unless the arrays are those of a strategy."""
    sets = len(parts.menu_of)
    lengths = np.array([len(menu) for menu in parts.menus], np.int64)
    for menu in parts.menus:
        _check_menu(menu)
    if not _divides(parts.name_ends, sets, len(parts.names)):
        raise GameError("the names of the information sets do not match their number")
    if sets and (not len(lengths) or int(parts.menu_of.max()) >= len(lengths)):
        raise GameError("an information set has a list of actions that does not exist")
    if not _divides(parts.probability_ends, sets, len(parts.probabilities)) or not np.array_equal(
        np.diff(parts.probability_ends), lengths[parts.menu_of] if sets else lengths[:0]
    ):
        raise GameError("an information set does not have one probability for each action")
    ends, names = parts.name_ends.tolist(), parts.names
    last = None
    for start, stop in pairwise(ends):
        name = names[start:stop]
        if last is not None and name <= last:
            what = "occurs twice" if name == last else "is not in order"
            raise GameError(f"the information set {quoted(name.decode(errors='replace'))} {what}")
        last = name
    try:
        names.decode()
    except UnicodeDecodeError:
        raise GameError("the names of the information sets are not text") from None
    starts = parts.name_ends[parts.name_ends < len(names)]
    if (np.frombuffer(names, np.uint8)[starts] & 0xC0 == 0x80).any():
        raise GameError("a name of an information set begins inside a letter")
    _check_probabilities(parts)


def _divides(ends: NDArray[np.int64], sets: int, total: int) -> bool:
    return len(ends) == sets + 1 and ends[0] == 0 and ends[-1] == total and bool((np.diff(ends) >= 0).all())


def _check_menu(menu: Sequence[str]) -> None:
    if not menu or len(set(menu)) < len(menu):
        raise GameError(
            f"an information set has one or more different actions, not {quoted(', '.join(menu) or 'none')}"
        )
    for action in menu:
        if action.split() != [action]:
            raise GameError(f"the name of an action has no spaces and is not empty: {quoted(action)} is none")


def _check_probabilities(parts: StrategyParts) -> None:
    if not len(parts.menu_of):
        return
    values, starts = parts.probabilities, parts.probability_ends[:-1]
    wrong = ~(values >= 0) | ~np.isfinite(values)
    sums = np.add.reduceat(np.where(wrong, 0, values), starts)
    bad = np.logical_or.reduceat(wrong, starts) | (np.abs(sums - 1) > TOLERANCE)
    if bad.any():
        index = int(bad.argmax())
        start, stop = parts.name_ends[index : index + 2].tolist()
        first, last = parts.probability_ends[index : index + 2].tolist()
        listed = ", ".join(f"{value:g}" for value in values[first:last].tolist())
        name = quoted(parts.names[start:stop].decode(errors="replace"))
        raise GameError(f"the probabilities of {name} must be 0 or more and sum to 1, not {quoted(listed)}")


def collect_parts(rows: Iterable[tuple[str, Sequence[str], Sequence[float]]]) -> StrategyParts:
    """The arrays of rows in any order. Raises GameError if a row is not right."""
    names: list[bytes] = []
    menus: list[tuple[str, ...]] = []
    known: dict[tuple[str, ...], tuple[str, ...]] = {}
    values = array("d")
    starts = array("q", [0])
    for name, actions, probabilities in rows:
        menu = tuple(actions)
        if len(menu) != len(probabilities):
            raise GameError(f"{quoted(name)} has {len(menu)} actions and {len(probabilities)} probabilities")
        try:
            names.append(name.encode())
        except UnicodeEncodeError:
            raise GameError(f"the name of an information set is not text: {quoted(name)}") from None
        menus.append(known.setdefault(menu, menu))
        try:
            values.extend(map(float, probabilities))
        except (TypeError, ValueError):
            raise GameError(f"the probabilities of {quoted(name)} must be numbers") from None
        starts.append(len(values))
    order = sorted(range(len(names)), key=names.__getitem__)
    numbers: dict[tuple[str, ...], int] = {}
    menu_of = np.array([numbers.setdefault(menus[index], len(numbers)) for index in order], np.uint32)
    begins = np.frombuffer(starts, np.int64)
    sizes = np.diff(begins)[order] if order else np.zeros(0, np.int64)
    ends = ends_of(sizes)
    picked = np.repeat(begins[:-1][order] - ends[:-1], sizes) + np.arange(ends[-1]) if order else np.zeros(0, np.int64)
    parts = StrategyParts(
        names=b"".join([names[index] for index in order]),
        name_ends=ends_of(np.array([len(names[index]) for index in order], np.int64)),
        menus=tuple(numbers),
        menu_of=menu_of,
        probability_ends=ends,
        probabilities=np.frombuffer(values, np.float64)[picked] if order else np.zeros(0),
    )
    check_parts(parts)
    return parts


def ends_of(sizes: NDArray[Any]) -> NDArray[np.int64]:
    """Where parts of these sizes start, and where the last one ends."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(sizes, dtype=np.int64)])
