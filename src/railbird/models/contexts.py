"""Context trees: how each player acted, and what he showed, after each betting sequence (Vytřísal 2016, §3.3).

There is a model for each player, for each position that he and we have in a hand: with three players and a button that
goes round that is LAIN's one tree for each starting player. What is learned belongs to the player's id.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from railbird import _core
from railbird.abstraction import AbstractBetting
from railbird.errors import ModelError

VERSION = 1
Key = tuple[int, int]
"""Our position, and the player's."""


@dataclass(frozen=True, slots=True)
class Seeds:
    """What is believed of everybody beforehand: he calls, with a middling hand (Vytřísal 2016, §3.3.2)."""

    fold: float = 0.0
    call: float = 1.0
    raise_: float = 0.0
    bins: int = 20
    middle: float = 1.0
    """In each of the two middle bins of every histogram."""

    @property
    def actions(self) -> list[float]:
        return [self.fold, self.call, self.raise_]

    @property
    def histogram(self) -> list[float]:
        found = [0.0] * self.bins
        for bin_number in {(self.bins - 1) // 2, self.bins // 2}:
            found[bin_number] = self.middle
        return found

    def bin_of(self, rank: float) -> int:
        """The bin that a shown hand of this rank goes to."""
        return min(int(rank * self.bins), self.bins - 1)

    def bins_below(self, rank: float) -> int:
        """How many bins lie wholly below a rank: hands in them are beaten. All of them for the rank 1."""
        return int(rank * self.bins)


class ContextModels:
    """What was seen of all players."""

    def __init__(self, betting: AbstractBetting, seeds: Seeds) -> None:
        self.betting = betting
        self.seeds = seeds
        self._models: dict[str, dict[Key, _core.ContextModel]] = {}

    def of(self, player: str, our_position: int, his_position: int) -> _core.ContextModel:
        """The model of a player in some positions; a fresh one if nothing was seen yet."""
        models = self._models.setdefault(player, {})
        key = (our_position, his_position)
        if key not in models:
            models[key] = _core.ContextModel(self.betting.tree, self.seeds.actions, self.seeds.histogram)
        return models[key]

    def players(self) -> list[str]:
        """Of whom something was seen."""
        return list(self._models)

    def models_of(self, player: str) -> Iterator[tuple[Key, _core.ContextModel]]:
        """All models of a player."""
        yield from self._models.get(player, {}).items()

    def decay(self, factor: float) -> None:
        """What was seen so far loses weight."""
        for models in self._models.values():
            for model in models.values():
                model.decay(factor)

    def save(self) -> dict[str, bytes]:
        """All that was seen, by player."""
        return {player: self._packed(models) for player, models in self._models.items()}

    def _head(self) -> dict[str, object]:
        """What a saved model must agree with."""
        return {
            "railbird": "context models",
            "version": VERSION,
            "players": self.betting.real.players,
            "cap": self.betting.cap,
            "big_blind_counts": self.betting.big_blind_counts,
            "bins": self.seeds.bins,
        }

    def _packed(self, models: Mapping[Key, _core.ContextModel]) -> bytes:
        head = {**self._head(), "positions": list(models)}
        arrays = {
            f"{number}.{name}": array
            for number, model in enumerate(models.values())
            for name, array in zip(_PARTS, model.pack(), strict=True)
        }
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w") as file:
            file.writestr("head.json", json.dumps(head))
            for name, array in arrays.items():
                with file.open(name, "w") as part:
                    np.lib.format.write_array(part, np.asarray(array), allow_pickle=False)
        return data.getvalue()

    def add(self, player: str, data: bytes) -> None:
        """Add what was saved about a player, maybe by another process: counts are summed.

        Nothing is done if it is not right.
        """
        try:
            found = self._read(player, data)
        except (AttributeError, EOFError, KeyError, OSError, TypeError, ValueError, zipfile.BadZipFile) as error:
            raise ModelError(f"what was learned about {player} cannot be read: {error!s:.100}") from None
        models = self._models.setdefault(player, {})
        for key, fresh in found.items():
            if key in models:
                models[key].add(*fresh.pack())
            else:
                models[key] = fresh

    def _read(self, player: str, data: bytes) -> dict[Key, _core.ContextModel]:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            head = json.loads(file.read("head.json"))
            for name, value in self._head().items():
                if head.get(name) != value:
                    was = repr(head.get(name))[:40]
                    raise ModelError(
                        f"what was learned about {player} is of another kind: {name} is {was}, not {value!r}"
                    )
            found = {}
            for number, (ours, his) in enumerate(head["positions"]):
                fresh = _core.ContextModel(self.betting.tree, self.seeds.actions, self.seeds.histogram)
                fresh.add(*(_array(file, f"{number}.{name}", kind) for name, kind in _PARTS.items()))
                found[int(ours), int(his)] = fresh
        return found


def _array(file: zipfile.ZipFile, name: str, kind: type[np.generic]) -> Any:
    with file.open(name) as part:
        return np.ascontiguousarray(np.lib.format.read_array(part, allow_pickle=False), dtype=kind)


_PARTS: dict[str, type[np.generic]] = {
    "parents": np.int32,
    "actions": np.uint8,
    "counts": np.float64,
    "leaves": np.int32,
    "histograms": np.float32,
}
