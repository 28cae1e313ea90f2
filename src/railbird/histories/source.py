"""Files of histories as text: streamed, in whatever encoding, and cut into hands.

Text is UTF-8 or UTF-16; a byte that is no UTF-8 is read as Windows-1252, which old clients wrote. Lines may end in any
of the usual ways. Memory stays flat: no line and no hand may be longer than ``MOST_CHARACTERS``, and the rest of a
longer one is dropped, so that whoever reads it refuses it.
"""

from __future__ import annotations

import codecs
import gzip
import io
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any, cast

from railbird.errors import HistoryError

MOST_CHARACTERS = 200_000
CHUNK = 1 << 18
FALLBACK = "railbird-windows-1252"
_BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_GZIP = b"\x1f\x8b"
_AROUND_OBJECTS = " \t,[]\ufeff"
_KEY = re.compile(r'[ \t]*"ohh"[ \t]*:')
_FIRST_KEY = re.compile(r'[ \t,\[\]\ufeff]*\{[ \t]*"ohh"[ \t]*:')
_BARE_FIRST_KEY = re.compile(r'\{[ \t]*"spec_version"[ \t]*:')
_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"')

BYTE_ORDER_MARK = "\ufeff"
"""Also in the middle of a file, where files were put together."""
_BLANK = "\n\r \t" + BYTE_ORDER_MARK

Block = tuple[int, list[str]]
"""The number of the first line, and the lines of one hand."""


def _windows_1252(error: UnicodeError) -> tuple[str, int]:
    """Decode the bytes that are no UTF-8."""
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


codecs.register_error(FALLBACK, _windows_1252)


def open_text(path: Path) -> io.TextIOWrapper:
    """Open a file, which may be compressed with gzip. Raises HistoryError if it cannot be opened."""
    try:
        with path.open("rb") as file:
            start = file.read(4)
        opened = gzip.open if start.startswith(_GZIP) else open
        with opened(path, "rb") as file:
            start = file.read(4)
        binary = opened(path, "rb")
    except (OSError, EOFError, zlib.error) as error:
        raise HistoryError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    encoding = next((name for bom, name in _BOMS if start.startswith(bom)), "utf-8")
    errors = "replace" if encoding == "utf-16" else FALLBACK
    return io.TextIOWrapper(cast(IO[bytes], binary), encoding=encoding, errors=errors)


def bytes_read(file: io.TextIOWrapper) -> int:
    """How much of an open file has been read, as it is on the disk."""
    compressed: Any = file.buffer
    position: int = getattr(compressed, "fileobj", compressed).tell()
    return position


def _chunks(file: IO[str]) -> Iterator[str]:
    while chunk := next_part(file, CHUNK):
        yield chunk


def next_part(file: IO[str], size: int) -> str:
    """The next characters of a file. Raises HistoryError if it is damaged or cannot be read any more."""
    try:
        return file.read(size)
    except (OSError, EOFError, zlib.error) as error:
        reason = getattr(error, "strerror", None) or error
        raise HistoryError(
            f"{file.name} cannot be read further: {reason}; perhaps it was cut off, so fetch it again"
        ) from None


def lines_of(file: IO[str]) -> Iterator[str]:
    """The lines of a file without their ends."""
    rest = ""
    for chunk in _chunks(file):
        lines = (rest + chunk).split("\n")
        rest = lines.pop()
        yield from lines
        if len(rest) > MOST_CHARACTERS:
            rest = rest[: MOST_CHARACTERS + 1]
    if rest:
        yield rest


def blocks_at(file: IO[str], heading: re.Pattern[str]) -> Iterator[Block]:
    """Hands that begin with a heading: what the pattern finds, where it is at the beginning of a line."""
    rest, number, dropping = "", 1, False
    for chunk in _chunks(file):
        text, start = rest + chunk, 0
        for match in heading.finditer(text, 0 if dropping else 1):
            begin = match.start()
            begin -= begin > 0 and text[begin - 1] == BYTE_ORDER_MARK
            if begin and text[begin - 1] != "\n":
                continue
            piece = text[start:begin]
            if not dropping:
                yield from _block(number, piece)
            number, start, dropping = number + piece.count("\n"), begin, False
        rest = text[start:] if start else text
        if len(rest) > MOST_CHARACTERS:
            if not dropping:
                yield from _block(number, rest)
            number, dropping = number + rest.count("\n"), True
            rest = rest[rest.rfind("\n") + 1 :]  # may be the beginning of a heading
            rest = rest if len(rest) < CHUNK else rest[:1]
    if not dropping:
        yield from _block(number, rest)


def _block(number: int, text: str) -> Iterator[Block]:
    """The lines of one hand; nothing if they are blank, and only the beginning if they are too long."""
    if text[:1] in _BLANK:
        left = text.lstrip(_BLANK)
        number += text.count("\n", 0, len(text) - len(left))
        text = left
    if len(text) > MOST_CHARACTERS:
        yield number, [text[:100], TOO_LONG]
    elif text:
        yield number, text.split("\n")


TOO_LONG = "\0too long"
"""Stands for the rest of a hand that is too long."""


def is_too_long(block: list[str]) -> bool:
    """Whether lines are not one hand, or not a hand of this world."""
    return block[-1] is TOO_LONG or len(block[0]) > MOST_CHARACTERS


def single_lines(lines: Iterator[str]) -> Iterator[Block]:
    """Each line for itself."""
    for number, line in enumerate(lines, 1):
        yield number, [line]


def json_objects(lines: Iterator[str]) -> Iterator[Block]:
    """Objects, each over any number of lines, and perhaps in a list; no two on one line.

    One that was cut off ends where the next begins, which is known by the first key of a hand.
    """
    block: list[str] = []
    first, size, depth, last = 1, 0, 0, ""
    for number, line in enumerate(lines, 1):
        if block and '"' in line:
            is_second = len(block) > 1 and bool(_KEY.match(line)) and last.strip(_AROUND_OBJECTS) == "{"
            if is_second or _FIRST_KEY.match(line) or (not last.strip() and _BARE_FIRST_KEY.match(line)):
                if is_second and block[-1] is last:
                    block.pop()
                yield first, block
                block, size, depth, first = ([last], len(last), 1, number - 1) if is_second else ([], 0, 0, number)
        last = line
        if not block:
            if not line.strip(_AROUND_OBJECTS):
                continue
            first = number
        bare = _STRINGS.sub("", line) if '"' in line else line
        size += len(line)
        if size <= MOST_CHARACTERS or not block:
            block.append(line)
        elif size - len(line) <= MOST_CHARACTERS:
            block.append(TOO_LONG)
        depth += bare.count("{") - bare.count("}")
        if depth <= 0:
            yield first, block
            block, size, depth = [], 0, 0
    if block:
        yield first, block
