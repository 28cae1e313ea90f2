"""Luck adjustment: the luck of the cards has mean 0, so it can be subtracted from results.

Every chance event gives numbers whose mean is exactly 0 whatever the players do: a function of a player's hole cards
minus its mean over the 1326 hands, and the jump of a player's all-in equity when board cards are dealt, times anything
known before (the pot, the number of players still in). They are control variates of the player's winnings. Pot times
jump alone, with the coefficient 1, is the idea of DIVAT (Billings and Kan 2006) with all-in equity as value. Here the
coefficients come from other deals (``railbird.stats.control``), which needs no baseline policy, works for any number of
players, and stays unbiased against any bot.
"""

from __future__ import annotations

from functools import cache, partial

import numpy as np
from numpy.typing import NDArray

from railbird.cards import CLASS_OF_HAND, Card
from railbird.cards.hole_cards import ALL_HOLE_CARDS
from railbird.cards.range_text import preflop_equities
from railbird.stats.chance import Chance
from railbird.stats.control import adjusted_deals

POTS_AT_STAKE = (2.0, 2.0, 1.2)
"""The value of an equity jump of 1 on flop, turn and river, in pots at that moment; it exceeds 1 because bets are still
to come. These are prior coefficients from matches of SimpleBot; the deals of a match outweigh them."""


def luck_adjusted(
    won: NDArray[np.float64],
    chance: Chance,
    jumps: NDArray[np.float64],
    deals: NDArray[np.int64],
    groups: NDArray[np.int64],
) -> NDArray[np.float64]:
    """The luck-adjusted winnings of each player in each deal: an array [deals, players].

    ``won`` [hands, players] has the winnings in chips, hand by hand, and ``deals`` the deal number of each hand; hands
    of one deal, as in duplicate dealing, are averaged. Deals of one group depend on each other (a learner's match).
    """
    prior = np.array(POTS_AT_STAKE)
    return adjusted_deals(won, won, partial(_variates, chance, jumps), prior, deals, groups)


def _variates(chance: Chance, jumps: NDArray[np.float64], player: int, rows: NDArray[np.int64]) -> NDArray[np.float64]:
    """The control variates of one player: equity jumps, their own and the others', then hole cards."""
    players = chance.positions.shape[1]
    others = [other for other in range(players) if other != player]
    jump, stake = jumps[rows], chance.stakes[rows][:, :, None]
    two_left = (chance.live[rows].sum(axis=2) == 2)[:, :, None]
    by_player = [player, *others] if players > 2 else [player]
    columns = [
        (jump * stake)[:, :, player],
        *((jump * stake)[:, :, other] for other in others[: players - 2]),
        *((jump * stake * two_left)[:, :, each] for each in by_player),
        *(jump[:, :, each] * (1 + two_left[:, :, 0]) for each in range(players)),
    ]
    basis = hole_card_functions()
    holes = chance.holes[rows].astype(np.int64)
    high, low = holes.max(axis=2), holes.min(axis=2)
    hands = high * (high - 1) // 2 + low
    mine = basis[:, hands[:, player]].T
    at = chance.positions[rows, player]
    columns += [mine * (at == position)[:, None] for position in range(players)]
    columns += [basis[:, hands[:, other]].T for other in others]
    return np.concatenate(columns, axis=1)


@cache
def hole_card_functions() -> NDArray[np.float64]:
    """[functions, 1326]: functions of two hole cards, each minus its mean."""
    strength = np.zeros(len(ALL_HOLE_CARDS))
    by_class = {each.index: equity for each, equity in preflop_equities()}
    strength[:] = [by_class[number] for number in CLASS_OF_HAND]
    better = (strength - 0.5) / 0.1
    high, low = (np.array([card.rank for card in cards]) for cards in zip(*_both_cards(), strict=True))
    suited = np.array([one.suit == other.suit for one, other in _both_cards()])
    functions = [
        high == low,
        suited,
        low >= _TEN,
        high == _ACE,
        suited & (high - low == 1),
        better,
        better**2,
        np.maximum(better - 0.7, 0),
    ]
    table = np.array(functions, dtype=np.float64)
    return np.asarray(table - table.mean(axis=1, keepdims=True))


_TEN, _ACE = 8, 12


def _both_cards() -> list[tuple[Card, Card]]:
    return [(hand.high, hand.low) for hand in ALL_HOLE_CARDS]
