"""Off-policy estimates: what another strategy would have won, from hands that this one played.

Bowling, Johanson, Burch and Szafron (2008). The strategy i acted, and j is assessed; π(z) is the probability with which
a strategy plays its own part of a hand z. Importance sampling estimates

    V_j = u(z) · π_j(z) / π_i(z)

whose mean over the hands that i plays is what j wins: chance and the opponent act alike in both, and cancel out. If
one of several strategies is drawn before each hand, i is their mixture: π_i = Σ_k share_k · π_k. Two more ways to use a
hand narrow the estimate.

* *Imaginary observations*: at a showdown the opponent's cards are seen, so we know what every holding c of our own
  would have won with the same betting:  V_j = Σ_c π_j(z_c) · u(z_c) / Σ_c π_i(z_c).
  Where the hand ends with a fold, the opponent's cards stay hidden, and which of our holdings they leave possible is
  unknown; there the sum would be biased, and the hand that was held is counted alone.
* *Early folds*: at each decision d that we pass, a fold would have ended the hand with a known payoff. It counts
  u(fold) · π_j(d) · σ_j(fold | d) / π_i(d), in place of the hands that j ends with that fold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird.errors import RailbirdError
from railbird.game import UNKNOWN_CARD, Action, ActionKind, Game, Hand, View, replay
from railbird.game.holdings import holdings
from railbird.stats.aivat import Decided, Policy, payoffs_by_holding

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class OffPolicy:
    """How strategies are assessed by hands that another one played.

    ``open_cards`` says that the opponent's cards are known in every hand, as in stored matches; then imaginary
    observations are right at folds too. It must not depend on how a hand ended.
    """

    imaginary: bool = True
    early_folds: bool = True
    open_cards: bool = False

    def values(self, hand: Hand, position: int, policies: Sequence[Policy], shares: Sequence[float]) -> list[float]:
        """For each strategy, an estimate of what it wins at a position, in chips.

        ``hand`` is over and of two players. Before it began, one of the strategies was chosen to play it, each with its
        share; strategies with a share of 0 are only assessed. They state themselves for all holdings. Raises
        RailbirdError if none that may have played does what was done.
        """
        if not hand.over or hand.game.players != 2:
            raise RailbirdError("off-policy estimates need a finished hand of two players")
        if hides_hands(hand.game) and not self.open_cards:
            raise RailbirdError(
                "off-policy estimates need the opponent's cards at every showdown: with showing=muck some stay hidden"
            )
        every, own = holdings(hand.game), hand.hole_bytes[position]
        if not own:
            raise RailbirdError("off-policy estimates need the player's own cards")
        theirs = hand.hole_bytes[1 - position]
        if self.open_cards and not theirs:
            raise RailbirdError("the opponent's cards are not known in this hand: leave out open_cards")
        held = every.index(own)
        alone = np.arange(len(every)) == held
        seen = every.apart_from(theirs) if self.open_cards and self.imaginary else alone
        chosen = np.asarray(shares, dtype=np.float64)
        reaches: Array = np.ones((len(policies), len(every)))
        totals: Array = np.zeros(len(policies))
        for turn in _turns(hand, position, policies):
            if self.early_folds and turn.folds is not None:
                possible = seen & every.apart_from(turn.board)
                acted = float((chosen @ reaches)[possible].sum())
                totals += turn.fold_payoff * (reaches * turn.folds)[:, possible].sum(axis=1) / acted
            reaches *= turn.taken
            if not (chosen @ reaches)[held] > 0:
                raise RailbirdError(f"no strategy that may have acted plays {turn.action} here: {hand}")
        if self.early_folds and hand.folded[position]:
            return [float(total) for total in totals]
        if self.imaginary and theirs and (self.open_cards or not any(hand.folded)):
            payoffs = payoffs_by_holding(hand, position)
            possible = ~np.isnan(payoffs)
            payoffs = np.where(possible, payoffs, 0.0)
        else:
            payoffs, possible = np.full(len(every), float(hand.payoffs[position])), alone
        acted = float((chosen @ reaches)[possible].sum())
        totals += (reaches * payoffs)[:, possible].sum(axis=1) / acted
        return [float(total) for total in totals]


def hides_hands(game: Game) -> bool:
    """Whether a hand may stay hidden at a showdown."""
    return game.rules.muck


def known_hand(view: View) -> Hand:
    """A finished hand as one player knows it: cards that they did not see are unknown.

    >>> print(known_hand(Hand.parse("leduc; Ks As / Qh; r f").view(0)))
    leduc; Ks ??; r f
    """
    game, unknown = view.game, bytes([UNKNOWN_CARD])
    holes = b"".join(cards or unknown * game.hole_cards for cards in view.hole_bytes)
    hand = Hand(game, (holes + view.board_bytes).ljust(game.cards_needed, unknown), stacks=view.starting_stacks)
    for action in view.actions:
        hand.apply(action.kind, action.amount)
    return hand


class _Turn(NamedTuple):
    """One decision of the player."""

    board: bytes
    action: Action
    taken: Array
    """[strategies, holdings]: the probability of what was done."""
    folds: Array | None
    """The same for a fold; None if it is not possible."""
    fold_payoff: float


def _turns(hand: Hand, position: int, policies: Sequence[Policy]) -> list[_Turn]:
    turns = []
    for state, action in replay(hand):
        if action.player != position:
            continue
        decided = [policy(state.view(position)) for policy in policies]
        taken, least = Action.repeat(action), state.legal.least_raise
        folds, payoff = None, 0.0
        if state.legal.fold:
            folds = np.stack([_share(each, ActionKind.FOLD, 0, least) for each in decided])
            after = state.clone()
            after.fold()
            payoff = float(after.payoffs[position])
        amount = least if taken.to is None else taken.to
        shares = np.stack([_share(each, taken.kind, amount, least) for each in decided])
        turns.append(_Turn(state.board_bytes, taken, shares, folds, payoff))
    return turns


def _share(decided: Decided, kind: ActionKind, amount: int, least: int) -> Array:
    """By holding: the probability of an action. Raises go to an amount; without one, to the least."""
    total: Array = np.zeros(len(decided[1]))
    for action, column in zip(decided[0], decided[1].T, strict=True):
        if action.kind is kind and (
            kind is not ActionKind.RAISE or (least if action.to is None else action.to) == amount
        ):
            total += column
    return total
