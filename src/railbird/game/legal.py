"""What may be done, in words."""

from __future__ import annotations

from railbird._core import Legal


def legal_text(legal: Legal, *, bet: bool = False) -> str:
    """What a player may do: ``fold, call 50, or raise to 200-5000``; ``bet`` if nobody has bet in this round.

    >>> from railbird.game import limit, Hand
    >>> legal_text(Hand(limit(), bytes(range(9))).legal)
    'fold, call 5, or raise to 20'
    """
    moves = ["fold"] if legal.fold else []
    moves.append(f"call {legal.call}" if legal.call else "check")
    if legal.most_raise:
        span = f"{legal.least_raise}-{legal.most_raise}" if legal.most_raise > legal.least_raise else legal.least_raise
        moves.append(f"{'bet' if bet else 'raise to'} {span}")
    return f"{', '.join(moves[:-1])}{',' if len(moves) > 2 else ''} or {moves[-1]}" if len(moves) > 1 else moves[0]
