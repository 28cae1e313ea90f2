"""Decisions in the terminal."""

from __future__ import annotations

import json
import random
import re
from io import StringIO

import pytest
from rich.console import Console

from railbird.agent import Decision, Fact, decision_from_json
from railbird.arena import Entrant, MatchDefinition
from railbird.arena.leg import LegRunner
from railbird.cli.render.explanation import Moment, explained, glossary, moments
from railbird.gallery import parse_bot
from railbird.game import CALL, FOLD, Game, Hand, SeededDealing, limit, raise_to
from tests.game.play import GAMES, act_at_random

RANGE = Fact("ann by class", "9" + "0" * 168, private=True)
CARDS = "AhKh QsQd 7c7d / Kc9d2h / 9s / 4d"
FREE, PAID = Moment(free=True, opens=False), Moment(free=False, opens=False)
OPEN = Moment(free=True, opens=True)
"""A street on which nobody has bet."""


def told(decision: Decision, *, ranges: bool = False, free: bool = False, opens: bool = False) -> list[str]:
    console = Console(file=StringIO(), width=80, highlight=False)
    console.print(explained("hero", decision, ranges=ranges, free=free, opens=opens))
    assert isinstance(console.file, StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def test_what_was_drawn_and_what_else_might_have_been() -> None:
    assert told(Decision(CALL, {FOLD: 0.25, CALL: 0.75})) == ["hero: call, drawn with 75% (fold 25%)"]


def test_values_come_first_then_short_facts_together_then_long_ones_alone() -> None:
    facts = (Fact("HS", 0.25), Fact("ann may hold", "AA ×2.0, KK ×1.9, QQ ×1.8 (9 bits)"), Fact("rule", "make2"))
    assert told(Decision(CALL, {}, {FOLD: 0.0, CALL: 3.5}, facts)) == [
        "hero: call",
        "  worth: fold +0, call +3.5",
        "  HS 0.25 · rule make2",
        "  ann may hold AA ×2.0, KK ×1.9, QQ ×1.8 (9 bits)",
    ]


def test_ranges_are_squares_that_fit_eighty_columns_and_only_if_asked_for() -> None:
    decision = Decision(CALL, facts=(RANGE,))
    assert told(decision) == ["hero: call"]
    lines = told(decision, ranges=True)
    assert len(lines) == 2 + 13
    assert lines[2].strip().startswith("AA 9 AKs0 AQs0")
    assert lines[-1].strip().endswith("22 0")


def test_a_move_has_the_name_that_it_has_at_that_moment() -> None:
    decision = Decision(CALL, {CALL: 0.5, raise_to(300): 0.5}, {CALL: 1.0, raise_to(300): 2.0})
    assert told(decision, free=False, opens=False) == [
        "hero: call, drawn with 50% (raise to 300 50%)",
        "  worth: call +1, raise to 300 +2",
    ]
    assert told(decision, free=True, opens=False)[0] == "hero: check, drawn with 50% (raise to 300 50%)"
    assert told(decision, free=True, opens=True) == [
        "hero: check, drawn with 50% (bet 300 50%)",
        "  worth: check +1, bet 300 +2",
    ]


def test_amounts_are_written_out_with_thousands_apart() -> None:
    values = {FOLD: 0.0, CALL: -1234.4, raise_to(1_500): 12_905.4, raise_to(20_000): 3.5e8}
    assert told(Decision(raise_to(20_000), {raise_to(20_000): 0.5, raise_to(1_500): 0.5}, values), opens=True) == [
        "hero: bet 20,000, drawn with 50% (bet 1,500 50%)",
        "  worth: fold +0, call -1,234, bet 1,500 +12,905, bet 20,000 +350,000,000",
    ]


@pytest.mark.parametrize("value", [0.0, 0.00002, -1e-14, 0.25, 999.97, 1000.0, 14_600.0, -3.5e8])
def test_no_amount_is_in_scientific_notation(value: float) -> None:
    (_, worth) = told(Decision(CALL, {}, {CALL: value}))
    check_written_out(worth)


@pytest.mark.parametrize("value", [0.0, 0.25, 884.3, 14_600.0, 35_440.0])
def test_no_fact_is_in_scientific_notation(value: float) -> None:
    """Such as the lead of a simulation, in chips."""
    (_, facts) = told(Decision(CALL, facts=(Fact("lead", value),)))
    check_written_out(facts)


def check_written_out(line: str) -> None:
    assert not re.search(r"\de[+-]?\d", line), line
    assert not re.search(r"(?<![.\d])\d{4}", line), line


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
        "antes are no bets",
        "in kuhn too",
        "and in leduc",
        "a short big blind costs a whole one",
    ],
)
def test_moments_say_whether_it_was_free_and_whether_anybody_had_bet(text: str, expected: list[Moment]) -> None:
    assert moments(Hand.parse(text)) == expected


NO_CARDS_BETWEEN = (
    "game(betting=limit, blinds=1/2, stacks=90/90, bets=2/2, most_raises=3/3, first=0/0, board_cards=0/0, hole_cards=1)"
)


def test_a_round_without_a_card_begins_without_a_bet() -> None:
    assert moments(Hand.parse(f"{NO_CARDS_BETWEEN}; 6c Td; c c / c r c")) == [PAID, FREE, OPEN, OPEN, PAID]


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_moments_are_what_the_rules_said_at_that_time(game: Game) -> None:
    for seed in range(40):
        choose, expected = random.Random(seed), []
        hand = Hand(game, SeededDealing(seed).deal(game, 0))
        while not hand.over:
            expected.append(Moment(free=not hand.legal.call, opens=not any(hand.bets)))
            act_at_random(hand, choose)
        assert moments(hand) == expected, str(hand)
        assert all(moments(hand.view(position)) == expected for position in range(game.players))


SIGNS = re.compile(r"×|\bbits\b|\bline\b|\bbegan so\b|\|[ ▁▂▃▄▅▆▇█]+\||\b[A-Z]{2,}[a-z]*\b|\b[A-Z]+Pot\b|\bby class\b")
"""What nobody knows who has not read the papers; classes of hands are poker's own."""
CLASS = re.compile(r"\b[AKQJT2-9]{2}[so]?\b")


def _played(*bots: str) -> list[Decision]:
    """All decisions of some hands."""
    specs = [parse_bot(bot) for bot in bots]
    entrants = tuple(Entrant(f"p{number}", spec) for number, spec in enumerate(specs))
    definition = MatchDefinition(limit(len(bots)), entrants, 8, 5, explain_every=1)
    chunk = LegRunner(definition, definition.leg(0)).run(60.0)
    return [decision_from_json(json.loads(each.decision)) for each in chunk.explained]


@pytest.mark.parametrize(
    "bots", [("simbot", "poki"), ("lain", "magpie"), ("saukonoja", "simple"), ("rezai", "jag", "chump")]
)
def test_every_sign_that_a_decision_shows_is_explained(bots: tuple[str, ...]) -> None:
    decisions = _played(*bots)
    assert decisions
    legend = "\n".join(map(str, glossary(decisions, ranges=True)))
    for decision in decisions:
        for fact in decision.facts:
            text = fact.name if fact.name.endswith("by class") else CLASS.sub("", str(fact))
            for sign in SIGNS.findall(re.sub(r"\([^)]*[CRF/][^)]*\)", "", text)):
                word = {"by class": "digits", "began so": "in brackets"}.get(sign, "bars" if "|" in sign else sign)
                assert word in legend, (sign, str(fact))


def test_what_is_not_shown_is_not_explained() -> None:
    assert glossary([Decision(CALL, facts=(Fact("rule", "make2"),))]) == []
    assert glossary([Decision(CALL, facts=(RANGE,))]) == []
    assert "0 (not at all) to 9" in str(glossary([Decision(CALL, facts=(RANGE,))], ranges=True)[0])
