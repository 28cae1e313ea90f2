"""Types of players: fitted to counts, and kept in a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from railbird.errors import ModelError
from railbird.models.reading.contexts import CONTEXTS, FINE_TO_PRESSURE, MAY_RAISE, PASSIVE, fine_context
from railbird.models.reading.counting import no_counts
from railbird.models.reading.strata import STRATA
from railbird.models.reading.types import PRIOR, PlayerTypes, fit_types, read_types, shipped_types
from railbird.models.saved_arrays import write_arrays

SEEN = fine_context(1, 1, 1, 1, behind=False, role=PASSIVE)
SIMILAR = fine_context(1, 1, 1, 3, behind=True, role=PASSIVE)


def fitted() -> PlayerTypes:
    """A player who raises strong hands and folds weak ones, and one who always calls."""
    careful, station = no_counts(), no_counts()
    careful[SEEN, 30, 2] = careful[SEEN, 3, 0] = 200
    station[SEEN, :, 1] = 50
    return fit_types({"careful": careful, "station": station})


def test_a_type_does_what_it_did() -> None:
    types = fitted()
    assert types.triples.shape == (2, CONTEXTS, STRATA, 3)
    assert types.triples.sum(axis=-1) == pytest.approx(1)
    assert types.triples[0, SEEN, 30, 2] > 0.95
    assert types.triples[0, SEEN, 3, 0] > 0.95
    assert types.triples[1, SEEN, 7, 1] > 0.95


def test_what_was_not_seen_follows_from_similar_contexts_and_strengths() -> None:
    types = fitted()
    assert types.triples[0, SIMILAR, 30, 2] > 0.9
    assert types.triples[0, SEEN, 33, 2] > 0.8  # the next level of strength
    assert types.triples[0, fine_context(3, 1, 1, 1, behind=False, role=PASSIVE), 30] == pytest.approx(1 / 3)


def test_estimates_begin_with_those_of_rougher_contexts() -> None:
    once = no_counts()
    once[SEEN, 30, 2] = 1
    whole = (PRIOR / 3 + np.array([0, 0, 1])) / (PRIOR + 1)
    near = rough = pressure = fine = whole
    for _ in range(4):
        near, rough, pressure, fine = (
            (PRIOR * each + np.array([0, 0, 1])) / (PRIOR + 1) for each in (whole, near, rough, pressure)
        )
    assert fit_types({"one": once}).triples[0, SEEN, 30] == pytest.approx(fine, abs=1e-6)


def test_no_action_is_impossible() -> None:
    assert fitted().triples.min() > 0.003


def test_a_file_holds_them(tmp_path: Path) -> None:
    types = fitted()
    file = tmp_path / "a.types"
    file.write_bytes(types.to_bytes())
    again = read_types(file)
    assert again.names == ("careful", "station")
    assert np.abs(again.triples - types.triples).max() < 0.01
    assert (again.visits == types.visits).all()
    assert again.to_bytes() == read_types(file).to_bytes()


@pytest.mark.parametrize("name", ["limit.types", "nolimit.types"])
def test_types_come_with_railbird_in_less_than_a_megabyte(name: str) -> None:
    types = shipped_types(name)
    assert len(types) >= 15
    assert len(types.to_bytes()) < 1e6


def test_a_shipped_type_does_what_its_bot_does() -> None:
    types = shipped_types("limit.types")
    raises = types.triples[types.names.index("always-raise"), :, :, 2]
    often = (types.visits > 1000) & MAY_RAISE[FINE_TO_PRESSURE]
    assert raises[often].min() > 0.8


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda data: data[: len(data) // 2], "cannot be read"),
        (lambda data: b"types", "cannot be read"),
        (lambda data: write_arrays({"railbird": "something"}, {}), "does not hold types of players"),
        (lambda data: write_arrays({"railbird": "player types", "version": 1}, {}), "cannot be read"),
        (
            lambda data: write_arrays(
                {"railbird": "player types", "version": 1, "types": ["a"]},
                {"shares": np.zeros(9, np.uint8), "visits": np.zeros(CONTEXTS, np.float32)},
            ),
            "cannot be read",
        ),
    ],
)
def test_a_damaged_file_is_refused(change: Callable[[bytes], bytes], reason: str, tmp_path: Path) -> None:
    file = tmp_path / "a.types"
    file.write_bytes(change(fitted().to_bytes()))
    with pytest.raises(ModelError, match=reason):
        read_types(file)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"none\.types cannot be read"):
        read_types(tmp_path / "none.types")
