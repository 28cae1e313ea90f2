"""The predictor with regression trees: grown from many players, updated with each action of one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from railbird.errors import ModelError
from railbird.game import ActionKind
from railbird.models.predictors import Observation, Observations, StatisticsPredictor, TreePredictor, make_predictor
from railbird.models.predictors.neural import Net, inputs
from railbird.models.predictors.pretraining import grow_trees, read_trees, shipped_trees, write_net, write_trees
from railbird.models.predictors.regression_tree import GrowthSettings, RegressionTree
from railbird.models.predictors.trees import GROUPS, PlayerTree, group_of
from tests.models.predictors.made_up import Record, by_last_action, counted, drawn, log_loss, records, seen, taught

FEW = GrowthSettings(least=20)


def trees_of(known: list[Record]) -> list[RegressionTree]:
    return grow_trees([(each.seen, each.kind) for each in known], FEW)


@pytest.fixture(scope="module")
def trees() -> list[RegressionTree]:
    return trees_of(records(by_last_action, 1500, 1))


def maniac(given: Observation) -> list[float]:
    return [0.0, 0.1, 0.9]


def test_there_is_a_tree_for_each_street_and_kind_of_decision() -> None:
    four = [seen(0, round=0), seen(1, round=0), seen(0, round=3), seen(2, round=1)]
    assert [group_of(each.situation) for each in four] == [0, 1, 2, 3]
    assert group_of(Observations.of(four).situations).tolist() == [0, 1, 2, 3]


def test_on_unseen_actions_trees_beat_statistics(trees: list[RegressionTree]) -> None:
    known, held_out = records(by_last_action, 300, 2), records(by_last_action, 400, 3)
    mine = log_loss(taught(TreePredictor(trees), known), held_out)
    assert mine < 0.85 * log_loss(taught(StatisticsPredictor(), known), held_out)


def test_a_player_unlike_the_others_is_soon_known(trees: list[RegressionTree]) -> None:
    held_out = records(maniac, 300, 4)
    losses = [log_loss(taught(TreePredictor(trees), records(maniac, count, 5)), held_out) for count in (0, 20, 200)]
    assert losses[0] > losses[1] > losses[2]
    assert losses[2] < 0.5


def test_a_habit_that_shows_anywhere_is_expected_everywhere(trees: list[RegressionTree]) -> None:
    """Somebody who raised forty times after one bet raises more after two bets too."""
    given, other = seen(1, round=1), seen(2, round=3)
    before = TreePredictor(trees).predict(other)[ActionKind.RAISE]
    after = taught(TreePredictor(trees), [Record(given, ActionKind.RAISE)] * 40).predict(other)[ActionKind.RAISE]
    assert after > before + 0.1


def test_estimates_follow_their_formula(trees: list[RegressionTree]) -> None:
    mine = PlayerTree(trees[3], prior=7.0)
    chance = np.random.default_rng(6)
    for _ in range(50):
        mine.learn(inputs(drawn(chance)), ActionKind(int(chance.integers(3))))
    found, parents = mine.estimates(), trees[3].parents()
    for node in range(len(trees[3])):
        prior = trees[3].shares[node]
        if node:
            prior = found[parents[node]] * prior / trees[3].shares[parents[node]]
            prior = prior / prior.sum()
        counts = mine.counts[node]
        assert found[node] == pytest.approx((7 * prior + counts) / (7 + counts.sum()))
    assert mine.counts[0].sum() == 50


def test_many_predictions_are_those_of_one_at_a_time(trees: list[RegressionTree]) -> None:
    predictor = taught(TreePredictor(trees), records(by_last_action, 100, 7))
    chance = np.random.default_rng(8)
    given = [drawn(chance) for _ in range(50)]
    alone = np.stack([predictor.predict(each) for each in given])
    assert predictor.predict_many(Observations.of(given)) == pytest.approx(alone)


def test_only_legal_actions_are_predicted(trees: list[RegressionTree]) -> None:
    predictor = TreePredictor(trees)
    assert predictor.predict(seen(0))[ActionKind.FOLD] == 0
    assert predictor.predict(seen(2, can_raise=False))[ActionKind.RAISE] == 0
    assert predictor.predict(seen(2, can_raise=False)).sum() == pytest.approx(1)


def test_it_counts_what_it_has_seen(trees: list[RegressionTree]) -> None:
    known = records(by_last_action, 60, 9)
    predictor = taught(TreePredictor(trees), known)
    assert predictor.observations == 60
    assert (predictor.counts() == counted(known)).all()


def test_what_it_has_learned_reads_back(trees: list[RegressionTree]) -> None:
    predictor = taught(TreePredictor(trees), records(by_last_action, 60, 9))
    again = TreePredictor(trees)
    again.restore(predictor.state())
    chance = np.random.default_rng(10)
    given = Observations.of(drawn(chance) for _ in range(20))
    assert (again.predict_many(given) == predictor.predict_many(given)).all()
    assert (again.counts() == predictor.counts()).all()


@pytest.mark.parametrize("name", [*GROUPS, "contexts"])
@pytest.mark.parametrize("harm", ["missing", "nan", "negative", "short"])
def test_damaged_counts_are_refused_and_change_nothing(trees: list[RegressionTree], name: str, harm: str) -> None:
    predictor = taught(TreePredictor(trees), records(by_last_action, 60, 9))
    state, before = predictor.state(), predictor.predict(seen(1))
    if harm == "missing":
        del state[name]
    elif harm == "short":
        state[name] = state[name][:-1]
    else:
        state[name] = state[name] + {"nan": np.nan, "negative": -1e6}[harm]
    with pytest.raises((ValueError, KeyError)):
        predictor.restore(state)
    assert (predictor.predict(seen(1)) == before).all()


def test_counts_of_other_trees_are_refused(trees: list[RegressionTree]) -> None:
    other = TreePredictor(trees_of(records(maniac, 300, 11)))
    with pytest.raises(ValueError, match="of other trees"):
        TreePredictor(trees).restore(other.state())


def test_trees_read_back_from_a_file(trees: list[RegressionTree], tmp_path: Path) -> None:
    write_trees(tmp_path / "a.trees", trees)
    again = read_trees(tmp_path / "a.trees")
    rows = np.stack([inputs(drawn(np.random.default_rng(seed))) for seed in range(20)])
    for one, other in zip(trees, again, strict=True):
        assert (one.leaves_of(rows) == other.leaves_of(rows)).all()
        assert (one.shares == other.shares).all()


def test_files_that_are_not_trees_are_refused(trees: list[RegressionTree], tmp_path: Path) -> None:
    path = tmp_path / "a.trees"
    with pytest.raises(ModelError, match="railbird model train"):
        read_trees(path)
    write_net(path, Net.fresh(8, 1))
    with pytest.raises(ModelError, match="is not a file of regression trees"):
        read_trees(path)
    write_trees(path, trees)
    whole = path.read_bytes()
    for size in range(0, len(whole), 500):
        path.write_bytes(whole[:size])
        with pytest.raises(ModelError):
            read_trees(path)


def test_a_group_without_actions_is_reported() -> None:
    with pytest.raises(ModelError, match="preflop-free"):
        grow_trees([(seen(1), ActionKind.CALL)] * 10)


def test_the_trees_that_ship_know_how_bots_play() -> None:
    assert len(shipped_trees()) == len(GROUPS)
    predictor = make_predictor("tree")
    strong, weak = seen(1, round=2), seen(1, round=2)
    strong = Observation(strong.situation, 0.9, 0.0, np.array([0.0, 0.2, 0.8]))
    weak = Observation(weak.situation, 0.2, 0.0, np.array([0.9, 0.1, 0.0]))
    assert predictor.predict(weak)[ActionKind.FOLD] > predictor.predict(strong)[ActionKind.FOLD]
