"""Control variates with coefficients from other samples."""

import numpy as np
import pytest

from railbird.stats import control
from railbird.stats.control import cross_fitted


def _made(samples: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    chance = np.random.default_rng(seed)
    x = chance.standard_normal((samples, 3))
    return 1 + x @ [2.0, -1.0, 0.0] + chance.standard_normal(samples) / 2, x


def test_variance_explained_by_the_variates_is_removed() -> None:
    y, x = _made(2000, 1)
    corrected = cross_fitted(y, x.__getitem__, np.zeros(0), np.arange(2000))
    assert corrected.std() == pytest.approx(0.5, rel=0.05)
    assert corrected.mean() == pytest.approx(1, abs=0.05)


def test_the_mean_over_many_repetitions_is_the_same() -> None:
    """Variates with mean 0 cause no bias, even if the coefficients come from few samples."""
    errors = []
    for seed in range(150):
        y, x = _made(120, seed)
        errors.append(cross_fitted(y, x.__getitem__, np.zeros(0), np.arange(120)).mean() - 1)
    assert abs(np.mean(errors)) < 4 * np.std(errors) / np.sqrt(150)
    assert np.std(errors) < 0.07  # plain means have 0.2


def test_a_sample_does_not_change_its_own_coefficients() -> None:
    y, x = _made(500, 2)
    before = cross_fitted(y, x.__getitem__, np.zeros(0), np.arange(500))
    changed = y.copy()
    changed[7] += 1000
    after = cross_fitted(changed, x.__getitem__, np.zeros(0), np.arange(500))
    assert after[7] - before[7] == pytest.approx(1000)
    same = np.isclose(after, before)
    assert 25 < same.sum() < 80  # the others of its fold


def test_few_samples_are_corrected_with_the_prior_coefficients() -> None:
    y, x = _made(14, 3)
    assert cross_fitted(y, x.__getitem__, np.array([2.0]), np.arange(14)) == pytest.approx(y - 2 * x[:, 0])


def test_groups_that_depend_on_each_other_stay_together() -> None:
    y, x = _made(400, 4)
    groups = np.repeat(np.arange(20), 20)
    changed = y.copy()
    changed[:20] += 1000
    before = cross_fitted(y, x.__getitem__, np.zeros(0), groups)
    after = cross_fitted(changed, x.__getitem__, np.zeros(0), groups)
    assert after[:20] - before[:20] == pytest.approx(1000)
    few = cross_fitted(y, x.__getitem__, np.array([2.0]), np.zeros(400, dtype=np.int64))
    assert few == pytest.approx(y - 2 * x[:, 0])


def test_the_chunk_size_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    y, x = _made(500, 5)
    whole = cross_fitted(y, x.__getitem__, np.zeros(0), np.arange(500))
    monkeypatch.setattr(control, "CHUNK", 77)
    assert cross_fitted(y, x.__getitem__, np.zeros(0), np.arange(500)) == pytest.approx(whole)


def test_a_variate_that_is_always_zero_does_no_harm() -> None:
    y, x = _made(300, 6)
    x[:, 1] = 0
    assert np.isfinite(cross_fitted(y, x.__getitem__, np.zeros(0), np.arange(300))).all()


def test_no_samples_stay_no_samples() -> None:
    assert len(cross_fitted(np.zeros(0), lambda part: np.zeros((0, 3)), np.zeros(0), np.zeros(0, dtype=np.int64))) == 0


def test_variates_that_are_zero_but_for_rounding_get_no_coefficients() -> None:
    """As in duplicate dealing, where those of both seats cancel until somebody plays them differently."""
    y, x = _made(500, 5)
    x = np.c_[x, 1e-17 * x[:, :1] * x[:, 1:2]]
    x[7, 3] = 5.0
    corrected = cross_fitted(y, x.__getitem__, np.zeros(0), np.arange(500))
    assert abs(corrected - 1).max() < 10
