"""LateFacts: facts that are computed only when they are read."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from railbird.agent import Decision, Fact, LateFacts, decision_from_json
from railbird.game import CALL, FOLD, raise_to

FACTS = (Fact("hand rank", 0.61, private=True), Fact("line", "crc"), Fact("draw", True, private=True))


class Counter:
    """Counts how often it is asked."""

    def __init__(self, facts: tuple[Fact, ...] = FACTS) -> None:
        self.facts, self.asked = facts, 0

    def __call__(self) -> tuple[Fact, ...]:
        self.asked += 1
        return self.facts


def late(facts: tuple[Fact, ...] = FACTS) -> LateFacts:
    return LateFacts(lambda: facts)


def decided(facts: LateFacts | tuple[Fact, ...]) -> Decision:
    return Decision(raise_to(40), {raise_to(40): 0.75, CALL: 0.25}, {FOLD: 0.0, CALL: -2.5}, facts)


def test_nothing_is_computed_until_facts_are_read() -> None:
    compute = Counter()
    decision = decided(LateFacts(compute))
    assert decision.action == raise_to(40)
    assert decision.values[CALL] == -2.5
    assert compute.asked == 0
    assert decision.facts[1].value == "crc"
    assert compute.asked == 1


def test_facts_are_computed_once_however_often_they_are_read() -> None:
    compute = Counter()
    decision = decided(LateFacts(compute))
    for _ in range(2):
        assert len(decision.facts) == 3
        assert list(decision.facts) == list(FACTS)
        assert "line crc" in str(decision)
        assert decision.public().facts == FACTS[1:2]
        assert len(decision.to_json()["facts"]) == 3
        assert decision.facts == FACTS
        assert hash(decision.facts) == hash(FACTS)
    assert compute.asked == 1


def test_an_empty_result_is_kept_too() -> None:
    compute = Counter(())
    facts = LateFacts(compute)
    assert not facts
    assert list(facts) == []
    assert compute.asked == 1


def test_a_computation_that_failed_is_tried_again() -> None:
    known: list[Fact] = []

    def compute() -> tuple[Fact, ...]:
        if not known:
            raise ValueError("not yet")
        return tuple(known)

    facts = LateFacts(compute)
    with pytest.raises(ValueError, match="not yet"):
        len(facts)
    known.extend(FACTS)
    assert facts == FACTS


def test_late_facts_are_a_sequence() -> None:
    facts = late()
    assert facts[0] == FACTS[0]
    assert facts[-1] == FACTS[-1]
    assert facts[1:] == FACTS[1:]
    assert Fact("line", "crc") in facts
    assert list(reversed(facts)) == list(reversed(FACTS))
    with pytest.raises(IndexError):
        facts[3]


def test_late_facts_equal_the_same_facts_both_ways_round() -> None:
    at_once: Sequence[Fact] = tuple(FACTS)
    assert late() == at_once
    assert at_once == late()
    assert late() == late()
    assert hash(late()) == hash(at_once)


@pytest.mark.parametrize("others", [FACTS[:2], FACTS[::-1], (), 7, None])
def test_late_facts_do_not_equal_other_facts(others: object) -> None:
    assert late() != others
    assert others != late()


def test_decisions_are_equal_whether_their_facts_are_late_or_not() -> None:
    assert decided(late()) == decided(FACTS)
    assert decided(FACTS) == decided(late())
    assert decided(late()) != decided(FACTS[:1])
    assert str(decided(late())) == str(decided(FACTS))


def test_a_decision_with_late_facts_survives_json() -> None:
    decision = decided(late())
    again = decision_from_json(json.loads(json.dumps(decision.to_json())))
    assert again == decision
    assert decision == again
    assert again.facts == FACTS


def test_the_public_decision_does_not_reveal_the_cards() -> None:
    public = decided(late()).public()
    assert public == Decision(raise_to(40), facts=(Fact("line", "crc"),))
    assert isinstance(public.facts, tuple)


def test_a_decision_with_no_facts_shows_its_action() -> None:
    assert str(Decision(CALL, facts=late(()))) == "Call."
