"""Checksums that detect changes to a store.

The hands of a leg are written in blocks. The checksum of each block includes the checksum of the block before it, so a
block that is altered, missing, moved or inserted breaks the chain:

    c_0 = H(empty, block 0),    c_k = H(c_(k-1), block k).

The *seal* of a leg is the checksum of the end of its chain, its totals and its bots' learned states. H is BLAKE2b with
16 bytes. The checksums detect damage and careless edits. They do not protect against somebody who recomputes them.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

SIZE = 16


def block_checksum(before: bytes, first: int, count: int, text: bytes) -> bytes:
    """The checksum of a block of hands; ``before`` is that of the previous block, empty for a leg's first block."""
    return _digest(before, str(first).encode(), str(count).encode(), text)


def state_checksum(entrant: int, about: str, state: bytes) -> bytes:
    """The checksum of what an entrant has learned about a player."""
    return _digest(str(entrant).encode(), about.encode(), state)


def session_hand_checksum(before: bytes, number: int, text: str, seats: str) -> bytes:
    """The checksum of a hand of a session; ``before`` is that of the previous hand, empty for the first."""
    return _digest(before, str(number).encode(), text.encode(), seats.encode())


def seal(last: bytes, parts: Iterable[tuple[int, int]], learned: Iterable[tuple[int, str, bytes]]) -> bytes:
    """The seal of a leg, from its last block checksum, the winnings of its entrants and its learned-state checksums."""
    pieces = [last]
    for entrant, won in sorted(parts):
        pieces += [str(entrant).encode(), str(won).encode()]
    for entrant, about, checksum in sorted(learned):
        pieces += [str(entrant).encode(), about.encode(), checksum]
    return _digest(*pieces)


def _digest(*pieces: bytes) -> bytes:
    """Hash each piece with its length, so that different lists of pieces never give the same input."""
    digest = blake2b(digest_size=SIZE)
    for piece in pieces:
        digest.update(len(piece).to_bytes(8, "big"))
        digest.update(piece)
    return digest.digest()
