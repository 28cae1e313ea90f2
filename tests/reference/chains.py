"""The action chain of a hand with each opponent, written plainly from the events of the finished hand."""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from railbird.cards import DECK, Card, evaluate
from railbird.game import Hand
from railbird.game.events import Acted, ActionName, BetReturned
from railbird.models.saukonoja.action_chains import Ending

LETTERS = {
    ActionName.FOLD: "f",
    ActionName.CHECK: "c",
    ActionName.CALL: "c",
    ActionName.BET: "r",
    ActionName.RAISE: "r",
}


class KeptHand(NamedTuple):
    """A chain with both players' stakes after each letter, its ending, and the strength of the opponent's hand."""

    chain: str
    ours: list[float]
    theirs: list[float]
    ending: Ending
    shown: float | None


def river_strength(cards: tuple[Card, ...], board: tuple[Card, ...]) -> float:
    """The share of all hands that it beats, ties counting half."""
    mine = evaluate(cards + board)
    left = [card for card in DECK if card not in cards + board]
    others = [evaluate(other + board) for other in combinations(left, 2)]
    return (sum(other < mine for other in others) + sum(other == mine for other in others) / 2) / len(others)


def kept_hands(hand: Hand, me: int, mucked: float) -> dict[str, KeptHand]:
    """By the ids of the opponents who saw the flop with us; pre-flop actions are left out."""
    actions = [event for event in hand.events if isinstance(event, Acted)]
    out = {action.player for action in actions if action.round == 0 and action.move is ActionName.FOLD}
    later = [action for action in actions if action.round > 0]
    if me in out or not later:
        return {}
    return {
        name: _kept(hand, me, them, later, mucked)
        for them, name in enumerate(hand.players)
        if them != me and them not in out
    }


def _kept(hand: Hand, me: int, them: int, actions: list[Acted], mucked: float) -> KeptHand:
    """The chain up to the first fold of one of the two."""
    chain, ending = "f" if me < them else "l", Ending.SHOWDOWN
    paid = {me: 0.0, them: 0.0}
    ours, theirs = [0.0], [0.0]
    for action in actions:
        if action.player not in paid:
            continue
        missing = "/" * (action.round - 1 - chain.count("/"))
        letter = LETTERS[action.move] if action.player == me else LETTERS[action.move].upper()
        chain += missing + letter
        ours += [paid[me]] * len(missing)
        theirs += [paid[them]] * len(missing)
        paid[action.player] += action.amount / hand.game.bets[0]
        ours.append(paid[me])
        theirs.append(paid[them])
        if action.move is ActionName.FOLD:
            ending = Ending.WE_FOLD if action.player == me else Ending.OPPONENT_FOLDS
            break
    if ending is not Ending.SHOWDOWN:
        return KeptHand(chain, ours, theirs, ending, None)
    for event in hand.events:
        if isinstance(event, BetReturned) and event.player in paid:
            amounts = ours if event.player == me else theirs
            called = amounts[-1] - event.amount / hand.game.bets[0]
            amounts[:] = [min(amount, called) for amount in amounts]
    return KeptHand(chain, ours, theirs, ending, _shown(hand, me, them, mucked))


def _shown(hand: Hand, me: int, them: int, mucked: float) -> float:
    """The strength of the opponent's hand; a hidden hand counts as a share of the best known one."""
    if them in hand.shown:
        return river_strength(hand.shown[them], hand.board)
    known = [hand.hole_cards[me], *hand.shown.values()]
    return mucked * max(river_strength(cards, hand.board) for cards in known)
