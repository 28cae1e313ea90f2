"""Saved models as bytes: a JSON head and named arrays."""

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
        file.writestr(
            zipfile.ZipInfo(HEAD), json.dumps(head)
        )  # without a time stamp: the same model gives the same bytes
        for name, array in parts.items():
            with file.open(name, "w") as part:
                np.lib.format.write_array(part, np.asarray(array), allow_pickle=False)
    return data.getvalue()


def read_head(data: bytes, what: str) -> dict[str, Any]:
    """Read the head of a file; ``what`` names the file in errors."""
    with _reading(data, what) as file:
        return _head(_contents(file, len(data), only=HEAD))


def read_arrays(data: bytes, what: str) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Read head and arrays of a file. Raises ModelError if it is damaged; ``what`` names the file in errors."""
    with _reading(data, what) as file:
        contents = _contents(file, len(data))
        head = _head(contents)
        return head, {name: _array(part) for name, part in contents.items() if name != HEAD}


def _array(data: bytes) -> NDArray[Any]:
    """Read a plain array, without allocating memory for one that claims to be larger than its data."""
    stream = io.BytesIO(data)
    if np.lib.format.read_magic(stream) != (1, 0):
        raise ValueError("an array has an unknown format")
    shape, by_column, kind = np.lib.format.read_array_header_1_0(stream)
    if kind.hasobject or math.prod(shape) * kind.itemsize != len(data) - stream.tell():
        raise ValueError("an array does not match its header")
    return np.frombuffer(data, kind, offset=stream.tell()).reshape(shape, order="F" if by_column else "C")


def _contents(file: zipfile.ZipFile, most: int, *, only: str | None = None) -> dict[str, bytes]:
    """The parts of the file by name, with verified checksums; or only one of them.

    Models are written uncompressed and each part once, so all parts together are smaller than the file. A file that
    would inflate is refused before it does: one with compressed parts, or with parts that share bytes.
    """
    parts: dict[str, bytes] = {}
    for info in file.infolist():
        if info.compress_type != zipfile.ZIP_STORED:
            raise ValueError(
                f"{info.filename[:40]!r} in it is compressed, which models never are (railbird model save writes them)"
            )
        most -= info.file_size
        if most < 0 or info.filename in parts:
            raise ValueError("its parts are larger than the file, or occur twice: railbird did not write it")
        if only is None or info.filename == only:
            parts[info.filename] = file.read(info)
    return parts


def _head(contents: Mapping[str, bytes]) -> dict[str, Any]:
    head = json.loads(contents[HEAD])
    if not isinstance(head, dict):
        raise TypeError("its head is malformed")
    return head


@contextmanager
def _reading(data: bytes, what: str) -> Iterator[zipfile.ZipFile]:
    if not zipfile.is_zipfile(io.BytesIO(data)):
        raise ModelError(
            f"{what} cannot be read: it is not a saved model, or it is damaged (railbird model save writes them)"
        )
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
"""All exceptions that reading a broken file may raise."""
