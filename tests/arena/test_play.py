"""Whole matches: the same result on any number of workers and after any interruption."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from railbird.agent import Bot
from railbird.arena import DealingScheme, MatchDefinition, MatchRecord, StackRule, StoredRecord, play_match
from railbird.arena.definition import define_match
from railbird.arena.leg import LegRunner
from railbird.arena.results import MatchStatus, Payoffs, match_result
from railbird.errors import MatchError, StoreError
from railbird.store import Store
from tests.arena.matches import Counts, Crashes, match


def stored(store: Store, number: int) -> list[object]:
    """Everything that the store has of a match."""
    return [(list(store.hands(leg.id)), leg.parts, leg.learned) for leg in store.legs(number)]


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "matches.db")


@pytest.mark.slow
@pytest.mark.parametrize("bots", [("simple", "simple(bluff=off)", "always-call"), (Counts, "random", "chump")])
def test_workers_do_not_change_a_hand(store: Store, bots: tuple[str, ...]) -> None:
    definition = match(*bots, hands=50, dealing=DealingScheme.DUPLICATE, replicates=2)
    results = []
    for workers in (1, 2):
        record = StoredRecord.new(store, definition)
        results.append(play_match(definition, record=record, workers=workers))
        assert results[-1].finished
    assert stored(store, 1) == stored(store, 2)
    assert results[0].players == results[1].players
    assert store.check() == []
    assert play_match(definition).players == results[0].players


def stop_soon(_: Payoffs) -> None:
    raise StopIteration


def test_a_match_resumes_where_it_stopped(store: Store) -> None:
    definition = match("chump", "simple", "random", hands=600, replicates=2)
    play_match(definition, record=StoredRecord.new(store, definition))
    record, times = StoredRecord.new(store, definition), 0
    while not play_match(definition, record=record, report=stop_soon, chunk_seconds=0.02).finished:
        record, times = StoredRecord.resume(store, 2), times + 1
    assert times >= 2
    assert stored(store, 1) == stored(store, 2)


ROOT = Path(__file__).parents[2]
SCRIPT = """
import sys
from pathlib import Path
from railbird.arena import StoredRecord, play_match
from railbird.store import Store

if __name__ == "__main__":
    record = StoredRecord.resume(Store(Path(sys.argv[1])), int(sys.argv[2]))
    play_match(record.definition, record=record, workers=int(sys.argv[3]), chunk_seconds=0.02)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bots", "workers", "times"), [(("random", "chump", "simple"), 1, 2), ((Counts, "chump", "simple"), 2, 1)]
)
def test_a_match_killed_at_random_times_resumes_to_the_same_result(
    store: Store, tmp_path: Path, bots: tuple[str | type[Bot], ...], workers: int, times: int
) -> None:
    """Killed while it plays in its own process, and while bots from a file play in two others."""
    definition = match(*bots, hands=400, replicates=2)
    whole = StoredRecord.new(store, definition)
    for leg in definition.legs():
        whole.add(LegRunner(definition, leg).run(1000))
    StoredRecord.new(store, definition)
    script = tmp_path / "resume.py"
    script.write_text(SCRIPT)
    choose = random.Random(workers)
    kills = 0
    for _ in range(60):
        done = store.match(2).done
        process = subprocess.Popen([sys.executable, script, store.path, "2", str(workers)], cwd=ROOT)
        if kills < times:
            while store.match(2).done == done and process.poll() is None:
                time.sleep(0.02)
            time.sleep(choose.uniform(0, 0.08))
            kills += process.poll() is None
            process.send_signal(signal.SIGKILL)
        process.wait()
        if all(leg.finished for leg in store.legs(2)):
            break
    assert kills == times
    assert stored(store, 1) == stored(store, 2)
    assert store.check() == []


@pytest.mark.slow
def test_freeze_outs_end_when_one_player_has_all_chips_and_can_be_resumed(store: Store) -> None:
    game = "nolimit(players=3, rules=casino, stack=10bb)"
    definition = match("random", "chump", "always-call", game=game, hands=2000, replicates=4, stacks=StackRule.KEPT)
    whole = play_match(definition, record=StoredRecord.new(store, definition))
    assert whole.finished
    assert whole.unit == "stacks/match"
    for leg in store.legs(1):
        assert leg.finished
        won = sorted(parts // 2520 for parts in leg.parts.values())
        assert won == [-1000, -1000, 2000]  # chips of one player against those of two others
        assert leg.done < 2000
    assert sum(each.rate.mean for each in whole.players) == pytest.approx(0)

    record, times = StoredRecord.new(store, definition), 0
    while not play_match(definition, record=record, report=stop_soon, chunk_seconds=0.06).finished:
        record, times = StoredRecord.resume(store, 2), times + 1
    assert times >= 2
    assert stored(store, 1) == stored(store, 2)
    assert StoredRecord.resume(store, 2).payoffs().samples(by_replicate=False).shape == (4, 3)
    hand, _ = record.hand(6, leg=2)
    assert hand.over
    assert set(hand.players) <= {"player0", "player1", "player2"}


def test_unfinished_freeze_outs_do_not_count() -> None:
    game = "nolimit(rules=casino, stack=10bb)"
    definition = match("random", "always-call", game=game, hands=2000, replicates=3, stacks=StackRule.KEPT)
    made = Payoffs(definition)
    made.add(0, [(2520 * 1000, -2520 * 1000)], finished=True)
    made.add(1, [(2520 * 500, -2520 * 500)], finished=False)
    assert made.samples(by_replicate=False).tolist() == [[1.0, -1.0]]


@pytest.mark.parametrize("replicates", [1, 12])
def test_freeze_out_intervals_have_a_width_and_stay_within_the_bounds(replicates: int) -> None:
    game = "nolimit(players=3, rules=casino, stack=10bb)"
    bots = ("always-fold", "always-call", "always-fold")
    definition = match(*bots, game=game, hands=2000, replicates=replicates, stacks=StackRule.KEPT)
    result = play_match(definition)
    for each in result.players:
        assert each.interval is not None
        low, high = each.interval
        assert -1 <= low < high <= 2
        assert low <= each.rate.mean <= high
        assert each.rate.to_json()["interval"] == [low, high]
    assert result.players[0].verdict == ("may be luck" if replicates == 1 else "loses")


def test_one_run_of_a_learner_has_no_standard_error() -> None:
    rate = play_match(match(Counts, "random", hands=50)).players[0].rate
    assert not rate.sure
    assert rate.mean == rate.mean


def test_duplicate_deals_with_missing_seatings_have_a_mean_without_error() -> None:
    definition = match("random", "random", hands=2, dealing=DealingScheme.DUPLICATE)
    made = Payoffs(definition)
    made.add(0, [(2520 * 10, -2520 * 10), (2520 * 20, -2520 * 20)], finished=True)
    rate = match_result(made, MatchStatus()).players[0].rate
    assert rate.mean == pytest.approx(1.5)
    assert not rate.sure


def test_freeze_outs_need_whole_chips() -> None:
    with pytest.raises(MatchError, match=r"stacks cannot be kept: .* such as limit\(rules=casino\)"):
        match("random", "random", stacks=StackRule.KEPT)


def test_a_stored_hand_has_its_players_and_decisions(store: Store) -> None:
    definition = replace(match("simple", "always-call", hands=20, dealing=DealingScheme.DUPLICATE), explain_every=1)
    play_match(definition, record=StoredRecord.new(store, definition))
    record = StoredRecord.resume(store, 1)
    first, decisions = record.hand(4)
    second, _ = record.hand(4, leg=2)
    assert first.players == tuple(reversed(second.players))
    assert first.deal[:4] == second.deal[:4]
    assert {who for who, _ in decisions.values()} <= {"player0", "player1"}
    assert len(decisions) == len(first.actions)
    for number, leg, message in ((21, 1, "hands 1 to 20, not 21"), (0, 1, "not 0"), (1, 3, "legs 1 to 2, not 3")):
        with pytest.raises(MatchError, match=message):
            record.hand(number, leg)


def test_two_processes_cannot_play_the_same_match(store: Store) -> None:
    definition = match("random", "random", hands=50)
    first = StoredRecord.new(store, definition)
    second = StoredRecord.resume(store, 1)
    play_match(definition, record=first)
    with pytest.raises(StoreError, match="another process is playing it"):
        play_match(definition, record=second)
    assert store.check() == []


def test_a_deleted_match_is_reported(store: Store) -> None:
    definition = match("random", "random", hands=50)
    record = StoredRecord.new(store, definition)
    store.delete_match(1)
    with pytest.raises(StoreError, match="was deleted from"):
        play_match(definition, record=record)


def test_a_dead_worker_is_reported_and_loses_nothing(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    definition = match(f"{__file__}:Dies", "random", hands=300, replicates=2)
    record = StoredRecord.new(store, definition)
    with pytest.raises(MatchError, match=r"player0 .*Dies\), in hand 201 of leg .*exit code 7"):
        play_match(definition, record=record, workers=2)
    assert store.check() == []


class Dies(Counts):
    def act(self, view: object) -> object:  # type: ignore[override]
        if self.streams.hand == 200:
            os._exit(7)
        return "c"


def test_faults_are_stored_with_the_match(store: Store) -> None:
    definition = match(Crashes, "always-call", hands=10)
    result = play_match(definition, record=StoredRecord.new(store, definition))
    (fault,) = result.to_json()["faults"]
    assert (fault["player"], fault["kind"], fault["message"]) == ("player0", "error", "KeyError: 'lost'")
    assert fault["count"] >= 10


def test_decisions_are_stored_on_request(store: Store) -> None:
    definition = replace(match("simple", "always-call", hands=20), explain_every=10)
    play_match(definition, record=StoredRecord.new(store, definition))
    leg = store.legs(1)[0]
    assert not store.decisions(leg.id, 3)
    decisions = store.decisions(leg.id, 10)
    assert decisions
    assert {entrant for entrant, _ in decisions.values()} <= {0, 1}
    assert all("action" in decision for _, decision in decisions.values())


def test_a_definition_is_restored_from_json() -> None:
    definition = match("simple(bluff=off)", "random", "flock", hands=7, dealing=DealingScheme.PERMUTED, replicates=3)
    again = define_match(json.loads(json.dumps(definition.to_json())))
    assert again == definition
    with pytest.raises(MatchError, match="not the definition of a match"):
        define_match({"game": "limit"})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"hands": 0}, "1 to 10"),
        ({"seed": -1}, "a seed lies"),
        ({"replicates": 0}, "replicates, not 0"),
        ({"time_limit": 0}, "0.001 to 1,000,000 seconds"),
        ({"game": "limit(players=3)"}, "has 3 players, not 2"),
        ({"replicates": 90_000, "dealing": DealingScheme.DUPLICATE}, "exceed the limit of 100,000 legs"),
    ],
)
def test_impossible_matches_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(MatchError, match=message):
        match("random", "random", **changes)  # type: ignore[arg-type]


def payoffs(definition: MatchDefinition, legs: list[list[tuple[int, ...]]]) -> Payoffs:
    made = Payoffs(definition)
    for number, rows in enumerate(legs):
        made.add(number, [tuple(2520 * chips for chips in row) for row in rows], finished=True)
    return made


def test_poki_22_win_rates_are_in_small_bets_with_the_error_of_independent_samples() -> None:
    plain = match("random", "random", hands=4)
    samples = payoffs(plain, [[(10, -10), (-20, 20), (30, -30), (0, 0)]]).samples(by_replicate=False)
    assert samples[:, 0].tolist() == [1, -2, 3, 0]
    result = play_match(plain, record=MatchRecord(plain))
    assert result.unit == "sb/h"
    rate = result.players[0].rate
    assert rate.mean == -result.players[1].rate.mean
    assert (np.array(rate.interval) - rate.mean).tolist() == pytest.approx(
        [sign * 3.1824 * rate.standard_error for sign in (-1, 1)], rel=2e-3
    )  # 95 % by Student's distribution, with three degrees of freedom
    duplicate = match("random", "random", hands=2, dealing=DealingScheme.DUPLICATE)
    both = payoffs(duplicate, [[(10, -10), (0, 0)], [(30, -30), (-20, 20)]]).samples(by_replicate=False)
    assert both[:, 0].tolist() == [2, -1]  # a sample is a deal, over both seatings
    replicates = match("random", "random", hands=2, replicates=2)
    by_replicate = payoffs(replicates, [[(10, -10), (20, -20)], [(-10, 10), (0, 0)]]).samples(by_replicate=True)
    assert by_replicate[:, 0].tolist() == [1.5, -0.5]
    no_limit = match("random", "random", game="nolimit", hands=1)
    assert payoffs(no_limit, [[(50, -50)]]).samples(by_replicate=False)[0, 0] == 50  # half a big blind, times 100


def test_saukonoja_46_the_curve_shows_cumulative_winnings() -> None:
    definition = match("random", "random", hands=4)
    at, lines = payoffs(definition, [[(10, -10), (-20, 20), (30, -30), (0, 0)]]).curve(10)
    assert at.tolist() == [0, 1, 2, 3, 4]
    np.testing.assert_allclose(lines[:, 0], [0, 1, -1, 2, 2])
