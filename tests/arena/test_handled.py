"""Failures that a bot deals with itself: counted by what failed, without a change of play."""

import json
from collections.abc import Iterator

import pytest

from railbird.agent import Bot, Decision, MatchStart
from railbird.agent.bot import match_start_from_json
from railbird.arena import match_of, play_match
from railbird.arena.guard import MOST_FAULTS
from railbird.cli.render.match import _faults
from railbird.game import CALL, View, limit


class Troubled(Bot):
    """Asks twice for each decision, and says what failed."""

    def act(self, view: View) -> Decision:
        return Decision(CALL, failures=("the oracle was busy", "the oracle\nwas busy", f"odd on {view.street}"))


class Calm(Bot):
    def act(self, view: View) -> Decision:
        return Decision(CALL)


class Malformed(Bot):
    """Its failures cannot be read."""

    def act(self, view: View) -> Decision:
        return Decision(CALL, failures=Strange())


class Strange(list[str]):
    def __iter__(self) -> Iterator[str]:
        raise OSError("no")


class Chatty(Bot):
    def act(self, view: View) -> Decision:
        return Decision(CALL, failures=tuple(f"failure {view.pot} {number}" for number in range(1000)))


def test_handled_failures_are_counted_by_what_failed() -> None:
    result = play_match(match_of([Troubled, "always-call"], hands=5, seed=1))
    faults = {fault["message"]: fault for fault in result.faults_by_player()}
    streets = ("preflop", "flop", "turn", "river")
    assert set(faults) == {"the oracle was busy", *(f"odd on {street}" for street in streets)}
    assert faults["the oracle was busy"]["count"] == 2 * 4 * faults["odd on flop"]["count"]
    assert {fault["kind"] for fault in faults.values()} == {"handled"}
    assert json.loads(json.dumps(result.to_json()))["faults"][0]["kind"] == "handled"
    text = "\n".join(_faults(result))
    assert "troubled failed 40 times (handled); it went on by itself." in text
    assert "First in hand 1: the oracle was busy" in text


def test_they_do_not_change_play() -> None:
    troubled, calm = (play_match(match_of([bot, "simple"], hands=20, seed=2)) for bot in (Troubled, Calm))
    assert troubled.players[0].rate == calm.players[0].rate
    assert not calm.faults
    assert troubled.repeatable


def test_failures_that_cannot_be_read_are_a_fault_and_many_are_counted_together() -> None:
    result = play_match(match_of([Malformed, "always-call"], hands=2, seed=1))
    assert {fault["kind"] for fault in result.faults} == {"error"}
    assert all("OSError: no" in fault["message"] for fault in result.faults)
    result = play_match(match_of([Chatty, "always-call"], hands=2, seed=1))
    assert len(result.faults) <= MOST_FAULTS + 1


def test_bots_know_the_time_limit_of_their_match() -> None:
    told: list[float | None] = []

    class Listening(Calm):
        def start_match(self, match: MatchStart) -> None:
            told.append(match.seconds)

    play_match(match_of([Listening, "always-call"], hands=1, time_limit=3.5))
    assert told == [3.5]
    start = MatchStart(limit(), ("a", "b"), 1, 10, 3.5)
    assert match_start_from_json(start.to_json()) == start
    old = {name: value for name, value in start.to_json().items() if name != "seconds"}
    assert match_start_from_json(old).seconds is None


@pytest.mark.parametrize("failures", [[], ["a", "b"]])
def test_decisions_keep_their_failures_as_json(failures: list[str]) -> None:
    data = Decision(CALL, failures=failures).to_json()
    assert data.get("failures", []) == failures
