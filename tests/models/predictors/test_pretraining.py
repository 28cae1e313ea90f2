"""Nets trained on many players before they meet a new one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from railbird.errors import ModelError
from railbird.models.learned_file import Learned, write_learned
from railbird.models.predictors import NeuralPredictor, Observation, Observations, VotingPredictor, make_predictor
from railbird.models.predictors.neural import INPUTS, Net, NeuralSettings
from railbird.models.predictors.pretraining import pretrain, read_net, write_net
from railbird.models.saved_arrays import write_arrays
from tests.models.predictors.made_up import Record, by_last_action, drawn, log_loss, records, taught

WEIGHTS = ("w1", "b1", "w2", "b2")
HEAD = {"railbird": "net", "version": 1, "inputs": list(INPUTS)}


def trained(known: Sequence[Record], settings: NeuralSettings | None = None) -> Net:
    return pretrain([(each.seen, each.kind) for each in known], settings)


def weights_of(net: Net) -> dict[str, NDArray[Any]]:
    return {name: getattr(net, name) for name in WEIGHTS}


def same(one: Net, other: Net) -> bool:
    return all(getattr(one, name).tobytes() == getattr(other, name).tobytes() for name in WEIGHTS)


def timid(given: Observation) -> list[float]:
    """Like ``by_last_action``, but folds more and raises less."""
    folds, calls, raises = by_last_action(given)
    return [folds + 0.2, calls, 0.8 * raises]


@pytest.fixture(scope="module")
def net() -> Net:
    return trained(records(by_last_action, 400, 1))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.net"


def test_the_same_actions_give_the_same_net(net: Net) -> None:
    known = records(by_last_action, 400, 1)
    assert same(trained(known), net)
    assert not same(trained(known[:-1]), net)
    assert not same(trained(known, NeuralSettings(seed=19)), net)


def test_on_unseen_actions_a_trained_net_beats_a_new_one(net: Net) -> None:
    held_out = records(by_last_action, 400, 2)
    assert log_loss(NeuralPredictor(begin=net), held_out) < 0.75 * log_loss(NeuralPredictor(), held_out)


def test_a_pretrained_net_needs_fewer_actions(net: Net) -> None:
    """Against an unknown player, fifty actions are not enough for a new net to catch up."""
    held_out, known = records(timid, 400, 3), records(timid, 50, 4)
    fresh, begun = NeuralPredictor(), NeuralPredictor(begin=net)
    for predictor in (fresh, begun):
        taught(predictor, known)
    assert log_loss(begun, held_out) < log_loss(fresh, held_out) - 0.05
    assert log_loss(begun, held_out) < log_loss(NeuralPredictor(begin=net), held_out)


def test_its_size_can_be_set() -> None:
    small = trained(records(by_last_action, 20, 5), NeuralSettings(hidden=3))
    assert [part.shape for part in weights_of(small).values()] == [(len(INPUTS), 3), (3,), (3, 3), (3,)]


def test_illegal_actions_are_never_predicted(net: Net) -> None:
    predictor = NeuralPredictor(begin=net)
    for each in records(by_last_action, 50, 6):
        result = predictor.predict(each.seen)
        assert result.sum() == pytest.approx(1)
        assert each.seen.situation.to_call or result[0] == 0


def test_without_any_action_there_is_nothing_to_learn() -> None:
    with pytest.raises(ModelError, match="no actions to learn from"):
        pretrain([])


def test_progress_rises_to_one() -> None:
    progress: list[float] = []
    pretrain([(each.seen, each.kind) for each in records(by_last_action, 20, 7)], progress=progress.append)
    assert progress == sorted(progress)
    assert progress[0] > 0
    assert progress[-1] == 1


@pytest.mark.parametrize("name", ["neural", "voting"])
def test_predictors_with_a_net_start_from_the_given_one(net: Net, name: str) -> None:
    predictor = make_predictor(name, net)
    begun = predictor.members[-1] if isinstance(predictor, VotingPredictor) else predictor
    chance = np.random.default_rng(8)
    given = Observations.of(drawn(chance) for _ in range(30))
    assert (begun.predict_many(given) == NeuralPredictor(begin=net).predict_many(given)).all()
    assert (begun.predict_many(given) != NeuralPredictor().predict_many(given)).any()
    assert predictor.observations == 0
    fresh = make_predictor(name).predict_many(given)
    assert (predictor.predict_many(given) != fresh).any()


@pytest.mark.parametrize("name", ["generic", "statistics"])
def test_predictors_without_a_net_ignore_it(net: Net, name: str) -> None:
    for each in records(by_last_action, 20, 9):
        assert (make_predictor(name, net).predict(each.seen) == make_predictor(name).predict(each.seen)).all()


@pytest.mark.parametrize("name", ["neural", "voting"])
def test_learning_does_not_change_the_net_it_started_from(net: Net, name: str) -> None:
    before = net.copy()
    one, other = make_predictor(name, net), make_predictor(name, net)
    known = records(by_last_action, 40, 10)
    taught(one, known)
    assert same(net, before)
    chance = np.random.default_rng(11)
    given = Observations.of(drawn(chance) for _ in range(10))
    assert (other.predict_many(given) == make_predictor(name, net).predict_many(given)).all()
    assert (one.predict_many(given) != other.predict_many(given)).any()


def test_a_net_reads_back_exactly(net: Net, path: Path) -> None:
    write_net(path, net)
    result = read_net(path)
    assert same(result, net)
    assert {name: part.dtype for name, part in weights_of(result).items()} == dict.fromkeys(WEIGHTS, np.float64)
    taught(NeuralPredictor(begin=result), records(by_last_action, 5, 12))
    assert same(result, net)


def test_a_new_net_replaces_the_old_one(net: Net, path: Path) -> None:
    write_net(path, Net.fresh(8, 5))
    write_net(path, net)
    assert same(read_net(path), net)
    assert list(path.parent.iterdir()) == [path]


def refusal(path: Path) -> str:
    with pytest.raises(ModelError) as error:
        read_net(path)
    message = str(error.value)
    assert str(path) in message
    assert "\n" not in message
    return message


def test_a_missing_file_or_a_folder_is_reported(path: Path) -> None:
    assert "No such file" in refusal(path)
    assert "railbird model train" in refusal(path)
    assert "directory" in refusal(path.parent)


@pytest.mark.parametrize("data", [b"", b"dear Ann\n", b"PK\x03\x04"])
def test_a_file_that_is_not_a_net_is_refused(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    assert "cannot be read" in refusal(path)


def test_a_numpy_file_is_refused(path: Path, net: Net) -> None:
    with path.open("wb") as file:
        np.savez(file, w1=net.w1, b1=net.b1, w2=net.w2, b2=net.b2)
    refusal(path)


def test_a_learned_model_is_not_a_net(path: Path) -> None:
    write_learned(path, Learned("poki", "limit", "poki"))
    assert "is not a net" in refusal(path)


def test_a_truncated_file_is_refused(net: Net, path: Path) -> None:
    write_net(path, net)
    whole = path.read_bytes()
    for size in (*range(0, len(whole), 100), len(whole) - 1):
        path.write_bytes(whole[:size])
        refusal(path)


@pytest.mark.parametrize("name", WEIGHTS)
def test_a_weight_with_a_changed_byte_is_refused(net: Net, path: Path, name: str) -> None:
    write_net(path, net)
    whole = path.read_bytes()
    position = whole.index(getattr(net, name).tobytes()) + 5
    path.write_bytes(whole[:position] + bytes([255 - whole[position]]) + whole[position + 1 :])
    refusal(path)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"railbird": "learned"}, "is not a net"),
        ({"railbird": None}, "is not a net"),
        ({"version": 2}, "has version '2'"),
        ({"version": None}, "has version 'None'"),
        ({"version": "9" * 1000}, "has version '9"),
        ({"inputs": list(INPUTS[:-1])}, "or other inputs"),
        ({"inputs": list(reversed(INPUTS))}, "or other inputs"),
        ({"inputs": None}, "or other inputs"),
    ],
)
def test_other_kinds_versions_and_inputs_are_refused(
    net: Net, path: Path, changes: dict[str, object], message: str
) -> None:
    path.write_bytes(write_arrays(HEAD, weights_of(net)))
    assert same(read_net(path), net)
    path.write_bytes(write_arrays({**HEAD, **changes}, weights_of(net)))
    refused = refusal(path)
    assert message in refused
    assert len(refused) < len(str(path)) + 200


@pytest.mark.parametrize("name", WEIGHTS)
@pytest.mark.parametrize("harm", ["missing", "nan", "infinite", "huge", "short", "flat", "text"])
def test_damaged_weights_are_refused(net: Net, path: Path, name: str, harm: str) -> None:
    parts = weights_of(net.copy())
    if harm == "missing":
        del parts[name]
    elif harm == "short":
        parts[name] = parts[name][:-1]
    elif harm == "flat":
        parts[name] = parts[name].reshape(1, -1)
    elif harm == "text":
        parts[name] = np.full(parts[name].shape, "much")
    else:
        parts[name].flat[1] = {"nan": np.nan, "infinite": -np.inf, "huge": 1e7}[harm]
    path.write_bytes(write_arrays(HEAD, parts))
    assert "cannot be read" in refusal(path)


def test_a_net_of_another_size_is_refused(path: Path) -> None:
    write_net(path, Net.fresh(4, 1))
    assert "weights w1" in refusal(path)


@pytest.mark.parametrize("where", ["no/such/folder/x.net", "file/x.net", "folder"])
def test_a_path_that_cannot_be_written_is_reported(tmp_path: Path, net: Net, where: str) -> None:
    (tmp_path / "file").write_text("old")
    (tmp_path / "folder").mkdir()
    with pytest.raises(ModelError, match="cannot be written") as error:
        write_net(tmp_path / where, net)
    assert str(tmp_path / where) in str(error.value)
    assert sorted(each.name for each in tmp_path.rglob("*")) == ["file", "folder"]
