"""Types of players: what bots do in each context with hands of each stratum, counted in their play with each other.

An unknown player begins as a mixture of types. Where a type was seldom seen, what it does in similar contexts stands
in: estimates begin with those of the rougher context,

    estimate = (s · rougher + counts) / (s + n),

from all hands of a street and price, by stratum, by number of raises, to the finest context.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.errors import ModelError
from railbird.game import Betting
from railbird.models.reading.contexts import CONTEXTS, FINE_TO_PRESSURE, MAY_RAISE, PRESSURE_TO_ROUGH, PRESSURES, ROUGH
from railbird.models.reading.strata import STRATA
from railbird.models.saved_arrays import read_arrays, write_arrays

Array = NDArray[np.float64]
KIND, VERSION = "player types", 1
PRIOR = 6.0
"""How many actions the rougher estimate is worth. Ours, as are the next."""
LEAST = 0.004
"""No action that is possible has a smaller probability."""
STEPS = 255
"""Probabilities are saved in so many steps."""


class PlayerTypes:
    """Types of players: a triple for each type, context and stratum."""

    def __init__(self, names: tuple[str, ...], triples: NDArray[np.float32], visits: NDArray[np.float32]) -> None:
        self.names, self.triples, self.visits = names, triples, visits
        """[types, contexts, strata, 3], and how often each context was seen: [contexts]."""

    def __len__(self) -> int:
        return len(self.names)

    def to_bytes(self) -> bytes:
        """A file of them."""
        shares = np.round(self.triples[..., [0, 2]] * STEPS).astype(np.uint8)
        packed = np.frombuffer(zlib.compress(shares.tobytes(), 9), np.uint8)
        head = {"railbird": KIND, "version": VERSION, "types": list(self.names)}
        return write_arrays(head, {"shares": packed, "visits": np.asarray(self.visits, np.float32)})

    @classmethod
    def from_bytes(cls, data: bytes, what: str) -> PlayerTypes:
        """Read a file. Raises ModelError if it is damaged or something else."""
        head, parts = read_arrays(data, what)
        if head.get("railbird") != KIND or head.get("version") != VERSION:
            raise ModelError(f"{what} does not hold types of players (tools/player_types.py writes them)")
        try:
            names = tuple(str(name) for name in head["types"])
            shape = (len(names), CONTEXTS, STRATA, 2)
            size = int(np.prod(shape))
            unpacked = zlib.decompressobj().decompress(parts["shares"].tobytes(), size + 1)
            if not names or len(unpacked) != size or parts["visits"].shape != (CONTEXTS,):
                raise ValueError("its tables have another size")
            shares = np.frombuffer(unpacked, np.uint8).reshape(shape) / np.float32(STEPS)
            if (shares.sum(axis=-1) > 1 + 1e-3).any() or not np.isfinite(parts["visits"]).all():
                raise ValueError("its probabilities are none")
        except (KeyError, TypeError, ValueError, zlib.error) as error:
            raise ModelError(f"{what} cannot be read: {error!s:.100}") from None
        calls = np.maximum(1 - shares.sum(axis=-1), 0)
        triples = np.stack((shares[..., 0], calls, shares[..., 1]), axis=-1)
        return cls(names, _above(LEAST, triples), parts["visits"])


def _above(least: float, triples: NDArray[Any]) -> NDArray[np.float32]:
    kept = np.maximum(triples, least)
    return np.asarray(kept / kept.sum(axis=-1, keepdims=True), np.float32)


def fit_types(counts: Mapping[str, Array], prior: float = PRIOR) -> PlayerTypes:
    """Types from counts of each: [contexts, strata, 3]."""
    visits = sum((each.sum(axis=(1, 2)) for each in counts.values()), np.zeros(CONTEXTS))
    triples = np.stack([_fitted(each, prior) for each in counts.values()])
    return PlayerTypes(tuple(counts), _above(LEAST, triples), visits.astype(np.float32))


def _fitted(counts: Array, prior: float) -> Array:
    by_pressure, by_rough = np.zeros((PRESSURES, STRATA, 3)), np.zeros((ROUGH, STRATA, 3))
    np.add.at(by_pressure, FINE_TO_PRESSURE, counts)
    np.add.at(by_rough, PRESSURE_TO_ROUGH, by_pressure * MAY_RAISE[:, None, None])

    def refined(rougher: Array, seen: Array) -> Array:
        return np.asarray((prior * rougher + seen) / (prior + seen.sum(axis=-1, keepdims=True)))

    whole = refined(np.full((1, 3), 1 / 3), by_rough.sum(axis=1))
    rough = refined(_along(whole[:, None], by_rough, prior), by_rough)
    pressure = refined(rough[PRESSURE_TO_ROUGH], by_pressure)
    return refined(pressure[FINE_TO_PRESSURE], counts)


def _along(whole: Array, counts: Array, prior: float) -> Array:
    """What hands about as strong do: neighbours in strength count half."""
    levels = counts.reshape(len(counts), -1, 3, 3).sum(axis=2)
    near = levels.copy()
    near[:, 1:] += levels[:, :-1] / 2
    near[:, :-1] += levels[:, 1:] / 2
    shares = (prior * whole + near) / (prior + near.sum(axis=-1, keepdims=True))
    return np.repeat(shares, 3, axis=1)


FOLDER = "data"


def file_for(betting: Betting) -> str:
    """The file of types for limit games, or for those without."""
    return "limit.types" if betting is Betting.LIMIT else "nolimit.types"


@lru_cache(maxsize=2)
def shipped_types(name: str) -> PlayerTypes:
    """The types that come with Railbird, by the name of their file."""
    file = resources.files("railbird.models.reading") / FOLDER / name
    return PlayerTypes.from_bytes(file.read_bytes(), f"the file {name}")


def read_types(path: Path) -> PlayerTypes:
    """Types from a file. Raises ModelError if it cannot be read."""
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise ModelError(f"{path} cannot be read: {error!s:.100} (tools/player_types.py writes types)") from None
    return PlayerTypes.from_bytes(data, str(path))
