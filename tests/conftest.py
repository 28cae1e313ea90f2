"""Tests leave the user's cache alone, use one core each, and do not mind a slow machine."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import hypothesis
import pytest

if TYPE_CHECKING:
    from tests.store.places import ServerPlace
    from tests.store.postgres_server import PostgresServer

hypothesis.settings.register_profile("railbird", deadline=None)  # a busy machine is not a failure
hypothesis.settings.load_profile("railbird")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell starts programs in the background so
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--deals", type=int, default=1_000_000, help="random deals of the turn and the river that are numbered"
    )


@pytest.fixture
def deals(request: pytest.FixtureRequest) -> int:
    """How many random deals a test looks at; more can be asked for."""
    return int(request.config.getoption("--deals"))


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cache"  # one for all workers
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAILBIRD_CACHE", str(folder))
        patch.setenv("RAILBIRD_THREADS", "1")  # the others have tests to run; what needs two workers asks for them
        yield folder


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server of this worker; tests that need one are skipped where there is none."""
    from tests.store.postgres_server import UnavailableError, postgres_server

    try:
        with postgres_server() as server:
            yield server
    except UnavailableError as missing:
        pytest.skip(str(missing))


@pytest.fixture
def database(postgres: PostgresServer) -> Iterator[ServerPlace]:
    """A place for a store in a database, without tables."""
    from tests.store.places import ServerPlace

    yield ServerPlace(postgres.url(postgres.new_schema()))
    postgres.end_connections()  # of stores that a test left open


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files with slow tests come first, so that the workers end together."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


def pytest_collection_finish() -> None:
    """What has been imported and collected stays, so that no garbage collection has to go through it again."""
    gc.collect()
    gc.freeze()
