"""Situations for tests: from a hand in text form, or from given numbers."""

from __future__ import annotations

from railbird.agent.situation import Entry, Situation
from railbird.agent.tracker import BettingTracker, Step
from railbird.game import Hand

DEALS = {2: "AhKh QsQd", 3: "AhKh QsQd 7c7s", 6: "AhKh QsQd 7c7s 9h8h 2c2d JsTs"}
BOARD = "Kc7d2h / 9s / 4d"


def hand_of(game: str, players: int, actions: str) -> Hand:
    return Hand.parse(f"{game}; {DEALS[players]} / {BOARD}; {actions}")


def steps_of(hand: Hand) -> list[Step]:
    return list(BettingTracker(hand).follow(hand.view(0)).steps())


def situation_of(hand: Hand) -> Situation:
    """The situation of the player to act."""
    tracker = BettingTracker(hand)
    for _ in tracker.follow(hand.view(0)).steps():
        pass
    return tracker.situation()


def situation(
    *,
    round_now: int = 1,
    pot: int = 40,
    to_call: int = 0,
    bet: int = 10,
    raises: int = 0,
    bets_to_call: int | None = None,
    can_raise: bool = True,
    committed: bool = False,
    led: bool = False,
    players: int = 2,
    entry: Entry | None = None,
) -> Situation:
    """By default on a flop with four bets in the pot; the number of bets to call follows from the rest."""
    return Situation(
        player=0,
        players=players,
        active=players,
        round=round_now,
        pot=pot,
        to_call=to_call,
        bet=bet,
        later_bets=(5 * bet, 4 * bet, bet, 0)[round_now],
        raises=raises,
        bets_to_call=min(-(-to_call // bet), 2) if bets_to_call is None else bets_to_call,
        can_raise=can_raise,
        committed=committed,
        behind=players - 1,
        first=not raises,
        last_action=None,
        last_paid=False,
        led=led,
        bet_ratio=0.0,
        entry=entry or Entry(2.0, 0, False),
    )
