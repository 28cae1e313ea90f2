"""Strategies: for each information set, the probabilities of its actions.

A strategy of a solved game may have millions of information sets. It keeps them in a few arrays: the names of the sets
in one string of bytes, sorted; the distinct lists of actions once each; and all probabilities one after the other.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

from railbird.errors import GameError, quoted
from railbird.extensive.strategy_file import read_strategy, write_strategy
from railbird.extensive.strategy_parts import StrategyParts, check_parts, collect_parts

_HEAD = "strategy"


class Strategy(Mapping[str, dict[str, float]]):
    """Probabilities of actions for each information set, by name; a mapping that cannot be changed.

    >>> strategy = Strategy({"K": {"check": 0.25, "bet": 0.75}, "J": {"check": 1.0, "bet": 0.0}}, game="kuhn")
    >>> strategy["K"]["bet"], len(strategy), "Q" in strategy
    (0.75, 2, False)
    >>> strategy.probabilities("Q", ["fold", "call"], uniform=True)
    [0.5, 0.5]
    >>> print(strategy)
    strategy for kuhn
    J: check=1.0 bet=0.0
    K: check=0.25 bet=0.75
    >>> Strategy.parse(str(strategy)) == strategy
    True
    """

    __slots__ = ("_index", "_parts", "game")

    game: str
    """The text of the game that it is for; empty if unknown."""

    def __init__(self, sets: Mapping[str, Mapping[str, float]] | None = None, *, game: str = "") -> None:
        rows = ((name, tuple(actions), tuple(actions.values())) for name, actions in (sets or {}).items())
        self._restore(collect_parts(rows), game)

    def _restore(self, parts: StrategyParts, game: str) -> None:
        if "\n" in game:
            raise GameError(f"the game of a strategy is one line of text, not {quoted(game)}")
        self.game = game
        self._parts = parts
        self._index: tuple[array[int], array[int]] | None = None

    @classmethod
    def from_rows(cls, rows: Iterable[tuple[str, Sequence[str], Sequence[float]]], *, game: str = "") -> Strategy:
        """Collect rows of an information set, its actions and their probabilities, in any order.

        >>> Strategy.from_rows([("K", ("check", "bet"), (0.25, 0.75))])
        Strategy of 1 information set
        """
        return cls.from_parts(collect_parts(rows), game=game)

    @classmethod
    def from_parts(cls, parts: StrategyParts, *, game: str = "") -> Strategy:
        """A strategy of these arrays. Raises GameError if they are not right."""
        check_parts(parts)
        strategy = cls.__new__(cls)
        strategy._restore(parts, game)
        return strategy

    @property
    def parts(self) -> StrategyParts:
        """The arrays, for code that goes through millions of sets."""
        return self._parts

    def __len__(self) -> int:
        return len(self._parts.menu_of)

    def __iter__(self) -> Iterator[str]:
        return (self._name(index).decode() for index in range(len(self)))

    def __getitem__(self, name: str) -> dict[str, float]:
        index = self._find(name)
        if index < 0:
            raise KeyError(name)
        return dict(zip(self._menu(index), self._values(index), strict=True))

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and self._find(name) >= 0

    def probabilities(self, name: str, actions: Sequence[str], *, uniform: bool = False) -> list[float]:
        """The probabilities of these actions in this order; with ``uniform``, equal ones if the set is unknown.

        Raises GameError if the set is unknown or has other actions.
        """
        index = self._find(name)
        if index < 0:
            if uniform and actions:
                return [1 / len(actions)] * len(actions)
            raise GameError(f"the strategy has no information set {quoted(name)}")
        menu, values = self._menu(index), self._values(index)
        if menu == tuple(actions):
            return values
        if sorted(menu) != sorted(actions):
            wanted = f"the actions {', '.join(menu)}, not {', '.join(actions) or 'none'}"
            raise GameError(f"the information set {quoted(name)} of the strategy has {wanted}")
        by_name = dict(zip(menu, values, strict=True))
        return [by_name[action] for action in actions]

    def _name(self, index: int) -> bytes:
        start, stop = self._parts.name_ends[index : index + 2].tolist()
        return self._parts.names[start:stop]

    def _menu(self, index: int) -> tuple[str, ...]:
        return self._parts.menus[self._parts.menu_of[index]]

    def _values(self, index: int) -> list[float]:
        start, stop = self._parts.probability_ends[index : index + 2].tolist()
        values: list[float] = self._parts.probabilities[start:stop].tolist()
        return values

    def _find(self, name: str) -> int:
        """The index of a set; -1 if there is none. The first call sorts the hashes of all names."""
        if self._index is None:
            self._index = self._hashes()
        hashes, order = self._index
        encoded = name.encode("utf-8", "surrogatepass")
        wanted = hash(encoded)
        place = bisect_left(hashes, wanted)
        while place < len(hashes) and hashes[place] == wanted:
            if self._name(order[place]) == encoded:
                return order[place]
            place += 1
        return -1

    def _hashes(self) -> tuple[array[int], array[int]]:
        """The hashes of all names, sorted, and the set of each. They differ from process to process."""
        ends, names = self._parts.name_ends.tolist(), self._parts.names
        hashes = np.fromiter((hash(names[start:stop]) for start, stop in pairwise(ends)), np.int64, len(self))
        order = np.argsort(hashes, kind="stable")
        return array("q", hashes[order].tobytes()), array("q", order.astype(np.int64).tobytes())

    def __eq__(self, other: object) -> bool:
        """Whether the game, the information sets and all probabilities are the same."""
        if not isinstance(other, Strategy):
            return super().__eq__(other)
        ours, theirs = self._parts, other._parts
        if self.game != other.game or ours.names != theirs.names or len(self) != len(other):
            return False
        if ours.menus == theirs.menus and np.array_equal(ours.menu_of, theirs.menu_of):
            ends = np.array_equal(ours.name_ends, theirs.name_ends)
            return ends and np.array_equal(ours.probabilities, theirs.probabilities)
        return dict(self) == dict(other)  # the actions may be listed in another order

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._parts, self.game)

    def to_dict(self) -> dict[str, dict[str, float]]:
        """All information sets as plain dictionaries."""
        return dict(self.items())

    def __repr__(self) -> str:
        sets = f"{len(self)} information set{'s' * (len(self) != 1)}"
        return f"Strategy of {sets}{' for ' * bool(self.game)}{self.game}"

    def __str__(self) -> str:
        """The whole strategy as text, which parses back: a line for each information set."""
        lines = [f"{_HEAD} for {self.game}" if self.game else _HEAD]
        for index, name in enumerate(self):
            pairs = zip(self._menu(index), self._values(index), strict=True)
            lines.append(f"{_escaped(name)}: " + " ".join(f"{action}={value!r}" for action, value in pairs))
        return "\n".join(lines)

    @classmethod
    def parse(cls, text: str) -> Strategy:
        """Parse the text of a strategy. Raises GameError if it is not one."""
        head, *lines = text.strip("\n").split("\n")
        if head != _HEAD and not head.startswith(f"{_HEAD} for "):
            raise GameError(f"the text of a strategy begins with '{_HEAD} for GAME', not with {quoted(head)}")
        rows = (_row(number, line) for number, line in enumerate(lines, 2) if line.strip())
        return cls.from_rows(rows, game=head.removeprefix(_HEAD).removeprefix(" for "))

    def save(self, path: Path | str) -> None:
        """Write a compact file, either completely or not at all. Raises GameError if that fails."""
        write_strategy(Path(path), self._parts, self.game)

    @classmethod
    def load(cls, path: Path | str) -> Strategy:
        """Read a file of ``save``. Raises GameError if it is damaged or something else."""
        parts, game = read_strategy(Path(path))
        try:
            return cls.from_parts(parts, game=game)
        except GameError as error:
            raise GameError(f"{path} is not a proper strategy: {error}") from None


def _restored(parts: StrategyParts, game: str) -> Strategy:
    return Strategy.from_parts(parts, game=game)


def _escaped(name: str) -> str:
    return name.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r")


def _unescaped(text: str) -> str:
    parts = text.split("\\\\")
    return "\\".join(part.replace("\\n", "\n").replace("\\r", "\r") for part in parts)


def _row(number: int, line: str) -> tuple[str, list[str], list[float]]:
    name, colon, listed = line.rpartition(": ")
    actions, values = [], []
    for item in listed.split(" "):
        action, equals, value = item.rpartition("=")
        try:
            if not colon or not equals:
                raise ValueError
            values.append(float(value))
        except ValueError:
            wanted = "SET: ACTION=PROBABILITY …"
            raise GameError(f"line {number} of a strategy: {quoted(line)} is not of the form {wanted}") from None
        actions.append(action)
    return _unescaped(name), actions, values
