"""Files of bucket strategies: one or several parts, with their betting, their card abstractions and how they were made.

A file needs nothing else: it holds the spot and the bet menu of each part as text, each card abstraction once, and the
probabilities in steps (``packed_rows``). The betting tree is built anew and compared with a checksum.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird._array_file import ArrayFile
from railbird.abstraction.bet_menu import parse_menu
from railbird.abstraction.bucket_strategy import BucketStrategy
from railbird.abstraction.cards.card_abstraction import CardAbstraction
from railbird.abstraction.packed_rows import MOST_STEPS, pack_rows, unpack_rows
from railbird.abstraction.public_tree import PublicTree, public_tree
from railbird.abstraction.spot import parse_spot
from railbird.errors import GameError, RailbirdError

WHOLE = "whole"
"""The name of the only part of a strategy that is in one piece."""
MOST_NODES = 20_000_000
"""The most nodes of a tree in a file. Ours."""
_FILE = ArrayFile("railbird strategy", 1, "railbird equilibrium build writes them")


def save_strategies(
    path: Path | str,
    parts: Mapping[str, BucketStrategy],
    *,
    steps: int = MOST_STEPS,
    least_reach: float = 0.0,
) -> None:
    """Write strategies to a file, completely or not at all.

    Probabilities are rounded to this many steps, at most 255; rows that the strategy itself reaches with a probability
    of 0, or of less than ``least_reach``, are not kept. Raises GameError if it cannot be written.
    """
    cards: list[CardAbstraction] = []
    listed, arrays = [], dict[str, NDArray[Any]]()
    for number, (name, part) in enumerate(parts.items()):
        same = [index for index, each in enumerate(cards) if each is part.abstraction]
        if not same:
            cards.append(part.abstraction)
            arrays |= {f"cards{len(cards) - 1}/{key}": each for key, each in part.abstraction.arrays().items()}
        tree = part.tree
        listed.append(
            {
                "name": name,
                "spot": str(tree.spot),
                "menu": str(tree.menu),
                "tree": _checksum(tree),
                "cards": same[0] if same else len(cards) - 1,
                "buckets": str(part.abstraction.spec),
                "steps": steps,
                "facts": part.facts,
            }
        )
        arrays[f"rows{number}"] = pack_rows(part, steps, least_reach)
        arrays |= {f"extras{number}/{key}": each for key, each in part.extras.items()}
    _FILE.write(Path(path), {"parts": listed}, arrays)


def load_strategies(path: Path | str) -> dict[str, BucketStrategy]:
    """Read the parts of a file by name. Raises GameError if it is foreign, damaged or does not match itself."""
    head, arrays = _FILE.read(Path(path))
    try:
        cards = dict[int, CardAbstraction]()
        parts = {}
        for number, part in enumerate(head["parts"]):
            index = int(part["cards"])
            if index not in cards:
                cards[index] = CardAbstraction.from_arrays(_marked(f"cards{index}/", arrays))
            tree = public_tree(parse_spot(part["spot"]), parse_menu(part["menu"]), most_nodes=MOST_NODES)
            if _checksum(tree) != part["tree"]:
                raise GameError(f"this version of railbird makes another betting tree of {tree.spot}: make it again")
            rows = unpack_rows(tree, cards[index], arrays[f"rows{number}"], int(part["steps"]))
            strategy = parts[str(part["name"])] = BucketStrategy(tree, cards[index], rows, part["facts"])
            strategy.extras = _marked(f"extras{number}/", arrays)
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError) as error:
        reason = str(error) if isinstance(error, RailbirdError) else "its parts do not match"
        raise GameError(f"{path} is not a proper strategy: {reason}") from None
    return parts


def strategy_head(path: Path | str) -> dict[str, dict[str, Any]]:
    """What a file says about its parts, by name: spot, menu, buckets, steps and facts.

    The parts are not read, but checked: raises GameError if the file is damaged.
    """
    try:
        return {str(part["name"]): part for part in _FILE.read_checked_head(Path(path))["parts"]}
    except (KeyError, TypeError):
        raise GameError(f"{path} is not a proper strategy: its parts are not listed") from None


def _marked(mark: str, arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """The arrays whose names begin with a mark, by the rest of their names."""
    return {key.removeprefix(mark): each for key, each in arrays.items() if key.startswith(mark)}


def _checksum(tree: PublicTree) -> int:
    """A checksum of all that a strategy depends on."""
    checksum = 0
    for array in (tree.kind, tree.actor, tree.round, tree.paid, tree.children, tree.edge_kind, tree.edge_amount):
        checksum = zlib.crc32(np.ascontiguousarray(array).tobytes(), checksum)
    return checksum
