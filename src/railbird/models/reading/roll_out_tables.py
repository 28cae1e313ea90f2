"""What a player is expected to do from here on, as a policy table for roll-outs and searches.

A policy table has a triple for each coming context and bin of strength, adjusted to what is expected of the player
whatever they hold. Contexts of the betting that policy tables do not tell apart, position and last action, are those
that are most frequent among the types; on later streets, the strata in a bin of strength are those of an average board.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird.agent.situation import Situation
from railbird.game import Betting, Game
from railbird.models.poki.policy_tables import BINS, contexts_after, empty_table, strengths_on
from railbird.models.reading.contexts import (
    BEHIND,
    FACED,
    RAISES,
    ROLES,
    SHAPE,
    STREETS,
    UNKNOWN,
    fine_context,
    role_in,
)
from railbird.models.reading.hand_reader import OpponentRange
from railbird.models.reading.strata import STRATA, strata_on
from railbird.models.reading.types import PlayerTypes

Array = NDArray[np.float64]
AVERAGED = 16
"""Boards over which the strata of a bin are averaged."""
UNSEEN = 1e-3
"""The share of hands alike in the hands of a bin, so that none is empty."""


@dataclass(frozen=True, eq=False)
class Coming:
    """The contexts that may follow a situation."""

    places: tuple[NDArray[np.intp], ...]
    """Of policy tables: rounds, raises, bets to call and opponents."""
    contexts: NDArray[np.intp]
    """The numbers of each kind, in the order of ``Context``; prices and sequences to come are not known."""
    may_fold: NDArray[np.bool_]
    may_raise: NDArray[np.bool_]


def roll_out_table(opponent: OpponentRange, now: Situation, game: Game, board: bytes) -> Array:
    """The policy table of a player, who is active; ``now`` is their situation if they were to act."""
    table = empty_table()
    reading = opponent.reading
    likely = Likely(now.round, now.raises, now.behind > 0, role_in(now))
    priced = game.betting is not Betting.LIMIT
    coming = coming_from(reading.types, likely, now.opponents, game.most_raises, priced=priced)
    hands = [average_strata(street) for street in range(STREETS)]
    hands[now.round] = _hands_in_bins(opponent.likely(), board)
    bins, shares = map(np.stack, zip(*hands, strict=True))
    table[coming.places] = reading.native.rows(coming.contexts, coming.may_fold, coming.may_raise, bins, shares)
    return table


class Likely(NamedTuple):
    """What is known of a player's next context."""

    street: int
    raises: int
    behind: bool
    role: int


@lru_cache(maxsize=4096)
def coming_from(
    types: PlayerTypes, likely: Likely, opponents: int, most_raises: tuple[int, ...], *, priced: bool
) -> Coming:
    """The contexts that may follow, in the order of streets; in no-limit games by price."""
    coming = contexts_after(likely.street, opponents, priced=priced)
    fine = np.array([_likely_context(types, likely, each) for each in coming.tolist()])
    streets, raises, bets, others = coming.T
    _, faced, counted, several, _, role = np.unravel_index(fine, SHAPE)
    pressure = (streets * FACED + faced) * RAISES + counted
    middle = (pressure * 2 + (several > 0)) * ROLES + role
    unknown = np.full_like(fine, UNKNOWN)
    return Coming(
        (streets, raises, bets, others - 1),
        np.stack((fine, middle, pressure, streets * FACED + faced, unknown, unknown), axis=1),
        bets > 0,
        raises < np.array(most_raises)[streets],
    )


@lru_cache(maxsize=8)
def table_of_type(types: PlayerTypes, name: str, most_raises: tuple[int, ...]) -> Array:
    """What a type does in every context, as a policy table; read-only. If there is none: what they do on average."""
    table = empty_table()
    mine = types.triples[types.names.index(name)] if name in types.names else types.triples.mean(axis=0)
    for street, raises, bets, opponents in np.ndindex(*table.shape[:4]):
        context = _most_frequent(types, fine_context(street, bets, raises, opponents + 1, False, 0))
        rows = average_strata(street)[0] @ mine[context]
        table[street, raises, bets, opponents] = rows
    _only_calls(table.reshape(-1, *table.shape[-2:]), (np.indices(table.shape[:4])[2] == 0).ravel(), 0)
    full = np.indices(table.shape[:4])[1] >= np.array(most_raises)[:, None, None, None]
    _only_calls(table.reshape(-1, *table.shape[-2:]), full.ravel(), 2)
    table.flags.writeable = False
    return table


def _only_calls(triples: Array, where: NDArray[np.bool_], action: int) -> None:
    """Where an action is not possible, it is a call."""
    triples[where, :, 1] += triples[where, :, action]
    triples[where, :, action] = 0.0


def _likely_context(types: PlayerTypes, likely: Likely, context: list[int]) -> int:
    """The most frequent context among those that a policy table does not tell apart."""
    street, raises, bets, opponents = context
    if (street, raises) == (likely.street, likely.raises):
        return fine_context(street, bets, raises, opponents, likely.behind, likely.role)
    return _most_frequent(types, fine_context(street, bets, raises, opponents, False, 0))


def _most_frequent(types: PlayerTypes, first: int) -> int:
    """The most frequent context that differs from a first one in position and last action alone."""
    return first + int(types.visits[first : first + BEHIND * ROLES].argmax())


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
