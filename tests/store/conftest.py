"""Every test of the store that takes ``place`` or ``store`` runs on a SQLite file and on a PostgreSQL database."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from railbird.store import Store
from tests.store.places import KINDS, FilePlace, Place


@pytest.fixture(params=KINDS)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """A place for a store, which does not exist yet."""
    if request.param == "sqlite":
        return FilePlace(tmp_path / "railbird.db")
    place: Place = request.getfixturevalue("database")
    return place


@pytest.fixture
def store(place: Place) -> Iterator[Store]:
    """An empty store."""
    with place.open() as opened:
        yield opened
