"""Files of named arrays: one line with kind and version, a JSON head, and the arrays, each with a checksum.

A file is written beside its place first, so that a kill or a full disk leaves the earlier file whole. The same contents
give the same bytes. A file that is foreign, damaged, cut off or of another version raises a GameError that says so.
"""

from __future__ import annotations

import json
import lzma
import math
import os
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird._files import writing_whole
from railbird.errors import GameError, quoted

MOST_BYTES = 1 << 34
"""The most bytes that the arrays of a file may have in memory: 16 GB. Ours."""
_LONGEST_HEAD = 1 << 24
_STORED = "stored"
"""The mark of an array that is not compressed."""
_KINDS = "biufUS"
"""Arrays of booleans, numbers and text; never of objects."""


@dataclass(frozen=True, slots=True)
class ArrayFile:
    """A kind of file: the first word of its first line, the version it is written in, and who writes it.

    >>> import tempfile
    >>> kind = ArrayFile("railbird example", 1, "this example writes them")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     kind.write(Path(folder) / "file", {"name": "squares"}, {"squares": np.arange(4) ** 2})
    ...     head, arrays = kind.read(Path(folder) / "file")
    >>> head, arrays["squares"].tolist()
    ({'name': 'squares'}, [0, 1, 4, 9])
    """

    mark: str
    version: int
    writer: str
    """Completes "... is not such a file": who writes them."""
    preset: int | None = 6
    """How hard to compress: 0 is quick, 9 is small; None stores arrays as they are, which is quickest."""

    def write(self, path: Path, head: Mapping[str, object], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Write a file, completely or not at all. Raises GameError if that fails."""
        listed, parts = list[list[Any]](), []
        filters = [{"id": lzma.FILTER_LZMA2, "preset": self.preset}]
        mark = [_STORED] if self.preset is None else []
        for name, array in arrays.items():
            whole = np.asarray(array)
            if whole.dtype.kind not in _KINDS:
                raise TypeError(f"an array of {whole.dtype} cannot be written")
            part = whole.tobytes()
            if not mark:
                part = lzma.compress(part, lzma.FORMAT_XZ, lzma.CHECK_CRC32, filters=filters)
            listed.append([name, whole.dtype.str, list(whole.shape), len(part), zlib.crc32(part), *mark])
            parts.append(part)
        encoded = json.dumps({"head": head, "arrays": listed}).encode()
        try:
            with writing_whole(path) as file:
                file.write(f"{self.mark} {self.version}\n".encode())
                file.write(len(encoded).to_bytes(8, "little") + encoded + zlib.crc32(encoded).to_bytes(4, "little"))
                for part in parts:
                    file.write(part)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise GameError(f"{path} cannot be written: {error.strerror}") from None

    def read(self, path: Path) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """Read head and arrays. Raises GameError if the file is foreign, damaged or of another version."""
        return self._read(path, lambda file, listed: self._arrays(file, path, listed))

    def read_head(self, path: Path) -> dict[str, Any]:
        """Read the head alone, which is quick."""
        return self._read(path, lambda file, listed: {})[0]

    def read_checked_head(self, path: Path) -> dict[str, Any]:
        """Read the head, and check that the arrays are whole, without unpacking them."""
        return self._read(path, lambda file, listed: self._check(file, path, listed))[0]

    def _read(
        self, path: Path, arrays: Callable[[BufferedReader, list[list[Any]]], dict[str, NDArray[Any]]]
    ) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        try:
            with path.open("rb") as file:
                head, listed = self._start(file, path)
                return head, arrays(file, listed)
        except OSError as error:
            raise GameError(f"{path} cannot be read: {error.strerror}") from None
        except (KeyError, IndexError, TypeError, ValueError, RecursionError, lzma.LZMAError) as error:
            if isinstance(error, GameError):
                raise
            raise self._damaged(path) from None

    def _start(self, file: BufferedReader, path: Path) -> tuple[dict[str, Any], list[list[Any]]]:
        first = file.readline(len(self.mark) + 16).rstrip(b"\n").decode(errors="replace")
        if not first.startswith(f"{self.mark} "):
            raise GameError(f"{path} is not a file of the kind {quoted(self.mark)} ({self.writer})")
        version = first.removeprefix(f"{self.mark} ")
        if version != str(self.version):
            remedy = "make it again" if version.isdecimal() and int(version) < self.version else "update railbird"
            raise GameError(f"{path} has version {quoted(version)}, not {self.version}: {remedy}")
        length = int.from_bytes(file.read(8), "little")
        encoded = file.read(length) if length <= _LONGEST_HEAD else b""
        if len(encoded) != length or zlib.crc32(encoded).to_bytes(4, "little") != file.read(4):
            raise self._damaged(path)
        contents = json.loads(encoded)
        if not isinstance(contents["head"], dict) or not isinstance(contents["arrays"], list):
            raise self._damaged(path)
        return contents["head"], contents["arrays"]

    def _arrays(self, file: BufferedReader, path: Path, listed: list[list[Any]]) -> dict[str, NDArray[Any]]:
        arrays: dict[str, NDArray[Any]] = {}
        left = MOST_BYTES
        for name, kind, shape, length, checksum, *mark in listed:
            dtype = np.dtype(kind)
            size = math.prod(shape) * dtype.itemsize
            left -= size
            if (
                dtype.kind not in _KINDS
                or min(shape, default=0) < 0
                or left < 0
                or name in arrays
                or mark not in ([], [_STORED])
            ):
                raise self._damaged(path)
            part = unpacked = self._part(file, path, length, checksum)
            if not mark:
                unpacked = lzma.LZMADecompressor(lzma.FORMAT_XZ).decompress(part, max_length=size + 1)
            if len(unpacked) != size:
                raise self._damaged(path)
            arrays[name] = np.frombuffer(unpacked, dtype).reshape(shape)
        if file.read(1):
            raise self._damaged(path)
        return arrays

    def _check(self, file: BufferedReader, path: Path, listed: list[list[Any]]) -> dict[str, NDArray[Any]]:
        for _, _, _, length, checksum, *_ in listed:
            self._part(file, path, length, checksum)
        if file.read(1):
            raise self._damaged(path)
        return {}

    def _part(self, file: BufferedReader, path: Path, length: int, checksum: int) -> bytes:
        """The next array of a file, as it is stored."""
        part = file.read(length)
        if len(part) != length or zlib.crc32(part) != checksum:
            raise self._damaged(path)
        return part

    @staticmethod
    def _damaged(path: Path) -> GameError:
        return GameError(f"{path} is damaged or was cut off: its checksums are wrong")
