"""Files are written whole or not at all; what is no file stays what it is."""

from __future__ import annotations

import os
import stat
import threading
from pathlib import Path

import pytest

from railbird._files import writing_whole


def test_a_file_is_replaced_only_when_all_of_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with writing_whole(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_gets_what_is_written_and_remains_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(path.read_bytes()), daemon=True)
    reader.start()
    with writing_whole(path) as file:
        file.write(b"hands")
    reader.join(10)
    assert received == [b"hands"]
    assert stat.S_ISFIFO(path.stat().st_mode)
