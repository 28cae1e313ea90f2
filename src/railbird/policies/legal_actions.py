"""Actions that are always legal, and what rules count in a view.

A raise where none is possible becomes a call, a fold where there is nothing to call a check.
"""

from __future__ import annotations

from railbird.game import CALL, FOLD, Action, Betting, View, raise_to


def check_or_fold(view: View) -> Action:
    """Pay nothing."""
    legal = view.legal
    return FOLD if legal.fold and legal.call else CALL


def raise_or_call(view: View) -> Action:
    """The smallest bet or raise; if there is none, call."""
    legal = view.legal
    return raise_to(legal.least_raise) if legal.most_raise else CALL


def raise_by_pot(view: View, fraction: float) -> Action:
    """Bet a fraction of the pot, or raise by that fraction of the pot after calling; all-in if less remains.

    In limit games the one bet that there is; if no raise is allowed, call.
    """
    legal = view.legal
    if not legal.most_raise or view.game.betting is Betting.LIMIT:
        return raise_or_call(view)
    call_to = view.bets[view.position] + legal.call
    wanted = call_to + min(fraction * (view.pot + legal.call), legal.most_raise)
    return raise_to(min(max(round(wanted), legal.least_raise), legal.most_raise))


def bets_this_round(view: View) -> int:
    """Bets to be matched in this round: its bets and raises, and pre-flop the big blind."""
    return view.raises + (view.round == 0 and any(view.game.blinds))


def opponents(view: View) -> int:
    """How many others are still in the hand."""
    return view.folded.count(False) - 1
