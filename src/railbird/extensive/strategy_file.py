"""Files of strategies: a line with the version, a head in JSON, the arrays compressed, and a checksum of all that.

The same strategy gives the same bytes. All numbers are little-endian.
"""

from __future__ import annotations

import json
import struct
import zlib
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from railbird._files import begins_with, read_whole, write_whole
from railbird.errors import GameError, quoted
from railbird.extensive.strategy_parts import StrategyParts, ends_of

VERSION = 1
_MAGIC = b"railbird strategy "
_DIGEST = 16
_LEVEL = 1
"""Compression. With a million random sets, level 6 saves 6 % and takes 2.4 times as long."""
_RATIO = 1100
"""No compressed data grow by more than this."""


def write_strategy(path: Path, parts: StrategyParts, game: str) -> None:
    """Write the arrays of a strategy, either completely or not at all."""
    body = b"".join(
        [
            np.diff(parts.name_ends).astype("<u4").tobytes(),
            parts.menu_of.astype("<u4").tobytes(),
            parts.names,
            parts.probabilities.astype("<f8").tobytes(),
        ]
    )
    head = {
        "game": game,
        "sets": len(parts.menu_of),
        "bytes": len(body),
        "names": len(parts.names),
        "menus": [list(menu) for menu in parts.menus],
    }
    encoded = json.dumps(head).encode()
    data = b"%s%d\n" % (_MAGIC, VERSION) + struct.pack("<Q", len(encoded)) + encoded + zlib.compress(body, _LEVEL)
    try:
        write_whole(path, data + blake2b(data, digest_size=_DIGEST).digest())
    except OSError as error:
        raise GameError(f"{path} cannot be written: {error.strerror}") from None


def is_strategy_file(path: Path) -> bool:
    """Whether a file begins like a strategy. Raises GameError if it cannot be read."""
    try:
        return begins_with(path, _MAGIC)
    except OSError as error:
        raise GameError(f"{path} cannot be read: {error.strerror}") from None


def read_strategy(path: Path) -> tuple[StrategyParts, str]:
    """Read the arrays of a strategy, which are not checked yet, and its game."""
    try:
        data = read_whole(path)
    except OSError as error:
        raise GameError(f"{path} cannot be read: {error.strerror}") from None
    first, _, rest = data.partition(b"\n")
    if not first.startswith(_MAGIC):
        raise GameError(f"{path} is not a strategy file (Strategy.save writes them)")
    version = first.removeprefix(_MAGIC).decode(errors="replace")
    if version != str(VERSION):
        raise GameError(f"{path} has version {quoted(version)}; only version {VERSION} can be read")
    content, digest = data[:-_DIGEST], data[-_DIGEST:]
    if blake2b(content, digest_size=_DIGEST).digest() != digest:
        raise GameError(f"{path} is damaged or was cut off: its checksum is wrong")
    try:
        return _parts(rest[:-_DIGEST])
    except (KeyError, TypeError, ValueError, OverflowError, MemoryError, RecursionError, struct.error, zlib.error):
        raise GameError(f"{path} is not a proper strategy: its contents do not match its head") from None


def _parts(data: bytes) -> tuple[StrategyParts, str]:
    (length,) = struct.unpack_from("<Q", data)
    head: dict[str, Any] = json.loads(data[8 : 8 + length])
    packed = data[8 + length :]
    sets, size, letters = (_number(head[name]) for name in ("sets", "bytes", "names"))
    if size > _RATIO * len(packed):
        raise ValueError("the arrays cannot be that large")
    body = zlib.decompressobj().decompress(packed, size + 1)
    if len(body) != size or 8 * sets + letters > size or (size - 8 * sets - letters) % 8:
        raise ValueError("the arrays have another size")
    menus = tuple(tuple(map(_text, menu)) for menu in head["menus"])
    menu_of = np.frombuffer(body, "<u4", sets, 4 * sets).astype(np.uint32)
    counts = np.array([len(menu) for menu in menus], np.int64)
    if sets and int(menu_of.max()) >= len(menus):
        raise ValueError("a list of actions does not exist")
    parts = StrategyParts(
        names=body[8 * sets : 8 * sets + letters],
        name_ends=ends_of(np.frombuffer(body, "<u4", sets)),
        menus=menus,
        menu_of=menu_of,
        probability_ends=ends_of(counts[menu_of] if sets else counts[:0]),
        probabilities=np.frombuffer(body, "<f8", offset=8 * sets + letters).astype(np.float64),
    )
    return parts, _text(head["game"])


def _number(value: object) -> int:
    if not isinstance(value, int) or value < 0:
        raise ValueError("not a number of things")
    return value


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("not a text")
    return value
