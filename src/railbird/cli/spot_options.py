"""What ``railbird solve`` reads from its options: spots, exploitabilities, amounts of memory and locked nodes."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from railbird.abstraction.public_tree import PublicTree
from railbird.abstraction.spot import Spot, parse_spot
from railbird.cli.games import load_game
from railbird.errors import GameError, quoted
from railbird.game import Betting

DEFAULT_SIZES = "75%; raise 60%; raises 3; spr 0.2"
"""The bet menu of no-limit and pot-limit spots if none is given: a small one. Ours."""
_TARGET = re.compile(r"([0-9]*\.?[0-9]+(?:e-?[0-9]{1,2})?)\s*(%|mbb|chips)?", re.ASCII)
_MEMORY = re.compile(r"([0-9]*\.?[0-9]+)\s*(kB|MB|GB|TB)", re.ASCII | re.IGNORECASE)
_BYTES = {"kb": 1e3, "mb": 1e6, "gb": 1e9, "tb": 1e12}
_PLAYERS = {"p1": 0, "p2": 1}


@dataclass(frozen=True, slots=True)
class Target:
    """An exploitability to reach: a number with its unit, which is ``%`` of the pot, ``mbb`` or ``chips``.

    >>> Target.parse("0.5%").chips(pot=600, big_blind=100), Target.parse("25mbb").chips(pot=600, big_blind=100)
    (3.0, 2.5)
    """

    number: float
    unit: str

    @classmethod
    def parse(cls, text: str) -> Target:
        """Parse ``0.5%``, ``25mbb``, ``3chips`` or ``0.001``, which is in chips."""
        match = _TARGET.fullmatch(text.strip())
        if not match:
            raise GameError(
                f"--to takes an exploitability such as 0.5% (of the pot), 25mbb or 0.001, not {quoted(text)}"
            )
        return cls(float(match[1]), match[2] or "chips")

    def chips(self, *, pot: int, big_blind: int) -> float:
        """The exploitability in chips."""
        if self.unit == "chips":
            return self.number
        if self.unit == "mbb":
            if not big_blind:
                raise GameError("this game has no big blind: give --to in chips, such as 0.001")
            return self.number * big_blind / 1000
        if not pot:
            raise GameError("there is no pot yet at the start of a game: give --to in chips, such as 0.001")
        return self.number / 100 * pot

    def __str__(self) -> str:
        return f"{self.number:g} % of the pot" if self.unit == "%" else f"{self.number:g} {self.unit}"


def parse_memory(text: str) -> float:
    """Parse an amount of memory, such as ``4GB``, in bytes."""
    match = _MEMORY.fullmatch(text.strip())
    if not match:
        raise GameError(f"--memory takes an amount such as 4GB or 500MB, not {quoted(text)}")
    return float(match[1]) * _BYTES[match[2].lower()]


def parse_player(text: str | None, option: str) -> int | None:
    """Parse ``p1`` or ``p2``."""
    if text is None:
        return None
    if text.lower() not in _PLAYERS:
        raise GameError(f"{option} takes p1 or p2, not {quoted(text)}")
    return _PLAYERS[text.lower()]


@dataclass(frozen=True, slots=True)
class SpotText:
    """A spot as it is given at the command line: one text with everything, or a game and options."""

    text: str
    board: str | None = None
    pot: str | None = None
    stacks: str | None = None
    first: str | None = None
    aggressor: str | None = None

    def parse(self) -> Spot:
        """The spot. Raises GameError if something is given twice, or does not fit."""
        given = [f"--{name}" for name in ("board", "pot", "stacks", "first", "aggressor") if getattr(self, name)]
        if ";" in self.text:
            if given:
                raise GameError(f"{quoted(self.text)} is a whole spot: leave out {', '.join(given)}")
            return parse_spot(self.text)
        if self.board and not self.pot:
            raise GameError("a spot with a board needs its pot, such as --pot 6bb")
        return Spot(
            load_game(self.text),
            self.board or "",
            pot=self.pot or 0,
            stacks=None if self.stacks is None else [part.strip() for part in self.stacks.split("/")],
            first=parse_player(self.first, "--first"),
            aggressor=parse_player(self.aggressor, "--aggressor"),
        )

    @property
    def is_whole_game(self) -> bool:
        """Whether it is a game alone, to be solved from its start."""
        return ";" not in self.text and not any((self.board, self.pot, self.stacks, self.first, self.aggressor))


def menu_text(spot: Spot, given: str | None) -> str | None:
    """The bet menu of a spot: what is given, or the default where the game has several sizes."""
    return given if given is not None or spot.game.betting is Betting.LIMIT else DEFAULT_SIZES


def parse_locks(tree: PublicTree, given: Iterable[str]) -> dict[str, list[float]]:
    """Parse ``LINE=PROBABILITIES``: numbers in the order of the actions, or ``f:0.3, c:0.7`` with 0 for the others."""
    locks: dict[str, list[float]] = {}
    for text in given:
        line, equals, listed = text.partition("=")
        if not equals:
            raise GameError(f"--lock takes LINE=PROBABILITIES, such as 'r94=f:0.3, c:0.7', not {quoted(text)}")
        line = " ".join(line.split())
        if line in locks:
            raise GameError(f"the line {quoted(line)} is locked twice")
        node = tree.node_of(line)
        actions = [tree.edge_text(edge) for edge in tree.edges(node)]
        items = [item for item in re.split(r"[,\s]+", re.sub(r"\s*:\s*", ":", listed)) if item]
        locks[line] = _probabilities(line, actions, items)
    return locks


def _probabilities(line: str, actions: list[str], items: list[str]) -> list[float]:
    named = [item.rpartition(":") for item in items]
    if not any(colon for _, colon, _ in named):
        return [_number(line, item) for item in items]
    values = dict.fromkeys(actions, 0.0)
    for action, _, number in named:
        if action not in values:
            known = ", ".join(actions) or "none"
            raise GameError(f"{quoted(action)} is not an action after {quoted(line)}; there are {known}")
        values[action] = _number(line, number)
    return list(values.values())


def _number(line: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number <= 1:
        raise GameError(f"{quoted(text)} in the lock after {quoted(line)} is not a probability from 0 to 1")
    return number
