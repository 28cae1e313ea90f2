"""Statistics by context."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from railbird.cards import parse_cards
from railbird.game import ActionKind
from railbird.models.poki.opponents import OpponentModels
from railbird.models.predictors import Contexts, Observation, StatisticsPredictor
from railbird.models.predictors.observation import Ordering, by_strength
from railbird.models.predictors.statistics import DEFAULTS
from railbird.policies.poki.hand_values import hand_values
from railbird.policies.triples import CALLS, FOLDS, RAISES
from tests.models.predictors.made_up import counted, log_loss, records, seen, taught

FOLD, CALL, RAISE = ActionKind


def learn(predictor: StatisticsPredictor, given: Observation, kinds: Sequence[ActionKind]) -> None:
    for kind in kinds:
        predictor.learn(given, kind)


def frequencies(predictor: StatisticsPredictor, given: Observation) -> list[float]:
    return [float(share) for share in predictor.frequencies(given.situation)]


@pytest.mark.parametrize("contexts", Contexts)
@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize(("bets", "triple"), [(0, [0, 0.5, 0.5]), (1, [0.5, 0.3, 0.2]), (2, [0.7, 0.2, 0.1])])
def test_an_unknown_player_has_the_default_frequencies(
    contexts: Contexts, number: int, bets: int, triple: list[float]
) -> None:
    fresh = StatisticsPredictor(contexts)
    assert frequencies(fresh, seen(bets, round=number)) == triple
    assert fresh.predict(seen(bets, round=number)).tolist() == pytest.approx(triple)
    assert fresh.observations == 0


def test_few_observations_are_mixed_with_the_round_before() -> None:
    """5 observations pre-flop: ¼ of them and ¾ of the default; 10 on the flop: half of them, half of that."""
    predictor = StatisticsPredictor(Contexts.PLAIN)
    learn(predictor, seen(1, round=0), [FOLD, FOLD, CALL, CALL, CALL])
    assert frequencies(predictor, seen(1, round=0)) == pytest.approx([0.475, 0.375, 0.15])
    learn(predictor, seen(1, round=1), [RAISE] * 10)
    assert frequencies(predictor, seen(1, round=1)) == pytest.approx([0.2375, 0.1875, 0.575])
    assert frequencies(predictor, seen(1, round=2)) == pytest.approx([0.2375, 0.1875, 0.575])
    assert frequencies(predictor, seen(1, round=0)) == pytest.approx([0.475, 0.375, 0.15])
    assert frequencies(predictor, seen(2, round=1)) == DEFAULTS[2].tolist()
    assert predictor.observations == 15


def test_after_twenty_observations_a_context_needs_no_coarser_one() -> None:
    predictor = StatisticsPredictor(Contexts.PLAIN)
    learn(predictor, seen(1, round=0), [FOLD] * 50)
    learn(predictor, seen(1, round=3), [CALL] * 15 + [RAISE] * 4)
    assert frequencies(predictor, seen(1, round=3)) == pytest.approx([1 / 20, 15 / 20, 4 / 20])
    learn(predictor, seen(1, round=3), [RAISE])
    assert frequencies(predictor, seen(1, round=3)) == pytest.approx([0, 15 / 20, 5 / 20])
    learn(predictor, seen(1, round=3), [RAISE] * 5)
    assert frequencies(predictor, seen(1, round=3)) == pytest.approx([0, 15 / 25, 10 / 25])


def test_how_much_is_enough_can_be_set() -> None:
    predictor = StatisticsPredictor(Contexts.PLAIN, enough=4)
    learn(predictor, seen(1), [CALL])
    assert frequencies(predictor, seen(1)) == pytest.approx([0.75 * 0.5, 0.25 + 0.75 * 0.3, 0.75 * 0.2])


def test_a_fine_context_backs_off_to_the_plain_one() -> None:
    predictor = StatisticsPredictor(Contexts.FINE)
    learn(predictor, seen(1, round=0, raises=1), [CALL] * 10)
    assert frequencies(predictor, seen(1, round=0, raises=1)) == pytest.approx([0.125, 0.825, 0.05])
    assert frequencies(predictor, seen(1, round=0, raises=2)) == pytest.approx([0.25, 0.65, 0.1])
    assert frequencies(predictor, seen(1, round=0, raises=1, active=2)) == pytest.approx([0.25, 0.65, 0.1])
    learn(predictor, seen(1, round=0, raises=2), [FOLD] * 20)
    assert frequencies(predictor, seen(1, round=0, raises=2)) == [1, 0, 0]
    assert frequencies(predictor, seen(1, round=0, raises=0)) == pytest.approx([20 / 30, 10 / 30, 0])
    assert frequencies(predictor, seen(1, round=0, raises=1)) == pytest.approx([10 / 30, 20 / 30, 0])


def test_many_raises_and_many_opponents_share_a_context() -> None:
    predictor = StatisticsPredictor(Contexts.FINE)
    learn(predictor, seen(2, raises=2, active=4), [RAISE] * 20)
    learn(predictor, seen(2, raises=1, active=4), [FOLD] * 20)
    for raises, active in ((2, 4), (3, 4), (4, 10)):
        assert frequencies(predictor, seen(2, raises=raises, active=active)) == [0, 0, 1]
    assert frequencies(predictor, seen(2, raises=2, active=3)) == [0.5, 0, 0.5]


def test_broad_contexts_distinguish_only_bets_to_call() -> None:
    predictor = StatisticsPredictor(Contexts.BROAD)
    for number in range(4):
        learn(predictor, seen(1, round=number), [FOLD] * (4 + number) + [CALL] * 3)
    for number in range(4):
        assert frequencies(predictor, seen(1, round=number, raises=3, active=7)) == pytest.approx([22 / 34, 12 / 34, 0])


def test_predictions_are_legal() -> None:
    predictor = StatisticsPredictor()
    learn(predictor, seen(1), [RAISE] * 20)
    assert predictor.predict(seen(1, can_raise=False)).tolist() == [0, 1, 0]
    learn(predictor, seen(0), [FOLD] * 20)
    assert predictor.predict(seen(0)).tolist() == [0, 1, 0]


def test_folds_are_counted_where_there_was_a_bet_to_call() -> None:
    predictor = StatisticsPredictor()
    assert predictor.folds_to_bets() == (0, 0)
    learn(predictor, seen(0), [CALL, RAISE])
    learn(predictor, seen(1), [CALL, FOLD])
    learn(predictor, seen(2, round=3), [FOLD])
    assert predictor.folds_to_bets() == (2, 3)


def test_poki_18_a_player_who_bets_40_percent_of_flops_bets_their_best_40_percent() -> None:
    predictor = StatisticsPredictor()
    learn(predictor, seen(0, round=1), [RAISE, CALL, CALL, RAISE, CALL] * 20)
    predicted = predictor.predict(seen(0, round=1))
    assert predicted.tolist() == pytest.approx([0, 0.6, 0.4])
    board = bytes(int(card) for card in parse_cards("Ac9dQh"))
    values = hand_values(board)
    weights = (values.hs > 0).astype(np.float64)
    indices = Ordering(values.order).percentiles(weights)
    certain = by_strength(predicted, indices, sigma=0, blind=0)
    assert ((certain[:, RAISES] == 1) == (indices >= 0.6)).all()
    for by_hand in (certain, by_strength(predicted, indices)):
        assert weights @ by_hand[:, RAISES] / weights.sum() == pytest.approx(0.4, abs=0.005)
        assert by_hand[indices >= 0.6, RAISES].mean() > 0.5 > 0.35 > by_hand[indices < 0.6, RAISES].mean()


def test_poki_18_an_unknown_player_has_the_defaults() -> None:
    models = OpponentModels(StatisticsPredictor)
    for _ in range(50):
        models.predictor("ann").learn(seen(1), FOLD)
    assert models.predictor("ann").predict(seen(1))[FOLDS] == 1
    for bets in range(3):
        assert models.predictor("bob").predict(seen(bets)).tolist() == pytest.approx(DEFAULTS[bets].tolist())


def by_round_and_raises(given: Observation) -> list[float]:
    """Bets less from round to round, and folds more the more raises there are."""
    now = given.situation
    bold, scared = [0.45, 0.3, 0.2, 0.1][now.round], [0.0, 0.05, 0.15, 0.4][now.raises]
    return [scared, (1 - scared) * (1 - bold), (1 - scared) * bold]


def test_poki_19_few_observations_favour_broad_contexts_many_favour_fine_ones() -> None:
    held_out = records(by_round_and_raises, 800, 0)
    players = [records(by_round_and_raises, 4000, seed) for seed in range(1, 4)]
    losses = {
        (contexts, count): np.mean(
            [log_loss(taught(StatisticsPredictor(contexts), known[:count]), held_out) for known in players]
        )
        for contexts in Contexts
        for count in (15, 4000)
    }
    assert losses[Contexts.BROAD, 15] < min(losses[Contexts.PLAIN, 15], losses[Contexts.FINE, 15])
    assert losses[Contexts.BROAD, 4000] > losses[Contexts.PLAIN, 4000] > losses[Contexts.FINE, 4000]


def test_counts_equal_a_plain_loop() -> None:
    known = records(by_round_and_raises, 400, 8)
    predictor = taught(StatisticsPredictor(), known)
    assert (predictor.counts() == counted(known)).all()
    predictor.counts()[:] = 0
    assert predictor.counts().sum() == predictor.observations == 400


def test_a_call_where_no_raise_was_allowed_is_split_in_the_usual_ratio() -> None:
    """The default has 0.3 calls and 0.2 raises: three in five are calls."""
    predictor = StatisticsPredictor()
    learn(predictor, seen(1, can_raise=False), [CALL])
    assert predictor.counts()[1, 1].tolist() == pytest.approx([0, 0.6, 0.4])
    assert predictor.counts().sum() == pytest.approx(1)


def test_the_learned_state_is_restored() -> None:
    old, new = StatisticsPredictor(), StatisticsPredictor()
    taught(old, records(by_round_and_raises, 300, 5))
    new.restore(old.state())
    assert new.observations == old.observations == 300
    assert new.folds_to_bets() == old.folds_to_bets()
    for each in records(by_round_and_raises, 50, 6):
        for predictor in (old, new):
            predictor.learn(each.seen, each.kind)
        assert (new.predict(each.seen) == old.predict(each.seen)).all()


def test_a_state_does_not_change_with_its_predictor() -> None:
    predictor = StatisticsPredictor()
    learn(predictor, seen(1), [CALL])
    state = predictor.state()
    learn(predictor, seen(1), [CALL])
    assert state["plain"].sum() == state["fine"].sum() == 1


@pytest.mark.parametrize("part", ["plain", "fine"])
@pytest.mark.parametrize("harm", ["negative", "nan", "infinite", "shape", "text"])
def test_malformed_counts_are_refused(part: str, harm: str) -> None:
    state = taught(StatisticsPredictor(), records(by_round_and_raises, 20, 7)).state()
    if harm == "shape":
        state[part] = state[part][:-1]
    elif harm == "text":
        state[part] = np.full(state[part].shape, "many")
    else:
        state[part].flat[3] = {"negative": -1.0, "nan": np.nan, "infinite": np.inf}[harm]
    with pytest.raises(ValueError, match=r"malformed|convert"):
        StatisticsPredictor().restore(state)


@pytest.mark.parametrize("part", ["plain", "fine"])
def test_missing_counts_are_refused(part: str) -> None:
    state = StatisticsPredictor().state()
    del state[part]
    with pytest.raises(KeyError):
        StatisticsPredictor().restore(state)


def test_situations_of_different_rounds_and_bets_are_distinguished() -> None:
    predictor = StatisticsPredictor(Contexts.PLAIN)
    given = [seen(bets, round=number) for number in range(4) for bets in range(3)]
    for index, each in enumerate(given):
        learn(predictor, each, [CALL] * (20 + index) + [RAISE] * 20)
    for index, each in enumerate(given):
        assert predictor.frequencies(each.situation)[CALLS] == pytest.approx((20 + index) / (40 + index))
    assert predictor.frequencies(replace(given[0].situation, pot=1000))[CALLS] == 0.5
