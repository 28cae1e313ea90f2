"""Actions that are always legal, and counts that rules need from a view.

Where no raise is allowed, a raise becomes a call; where there is nothing to call, a fold becomes a check.
"""

from __future__ import annotations

from railbird.game import CALL, FOLD, Action, Betting, View, raise_to


def check_or_fold(view: View) -> Action:
    """Check if that is free, else fold."""
    legal = view.legal
    return FOLD if legal.fold and legal.call else CALL


def raise_or_call(view: View) -> Action:
    """The smallest bet or raise; call if none is allowed."""
    legal = view.legal
    return raise_to(legal.least_raise) if legal.most_raise else CALL


def raise_by_pot(view: View, fraction: float) -> Action:
    """Bet a fraction of the pot, or raise by that fraction of the pot after calling; all-in if the stack is smaller.

    In limit games, bet or raise the fixed amount. Call if no raise is allowed.
    """
    legal = view.legal
    if not legal.most_raise or view.game.betting is Betting.LIMIT:
        return raise_or_call(view)
    call_to = view.bets[view.position] + legal.call
    wanted = call_to + min(fraction * (view.pot + legal.call), legal.most_raise)
    return raise_to(min(max(round(wanted), legal.least_raise), legal.most_raise))


def bets_this_round(view: View) -> int:
    """Number of bets and raises in this round, counting the big blind pre-flop."""
    return view.raises + (view.round == 0 and any(view.game.blinds))


def opponents(view: View) -> int:
    """How many opponents have not folded."""
    return view.folded.count(False) - 1
