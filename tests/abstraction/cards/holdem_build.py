"""The real abstraction of hold'em, which takes minutes: shares of the buckets, threads, and a kill in the middle.

Building takes minutes, so these are not among the tests that always run: pytest tests/abstraction/cards/holdem_build.py
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from railbird.abstraction.cards import BucketSpec, CardAbstraction, build_abstraction, cache, estimate_abstraction
from railbird.game import limit
from railbird.game.holdings import holdings

pytestmark = pytest.mark.slow
SPEC = "buckets(preflop=5, flop=5, turn=5, river=5, by=ehs2, recall=perfect)"
CHILD = f"""
from railbird.abstraction.cards import build_abstraction
build_abstraction("limit", {SPEC!r}, progress=lambda done: print(done, flush=True))
"""


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache of a build that was killed after the flop."""
    folder = tmp_path_factory.mktemp("cache")
    environment = {**os.environ, "RAILBIRD_CACHE": str(folder)}
    with subprocess.Popen([sys.executable, "-c", CHILD], env=environment, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        for line in child.stdout:
            if float(line) > 0.6:
                child.send_signal(signal.SIGKILL)
                break
    assert child.returncode == -signal.SIGKILL
    return folder


@pytest.fixture(scope="module")
def abstraction(killed: Path) -> CardAbstraction:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAILBIRD_CACHE", str(killed))
        return build_abstraction(limit(), SPEC, threads=1)


def test_a_kill_loses_only_the_time_since_the_flop(killed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_CACHE", str(killed))
    assert cache.cached_flop(("ehs2",)) is not None
    assert {path.suffix for path in killed.iterdir()} <= {".sqlite3", ".sqlite3-wal", ".sqlite3-shm"}
    known, unknown = (estimate_abstraction(limit(), SPEC.replace("ehs2", by)) for by in ("ehs2", "ehs"))
    assert known.seconds < unknown.seconds


def test_every_bucket_has_its_share_of_random_deals(abstraction: CardAbstraction) -> None:
    assert abstraction.counts == (5, 25, 125, 625)
    generator = np.random.default_rng(8)
    counts = [np.zeros(count) for count in abstraction.counts]
    for _ in range(1500):
        buckets = abstraction.of_board(bytes(generator.permutation(52)[:5].astype(np.uint8)))
        for street, row in enumerate(buckets):
            counts[street] += np.bincount(row[row >= 0], minlength=len(counts[street]))
    for street, tolerance in enumerate((0.2, 0.25, 0.4)):
        shares = counts[street] / counts[street].sum() * len(counts[street])
        assert shares == pytest.approx(np.ones_like(shares), abs=tolerance)
    assert (counts[3] > 0).mean() > 0.9


def test_the_result_does_not_depend_on_threads(
    abstraction: CardAbstraction, killed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAILBIRD_CACHE", str(killed))
    monkeypatch.setattr(cache, "_key", lambda game, spec: "another")
    other = build_abstraction(limit(), BucketSpec.parse(SPEC), threads=2)
    for name, array in abstraction.arrays().items():
        assert (other.arrays()[name] == array).all()


def test_one_hand_has_the_bucket_that_it_has_among_all(abstraction: CardAbstraction) -> None:
    generator = np.random.default_rng(9)
    for _ in range(100):
        cards = bytes(generator.permutation(52)[:7].astype(np.uint8))
        hand = holdings(limit()).index(cards[:2])
        assert abstraction.path(cards[:2], cards[2:]) == tuple(abstraction.of_board(cards[2:])[:, hand])
