"""Probability triples: building them, making them legal, and drawing from them."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.game import ActionKind
from railbird.policies.triples import CALLS, FOLDS, RAISES, choose, legal_triples, ramp, triples

FOLD, CALL, RAISE = ActionKind


def test_a_triple_is_in_the_order_of_action_kinds() -> None:
    assert (FOLDS, CALLS, RAISES) == (0, 1, 2)


@pytest.mark.parametrize(
    ("value", "result"), [(0.0, 0), (0.4, 0), (0.45, 0.25), (0.5, 0.5), (0.55, 0.75), (0.6, 1), (1.0, 1)]
)
def test_a_ramp_is_one_half_at_its_threshold(value: float, result: float) -> None:
    assert float(ramp(value, 0.5, 0.1)) == pytest.approx(result, abs=1e-12)


def test_a_ramp_without_width_is_a_step_that_includes_its_threshold() -> None:
    assert ramp([0.4999, 0.5, 0.5001], 0.5, 0.0).tolist() == [0, 1, 1]
    assert ramp([-1.0, 0.0, 1.0], 0.0, [0.0, 0.0, 0.0]).tolist() == [0, 1, 1]


def test_ramps_take_arrays() -> None:
    result = ramp(np.array([[0.5], [0.6]]), np.array([0.5, 0.6]), np.array([0.1, 0.0]))
    assert result == pytest.approx(np.array([[0.5, 0.0], [1.0, 1.0]]))


@pytest.mark.parametrize("half", [0.0, 0.01, 0.3, 40.0])
def test_ramps_do_not_fall(half: float) -> None:
    result = ramp(np.linspace(-100, 100, 4001), 12.5, half)
    assert (np.diff(result) >= 0).all()
    assert (result[0], result[-1]) == (0, 1)


def test_the_rest_of_a_triple_is_folding() -> None:
    assert triples(0.5, 0.3) == pytest.approx([0.2, 0.5, 0.3])
    assert triples([0.5, 0.0], [0.3, 0.0]) == pytest.approx(np.array([[0.2, 0.5, 0.3], [1, 0, 0]]))
    assert triples(np.zeros((4, 5)), 1.0).shape == (4, 5, 3)


def test_rounding_does_not_make_folding_negative() -> None:
    result = triples(0.1, 0.9 + 1e-16)
    assert triples(np.linspace(0, 1, 1001), 1 - np.linspace(0, 1, 1001)).min() == 0
    assert result[FOLDS] == 0


@pytest.mark.parametrize(
    ("free", "can_raise", "result"),
    [
        (False, True, (0.2, 0.5, 0.3)),
        (True, True, (0.0, 0.7, 0.3)),
        (False, False, (0.2, 0.8, 0.0)),
        (True, False, (0.0, 1.0, 0.0)),
    ],
)
def test_folds_become_free_checks_and_illegal_raises_become_calls(
    free: bool, can_raise: bool, result: tuple[float, float, float]
) -> None:
    given = np.array([[0.2, 0.5, 0.3], [0.2, 0.5, 0.3]])
    legal = legal_triples(given, free=free, can_raise=can_raise)
    assert legal == pytest.approx(np.array([result, result]))
    assert given.tolist() == [[0.2, 0.5, 0.3]] * 2
    assert legal is not given


@pytest.mark.parametrize(
    ("number", "kind"),
    [(0.0, FOLD), (0.1999, FOLD), (0.2, CALL), (0.69, CALL), (0.7, RAISE), (0.9999, RAISE)],
)
def test_one_number_picks_the_action(number: float, kind: ActionKind) -> None:
    assert choose((0.2, 0.5, 0.3), number) is kind


@pytest.mark.parametrize("kind", list(ActionKind))
def test_pure_triples_leave_nothing_to_chance(kind: ActionKind) -> None:
    pure = np.eye(3)[kind]
    assert {choose(pure, number) for number in (0.0, 0.25, 0.5, 1 - 2**-53)} == {kind}


@pytest.mark.parametrize("triple", [(0.35, 0.65, 0.0), (0.3, 0.7 - 1e-15, 0.0), (0.0, 1 - 2**-53, 0.0)])
def test_a_triple_without_raises_never_raises(triple: tuple[float, float, float]) -> None:
    """Not even where rounding leaves a little of the last share."""
    for number in (triple[FOLDS], 0.95, 1 - 2**-52, 1 - 2**-53):
        assert choose(triple, number) is CALL


DRAWS = 100_000
MIXED = [(0.2, 0.5, 0.3), (0.01, 0.98, 0.01), (0.0, 0.4, 0.6), (0.7, 0.0, 0.3), (0.35, 0.65, 0.0)]


@pytest.mark.parametrize("triple", MIXED)
def test_poki_14_frequencies_are_those_of_the_triple(triple: tuple[float, float, float]) -> None:
    drawn = [choose(triple, number) for number in np.random.default_rng(14).random(DRAWS).tolist()]
    for kind in ActionKind:
        error = np.sqrt(triple[kind] * (1 - triple[kind]) / DRAWS)
        assert drawn.count(kind) / DRAWS == pytest.approx(triple[kind], abs=4 * error)


def test_poki_14_seeded_draws_repeat() -> None:
    runs = [
        [choose((0.3, 0.4, 0.3), number) for number in np.random.default_rng(seed).random(200).tolist()]
        for seed in (1, 1, 2)
    ]
    assert runs[0] == runs[1] != runs[2]
