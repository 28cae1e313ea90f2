"""The betting tracker: the situation in which each player acted."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import fields
from itertools import chain, count
from typing import Any

import pytest

from railbird.agent import Bot, Choice, HandDriver, SeatedBot, Streams, play_hand
from railbird.agent.situation import Entry, Situation
from railbird.agent.tracker import STILL_TO_ACT, BettingTracker, Step
from railbird.errors import GameError
from railbird.game import ActionKind, Betting, Hand, SeededDealing, View, limit
from railbird.game.dealing import deck
from railbird.game.events import Acted, ActionName
from tests.agent.situations import hand_of, situation_of, steps_of
from tests.driving import act_at_random, play_at_random
from tests.game.play import GAMES

CALL, RAISE = ActionKind.CALL, ActionKind.RAISE
YES, NO = True, False

Claims = dict[str, list[list[Any]]]
"""Values of each field before each action, grouped to be easier to read."""

HEADS_UP = hand_of("limit", 2, "r c / c r r c / c c / r")
HEADS_UP_CLAIMS: Claims = {
    "player": [[1, 0], [0, 1, 0, 1], [0, 1], [0]],
    "round": [[0, 0], [1, 1, 1, 1], [2, 2], [3]],
    "active": [[2] * 9],
    "pot": [[15, 30], [40, 40, 50, 70], [80, 80], [80]],
    "to_call": [[5, 10], [0, 0, 10, 10], [0, 0], [0]],
    "bet": [[10, 10], [10, 10, 10, 10], [20, 20], [20]],
    "later_bets": [[50, 50], [40, 40, 40, 40], [20, 20], [0]],
    "raises": [[0, 1], [0, 0, 1, 2], [0, 0], [0]],
    "bets_to_call": [[1, 1], [0, 0, 1, 1], [0, 0], [0]],
    "can_raise": [[YES] * 9],
    "committed": [[NO, NO], [NO, NO, NO, YES], [NO, NO], [NO]],
    "behind": [[1, 0], [1, 0, 0, 0], [1, 0], [1]],
    "first": [[YES, NO], [YES, NO, NO, NO], [YES, NO], [YES]],
    "last_action": [[None, None], [CALL, RAISE, CALL, RAISE], [RAISE, CALL], [CALL]],
    "last_paid": [[NO, NO], [YES, NO, NO, NO], [NO, YES], [NO]],
    "led": [[NO, NO], [NO, YES, NO, YES], [YES, NO], [NO]],
    "bet_ratio": [[0, 1 / 1], [1 / 2, 1 / 3, 2 / 4, 3 / 5], [3 / 6, 3 / 7], [3 / 8]],
}

THREE = hand_of("limit(players=3)", 3, "c c r r f r c / c r c / r f")
THREE_CLAIMS: Claims = {
    "player": [[2, 0, 1, 2, 0, 1, 2], [1, 2, 1], [1, 2]],
    "round": [[0] * 7, [1] * 3, [2] * 2],
    "active": [[3, 3, 3, 3, 3, 2, 2], [2, 2, 2], [2, 2]],
    "pot": [[15, 25, 30, 40, 60, 60, 80], [90, 90, 100], [110, 130]],
    "to_call": [[10, 5, 0, 10, 20, 10, 10], [0, 0, 10], [0, 20]],
    "bet": [[10] * 7, [10] * 3, [20] * 2],
    "later_bets": [[50] * 7, [40] * 3, [20] * 2],
    "raises": [[0, 0, 0, 1, 2, 2, 3], [0, 0, 1], [0, 1]],
    "bets_to_call": [[1, 1, 0, 1, 2, 1, 1], [0, 0, 1], [0, 1]],
    "can_raise": [[YES, YES, YES, YES, YES, YES, NO], [YES] * 5],
    "committed": [[NO, NO, NO, YES, YES, YES, YES], [NO, NO, NO], [NO, NO]],
    "behind": [[2, 1, 0, 1, 1, 0, 0], [1, 0, 0], [1, 0]],
    "first": [[YES], [NO] * 6, [YES, NO, NO], [YES, NO]],
    "last_action": [[None, None, None, CALL, CALL, RAISE, RAISE], [RAISE, CALL, CALL], [CALL, RAISE]],
    "last_paid": [[NO, NO, NO, YES, YES, NO, NO], [NO, YES, NO], [YES, NO]],
    "led": [[NO] * 7, [YES, NO, YES], [NO, YES]],
    "bet_ratio": [[0, 0, 0, 1 / 3, 2 / 4, 2 / 4, 3 / 5], [3 / 6, 3 / 7, 4 / 8], [4 / 9, 5 / 10]],
}

SIX = hand_of("limit(players=6)", 6, "f c f r c f c / c r r f c / c c")
SIX_CLAIMS: Claims = {
    "player": [[2, 3, 4, 5, 0, 1, 3], [0, 3, 5, 0, 3], [3, 5]],
    "round": [[0] * 7, [1] * 5, [2] * 2],
    "active": [[6, 5, 5, 4, 4, 4, 3], [3, 3, 3, 3, 2], [2, 2]],
    "pot": [[15, 15, 25, 25, 45, 60, 60], [70, 70, 80, 100, 100], [110, 110]],
    "to_call": [[10, 10, 10, 10, 15, 10, 10], [0, 0, 10, 20, 10], [0, 0]],
    "bet": [[10] * 7, [10] * 5, [20] * 2],
    "later_bets": [[50] * 7, [40] * 5, [20] * 2],
    "raises": [[0, 0, 0, 0, 1, 1, 1], [0, 0, 1, 2, 2], [0, 0]],
    "bets_to_call": [[1, 1, 1, 1, 2, 1, 1], [0, 0, 1, 2, 1], [0, 0]],
    "can_raise": [[YES] * 14],
    "committed": [[NO, NO, NO, NO, NO, NO, YES], [NO, NO, NO, NO, YES], [NO, NO]],
    "behind": [[5, 4, 3, 2, 2, 1, 0], [2, 1, 1, 1, 0], [1, 0]],
    "first": [[YES], [NO] * 6, [YES], [NO] * 4, [YES, NO]],
    "last_action": [[None] * 6, [CALL], [CALL, CALL, RAISE, CALL, RAISE], [CALL, RAISE]],
    "last_paid": [[NO] * 6, [YES], [YES, YES, NO, NO, NO], [YES, NO]],
    "led": [[NO] * 7, [NO, NO, YES, NO, NO], [NO, YES]],
    "bet_ratio": [[0, 0, 0, 0, 1 / 2, 1 / 3, 1 / 3], [1 / 4, 1 / 5, 2 / 6, 3 / 7, 3 / 7], [3 / 8, 3 / 9]],
}

NO_LIMIT = hand_of("nolimit(players=3)", 3, "r300 c r1000 c f / r500 r2000 c / c")
NO_LIMIT_CLAIMS: Claims = {
    "player": [[2, 0, 1, 2, 0], [1, 2, 1], [1]],
    "round": [[0] * 5, [1] * 3, [2]],
    "active": [[3, 3, 3, 3, 3], [2, 2, 2], [2]],
    "pot": [[150, 450, 700, 1600, 2300], [2300, 2800, 4800], [6300]],
    "to_call": [[100, 250, 200, 700, 700], [0, 500, 1500], [0]],
    "bet": [[100] * 9],
    "later_bets": [[300] * 5, [200] * 3, [100]],
    "raises": [[0, 1, 1, 2, 2], [0, 1, 2], [0]],
    "bets_to_call": [[1, 2, 2, 2, 2], [0, 1, 2], [0]],
    "can_raise": [[YES] * 9],
    "committed": [[NO, NO, NO, YES, YES], [NO, NO, YES], [NO]],
    "behind": [[2, 1, 0, 1, 0], [1, 0, 0], [1]],
    "first": [[YES, NO, NO, NO, NO], [YES, NO, NO], [YES]],
    "last_action": [[None, None, None, RAISE, CALL], [RAISE, CALL, RAISE], [CALL]],
    "last_paid": [[NO, NO, NO, NO, YES], [NO, YES, NO], [YES]],
    "led": [[NO] * 5, [YES, NO, YES], [NO]],
    "bet_ratio": [[0, 1, 1 / 2, 2 / 3, 2 / 4], [2 / 4, 3 / 5, 4 / 6], [4 / 7]],
}

# The big blind has only two bets and calls with the last chips.
SHORT = hand_of("limit(players=3, stack=1000/20/1000)", 3, "r c c / c r c / c")
SHORT_CLAIMS: Claims = {
    "player": [[2, 0, 1], [0, 2, 0], [0]],
    "round": [[0, 0, 0], [1, 1, 1], [2]],
    "active": [[3] * 7],
    "pot": [[15, 35, 50], [60, 60, 70], [80]],
    "to_call": [[10, 15, 10], [0, 0, 10], [0]],
    "bet": [[10, 10, 10], [10, 10, 10], [20]],
    "later_bets": [[50, 50, 50], [40, 40, 40], [20]],
    "raises": [[0, 1, 1], [0, 0, 1], [0]],
    "bets_to_call": [[1, 2, 1], [0, 0, 1], [0]],
    "can_raise": [[YES, YES, NO], [YES, YES, YES], [YES]],
    "committed": [[NO] * 7],
    "behind": [[2, 1, 0], [1, 0, 0], [1]],
    "first": [[YES, NO, NO], [YES, NO, NO], [YES]],
    "last_action": [[None, None, None], [CALL, RAISE, CALL], [CALL]],
    "last_paid": [[NO, NO, NO], [YES, NO, NO], [YES]],
    "led": [[NO, NO, NO], [NO, YES, NO], [NO]],
    "bet_ratio": [[0, 1, 1 / 2], [1 / 3, 1 / 4, 2 / 5], [2 / 6]],
}

# The button raises all-in, and the others keep betting.
ALL_IN = hand_of("nolimit(players=3, stack=2000/2000/250)", 3, "r250 c r1000 c / c r600 f")
ALL_IN_CLAIMS: Claims = {
    "player": [[2, 0, 1, 0], [0, 1, 0]],
    "round": [[0] * 4, [1] * 3],
    "active": [[3] * 7],
    "pot": [[150, 400, 600, 1500], [2250, 2250, 2850]],
    "to_call": [[100, 200, 150, 750], [0, 0, 600]],
    "bet": [[100] * 7],
    "later_bets": [[300] * 4, [200] * 3],
    "raises": [[0, 1, 1, 2], [0, 0, 1]],
    "bets_to_call": [[1, 2, 2, 2], [0, 0, 1]],
    "can_raise": [[YES] * 7],
    "committed": [[NO, NO, NO, YES], [NO, NO, NO]],
    "behind": [[2, 1, 0, 0], [1, 0, 0]],
    "first": [[YES, NO, NO, NO], [YES, NO, NO]],
    "last_action": [[None, None, None, CALL], [CALL, RAISE, CALL]],
    "last_paid": [[NO, NO, NO, YES], [YES, NO, NO]],
    "led": [[NO] * 4, [NO, YES, NO]],
    "bet_ratio": [[0, 1, 1 / 2, 2 / 3], [2 / 4, 2 / 5, 3 / 6]],
}

# Six cards, two rounds: the first to act bets and is called; on the board's card the other bets, and is raised.
LEDUC = Hand.parse("leduc; Ks Qh / Kh; r c / c r r c")
LEDUC_CLAIMS: Claims = {
    "player": [[0, 1], [0, 1, 0, 1]],
    "round": [[0, 0], [1, 1, 1, 1]],
    "active": [[2] * 6],
    "pot": [[2, 4], [6, 6, 10, 18]],
    "to_call": [[0, 2], [0, 0, 4, 4]],
    "bet": [[2, 2], [4, 4, 4, 4]],
    "later_bets": [[4, 4], [0, 0, 0, 0]],
    "raises": [[0, 1], [0, 0, 1, 2]],
    "bets_to_call": [[0, 1], [0, 0, 1, 1]],
    "can_raise": [[YES, YES], [YES, YES, YES, NO]],
    "committed": [[NO, NO], [NO, NO, NO, YES]],
    "behind": [[1, 0], [1, 0, 0, 0]],
    "first": [[YES, NO], [YES, NO, NO, NO]],
    "last_action": [[None, None], [RAISE, CALL, CALL, RAISE]],
    "last_paid": [[NO, NO], [NO, YES, NO, NO]],
    "led": [[NO, NO], [YES, NO, YES, NO]],
    "bet_ratio": [[0, 1], [1 / 2, 1 / 3, 2 / 4, 3 / 5]],
}

PLAYED: dict[str, tuple[Hand, Claims]] = {
    "heads-up": (HEADS_UP, HEADS_UP_CLAIMS),
    "three players": (THREE, THREE_CLAIMS),
    "six players": (SIX, SIX_CLAIMS),
    "no-limit": (NO_LIMIT, NO_LIMIT_CLAIMS),
    "a short stack": (SHORT, SHORT_CLAIMS),
    "all-in": (ALL_IN, ALL_IN_CLAIMS),
    "leduc": (LEDUC, LEDUC_CLAIMS),
}


@pytest.mark.parametrize("field", HEADS_UP_CLAIMS)
@pytest.mark.parametrize("name", PLAYED)
def test_each_field_before_each_action(name: str, field: str) -> None:
    hand, claims = PLAYED[name]
    assert [getattr(step.situation, field) for step in steps_of(hand)] == list(chain(*claims[field]))


def test_every_field_has_a_claim() -> None:
    """Except the number of players, and the entries, which have their own tests below."""
    names = {each.name for each in fields(Situation)} - {"players", "entry"}
    for _, claims in PLAYED.values():
        assert set(claims) == names


@pytest.mark.parametrize("name", PLAYED)
def test_steps_have_the_actions_in_order(name: str) -> None:
    hand, _ = PLAYED[name]
    steps = steps_of(hand)
    assert [step.kind for step in steps] == [action.kind for action in hand.actions]
    assert {step.situation.players for step in steps} == {hand.game.players}
    assert all(step.situation.opponents == step.situation.active - 1 for step in steps)


@pytest.mark.parametrize(
    ("hand", "entries"),
    [
        (HEADS_UP, {1: Entry(1.6, 0, NO), 0: Entry(2.0, 1, NO)}),
        (THREE, {2: Entry(2.2, 0, NO), 0: Entry(2.6, 2, YES), 1: Entry(3.0, 1, NO)}),
        (
            SIX,
            {
                2: Entry(4.0, 3, NO),
                3: Entry(3.4, 2, NO),
                4: Entry(3.8, 1, NO),
                5: Entry(3.2, 0, NO),
                0: Entry(3.6, 3, YES),
                1: Entry(4.0, 2, NO),
            },
        ),
        (NO_LIMIT, {2: Entry(2.2, 0, NO), 0: Entry(2.6, 2, YES), 1: Entry(3.0, 1, NO)}),
        (LEDUC, {0: Entry(1.6, 1, NO), 1: Entry(2.0, 0, NO)}),
    ],
    ids=["heads-up", "three players", "six players", "no-limit", "leduc"],
)
def test_an_entry_is_set_at_the_first_decision_and_stays(hand: Hand, entries: dict[int, Entry]) -> None:
    seen = set()
    for step in steps_of(hand):
        entry, expected = step.situation.entry, entries[step.situation.player]
        assert entry.players == pytest.approx(expected.players)
        assert (entry.position, entry.small_blind) == (expected.position, expected.small_blind)
        seen.add(step.situation.player)
    assert seen == set(entries)


def test_a_folded_player_is_not_expected_to_play() -> None:
    for actions, players in (("r r", 3), ("r f", 2), ("c c", 3), ("c f", 2)):
        now = situation_of(hand_of("limit(players=3)", 3, actions))
        assert (now.player, now.entry.players) == (1, players)


@pytest.mark.parametrize(
    ("actions", "player", "position"),
    [
        ("", 2, 3),
        ("f f", 4, 1),
        ("c c c c", 0, 5),
        ("f f c c", 0, 3),
        ("f f f c", 0, 2),
        ("f f f f", 0, 1),
        ("c f f c f", 1, 2),
        ("f f f f c", 1, 0),
    ],
)
def test_a_folded_player_does_not_count_as_acting_later(actions: str, player: int, position: int) -> None:
    now = situation_of(hand_of("limit(players=6)", 6, actions))
    assert (now.player, now.entry.position) == (player, position)


@pytest.mark.parametrize(
    ("game", "players", "actions", "player", "small_blind"),
    [
        ("limit", 2, "", 1, NO),
        ("limit", 2, "c", 0, NO),
        ("rezai", 2, "", 0, YES),
        ("rezai", 2, "c", 1, NO),
        ("limit(players=3)", 3, "f", 0, YES),
        ("limit(players=3)", 3, "f c", 1, NO),
        ("limit(players=3, blinds=10/10)", 3, "f", 0, NO),
        ("limit(players=3, blinds=0/10)", 3, "f", 0, NO),
        ("limit(players=6)", 6, "f f f f", 0, YES),
        ("nolimit(players=6, blinds=50/100/200)", 6, "f f f", 0, YES),
        ("nolimit(players=6, blinds=50/100/200)", 6, "f f f c", 1, NO),
        ("nolimit(players=6, blinds=50/100/200)", 6, "f f f c c", 2, NO),
    ],
)
def test_the_small_blind_posted_less_than_a_big_blind_and_does_not_act_last(
    game: str, players: int, actions: str, player: int, small_blind: bool
) -> None:
    """RezAI's dealer posts the big blind; heads-up in other games the dealer posts the small blind and acts last."""
    now = situation_of(hand_of(game, players, actions))
    assert (now.player, now.entry.small_blind) == (player, small_blind)


@pytest.mark.parametrize(
    ("game", "later"),
    [
        ("limit", [50, 40, 20, 0]),
        ("limit(bets=10/20/40/80)", [140, 120, 80, 0]),
        ("nolimit", [300, 200, 100, 0]),
        ("rezai", [100, 80, 40, 0]),
        ("leduc", [4, 0]),
        ("kuhn", [0]),
    ],
)
def test_later_bets_are_one_bet_in_each_round_to_come(game: str, later: list[int]) -> None:
    """Whatever has been bet, and whoever asks."""
    cards = {"leduc": "Ks Qh / Kh", "kuhn": "Ks Qs"}.get(game, "AhKh QsQd / Kc7d2h / 9s / 4d")
    hand = Hand.parse(f"{game}; {cards}")
    seen = [set[int]() for _ in later]
    while not hand.over:
        seen[hand.round].add(situation_of(hand).later_bets)
        if hand.raises:
            hand.call()
        else:
            hand.raise_to(hand.legal.least_raise)
    assert seen == [{each} for each in later]


@pytest.mark.parametrize(
    "text",
    [
        "limit; AhKh QsQd / Kc7d2h / 9s / 4d; f",
        "limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c / c r f",
        "limit; AhKh QsQd / Kc7d2h / 9s / 4d; c c / c c / c c / c c",
        "limit(players=3); AhKh QsQd 7c7s / Kc7d2h / 9s / 4d; f f",
        "nolimit(stack=1000); AhKh QsQd / Kc7d2h / 9s / 4d; r1000 c",
        "nolimit(stack=50chips); AhKh QsQd / Kc7d2h / 9s / 4d",
        "leduc; Ks Qh / Kh; r f",
        "kuhn; Ks Qs; c c",
    ],
)
def test_no_player_is_to_act_when_the_hand_is_over(text: str) -> None:
    """With stacks of 50 there is no decision at all."""
    hand = Hand.parse(text)
    assert hand.over
    tracker = BettingTracker(hand)
    steps = list(tracker.follow(hand.view(0)).steps())
    for _ in range(2):
        with pytest.raises(GameError, match="the hand is over: no player is to act"):
            tracker.situation()
    assert tracker.taken == len(steps) == len(hand.actions)
    assert list(tracker.follow(hand.view(0)).steps()) == []


def test_to_call_is_at_most_the_stack() -> None:
    now = situation_of(hand_of("nolimit(stack=20000/300)", 2, "c r1000"))
    assert (now.player, now.pot, now.to_call, now.can_raise, now.behind) == (1, 1100, 200, False, 0)


def test_more_than_two_bets_to_call_count_as_two() -> None:
    now = situation_of(hand_of("limit(players=3)", 3, "c c c / r r r"))
    assert (now.player, now.to_call, now.raises, now.bets_to_call) == (0, 20, 3, 2)
    now = situation_of(hand_of("limit(players=6)", 6, "r r r"))
    assert (now.player, now.to_call, now.raises, now.bets_to_call) == (5, 40, 3, 2)


@pytest.mark.parametrize(
    ("actions", "odds"), [("r c / c", 0.0), ("r c / r", 10 / 60), ("r c / r r", 10 / 80), ("", 5 / 20)]
)
def test_pot_odds(actions: str, odds: float) -> None:
    assert situation_of(hand_of("limit", 2, actions)).pot_odds == pytest.approx(odds)


def test_asking_for_the_situation_loses_no_step() -> None:
    tracker, after = BettingTracker(SIX), BettingTracker(SIX)
    assert list(after.steps()) == steps_of(SIX)
    for _ in range(3):
        assert tracker.situation() == after.situation()
    assert list(tracker.follow(SIX.view(3)).steps()) == steps_of(SIX)
    assert tracker.taken == len(SIX.actions)
    assert list(tracker.follow(SIX.view(3)).steps()) == []


HANDS_OF_EACH = 40


def random_hands(name: str) -> Iterator[tuple[Hand, random.Random]]:
    """Hands before the first action, each with the generator that chooses the actions."""
    game = GAMES[name]
    for number in range(HANDS_OF_EACH):
        yield Hand(game, SeededDealing(14).deal(game, number)), random.Random(f"{name} {number}")


def plain_entry(hand: Hand) -> Entry:
    """The entry computed from the events before a player's first decision."""
    me, game = hand.actor, hand.game
    left = {player for player in range(game.players) if not hand.folded[player]} - {me}
    after = {player for player in left if player > me}
    paid = {event.player for event in hand.history if event.amount} & left
    to_act = left - {event.player for event in hand.history}
    half = 0 < game.blinds[me] < game.big_blind and me != game.players - 1
    return Entry(1 + len(paid) + STILL_TO_ACT * len(to_act), len(after), half)


def bets(events: list[Acted]) -> list[Acted]:
    return [event for event in events if event.move in (ActionName.BET, ActionName.RAISE)]


def acting_after_a_call(hand: Hand) -> int:
    """How many still act in this round if the player to act calls and all others do too."""
    twin, count = hand.clone(), 0
    twin.call()
    while not twin.over and twin.round == hand.round:
        twin.call()
        count += 1
    return count


def check(now: Situation, hand: Hand, entries: dict[int, Entry]) -> None:
    """Check a situation against the events of its hand."""
    me, legal, history = hand.actor, hand.legal, list(hand.history)
    this = [event for event in history if event.round == hand.round]
    before = bets([event for event in history if event.round == hand.round - 1])
    mine = [event for event in history if event.player == me]
    assert (now.player, now.round, now.players) == (me, hand.round, hand.game.players)
    assert (now.pot, now.to_call, now.raises) == (hand.pot, legal.call, hand.raises)
    assert now.active == hand.folded.count(False)
    assert now.can_raise == (legal.most_raise > 0)
    assert now.bet == hand.game.bets[hand.round]
    assert now.later_bets == sum(hand.game.bets) - sum(hand.game.bets[: hand.round + 1])
    assert now.first == (not this)
    assert now.committed == any(event.amount > 0 for event in this if event.player == me)
    assert now.last_paid == (bool(mine) and mine[-1].move is ActionName.CALL)
    kinds = {
        ActionName.FOLD: ActionKind.FOLD,
        ActionName.CHECK: CALL,
        ActionName.CALL: CALL,
        ActionName.BET: RAISE,
        ActionName.RAISE: RAISE,
    }
    assert now.last_action == (kinds[mine[-1].move] if mine else None)
    assert now.led == (bool(before) and before[-1].player == me)
    acts = [event for event in history if event.move is not ActionName.FOLD]
    assert now.bet_ratio == (len(bets(history)) / len(acts) if acts else 0)
    if hand.game.betting is Betting.LIMIT:
        assert now.bets_to_call == min(math.ceil(legal.call / now.bet), 2)
    else:
        assert now.bets_to_call == (min(max(hand.raises + (hand.round == 0), 1), 2) if legal.call else 0)
    if not hand.game.rules.skips_idle:
        assert now.behind == acting_after_a_call(hand)
    if me not in entries:
        entries[me] = now.entry
        if all(hand.stacks):
            assert now.entry == plain_entry(hand)
    assert now.entry == entries[me]


@pytest.mark.parametrize("name", GAMES)
def test_the_tracker_agrees_with_the_hand_at_each_step(name: str) -> None:
    for hand, choose in random_hands(name):
        tracker, entries = BettingTracker(hand), dict[int, Entry]()
        while not hand.over:
            for _ in tracker.follow(hand.view(choose.randrange(hand.game.players))).steps():
                pass
            check(tracker.situation(), hand, entries)
            act_at_random(hand, choose)
        for _ in tracker.follow(hand.view(0)).steps():
            pass
        assert tracker.hand.over
        assert tracker.hand.actions == hand.actions


@pytest.mark.parametrize("name", GAMES)
def test_following_in_pieces_gives_the_same_steps_as_all_at_once(name: str) -> None:
    for hand, choose in random_hands(name):
        tracker, steps = BettingTracker(hand), list[Step]()
        while not hand.over:
            act_at_random(hand, choose)
            if choose.random() < 0.4:
                steps += tracker.follow(hand.view(choose.randrange(hand.game.players))).steps()
        steps += tracker.follow(hand.view(0)).steps()
        assert steps == steps_of(hand)
        assert tracker.taken == len(steps) == len(hand.actions)


@pytest.mark.parametrize("name", GAMES)
def test_cards_do_not_matter(name: str) -> None:
    game = GAMES[name]
    for hand, choose in random_hands(name):
        deals = (SeededDealing(15).deal(game, number) for number in count(choose.randrange(10**6)))
        other = Hand(game, next(deal for deal in deals if deal != hand.deal))
        play_at_random(hand, choose)
        other.play(str(hand).split(";")[2])
        other.seal()
        tracker = BettingTracker(other.view(game.players - 1))
        assert list(tracker.follow(other.view(game.players - 1)).steps()) == steps_of(hand)
        for each in (tracker, BettingTracker(hand)):
            assert each.hand.deal == bytes(deck(game)[: game.cards_needed])


class Watches(Bot):
    """Records what others did."""

    def __init__(self) -> None:
        super().__init__()
        self.steps: list[Step] = []
        self.situations: list[Situation] = []

    def act(self, view: View) -> Choice:
        now = self.betting(view).situation()
        self.steps += self.betting(view).steps()
        self.situations.append(now)
        return "r" if self.random.random() < 0.3 and now.can_raise else "c"

    def end_hand(self, view: View) -> None:
        self.steps += self.betting(view).steps()


def test_a_bot_has_its_own_tracker_for_each_hand() -> None:
    bots = [Watches(), Watches(), Watches()]
    seats = [SeatedBot(bot) for bot in bots]
    for number in range(20):
        driver = HandDriver(limit(3), SeededDealing(3).deal(limit(3), number))
        for position, (bot, seat) in enumerate(zip(bots, seats, strict=True)):
            bot.steps, bot.situations = [], []
            seat.deal_in(driver, position, Streams(3, number, position))
        play_hand(driver, seats)
        expected = steps_of(driver.finished())
        for position, bot in enumerate(bots):
            assert bot.steps == expected
            assert bot.situations == [step.situation for step in expected if step.situation.player == position]


def test_a_bot_without_a_driver_notices_a_new_hand() -> None:
    bot = Watches()
    for text in ("r c / c", "c r c / r", "r c / c r"):
        hand = hand_of("limit", 2, text)
        assert list(bot.betting(hand.view(hand.actor)).steps()) == steps_of(hand)
