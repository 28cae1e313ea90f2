"""Hands of a local best response against a bot: what it wins from one deal in both seats, and exactly in small games.

The bot's cards are dealt, and it acts by its policy with them. What LBR wins is then the mean over all hands of the bot
that would have acted in the same way, by their probability: LBR knows that range, and could not have acted differently.
If no player can bet any more, it is also the mean over all boards. Both leave the expected winnings unchanged and
narrow the interval (imaginary observations, Bowling, Johanson, Burch and Szafron 2008).
"""

from __future__ import annotations

from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np

from railbird._core import RandomStream
from railbird._seeds import derived_seed
from railbird.errors import GameError
from railbird.game import Action, Hand, SeededDealing
from railbird.game.holdings import holdings
from railbird.solve.local_best_response import Array, LocalBestResponse, showdown_payoff, showdown_stakes
from railbird.solve.showdown_shares import showdown_shares
from railbird.solve.stated_policy import public_hand
from railbird.stats.aivat import Decided

LARGEST_POT = 20
"""The bound on the pot that luck is measured by, in big blinds, or in chips without blinds. Ours."""


class LbrHand(NamedTuple):
    """One hand of LBR."""

    won: float
    """What LBR wins, in chips."""
    luck: Array
    """[rounds]: the luck of the cards dealt before each betting round: the change of LBR's share, times the pot.

    Each has mean 0 whatever was dealt before, so that any multiple of it can be subtracted.
    """


def play_deal(lbr: LocalBestResponse, seed: int, number: int) -> tuple[LbrHand, LbrHand]:
    """Play one deal with LBR at position 0 and at position 1, with the same cards at the table.

    The hands depend on the seed and the number of the deal alone.
    """
    game = lbr.game
    deal = SeededDealing(derived_seed(seed, "lbr cards")).deal(game, number)
    first, second = deal[: game.hole_cards], deal[game.hole_cards : 2 * game.hole_cards]
    board = deal[2 * game.hole_cards :]
    streams = [RandomStream(derived_seed(seed, f"lbr bot {number} {position}")) for position in (0, 1)]
    return (
        _play(lbr, public_hand(game, board), 0, (first, second), streams[0]),
        _play(lbr, public_hand(game, board), 1, (second, first), streams[1]),
    )


def _play(lbr: LocalBestResponse, hand: Hand, me: int, cards: tuple[bytes, bytes], random: RandomStream) -> LbrHand:
    """A hand with LBR at a position, with its cards and the bot's."""
    mine, theirs = cards
    every, weights, board = holdings(lbr.game), lbr.first_range(mine), b""
    luck, held = np.zeros(lbr.game.rounds), every.index(theirs)
    luck[0] = (_share(lbr, mine, board, weights) - 0.5) * _scale(hand)
    while not hand.over:
        if hand.board_bytes != board:
            before = _share(lbr, mine, board, weights)
            board = hand.board_bytes
            weights = weights * every.apart_from(board)
            luck[hand.round] = (_share(lbr, mine, board, weights) - before) * _scale(hand)
        if hand.actor == me:
            hand.act(lbr.choose(hand, mine, weights))
        else:
            decided = lbr.bot.ask(hand)
            action = _draw(decided, held, random)
            weights = weights * _chances(decided, action)
            hand.act(action)
    if any(hand.folded):
        return LbrHand(float(hand.payoffs[me]), luck)
    return LbrHand(showdown_payoff(hand, me, _share(lbr, mine, board, weights)), luck)


def _scale(hand: Hand) -> float:
    """The pot that luck is measured by, up to a bound, since rare huge pots would spoil the fit of coefficients."""
    return min(sum(showdown_stakes(hand)), LARGEST_POT * (hand.game.big_blind or 1))


def _share(lbr: LocalBestResponse, mine: bytes, board: bytes, weights: Array) -> float:
    """LBR's share of the pot at a showdown against a range."""
    return float(weights @ showdown_shares(lbr.game, mine, board)) / float(weights.sum())


def _draw(decided: Decided, held: int, random: RandomStream) -> Action:
    """The bot's action with a holding, drawn by its probabilities."""
    actions, probabilities = decided
    chances = probabilities[held]
    index = int(np.searchsorted(np.cumsum(chances), random.uniform() * chances.sum(), side="right"))
    return actions[min(index, int(np.flatnonzero(chances)[-1]))]


def _chances(decided: Decided, action: Action) -> Array:
    """[holdings]: the probability of an action."""
    actions, probabilities = decided
    columns = [column for column, each in enumerate(actions) if each == action]
    return np.asarray(probabilities[:, columns].sum(axis=1))


MOST_LINES = 200_000
"""The most public states of a game in which LBR's winnings are computed exactly."""


def exact_winnings(lbr: LocalBestResponse) -> tuple[float, float]:
    """What LBR wins on average in chips at position 0 and at position 1, over all deals; for small games.

    >>> from railbird.gallery import parse_bot
    >>> from railbird.game import kuhn
    >>> from railbird.solve.stated_policy import StatedPolicy
    >>> bot = StatedPolicy(parse_bot("always-fold").make().policy, "always-fold")
    >>> exact_winnings(LocalBestResponse(kuhn(), bot))
    (1.0, 1.0)
    """
    game = lbr.game
    every, cards = holdings(game), sum(game.board_cards)
    if len(every) * comb(len(every.deck), cards) > MOST_LINES:
        raise GameError(f"{game} has too many deals for exact winnings of a local best response")
    means = []
    for me in (0, 1):
        won = 0.0
        for row in every.cards:
            mine = row.tobytes()
            weights = lbr.first_range(mine)
            won += _expected(lbr, public_hand(game), me, mine, weights / weights.sum())
        means.append(won / len(every))
    return means[0], means[1]


def _expected(lbr: LocalBestResponse, hand: Hand, me: int, mine: bytes, weights: Array) -> float:
    """What LBR wins on average from a decision on, times the sum of the weights."""
    if hand.actor == me:
        return _after(lbr, hand, (lbr.choose(hand, mine, weights), me), mine, weights)
    decided = lbr.bot.ask(hand)
    distinct = dict.fromkeys(decided[0])
    return sum(_after(lbr, hand, (each, me), mine, weights * _chances(decided, each)) for each in distinct)


def _after(lbr: LocalBestResponse, hand: Hand, taken: tuple[Action, int], mine: bytes, weights: Array) -> float:
    """The same after an action, for LBR at a position."""
    if not weights.any():
        return 0.0
    (action, me), board, total = taken, hand.board_bytes, float(weights.sum())
    next_hand = hand.clone()
    next_hand.act(action)
    if not next_hand.over and next_hand.round == hand.round:
        return _expected(lbr, next_hand, me, mine, weights)
    if any(next_hand.folded):
        return total * float(next_hand.payoffs[me])
    if next_hand.over:
        return total * showdown_payoff(next_hand, me, _share(lbr, mine, board, weights))
    every, count = holdings(lbr.game), lbr.game.board_cards[next_hand.round]
    rest = [card for card in every.deck if card not in mine + board]
    chance = 1 / comb(len(rest) - lbr.game.hole_cards, count)
    return sum(
        _expected(lbr, _dealt(next_hand, board + cards), me, mine, chance * weights * every.apart_from(cards))
        for cards in map(bytes, combinations(rest, count))
    )


def _dealt(hand: Hand, board: bytes) -> Hand:
    """The same betting with a board."""
    dealt = public_hand(hand.game, board)
    for action in hand.actions:
        dealt.apply(action.kind, action.amount)
    return dealt
