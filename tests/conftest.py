"""Tests leave the user's cache alone, and do not mind a slow machine."""

import os
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

hypothesis.settings.register_profile("railbird", deadline=None)  # a busy machine is not a failure
hypothesis.settings.load_profile("railbird")


@pytest.fixture(autouse=True, scope="session")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "cache"  # one for all workers
    folder.mkdir(exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAILBIRD_CACHE", str(folder))
        yield folder
