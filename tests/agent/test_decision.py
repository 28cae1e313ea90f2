"""Decisions explain themselves."""

import json

import pytest

from railbird.agent import Decision, Fact, decision_from_json
from railbird.errors import RailbirdError
from railbird.game import CALL, FOLD, raise_to

MIXED = Decision(
    raise_to(300),
    {raise_to(300): 0.7, CALL: 0.3, FOLD: 0.0},
    {FOLD: 0.0, CALL: -12.5, raise_to(300): 41.25},
    (
        Fact("HS", 0.6123, private=True),
        Fact("opponents", 2),
        Fact("draw", True, private=True),
        Fact("line", "check-raise"),
    ),
)


def test_a_decision_reads_as_one_paragraph() -> None:
    assert str(MIXED) == (
        "Raise to 300, with 70 %; call 30 %. EV: fold +0, call -12.5, raise to 300 +41.25. "
        "HS 0.6123 (private); opponents 2; draw yes (private); line check-raise."
    )
    assert str(Decision(FOLD)) == "Fold."
    assert str(Decision(raise_to(20_000))) == "Raise to 20,000."


def test_a_decision_survives_json() -> None:
    data = json.loads(json.dumps(MIXED.to_json()))
    assert data["action"] == "r300"
    assert data["probabilities"] == {"r300": 0.7, "c": 0.3, "f": 0.0}
    assert data["facts"][0] == {"name": "HS", "value": 0.6123, "private": True}
    assert decision_from_json(data) == MIXED


def test_the_public_decision_does_not_reveal_the_cards() -> None:
    public = MIXED.public()
    assert public.action == MIXED.action
    assert [fact.name for fact in public.facts] == ["opponents", "line"]
    assert not public.probabilities
    assert not public.values


@pytest.mark.parametrize("data", [{}, {"action": "x"}, {"action": "c", "probabilities": [], "values": {}, "facts": []}])
def test_malformed_json_is_refused(data: dict[str, object]) -> None:
    with pytest.raises(RailbirdError, match="not a decision"):
        decision_from_json(data)
