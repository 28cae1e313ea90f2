"""What a node of a Ray cluster says when it cannot work. Ray itself is not needed for this."""

from __future__ import annotations

import errno
import os
import tempfile
from typing import Any

import pytest

from railbird.arena.backends.ray_node import NodeWorker, code_state


def test_a_node_with_a_full_disk_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(**_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(tempfile, "TemporaryDirectory", full)
    worker = NodeWorker(b"", {"bot.py": b"..."}, code_state())
    assert worker.hello()[1] == "has no room: No space left on device"
    worker.close()


def test_a_node_with_other_code_says_so() -> None:
    version, _ = code_state()
    worker = NodeWorker(b"", {}, (version, "0" * 16))
    assert worker.hello()[1].startswith(f"has other code of Railbird {version} than this machine")
    worker.close()
