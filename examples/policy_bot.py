"""A bot that states its policy for all 1,326 hands at once.

Railbird can then remove the luck of its own draws from its results (AIVAT), and draw what it does as a heat map.
"""

import numpy as np
from numpy.typing import NDArray

import railbird as rb
from railbird.cards import HAND_MASKS, card_mask
from railbird.strength import board_strength, preflop_hand_ranks


class Percentile(rb.Bot):
    """Raises its best 25 % of hands, calls the next 40 %, and mixes at the borders."""

    def policy(self, view: rb.View) -> tuple[tuple[rb.Action, ...], NDArray[np.float64]]:
        """The actions, and how likely it takes each with each hand: an array [1326, actions]."""
        strength = board_strength(view.board).hs if view.board else preflop_hand_ranks()
        possible = (HAND_MASKS & np.uint64(card_mask(view.board))) == 0
        order = np.argsort(np.argsort(np.where(possible, strength, -1.0)))
        rank = np.clip((order - (~possible).sum()) / possible.sum(), 0.0, 1.0)
        raises = np.clip((rank - 0.70) / 0.10, 0.0, 1.0)
        stays = np.clip((rank - 0.30) / 0.10, 0.0, 1.0) if view.to_call else np.ones(len(rank))
        if not view.legal.most_raise:
            return (rb.FOLD, rb.CALL), np.stack([1 - stays, stays], axis=1)
        actions = (rb.FOLD, rb.CALL, rb.raise_to(view.legal.least_raise))
        return actions, np.stack([1 - stays, stays - raises, raises], axis=1)

    def act(self, view: rb.View) -> rb.Decision:
        actions, table = self.policy(view)
        shares = table[rb.HoleCards(*view.hole_cards).index]
        action = self.random.choices(actions, shares)[0]
        return rb.Decision(action, probabilities=dict(zip(actions, shares.tolist(), strict=True)))


if __name__ == "__main__":
    for adjust in (rb.Adjustment.NONE, rb.Adjustment.AIVAT):
        result = rb.play_match([Percentile, "always-call"], hands=40, seed=3, adjust=adjust)
        print(f"{adjust.value}: {result['percentile'].rate.text()}")
