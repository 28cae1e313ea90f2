"""Saved models: a head of plain words, and arrays by name, as bytes."""

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


def write_parts(head: Mapping[str, object], parts: Saved) -> bytes:
    """All in one piece."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        file.writestr(zipfile.ZipInfo(HEAD), json.dumps(head))  # without the time: the same model is the same bytes
        for name, array in parts.items():
            with file.open(name, "w") as part:
                np.lib.format.write_array(part, np.asarray(array), allow_pickle=False)
    return data.getvalue()


def read_head(data: bytes, what: str) -> dict[str, Any]:
    """What it says of itself."""
    with _reading(data, what) as file:
        return _head(file)


def read_parts(data: bytes, what: str) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """All of it back. What is damaged is refused, and told as what it should have been."""
    with _reading(data, what) as file:
        parts = {}
        for name in file.namelist():
            if name != HEAD:
                parts[name] = _array(file.read(name))  # its checksum is looked at before anything is believed
        return _head(file), parts


def _array(data: bytes) -> NDArray[Any]:
    """An array that was written plainly; nothing is set aside for one that claims to be larger than it is."""
    stream = io.BytesIO(data)
    if np.lib.format.read_magic(stream) != (1, 0):
        raise ValueError("an array is of another format")
    shape, by_column, kind = np.lib.format.read_array_header_1_0(stream)
    if kind.hasobject or math.prod(shape) * kind.itemsize != len(data) - stream.tell():
        raise ValueError("an array is not what it says")
    return np.frombuffer(data, kind, offset=stream.tell()).reshape(shape, order="F" if by_column else "C")


def _head(file: zipfile.ZipFile) -> dict[str, Any]:
    head = json.loads(file.read(HEAD))
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
