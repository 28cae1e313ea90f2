"""Seeds of matches: public ones, which make a match repeatable, and secret ones.

A bot could try all small seeds until one gives its own cards and random numbers, and then compute the others' cards. A
secret seed has 128 bits of entropy, too many to try.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b

from railbird.errors import MatchError, quoted

SECRET = "secret"
_PUBLIC = 2**64
"""Seeds that people choose are below this; secret ones are not."""
_MOST = 2**128


def secret_seed() -> int:
    """Return a new seed that cannot be guessed."""
    return _PUBLIC + secrets.randbelow(_MOST - _PUBLIC)


def parse_seed(text: str) -> int:
    """Parse a seed: a whole number, or ``secret`` for a new one that cannot be guessed."""
    given = text.strip()
    if given == SECRET:
        return secret_seed()
    if not (given.isdecimal() and len(given) < 50):
        raise MatchError(f"a seed is a whole number of 0 or more, or {SECRET}, not {quoted(given)}")
    return check_seed(int(given))


def check_seed(seed: int) -> int:
    """Return the seed. Raises MatchError if it is out of range."""
    if not 0 <= seed < _MOST:
        raise MatchError(f"a seed lies between 0 and 2^64 - 1, or is {SECRET}, not {seed}")
    return seed


def seed_text(seed: int) -> str:
    """A seed as text for people; the value of a secret one is left out (the store has it)."""
    return f"seed {seed}" if seed < _PUBLIC else "secret seed"


def derived_seed(seed: int, purpose: str) -> int:
    """Derive a 64-bit seed from a seed and a purpose."""
    return int.from_bytes(blake2b(f"{seed}/{purpose}".encode(), digest_size=8).digest(), "little")


def table_seed(seed: int, table: str) -> int:
    """The seed of one of several matches; secret if the given seed is."""
    if seed < _PUBLIC:
        return derived_seed(seed, table)
    return _PUBLIC + int.from_bytes(blake2b(f"{seed}/{table}".encode(), digest_size=16).digest()) % (_MOST - _PUBLIC)
