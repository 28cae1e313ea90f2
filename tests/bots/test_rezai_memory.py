"""RezAI with a memory: the outcomes it stores, and when it plays the action with the best results."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from railbird.agent import Decision, check_bot
from railbird.arena.leg import LegRunner
from railbird.bots.rezai import Rezai, _limits
from railbird.errors import ModelError
from railbird.gallery import parse_bot
from railbird.game import ActionKind, limit, rezai
from railbird.models.learned_file import Learned, write_learned
from railbird.models.rezai.outcomes import OutcomeStore
from railbird.policies.rezai.rules import STRATEGIES, RoundLimits
from tests.arena.matches import match
from tests.bots.test_rezai import played, started

FOLD, CALL, RAISE = ActionKind
STATE = "0 5 facing ahead"
"""The first decision with aces in its own game: pre-flop, above all limits, facing the big blind."""


def facts(answer: Any) -> dict[str, Any]:
    assert isinstance(answer, Decision)
    return {fact.name: fact.value for fact in answer.facts}


def record(bot: Rezai) -> dict[str, Any]:
    result: dict[str, Any] = json.loads(bot.save()[""])
    return result


def remembering(memory: OutcomeStore, spec: str = "rezai(style=lag, memory=on)") -> Rezai:
    bot = started(spec)
    bot.load({"": json.dumps({**record(bot), "memory": memory.to_json()}).encode()})
    return bot


def memory_of(outcomes: dict[ActionKind, float], count: int = 50, state: str = STATE) -> OutcomeStore:
    """Outcomes with these means."""
    store = OutcomeStore()
    for kind, mean in outcomes.items():
        for number in range(count):
            store.add(state, kind, mean + (-1) ** number)
    return store


def decided(bot: Rezai, actions: str = "") -> Any:
    hand = played(actions)
    bot.start_hand(hand.view(hand.actor))
    return bot.act(hand.view(hand.actor))


def test_without_a_memory_nothing_is_stored_and_nothing_changes() -> None:
    assert "memory" not in record(started())
    assert not started("rezai(style=lag)").learns
    assert started("rezai(style=lag, memory=on)").learns


def test_every_action_is_stored_with_what_it_won_from_then_on_in_big_blinds() -> None:
    """Aces raise pre-flop with 10 chips in the pot, bet the flop with 40, and win 60."""
    bot = started("rezai(style=lag, memory=on)")
    hand = played("")
    bot.start_hand(hand.view(0))
    bot.act(hand.view(0))
    hand.play("r c")
    bot.act(hand.view(0))
    hand.play("r c / c c / c c")
    bot.end_hand(hand.view(0))
    stored = OutcomeStore.from_json(record(bot)["memory"]).states
    assert stored[STATE][RAISE].total == (60 + 10) / 20
    (flop,) = (actions for state, actions in stored.items() if state.startswith("1 "))
    assert flop[RAISE].total == (60 + 40) / 20


def test_a_hand_is_not_counted_twice() -> None:
    bot = started("rezai(style=lag, memory=on)")
    hand = played("")
    bot.start_hand(hand.view(0))
    bot.act(hand.view(0))
    hand.play("r f")
    bot.end_hand(hand.view(0))
    bot.end_hand(hand.view(0))
    assert [each["raise"][0] for each in record(bot)["memory"].values()] == [1]


@pytest.mark.parametrize(
    ("outcomes", "action"),
    [
        ({}, "r40"),  # the loose-aggressive rule
        ({RAISE: 1.0, CALL: 3.0}, "c"),
        ({RAISE: 3.0, CALL: 1.0}, "r40"),
        ({RAISE: -1.0}, "f"),
        ({RAISE: 1.0}, "r40"),
        ({CALL: 3.0}, "r40"),  # the rule's action has no outcomes yet
    ],
)
def test_it_plays_the_action_with_the_best_results_in_the_state(outcomes: dict[ActionKind, float], action: str) -> None:
    assert str(decided(remembering(memory_of(outcomes))).action) == action


def test_few_outcomes_or_a_small_lead_do_not_count() -> None:
    few, close = memory_of({RAISE: 1.0, CALL: 3.0}, count=10), memory_of({RAISE: 1.0, CALL: 1.1})
    for memory in (few, close):
        assert str(decided(remembering(memory)).action) == "r40"
    assert str(decided(remembering(few, "rezai(style=lag, memory=on, least=10)")).action) == "c"
    assert str(decided(remembering(close, "rezai(style=lag, memory=on, sure=0)")).action) == "c"


def test_a_fact_shows_what_it_remembers() -> None:
    shown = facts(decided(remembering(memory_of({RAISE: 1.0, CALL: 3.0}))))
    assert shown["remembered"] == "fold +0.00 bb (0 times), raise +1.00 bb (50 times), call +3.00 bb (50 times)"
    assert facts(decided(started("rezai(style=lag, memory=on)")))["remembered"] == "fold +0.00 bb (0 times)"
    assert "remembered" not in facts(decided(started("rezai(style=lag)")))


def test_strengths_between_the_same_limits_of_all_styles_are_one_state() -> None:
    assert _limits(0) == (6, 24, 25, 35, 45)
    for number in range(4):
        for rows in STRATEGIES.values():
            row: RoundLimits = rows[number]
            assert {row.fold_below, row.bet_from, row.raise_from} <= set(_limits(number))


def test_it_is_legal_reproducible_and_saves_in_any_game() -> None:
    for game in (rezai(), limit(3)):
        report = check_bot(parse_bot("rezai(memory=on, least=2, sure=0)").make, games=[game], hands=6)
        assert report.passed, str(report)


def test_in_a_match_it_continues_from_what_it_saved() -> None:
    definition = match("rezai(memory=on, least=2, sure=0)", "always-call", game="rezai", hands=60)
    leg = definition.leg(0)
    whole = LegRunner(definition, leg).run(1e9)
    first = LegRunner(definition, leg).run(1e9, upto=30)
    second = LegRunner(definition, leg, start=30, learned=first.learned).run(1e9)
    assert first.hands + second.hands == whole.hands
    assert first.learned[0] != whole.learned[0]


def test_a_memory_can_be_used_in_another_match(tmp_path: Path) -> None:
    bot = remembering(memory_of({RAISE: 1.0, CALL: 3.0}))
    path = tmp_path / "rezai.model"
    write_learned(path, Learned("rezai(style=lag, memory=on)", str(rezai()), "p1", bot.save()))
    spec = parse_bot(f"rezai(style=lag, memory=on, model={path})")
    assert spec.model is not None
    other = started("rezai(style=lag, memory=on)")
    other.load(spec.model.records("p1"))
    assert str(decided(other).action) == "c"


def test_a_fixed_style_stays_when_a_record_is_loaded() -> None:
    bot = started("rezai(style=tag, memory=on)")
    bot.load({"": json.dumps({**record(bot), "style": "lag"}).encode()})
    assert bot.style.value == "tag"


def test_records_that_are_not_a_memory_are_refused() -> None:
    bot = started("rezai(memory=on)")
    with pytest.raises(ModelError, match="RezAI"):
        bot.load({"": json.dumps({**record(bot), "memory": {"x": {"call": [1, 2]}}}).encode()})
