"""What is known of flops, kept on disk: a computation that was stopped goes on where it was."""

from __future__ import annotations

import json
import zipfile
from dataclasses import asdict
from io import BytesIO
from math import nan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird._disk_cache import DiskCache
from railbird.game import Game
from railbird.solve.responses.boards import NextBoard
from railbird.solve.responses.choices import FlopChoices
from railbird.solve.responses.flops import FlopResult
from railbird.solve.responses.mistakes import Example, Mistakes

VERSION = 1
MOST_BYTES = 8 << 30
"""A flop of hold'em takes about 100 kB, and 10 MB more with its choices. Ours."""
DISK = DiskCache("responses", VERSION, MOST_BYTES)


class KeptFlops:
    """The flops of one policy in one game."""

    def __init__(self, policy: str, game: Game, bits: int) -> None:
        """``policy`` is its fingerprint; nothing is kept if it is empty."""
        self._name = f"{policy} {game} {bits}" if policy else ""

    def get(self, flop: NextBoard, *, choices: bool = False) -> FlopResult | None:
        """What is known of a flop, with its choices if they are wanted; None if something is missing."""
        if not self._name:
            return None
        kept = DISK.get(self._key(flop, "values"))
        more = DISK.get(self._key(flop, "choices")) if choices else None
        if kept is None or (choices and more is None):
            return None
        try:
            arrays = _arrays(kept)
            mistakes = [_mistakes(arrays, player) for player in range(2)]
            found = None if more is None else _choices(_arrays(more))
            seconds = float(arrays["seconds"]) if "seconds" in arrays else nan
            return FlopResult((arrays["values 0"], arrays["values 1"]), (mistakes[0], mistakes[1]), found, seconds)
        except (KeyError, TypeError, ValueError, OSError, zipfile.BadZipFile):  # broken: computed again
            return None

    def put(self, flop: NextBoard, result: FlopResult) -> None:
        """Keep a flop at once."""
        if not self._name:
            return
        arrays: dict[str, NDArray[Any]] = {"seconds": np.array(result.seconds)}
        for player, mistakes in enumerate(result.mistakes):
            arrays[f"values {player}"] = result.values[player]
            arrays[f"by node {player}"] = mistakes.by_node
            arrays[f"by class {player}"] = mistakes.by_class
            arrays[f"examples {player}"] = np.array(json.dumps([_plain(each) for each in mistakes.examples]))
        if result.choices is not None:
            streets = {
                f"{player} {street:02}": array
                for player, choices in enumerate(result.choices)
                for street, array in enumerate(choices.by_street)
            }
            DISK.put(self._key(flop, "choices"), _bytes(streets))
        DISK.put(self._key(flop, "values"), _bytes(arrays))

    def _key(self, flop: NextBoard, what: str) -> str:
        return f"{self._name} {flop.cards.hex()} {what}"


def _bytes(arrays: dict[str, NDArray[Any]]) -> bytes:
    file = BytesIO()
    np.savez(file, allow_pickle=False, **arrays)
    return file.getvalue()


def _arrays(data: bytes) -> dict[str, NDArray[Any]]:
    with np.load(BytesIO(data), allow_pickle=False) as file:
        return dict(file)


def _plain(example: Example) -> dict[str, Any]:
    return asdict(example) | {"board": example.board.hex()}


def _mistakes(arrays: dict[str, NDArray[Any]], player: int) -> Mistakes:
    examples = [
        Example(**{**each, "board": bytes.fromhex(each["board"]), "shares": tuple(each["shares"])})
        for each in json.loads(str(arrays[f"examples {player}"]))
    ]
    return Mistakes(arrays[f"by node {player}"], arrays[f"by class {player}"], examples)


def _choices(arrays: dict[str, NDArray[Any]]) -> tuple[FlopChoices, FlopChoices]:
    first, second = (
        FlopChoices(tuple(array for name, array in sorted(arrays.items()) if name.startswith(f"{player} ")))
        for player in range(2)
    )
    return first, second
