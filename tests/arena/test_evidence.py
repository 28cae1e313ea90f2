"""Adjusted results, and matches that stop early."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from railbird.arena import DealingScheme, StackRule, StoredRecord, play_match
from railbird.arena.definition import Adjustment, MatchDefinition, define_match
from railbird.arena.play import kept_result
from railbird.arena.results import Payoffs
from railbird.arena.stages import sample_bounds, stages_of
from railbird.errors import MatchError, RailbirdError
from railbird.stats.sequential import BetterThan, Precision
from railbird.store import Store
from tests.arena.matches import Counts, SaysAndDoes, match

AIVAT = Adjustment.AIVAT


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "matches.db")


def _duplicate(*bots: str, hands: int = 400, **changes: object) -> MatchDefinition:
    definition = match(*bots, hands=hands, dealing=DealingScheme.DUPLICATE)
    return replace(definition, adjust=Adjustment.LUCK, **changes)  # type: ignore[arg-type]


@pytest.mark.parametrize("bots", [("simple", "simple(bluff=off)"), ("simple", "random", "always-call")])
def test_luck_adjustment_keeps_the_mean_and_reduces_variance(bots: tuple[str, ...]) -> None:
    result = play_match(_duplicate(*bots, hands=600))
    for each in result.players:
        assert each.rate.standard_error < 0.9 * each.plain.standard_error
        assert abs(each.rate.mean - each.plain.mean) < 4 * each.plain.standard_error
    assert result.worth is not None
    assert result.worth > 1.2


def test_all_in_pots_are_divided_by_equity() -> None:
    definition = replace(
        match("random", "always-call", game="nolimit(stack=20bb)", hands=500), adjust=Adjustment.ALL_IN
    )
    result = play_match(definition)
    assert result.players[0].rate.standard_error < result.players[0].plain.standard_error
    assert sum(each.rate.mean for each in result.players) == pytest.approx(0)


@pytest.mark.slow
def test_an_adjustment_does_not_depend_on_workers_or_interruptions(store: Store) -> None:
    definition = replace(_duplicate("simple", "random", "always-call", hands=60), replicates=2)
    whole = play_match(definition)
    for workers in (1, 2):
        record = StoredRecord.new(store, definition)
        assert play_match(definition, record=record, workers=workers).players == whole.players
        assert kept_result(StoredRecord.read(store, workers), store.match(workers))[0].players == whole.players

    def stop_soon(_: Payoffs) -> None:
        raise StopIteration

    record = StoredRecord.new(store, definition)
    play_match(definition, record=record, report=stop_soon, chunk_seconds=0.01)
    assert 0 < store.match(3).done < definition.total_hands
    assert play_match(definition, record=StoredRecord.resume(store, 3)).players == whole.players


@pytest.mark.slow
def test_aivat_removes_more_luck_when_bots_state_their_policy() -> None:
    plain = match("simple", "simple(bluff=off)", hands=30)
    luck, aivat = (play_match(replace(plain, adjust=each)) for each in (Adjustment.LUCK, Adjustment.AIVAT))
    assert aivat.players[0].rate.standard_error < luck.players[0].rate.standard_error
    assert abs(aivat.players[0].rate.mean - aivat.players[0].plain.mean) < 4 * aivat.players[0].plain.standard_error
    assert sum(each.rate.mean for each in aivat.players) == pytest.approx(0, abs=1e-9)


@pytest.mark.slow
def test_aivat_works_with_three_players_and_one_known_policy() -> None:
    definition = replace(match("flock", "simple", "jag", hands=10, dealing=DealingScheme.DUPLICATE), adjust=AIVAT)
    assert definition.known == (1,)
    result = play_match(definition)
    assert all(np.isfinite(each.rate.mean) for each in result.players)
    assert sum(each.rate.mean for each in result.players) == pytest.approx(0, abs=1e-9)


def test_a_bot_that_deviates_from_its_stated_policy_is_reported() -> None:
    definition = replace(match(SaysAndDoes, "simple", hands=50), adjust=AIVAT)
    with pytest.raises(
        RailbirdError, match=r"AIVAT is not possible in limit; .*use --adjust luck, which needs no policies"
    ):
        play_match(definition)


def test_learners_are_adjusted_by_the_other_replicates() -> None:
    definition = replace(match(Counts, "random", hands=40, replicates=12), adjust=Adjustment.LUCK)
    result = play_match(definition)
    assert [each.rate.samples for each in result.players] == [12, 12]
    assert result.players[0].rate.standard_error < result.players[0].plain.standard_error


def test_a_clear_match_stops_early_at_the_same_hand_on_any_number_of_workers(store: Store) -> None:
    definition = _duplicate("advanced-rules", "random", hands=20_000, stop=BetterThan(0.0))
    results = []
    for workers in (1, 2):
        record = StoredRecord.new(store, definition)
        results.append(play_match(definition, record=record, workers=workers))
    assert results[0].verdict == "better"
    assert results[0].finished
    assert results[0].hands < 10_000
    assert (results[0].hands, results[0].players) == (results[1].hands, results[1].players)
    assert store.match(1).finished
    assert store.match(1).verdict == "better"
    again = play_match(definition, record=StoredRecord.resume(store, 1))
    assert (again.hands, again.players, again.verdict) == (results[0].hands, results[0].players, "better")


@pytest.mark.parametrize("dealing", [DealingScheme.PLAIN, DealingScheme.DUPLICATE])
def test_interruptions_do_not_change_where_a_match_stops(store: Store, dealing: DealingScheme) -> None:
    definition = replace(match("random", "always-call", hands=4000, dealing=dealing, seed=1), stop=BetterThan(-0.3))
    whole = play_match(definition)

    def stop_soon(_: Payoffs) -> None:
        raise StopIteration

    record, times = StoredRecord.new(store, definition), 0
    while not (part := play_match(definition, record=record, report=stop_soon, chunk_seconds=0.06)).finished:
        record, times = StoredRecord.resume(store, 1), times + 1
    assert times >= 1
    assert (part.hands, part.verdict, part.players) == (whole.hands, whole.verdict, whole.players)


def test_no_limit_hands_and_freeze_outs_are_judged_by_their_bounds() -> None:
    no_limit = match("simple", "random", game="nolimit(stack=50bb)")
    assert sample_bounds(no_limit) == (-5000, 5000)  # bb/100
    three = match("random", "random", "random", game="nolimit(players=3, stack=50bb)")
    assert sample_bounds(three) == (-5000, 10_000)
    kept = match("random", "random", game="nolimit(stack=10bb, rules=casino)", stacks=StackRule.KEPT)
    assert sample_bounds(kept) == (-1, 1)
    assert sample_bounds(match("simple", "random")) is None


def test_a_match_with_a_stopping_test_has_anytime_valid_intervals() -> None:
    definition = _duplicate("advanced-rules", "random", hands=20_000, stop=BetterThan(0.0))
    each = play_match(definition).players[0]
    assert each.anytime is not None
    assert each.anytime[0] > 0
    assert each.anytime[1] - each.anytime[0] > 2 * each.rate.half
    no_limit = replace(
        match("advanced-rules", "always-fold", game="nolimit(stack=20bb)", hands=3000), stop=BetterThan(0)
    )
    result = play_match(no_limit)
    assert result.verdict == "better"
    assert result.players[0].anytime is not None
    assert result.players[0].anytime[0] > 0


def test_an_unfinished_replicate_does_not_count(store: Store) -> None:
    definition = match("chump", "random", hands=1000, replicates=3)

    def stop_soon(payoffs: Payoffs) -> None:
        if payoffs.hands > 2200:
            raise StopIteration

    result = play_match(definition, report=stop_soon, chunk_seconds=0.01)
    assert 2200 < result.hands < 3000
    assert result.players[0].rate.samples == 2


def test_a_stored_match_knows_that_a_missing_bot_learned(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "learner.py"
    path.write_text(
        "from railbird.agent import Bot\nclass Learner(Bot):\n    learns = True\n"
        "    def act(self, view):\n        return 'c'\n"
    )
    definition = match(f"{path}:Learner", "random", hands=50, replicates=4)
    play_match(definition, record=StoredRecord.new(store, definition))
    before, _ = kept_result(StoredRecord.read(store, 1), store.match(1))
    path.unlink()
    for name in [name for name in sys.modules if name.startswith("railbird_file_learner")]:
        del sys.modules[name]
    after, _ = kept_result(StoredRecord.read(store, 1), store.match(1))
    assert after.players == before.players
    assert after.players[0].rate.samples == 4


def test_in_reverse_order_the_verdict_is_worse() -> None:
    definition = _duplicate("random", "advanced-rules", hands=20_000, stop=BetterThan(0.0))
    assert play_match(definition).verdict == "worse"


def test_a_match_ends_when_its_intervals_are_narrow() -> None:
    definition = _duplicate("simple", "simple(bluff=off)", hands=20_000, stop=Precision(0.1))
    result = play_match(definition)
    assert result.verdict == "precise"
    assert all(each.rate.half <= 0.1 for each in result.players)
    assert result.hands < 10_000


def test_a_precision_that_is_not_reached_gives_no_verdict() -> None:
    result = play_match(_duplicate("simple", "simple(bluff=off)", hands=300, stop=Precision(1e-6)))
    assert result.finished
    assert result.verdict is None


def test_learners_are_checked_after_whole_replicates() -> None:
    definition = replace(match(Counts, "always-fold", hands=30, replicates=9), stop=BetterThan(0.0))
    assert [stage.legs for stage in stages_of(definition)] == [4, 5, 6, 7, 8, 9]
    many = list(stages_of(replace(definition, replicates=1000)))
    assert len(many) < 70
    assert many[-1].legs == 1000
    assert {stage.upto for stage in stages_of(definition)} == {30}
    result = play_match(definition)
    assert result.verdict == "better"
    assert result.hands % 30 == 0


def test_one_run_of_learners_has_a_standard_error_but_no_interval() -> None:
    result = play_match(match(Counts, "random", hands=200))
    for each in result.players:
        assert not each.rate.sure
        assert each.within is not None
        assert each.within.standard_error > 0
    data = result.to_json()["results"][0]
    assert data["interval"] is None
    assert data["error_within_run"] > 0
    assert play_match(match("simple", "random", hands=200)).players[0].within is None


def test_a_definition_with_a_stop_rule_is_restored_from_json() -> None:
    for stop in (None, Precision(0.02), BetterThan(0.1, 0.01)):
        definition = _duplicate("simple", "random", stop=stop)
        assert define_match(definition.to_json()) == definition


@pytest.mark.parametrize(
    ("bots", "changes", "message"),
    [
        (("simple", "random"), {"stop": Precision(0.0)}, "half width of an interval must be above 0"),
        (("simple", "random"), {"stop": Precision(float("nan"))}, "half width of an interval must be above 0"),
        (("simple", "random"), {"stop": BetterThan(0.0, 1.5)}, "error must be between 0 and 1"),
        (("simple", "random"), {"stop": BetterThan(float("inf"))}, "and the rate a number"),
        (("chump", "random"), {"stop": BetterThan(0.0), "replicates": 3}, "needs 4 or more"),
        (("simple", "random"), {"adjust": Adjustment.LUCK, "stacks": StackRule.KEPT}, "its results cannot be adjusted"),
        (("flock", "chump"), {"adjust": AIVAT}, "AIVAT needs a bot that states its policy"),
    ],
)
def test_impossible_options_are_refused(bots: tuple[str, ...], changes: dict[str, object], message: str) -> None:
    with pytest.raises(MatchError, match=message):
        replace(match(*bots, game="nolimit(stack=20bb, rules=casino)"), **changes)  # type: ignore[arg-type]


def test_other_games_are_not_adjusted() -> None:
    with pytest.raises(MatchError, match="adjusting for luck works in hold'em, not in kuhn"):
        replace(match("random", "random", game="kuhn"), adjust=Adjustment.LUCK)


def test_results_are_checked_at_fixed_numbers_of_hands() -> None:
    definition = replace(match("simple", "random", hands=1000), stop=BetterThan(0.0))
    ends = [stage.upto for stage in stages_of(definition)]
    assert ends[0] == 200
    assert ends[-1] == 1000
    assert np.all(np.diff(ends) > 0)
    assert [stage.upto for stage in stages_of(replace(definition, stop=None))] == [1000]


@pytest.mark.slow
@pytest.mark.parametrize("dealing", [DealingScheme.PLAIN, DealingScheme.DUPLICATE])
def test_divat_is_zero_sum_and_does_not_depend_on_workers(store: Store, dealing: DealingScheme) -> None:
    definition = replace(match("simple", "flock", hands=25, dealing=dealing, replicates=2), adjust=Adjustment.DIVAT)
    whole = play_match(definition)
    assert whole.players[0].rate.mean == pytest.approx(-whole.players[1].rate.mean)
    assert whole.players[0].rate.mean != whole.players[0].plain.mean
    assert whole.players[0].rate.standard_error < whole.players[0].plain.standard_error * 1.1
    record = StoredRecord.new(store, definition)
    assert play_match(definition, record=record, workers=2).players == whole.players
    assert kept_result(StoredRecord.read(store, 1), store.match(1))[0].players == whole.players


def test_a_stored_match_is_shown_with_divat_only_in_heads_up_limit(store: Store) -> None:
    play_match(
        match("simple", "flock", "jag", hands=4),
        record=StoredRecord.new(store, match("simple", "flock", "jag", hands=4)),
    )
    record = StoredRecord.read(store, 1)
    with pytest.raises(MatchError, match="heads-up limit hold'em; --adjust luck"):
        replace(record.definition, adjust=Adjustment.DIVAT)
