"""Luck taken out of results: what the cards did is 0 on average, so it can be subtracted.

Every chance event gives numbers that are 0 on average, exactly and whatever the players do: a function of a player's
hole cards less its mean over the 1326 hands, and the jump of his all-in equity when board cards are dealt, times
anything that was known before (the pot, how many are still in). They are control variates of what he wins. With pot
times jump alone and the coefficient 1 this is the idea of DIVAT (Billings and Kan 2006) with all-in equity as value;
here the coefficients are found on other deals (``railbird.stats.control``), which needs no baseline policy, suits any
number of players, and stays unbiased against any bot.
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
"""What a jump of the equity by 1 is worth on flop, turn and river, in pots of that moment: bets are still to come. A
start that was found on matches of SimpleBot; what the deals of a match say counts for more."""


def luck_adjusted(
    won: NDArray[np.float64],
    chance: Chance,
    jumps: NDArray[np.float64],
    deals: NDArray[np.int64],
    groups: NDArray[np.int64],
) -> NDArray[np.float64]:
    """What each player won in each deal, without luck: an array [deals, players].

    ``won`` [hands, players] has the winnings in chips, hand by hand, and ``deals`` the number of the deal of each;
    hands of one deal, as in duplicate dealing, are averaged. Deals of one group depend on each other (a learner's
    match).
    """
    believed = np.array(POTS_AT_STAKE)
    return adjusted_deals(won, won, partial(_variates, chance, jumps), believed, deals, groups)


def _variates(chance: Chance, jumps: NDArray[np.float64], player: int, rows: NDArray[np.int64]) -> NDArray[np.float64]:
    """The control variates of one player: jumps of his and others' equities, then hole cards."""
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
    """[functions, 1326]: functions of two hole cards, each less its mean, so that they are 0 on average."""
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
