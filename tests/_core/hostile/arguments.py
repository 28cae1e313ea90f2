"""Arguments that no honest caller gives: numbers that destroy what reads them, sequences that lie, other arrays."""

import array
import contextlib
import random
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from railbird.errors import RailbirdError

ALLOWED = (
    *(RailbirdError, ValueError, TypeError, RuntimeError, OverflowError, IndexError, KeyError),
    *(BufferError, MemoryError),
)
ACTIONS_PER_ROUND = 64


class MischiefError(Exception):
    """Raised by hostile objects themselves."""


class HostileNumber:
    """A number that runs some code when its value is read."""

    def __init__(self, value: Any, deed: Callable[[], object]) -> None:
        self.value, self.deed = value, deed

    def __index__(self) -> int:
        self.deed()
        return int(self.value)

    def __float__(self) -> float:
        self.deed()
        return float(self.value)

    __int__ = __index__


class LyingSequence:
    """A sequence whose length and elements change with every access."""

    def __init__(self, items: list[Any], choose: random.Random) -> None:
        self.items, self.choose = items, choose

    def __len__(self) -> int:
        return self.choose.randrange(len(self.items) + 3)

    def __getitem__(self, index: int) -> Any:
        if self.choose.random() < 0.1:
            raise IndexError if self.choose.random() < 0.8 else MischiefError
        return self.choose.choice(self.items or [0])


class OneCapsule:
    """An array that exports the same DLPack capsule every time."""

    def __init__(self, values: Any) -> None:
        self.capsule = np.ascontiguousarray(values, dtype=np.float64).__dlpack__()

    def __dlpack__(self, **_: Any) -> Any:
        return self.capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0


class Vandals:
    """Threads that overwrite shared arrays and lists, and run shared computations."""

    def __init__(self, threads: int = 2) -> None:
        self.arrays: list[Any] = []
        self.lists: list[list[Any]] = []
        self.jobs: list[Any] = []
        self._ended = threading.Event()
        self._threads = [
            threading.Thread(target=self._work, args=(random.Random(number),), daemon=True) for number in range(threads)
        ]
        for each in self._threads:
            each.start()

    def stop(self) -> None:
        self._ended.set()
        for each in self._threads:
            each.join()

    def _work(self, choose: random.Random) -> None:
        noise = np.frombuffer(choose.randbytes(1 << 16), dtype=np.uint8)
        while not self._ended.wait(1e-3):
            for values in self.arrays[-8:]:
                flat = values.view(np.uint8).reshape(-1)
                kept = flat[:4096].copy()
                flat[:4096] = noise[: len(kept)]
                time.sleep(0)
                flat[:4096] = kept
            for items in self.lists[-8:]:
                kept = items[:]
                items.clear()
                items.extend(kept)
            if choose.random() < 0.02:
                with contextlib.suppress(*ALLOWED):
                    choose.choice(self.jobs)()

    def see(self, arrays: list[Any], lists: list[list[Any]]) -> None:
        self.arrays = (self.arrays + arrays)[-8:]
        self.lists = (self.lists + lists)[-8:]


class Arguments:
    """Draws arguments: most are valid, so that calls get far; the others are as bad as possible."""

    def __init__(self, choose: random.Random) -> None:
        self.choose = choose
        self.arrays: list[Any] = []
        self.lists: list[list[Any]] = []
        self.mischief: list[Callable[[], object]] = [lambda: None, self._raise, self._empty_lists, self._spoil_arrays]

    def _raise(self) -> None:
        raise MischiefError

    def _empty_lists(self) -> None:
        for items in self.lists:
            items.clear()
        self.junk = [bytes(self.choose.randrange(400)) for _ in range(40)]

    def _spoil_arrays(self) -> None:
        for values in self.arrays:
            values.view(np.uint8).reshape(-1)[:] = self.choose.randrange(256)

    def often(self, chance: float = 0.9) -> bool:
        return self.choose.random() < chance

    def integer(self, low: int, high: int) -> Any:
        if self.often(0.95):
            return self.choose.randint(low, high)
        bad = [
            low - 1,
            high + 1,
            -(2**31),
            2**31,
            2**63 - 1,
            -(2**63),
            2**64,
            10**400,
            1.5,
            None,
            "1",
            b"1",
            np.int64(low),
        ]
        if self.often(0.5):
            return self.choose.choice(bad)
        return HostileNumber(self.choose.randint(low, high), self.choose.choice(self.mischief))

    def work(self, low: int, high: int) -> Any:
        """An amount of work, never so large that it takes long."""
        if self.often(0.95):
            return self.choose.randint(low, high)
        hostile = HostileNumber(self.choose.randint(low, high), self.choose.choice(self.mischief))
        return self.choose.choice([low - 1, -(2**63), 2**64, -(10**400), None, "1", hostile])

    def number(self, low: float = 0.0, high: float = 1.0) -> Any:
        if self.often(0.95):
            return self.choose.uniform(low, high)
        bad = [float("nan"), float("inf"), -1.0, 1e308, None, "x", 10**400, 0]
        if self.often(0.5):
            return self.choose.choice(bad)
        return HostileNumber(self.choose.uniform(low, high), self.choose.choice(self.mischief))

    def flag(self) -> Any:
        return self.choose.choice([True, False] * 20 + [None, 1, "on"])

    def sequence(self, items: list[Any]) -> Any:
        """A list or tuple of these items, or something similar."""
        kind = self.choose.random()
        if kind < 0.3:
            return tuple(items)
        values = list(items)
        self.lists.append(values)
        if kind < 0.6:
            return values
        if kind < 0.8 and values:
            index = self.choose.randrange(len(values))
            value = values[index] if isinstance(values[index], (int, float)) else 0
            values[index] = HostileNumber(value, self.choose.choice(self.mischief))
            return values
        if kind < 0.85:
            return LyingSequence(values, self.choose)
        if kind < 0.9:
            return (each for each in values)
        return self.choose.choice([None, "text", b"bytes", {1: 2}, 7, values * 3, values[:-1], [None], [values]])

    def cards(self, count: int) -> Any:
        if self.often():
            dealt = bytearray(self.choose.sample(range(52), count))
            if self.often(0.2):  # unknown hole cards, and an unknown end of the board
                player = 2 * self.choose.randrange(count // 2)
                dealt[player : player + 2] = b"\xff\xff"
                dealt[count - self.choose.choice([0, 1, 2, 5]) % count :] = b""
            return bytes(dealt).ljust(count, b"\xff")
        return self.choose.choice(
            [b"", bytes(count), bytes([255] * count), bytes(range(count + 1)), "cards", None, bytearray(count), [0, 1]]
        )

    def mask(self, *counts: int) -> Any:
        if self.often():
            return sum(1 << card for card in self.choose.sample(range(52), self.choose.choice(counts)))
        hostile = HostileNumber(0b11111, self.choose.choice(self.mischief))
        return self.choose.choice([2**52 - 1, 2**64 - 1, -1, 2**64, None, hostile])

    def array(self, dtype: str, shape: tuple[int, ...], low: float = 0, high: float = 1) -> Any:
        size = int(np.prod(shape))
        drawn = np.random.default_rng(self.choose.randrange(2**32)).random(size) * (high - low) + low
        right = np.ascontiguousarray(drawn.reshape(shape), dtype=dtype)
        return self.given(right)

    def given(self, right: Any) -> Any:
        """The array, or one that differs in some way."""
        self.arrays.append(right)
        if self.often(0.8):
            return right
        flat = right.reshape(-1)
        odd = np.empty(right.nbytes + 1, dtype=np.uint8)[1:].view(right.dtype) if right.nbytes else right
        kind = self.choose.randrange(16)
        if kind == 0:
            odd[:] = flat
            return odd.reshape(right.shape)  # not aligned
        if kind == 1:
            return right.astype(right.dtype.newbyteorder())
        if kind == 2:
            return np.asfortranarray(right)
        if kind == 3:
            return np.repeat(right, 2, axis=-1)[..., ::2]
        if kind == 4:
            locked = right.copy()
            locked.flags.writeable = False
            return locked
        if kind == 5:
            return OneCapsule(right)
        if kind == 6:
            return right.astype(np.float64).__dlpack__()
        if kind == 7:
            return right.astype(self.choose.choice(["O", "c16", "f4", "i8", "?", "u1", "f2", "M8[s]"]))
        if kind == 8:
            return array.array("d", [float(each) for each in flat[:3000]])
        if kind == 9:
            return memoryview(right)
        if kind == 10:
            return flat
        if kind == 11:
            return right[:0] if right.ndim else right
        if kind == 12:
            return np.broadcast_to(flat[:1], right.shape) if flat.size else right
        if kind == 13:
            return right.tolist() if right.size < 5000 else None
        if kind == 14:
            return self.choose.choice([None, b"", bytearray(8), "array", 3, np.float64(1), object()])
        spoiled = right.copy()
        spoiled.view(np.uint8).reshape(-1)[:] = self.choose.randrange(256)
        return spoiled
