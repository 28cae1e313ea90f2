"""Views, events, legal actions and decisions, to JSON and back: ``python -m tests.game.json_round_trips 10000``."""

from __future__ import annotations

import json
import random
import sys
from typing import Any

from railbird.agent import Decision, Fact, decision_from_json
from railbird.cards import cards_text
from railbird.game import Hand, SeededDealing, View, event_from_json, event_to_json, legal_from_json, view_from_json
from railbird.game.public import to_cards
from tests.driving import act_at_random, random_action
from tests.game.play import GAMES


def through_json(data: Any) -> Any:
    return json.loads(json.dumps(data))


def check_view(view: View) -> None:
    """Check that JSON restores the view, and nothing more."""
    written = through_json(view.to_json())
    restored = view_from_json(written)
    assert restored == view
    assert through_json(restored.to_json()) == written
    assert restored.legal == view.legal
    if not view.over:
        assert legal_from_json(written["legal"]) == view.legal
    for event in view.events:
        assert event_from_json(through_json(event_to_json(event))) == event


def check_hidden(view: View, hand: Hand) -> None:
    """Check that hidden cards are not in the JSON."""
    text = json.dumps(view_from_json(view.to_json()).to_json())
    for position, cards in enumerate(hand.hole_bytes):
        if position != view.position and not view.hole_bytes[position]:
            seen = {*view.board, *view.hole_cards, *(card for shown in view.shown.values() for card in shown)}
            for card in to_cards(cards):
                assert card in seen or cards_text([card]) not in text


def check_decision(view: View, choose: random.Random) -> None:
    action = random_action(view.legal, choose)
    share = choose.random()
    facts = (Fact("HS", choose.random(), private=True), Fact("line", "rc/r"), Fact("count", 7), Fact("flag", True))
    decision = Decision(action, {action: share}, {action: choose.uniform(-9, 9)}, facts)
    assert decision_from_json(through_json(decision.to_json())) == decision


def round_trips(name: str, hands: int, seed: int) -> int:
    """Play hands at random and check one view of each state. Returns the number of views."""
    game, choose, looked = GAMES[name], random.Random(f"{name} {seed}"), 0
    for number in range(hands):
        hand = Hand(game, SeededDealing(seed).deal(game, number))
        while not hand.over:
            if choose.random() < 0.3:
                view = hand.view(choose.randrange(game.players))
                check_view(view)
                check_hidden(view, hand)
                check_decision(view, choose)
                looked += 1
            act_at_random(hand, choose)
        view = hand.view(choose.randrange(game.players))
        check_view(view)
        check_hidden(view, hand)
        looked += 1
    return looked


if __name__ == "__main__":
    wanted, total = int(sys.argv[1]), 0
    for each in GAMES:
        total += round_trips(each, -(-wanted // len(GAMES)), seed=20)
    print(f"{total:,} views of {-(-wanted // len(GAMES)) * len(GAMES):,} hands came back from JSON as they were")
