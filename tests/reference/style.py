"""Playing styles, plainly: from the typed events of a hand, one statistic after the other."""

from collections import Counter
from collections.abc import Iterable

from railbird.game import Hand, parse_game
from railbird.game.events import Acted, ActionName, BoardDealt, CardsMucked, CardsShown, Event, HandStarted, PotWon
from tests.reference.betting import PlainHand

STREETS = ("preflop", "flop", "turn", "river")
AGGRESSIVE = (ActionName.BET, ActionName.RAISE)


def count_styles(hands: Iterable[Hand]) -> dict[str, Counter[str]]:
    """By player and name of a statistic; what it is a share of ends in ``_of``."""
    counts: dict[str, Counter[str]] = {}
    for hand in hands:
        start, *events = hand.events
        assert isinstance(start, HandStarted)
        for position, player in enumerate(start.players):
            counts.setdefault(player, Counter()).update(_of_one_player(position, start, events))
    return counts


def _of_one_player(me: int, start: HandStarted, events: list[Event]) -> dict[str, int]:
    actions = [event for event in events if isinstance(event, Acted)]
    mine = [(place, action) for place, action in enumerate(actions) if action.player == me]
    before_flop = [action for _, action in mine if action.round == 0]
    after_flop = [action for _, action in mine if action.round > 0]
    chances = [action for place, action in mine if _is_chance_of_third_bet(place, actions, start)]
    flop_came = any(isinstance(event, BoardDealt) and event.round == 1 for event in events)
    saw_flop = flop_came and not any(action.move is ActionName.FOLD for action in before_flop)
    showed_down = any(isinstance(event, CardsShown | CardsMucked) and event.player == me for event in events)
    won = any(isinstance(event, PotWon) and event.player == me and event.amount > 0 for event in events)
    found = {
        "hands": 1,
        "seats": len(start.players),
        "vpip": int(any(action.amount > 0 for action in before_flop)),
        "pfr": int(any(action.move in AGGRESSIVE for action in before_flop)),
        "three_bet": sum(action.move in AGGRESSIVE for action in chances),
        "three_bet_of": len(chances),
        "af": sum(action.move in AGGRESSIVE for action in after_flop),
        "af_of": sum(action.move is ActionName.CALL for action in after_flop),
        "wtsd": int(saw_flop and showed_down),
        "wtsd_of": int(saw_flop),
        "wsd": int(showed_down and won),
        "wsd_of": int(showed_down),
    }
    for number, street in enumerate(STREETS):
        faced = [action for place, action in mine if action.round == number and _raisers_before(place, actions)]
        found[street] = sum(action.move is ActionName.FOLD for action in faced)
        found[f"{street}_of"] = len(faced)
    return found


def _raisers_before(place: int, actions: list[Acted]) -> list[int]:
    """Who has bet or raised in the round of an action before it."""
    return [
        action.player
        for action in actions[:place]
        if action.round == actions[place].round and action.move in AGGRESSIVE
    ]


def _is_chance_of_third_bet(place: int, actions: list[Acted], start: HandStarted) -> bool:
    if actions[place].round > 0:
        return False
    raisers = _raisers_before(place, actions)
    return len(raisers) == 1 and raisers[0] != actions[place].player and _may_raise(place, actions, start)


def _may_raise(place: int, actions: list[Acted], start: HandStarted) -> bool:
    """Was a raise legal in place of an action? By the plain twin of the engine."""
    hand = PlainHand(parse_game(start.game), start.stacks)
    for action in actions[:place]:
        if action.move is ActionName.FOLD:
            hand.fold()
        elif action.move in AGGRESSIVE:
            hand.raise_to(action.to)
        else:
            hand.call()
    return hand.legal()[3] > 0
