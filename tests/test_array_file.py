"""Files of named arrays: whole or refused with one clear line."""

import json
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from railbird._array_file import ArrayFile
from railbird.errors import GameError

KIND = ArrayFile("railbird test", 2, "tests write them")
ARRAYS: dict[str, NDArray[Any]] = {
    "numbers": np.arange(12, dtype=np.int16).reshape(3, 4),
    "shares": np.linspace(0, 1, 5, dtype=np.float32),
    "names": np.array(["flop", "turn"]),
    "nothing": np.zeros((0, 3), dtype=np.uint8),
    "one": np.array(7),
}


@pytest.fixture(params=[6, None], ids=["compressed", "stored"])
def path(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    path = tmp_path / "arrays"
    replace(KIND, preset=request.param).write(path, {"game": "limit"}, ARRAYS)
    return path


def test_what_is_written_is_read_back(path: Path) -> None:
    head, arrays = KIND.read(path)
    assert head == KIND.read_head(path) == {"game": "limit"}
    assert list(arrays) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert arrays[name].dtype == array.dtype
        assert arrays[name].shape == array.shape
        assert (arrays[name] == array).all()


@pytest.mark.parametrize("preset", [6, None])
def test_the_same_contents_give_the_same_bytes(tmp_path: Path, preset: int | None) -> None:
    for name in ("one", "two"):
        replace(KIND, preset=preset).write(tmp_path / name, {"game": "limit"}, ARRAYS)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_arrays_can_be_stored_as_they_are(tmp_path: Path) -> None:
    zeros = np.zeros(5000, dtype=np.uint8)
    for preset in (None, 0):
        replace(KIND, preset=preset).write(tmp_path / str(preset), {}, {"zeros": zeros})
    assert (tmp_path / "0").stat().st_size < 1000 < 5000 < (tmp_path / "None").stat().st_size


@pytest.mark.parametrize("read", [KIND.read, KIND.read_checked_head])
def test_every_cut_and_every_changed_byte_is_noticed(path: Path, read: Callable[[Path], object]) -> None:
    whole = path.read_bytes()
    for length in range(0, len(whole), 7):
        path.write_bytes(whole[:length])
        with pytest.raises(GameError, match=r"damaged|not a file of the kind|has version"):
            read(path)
    for place in range(0, len(whole), 3):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(GameError, match=r"damaged|not a file of the kind|has version"):
            read(path)
    path.write_bytes(whole + b"x")
    with pytest.raises(GameError, match="damaged"):
        read(path)


@pytest.mark.parametrize(
    ("first", "message"),
    [
        (b"hello", "is not a file of the kind 'railbird test' \\(tests write them\\)"),
        (b"railbird test 1\n", "has version '1', not 2: make it again"),
        (b"railbird test 3\n", "has version '3', not 2: update railbird"),
        (b"railbird test x\n", "has version 'x', not 2"),
        (b"railbird test 2\n" + b"\xff" * 20, "damaged"),
    ],
)
def test_foreign_files_and_other_versions_are_refused(path: Path, first: bytes, message: str) -> None:
    path.write_bytes(first)
    with pytest.raises(GameError, match=message):
        KIND.read(path)


@pytest.mark.parametrize(
    "listed",
    [
        [["a", "|O", [1], 0, 0]],
        [["a", "|u1", [2**60], 0, 0]],
        [["a", "|u1", [-1], 0, 0]],
        [["a", "|u1", "x", 0, 0]],
        [["a", "|u1", [3], 0]],
        [["a", "hello", [3], 0, 0]],
        7,
    ],
)
def test_a_head_that_lies_is_refused(path: Path, listed: object) -> None:
    encoded = json.dumps({"head": {}, "arrays": listed}).encode()
    checksum = zlib.crc32(encoded).to_bytes(4, "little")
    path.write_bytes(b"railbird test 2\n" + len(encoded).to_bytes(8, "little") + encoded + checksum)
    with pytest.raises(GameError, match="damaged"):
        KIND.read(path)


def test_missing_and_unwritable_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="none cannot be read: No such file"):
        KIND.read(tmp_path / "none")
    with pytest.raises(GameError, match="file cannot be written: No such file"):
        KIND.write(tmp_path / "no folder" / "file", {}, {})
    with pytest.raises(TypeError, match="cannot be written"):
        KIND.write(tmp_path / "file", {}, {"objects": np.array([object()])})
    assert not list(tmp_path.iterdir())
