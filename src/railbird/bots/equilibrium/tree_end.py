"""What equilibrium bots do where the real betting has left their tree.

* Their betting round is over (a bet more than the tree has, or one so small that it was taken for a check): they call.
* Their hand is over (stacks deeper than the tree's, all-in in the tree but not at the table): they check; facing a bet
  they call if E[HS]² is at least the pot odds, and else fold. E[HS] is the chance to win against a random hand; its
  square stands for the better hands of somebody who goes on betting in a large pot. Ours.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.abstraction import Place
from railbird.cards import Card
from railbird.game import CALL, FOLD, Action, Game
from railbird.game.holdings import holdings
from railbird.strength import final_strengths, pot_odds, preflop_hand_ranks


def needed_outside(hand: _core.Hand, place: Place) -> float:
    """The E[HS]² with which the player to act calls outside the tree; 0 if they check or call with any hand."""
    legal = hand.legal
    if place is Place.ROUND_OVER or not legal.call or not legal.fold:
        return 0.0
    return pot_odds(hand.pot, legal.call)


def calls_outside(hand: _core.Hand, place: Place, game: Game, board: bytes) -> NDArray[np.bool_]:
    """[holdings]: whether the player to act checks or calls outside the tree with each holding; if not, they fold."""
    needed = needed_outside(hand, place)
    if not needed or not game.is_holdem:
        return np.ones(len(holdings(game)), dtype=np.bool_)
    return strengths(board) ** 2 >= needed


def action_outside(calls: bool) -> Action:
    """The action outside the tree."""
    return CALL if calls else FOLD


@lru_cache(maxsize=64)
def strengths(board: bytes) -> NDArray[np.float64]:
    """[1326]: E[HS], the chance of each hand to win against a random hand; 0 for hands with a card of the board."""
    if not board:
        return preflop_hand_ranks()
    return np.nan_to_num(final_strengths(map(Card, board)).mean.astype(np.float64))
