"""Files, the disk cache and estimates of card abstractions."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from railbird.abstraction.cards import (
    BucketSpec,
    CardAbstraction,
    build_abstraction,
    cache,
    estimate,
    estimate_abstraction,
)
from railbird.abstraction.cards.card_abstraction import FILE
from railbird.errors import GameError
from railbird.game import leduc, limit, nolimit
from tests.abstraction.cards.test_card_abstraction import holdem_by_hand

BOARD = "Kh7d2c9s3d"


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RAILBIRD_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_a_saved_abstraction_is_loaded_again(tmp_path: Path) -> None:
    abstraction = build_abstraction(leduc(), "buckets(preflop=3, flop=2, by=potential)")
    abstraction.save(tmp_path / "leduc.cards")
    again = CardAbstraction.load(tmp_path / "leduc.cards")
    assert (again.of_board("Qs") == abstraction.of_board("Qs")).all()
    assert (again.game, again.spec, again.counts) == (abstraction.game, abstraction.spec, abstraction.counts)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: b"something else", "is not a file of the kind 'railbird card abstraction'"),
        (lambda data: data[:-9], "is damaged or was cut off"),
        (lambda data: data[:200] + b"\0" + data[201:], "is damaged or was cut off"),
        (lambda data: data.replace(b"abstraction 1\n", b"abstraction 9\n", 1), "has version '9', not 1"),
    ],
)
def test_foreign_and_damaged_files_are_refused_in_one_line(damage: object, message: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    build_abstraction(leduc(), "buckets(by=class)").save(path)
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]
    with pytest.raises(GameError, match=message) as caught:
        CardAbstraction.load(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_of_another_game_is_refused(tmp_path: Path) -> None:
    arrays = build_abstraction(leduc(), "buckets(by=class)").arrays()
    arrays["game"] = np.array("limit")
    path = tmp_path / "file"
    FILE.write(path, {}, arrays)
    with pytest.raises(GameError, match=r"file: these arrays are not a card abstraction"):
        CardAbstraction.load(path)


def test_the_cache_keeps_an_abstraction_for_every_game_with_the_same_cards(own_cache: Path) -> None:
    abstraction = holdem_by_hand()
    assert cache.cached_abstraction(limit(), abstraction.spec) is None
    cache.keep_abstraction(abstraction)
    found = build_abstraction(nolimit(), abstraction.spec)
    assert found.game == nolimit()
    assert (found.of_board(BOARD) == abstraction.of_board(BOARD)).all()
    other = BucketSpec.parse("buckets(preflop=4, flop=3, turn=3, river=3)")
    assert cache.cached_abstraction(limit(), other) is None
    assert own_cache.is_dir()


def test_a_broken_entry_of_the_cache_is_built_again(own_cache: Path) -> None:
    spec = holdem_by_hand().spec
    cache.DISK.put(cache._key(limit(), spec), b"broken")
    assert cache.cached_abstraction(limit(), spec) is None
    arrays = holdem_by_hand().arrays()
    del arrays["1.table"]
    cache.DISK.put(cache._key(limit(), spec), cache._bytes(arrays))
    assert cache.cached_abstraction(limit(), spec) is None


def test_the_strengths_of_the_flop_are_kept_by_name(own_cache: Path) -> None:
    levels = np.arange(cache.FLOP_CLASSES, dtype=np.uint32).astype(np.uint16)
    cache.keep_flop({"ehs": levels})
    found = cache.cached_flop(("ehs",))
    assert found is not None
    assert (found["ehs"] == levels).all()
    assert cache.cached_flop(("ehs", "ehs2")) is None


def test_an_estimate_states_time_memory_and_disk(own_cache: Path) -> None:
    spec = "buckets(preflop=5, flop=5, turn=5, river=5)"
    alone, both = (estimate_abstraction(limit(), spec, threads=threads) for threads in (1, 2))
    assert alone.seconds == 2 * both.seconds > 60
    assert 1e8 < alone.memory < 1e9
    more = estimate_abstraction(limit(), "buckets(preflop=all, flop=20, turn=20, river=20)", threads=1)
    assert more.memory > 2 * alone.memory
    cache.keep_abstraction(holdem_by_hand())
    assert estimate_abstraction(limit(), holdem_by_hand().spec).seconds < 1
    assert "MB of memory" in str(alone)


def test_too_little_memory_is_said_before_the_build(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(estimate, "available_memory", lambda: 1e8)
    with pytest.raises(GameError, match=r"needs .* MB of memory, and 90 MB may be used"):
        build_abstraction(limit(), "buckets(preflop=5, flop=5, turn=5, river=5)")


def test_too_little_disk_is_said(tmp_path: Path) -> None:
    large = estimate.AbstractionEstimate(1, 1, 1 << 60)
    with pytest.raises(GameError, match="and its disk has"):
        large.check(tmp_path / "file")
