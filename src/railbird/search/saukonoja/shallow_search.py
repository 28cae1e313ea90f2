"""Looking ahead to the end of the betting round, with an estimate for what comes after (Saukonoja 2007, §4.1).

Miximax: at our own nodes the maximum, at others' the mean by what is predicted of them. At the end of the round an
evaluation stands for the rest of the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from railbird import _core
from railbird.game import ActionKind

BettingSequence = tuple[tuple[int, ActionKind], ...]
"""Who has done what since the decision."""
Predict = Callable[[_core.Hand, BettingSequence], Sequence[float]]
"""How likely the player who is to act folds, calls and raises."""
Evaluate = Callable[[_core.Hand, BettingSequence], float]
"""What the rest of a hand wins whose round is over, before what was put in on the way; all others have not folded."""

RAISES_AHEAD = {1: 4, 2: 4, 3: 2, 4: 1}
"""After our action so many raises are looked at, by the number of opponents; with more of them none, so that a search
has a few hundred nodes at any table. Four are all that there are in a limit game."""


class ShallowSearch:
    """One search: the player who is to act, and how others and the future are estimated."""

    def __init__(self, hand: _core.Hand, predict: Predict, evaluate: Evaluate, *, raise_to: int | None = None) -> None:
        """``raise_to`` is what we would raise to now; later raises, of anybody, are as small as they may be."""
        self._hand = _core.Hand(hand)
        self._me, self._round = hand.actor, hand.round
        self._paid = hand.paid[self._me]
        self._predict, self._evaluate, self._raise_to = predict, evaluate, raise_to
        self._raises_ahead = RAISES_AHEAD.get(hand.folded.count(False) - 1, 0)
        self.visited = 0

    def values(self) -> dict[ActionKind, float]:
        """What calling and, where it is allowed, raising win from here on, in chips; folding wins 0."""
        legal = self._hand.legal
        kinds = [ActionKind.CALL, *([ActionKind.RAISE] if legal.most_raise else [])]
        return {kind: self._after(kind, ()) for kind in kinds}

    def _after(self, kind: ActionKind, sequence: BettingSequence) -> float:
        hand, actor = self._hand, self._hand.actor
        raises_to = self._raise_to if self._raise_to and not sequence else hand.legal.least_raise
        hand.apply(kind, raises_to)
        found = self._value((*sequence, (actor, kind)))
        hand.undo()
        return found

    def _value(self, sequence: BettingSequence) -> float:
        hand = self._hand
        self.visited += 1
        spent = hand.paid[self._me] - self._paid
        folded = hand.folded
        if folded[self._me]:
            return float(-spent)
        if folded.count(False) == 1:
            return float(hand.pot - spent)
        if hand.over or hand.round != self._round:
            return self._evaluate(hand, sequence) - spent
        legal = hand.legal
        can_raise = legal.most_raise and sum(kind is ActionKind.RAISE for _, kind in sequence[1:]) < self._raises_ahead
        if hand.actor == self._me:
            kinds = [ActionKind.CALL, *([ActionKind.RAISE] if can_raise else [])]
            best = max(self._after(kind, sequence) for kind in kinds)
            return max(best, float(-spent)) if legal.call else best
        shares = list(self._predict(hand, sequence))
        if not legal.call:
            shares = [0.0, shares[0] + shares[1], shares[2]]
        if not can_raise:
            shares = [shares[0], shares[1] + shares[2], 0.0]
        total = sum(shares)
        return sum(
            share / total * self._after(kind, sequence)
            for kind, share in zip(ActionKind, shares, strict=True)
            if share > 0
        )
