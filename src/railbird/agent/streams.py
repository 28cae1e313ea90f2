"""Random numbers by name: the same name gives the same numbers, whatever else happens and in whatever order."""

from __future__ import annotations

import random
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np


@dataclass(frozen=True, slots=True)
class Streams:
    """The streams of one player in one hand: each is named by seed, hand, seat and purpose.

    >>> here = Streams(seed=7, hand=12, seat=0)
    >>> here.stream("bluff").random() == here.stream("bluff").random()
    True
    >>> here.stream("bluff").random() == here.stream("deals").random()
    False
    """

    seed: int
    hand: int
    seat: int

    def number(self, purpose: str) -> int:
        """128 bits that go with the name."""
        name = f"{self.seed}/{self.hand}/{self.seat}/{purpose}"
        return int.from_bytes(blake2b(name.encode(), digest_size=16).digest(), "little")

    def stream(self, purpose: str) -> random.Random:
        """A generator of Python's, which is new each time it is asked for."""
        return random.Random(self.number(purpose))

    def generator(self, purpose: str) -> np.random.Generator:
        """A generator of NumPy's."""
        return np.random.Generator(np.random.PCG64(self.number(purpose)))
