"""Asking a bot for its policy from public information alone, and checking the answer."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from railbird.agent.clock import OutOfTime, StopNow
from railbird.agent.failure import failure_text
from railbird.errors import BotError
from railbird.game import UNKNOWN_CARD, Action, ActionKind, Game, Hand, Legal
from railbird.game.holdings import holdings
from railbird.stats.aivat import Decided, Policy

MOST_ERROR = 1e-6
"""How far the sum of a holding's probabilities may be from 1."""


def public_hand(game: Game, board: bytes = b"") -> Hand:
    """A hand whose hole cards nobody knows, with the first cards of the board.

    >>> from railbird.game import leduc
    >>> str(public_hand(leduc()))
    'leduc; ?? ??; '
    """
    holes = game.players * game.hole_cards
    unseen = game.cards_needed - holes - len(board)
    return Hand(game, bytes([UNKNOWN_CARD]) * holes + board + bytes([UNKNOWN_CARD]) * unseen)


class StatedPolicy:
    """A bot's policy as it states it, checked at every question.

    The bot is asked about hands with unknown hole cards (``public_hand``), so that its answer cannot depend on them.
    Raises BotError if the bot fails or its answer is not a policy.

    >>> from railbird.gallery import parse_bot
    >>> from railbird.game import kuhn
    >>> stated = StatedPolicy(parse_bot("always-fold").make().policy, "always-fold")
    >>> actions, probabilities = stated.ask(public_hand(kuhn()))
    >>> list(map(str, actions)), probabilities.tolist()
    (['c'], [[1.0], [1.0], [1.0]])
    """

    def __init__(self, policy: Policy, name: str) -> None:
        self._policy = policy
        self.name = name

    def ask(self, hand: Hand) -> Decided:
        """The actions of the player to act, and the probability of each with each holding: [holdings, actions].

        Rows of holdings that share a card with the board may hold anything.
        """
        try:
            actions, stated = self._policy(hand.view(hand.actor))
            probabilities = np.asarray(stated, dtype=np.float64)
            actions = tuple(actions)
        except (KeyboardInterrupt, OutOfTime, StopNow):
            raise
        except BaseException as error:  # a bot can raise anything
            raise BotError(f"{self.name} cannot state its policy: {failure_text(error)}; in {hand}") from error
        problem = _problem(hand, actions, probabilities)
        if problem:
            raise BotError(f"the policy of {self.name} is wrong: {problem}; in {hand}")
        return actions, probabilities


def _problem(hand: Hand, actions: tuple[Action, ...], probabilities: NDArray[np.float64]) -> str:
    """What is wrong with a policy; empty if nothing is."""
    every = holdings(hand.game)
    wanted = (len(every), len(actions))
    if not actions or probabilities.shape != wanted:
        return f"it must have {wanted[0]} rows and {wanted[1]} columns, not the shape {probabilities.shape}"
    same = probabilities.strides[0] == 0
    possible = probabilities[:1] if same else probabilities[every.apart_from(hand.board_bytes)]
    if not np.isfinite(possible).all() or possible.min() < 0:
        return "probabilities must be numbers of 0 or more"
    if np.abs(possible.sum(axis=1) - 1).max() > MOST_ERROR:
        return "the probabilities of a holding must sum to 1"
    legal = hand.legal
    for action, chance in zip(actions, possible.max(axis=0).tolist(), strict=True):
        if chance > 0 and not _is_legal(legal, action):
            return f"it plays {action}, which is not legal"
    return ""


def _is_legal(legal: Legal, action: Action) -> bool:
    if not isinstance(action, Action):
        return False
    if action.kind is ActionKind.RAISE:
        amount = legal.least_raise if action.to is None else action.to
        return bool(legal.most_raise) and legal.least_raise <= amount <= legal.most_raise
    return action.kind is ActionKind.CALL or legal.fold
