"""The disk cache of card abstractions, and of the strengths of the flop that they are built from."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird._disk_cache import DiskCache
from railbird.abstraction.cards.bucket_spec import BucketSpec
from railbird.abstraction.cards.card_abstraction import CardAbstraction, cards_of
from railbird.errors import GameError
from railbird.game import Game

DISK = DiskCache("abstractions", version=1, most_bytes=512 << 20)
"""Its version changes with the way buckets are made."""


def cached_abstraction(game: Game, spec: BucketSpec) -> CardAbstraction | None:
    """The abstraction of a spec from the cache, for this game; None if it is not there, or broken."""
    try:
        arrays = _arrays(DISK.get(_key(game, spec)))
        found = None if arrays is None else CardAbstraction.from_arrays(arrays)
    except GameError:
        return None
    return CardAbstraction(game, spec, found.streets) if found and found.fits(game) and found.spec == spec else None


def keep_abstraction(abstraction: CardAbstraction) -> None:
    """Put an abstraction into the cache."""
    DISK.put(_key(abstraction.game, abstraction.spec), _bytes(abstraction.arrays()))


def cached_flop(wanted: tuple[str, ...]) -> dict[str, NDArray[Any]] | None:
    """The features of the classes of the flop from the cache, if all of them are there."""
    result: dict[str, NDArray[Any]] = {}
    for name in wanted:
        arrays = _arrays(DISK.get(f"flop {name}"))
        if arrays is None or len(arrays.get(name, ())) != FLOP_CLASSES:
            return None
        result[name] = arrays[name]
    return result


def keep_flop(features: Mapping[str, NDArray[Any]]) -> None:
    """Put the features of the classes of the flop into the cache."""
    for name, values in features.items():
        DISK.put(f"flop {name}", _bytes({name: values}))


FLOP_CLASSES = 1_286_792


def _key(game: Game, spec: BucketSpec) -> str:
    return f"{spec} {cards_of(game)}"


def _bytes(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    file = io.BytesIO()
    np.savez(file, **dict(arrays))  # type: ignore[arg-type]
    return file.getvalue()


def _arrays(data: bytes | None) -> dict[str, NDArray[Any]] | None:
    if data is None:
        return None
    try:
        with np.load(io.BytesIO(data), allow_pickle=False) as file:
            return {name: file[name] for name in file.files}
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):  # broken: built again
        return None
