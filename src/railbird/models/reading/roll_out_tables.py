"""What a player is expected to do from here on, as a policy table for roll-outs and searches.

A policy table has a triple for each coming context and bin of strength. Contexts of the betting that policy tables do
not tell apart, position and last action, are those that are most frequent among the types; on later streets, the strata
in a bin of strength are those of an average board.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from railbird.agent.situation import Situation
from railbird.game import Game
from railbird.models.poki.policy_tables import BINS, Context, contexts_from, empty_table, strengths_on
from railbird.models.reading.contexts import BEHIND, FACED, RAISES, ROLES, SHAPE, fine_context, role_in
from railbird.models.reading.corrections import Correction
from railbird.models.reading.hand_reader import OpponentRange
from railbird.models.reading.player_reading import PlayerReading
from railbird.models.reading.strata import STRATA, strata_on
from railbird.models.reading.types import PlayerTypes

Array = NDArray[np.float64]
AVERAGED = 16
"""Boards over which the strata of a bin are averaged."""
UNSEEN = 1e-3
"""The share of hands alike in the hands of a bin, so that none is empty."""


def roll_out_table(opponent: OpponentRange, now: Situation, game: Game, board: bytes) -> Array:
    """The policy table of a player, who is active; ``now`` is their situation if they were to act."""
    table = empty_table()
    coming = list(contexts_from(now))
    triples = _expected(opponent.reading, now, game, coming)
    streets = np.array([context[0] for context in coming])
    blind = float(opponent.reading.weights @ opponent.reading.blind_of)
    for street in np.unique(streets).tolist():
        here = streets == street
        hands, weights = _hands_in_bins(opponent.likely(), board) if street == now.round else average_strata(street)
        rows = np.einsum("bs,nsa->nba", hands, triples[here])
        mean = np.einsum("b,nba->na", weights, rows)[:, None]
        round_, raises, bets, opponents = np.array(coming)[here].T
        table[round_, raises, bets, opponents - 1] = (1 - blind) * rows + blind * mean
    return table


@lru_cache(maxsize=8)
def table_of_type(types: PlayerTypes, name: str, most_raises: tuple[int, ...]) -> Array:
    """What a type does in every context, as a policy table; read-only. If there is none: what they do on average."""
    table = empty_table()
    mine = types.triples[types.names.index(name)] if name in types.names else types.triples.mean(axis=0)
    for street, raises, bets, opponents in np.ndindex(*table.shape[:4]):
        context = _most_frequent(types, fine_context(street, bets, raises, opponents + 1, False, 0))
        rows = average_strata(street)[0] @ mine[context]
        if bets == 0:
            rows[:, 1], rows[:, 0] = rows[:, 1] + rows[:, 0], 0.0
        if raises >= most_raises[street]:
            rows[:, 1], rows[:, 2] = rows[:, 1] + rows[:, 2], 0.0
        table[street, raises, bets, opponents] = rows
    table.flags.writeable = False
    return table


def _expected(reading: PlayerReading, now: Situation, game: Game, coming: Sequence[Context]) -> Array:
    """What is expected in each context of each stratum, over all levels: [contexts, strata, 3]."""
    fine = np.array([_likely_context(reading.types, now, each) for each in coming])
    streets, raises, bets, _ = np.array(coming).T
    shares = np.bincount(reading.level_of, reading.weights)
    triples = np.tensordot(reading.type_shares, reading.types.triples[:, fine], 1)
    free = bets == 0
    triples[free, :, 1] += triples[free, :, 0]
    triples[free, :, 0] = 0.0
    full = raises >= np.array(game.most_raises)[streets]
    triples[full, :, 1] += triples[full, :, 2]
    triples[full, :, 2] = 0.0
    result = shares[0] * triples
    for share, correction in zip(shares[1:], reading.corrections, strict=True):
        triples = triples * _factors(correction, fine)
        triples /= triples.sum(axis=-1, keepdims=True)
        result += share * triples
    return np.asarray(result)


def _likely_context(types: PlayerTypes, now: Situation, context: Context) -> int:
    """The most frequent context among those that a policy table does not tell apart."""
    street, raises, bets, opponents = context
    if street == now.round and raises == now.raises:
        return fine_context(street, bets, raises, opponents, now.behind > 0, role_in(now))
    return _most_frequent(types, fine_context(street, bets, raises, opponents, False, 0))


def _most_frequent(types: PlayerTypes, first: int) -> int:
    """The most frequent context that differs from a first one in position and last action alone."""
    return first + int(types.visits[first : first + BEHIND * ROLES].argmax())


def _factors(correction: Correction, fine: NDArray[np.intp]) -> Array | float:
    street, faced, raises, opponents, _, role = np.unravel_index(fine, SHAPE)
    pressure = (street * FACED + faced) * RAISES + raises
    by_name = {
        "pressure": pressure,
        "rough": street * FACED + faced,
        "middle": (pressure * 2 + (opponents > 0)) * ROLES + role,
    }
    numbers = by_name.get(correction.kind.context)
    return 1.0 if numbers is None else correction.all_factors(numbers, street)  # sequences to come are not known


def _hands_in_bins(likely: Array, board: bytes) -> tuple[Array, Array]:
    """The share of each stratum in each bin of strength, and of each bin: [bins, strata], [bins]."""
    counts = _counted(board, likely) + UNSEEN * average_strata(_street_of(board))[0]
    weights = counts.sum(axis=1)
    return counts / weights[:, None], weights / weights.sum()


def _street_of(board: bytes) -> int:
    return max(len(board) - 2, 0)


def _counted(board: bytes, weights: Array) -> Array:
    bins = np.minimum((strengths_on(board) * BINS).astype(np.intp), BINS - 1)
    sums = np.bincount(bins * STRATA + strata_on(board), weights, BINS * STRATA)
    return sums.astype(np.float64).reshape(BINS, STRATA)


@lru_cache(maxsize=4)
def average_strata(street: int) -> tuple[Array, Array]:
    """The same for all hands alike, over some boards of a street."""
    chance = np.random.default_rng(street)
    counts = np.full((BINS, STRATA), 1e-6)
    for _ in range(AVERAGED if street else 1):
        board = bytes(chance.permutation(52)[: street + 2].tolist()) if street else b""
        counts += _counted(board, np.ones(1326))
    empty = counts.sum(axis=1) < 0.5
    counts[empty] = _by_strength()[empty]
    weights = counts.sum(axis=1)
    return counts / weights[:, None], weights / weights.sum()


def _by_strength() -> Array:
    """For bins in which no hand was seen: strata about as strong."""
    strength = np.arange(STRATA) // (STRATA // 12)
    wanted = np.arange(BINS)[:, None] * 12 // BINS
    return np.asarray((strength == wanted) * 1e-3)
