"""A value function for AIVAT: hold'em states valued by all-in equity."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, lru_cache
from importlib.resources import files

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.cards import CLASS_OF_HAND, HANDS, HoleCards
from railbird.cards.suits import hands_after, to_canonical
from railbird.game import Hand
from railbird.game.public import to_cards

Array = NDArray[np.float64]
Shares = Callable[[tuple[int, ...]], Array | float]
"""The player's share of a pot that they contest with these others."""

BOARDS = math.comb(48, 5)
"""Boards that are left for two known hands."""
QUESTIONS_IN_MEMORY = 256


class EquityValue:
    """The value of a state: the player's share of each pot by all-in equity, minus what they paid.

    value(c) = Σ_pots share(c) · pot − paid. The share is the mean part of a pot that holding c wins against the hands
    that contest it when the rest of the board is dealt. If a bet is open, all players still in are assumed to call it
    as far as they can; what nobody can call is returned. Rake and odd chips are ignored. The mean of a share over the
    next board cards is the share before them, so the term of board cards needs only two shares.

    With three or more players there are no pre-flop values, because one share takes a third of a second: then the deal,
    the pre-flop decisions and the flop have no term. Games other than hold'em have no values at all.
    """

    def deal_value(self, hand: Hand, player: int) -> float | None:
        """Heads-up, each player has half of everything on average over all deals."""
        if hand.game.players > 2 or not hand.game.is_holdem:
            return None
        return float(_worth(hand, player, lambda _: 0.5))

    def values(self, hand: Hand, player: int, board: bytes) -> Array | None:
        if not hand.game.is_holdem or (hand.game.players > 2 and not board):
            return None
        return np.broadcast_to(_worth(hand, player, lambda others: _shares(hand, player, others, board)), (HANDS,))


def _worth(hand: Hand, player: int, shares: Shares) -> Array | float:
    pots, paid = _pots(hand)
    worth: Array | float = -float(paid[player])
    for amount, players in pots:
        if player in players:
            others = tuple(each for each in players if each != player)
            worth = worth + amount * (shares(others) if others else 1.0)
    return worth


def _pots(hand: Hand) -> tuple[list[tuple[int, list[int]]], list[int]]:
    """The pots after all players still in have called (chips, and who contests them), and what each player has paid.

    The smallest ante counts towards side pots; the rest of an ante is dead money in the main pot.
    """
    paid = list(hand.live_paid)
    dead = [all_of_it - live for all_of_it, live in zip(hand.paid, paid, strict=True)]
    if not hand.over:
        most = max(paid)
        paid = [
            amount if out else min(amount + stack, most)
            for amount, stack, out in zip(paid, hand.stacks, hand.folded, strict=True)
        ]
    called = sorted(paid)[-2]
    paid = [min(amount, called) for amount in paid]
    pots, before, extra = [], 0, sum(dead)
    players = [player for player, out in enumerate(hand.folded) if not out]
    while players:
        least = min(paid[player] for player in players)
        richer = [player for player in players if paid[player] > least]
        upto = least if richer else called
        amount = extra + sum(max(min(each, upto) - before, 0) for each in paid)
        if amount:
            pots.append((amount, players))
        players, before, extra = richer, least, 0
    return pots, [amount + ante for amount, ante in zip(paid, dead, strict=True)]


def _shares(hand: Hand, player: int, others: tuple[int, ...], board: bytes) -> Array:
    holes = hand.known_hole_bytes("an all-in equity")
    met = b"".join([holes[other] for other in others])
    if not board and hand.game.players == 2:
        return preflop_shares(met)
    dead = b"".join([cards for each, cards in enumerate(holes) if each != player and each not in others])
    return _shares_by_hand(met, _mask(board), _mask(dead))


def _mask(cards: bytes) -> int:
    return sum(1 << card for card in cards)


@lru_cache(maxsize=QUESTIONS_IN_MEMORY)
def _shares_by_hand(others: bytes, board: int, dead: int) -> Array:
    return _core.all_in_shares_by_hand(others, board, dead)


def preflop_shares(other: bytes) -> Array:
    """[1326]: the pre-flop all-in equity of each hand against another hand, heads-up.

    It is -1 for hands that share a card with the other one.
    """
    cards = to_cards(other)
    hand_class = CLASS_OF_HAND[HoleCards(*cards).index]
    return np.asarray(_preflop_table()[hand_class, hands_after(to_canonical(cards))])


@cache
def _preflop_table() -> Array:
    """[169, 1326]: the all-in equity of each hand against one hand of each class, the one with canonical suits.

    ``tools/preflop_shares.py`` computes the half pots that it wins on all boards.
    """
    with files("railbird.stats").joinpath("data", "preflop_shares.npz").open("rb") as file:
        counts = np.load(file)["counts"]
    return np.where(counts < 0, -1.0, counts / (2 * BOARDS))
