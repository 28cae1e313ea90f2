"""Hands that were played, as decisions in information sets of the game's tree."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from railbird.abstraction.bet_menu import BetMenu
from railbird.errors import GameError
from railbird.extensive.poker import CALL, FOLD, RAISE, SIZES, PokerState, poker_state
from railbird.extensive.state import CHANCE
from railbird.game import ActionKind, Hand, TakenAction
from railbird.game.dealing import deck


class PlayedDecision(NamedTuple):
    """What a player did in an information set."""

    name: str
    menu: tuple[str, ...]
    """The names of the actions."""
    action: str


def decisions_of(hand: Hand, position: int, sizes: BetMenu | str = SIZES) -> Iterator[PlayedDecision]:
    """The decisions of a position in a hand; none if its hole cards are unknown.

    Raises GameError if a bet is not on the menu of the tree.

    >>> for decision in decisions_of(Hand.parse("leduc; Ks As / Qh; r c c r f"), 0):
    ...     print(*decision)
    Ks|| ('c', 'r') r
    Ks|Qh|rc/ ('c', 'r') c
    Ks|Qh|rc/cr ('f', 'c', 'r') f
    """
    if not hand.hole_bytes[position]:
        return
    state = poker_state(hand.game, sizes)
    cards = _dealt(hand, position)
    for action in hand.actions:
        while state.turn == CHANCE:
            state.apply(next(cards))
        number = _number(state, action)
        if action.player == position:
            menu = tuple(map(state.action_text, state.legal_actions()))
            yield PlayedDecision(state.information_key(position), menu, state.action_text(number))
        state.apply(number)


def _dealt(hand: Hand, position: int) -> Iterator[int]:
    """The cards in dealing order. Those of others, which may be unknown, are any that are left: they are in no name."""
    own, board = hand.hole_bytes[position], hand.board_bytes
    spare = iter([card for card in sorted(deck(hand.game)) if card not in own + board])
    holes = [own if player == position else None for player in range(hand.game.players)]
    for hole in holes:
        yield from hole if hole is not None else [next(spare) for _ in range(hand.game.hole_cards)]
    yield from board


def _number(state: PokerState, action: TakenAction) -> int:
    """The number of a real action in a state."""
    if action.kind is not ActionKind.RAISE:
        return FOLD if action.kind is ActionKind.FOLD else CALL
    texts = {state.action_text(number): number for number in state.legal_actions() if number >= RAISE}
    found = texts.get("r", texts.get(f"r{action.amount}"))
    if found is None:
        raise GameError(f"r{action.amount} is not a bet of the tree: it has {', '.join(texts) or 'none'} here")
    return found
