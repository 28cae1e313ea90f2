"""Measure how often intervals of freeze-outs cover the truth, and their width: ``python tools/freeze_outs.py``.

Matches of 10, 30 and 100 replicates are drawn from outcomes whose true mean is known: from a pool of freeze-outs that
were really played, or from win probabilities of 2 to 98 %. Each match gets the interval of ``railbird match`` and those
that were considered instead. ``tools/intervals.py`` writes the tables into docs/results/intervals.md.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from functools import cache

import numpy as np
from numpy.typing import NDArray

from railbird.arena import DealingScheme, Entrant, MatchDefinition, StackRule, play_match
from railbird.arena.results import Payoffs
from railbird.gallery import parse_bot
from railbird.game import parse_game
from railbird.stats import win_rate
from railbird.stats.bounded import Bounds, bounded_interval
from railbird.stats.sequential import betting_interval

MATCHES = 1000
REPLICATES = (10, 30, 100)
POOL = 600
"""Freeze-outs played for each case."""
SIX = ("simple", "simple(bluff=off)", "flock", "always-call", "random", "advanced-rules")

Array = NDArray[np.float64]
Method = Callable[[Array, Bounds], Bounds]


def played(bots: tuple[str, ...], stack: int, dealing: str = "plain", hands: int = 5000, player: int = 0) -> Array:
    """The results of one player in freeze-outs, played until one player has all chips or for ``hands`` hands."""
    game = parse_game(f"nolimit(players={len(bots)}, rules=casino, stack={stack}bb)")
    entrants = tuple(Entrant(parse_bot(bot), player=f"player{number}") for number, bot in enumerate(bots))
    scheme = DealingScheme(dealing)
    definition = MatchDefinition(
        game=game, entrants=entrants, hands=hands, seed=1, dealing=scheme, replicates=POOL, stacks=StackRule.KEPT
    )
    reports: list[Payoffs] = []
    play_match(definition, report=reports.append)
    return reports[-1].samples(by_replicate=True)[:, player]


POOLS: dict[str, Callable[[], tuple[Array, int]]] = {
    "heads-up, simple against always-call": lambda: (played(("simple", "always-call"), 10), 2),
    "the same, duplicate": lambda: (played(("simple", "always-call"), 10, "duplicate"), 2),
    "the same, ended after 20 hands": lambda: (played(("simple", "always-call"), 25, hands=20), 2),
    "six players, simple": lambda: (played(SIX, 10), 6),
    "six players, random": lambda: (played(SIX, 10, player=4), 6),
    "six players, simple, ended after 20 hands": lambda: (played(SIX, 25, hands=20), 6),
}


def cases() -> Iterator[tuple[str, int, Array]]:
    """The name, the number of players, and the outcomes from which matches are drawn."""
    for name, play in POOLS.items():
        pool, players = play()
        yield name, players, pool
    for players in (2, 6):
        for percent in (2, 10, 50, 90, 98):
            name = f"{'heads-up' if players == 2 else 'six players'}, wins {percent} %"
            yield name, players, np.repeat([players - 1.0, -1.0], [percent, 100 - percent])


def student(samples: Array, bounds: Bounds) -> Bounds:
    return win_rate(samples).interval


def hoeffding(samples: Array, bounds: Bounds) -> Bounds:
    half = (bounds[1] - bounds[0]) * math.sqrt(math.log(40) / (2 * len(samples)))
    return max(samples.mean() - half, bounds[0]), min(samples.mean() + half, bounds[1])


def betting(samples: Array, bounds: Bounds) -> Bounds:
    return betting_interval(samples, 0.05, bounds)


@cache
def _gaffke(outcomes: bytes, bounds: Bounds) -> Bounds:
    return bounded_interval(np.frombuffer(outcomes), bounds)


def gaffke(samples: Array, bounds: Bounds) -> Bounds:
    return _gaffke(np.sort(samples).tobytes(), bounds)


METHODS: dict[str, tuple[Method, int]] = {
    "Gaffke (ours)": (gaffke, 1),
    "Student": (student, 1),
    "Hoeffding": (hoeffding, 1),
    "betting": (betting, 10),  # slow: every tenth match
}


def coverage() -> list[str]:
    """A table: in how many matches each interval covers the true mean, and its mean width in stacks."""
    names = " | ".join(METHODS)
    lines = [f"| freeze-outs | replicates | true mean | {names} |", f"|---|---:|---:|{'---:|' * len(METHODS)}"]
    for name, players, pool in cases():
        bounds, truth = (-1.0, players - 1.0), float(pool.mean())
        for replicates in REPLICATES:
            chance = np.random.default_rng(replicates)
            matches = [chance.choice(pool, replicates) for _ in range(MATCHES)]
            cells = []
            for method, every in METHODS.values():
                ends = np.array([method(samples, bounds) for samples in matches[::every]])
                low, high = ends.T
                held = np.mean((low <= truth + 1e-9) & (truth - 1e-9 <= high))
                cells.append(f"{100 * held:.1f} %, {np.mean(high - low):.2f}")
                if method is gaffke:
                    assert (low >= bounds[0]).all()
                    assert (high <= bounds[1]).all()
                    assert (high > low).all()
            lines.append(f"| {name} | {replicates} | {truth:+.3f} | {' | '.join(cells)} |")
            print(lines[-1], file=sys.stderr, flush=True)
        _gaffke.cache_clear()
    return lines


def freeze_out_section() -> str:
    """The section of docs/results/intervals.md."""
    lines = "\n".join(coverage())
    return f"""## Freeze-outs

{MATCHES:,} matches of each kind, drawn from {POOL} freeze-outs that were played, and from win probabilities of 2 to
98 %. Each cell has the share of intervals that cover the true mean, and their mean width in starting stacks. *Gaffke*
is the interval of `railbird match`: its width is never zero, and it never exceeds what can be won. *Student*, the
interval of other matches, fails where one side seldom wins. *Hoeffding* and *betting* cover the mean, but are wider.
Written by `python tools/freeze_outs.py`.

{lines}
"""


if __name__ == "__main__":
    print(freeze_out_section())
