"""Results of players over hands of any origin: overall, by position, and by how their hands ended."""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from railbird.game import ActionKind, Hand
from railbird.histories import PlayedHand
from railbird.histories.narration import position_name
from railbird.stats.units import HANDS_PER_UNIT
from railbird.stats.win_rate import Unit, WinRate, finite, unit_of, units_per_chip, win_rate

POSITIONS = ("small blind", "big blind", "button, small blind", "earlier", "cutoff", "button", "")
"""Positions in the order of tables; *cutoff* is the seat before the button."""
WON_UNSEEN, SHOWDOWN = "won without a showdown", "showdown"


@dataclass(frozen=True, slots=True)
class Part:
    """The hands of one kind."""

    hands: int
    won: float
    """All that was won in them, in small bets (limit games) or big blinds."""
    rate: WinRate
    """Per hand or per 100 hands of this kind."""

    def to_json(self) -> dict[str, Any]:
        """As JSON data."""
        return {"hands": self.hands, "won": finite(self.won), **self.rate.to_json()}


@dataclass(frozen=True, slots=True)
class PlayerResults:
    """What one player won over some hands. Luck is not taken out, and the hands count as independent."""

    player: str
    unit: Unit
    whole: Part
    by_position: Mapping[str, Part]
    by_ending: Mapping[str, Part]
    """``folded preflop``, …, ``won without a showdown``, ``showdown``."""
    unknown: int
    """Hands whose results are unknown; they count nowhere else."""

    def to_json(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "unit": self.unit.value,
            **self.whole.to_json(),
            "by_position": {name: part.to_json() for name, part in self.by_position.items()},
            "by_ending": {name: part.to_json() for name, part in self.by_ending.items()},
            "unknown_results": self.unknown,
        }


class ResultsCounter:
    """Counts the results of finished hands, by player id; all games must have the same unit of win rates.

    >>> from railbird.histories import told_hand
    >>> counter = ResultsCounter()
    >>> counter.add(told_hand(Hand.parse("limit; AhKh QsQd; r f")))
    >>> [(each.player, each.whole.won, *each.by_ending) for each in counter.results()]
    [('p1', -1.0, 'folded preflop'), ('p2', 1.0, 'won without a showdown')]
    """

    def __init__(self) -> None:
        self._won: defaultdict[str, defaultdict[_PartKey, array[float]]] = defaultdict(_no_hands)
        self._unknown: defaultdict[str, int] = defaultdict(int)
        self._unit: Unit | None = None

    def add(self, played: PlayedHand) -> None:
        """Count one hand."""
        hand = played.hand
        self._unit = self._unit or unit_of(hand.game)
        if played.payoffs is None:
            for player in hand.players:
                self._unknown[player] += 1
            return
        per_chip = units_per_chip(hand.game)
        for position, (player, payoff) in enumerate(zip(hand.players, played.payoffs, strict=True)):
            self._won[player][_kind_of(hand, position)].append(float(payoff) * per_chip)

    def results(self) -> list[PlayerResults]:
        """The results so far, of the players with the most hands first."""
        players = {**dict.fromkeys(self._won), **dict.fromkeys(self._unknown)}
        return sorted(map(self._results, players), key=lambda each: -each.whole.hands - each.unknown)

    def _results(self, player: str) -> PlayerResults:
        unit, won = self._unit or Unit.CHIPS_PER_HAND, self._won[player]
        positions = sorted({kind.position for kind in won}, key=POSITIONS.index)
        endings = sorted({(kind.fold, kind.ending) for kind in won})
        return PlayerResults(
            player,
            unit,
            _part(list(won.values()), unit),
            {name: _part([each for kind, each in won.items() if kind.position == name], unit) for name in positions},
            {name: _part([each for kind, each in won.items() if kind.ending == name], unit) for _, name in endings},
            self._unknown[player],
        )


def position_of(hand: Hand, position: int) -> str:
    """The kind of a position, for tables of any size.

    >>> hand = Hand.parse("limit(players=5); AhKh QsQd 7c7d 2c2d 9s9d; f f f f")
    >>> [position_of(hand, position) for position in range(5)]
    ['small blind', 'big blind', 'earlier', 'cutoff', 'button']
    """
    name = position_name(hand.game, position)
    if name or not any(hand.game.blinds):
        return name
    return "cutoff" if position == hand.game.players - 2 else "earlier"


class _PartKey(NamedTuple):
    position: str
    fold: int
    """The round in which the player folded; a large number if they did not."""
    ending: str


_WON, _SHOWN = 100, 101


def _kind_of(hand: Hand, player: int) -> _PartKey:
    position = position_of(hand, player)
    if hand.folded[player]:
        fold = next(each.round for each in hand.actions if each.player == player and each.kind is ActionKind.FOLD)
        return _PartKey(position, fold, f"folded {hand.game.street(fold)}")
    if sum(hand.folded) == hand.game.players - 1:
        return _PartKey(position, _WON, WON_UNSEEN)
    return _PartKey(position, _SHOWN, SHOWDOWN)


def _no_hands() -> defaultdict[_PartKey, array[float]]:
    return defaultdict(lambda: array("d"))


def _part(won: Sequence[array[float]], unit: Unit) -> Part:
    rates = np.concatenate([np.frombuffer(each) for each in won]) if won else np.zeros(0)
    whole = float(rates.sum()) / (HANDS_PER_UNIT if unit is Unit.BB_PER_100 else 1)
    return Part(len(rates), whole, win_rate(rates))
