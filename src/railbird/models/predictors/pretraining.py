"""Nets trained on many players before they meet a new one (Heidenreich 2008, §5.2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from railbird._files import write_whole
from railbird.errors import ModelError, quoted
from railbird.game import ActionKind
from railbird.models.predictors.neural import INPUTS, Net, NeuralSettings, allowed_in, check_net, inputs
from railbird.models.predictors.observation import Observation
from railbird.models.saved_arrays import read_arrays, write_arrays

KIND = "net"
VERSION = 1
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


def write_net(path: Path, net: Net) -> None:
    """Write a file, either completely or not at all. Raises ModelError if that fails."""
    head = {"railbird": KIND, "version": VERSION, "inputs": list(INPUTS)}
    try:
        write_whole(path, write_arrays(head, {"w1": net.w1, "b1": net.b1, "w2": net.w2, "b2": net.b2}))
    except OSError as error:
        raise ModelError(f"{path} cannot be written: {error.strerror}") from None


def read_net(path: Path) -> Net:
    """Read a net from ``write_net``. Raises ModelError if the file is damaged or something else."""
    try:
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise ModelError(f"{path} cannot be read: {error!s:.100} (railbird model train writes nets)") from None
    head, parts = read_arrays(data, str(path))
    if head.get("railbird") != KIND:
        raise ModelError(f"{path} is not a net (railbird model train writes them)")
    if head.get("version") != VERSION or head.get("inputs") != list(INPUTS):
        was = quoted(str(head.get("version")))
        raise ModelError(
            f"{path} cannot be used: it has version {was} or other inputs; train it again with railbird model train"
        )
    try:
        return check_net(parts, Net.fresh(NeuralSettings().hidden, 0))
    except (KeyError, ValueError, TypeError) as error:
        raise ModelError(f"{path} cannot be read: {error!s:.100}") from None
