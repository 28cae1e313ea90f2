"""Replay a hand: its states, action by action and round by round."""

from __future__ import annotations

from collections.abc import Iterator

from railbird import _core
from railbird._core import TakenAction
from railbird.game.dealing import UNKNOWN_CARD
from railbird.game.hand import Hand
from railbird.game.hand_text import actions_text
from railbird.game.view import View


def replay(hand: Hand) -> Iterator[tuple[Hand, TakenAction]]:
    """Iterate over the actions of a hand, each with the hand as it was before it.

    The yielded hand is always the same object, advanced by one action; use ``clone()`` to keep a state.

    >>> for state, action in replay(Hand.parse("limit; AhKh QsQd; r r f")):
    ...     print(state.actor, state.paid, action.kind.name, action.amount)
    1 (10, 5) RAISE 20
    0 (10, 20) RAISE 30
    1 (30, 20) FOLD 0
    """
    state = hand.clone(0)
    for action in hand.actions:
        yield state, action
        state.apply(action.kind, action.amount)


def after_rounds(hand: Hand) -> list[_core.Hand]:
    """The hand after each betting round (before the first action of the next round); the last state is the hand itself.

    >>> [state.paid for state in after_rounds(Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s; r c / c r c / r"))]
    [(20, 20), (30, 30), (50, 30)]
    """
    states: list[_core.Hand] = []
    for number, action in enumerate(hand.actions):
        while len(states) < action.round:
            states.append(_core.Hand(hand, number))
    return [*states, hand]


def seen_again(view: View) -> Hand:
    """The hand of a view with what the view shows and nothing else; ``clone(n)`` goes back to the n-th action.

    >>> hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c / c r")
    >>> print(seen_again(hand.view(0)))
    limit; AhKh ???? / Kc7d2h; r c / c r
    """
    game = view.game
    holes = b"".join(each or bytes([UNKNOWN_CARD] * game.hole_cards) for each in view.hole_bytes)
    board = view.board_bytes.ljust(sum(game.board_cards), bytes([UNKNOWN_CARD]))
    hand = Hand(game, holes + board, stacks=view.starting_stacks, players=view.players)
    hand.play(actions_text(view))
    return hand
