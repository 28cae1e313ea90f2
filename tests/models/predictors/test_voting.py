"""Several predictors vote."""

from __future__ import annotations

from typing import ClassVar

import numpy as np
import pytest

from railbird.game import ActionKind
from railbird.models.predictors import (
    GenericPredictor,
    NeuralPredictor,
    Observation,
    Observations,
    Predictor,
    StatisticsPredictor,
    VotingPredictor,
    make_predictor,
)
from tests.models.predictors.made_up import Fixed, counted, drawn, log_loss, records, seen, taught

FOLD, CALL, RAISE = ActionKind
BOLD, TIMID = (0.0, 0.1, 0.9), (0.0, 0.9, 0.1)


class Other(Fixed):
    name: ClassVar[str] = "other"


def vote(memory: float = 0.99) -> VotingPredictor:
    return VotingPredictor([Fixed(BOLD), Other(TIMID)], memory)


def three() -> VotingPredictor:
    result = make_predictor("voting")
    assert isinstance(result, VotingPredictor)
    return result


def bets_late(given: Observation) -> list[float]:
    late = given.situation.round > 1
    return [0.2, 0.1, 0.7] if late else [0.1, 0.8, 0.1]


def test_at_first_all_members_have_equal_weight() -> None:
    assert vote().weights.tolist() == [0.5, 0.5]
    assert vote().predict(seen()).tolist() == pytest.approx([0, 0.5, 0.5])


def test_weights_follow_from_losses() -> None:
    """After one raise e^(log 0.9) to e^(log 0.1); after another, with half of the first decayed, 9^1.5 to 1."""
    predictor = vote(memory=0.5)
    predictor.learn(seen(), RAISE)
    assert predictor.weights.tolist() == pytest.approx([0.9, 0.1])
    assert predictor.predict(seen()).tolist() == pytest.approx([0, 0.18, 0.82])
    predictor.learn(seen(), RAISE)
    assert predictor.weights[0] / predictor.weights[1] == pytest.approx(9**1.5)


@pytest.mark.parametrize(("kind", "better"), [(RAISE, 0), (CALL, 1)])
def test_the_better_predictor_gets_the_weight(kind: ActionKind, better: int) -> None:
    predictor = vote()
    for _ in range(10):
        before = predictor.weights[better]
        predictor.learn(seen(), kind)
        assert predictor.weights[better] > before
    assert predictor.weights[better] > 0.999


def test_weights_sum_to_1_however_bad_all_are() -> None:
    predictor = VotingPredictor([Fixed((1, 0, 0)), Other((0, 1, 0))], memory=1.0)
    for _ in range(2000):
        predictor.learn(seen(), RAISE)
    assert predictor.weights.tolist() == [0.5, 0.5]
    for _ in range(2000):
        predictor.learn(seen(), CALL)
        assert predictor.weights.sum() == pytest.approx(1)
    assert np.isfinite(predictor.weights).all()
    assert predictor.weights[1] == pytest.approx(1)


def test_a_member_that_turns_bad_loses_its_weight() -> None:
    predictor = vote()
    for _ in range(300):
        predictor.learn(seen(), RAISE)
    assert predictor.weights[0] > 0.999
    for _ in range(150):
        predictor.learn(seen(), CALL)
    assert predictor.weights[0] < 0.001


def test_it_forgets_sooner_with_a_shorter_memory() -> None:
    needed = {}
    for memory in (0.9, 0.99):
        predictor = vote(memory)
        for _ in range(300):
            predictor.learn(seen(), RAISE)
        needed[memory] = 0
        while predictor.weights[0] > 0.5:
            predictor.learn(seen(), CALL)
            needed[memory] += 1
    assert needed[0.9] < 10 < needed[0.99]


def test_one_surprise_does_not_silence_a_member_for_good() -> None:
    """An impossible action counts as one in a thousand."""
    predictor = VotingPredictor([Fixed((0, 1, 0)), Other((0, 0.5, 0.5))])
    predictor.learn(seen(), RAISE)
    assert predictor.weights[0] == pytest.approx(0.001 / 0.501)
    for _ in range(30):
        predictor.learn(seen(), CALL)
    assert predictor.weights[0] > 0.99


def test_all_members_learn() -> None:
    predictor = three()
    taught(predictor, records(bets_late, 60, 1))
    assert [type(member) for member in predictor.members] == [GenericPredictor, StatisticsPredictor, NeuralPredictor]
    assert [member.observations for member in predictor.members] == [0, 60, 60]
    assert predictor.observations == 60


def test_counts_are_those_of_the_member_that_has_observed_most() -> None:
    """The net remembers 512 actions, statistics remember all."""
    assert not three().counts().any()
    known = records(bets_late, 600, 9)
    predictor = three()
    taught(predictor, known)
    assert (predictor.counts() == counted(known)).all()
    assert [member.counts().sum() for member in predictor.members] == [0, 600, 512]
    net_alone = VotingPredictor([GenericPredictor(), predictor.members[2]])
    assert (net_alone.counts() == counted(known[-512:])).all()


def test_in_the_end_it_is_nearly_as_good_as_its_best_member() -> None:
    held_out = records(bets_late, 400, 0)
    predictor = three()
    taught(predictor, records(bets_late, 1000, 2))
    losses = [log_loss(member, held_out) for member in predictor.members]
    assert log_loss(predictor, held_out) < min(losses) + 0.02
    assert log_loss(predictor, held_out) < losses[0] - 0.2


@pytest.mark.parametrize("make", [vote, three])
def test_many_situations_at_once_equal_each_alone(make: type[Predictor]) -> None:
    predictor = taught(make(), records(bets_late, 80, 3))
    chance = np.random.default_rng(4)
    given = [drawn(chance) for _ in range(40)]
    alone = np.stack([predictor.predict(each) for each in given])
    assert predictor.predict_many(Observations.of(given)) == pytest.approx(alone, abs=1e-12)
    assert alone.sum(axis=1) == pytest.approx(1)


def test_the_learned_state_is_restored() -> None:
    old, new = three(), three()
    taught(old, records(bets_late, 200, 5))
    new.restore(old.state())
    assert new.weights.tolist() == old.weights.tolist()
    for each in records(bets_late, 40, 6):
        assert (new.predict(each.seen) == old.predict(each.seen)).all()
        for predictor in (old, new):
            predictor.learn(each.seen, each.kind)
    assert new.weights.tolist() == old.weights.tolist()


@pytest.mark.parametrize("harm", ["no votes", "votes of two", "nan", "no counts", "no net", "negative counts"])
def test_a_damaged_state_is_refused(harm: str) -> None:
    state = taught(three(), records(bets_late, 30, 7)).state()
    if harm == "votes of two":
        state["loss"] = state["loss"][:2]
    elif harm == "nan":
        state["loss"][1] = np.nan
    elif harm == "negative counts":
        state["statistics.plain"] -= 100
    else:
        del state[{"no votes": "loss", "no counts": "statistics.fine", "no net": "neural.w1"}[harm]]
    fresh = three()
    with pytest.raises((KeyError, ValueError)):
        fresh.restore(state)
    assert fresh.weights.tolist() == pytest.approx([1 / 3] * 3)


def test_illegal_actions_are_not_predicted() -> None:
    predictor = taught(three(), records(bets_late, 50, 8))
    assert predictor.predict(seen(0))[FOLD] == 0
    assert predictor.predict(seen(1, can_raise=False))[RAISE] == 0
