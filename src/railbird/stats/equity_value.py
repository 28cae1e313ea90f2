"""Values of hold'em states by all-in equity, for AIVAT."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird._disk_cache import DiskCache
from railbird._threads import thread_count
from railbird.cards import CLASS_OF_HAND, CLASSES, HAND_MASKS, HANDS, HoleCards
from railbird.cards.hole_cards import ALL_HOLE_CARDS
from railbird.cards.suits import exchanged, hands_after, to_canonical
from railbird.game import Hand
from railbird.game.public import to_cards

Array = NDArray[np.float64]
Shares = Callable[[tuple[int, ...]], Array | float]
"""The player's share of a pot for which he plays against these others."""

DISK = DiskCache("preflop-shares", version=1, most_bytes=16 << 20)
"""Raise the version when what is kept there, or its form, changes."""
QUESTIONS_IN_MEMORY = 256


class EquityValue:
    """A state is worth the player's share of each pot by all-in equity, less what he pays.

    value(c) = Σ_pots share(c) · pot − paid: the share is what holding c wins of a pot on average, against the hands of
    those who are in it, when the rest of the board is dealt. While a bet is open, all who are still in are taken to
    call it as far as they can; what nobody can call comes back. Rake and odd chips do not count. The mean of a share
    over the next board cards is the share before them, so that terms of board cards need no more than two shares.

    With three and more players nothing is known pre-flop, where a share takes a third of a second: the deal,
    the pre-flop decisions and the flop have no term then. Neither has any other game than hold'em.
    """

    def deal_value(self, hand: Hand, player: int) -> float | None:
        """Heads-up, over all deals, either player has half of everything."""
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
    """The pots when all who are still in have called: the chips in each and who plays for it; and what each has paid.

    What antes have in common counts towards side pots, the rest is dead money in the main pot.
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
    """[1326]: the all-in equity of each hand against another one, pre-flop and heads-up.

    Shares of hands that have a card of the other one are -1.
    """
    cards = to_cards(other)
    place = CLASS_OF_HAND[HoleCards(*cards).index]
    return np.asarray(_preflop_table()[place, hands_after(to_canonical(cards))])


@cache
def _preflop_table() -> Array:
    """[169, 1326]: the all-in equity of each hand against one hand of each class, that of the canonical suits."""
    shape, kept = (len(CLASSES), HANDS), DISK.get("table")
    if kept is not None and len(kept) == 8 * len(CLASSES) * HANDS:
        return np.frombuffer(kept, dtype="<f8").reshape(shape)
    hands = [(hand.high, hand.low) for hand in (ALL_HOLE_CARDS[each.hands[0]] for each in CLASSES)]
    alike = [HoleCards(*exchanged(cards, to_canonical(cards))).index for cards in hands]
    mine, other = np.tile(np.arange(HANDS), len(CLASSES)), np.repeat(alike, HANDS)
    possible = (HAND_MASKS[mine] & HAND_MASKS[other]) == 0
    table = np.full(len(mine), -1.0)
    table[possible] = _heads_up_shares(mine[possible], other[possible])
    DISK.put("table", table.astype("<f8").tobytes())
    return table.reshape(shape)


def _heads_up_shares(mine: NDArray[np.intp], other: NDArray[np.intp]) -> Array:
    """The all-in equity of one hand against another; pairs that are alike are looked at once.

    Pairs are alike if an exchange of suits makes one the other, in whatever order: 47,008 are left of 207,025.
    """
    places = np.arange(len(mine))
    exchanges = np.array([hands_after((c, d, h, s)) for c, d, h, s in permutations(range(4))])
    low, high = np.minimum(exchanges[:, mine], exchanges[:, other]), np.maximum(exchanges[:, mine], exchanges[:, other])
    names = low * HANDS + high
    best = names.argmin(axis=0)
    pairs, numbers = np.unique(names[best, places], return_inverse=True)
    second = exchanges[best, mine] > exchanges[best, other]
    cards = np.array([(hand.high, hand.low) for hand in ALL_HOLE_CARDS], dtype=np.uint8)
    count = len(pairs)
    shares = _core.all_in_shares(
        cards[np.stack([pairs // HANDS, pairs % HANDS], axis=1)],
        np.full(count, 3, dtype=np.uint16),
        np.zeros((count, 5), dtype=np.uint8),
        np.zeros(count, dtype=np.uint8),
        thread_count(None),
    )
    return np.asarray(shares[numbers, second.astype(np.intp)])
