"""Looking ahead to the end of the betting round, with an estimate for what comes after (Saukonoja 2007, §4.1).

Miximax: at our own nodes the maximum, at others' the mean by what is predicted of them. At the end of the round an
evaluation stands for the rest of the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from railbird import _core
from railbird.game import ActionKind

Predict = Callable[[_core.Hand, str], Sequence[float]]
"""How likely the player who is to act folds, calls and raises; the text has what was done since the decision."""
Evaluate = Callable[[_core.Hand, str], float]
"""What the rest of a hand wins whose round is over, before what was put in on the way; all others have not folded."""

_LETTERS = {ActionKind.FOLD: "f", ActionKind.CALL: "c", ActionKind.RAISE: "r"}


class ShallowSearch:
    """One search: the player who is to act, and how others and the future are estimated."""

    def __init__(self, hand: _core.Hand, predict: Predict, evaluate: Evaluate) -> None:
        self._hand = _core.Hand(hand)
        self._me, self._round = hand.actor, hand.round
        self._paid = hand.paid[self._me]
        self._predict, self._evaluate = predict, evaluate
        self.visited = 0

    def values(self) -> dict[ActionKind, float]:
        """What calling and, where it is allowed, raising win from here on, in chips; folding wins 0."""
        legal = self._hand.legal
        kinds = [ActionKind.CALL, *([ActionKind.RAISE] if legal.most_raise else [])]
        return {kind: self._after(kind, "") for kind in kinds}

    def _after(self, kind: ActionKind, line: str) -> float:
        hand = self._hand
        letter = _LETTERS[kind] if hand.actor == self._me else _LETTERS[kind].upper()
        if kind is ActionKind.RAISE:
            hand.raise_to(hand.legal.least_raise)
        elif kind is ActionKind.CALL:
            hand.call()
        else:
            hand.fold()
        found = self._value(line + letter)
        hand.undo()
        return found

    def _value(self, line: str) -> float:
        hand = self._hand
        self.visited += 1
        spent = hand.paid[self._me] - self._paid
        folded = hand.folded
        if folded[self._me]:
            return float(-spent)
        if folded.count(False) == 1:
            return float(hand.pot - spent)
        if hand.over or hand.round != self._round:
            return self._evaluate(hand, line) - spent
        legal = hand.legal
        if hand.actor == self._me:
            kinds = [ActionKind.CALL, *([ActionKind.RAISE] if legal.most_raise else [])]
            best = max(self._after(kind, line) for kind in kinds)
            return max(best, float(-spent)) if legal.call else best
        shares = list(self._predict(hand, line))
        if not legal.call:
            shares = [0.0, shares[0] + shares[1], shares[2]]
        if not legal.most_raise:
            shares = [shares[0], shares[1] + shares[2], 0.0]
        total = sum(shares)
        return sum(
            share / total * self._after(kind, line) for kind, share in zip(ActionKind, shares, strict=True) if share > 0
        )
