"""Seeds of matches: those that can be told, so that a match can be repeated, and secret ones.

Nobody can keep a bot from trying every small seed until its own cards and random numbers come out, and from dealing the
others' cards with it. A secret seed has 128 bits of entropy, which cannot be tried.
"""

from __future__ import annotations

import secrets
from hashlib import blake2b

from railbird.errors import MatchError, quoted

SECRET = "secret"
_TOLD = 2**64
"""Seeds below this are those that people choose; secret ones are above it."""
_MOST = 2**128


def secret_seed() -> int:
    """A seed that cannot be guessed."""
    return _TOLD + secrets.randbelow(_MOST - _TOLD)


def parse_seed(text: str) -> int:
    """The seed that a text gives: a whole number, or ``secret`` for a new one that nobody can guess."""
    given = text.strip()
    if given == SECRET:
        return secret_seed()
    if not (given.isdecimal() and len(given) < 50):
        raise MatchError(f"a seed is a whole number from 0 on or {SECRET}, not {quoted(given)}")
    return check_seed(int(given))


def check_seed(seed: int) -> int:
    """The same seed. Raises MatchError if it is not one."""
    if not 0 <= seed < _MOST:
        raise MatchError(f"a seed lies between 0 and 2^64 - 1, or is {SECRET}, not {seed}")
    return seed


def seed_text(seed: int) -> str:
    """A seed for people: a secret one is in the store, and need not be read out."""
    return f"seed {seed}" if seed < _TOLD else "secret seed"


def derived_seed(seed: int, purpose: str) -> int:
    """Another seed of 64 bits that goes with a seed and a purpose."""
    return int.from_bytes(blake2b(f"{seed}/{purpose}".encode(), digest_size=8).digest(), "little")


def table_seed(seed: int, table: str) -> int:
    """The seed of one of several matches; that of a secret seed is secret too."""
    if seed < _TOLD:
        return derived_seed(seed, table)
    return _TOLD + int.from_bytes(blake2b(f"{seed}/{table}".encode(), digest_size=16).digest()) % (_MOST - _TOLD)
