"""Policies and predictors as tables for roll-outs: a triple for each betting context and each bin of strength.

Contexts are the round, bets and raises in it (0 to 4), bets to call (0, 1, 2) and opponents (1, 2, 3 or more). What
else a rule or a predictor asks for is as it is now, or what it would be: the pot grows by one bet of each player in
every round.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

import numpy as np

from railbird import _core
from railbird.cards import CLASS_OF_HAND
from railbird.game import Game
from railbird.models.predictors.observation import Observation, Ordering, by_strength
from railbird.models.predictors.predictor import Predictor
from railbird.policies.following import Situation
from railbird.policies.formula import formula_triples
from railbird.policies.preflop import preflop_by_class
from railbird.policies.triples import Array
from railbird.policies.values import PokiPolicy, hand_values

BINS = 20
"""Of strength."""
ROUNDS, RAISES, BETS, OPPONENTS = _core.Simulation.contexts
CENTRES: Array = (np.arange(BINS) + 0.5) / BINS

Context = tuple[int, int, int, int]


def empty_table() -> Array:
    """Everybody calls everything: [round, raises, bets to call, opponents, bins, 3]."""
    table = np.zeros((ROUNDS, RAISES, BETS, OPPONENTS, BINS, 3))
    table[..., 1] = 1.0
    return table


def contexts_from(now: Situation) -> Iterator[Context]:
    """Those that may come, from a situation on."""
    for number in range(now.round, ROUNDS):
        for opponents in range(1, min(now.opponents, OPPONENTS) + 1):
            for raises in range(RAISES):
                for bets in (0, 1) if raises == 0 else (1, 2):  # who is all-in for less raises nothing, but is to call
                    yield number, raises, bets, opponents


def situation_in(now: Situation, game: Game, context: Context, player: int) -> Situation:
    """What the situation of a player would be like in a context that may come."""
    number, raises, bets, opponents = context
    bet = game.bets[number]
    pot = now.pot + sum(game.bets[each] * (opponents + 1) for each in range(now.round, number))
    same = number == now.round
    return replace(
        now,
        player=player,
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
        led=same and now.led,
    )


def strengths_on(board: bytes) -> Array:
    """The strength of each hand by which roll-outs know it, between 0 and 1: EHS', before the flop its percentile."""
    return _percentiles() if not board else hand_values(board).order


@lru_cache(maxsize=1)
def _percentiles() -> Array:
    return Ordering(hand_values(b"").order).percentiles(np.ones(len(CLASS_OF_HAND)))


def policy_table(policy: PokiPolicy, now: Situation, game: Game, player: int) -> Array:
    """Poki's rules as a table."""
    table = empty_table()
    for context in contexts_from(now):
        situation = situation_in(now, game, context, player)
        if situation.round == 0:
            table[context[:3]][context[3] - 1] = _by_bin(preflop_by_class(situation, policy.tightness, policy.preflop))
        else:
            strength = CENTRES**situation.opponents
            table[context[:3]][context[3] - 1] = formula_triples(situation, strength, 0.0, settings=policy.formula)
    return table


def _by_bin(classes: Array) -> Array:
    """Triples by bin of strength before the flop, from those by class: the mean over hands."""
    bins = np.minimum((_percentiles() * BINS).astype(np.intp), BINS - 1)
    sums = np.zeros((BINS, 3))
    np.add.at(sums, bins, classes[CLASS_OF_HAND])
    counts = np.bincount(bins, minlength=BINS)[:, None]
    return np.asarray(np.where(counts > 0, sums / np.maximum(counts, 1), [0.0, 1.0, 0.0]))


def predictor_table(
    predictor: Predictor, seen: Observation, game: Game, board: bytes, weights: Array, *, sigma: float, blind: float
) -> Array:
    """What is predicted of a player as a table; where his hands lie goes by his weights now."""
    now = seen.situation
    contexts = list(contexts_from(now))
    situations = (situation_in(now, game, context, now.player) for context in contexts)
    observations = [replace(seen, situation=situation) for situation in situations]
    made = predictor.predict_many(observations)
    predictions = np.stack([each.legal(triple) for each, triple in zip(observations, made, strict=True)])
    strengths = strengths_on(board)
    share = np.bincount(np.minimum((strengths * BINS).astype(np.intp), BINS - 1), weights, BINS)
    places = (np.cumsum(share) - share / 2) / share.sum()
    table = empty_table()
    rows = tuple(np.array(contexts).T - np.array([[0], [0], [0], [1]]))
    table[rows] = by_strength(predictions, places, sigma=sigma, blind=blind)
    return table
