"""The reproduction of Smooth UCT: a small run in small games."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from railbird.papers.published import read_table
from railbird.papers.smooth_uct import PLAIN, SMOOTH, _claims, _points, smooth_uct

PLAN = "leduc; buckets(by=class); seed={seed}, iterations={count}, method={method}"


def test_a_small_run_has_all_its_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAILBIRD_CACHE", str(tmp_path))
    shares: list[float] = []
    found = smooth_uct(
        read_table("smooth-uct"), True, shares.append, games={"kuhn": 200_000}, plan=PLAN, blocks=1, deals=50
    )
    assert shares == sorted(shares)
    assert [finding.columns for finding in found.findings] == [("episodes", PLAIN, SMOOTH)]
    assert [curve.name for curve in found.curves] == ["uct on kuhn", "smooth-uct on kuhn"]
    assert [claim.text.split(":")[0] for claim in found.claims] == [
        *["kuhn"] * 3,
        "abstract limit hold'em, exactly",
        "limit hold'em",
    ]
    smooth = found.curves[1].values
    assert smooth[-1] < 0.5 * smooth[0]


def test_measurements_are_a_decade_apart_after_each_four() -> None:
    points = _points(1_000_000)
    assert points[-1] == 1_000_000
    assert (points[4:] / points[:-4]).tolist() == pytest.approx([10.0] * (len(points) - 4), rel=1e-3)


def test_claims_fail_where_uct_falls_as_well() -> None:
    falling = np.geomspace(1.0, 0.01, 9) * np.array([[1.0], [1.1], [0.9]])
    stalled = np.concatenate([falling[:, :5], falling[:, 4:5] * np.ones((3, 4))], axis=1)
    assert [claim.holds for claim in _claims("leduc", {PLAIN: stalled, SMOOTH: falling})] == [True, True, True]
    assert [claim.holds for claim in _claims("leduc", {PLAIN: falling, SMOOTH: falling})] == [True, False, True]
    assert not _claims("leduc", {PLAIN: falling, SMOOTH: stalled})[0].holds
