"""Files with what a bot has learned."""

from __future__ import annotations

import errno
import io
import json
import os
import pickle
import tempfile
import tracemalloc
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railbird.errors import ModelError
from railbird.models.learned_file import Learned, read_learned, write_learned
from railbird.models.saved_arrays import read_arrays, read_head, write_arrays

ANN, BOB = b"what ann does" * 20, bytes(range(256))
LEARNED = Learned("lain(cap=3)", "limit(players=3)", "lain", {"ann": ANN, "bob (ž)": BOB, "lain": b""})
HEAD = {
    "railbird": "learned",
    "version": 1,
    "bot": "lain",
    "game": "limit(players=3)",
    "player": "lain",
    "players": ["ann"],
}
RECORD = {"0": np.frombuffer(ANN, dtype=np.uint8)}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some.model"


def refusal(path: Path) -> str:
    with pytest.raises(ModelError) as error:
        read_learned(path)
    message = str(error.value)
    assert str(path) in message
    assert "\n" not in message
    return message


def zipped(parts: Mapping[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        for name, part in parts.items():
            file.writestr(name, part)
    return data.getvalue()


def array_bytes(array: Any) -> bytes:
    data = io.BytesIO()
    np.save(data, array, allow_pickle=True)
    return data.getvalue()


def changed(data: bytes, position: int) -> bytes:
    return data[:position] + bytes([255 - data[position]]) + data[position + 1 :]


def test_a_written_file_reads_back(path: Path) -> None:
    write_learned(path, LEARNED)
    assert read_learned(path) == LEARNED
    assert list(read_learned(path).records) == list(LEARNED.records)


def test_a_file_without_players_reads_back(path: Path) -> None:
    write_learned(path, Learned("lain", "limit", "lain"))
    assert read_learned(path) == Learned("lain", "limit", "lain", {})


def test_arrays_read_back_unchanged() -> None:
    parts = {"0.counts": np.array([[1.5, -0.0], [np.inf, 3]]), "pool.hands": np.arange(5, dtype=np.int32)}
    data = write_arrays({"cap": 2, "name": "ž"}, parts)
    head, result = read_arrays(data, "it")
    assert head == read_head(data, "it") == {"cap": 2, "name": "ž"}
    assert {name: (part.dtype, part.tolist()) for name, part in result.items()} == {
        name: (part.dtype, part.tolist()) for name, part in parts.items()
    }


def test_objects_are_not_written() -> None:
    with pytest.raises(ValueError, match="allow_pickle=False"):
        write_arrays({}, {"0": np.array([{}], dtype=object)})


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"this is not a model\n",
        b"PK\x03\x04",
        zipped({}),
        zipped({"letter.txt": b"dear Ann"}),
        zipped({"head.json": b"[1, 2]"}),
        zipped({"head.json": b"{"}),
        zipped({"head.json": b"\xff\xfe"}),
        zipped({"head.json": b"[" * 100_000}),
        zipped({"head.json": json.dumps(HEAD).encode(), "0": b"not an array"}),
        array_bytes(np.arange(3)),
    ],
    ids=[
        "empty",
        "text",
        "a truncated file",
        "an empty zip",
        "a zip of something else",
        "a head that is a list",
        "a truncated head",
        "a head that is not text",
        "a head nested too deeply",
        "a record that is not an array",
        "a bare array",
    ],
)
def test_a_file_that_is_not_a_model_is_refused(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    assert "cannot be read" in refusal(path)


def test_a_model_that_would_inflate_is_refused_before_it_does(path: Path) -> None:
    """20 MB of zeros in 20 KB, as a record or as the head."""
    zeros = array_bytes(np.zeros(20_000_000, dtype=np.uint8))
    for name in ("0", "head.json"):
        data = io.BytesIO()
        with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr(name, zeros)
        path.write_bytes(data.getvalue())
        tracemalloc.start()
        assert "is compressed, which models never are" in refusal(path)
        with pytest.raises(ModelError, match="is compressed"):
            read_head(path.read_bytes(), "it")
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
        tracemalloc.stop()


def test_parts_that_share_the_bytes_of_a_file_are_refused(path: Path) -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        file.writestr("0", bytes(100_000))
        first = file.filelist[0]
        for number in range(1, 50):  # each of them points to the first part
            info = zipfile.ZipInfo(str(number))
            info.header_offset = first.header_offset
            info.CRC, info.file_size, info.compress_size = first.CRC, first.file_size, first.compress_size
            file.filelist.append(info)
            file.NameToInfo[info.filename] = info
    path.write_bytes(data.getvalue())
    assert "its parts are larger than the file" in refusal(path)


def test_an_endless_device_is_refused() -> None:
    with pytest.raises(ModelError, match="it is not a file"):
        read_learned(Path("/dev/zero"))


def test_a_truncated_file_is_refused(path: Path) -> None:
    write_learned(path, LEARNED)
    whole = path.read_bytes()
    for size in (*range(0, len(whole), 50), *range(len(whole) - 22, len(whole))):
        path.write_bytes(whole[:size])
        refusal(path)


def test_a_damaged_byte_is_refused_or_makes_no_difference(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_learned(path, LEARNED)
    whole = path.read_bytes()
    refused = 0
    for position in range(len(whole)):
        monkeypatch.setattr(Path, "read_bytes", lambda _, at=position: changed(whole, at))
        try:
            assert read_learned(path) == LEARNED, position
        except ModelError as error:
            assert str(path) in str(error)
            refused += 1
    assert refused > sum(map(len, LEARNED.records.values()))


@pytest.mark.parametrize("record", [ANN, BOB])
def test_a_damaged_record_is_refused(path: Path, record: bytes) -> None:
    write_learned(path, LEARNED)
    whole = path.read_bytes()
    begin = whole.index(record)
    for position in (begin, begin + len(record) // 2, begin + len(record) - 1):
        path.write_bytes(changed(whole, position))
        refusal(path)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [(b"(20480,)", b"(10480,)"), (b"(20480,)", b"(20480, "), (b"'|u1'", b"',u1'")],
    ids=["a shape that is too small", "a missing bracket", "an unknown dtype"],
)
def test_a_long_record_with_a_damaged_header_is_refused(path: Path, right: bytes, wrong: bytes) -> None:
    write_learned(path, Learned("lain", "limit(players=3)", "lain", {"ann": bytes(range(256)) * 80}))
    whole = path.read_bytes()
    assert right in whole
    path.write_bytes(whole.replace(right, wrong, 1))
    refusal(path)


@pytest.mark.parametrize("size", [10**15, 10**30])
def test_a_record_of_impossible_size_is_refused(path: Path, size: int) -> None:
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "|u1", "fortran_order": False, "shape": (size,)})
    path.write_bytes(zipped({"head.json": json.dumps(HEAD).encode(), "0": header.getvalue()}))
    refusal(path)


class Trap:
    """Leaves a trace if it is ever unpickled."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return os.mkdir, (str(self.trace),)


@pytest.mark.parametrize("where", ["a record", "a NumPy zip", "a bare array", "a bare pickle"])
def test_nothing_is_ever_unpickled(path: Path, tmp_path: Path, where: str) -> None:
    trace = tmp_path / "trace"
    objects = np.array([Trap(trace)], dtype=object)
    if where == "a record":
        path.write_bytes(zipped({"head.json": json.dumps(HEAD).encode(), "0": array_bytes(objects)}))
    elif where == "a NumPy zip":
        with path.open("wb") as file:
            np.savez(file, records=objects)
    else:
        path.write_bytes(array_bytes(objects) if where == "a bare array" else pickle.dumps(Trap(trace)))
    refusal(path)
    assert not trace.exists()


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ({"railbird": "context models"}, "is not a learned model"),
        ({"railbird": None}, "is not a learned model"),
        ({"version": 2}, "has version '2'; only version 1"),
        ({"version": None}, "has version 'None'; only version 1"),
        ({"players": ["ann", "bob"]}, "exactly one record for each player"),
        ({"players": None}, "cannot be read"),
    ],
)
def test_a_malformed_head_is_refused(path: Path, head: dict[str, object], message: str) -> None:
    path.write_bytes(write_arrays({**HEAD, **head}, RECORD))
    assert message in refusal(path)


@pytest.mark.parametrize("missing", list(HEAD))
def test_an_incomplete_head_is_refused(path: Path, missing: str) -> None:
    path.write_bytes(write_arrays({name: value for name, value in HEAD.items() if name != missing}, RECORD))
    refusal(path)


def test_the_unchanged_head_of_these_tests_is_accepted(path: Path) -> None:
    path.write_bytes(write_arrays(HEAD, RECORD))
    assert read_learned(path).records == {"ann": ANN}


def test_a_missing_file_or_a_folder_is_reported(path: Path, tmp_path: Path) -> None:
    assert "No such file" in refusal(path)
    assert "directory" in refusal(tmp_path)


@pytest.mark.parametrize("where", ["no/such/folder/x.model", "file/x.model", "folder"])
def test_a_path_that_cannot_be_written_is_reported(tmp_path: Path, where: str) -> None:
    (tmp_path / "file").write_text("old")
    (tmp_path / "folder").mkdir()
    with pytest.raises(ModelError, match="cannot be written") as error:
        write_learned(tmp_path / where, LEARNED)
    assert str(tmp_path / where) in str(error.value)
    assert sorted(each.name for each in tmp_path.rglob("*")) == ["file", "folder"]


def test_a_folder_without_write_permission_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(**_: object) -> None:  # patched because root may write anywhere
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(tempfile, "mkstemp", forbidden)
    with pytest.raises(ModelError, match="Permission denied") as error:
        write_learned(path, LEARNED)
    assert str(path) in str(error.value)


@pytest.mark.parametrize(
    ("trouble", "raised"),
    [(OSError(errno.ENOSPC, "No space left on device"), ModelError), (KeyboardInterrupt(), KeyboardInterrupt)],
)
def test_an_interrupted_write_leaves_the_old_file(
    path: Path, monkeypatch: pytest.MonkeyPatch, trouble: BaseException, raised: type[BaseException]
) -> None:
    write_learned(path, LEARNED)

    class Interrupted(io.FileIO):
        def write(self, data: Any) -> int:
            super().write(data[:100])
            raise trouble

    with monkeypatch.context() as patch:
        patch.setattr("railbird._files.os.fdopen", Interrupted)
        with pytest.raises(raised):
            write_learned(path, Learned("lain", "limit", "lain", {"ann": b"new"}))
    assert read_learned(path) == LEARNED
    assert list(path.parent.iterdir()) == [path]


def test_a_new_file_replaces_the_old_one(path: Path) -> None:
    write_learned(path, LEARNED)
    write_learned(path, Learned("lain", "limit", "lain", {"ann": b"new"}))
    assert read_learned(path).records == {"ann": b"new"}
    assert list(path.parent.iterdir()) == [path]


def test_the_same_model_gives_the_same_bytes_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    first = write_arrays({"cap": 2}, {"0": np.arange(3)})
    monkeypatch.setattr("time.time", lambda: 1e9)
    assert write_arrays({"cap": 2}, {"0": np.arange(3)}) == first
