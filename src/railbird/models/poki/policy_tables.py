"""Policies and predictors as policy tables for roll-outs: a triple for each betting context and bin of strength.

A context is the round, its bets and raises (0 to 4), bets to call (0, 1, 2) and opponents (1, 2, 3 or more). Everything
else that a rule or predictor needs keeps its current value or is extrapolated: the pot grows by one bet of each player
in every round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.agent.situation import Situation
from railbird.cards import CLASS_OF_HAND
from railbird.game import Game
from railbird.models.predictors.observation import Observation, Ordering, all_legal, by_strength
from railbird.models.predictors.predictor import Predictor
from railbird.policies.poki.formula import formula_tables
from railbird.policies.poki.hand_values import hand_values
from railbird.policies.poki.policy import PokiPolicy
from railbird.policies.poki.preflop import preflop_by_class
from railbird.policies.triples import Array

BINS = 20
"""Bins of strength."""
ROUNDS, RAISES, BETS, OPPONENTS = _core.Simulation.contexts
CENTRES: Array = (np.arange(BINS) + 0.5) / BINS

Context = tuple[int, int, int, int]


def empty_table() -> Array:
    """A table that always calls: [round, raises, bets to call, opponents, bins, 3]."""
    table = np.zeros((ROUNDS, RAISES, BETS, OPPONENTS, BINS, 3))
    table[..., 1] = 1.0
    return table


def contexts_from(now: Situation) -> Iterator[Context]:
    """The contexts that may follow a situation."""
    for number in range(now.round, ROUNDS):
        for opponents in range(1, min(now.opponents, OPPONENTS) + 1):
            for raises in range(RAISES):
                for bets in (
                    (0, 1) if raises == 0 else (1, 2)
                ):  # a short all-in is not a raise, but there is something to call
                    yield number, raises, bets, opponents


def situation_in(now: Situation, game: Game, context: Context, player: int) -> Situation:
    """A player's situation as it would be in a context that may follow."""
    number, raises, bets, opponents = context
    bet = game.bets[number]
    pot = now.pot + sum(game.bets[each] * (opponents + 1) for each in range(now.round, number))
    same = number == now.round
    return Situation(  # not dataclasses.replace, which takes four times as long: there are many contexts
        player=player,
        players=now.players,
        active=opponents + 1,
        round=number,
        pot=pot + raises * bet,
        to_call=bets * bet,
        bet=bet,
        later_bets=sum(game.bets[number + 1 :]),
        raises=raises,
        bets_to_call=bets,
        can_raise=raises < game.most_raises[number],
        committed=same and now.committed,
        behind=0 if bets else opponents,
        first=raises == 0 and not bets,
        last_action=now.last_action,
        last_paid=now.last_paid,
        led=same and now.led,
        bet_ratio=now.bet_ratio,
        entry=now.entry,
    )


def strengths_on(board: bytes) -> Array:
    """The strength of each hand as roll-outs use it, between 0 and 1: EHS', pre-flop its percentile."""
    return _percentiles() if not board else hand_values(board).order


@lru_cache(maxsize=1)
def _percentiles() -> Array:
    return Ordering(hand_values(b"").order).percentiles(np.ones(len(CLASS_OF_HAND)))


def policy_table(policy: PokiPolicy, now: Situation, game: Game, player: int) -> Array:
    """Poki's rules as a policy table."""
    table = empty_table()
    contexts = list(contexts_from(now))
    situations = [situation_in(now, game, context, player) for context in contexts]
    before = [situation for situation in situations if situation.round == 0]
    after = situations[len(before) :]
    rows = [_by_bin(preflop_by_class(each, policy.tightness, policy.preflop)) for each in before]
    if after:
        strengths = CENTRES ** np.array([[situation.opponents] for situation in after])
        rows.extend(formula_tables(after, strengths, policy.formula))
    table[_rows(contexts)] = rows
    return table


def _rows(contexts: Sequence[Context]) -> tuple[NDArray[np.intp], ...]:
    """The indices of contexts in a table."""
    return tuple(np.array(contexts).T - np.array([[0], [0], [0], [1]]))


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


def predictor_table(
    predictor: Predictor, seen: Observation, game: Game, board: bytes, weights: Array, *, sigma: float, blind: float
) -> Array:
    """A player's predictions as a policy table; their current weights give the percentiles of the bins."""
    now = seen.situation
    contexts = list(contexts_from(now))
    observations = [
        Observation(
            situation_in(now, game, context, now.player),
            seen.strength,
            seen.potential,
            seen.expert,
            seen.observer_active,
        )
        for context in contexts
    ]
    predictions = all_legal(observations, predictor.predict_many(observations))
    strengths = strengths_on(board)
    share = np.bincount(np.minimum((strengths * BINS).astype(np.intp), BINS - 1), weights, BINS)
    percentiles = (np.cumsum(share) - share / 2) / share.sum()
    table = empty_table()
    table[_rows(contexts)] = by_strength(predictions, percentiles, sigma=sigma, blind=blind)
    return table
