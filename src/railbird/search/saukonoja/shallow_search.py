"""Search to the end of the betting round, with an estimate for the rest of the hand (Saukonoja 2007, §4.1).

Miximax: the maximum at our own nodes, the mean by predicted actions at opponents' nodes. At the end of the round, an
evaluation function estimates the rest of the hand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from railbird import _core
from railbird.game import ActionKind

BettingSequence = tuple[tuple[int, ActionKind], ...]
"""The actions since the decision, each with its player."""
Predict = Callable[[_core.Hand, BettingSequence], Sequence[float]]
"""Returns the probabilities that the player to act folds, calls and raises."""
Evaluate = Callable[[_core.Hand, BettingSequence], float]
"""Returns the value of the rest of a hand after the round, before subtracting what we put in during the search."""

RAISES_AHEAD = {1: 4, 2: 4, 3: 2, 4: 1}
"""How many raises after our action the search considers, by number of opponents; none against more, so that a search
has a few hundred nodes at any table. Four covers all raises of a limit game."""


class ShallowSearch:
    """One search for the player to act, with a predictor for opponents and an evaluation of the rest of the hand."""

    def __init__(self, hand: _core.Hand, predict: Predict, evaluate: Evaluate, *, raise_to: int | None = None) -> None:
        """``raise_to`` is the amount we would raise to now; all later raises are the smallest legal ones."""
        self._hand = _core.Hand(hand)
        self._me, self._round = hand.actor, hand.round
        self._paid = hand.paid[self._me]
        self._predict, self._evaluate, self._raise_to = predict, evaluate, raise_to
        self._raises_ahead = RAISES_AHEAD.get(hand.folded.count(False) - 1, 0)
        self.visited = 0

    def values(self) -> dict[ActionKind, float]:
        """Values of calling and, where allowed, raising from here on, in chips; folding is worth 0."""
        legal = self._hand.legal
        kinds = [ActionKind.CALL, *([ActionKind.RAISE] if legal.most_raise else [])]
        return {kind: self._after(kind, ()) for kind in kinds}

    def _after(self, kind: ActionKind, sequence: BettingSequence) -> float:
        hand, actor = self._hand, self._hand.actor
        raises_to = self._raise_to if self._raise_to and not sequence else hand.legal.least_raise
        hand.apply(kind, raises_to)
        value = self._value((*sequence, (actor, kind)))
        hand.undo()
        return value

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
