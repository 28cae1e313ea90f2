"""Income rates: what a starting hand wins on average if everybody just calls (Poki; Heidenreich 2008, §4.1).

In a roll-out each player who plays puts in one small bet, all cards are dealt and the best hand wins the pot,

    IR_N(hand) = 1000 · (N · equity(hand against N − 1 random hands) − 1),

in milli-bets: thousandths of a small bet. In *iterated* roll-outs, hands that lost money in one round are folded in the
next, until nothing changes any more.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird._progress import Progress, report_nothing
from railbird._threads import thread_count
from railbird.cards import CLASSES, HandClass
from railbird.errors import StrengthError
from railbird.strength.preflop import class_hand_ranks

Array = NDArray[np.float64]

BLINDS = 1.5
"""Dead money in iterated roll-outs: a small blind of half a small bet and a big blind of one.

The source does not say how blinds enter. Without dead money the weakest hand that is still played always loses, and the
set of played hands shrinks to nothing.
"""
# When iterated roll-outs count as settled; ours, because the source only says that they settle.
MOST_ROUNDS = 60
WHOLE_ROUNDS = 5
NEAR_ZERO = 5.0
NEARLY = 0.1
FEW_HANDS = 13  # 1 % of 1326
_COMBOS = np.array([hand_class.combos for hand_class in CLASSES])
PORTION = 1 << 22
LEAST_DEALS = 10_000
"""With fewer deals, some classes may never be dealt."""


@dataclass(frozen=True, slots=True, eq=False)
class IncomeRates:
    """The income rate of each of the 169 classes, in milli-bets, with its standard error.

    The standard error of iterated rates is that of the last round, given how the others play; between seeds the rates
    vary somewhat more, because the set of played hands varies too.
    """

    players: int
    rates: Array
    standard_errors: Array
    deals: int
    """The number of deals in a round; 0 if the rates are exact."""
    seed: int
    play: Array
    """The probability that the other players play each class."""
    dead_money: float = 0.0
    noise: float = 0.0
    rounds: int = 0
    """The number of rounds; 0 without iteration."""
    settled: bool = True

    def __post_init__(self) -> None:
        for array in (self.rates, self.standard_errors, self.play):
            array.flags.writeable = False

    def __getitem__(self, hand_class: str | HandClass) -> float:
        parsed = hand_class if isinstance(hand_class, HandClass) else HandClass.parse(hand_class)
        return float(self.rates[parsed.index])

    @property
    def played(self) -> tuple[HandClass, ...]:
        """The classes that win money."""
        return tuple(hand_class for hand_class in CLASSES if self.rates[hand_class.index] > 0)


NOISE = 0.05
"""The noise of the iterated table with noise; the source gives no number."""


def known_income_rates(players: int, *, iterated: bool = False, noise: float = 0.0) -> IncomeRates:
    """A table that comes with the package: plain or iterated for 2 to 10 players, for 10 also with noise 0.05.

    The tables for two players are exact; ``tools/income_rates.py`` computes the others. Heads-up, the blinds make every
    hand worth playing, (2 + 1.5) · equity > 1, so iteration changes nothing.

    >>> round(known_income_rates(10)["AA"], -2)
    2100.0
    """
    if players == 2 and not noise:
        dead, rounds = (BLINDS, 1) if iterated else (0.0, 0)
        exact = 1000 * ((2 + dead) * class_hand_ranks() - 1)
        return IncomeRates(2, exact, np.zeros(len(CLASSES)), 0, 0, np.ones(len(CLASSES)), dead, rounds=rounds)
    for known in _known():
        if (known.players, known.rounds > 0, known.noise) == (players, iterated, noise):
            return known
    wanted = f"{players} players, {'iterated' if iterated else 'not iterated'}, noise {noise:g}"
    raise StrengthError(
        f"the package has no table for {wanted}: it has plain and iterated ones for 2 to 10 players, and one for 10 "
        f"players with noise {NOISE:g}; income_rates and iterated_income_rates compute others"
    )


@cache
def _known() -> tuple[IncomeRates, ...]:
    tables = json.loads(files("railbird.strength").joinpath("data", "income_rates.json").read_text(encoding="ascii"))
    return tuple(IncomeRates(**{key: _array(value) for key, value in table.items()}) for table in tables)


def _array(value: Any) -> Any:
    return np.array(value, dtype=np.float64) if isinstance(value, list) else value


def income_rates(
    players: int,
    *,
    deals: int = 10_000_000,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = report_nothing,
) -> IncomeRates:
    """IR_N from a roll-out in which everybody plays every hand.

    >>> 1500 < income_rates(10, deals=200_000)["AA"] < 2600
    True
    """
    return _roll_out(players, np.ones(len(CLASSES)), 0.0, deals, seed, threads, progress)


def iterated_income_rates(
    players: int,
    *,
    noise: float = 0.0,
    dead_money: float = BLINDS,
    deals: int = 10_000_000,
    seed: int = 0,
    threads: int | None = None,
    progress: Progress = report_nothing,
) -> IncomeRates:
    """Income rates if hands that lose money are folded (Heidenreich 2008, §4.1.2).

    Each round computes what every class would win if it were played, while the other players play the classes that won
    money in the previous round, and the rest with probability ``noise``. Each player in the hand puts in one small bet;
    the blinds are dead money in the pot, and folding costs nothing. From the sixth round on, a class moves only a half,
    a third, a quarter, … of the way between folding and playing, because classes that switch together would also switch
    back together; so classes near 0 end up being played part of the time. The roll-out has settled when every class
    clearly above or below 0 (by three standard errors and five milli-bets) is played as it should be nine times out of
    ten, and the next step would change less than 1 % of the hands.
    """
    if not 0 <= noise <= 1:
        raise StrengthError(f"noise must be a probability from 0 to 1, not {noise}")
    if not 0 <= dead_money < 1e6:
        raise StrengthError(f"dead money must be 0 to 1,000,000 small bets, not {dead_money}")
    play = np.ones(len(CLASSES))
    for number in range(1, MOST_ROUNDS + 1):
        result = _roll_out(players, play, dead_money, deals, seed, threads, report_nothing)
        change = np.where(result.rates > 0, 1.0, noise) - play
        clearly = np.abs(result.rates) > np.maximum(3 * result.standard_errors, NEAR_ZERO)
        step = 1 / max(number - WHOLE_ROUNDS + 1, 1)
        settled = not np.any(clearly & (np.abs(change) > NEARLY)) and step * (_COMBOS @ np.abs(change)) <= FEW_HANDS
        progress(number / MOST_ROUNDS)
        if settled:
            break
        play = play + step * change
    progress(1.0)
    return replace(result, noise=noise, rounds=number, settled=bool(settled))


def _roll_out(
    players: int, play: Array, dead_money: float, deals: int, seed: int, threads: int | None, progress: Progress
) -> IncomeRates:
    if not 2 <= players <= 10:
        raise StrengthError(f"income rates are for 2 to 10 players, not {players}")
    if not LEAST_DEALS <= deals <= 10**12:
        raise StrengthError(f"a roll-out must have {LEAST_DEALS:,} to 10^12 deals, not {deals}")
    if not 0 <= seed < 2**64:
        raise StrengthError(f"a seed must be between 0 and 2^64 - 1, not {seed}")
    work = _core.IncomeRollOuts(players, play, dead_money)
    for first in range(0, deals, PORTION):
        work.run(seed, first, min(first + PORTION, deals), thread_count(threads))
        progress(min(first + PORTION, deals) / deals)
    hands, income, squares = work.tally()
    mean = income / hands
    error = np.sqrt(np.maximum(squares / hands - mean**2, 0) / (hands - 1))
    return IncomeRates(players, 1000 * mean, 1000 * error, deals, seed, play, dead_money)
