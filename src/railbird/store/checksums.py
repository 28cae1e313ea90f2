"""Checksums that show whether what a store holds is what was written.

The hands of a leg are written in blocks. Each block's checksum is made from the checksum of the block before it, so
that a block that is altered, missing, exchanged or inserted breaks the chain:

    c_0 = H(empty, block 0),    c_k = H(c_(k-1), block k).

The *seal* of a leg is made from the last checksum of its chain, its totals and what its bots had learned. H is BLAKE2b
with 16 bytes. The checksums find damage and careless edits. They do not protect against somebody who computes them
anew.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b

SIZE = 16


def block_checksum(before: bytes, first: int, count: int, text: bytes) -> bytes:
    """The checksum of a block of hands; ``before`` is that of the block before it, empty for a leg's first block."""
    return _digest(before, str(first).encode(), str(count).encode(), text)


def state_checksum(entrant: int, about: str, state: bytes) -> bytes:
    """The checksum of what an entrant had learned about a player."""
    return _digest(str(entrant).encode(), about.encode(), state)


def seal(last: bytes, parts: Iterable[tuple[int, int]], learned: Iterable[tuple[int, str, bytes]]) -> bytes:
    """The seal of a leg: last block checksum, entrants with what they have won, and the checksums of learned states."""
    pieces = [last]
    for entrant, won in sorted(parts):
        pieces += [str(entrant).encode(), str(won).encode()]
    for entrant, about, checksum in sorted(learned):
        pieces += [str(entrant).encode(), about.encode(), checksum]
    return _digest(*pieces)


def _digest(*pieces: bytes) -> bytes:
    """Each piece with its length, so that no two lists of pieces are alike."""
    digest = blake2b(digest_size=SIZE)
    for piece in pieces:
        digest.update(len(piece).to_bytes(8, "big"))
        digest.update(piece)
    return digest.digest()
