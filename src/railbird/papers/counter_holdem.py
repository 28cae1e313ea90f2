"""Counter-strategies at the table: what responses to one bot win from it, and from others (Johanson et al. 2007)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, part_of
from railbird.arena import DealingScheme
from railbird.papers.counter_world import EQUILIBRIUM, SAFE_MB, SHARES, CounterWorld, player
from railbird.papers.matches import first_of_replicates, match_of, played, row_seed
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Finding, Ours, Reproduction, all_above, compare
from railbird.stats import WinRate, win_rate

Deals = NDArray[np.float64]

SEED = 2007
TARGETS = ("psopti", "simple", "jag", "always-raise")
"""Bots that responses are computed to."""
OTHERS = ("always-call", "basic-rules", "chump", "kestrel")
"""Whom all of them play besides: eight in all, as in the paper."""
DEALS, QUICK_DEALS = 10_000, 500
QUICK_HANDS = 5_000
"""Hands in which a quick run watches."""
CFR5, FBR, RNR = "CFR5", "FBR(PsOpti4)", "RNR(PsOpti4)"
WHY = (
    "PsOpti4 itself is not public, and ours, of the same design, is harder to beat (cfr5-psopti). Our responses are "
    "computed with 5, 20, 60 and 180 buckets and from 200,000 hands; the paper's with five buckets a street, 625 on "
    "the river, and from a million or more."
)


def counter_holdem(
    table: PublishedTable,
    quick: bool,
    progress: Progress,
    *,
    world: CounterWorld | None = None,
    bots: tuple[Sequence[str], Sequence[str]] = (TARGETS, OTHERS),
    deals: int | None = None,
) -> Reproduction:
    """An equilibrium, and two responses to each of some bots, against all bots; each deal is played in both seats."""
    world = world or CounterWorld(hands=QUICK_HANDS if quick else CounterWorld.hands)
    deals = deals or (QUICK_DEALS if quick else DEALS)
    targets, opponents = bots[0], [*bots[0], *bots[1]]
    heroes = _heroes(world, targets, part_of(progress, 0.0, 0.4))
    matches = [
        replace(
            match_of((player(file), bot), world.played, deals, row_seed(SEED, number), 1),
            dealing=DealingScheme.DUPLICATE,
        )
        for file in heroes.values()
        for number, bot in enumerate(opponents)
    ]
    series = played("counter-holdem", matches, part_of(progress, 0.4, 0.6))
    won = [1000 * first_of_replicates(series, number).ravel() for number in range(len(matches))]
    count = len(opponents)
    rows = {name: won[i * count : (i + 1) * count] for i, name in enumerate(heroes)}
    found = _HeroTable(rows, opponents, targets)
    first = targets[0]
    names = {CFR5: "equilibrium", FBR: f"FBR to {first}", RNR: f"RNR to {first}"}
    ours = {"against PsOpti4": {name: _ours(found.against(row, first)) for name, row in names.items()}}
    published = {column: ours.get(column, {}) for column in table.values}
    lost = ", ".join(f"RNR to {bot} {world.mbb(heroes[f'RNR to {bot}'])[1]:.0f}" for bot in targets)
    return Reproduction(
        table,
        compare(table, published) if first == "psopti" else (),
        found.claims(),
        f"each bot is watched for {world.hands:,} hands against a probe; {world.buckets}; restricted Nash responses "
        f"with the largest p of {', '.join(map(str, SHARES))} that can lose at most {SAFE_MB:g} mb/g inside the "
        f"abstraction, or the equilibrium if none does ({lost}); {deals:,} deals in both seats, seed {SEED}",
        WHY,
        findings=(found.finding(),),
    )


def _heroes(world: CounterWorld, targets: Sequence[str], progress: Progress) -> dict[str, Path]:
    """The strategies that play, by name."""
    share = 1 / len(targets)
    (equilibrium,) = world.responses(targets[0], (EQUILIBRIUM,), part_of(progress, 0.0, 0.2 * share))
    heroes = {"equilibrium": equilibrium}
    for number, bot in enumerate(targets):
        own = part_of(progress, number * share, share)
        (heroes[f"FBR to {bot}"],) = world.responses(bot, ("fbr",), part_of(own, 0.2, 0.2))
        _, heroes[f"RNR to {bot}"] = world.safe(bot, part_of(own, 0.4, 0.6))
    return heroes


@dataclass(frozen=True)
class _HeroTable:
    """What each strategy wins from each bot: for each bot the deals, which are the same for all strategies."""

    rows: Mapping[str, Sequence[Deals]]
    bots: Sequence[str]
    targets: Sequence[str]

    def against(self, name: str, bot: str) -> WinRate:
        return win_rate(self.rows[name][self.bots.index(bot)])

    def ahead(self, one: str, other: str, bots: Sequence[str]) -> WinRate:
        """What one strategy wins more than another, mean over some bots."""
        places = [self.bots.index(bot) for bot in bots]
        return win_rate(np.mean([self.rows[one][place] - self.rows[other][place] for place in places], axis=0))

    def mean(self, name: str) -> WinRate:
        return win_rate(np.mean(self.rows[name], axis=0))

    def claims(self) -> tuple[Claim, ...]:
        own = {
            bot: [self.ahead(f"FBR to {bot}", name, [bot]) for name in self.rows if name != f"FBR to {bot}"]
            for bot in self.targets
        }
        others = {bot: [each for each in self.bots if each != bot] for bot in self.targets}
        behind = {
            bot: [self.ahead(name, f"FBR to {bot}", others[bot]) for name in (f"RNR to {bot}", "equilibrium")]
            for bot in self.targets
        }
        first = sum(all(rate.interval[0] > 0 for rate in rates) for rates in own.values())
        return (
            Claim(
                "a frequentist best response wins most from its own target",
                f"{first} of {len(own)}",
                first == len(own),
                decided=all_above([rate for rates in own.values() for rate in rates]),
            ),
            Claim(
                "from the other bots a frequentist best response wins less than the restricted Nash response to the "
                "same target, and less than the equilibrium",
                "; ".join(f"{bot}: by {a.mean:.0f} and {b.mean:.0f}" for bot, (a, b) in behind.items()),
                all(rate.interval[0] > 0 for rates in behind.values() for rate in rates),
                decided=all_above([rate for rates in behind.values() for rate in rates]),
            ),
        )

    def finding(self) -> Finding:
        rows = tuple(
            (name, *(_mb(self.against(name, bot)) for bot in self.bots), _mb(self.mean(name))) for name in self.rows
        )
        return Finding("what each strategy wins from each bot, mb/h", ("", *self.bots, "mean"), rows)


def _mb(rate: WinRate) -> str:
    return f"{rate.mean:+.0f} ± {rate.half:.0f}"


def _ours(rate: WinRate) -> Ours:
    return Ours(rate.mean, rate.standard_error)
