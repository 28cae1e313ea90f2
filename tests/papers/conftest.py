"""Experiments keep their matches in a store of the test's own."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_STORE", str(tmp_path / "railbird.db"))
