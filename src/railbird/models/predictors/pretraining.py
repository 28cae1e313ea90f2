"""Nets and regression trees trained on many players before they meet a new one (Heidenreich 2008, §5.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird._files import write_whole
from railbird.errors import ModelError, quoted
from railbird.game import ActionKind
from railbird.models.predictors.neural import INPUTS, Net, NeuralSettings, allowed_in, check_net, inputs
from railbird.models.predictors.observation import Observation
from railbird.models.predictors.regression_tree import GrowthSettings, RegressionTree, check_tree, grow
from railbird.models.predictors.trees import GROUPS, group_of
from railbird.models.saved_arrays import read_arrays, write_arrays

KIND, TREES = "net", "trees"
VERSION = 1
SHIPPED = "data/players.trees"
"""Trees of many bots of the gallery, which ship with Railbird."""
PASSES, BATCH, RATE = 30, 16, 0.02
"""Training epochs, batch size and initial learning rate. Ours."""


def pretrain(
    seen: Sequence[tuple[Observation, ActionKind]],
    settings: NeuralSettings | None = None,
    progress: Callable[[float], None] = lambda _: None,
) -> Net:
    """Train a net on actions of any players; the same actions give the same net."""
    if not seen:
        raise ModelError("there are no actions to learn from")
    mine = settings or NeuralSettings()
    given = np.stack([inputs(each) for each, _ in seen])
    allowed = np.array([allowed_in(each) for each, _ in seen])
    kinds = np.array([kind for _, kind in seen], dtype=np.intp)
    net, chance = Net.fresh(mine.hidden, mine.seed), np.random.default_rng(mine.seed)
    for number in range(PASSES):
        order = chance.permutation(len(kinds))
        for begin in range(0, len(order), BATCH):
            rows = order[begin : begin + BATCH]
            net.train(given[rows], kinds[rows], RATE * (1 - number / PASSES), allowed[rows])
        progress((number + 1) / PASSES)
    return net


def grow_trees(
    seen: Sequence[tuple[Observation, ActionKind]],
    settings: GrowthSettings | None = None,
    progress: Callable[[float], None] = lambda _: None,
) -> list[RegressionTree]:
    """Grow the four trees from actions of any players; the same actions give the same trees."""
    groups = np.array([group_of(each.situation) for each, _ in seen])
    rows, kinds = [inputs(each) for each, _ in seen], np.array([kind for _, kind in seen], dtype=np.intp)
    trees = []
    for group, name in enumerate(GROUPS):
        chosen = np.flatnonzero(groups == group)
        if not len(chosen):
            raise ModelError(f"there are no actions to learn from for the tree {name}")
        trees.append(grow(np.stack([rows[index] for index in chosen]), kinds[chosen], settings))
        progress((group + 1) / len(GROUPS))
    return trees


def write_net(path: Path, net: Net) -> None:
    """Write a file, either completely or not at all. Raises ModelError if that fails."""
    _write(path, KIND, {"w1": net.w1, "b1": net.b1, "w2": net.w2, "b2": net.b2})


def write_trees(path: Path, trees: Sequence[RegressionTree]) -> None:
    """Write a file, either completely or not at all. Raises ModelError if that fails."""
    parts = {
        f"{group}.{name}": part
        for group, tree in zip(GROUPS, trees, strict=True)
        for name, part in tree.arrays().items()
    }
    _write(path, TREES, parts)


def _write(path: Path, kind: str, parts: Mapping[str, NDArray[Any]]) -> None:
    head = {"railbird": kind, "version": VERSION, "inputs": list(INPUTS)}
    try:
        write_whole(path, write_arrays(head, parts))
    except OSError as error:
        raise ModelError(f"{path} cannot be written: {error.strerror}") from None


def read_net(path: Path) -> Net:
    """Read a net from ``write_net``. Raises ModelError if the file is damaged or something else."""
    parts = _parts(_bytes(path, "nets"), str(path), KIND, "a net")
    try:
        return check_net(parts, Net.fresh(NeuralSettings().hidden, 0))
    except (KeyError, ValueError, TypeError) as error:
        raise ModelError(f"{path} cannot be read: {error!s:.100}") from None


def read_trees(path: Path) -> list[RegressionTree]:
    """Read trees from ``write_trees``. Raises ModelError if the file is damaged or something else."""
    return _trees(_bytes(path, "trees"), str(path))


@lru_cache(maxsize=1)
def shipped_trees() -> list[RegressionTree]:
    """The trees that ship with Railbird."""
    return _trees(files("railbird.models.predictors").joinpath(SHIPPED).read_bytes(), "the file of regression trees")


def _trees(data: bytes, what: str) -> list[RegressionTree]:
    parts = _parts(data, what, TREES, "a file of regression trees")
    try:
        return [
            check_tree(
                {name[len(group) + 1 :]: part for name, part in parts.items() if name.startswith(f"{group}.")},
                len(INPUTS),
            )
            for group in GROUPS
        ]
    except (KeyError, ValueError, TypeError, OverflowError) as error:
        raise ModelError(f"{what} cannot be read: {error!s:.100}") from None


def _bytes(path: Path, what: str) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        raise ModelError(f"{path} cannot be read: {error!s:.100} (railbird model train writes {what})") from None


def _parts(data: bytes, what: str, kind: str, called: str) -> dict[str, NDArray[Any]]:
    head, parts = read_arrays(data, what)
    if head.get("railbird") != kind:
        raise ModelError(f"{what} is not {called} (railbird model train writes them)")
    if head.get("version") != VERSION or head.get("inputs") != list(INPUTS):
        was = quoted(str(head.get("version")))
        raise ModelError(
            f"{what} cannot be used: it has version {was} or other inputs; train it again with railbird model train"
        )
    return parts
