"""Equity by random deals, repeatable from a seed on any number of threads."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.errors import EquityError
from railbird.strength.problem import EquityProblem

Progress = Callable[[float], None]

DEFAULT_DEALS = 10_000_000
DEALS_PER_LOOK = 16 * _core.MonteCarlo.batch
"""The standard error is looked at after every so many deals, so that where it stops depends on the seed alone."""
MOST_DEALS = 1_000_000_000_000


def check_request(deals: int | None, standard_error: float | None, seed: int) -> None:
    """Raise an error unless so many deals, such a standard error and such a seed can be asked for."""
    if deals is not None and not 1 <= deals <= MOST_DEALS:
        raise EquityError(f"the number of deals lies between 1 and {MOST_DEALS:,}, not {deals}")
    if standard_error is not None and not 0 < standard_error < 1:
        raise EquityError(f"the standard error to reach lies between 0 and 1, not {standard_error}")
    if not 0 <= seed < 2**64:
        raise EquityError(f"a seed lies between 0 and 2^64 - 1, not {seed}")


def sample(
    problem: EquityProblem,
    *,
    deals: int | None,
    standard_error: float | None,
    seed: int,
    threads: int,
    progress: Progress,
) -> NDArray[np.int64]:
    """Deal at random until so many deals are done or every player's standard error is small enough.

    Returns how often each set of players shared the pot (2^players numbers, bit p for player p).
    """
    if deals is None:
        deals = DEFAULT_DEALS if standard_error is None else MOST_DEALS

    table = _core.MonteCarlo(problem.weights, problem.board_mask, problem.dead_mask)
    done = 0
    while done < deals:
        last = min(done + DEALS_PER_LOOK, deals)
        if not table.run(seed, done, last, threads):
            raise EquityError("the ranges share so many cards that hardly any random deal gives every player a hand")
        done = last
        share = done / deals
        if standard_error is not None:
            reached = float(standard_errors(table.tally()).max())
            share = max(share, min(1.0, (standard_error / reached) ** 2) if reached else 1.0)
            if reached <= standard_error:
                break
        progress(share)
    return table.tally()


def shares(players: int) -> NDArray[np.float64]:
    """Each player's share of the pot for each set of winners: an array [players, 2^players]."""
    winners = np.arange(1 << players)
    wins = winners >> np.arange(players)[:, None] & 1
    return np.asarray(wins / np.maximum(wins.sum(axis=0), 1))


def standard_errors(tally: NDArray[np.int64]) -> NDArray[np.float64]:
    """The standard error of each player's mean share over independent deals, √(s² / n)."""
    deals = int(tally.sum())
    share = shares(len(tally).bit_length() - 1)
    mean = share @ tally / deals
    variance = ((share - mean[:, None]) ** 2) @ tally / max(deals - 1, 1)
    return np.asarray(np.sqrt(variance / deals))
