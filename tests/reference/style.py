"""Playing styles, written plainly from the events of a hand, one statistic after the other."""

from collections import Counter
from collections.abc import Iterable

from railbird.game import Hand, parse_game
from railbird.game.events import Acted, ActionName, BoardDealt, CardsMucked, CardsShown, Event, HandStarted, PotWon
from tests.reference.betting import PlainHand

STREETS = ("preflop", "flop", "turn", "river")
AGGRESSIVE = (ActionName.BET, ActionName.RAISE)


def count_styles(hands: Iterable[Hand]) -> dict[str, Counter[str]]:
    """Counts by player and statistic; the number of opportunities ends in ``_of``."""
    counts: dict[str, Counter[str]] = {}
    for hand in hands:
        start, *events = hand.events
        assert isinstance(start, HandStarted)
        for position, player in enumerate(start.players):
            counts.setdefault(player, Counter()).update(_of_one_player(position, start, events))
    return counts


def _of_one_player(me: int, start: HandStarted, events: list[Event]) -> dict[str, int]:
    actions = [event for event in events if isinstance(event, Acted)]
    mine = [(index, action) for index, action in enumerate(actions) if action.player == me]
    before_flop = [action for _, action in mine if action.round == 0]
    after_flop = [action for _, action in mine if action.round > 0]
    chances = [action for index, action in mine if _is_chance_of_third_bet(index, actions, start)]
    flop_came = any(isinstance(event, BoardDealt) and event.round == 1 for event in events)
    saw_flop = flop_came and not any(action.move is ActionName.FOLD for action in before_flop)
    showed_down = any(isinstance(event, CardsShown | CardsMucked) and event.player == me for event in events)
    won = any(isinstance(event, PotWon) and event.player == me and event.amount > 0 for event in events)
    result = {
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
        faced = [action for index, action in mine if action.round == number and _raisers_before(index, actions)]
        result[street] = sum(action.move is ActionName.FOLD for action in faced)
        result[f"{street}_of"] = len(faced)
    return result


def _raisers_before(index: int, actions: list[Acted]) -> list[int]:
    """The players who bet or raised before an action in its round."""
    return [
        action.player
        for action in actions[:index]
        if action.round == actions[index].round and action.move in AGGRESSIVE
    ]


def _is_chance_of_third_bet(index: int, actions: list[Acted], start: HandStarted) -> bool:
    if actions[index].round > 0:
        return False
    raisers = _raisers_before(index, actions)
    return len(raisers) == 1 and raisers[0] != actions[index].player and _may_raise(index, actions, start)


def _may_raise(index: int, actions: list[Acted], start: HandStarted) -> bool:
    """Whether a raise was legal instead of an action, by the plain twin of the engine."""
    hand = PlainHand(parse_game(start.game), start.stacks)
    for action in actions[:index]:
        if action.move is ActionName.FOLD:
            hand.fold()
        elif action.move in AGGRESSIVE:
            hand.raise_to(action.to)
        else:
            hand.call()
    return hand.legal()[3] > 0
