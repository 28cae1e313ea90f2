"""Saved models as bytes: a head of plain values, and named arrays."""

from __future__ import annotations

import io
import json
import lzma
import math
import tokenize
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.errors import ModelError

Saved = Mapping[str, NDArray[Any]]

HEAD = "head.json"


def write_arrays(head: Mapping[str, object], parts: Saved) -> bytes:
    """The bytes of a file with this head and these arrays."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        file.writestr(zipfile.ZipInfo(HEAD), json.dumps(head))  # without the time: the same model is the same bytes
        for name, array in parts.items():
            with file.open(name, "w") as part:
                np.lib.format.write_array(part, np.asarray(array), allow_pickle=False)
    return data.getvalue()


def read_head(data: bytes, what: str) -> dict[str, Any]:
    """The head of a file; ``what`` names the file in errors."""
    with _reading(data, what) as file:
        return _head(_contents(file, len(data), only=HEAD))


def read_arrays(data: bytes, what: str) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Head and arrays of a file. Raises ``ModelError`` if it is damaged; ``what`` names the file there."""
    with _reading(data, what) as file:
        contents = _contents(file, len(data))
        head = _head(contents)
        return head, {name: _array(part) for name, part in contents.items() if name != HEAD}


def _array(data: bytes) -> NDArray[Any]:
    """An array that was written plainly; nothing is set aside for one that claims to be larger than it is."""
    stream = io.BytesIO(data)
    if np.lib.format.read_magic(stream) != (1, 0):
        raise ValueError("an array is of another format")
    shape, by_column, kind = np.lib.format.read_array_header_1_0(stream)
    if kind.hasobject or math.prod(shape) * kind.itemsize != len(data) - stream.tell():
        raise ValueError("an array is not what it says")
    return np.frombuffer(data, kind, offset=stream.tell()).reshape(shape, order="F" if by_column else "C")


def _contents(file: zipfile.ZipFile, most: int, *, only: str | None = None) -> dict[str, bytes]:
    """What is in the file by name, each with the right checksum; or one of them only.

    Models are written without compression and each part once, so all parts together are smaller than the file. A file
    that would inflate is refused before it does: compressed parts, and parts that share bytes of the file.
    """
    found: dict[str, bytes] = {}
    for info in file.infolist():
        if info.compress_type != zipfile.ZIP_STORED:
            raise ValueError(
                f"{info.filename[:40]!r} in it is compressed, and models are not (railbird model writes them)"
            )
        most -= info.file_size
        if most < 0 or info.filename in found:
            raise ValueError("its parts are larger than the file, or there twice: railbird model did not write it")
        if only is None or info.filename == only:
            found[info.filename] = file.read(info)
    return found


def _head(contents: Mapping[str, bytes]) -> dict[str, Any]:
    head = json.loads(contents[HEAD])
    if not isinstance(head, dict):
        raise TypeError("it does not say what it is")
    return head


@contextmanager
def _reading(data: bytes, what: str) -> Iterator[zipfile.ZipFile]:
    if not zipfile.is_zipfile(io.BytesIO(data)):
        raise ModelError(f"{what} cannot be read: it is no saved model, or damaged (railbird model writes them)")
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            yield file
    except _BROKEN as error:
        reason = str(error).partition("\n")[0][:100]
        raise ModelError(f"{what} cannot be read: {reason}") from None


_BROKEN = (
    *(EOFError, KeyError, NotImplementedError, OSError, OverflowError, RuntimeError),
    *(SyntaxError, TypeError, ValueError, lzma.LZMAError, tokenize.TokenError, zipfile.BadZipFile, zlib.error),
)
"""All that reading a broken file may raise."""
