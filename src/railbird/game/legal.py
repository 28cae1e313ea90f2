"""Legal actions in words."""

from __future__ import annotations

from railbird._core import Legal


def legal_text(legal: Legal, *, bet: bool = False) -> str:
    """The legal actions in words: ``fold, call 50, or raise to 200-5000``, or ``bet`` if nobody has bet in this round.

    >>> from railbird.game import limit, Hand
    >>> legal_text(Hand(limit(), bytes(range(9))).legal)
    'fold, call 5, or raise to 20'
    """
    return str(legal).replace("raise to", "bet") if bet else str(legal)
