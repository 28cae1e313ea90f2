"""What is known of a player, natively beside plain Python; corrections and frequencies by their formulas."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
import pytest

from railbird import _core
from railbird.agent.tracker import BettingTracker
from railbird.game import ActionKind, Hand
from railbird.models.reading.contexts import CONTEXT_COUNTS, UNKNOWN, Context, context_of
from railbird.models.reading.corrections import CorrectionKind
from railbird.models.reading.counting import no_counts
from railbird.models.reading.frequencies import FREQUENCY_KINDS, STANDS
from railbird.models.reading.player_reading import PlayerReading, ReadingConstants
from railbird.models.reading.strata import LEVELS, STRATA, levels_of, strata_on
from railbird.models.reading.types import PlayerTypes, fit_types
from tests.reference.player_reading import ReferenceRange, ReferenceReading

BOARD = bytes([20, 25, 39])
PLAIN = ReadingConstants(corrections=(), frequencies=(), blinds=(0.0,), trusted=0.0)


@pytest.fixture(scope="module")
def types() -> PlayerTypes:
    """Four players with random habits."""
    chance = np.random.default_rng(3)
    return fit_types({f"type {number}": chance.uniform(0, 40, no_counts().shape) for number in range(4)})


@pytest.fixture(scope="module")
def even() -> PlayerTypes:
    """One player who does the same with every hand."""
    return fit_types({"even": no_counts() + np.array([20.0, 50.0, 30.0])}, prior=1e-9)


def contexts() -> list[Context]:
    hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c / c r")
    return [context_of(step.situation, place) for place, step in enumerate(BettingTracker(hand).steps(), start=5)]


def random_context(choose: np.random.Generator) -> Context:
    rough = int(choose.integers(CONTEXT_COUNTS["rough"]))
    street = rough // 3
    within = {kind: count // 4 for kind, count in CONTEXT_COUNTS.items()}
    return Context(
        fine=street * within["fine"] + int(choose.integers(within["fine"])),
        middle=street * within["middle"] + int(choose.integers(within["middle"])),
        pressure=street * within["pressure"] + int(choose.integers(within["pressure"])),
        rough=rough,
        priced=street * within["priced"] + int(choose.integers(within["priced"])),
        sequence=int(choose.integers(CONTEXT_COUNTS["sequence"])),
        may_fold=bool(choose.integers(2)),
        may_raise=bool(choose.integers(4)),
    )


@pytest.mark.parametrize(
    "constants",
    [ReadingConstants(), PLAIN, ReadingConstants(blinds=(1.0,)), ReadingConstants(types_memory=3.0, shown_memory=2.0)],
)
def test_it_learns_and_reads_natively_like_in_python(types: PlayerTypes, constants: ReadingConstants) -> None:
    choose = np.random.default_rng(1)
    native, plain = PlayerReading(types, constants), ReferenceReading(types, constants)
    bins, shares = choose.dirichlet(np.ones(STRATA), (4, 20)), choose.dirichlet(np.ones(20), 4)
    for hand in range(60):
        if hand == 40:
            native.native.restore(native.native.state())  # changes the scale of counts
        known, dead = (bytes(choose.choice(52, size=size, replace=False).tolist()) for size in (2, 3))
        ranges = _core.HypothesisRanges(native.native, sum(1 << card for card in known)), ReferenceRange(plain, known)
        seen = []
        for _ in range(choose.integers(1, 5)):
            context, kind = random_context(choose), int(choose.integers(3))
            strata = choose.integers(STRATA, size=1326)
            for mine, theirs in zip(
                ranges[0].expected(context, strata), ranges[1].expected(context, strata), strict=True
            ):
                np.testing.assert_allclose(mine, theirs, rtol=1e-5, atol=1e-12)
            expected = ranges[0].see(context, strata, kind, True)
            np.testing.assert_allclose(expected, ranges[1].see(context, strata, kind), rtol=1e-5, atol=1e-12)
            np.testing.assert_allclose(ranges[0].ranges, ranges[1].ranges, rtol=1e-4, atol=1e-12)
            seen.append((context, kind, strata))
        ranges[0].remove(sum(1 << card for card in dead))
        ranges[1].remove(dead)
        assert (ranges[0].possible == ranges[1].possible).all()
        np.testing.assert_allclose(ranges[0].likely(), ranges[1].likely(), rtol=1e-4, atol=1e-12)
        if hand % 3 == 0:
            shown = int(choose.choice(np.flatnonzero(ranges[0].possible)))
            native.saw_hand(ranges[0].likelihoods(shown))
            plain.saw_hand(ranges[1].ranges[:, shown].tolist())
        for context, kind, strata in seen:
            native.native.learn(context, kind, strata, ranges[0].likely())
            plain.learn(context, kind, strata, ranges[1].likely())
        native.native.fade()
        plain.fade()
        coming = random_context(choose)._replace(priced=UNKNOWN, sequence=UNKNOWN)
        (row,) = native.native.rows(
            np.array([coming[:6]]), np.array([coming.may_fold]), np.array([coming.may_raise]), bins, shares
        )
        street = coming.rough // 3
        np.testing.assert_allclose(row, plain.row(coming, bins[street], shares[street]), rtol=1e-5, atol=1e-12)
    assert native.type_shares == pytest.approx(plain.type_shares, rel=1e-5)
    assert native.weights == pytest.approx(plain.weights, rel=1e-4, abs=1e-12)


def learned(types: PlayerTypes, kind: CorrectionKind, masses: Sequence[int], times: int, action: int) -> PlayerReading:
    """A reading with one correction, after actions on the flop with hands of these strata."""
    reading = PlayerReading(types, ReadingConstants(corrections=(kind,), frequencies=(), blinds=(0.0,), trusted=0.0))
    strata = np.resize(np.array(masses), 1326)
    for _ in range(times):
        reading.native.learn(contexts()[2], action, strata, np.full(1326, 1 / 1326))
    return reading


def correction(levels: int = LEVELS) -> CorrectionKind:
    return CorrectionKind("fine", "middle", levels, prior=2.0, memory=10.0)


def factors(reading: PlayerReading, context: Context) -> np.ndarray:
    before, after = reading.triples(context._replace(may_fold=True))
    return np.asarray(after / after[:, 1:2] / (before / before[:, 1:2]))


def test_a_correction_is_how_often_an_action_was_taken_beside_how_often_it_was_expected(even: PlayerTypes) -> None:
    reading = learned(even, correction(levels=1), range(STRATA), 3, ActionKind.RAISE)
    fold, call, raise_ = 0.0, 0.7, 0.3  # a fold where there is nothing to call is a call
    expected = np.array([2 / (3 * fold + 2), 2 / (3 * call + 2), (3 + 2) / (3 * raise_ + 2)])
    assert factors(reading, contexts()[2])[7] == pytest.approx(expected / expected[1], rel=1e-4)
    assert factors(reading, contexts()[0]) == pytest.approx(1.0)


def test_a_hand_that_is_known_corrects_its_own_level_alone(even: PlayerTypes) -> None:
    reading = learned(even, correction(), [30], 1, ActionKind.CALL)
    changed = (abs(factors(reading, contexts()[2]) - 1) > 1e-6).any(axis=1)
    assert (changed == (levels_of(1) == levels_of(1)[30])).all()


def test_counts_fade(even: PlayerTypes) -> None:
    reading = learned(even, correction(levels=1), range(STRATA), 1, ActionKind.RAISE)

    def raised() -> float:
        fold, _, raise_ = factors(reading, contexts()[2])[0]
        return float(raise_ / fold)

    before = raised()
    for _ in range(10):
        reading.native.fade()
    left = math.exp(-1)
    assert raised() == pytest.approx((left + 2) / (0.3 * left + 2), rel=1e-4)
    assert raised() < before
    for _ in range(140):
        reading.native.fade()  # the scale, e^15, has come back to 1 by then
    assert raised() == pytest.approx(1, abs=1e-5)
    assert reading.native.state()["fine observed"][contexts()[2].middle, 0, 2] == pytest.approx(math.exp(-15), rel=1e-3)


def frequencies(types: PlayerTypes) -> PlayerReading:
    return PlayerReading(types, ReadingConstants(corrections=(), blinds=(0.0,), trusted=0.0, evidence_memory=1.0))


def acts(reading: PlayerReading, context: Context, kinds: Sequence[ActionKind]) -> None:
    for kind in kinds:
        _core.HypothesisRanges(reading.native, 0).see(context, strata_on(BOARD), kind, True)


def last_estimate(reading: PlayerReading, context: Context) -> np.ndarray:
    """What the finest frequency with the largest s expects, if nothing else has any weight."""
    state = reading.native.state()
    evidence = np.full_like(state["evidence"], -1e3)
    evidence[-1] = 0.0
    again = frequencies(reading.types)
    again.native.restore({**state, "evidence": evidence, "product evidence": np.array([-1e3])})
    return _core.HypothesisRanges(again.native, 0).expected(context, strata_on(BOARD))[2]


def test_each_frequency_begins_with_the_rougher_one(even: PlayerTypes) -> None:
    reading, context = frequencies(even), contexts()[1]
    first = reading.triples(context)[0, 0]
    assert last_estimate(reading, context) == pytest.approx(first, rel=1e-4)
    acts(reading, context, [ActionKind.RAISE] * 3)
    expected = first
    for _ in FREQUENCY_KINDS:
        expected = (np.array([0.0, 0.0, 3.0]) + STANDS[-1] * expected) / (3 + STANDS[-1])
    assert last_estimate(reading, context) == pytest.approx(expected, rel=1e-4)


def test_a_sequence_that_was_not_seen_is_played_as_others_of_its_street(even: PlayerTypes) -> None:
    reading, context = frequencies(even), contexts()[1]
    acts(reading, context, [ActionKind.CALL] * 100)
    other = context._replace(sequence=context.sequence + 1)
    assert last_estimate(reading, other)[ActionKind.CALL] > 0.95


def test_other_contexts_say_nothing(even: PlayerTypes) -> None:
    reading, (context, *_, later) = frequencies(even), contexts()
    assert context.rough != later.rough
    acts(reading, context, [ActionKind.FOLD])
    assert last_estimate(reading, later) == pytest.approx(reading.triples(later)[0, 0], rel=1e-4)


def test_actions_fade(even: PlayerTypes) -> None:
    reading, context = frequencies(even), contexts()[1]
    acts(reading, context, [ActionKind.RAISE])
    for _ in range(22_500):
        reading.native.fade()  # the scale, e^15, has come back to 1 by then
    left = math.exp(-15)
    assert reading.native.state()["frequencies rough"][context.rough, 2] == pytest.approx(left, rel=1e-4)


WRONG: list[tuple[str, Callable[[PlayerReading, _core.HypothesisRanges], object]]] = [
    ("does not exist", lambda reading, _: reading.triples(contexts()[0]._replace(fine=CONTEXT_COUNTS["fine"]))),
    ("does not exist", lambda reading, _: reading.triples(contexts()[0]._replace(sequence=UNKNOWN))),
    ("no such stratum", lambda _, mine: mine.see(contexts()[0], np.full(1326, STRATA), 0, True)),
    ("0, 1 or 2", lambda _, mine: mine.see(contexts()[0], strata_on(b""), 3, True)),
    ("1326 hands", lambda _, mine: mine.likelihoods(1326)),
    ("each hypothesis", lambda reading, _: reading.native.saw_hand([0.5])),
    ("between 0 and 1", lambda reading, _: reading.native.saw_hand([float("nan")] * len(reading.weights))),
    (
        "between 0 and 1",
        lambda reading, _: reading.native.learn(contexts()[0], 0, strata_on(b""), np.full(1326, -1.0)),
    ),
    (
        "different lengths",
        lambda reading, _: reading.native.rows(
            np.zeros((2, 6), np.intp), np.ones(1, bool), np.ones(2, bool), np.ones((4, 3, STRATA)), np.ones((4, 3))
        ),
    ),
    (
        "does not exist",
        lambda reading, _: reading.native.rows(
            np.full((1, 6), 2**40), np.ones(1, bool), np.ones(1, bool), np.ones((4, 3, STRATA)), np.ones((4, 3))
        ),
    ),
    (
        "shares are between",
        lambda reading, _: reading.native.rows(
            np.zeros((1, 6), int), np.ones(1, bool), np.ones(1, bool), np.full((4, 3, STRATA), np.nan), np.ones((4, 3))
        ),
    ),
]


@pytest.mark.parametrize(("reason", "call"), WRONG)
def test_impossible_arguments_are_refused(
    types: PlayerTypes, reason: str, call: Callable[[PlayerReading, _core.HypothesisRanges], object]
) -> None:
    reading = PlayerReading(types)
    with pytest.raises(ValueError, match=reason):
        call(reading, _core.HypothesisRanges(reading.native, 0))


def test_estimates_that_predict_together_are_multiplied(types: PlayerTypes) -> None:
    reading, context = PlayerReading(types), contexts()[1]
    power = reading.native.state()["powers"]
    assert power[0] == 1
    assert not power[1:].any()
    acts(reading, context, [ActionKind.RAISE] * 30)
    assert (reading.native.state()["powers"] > power).all()
    expected = _core.HypothesisRanges(reading.native, 0).expected(context, strata_on(BOARD))[2]
    assert expected.sum() == pytest.approx(1)
    assert expected[ActionKind.RAISE] > 0.95


@pytest.mark.parametrize("blinds", [(), (1.5,), (float("nan"),)])
def test_impossible_constants_are_refused(types: PlayerTypes, blinds: tuple[float, ...]) -> None:
    with pytest.raises(ValueError, match="share"):
        PlayerReading(types, ReadingConstants(blinds=blinds))
