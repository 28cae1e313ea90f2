"""Responses in abstract limit hold'em: the curve of restricted Nash responses, and responses from few hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, part_of
from railbird.arena.respond import BucketTarget, RespondOptions
from railbird.arena.watching import watched_hands
from railbird.gallery import parse_bot
from railbird.models.bucket_counts import BucketCounts
from railbird.papers.counter_world import CounterWorld
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Finding, Reproduction, all_above
from railbird.solve.counter import BucketModel, CounterMethod, bucket_counter_strategy, parse_method
from railbird.solve.counter.buckets import BucketEffort, what_it_is_worth_in_buckets
from railbird.stats import WinRate, win_rate

SEED = 2009
TARGET = "psopti"
MUCH = 0.9
SHARES, QUICK_SHARES = (0.0, 0.5, 0.75, MUCH, 0.97, 1.0), (0.0, MUCH, 1.0)
COUNTS, QUICK_COUNTS = (100, 1_000, 10_000, 100_000), (100, 10_000)
REPLICATES, QUICK_REPLICATES = 5, 3
METHODS = ("fbr", "rnr(p=0.75)", "dbr(pmax=0.75, confidence=linear(10))")
FBR, RNR, DBR = METHODS
CURVE = BucketEffort(to=0.05, most_iterations=400)
FEW = BucketEffort(to=0.2, most_iterations=60)
"""How far responses are solved, in chips: those of the curve to 5 mb/g, those to few hands to 20."""


def counter_hands(
    table: PublishedTable,
    quick: bool,
    progress: Progress,
    *,
    world: CounterWorld | None = None,
    target: str = TARGET,
    counts: Sequence[int] | None = None,
) -> Reproduction:
    """Exact values inside the abstraction, against the policy that the target states."""
    world = world or CounterWorld()
    shares = QUICK_SHARES if quick else SHARES
    counts = counts or (QUICK_COUNTS if quick else COUNTS)
    replicates = QUICK_REPLICATES if quick else REPLICATES
    known = BucketTarget(parse_bot(target), world.played, RespondOptions(buckets=world.buckets))
    known.prepare(part_of(progress, 0.0, 0.1))
    total, done = len(shares) + replicates * len(counts) * len(METHODS), 0

    def step() -> None:
        nonlocal done
        done += 1
        progress(0.1 + 0.9 * done / total)

    unit = 1000 / (world.played.big_blind or 1)
    curve = []
    for share in shares:
        found = bucket_counter_strategy(known.abstract, known.model, parse_method(f"rnr(p={share})"), CURVE)
        curve.append((share, unit * found.wins, unit * found.exploitability))
        step()
    few = {count: _Few({name: [] for name in METHODS}, {name: [] for name in METHODS}) for count in counts}
    for number in range(replicates):
        for count, model in _models(world, known, target, counts, number):
            for name in METHODS:
                few[count].add(name, _worth(known, model, parse_method(name), unit))
                step()
    return Reproduction(
        table,
        (),
        (*_curve_claims(curve), *_claims(few)),
        f"against the policy that {target} states, averaged over boards; {world.buckets}; {replicates} replicates of "
        f"hands watched against a probe, seed {SEED}; all values are exact inside the abstraction",
        findings=(_curve_finding(curve, target), _finding(few, target)),
    )


def _models(
    world: CounterWorld, known: BucketTarget, target: str, counts: Sequence[int], number: int
) -> list[tuple[int, BucketModel]]:
    """What is known about the target after some numbers of hands, of which the first are always the same."""
    seen, models = BucketCounts(known.abstract.tree, known.abstract.cards), []
    hands = watched_hands(parse_bot(target), world.played, max(counts), seed=SEED + number, workers=None)
    for played, (hand, position) in enumerate(hands, start=1):
        seen.learn(hand, position)
        if played in counts:
            models.append((played, BucketModel.observed(seen)))
    return models


def _worth(known: BucketTarget, model: BucketModel, method: CounterMethod, unit: float) -> tuple[float, float]:
    found = bucket_counter_strategy(known.abstract, model, method, FEW)
    wins, loses = what_it_is_worth_in_buckets(known.abstract, found.strategy, known.model.strategy)
    return unit * wins, unit * loses


@dataclass(frozen=True)
class _Few:
    """What responses from a number of hands win from the target, and what they can lose, by replicate, in mb/g."""

    wins: Mapping[str, list[float]]
    losses: Mapping[str, list[float]]

    def add(self, name: str, worth: tuple[float, float]) -> None:
        self.wins[name].append(worth[0])
        self.losses[name].append(worth[1])

    def rate(self, name: str, *, lost: bool = False) -> WinRate:
        return win_rate(np.array((self.losses if lost else self.wins)[name]))

    def ahead(self, one: str, other: str, *, lost: bool = False) -> WinRate:
        values = self.losses if lost else self.wins
        return win_rate(np.array(values[one]) - np.array(values[other]))


Points = Sequence[tuple[float, float, float]]


def _curve_claims(curve: Points) -> tuple[Claim, ...]:
    wins, losses = (np.array([point[column] for point in curve]) for column in (1, 2))
    (at,) = (number for number, (p, _, _) in enumerate(curve) if p == MUCH)
    kept = ((wins[at] - wins[0]) / (wins[-1] - wins[0]), (losses[at] - losses[0]) / (losses[-1] - losses[0]))
    return (
        Claim(
            "with p restricted Nash responses win more, and can lose more",
            f"from {wins[0]:.0f} and {losses[0]:.0f} to {wins[-1]:.0f} and {losses[-1]:.0f} mb/g",
            bool(_rises(wins) and _rises(losses)),
        ),
        Claim(
            f"with p = {MUCH:g} a response keeps more of what p = 1 wins than of what it can lose",
            f"{kept[0]:.0%} and {kept[1]:.0%} of what they add to the equilibrium's",
            bool(kept[0] > kept[1]),
        ),
    )


def _rises(values: NDArray[np.float64]) -> bool:
    """Whether values rise, as far as they are solved: to 5 mb/g."""
    return bool(np.all(np.diff(values) > -10))


def _curve_finding(curve: Points, target: str) -> Finding:
    rows = tuple((f"{p:g}", f"{wins:+.0f}", f"{losses:.0f}") for p, wins, losses in curve)
    return Finding(f"restricted Nash responses to {target}, mb/g", ("p", "wins", "can lose"), rows)


def _claims(few: Mapping[int, _Few]) -> tuple[Claim, ...]:
    fewest, most = few[min(few)], few[max(few)]
    safer = [fewest.ahead(name, DBR, lost=True) for name in (FBR, RNR)]
    better = [fewest.ahead(DBR, name) for name in (FBR, RNR)]

    def claim(text: str, rates: list[WinRate], value: Callable[[str], WinRate]) -> Claim:
        result = ", ".join(f"{name} {value(name).mean:.0f}" for name in METHODS)
        return Claim(text, f"{result} mb/g", all(rate.interval[0] > 0 for rate in rates), decided=all_above(rates))

    return (
        claim(
            f"from {min(few):,} hands a data-biased response can lose less than the others",
            safer,
            lambda name: fewest.rate(name, lost=True),
        ),
        claim(f"from {min(few):,} hands it also wins more from the target", better, fewest.rate),
        claim(
            f"from {max(few):,} hands a frequentist best response can lose most",
            [most.ahead(FBR, name, lost=True) for name in (RNR, DBR)],
            lambda name: most.rate(name, lost=True),
        ),
    )


def _finding(few: Mapping[int, _Few], target: str) -> Finding:
    rows = tuple(
        (
            f"{count:,}",
            *(
                text
                for name in METHODS
                for text in (
                    f"{each.rate(name).mean:+.0f} ± {each.rate(name).standard_error:.0f}",
                    f"{each.rate(name, lost=True).mean:.0f}",
                )
            ),
        )
        for count, each in few.items()
    )
    columns = ("hands", *(text for name in METHODS for text in (f"{name} wins", "can lose")))
    return Finding(f"responses to {target} from watched hands, mb/g", columns, rows)
