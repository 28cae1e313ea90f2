"""Several betting situations as columns, for what is computed for many at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.agent.situation import Entry, Situation
from railbird.game import ActionKind

Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Situations:
    """The fields of `Situation`, each with an array of values; where the type allows one value, all have it."""

    player: Ints | int
    players: Ints | int
    active: Ints
    round: Ints
    pot: Ints
    to_call: Ints
    bet: Ints
    later_bets: Ints
    raises: Ints
    bets_to_call: Ints
    can_raise: Flags
    committed: Flags
    behind: Ints
    first: Flags
    last_action: NDArray[np.object_] | ActionKind | None
    last_paid: Flags | bool
    led: Flags
    bet_ratio: NDArray[np.float64] | float
    entry: NDArray[np.object_] | Entry

    @classmethod
    def of(cls, situations: Iterable[Situation]) -> Situations:
        given = list(situations)
        return cls(**{name: _column(name, [getattr(each, name) for each in given]) for name in _NAMES})

    def __len__(self) -> int:
        return len(self.round)

    def __iter__(self) -> Iterator[Situation]:
        columns = [_values(getattr(self, name), len(self)) for name in _NAMES]
        return (Situation(*row) for row in zip(*columns, strict=True))

    @property
    def opponents(self) -> Ints:
        return self.active - 1

    @property
    def pot_odds(self) -> NDArray[np.float64]:
        """to call / (pot + to call)."""
        return np.where(self.to_call > 0, self.to_call / np.maximum(self.pot + self.to_call, 1), 0.0)


_NAMES = tuple(each.name for each in fields(Situation))


_TYPES = {
    **dict.fromkeys(("can_raise", "committed", "first", "last_paid", "led"), np.bool_),
    **dict.fromkeys(("last_action", "entry"), np.object_),
    "bet_ratio": np.float64,
}
"""Of the fields that are not whole numbers."""


def _column(name: str, values: list[Any]) -> NDArray[Any]:
    result: NDArray[Any] = np.empty(len(values), dtype=_TYPES.get(name, np.int64))
    result[:] = values
    return result


def _values(column: Any, count: int) -> list[Any]:
    return column.tolist() if isinstance(column, np.ndarray) else [column] * count
