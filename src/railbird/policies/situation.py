"""What bots read from a view again and again."""

from __future__ import annotations

from railbird.game import View


def raises_this_round(view: View) -> int:
    """Bets and raises of this betting round; blinds do not count."""
    return view.raises


def bets_this_round(view: View) -> int:
    """Bets to be matched in this round: its bets and raises, and before the flop the big blind."""
    return view.raises + (view.round == 0 and any(view.game.blinds))


def opponents(view: View) -> int:
    """How many others are still in the hand."""
    return view.folded.count(False) - 1
