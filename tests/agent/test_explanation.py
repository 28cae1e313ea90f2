"""Decisions in words: names of actions, rows, facts, and the meanings of signs."""

from __future__ import annotations

import json
import random
import re

import pytest

from railbird.agent import Decision, Fact, decision_from_json
from railbird.agent.explanation import Explanation, FactForm, Moment, explain, meanings, moments
from railbird.arena import Entrant, MatchDefinition
from railbird.arena.leg import LegRunner
from railbird.gallery import parse_bot
from railbird.game import CALL, FOLD, Game, Hand, SeededDealing, limit, raise_to
from tests.driving import act_at_random
from tests.game.play import GAMES

RANGE = Fact("ann by class", "9" + "0" * 168, private=True)
CARDS = "AhKh QsQd 7c7d / Kc9d2h / 9s / 4d"
FREE, PAID = Moment(free=True, opens=False), Moment(free=False, opens=False)
OPEN = Moment(free=True, opens=True)
"""A street on which nobody has bet."""


def explained(decision: Decision) -> Explanation:
    return explain("hero", decision, PAID)


def test_there_is_a_row_for_every_action_with_a_probability_or_value_in_order_of_size() -> None:
    decision = Decision(CALL, {raise_to(300): 0.25, CALL: 0.75}, {raise_to(900): 5.0, FOLD: 0.0, CALL: 1.5})
    rows = [(row.words, row.chosen, row.probability, row.value) for row in explained(decision).actions]
    assert rows == [
        ("fold", False, None, 0.0),
        ("call", True, 0.75, 1.5),
        ("raise to 300", False, 0.25, None),
        ("raise to 900", False, None, 5.0),
    ]


def test_a_chosen_action_without_numbers_has_a_row() -> None:
    (row,) = explained(Decision(FOLD)).actions
    assert (row.words, row.chosen, row.probability, row.value) == ("fold", True, None, None)


def test_facts_are_short_long_or_ranges() -> None:
    facts = (Fact("HS", 0.25), Fact("ann may hold", "AA ×2.0, KK ×1.9, QQ ×1.8 (9 bits)"), RANGE)
    forms = [fact.form for fact in explained(Decision(CALL, facts=facts)).facts]
    assert forms == [FactForm.SHORT, FactForm.LONG, FactForm.RANGE]


def test_the_public_explanation_has_no_probabilities_values_or_private_facts() -> None:
    facts = (Fact("HS", 0.25, private=True), Fact("rule", "make2"))
    public = explained(Decision(CALL, {CALL: 0.5, FOLD: 0.5}, {CALL: 1.0}, facts)).public()
    assert [row.to_json() for row in public.actions] == [
        {"action": "c", "words": "call", "chosen": True, "probability": None, "value": None}
    ]
    assert [fact.name for fact in public.facts] == ["rule"]


def test_json_has_rows_and_facts_and_says_which_are_private() -> None:
    data = json.loads(
        json.dumps(explained(Decision(CALL, {CALL: 1.0}, {}, (Fact("HS", 0.25, private=True),))).to_json())
    )
    assert data == {
        "player": "hero",
        "actions": [{"action": "c", "words": "call", "chosen": True, "probability": 1.0, "value": None}],
        "facts": [{"name": "HS", "value": 0.25, "text": "HS 0.25", "private": True, "form": "short"}],
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"nolimit(players=3); {CARDS}; r300 c c", [PAID, PAID, PAID]),
        (f"limit(players=3); {CARDS}; c c c", [PAID, PAID, FREE]),
        (f"limit(players=3); {CARDS}; c c r c c", [PAID, PAID, FREE, PAID, PAID]),
        (f"limit(players=3); {CARDS}; c c c / c r f c", [PAID, PAID, FREE, OPEN, OPEN, PAID, PAID]),
        (f"limit(players=3, ante=5); {CARDS}; c c c / r", [PAID, PAID, FREE, OPEN]),
        ("kuhn; Qs As; c r c", [OPEN, OPEN, PAID]),
        ("leduc; Qs Ks / Qh; c r c / c c", [OPEN, OPEN, PAID, OPEN, OPEN]),
        (f"nolimit(players=3, stack=1000/30/1000, rules=casino); {CARDS}; c c / c c", [PAID, PAID, OPEN, OPEN]),
    ],
    ids=[
        "blinds are bets",
        "the big blind has an option",
        "and may raise",
        "a street begins without a bet",
        "antes are not bets",
        "in kuhn too",
        "and in leduc",
        "a short big blind costs a whole one",
    ],
)
def test_moments_say_whether_checking_was_free_and_whether_anyone_had_bet(text: str, expected: list[Moment]) -> None:
    assert moments(Hand.parse(text)) == expected


NO_CARDS_BETWEEN = (
    "game(betting=limit, blinds=1/2, stacks=90/90, bets=2/2, most_raises=3/3, first=0/0, board_cards=0/0, hole_cards=1)"
)


def test_a_round_without_a_card_begins_without_a_bet() -> None:
    assert moments(Hand.parse(f"{NO_CARDS_BETWEEN}; 6c Td; c c / c r c")) == [PAID, FREE, OPEN, OPEN, PAID]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_moments_agree_with_the_legal_actions_of_the_time(game: Game) -> None:
    for seed in range(40):
        choose, expected = random.Random(seed), []
        hand = Hand(game, SeededDealing(seed).deal(game, 0))
        while not hand.over:
            expected.append(Moment(free=not hand.legal.call, opens=not any(hand.bets)))
            act_at_random(hand, choose)
        assert moments(hand) == expected, str(hand)
        assert all(moments(hand.view(position)) == expected for position in range(game.players))


SIGNS = re.compile(
    r"×|\bbits\b|\bbetting sequence\b|\bsimilar hands\b|\|[ ▁▂▃▄▅▆▇█]+\||\b[A-Z]{2,}[a-z]*\b|\b[A-Z]+Pot\b|\bby class\b"
)
"""Signs that only readers of the papers know; hand classes are ordinary poker terms."""
CLASS = re.compile(r"\b[AKQJT2-9]{2}[so]?\b")


def _played(*bots: str) -> list[Decision]:
    """All decisions of a short match."""
    specs = [parse_bot(bot) for bot in bots]
    entrants = tuple(Entrant(spec, player=f"p{number}") for number, spec in enumerate(specs))
    definition = MatchDefinition(game=limit(len(bots)), entrants=entrants, hands=8, seed=5, explain_every=1)
    chunk = LegRunner(definition, definition.leg(0)).run(60.0)
    return [decision_from_json(json.loads(each.decision)) for each in chunk.explained]


@pytest.mark.parametrize(
    "bots", [("simbot", "poki"), ("lain", "magpie"), ("saukonoja", "simple"), ("rezai", "jag", "chump")]
)
def test_every_sign_that_a_decision_shows_is_explained(bots: tuple[str, ...]) -> None:
    decisions = _played(*bots)
    assert decisions
    legend = "\n".join(meanings(map(explained, decisions), ranges=True))
    for decision in decisions:
        for fact in decision.facts:
            text = fact.name if fact.name.endswith("by class") else CLASS.sub("", str(fact))
            for sign in SIGNS.findall(re.sub(r"\([^)]*[CRF/][^)]*\)", "", text)):
                word = {"by class": "digits", "similar hands": "in brackets"}.get(sign, "bars" if "|" in sign else sign)
                assert word in legend, (sign, str(fact))


def test_signs_that_are_not_shown_are_not_explained() -> None:
    assert meanings([explained(Decision(CALL, facts=(Fact("rule", "make2"),)))]) == []
    assert meanings([explained(Decision(CALL, facts=(RANGE,)))]) == []
    assert "0 (impossible) to 9" in meanings([explained(Decision(CALL, facts=(RANGE,)))], ranges=True)[0]
