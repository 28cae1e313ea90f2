"""The neural predictor: a small net that learns one player."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from railbird.agent.tracker import BettingTracker
from railbird.game import ActionKind, Hand, limit
from railbird.models.predictors import GenericPredictor, NeuralPredictor, Observation, Observations
from railbird.models.predictors.neural import INPUTS, Net, NeuralSettings, inputs
from railbird.policies.triples import CALLS, FOLDS, RAISES, Array
from tests.models.predictors.made_up import (
    Fixed,
    accuracy,
    by_last_action,
    counted,
    drawn,
    log_loss,
    records,
    seen,
    taught,
)

DEAL = "7c2d KsKd AhAs / Ac9dQh / 4s / 3d"


def given(actions: str, *, watched: bool = True) -> dict[str, float]:
    """The inputs by name, for the player to act after some actions of three players."""
    hand = Hand(limit(3), DEAL)
    tracker = BettingTracker(hand)
    hand.play(actions)
    list(tracker.follow(hand.view(0)).steps())
    result = inputs(Observation(tracker.situation(), 0.6, 0.2, np.array([0.1, 0.7, 0.2]), watched))
    assert result.shape == (len(INPUTS),) == (18,)
    return dict(zip(INPUTS, result.tolist(), strict=True))


def test_the_inputs_facing_two_bets_on_the_flop() -> None:
    """Six bets of 10 pre-flop, then a bet and a raise: 90 in the pot, 20 to call."""
    assert given("c c r c c / r r") == pytest.approx(
        {
            "pot odds": 20 / 110,
            "bet ratio": 3 / 7,
            "committed": 0,
            "one bet to call": 0,
            "two bets to call": 1,
            "turn": 0,
            "river": 0,
            "last paid to call": 1,
            "last bet or raised": 0,
            "players / 10": 0.3,
            "two are left": 0,
            "first to act": 0,
            "last to act": 0,
            "strength": 0.6,
            "potential": 0.2,
            "expert calls": 0.7,
            "expert raises": 0.2,
            "we are in": 1,
        }
    )


def test_the_inputs_preflop() -> None:
    result = given("c r", watched=False)
    assert (result["turn"], result["river"]) == (-1, -1)
    assert result["pot odds"] == pytest.approx(10 / 50)
    assert (result["one bet to call"], result["two bets to call"]) == (1, 0)
    assert (result["committed"], result["last paid to call"], result["last bet or raised"]) == (0, 0, 0)
    assert (result["first to act"], result["last to act"], result["we are in"]) == (0, 0, 0)


@pytest.mark.parametrize(
    ("actions", "wanted"),
    [
        ("c c c / c c c", {"turn": 1, "river": 0, "first to act": 1, "last to act": 0, "pot odds": 0}),
        ("c c c / c c c / c c c", {"turn": 0, "river": 1, "first to act": 1}),
        ("c c c / c c", {"last to act": 1, "first to act": 0, "turn": 0, "river": 0, "two are left": 0}),
        ("c c c / r f", {"two are left": 1, "one bet to call": 1, "last to act": 1, "last bet or raised": 0}),
        ("c c c / r r c", {"committed": 1, "last bet or raised": 1, "one bet to call": 1, "last paid to call": 0}),
        ("c c c / r c r c", {"committed": 1, "last bet or raised": 0, "last paid to call": 1, "last to act": 1}),
        ("c c c / c r c", {"committed": 0, "last paid to call": 0, "bet ratio": 1 / 6}),
    ],
)
def test_the_inputs_describe_the_betting(actions: str, wanted: dict[str, float]) -> None:
    result = given(actions)
    assert {name: result[name] for name in wanted} == pytest.approx(wanted)


def test_all_postflop_inputs_are_between_0_and_1() -> None:
    chance = np.random.default_rng(1)
    rows = np.stack([inputs(each) for each in (drawn(chance) for _ in range(300)) if each.situation.round])
    assert rows.min() >= 0
    assert rows.max() <= 1


def test_outputs_sum_to_1_whatever_the_inputs() -> None:
    chance = np.random.default_rng(2)
    net = Net.fresh(8, 1)
    result = net.outputs(chance.normal(0, 50, (100, len(INPUTS))))
    assert result.shape == (100, 3)
    assert result.sum(axis=1) == pytest.approx(1)
    assert (result >= 0).all()
    net.w2 *= 1e6
    assert net.outputs(chance.normal(0, 50, len(INPUTS))).sum() == pytest.approx(1)


def test_predictions_are_legal() -> None:
    predictor = NeuralPredictor()
    for each in (drawn(np.random.default_rng(seed)) for seed in range(20)):
        free = predictor.predict(replace(each, situation=replace(each.situation, to_call=0)))
        capped = predictor.predict(replace(each, situation=replace(each.situation, to_call=10, can_raise=False)))
        assert free[FOLDS] == capped[RAISES] == 0
        assert (free.sum(), capped.sum()) == pytest.approx((1, 1))


def loss(net: Net, rows: Array, kinds: list[int]) -> float:
    return float(-np.log(net.outputs(rows)[np.arange(len(kinds)), kinds]).sum())


@pytest.mark.parametrize("rows", [1, 5])
def test_a_step_of_training_is_the_numerical_gradient(rows: int) -> None:
    chance = np.random.default_rng(3)
    net = Net.fresh(4, 7)
    net.b1, net.b2 = chance.normal(size=4), chance.normal(size=3)
    given_rows, kinds = chance.random((rows, len(INPUTS))), [int(kind) for kind in chance.integers(3, size=rows)]
    trained, rate, step = net.copy(), 0.01, 1e-6
    trained.train(given_rows, np.array(kinds, dtype=np.intp), rate)
    for name in ("w1", "b1", "w2", "b2"):
        weights = getattr(net, name)
        gradient = np.zeros_like(weights)
        for index in np.ndindex(weights.shape):
            was = weights[index]
            ends = []
            for end in (was + step, was - step):
                weights[index] = end
                ends.append(loss(net, given_rows, kinds))
            weights[index] = was
            gradient[index] = (ends[0] - ends[1]) / (2 * step)
        assert np.abs(gradient).max() > 1e-3
        assert (weights - getattr(trained, name)) / rate == pytest.approx(gradient, rel=1e-4, abs=1e-6)


def test_learning_lowers_the_loss() -> None:
    held_out = records(by_last_action, 400, 0)
    predictor = NeuralPredictor()
    losses = [log_loss(predictor, held_out)]
    for part in range(3):
        taught(predictor, records(by_last_action, 150 * 4**part, part + 1))
        losses.append(log_loss(predictor, held_out))
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] < 0.75 * losses[0]
    assert predictor.observations == 150 * 21


def test_poki_20_it_beats_the_majority_and_the_generic_model_on_actions_it_has_not_seen() -> None:
    """Five folds, each held out once."""
    known = records(by_last_action, 1500, 9)
    parts = [known[index::5] for index in range(5)]
    for index, held_out in enumerate(parts):
        rest = [each for number, part in enumerate(parts) if number != index for each in part]
        shares = np.bincount([each.kind for each in rest], minlength=3) / len(rest)
        net = taught(NeuralPredictor(), rest)
        for other in (Fixed(shares.tolist()), GenericPredictor()):
            assert accuracy(net, held_out) > accuracy(other, held_out) + 0.1
            assert log_loss(net, held_out) < log_loss(other, held_out) - 0.1


def test_the_same_hands_give_exactly_the_same_net() -> None:
    known = records(by_last_action, 700, 4)
    one, other = taught(NeuralPredictor(), known).state(), taught(NeuralPredictor(), known).state()
    assert one.keys() == other.keys()
    assert all(one[name].tobytes() == other[name].tobytes() for name in one)
    another = taught(NeuralPredictor(NeuralSettings(seed=19)), known).state()
    assert one["w1"].tobytes() != another["w1"].tobytes()


def test_it_may_start_from_a_net_trained_on_others() -> None:
    known = records(by_last_action, 600, 4)
    old = NeuralPredictor()
    taught(old, known)
    weights = old.net.w1.copy()
    new = NeuralPredictor(begin=old.net)
    assert log_loss(new, known) == log_loss(old, known)
    assert new.observations == 0
    taught(new, known[:50])
    assert (old.net.w1 == weights).all()


def test_many_situations_at_once_equal_each_alone() -> None:
    predictor = taught(NeuralPredictor(), records(by_last_action, 100, 5))
    chance = np.random.default_rng(6)
    given = [drawn(chance) for _ in range(40)]
    result = predictor.predict_many(Observations.of(given))
    assert result.shape == (40, 3)
    assert result == pytest.approx(np.stack([predictor.predict(each) for each in given]), abs=1e-12)


@pytest.mark.parametrize("count", [0, 100, 600])
def test_the_learned_state_is_restored(count: int) -> None:
    """Also after more actions than it remembers."""
    old, new = NeuralPredictor(), NeuralPredictor()
    taught(old, records(by_last_action, count, 7))
    new.restore(old.state())
    assert new.observations == old.observations == count
    for each in records(by_last_action, 50, 8):
        assert (new.predict(each.seen) == old.predict(each.seen)).all()
        for predictor in (old, new):
            predictor.learn(each.seen, each.kind)
    assert all((new.state()[name] == part).all() for name, part in old.state().items())


@pytest.mark.parametrize("count", [0, 60, 100, 250])
def test_remembered_actions_are_counted(count: int) -> None:
    """At most the last hundred actions."""
    known = records(by_last_action, count, 10)
    predictor, restored = (NeuralPredictor(NeuralSettings(remembered=100)) for _ in range(2))
    taught(predictor, known)
    restored.restore(predictor.state())
    for each in (predictor, restored):
        assert (each.counts() == counted(known[-100:])).all()
    assert predictor.counts().sum() == min(count, 100)


def test_a_state_does_not_change_with_its_predictor() -> None:
    predictor = NeuralPredictor()
    state = predictor.state()
    before = {name: part.copy() for name, part in state.items()}
    taught(predictor, records(by_last_action, 20, 7))
    assert all((state[name] == part).all() for name, part in before.items())


@pytest.mark.parametrize(
    ("part", "harm"),
    [
        *((name, harm) for name in ("w1", "b1", "w2", "b2", "given") for harm in ("missing", "shape", "nan")),
        *(("kinds", harm) for harm in ("missing", "shape", "large")),
    ],
)
def test_a_damaged_state_is_refused_and_changes_nothing(part: str, harm: str) -> None:
    state = taught(NeuralPredictor(), records(by_last_action, 30, 7)).state()
    if harm == "missing":
        del state[part]
    elif harm == "shape":
        state[part] = state[part][:-1]
    else:
        state[part].flat[2] = np.nan if harm == "nan" else 3
    fresh = NeuralPredictor()
    before = fresh.predict(seen(1)).tolist()
    with pytest.raises((KeyError, ValueError)):
        fresh.restore(state)
    assert fresh.predict(seen(1)).tolist() == before


def test_a_state_without_its_count_is_refused() -> None:
    state = NeuralPredictor().state()
    del state["seen"]
    with pytest.raises(KeyError):
        NeuralPredictor().restore(state)


def test_a_net_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="weights w1"):
        NeuralPredictor().restore(NeuralPredictor(NeuralSettings(hidden=4)).state())
    with pytest.raises(ValueError, match="remembered actions"):
        NeuralPredictor().restore(NeuralPredictor(NeuralSettings(remembered=100)).state())


def test_learning_an_action_raises_its_probability() -> None:
    for kind, share in ((ActionKind.FOLD, FOLDS), (ActionKind.CALL, CALLS), (ActionKind.RAISE, RAISES)):
        predictor = NeuralPredictor()
        before = predictor.predict(seen(1))[share]
        predictor.learn(seen(1), kind)
        assert predictor.predict(seen(1))[share] > before
