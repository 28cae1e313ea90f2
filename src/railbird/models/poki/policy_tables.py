"""Policies and predictors as policy tables for roll-outs: a triple for each betting context and bin of strength.

A context is the round, its bets and raises (0 to 4), bets to call (0, 1, 2) and opponents (1, 2, 3 or more). Everything
else that a rule or predictor needs keeps its current value or is extrapolated: the pot grows by one bet of each player
in every round.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.agent.situation import Situation
from railbird.agent.situations import Situations
from railbird.cards import CLASS_OF_HAND
from railbird.game import Game
from railbird.models.predictors.observation import Observation, Observations, Ordering, by_strength
from railbird.models.predictors.predictor import Predictor
from railbird.policies.poki.formula import formula_tables
from railbird.policies.poki.hand_values import hand_values
from railbird.policies.poki.policy import PokiPolicy
from railbird.policies.poki.preflop import preflop_by_class
from railbird.policies.triples import Array

BINS = 20
"""Bins of strength."""
HIGH_PRICE = 0.45
"""A higher price, to call / pot, is a high one; a bet of 0.8 pots costs this much. Ours."""
PRICES = (0.0, 0.36, 0.55)
"""Typical prices: none, low (a bet of 0.56 pots), high (of 1.2 pots). Ours."""
ROUNDS, RAISES, BETS, OPPONENTS = _core.Simulation.contexts
CENTRES: Array = (np.arange(BINS) + 0.5) / BINS


def empty_table() -> Array:
    """A table that always calls: [round, raises, bets to call, opponents, bins, 3]."""
    table = np.zeros((ROUNDS, RAISES, BETS, OPPONENTS, BINS, 3))
    table[..., 1] = 1.0
    return table


def by_price(situation: Situation) -> Situation:
    """The situation in a no-limit game with its price in place of the number of bets: 0, 1 (low) or 2 (high).

    The big blind alone is never a high price.
    """
    return replace(situation, bets_to_call=(situation.to_call > 0) + (situation.price_of_bets > HIGH_PRICE))


def contexts_from(now: Situation, *, priced: bool = False) -> NDArray[np.int64]:
    """The contexts that may follow a situation; ``priced`` ones have a price for a number of bets.

    In rows of round, raises, bets to call and opponents, which cannot be changed.
    """
    return contexts_after(now.round, now.opponents, priced=priced)


@lru_cache(maxsize=128)
def contexts_after(street: int, most: int, *, priced: bool = False) -> NDArray[np.int64]:
    """The same, from a street on with at most so many opponents."""
    before_raises = (0, 1, 2) if priced else (0, 1)  # a short all-in is not a raise, but there is something to call
    result = np.array(
        [
            (number, raises, bets, opponents)
            for number in range(street, ROUNDS)
            for opponents in range(1, min(most, OPPONENTS) + 1)
            for raises in range(RAISES)
            for bets in (before_raises if raises == 0 else (1, 2))
        ],
        dtype=np.int64,
    )
    result.flags.writeable = False
    return result


def situations_in(
    contexts: NDArray[np.int64], now: Situation, game: Game, player: int, *, priced: bool = False
) -> Situations:
    """A player's situations as they would be in contexts that may follow: [contexts, 4]."""
    street, raises, bets, opponents = contexts.T
    bet, most = np.array(game.bets)[street], np.array(game.most_raises)[street]
    sums = np.concatenate([[0], np.cumsum(game.bets)])
    pot = now.pot + (sums[street] - sums[now.round]) * (opponents + 1) + raises * bet
    same = street == now.round
    return Situations(
        player=player,
        players=now.players,
        active=opponents + 1,
        round=street,
        pot=pot,
        to_call=np.rint(np.array(PRICES)[bets] * pot).astype(np.int64) if priced else bets * bet,
        bet=bet,
        later_bets=sums[-1] - sums[street + 1],
        raises=raises,
        bets_to_call=bets,
        can_raise=raises < most,
        committed=same & now.committed,
        behind=np.where(bets > 0, 0, opponents),
        first=(raises == 0) & (bets == 0),
        last_action=now.last_action,
        last_paid=now.last_paid,
        led=same & now.led,
        bet_ratio=now.bet_ratio,
        entry=now.entry,
    )


def strengths_on(board: bytes) -> Array:
    """The strength of each hand as roll-outs use it, between 0 and 1: EHS', pre-flop its percentile."""
    return _percentiles() if not board else hand_values(board).order


@lru_cache(maxsize=1)
def _percentiles() -> Array:
    return Ordering(hand_values(b"").order).percentiles(np.ones(len(CLASS_OF_HAND)))


def policy_table(policy: PokiPolicy, now: Situation, game: Game, player: int, *, priced: bool = False) -> Array:
    """Poki's rules as a policy table."""
    table, contexts = empty_table(), contexts_from(now, priced=priced)
    before, after = contexts[contexts[:, 0] == 0], contexts[contexts[:, 0] > 0]
    if len(before):
        classes = (
            preflop_by_class(each, policy.tightness, policy.preflop)
            for each in situations_in(before, now, game, player, priced=priced)
        )
        table[_rows(before)] = [_by_bin(each) for each in classes]
    if len(after):
        situations = situations_in(after, now, game, player, priced=priced)
        strengths = CENTRES ** situations.opponents[:, None]
        table[_rows(after)] = formula_tables(situations, strengths, policy.formula)
    return table


def _rows(contexts: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
    """The indices of contexts in a table."""
    return tuple(contexts.T - np.array([[0], [0], [0], [1]]))


def _by_bin(classes: Array) -> Array:
    """Pre-flop triples by bin of strength, from triples by class: the mean over hands."""
    return np.asarray(_shares_of_classes() @ classes)


@lru_cache(maxsize=1)
def _shares_of_classes() -> Array:
    """The share of each class in each bin: [bins, 169]. Every bin has hands."""
    bins = np.minimum((_percentiles() * BINS).astype(np.intp), BINS - 1)
    counts = np.zeros((BINS, CLASS_OF_HAND.max() + 1))
    np.add.at(counts, (bins, CLASS_OF_HAND), 1.0)
    return np.asarray(counts / counts.sum(axis=1, keepdims=True))


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSettings:
    """How predictions become triples for each hand."""

    sigma: float
    blind: float
    priced: bool = False
    """By price instead of the number of bets."""


def predictor_table(
    predictor: Predictor, seen: Observation, game: Game, board: bytes, weights: Array, settings: TableSettings
) -> Array:
    """A player's predictions as a policy table; their current weights give the percentiles of the bins."""
    now = seen.situation
    contexts = contexts_from(now, priced=settings.priced)
    there = situations_in(contexts, now, game, now.player, priced=settings.priced)
    observations = Observations(there, seen.strength, seen.potential, seen.expert, seen.observer_active)
    predictions = observations.legal(predictor.predict_many(observations))
    strengths = strengths_on(board)
    share = np.bincount(np.minimum((strengths * BINS).astype(np.intp), BINS - 1), weights, BINS)
    percentiles = (np.cumsum(share) - share / 2) / share.sum()
    table = empty_table()
    table[_rows(contexts)] = by_strength(predictions, percentiles, sigma=settings.sigma, blind=settings.blind)
    return table
