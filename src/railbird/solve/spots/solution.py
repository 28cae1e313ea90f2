"""Solutions of spots: looked at node by node, and kept in files.

A file has a line with its version, a head in JSON with a checksum, then the solver's memory as it is with a checksum
for each part. It is written beside its place first, so that a kill or a full disk leaves the earlier file whole.
"""

from __future__ import annotations

import json
import os
import zlib
from io import BufferedReader
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from railbird._files import begins_with, writing_whole
from railbird.abstraction.bet_menu import parse_menu
from railbird.abstraction.public_tree import public_tree
from railbird.abstraction.spot import parse_spot
from railbird.errors import GameError, RailbirdError, quoted
from railbird.solve.spots.node import SpotNode
from railbird.solve.spots.problem import SpotProblem
from railbird.solve.spots.solver import SpotPoint, SpotSolver

VERSION = 1
_MAGIC = b"railbird solution "
_CHUNK = 1 << 24
_LONGEST_HEAD = 1 << 26


class SpotSolution:
    """A solver with what it has found so far.

    >>> solver = SpotSolver("nolimit(blinds=1/2); Kh7d2c5s9s; pot=20, stacks=50/50", ("QQ+, 76s", "JJ, KQs"), "75%, a")
    >>> evaluation = solver.run(to=0.001)
    >>> solution = SpotSolution(solver)
    >>> node = solution.node("c r15")
    >>> node.player, node.actions, node.pot
    (0, ('f', 'c', 'r50'), 35)
    """

    def __init__(self, solver: SpotSolver) -> None:
        self.solver = solver

    @property
    def problem(self) -> SpotProblem:
        return self.solver.problem

    def node(self, line: str = "") -> SpotNode:
        """The place after a line of actions and cards: ``c r94 c 7h c``."""
        self.solver.allocate()
        first, second = (self.solver.weights(player) for player in range(2))
        images = tuple(np.arange(len(self.solver.hands[player])) for player in range(2))
        board = self.problem.spot.board
        root = SpotNode(self.solver, (0, 0), board, (first, second), (images[0], images[1]), (0, 1, 2, 3), "")
        return root.after(line)

    def save(self, path: Path | str) -> None:
        """Write a file, either completely or not at all. Raises GameError if that fails."""
        try:
            with writing_whole(Path(path)) as file:
                self._write(file)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise GameError(f"{path} cannot be written: {error.strerror}") from None

    def _write(self, file: BinaryIO) -> None:
        solver, problem = self.solver, self.problem
        parts = solver.native.memory()
        head = {
            "spot": str(problem.spot),
            "menu": str(problem.tree.menu),
            "ranges": [_sparse(weights) for weights in problem.weights],
            "locks": [[int(node), strategy.tolist()] for node, strategy in problem.locks],
            "bits": solver.bits,
            "isomorphism": solver.isomorphism,
            "iterations": solver.iterations,
            "seconds": solver.seconds,
            "points": [list(point) for point in solver.points],
            "parts": [len(part) for part in parts],
        }
        encoded = json.dumps(head).encode()
        file.write(b"%s%d\n" % (_MAGIC, VERSION))
        file.write(len(encoded).to_bytes(8, "little"))
        file.write(encoded)
        file.write(zlib.crc32(encoded).to_bytes(4, "little"))
        for part in parts:
            checksum = 0
            for start in range(0, len(part), _CHUNK):
                chunk = part.data[start : start + _CHUNK]
                checksum = zlib.crc32(chunk, checksum)
                file.write(chunk)
            file.write(checksum.to_bytes(4, "little"))

    @classmethod
    def load(cls, path: Path | str) -> SpotSolution:
        """Read a file of ``save``; ``solver.run`` goes on from there. Raises GameError if it is damaged or foreign."""
        try:
            with Path(path).open("rb") as file:
                return cls(_read(file, str(path)))
        except OSError as error:
            raise GameError(f"{path} cannot be read: {error.strerror}") from None


def is_solution_file(path: Path) -> bool:
    """Whether a file begins like a solution of a spot. Raises GameError if it cannot be read."""
    try:
        return begins_with(path, _MAGIC)
    except OSError as error:
        raise GameError(f"{path} cannot be read: {error.strerror}") from None


def _read(file: BufferedReader, path: str) -> SpotSolver:
    first = file.readline(64)
    if not first.startswith(_MAGIC):
        raise GameError(f"{path} is not a solution file (railbird solve --save writes them)")
    version = first.removeprefix(_MAGIC).strip().decode(errors="replace")
    if version != str(VERSION):
        raise GameError(f"{path} has version {quoted(version)}; only version {VERSION} can be read")
    damaged = GameError(f"{path} is damaged or was cut off: its checksum is wrong")
    length = int.from_bytes(file.read(8), "little")
    encoded = file.read(length) if length <= _LONGEST_HEAD else b""
    if len(encoded) != length or zlib.crc32(encoded).to_bytes(4, "little") != file.read(4):
        raise damaged
    try:
        head: dict[str, Any] = json.loads(encoded)
        solver = _solver(head)
        parts = [int(size) for size in head["parts"]]
    except (KeyError, TypeError, ValueError, IndexError, RecursionError, RailbirdError) as error:
        raise GameError(f"{path} is not a proper solution: {error}") from None
    solver.allocate()
    memory = solver.native.memory()
    if parts != [len(part) for part in memory]:
        raise GameError(f"{path} is not a proper solution: its contents do not match its head")
    for part in memory:
        checksum = 0
        view = part.data
        for start in range(0, len(part), _CHUNK):
            chunk = view[start : start + _CHUNK]
            if file.readinto(chunk) != len(chunk):
                raise damaged
            checksum = zlib.crc32(chunk, checksum)
        if checksum.to_bytes(4, "little") != file.read(4):
            raise damaged
    return solver


def _solver(head: dict[str, Any]) -> SpotSolver:
    tree = public_tree(parse_spot(head["spot"]), parse_menu(head["menu"]))
    locks = tuple((int(node), np.array(strategy, dtype=np.float64)) for node, strategy in head["locks"])
    problem = SpotProblem(tree, np.zeros((2, 0)), locks)
    weights = np.stack([_dense(each, len(problem.holdings)) for each in head["ranges"]])
    solver = SpotSolver(SpotProblem(tree, weights, locks), bits=head["bits"], isomorphism=bool(head["isomorphism"]))
    solver.iterations = int(head["iterations"])
    solver.seconds = float(head["seconds"])
    solver.points = [SpotPoint(*point) for point in head["points"]]
    return solver


def _sparse(weights: NDArray[np.float64]) -> list[list[float]]:
    """Pairs of holding and weight."""
    return [[int(index), float(weights[index])] for index in np.flatnonzero(weights)]


def _dense(pairs: list[list[float]], count: int) -> NDArray[np.float64]:
    weights = np.zeros(count)
    for index, weight in pairs:
        weights[int(index)] = weight
    return weights
