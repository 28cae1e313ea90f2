"""Teams and portfolios of responses against bots that nobody was trained on (Johanson 2007, Bard et al. 2013)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, part_of
from railbird.abstraction import load_strategies
from railbird.abstraction.strategy_file import WHOLE
from railbird.papers.counter_holdem import QUICK_HANDS, TARGETS
from railbird.papers.counter_world import EQUILIBRIUM, CounterWorld, player
from railbird.papers.lain import so_far
from railbird.papers.matches import first_of_replicates, match_of, played, row_seed
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Curve, Finding, Reproduction, all_above, rate_text
from railbird.solve.counter.portfolio import greedy_portfolio
from railbird.stats import WinRate, win_rate

SEED = 2013
STRANGERS = ("advanced-rules", "flock", "chump", "basic-rules", "poki")
REPLICATES, QUICK_REPLICATES = 10, 3
HANDS, QUICK = 5_000, 500
SMALL = 3
"""The most members of the small portfolio."""
BOLDER = "rnr(p=0.9)"
"""A portfolio has an equilibrium, and a safe and a bolder restricted Nash response to each target."""
MARGIN = 0.05
"""How much less the small portfolio may win, in sb/h, to be called as good."""
WINDOW = 1000
"""Hands that a team with a window remembers."""
EQ, FBR_TEAM, RNR_TEAM, WHOLE_PORTFOLIO, SMALL_PORTFOLIO = (
    *("equilibrium", "team of FBRs", "team of RNRs"),
    *("portfolio of all", "small portfolio"),
)
ALWAYS, WINDOWED = "team", "team with a window"


def counter_teams(
    table: PublishedTable,
    quick: bool,
    progress: Progress,
    *,
    world: CounterWorld | None = None,
    bots: tuple[Sequence[str], Sequence[str]] = (TARGETS, STRANGERS),
    hands: int | None = None,
) -> Reproduction:
    """Teams, an equilibrium and two portfolios against strangers; and teams whose opponent changes half-way."""
    world = world or CounterWorld(hands=QUICK_HANDS if quick else CounterWorld.hands)
    hands = hands or (QUICK if quick else HANDS)
    replicates = QUICK_REPLICATES if quick else REPLICATES
    targets, strangers = bots
    heroes = _heroes(world, targets, part_of(progress, 0.0, 0.4))
    turned = f"turncoat(first={targets[0]}, then={targets[1]}, after={hands // 2})"
    lines = [(spec, bot) for spec in heroes.values() for bot in strangers]
    teams = {ALWAYS: heroes[FBR_TEAM], WINDOWED: f"{heroes[FBR_TEAM][:-1]}; window={min(WINDOW, hands // 5)})"}
    lines += [(spec, turned) for spec in teams.values()]
    matches = [
        match_of(line, world.played, hands, row_seed(SEED, [*strangers, turned].index(line[1])), replicates)
        for line in lines
    ]
    series = played("counter-teams", matches, part_of(progress, 0.4, 0.6))
    won = [first_of_replicates(series, number) for number in range(len(matches))]
    rows = {name: won[i * len(strangers) : (i + 1) * len(strangers)] for i, name in enumerate(heroes)}
    found = _TeamTable(rows, strangers)
    changed = dict(zip(teams, won[-len(teams) :], strict=True))
    curves = [Curve(f"{name}, {turned}", *so_far(each)) for name, each in changed.items()]
    return Reproduction(
        table,
        (),
        (*found.claims(), _recovers(changed, hands)),
        f"responses to {', '.join(targets)}, each watched for {world.hands:,} hands; {world.buckets}; {replicates} "
        f"replicates of {hands:,} hands, plain dealing, seed {SEED}; teams choose by UCB1 with what they win, "
        "portfolios by exponential weights with off-policy estimates",
        findings=(found.finding(),),
        curves=tuple(curves),
    )


def _heroes(world: CounterWorld, targets: Sequence[str], progress: Progress) -> dict[str, str]:
    share = 1 / len(targets)
    (equilibrium,) = world.responses(targets[0], (EQUILIBRIUM,), part_of(progress, 0.0, 0.1 * share))
    best, safe = [], []
    for number, bot in enumerate(targets):
        own = part_of(progress, number * share, share)
        best += world.responses(bot, ("fbr",), part_of(own, 0.1, 0.2))
        safe.append(world.safe(bot, part_of(own, 0.3, 0.7))[1])
    others = [file for bot in targets for file in world.responses(bot, (BOLDER,))]
    members = list(dict.fromkeys([equilibrium, *safe, *others]))
    values = world.values([load_strategies(file)[WHOLE] for file in members], targets)
    few = [members[number] for number in greedy_portfolio(values, least_gain=0.0, most=SMALL)]
    return {
        EQ: player(equilibrium),
        FBR_TEAM: f"team(UCB1; {', '.join(map(player, best))})",
        RNR_TEAM: f"team(UCB1; {', '.join(map(player, safe))})",
        WHOLE_PORTFOLIO: f"implicit(bots=({', '.join(map(player, members))}))",
        SMALL_PORTFOLIO: f"implicit(bots=({', '.join(map(player, few))}))",
    }


@dataclass(frozen=True)
class _TeamTable:
    """What each hero wins from each stranger: [replicates, hands], on the same deals for all heroes."""

    rows: Mapping[str, Sequence[NDArray[np.float64]]]
    strangers: Sequence[str]

    def mean(self, name: str) -> WinRate:
        return win_rate(self._by_replicate(name))

    def ahead(self, one: str, other: str) -> WinRate:
        return win_rate(self._by_replicate(one) - self._by_replicate(other))

    def _by_replicate(self, name: str) -> NDArray[np.float64]:
        means: NDArray[np.float64] = np.mean([won.mean(axis=1) for won in self.rows[name]], axis=0)
        return means

    def claims(self) -> tuple[Claim, ...]:
        order = [self.ahead(RNR_TEAM, EQ), self.ahead(EQ, FBR_TEAM)]
        small = self.ahead(SMALL_PORTFOLIO, WHOLE_PORTFOLIO)
        return (
            Claim(
                "against strangers a team of restricted Nash responses wins more than the equilibrium, and the "
                "equilibrium more than a team of frequentist best responses",
                f"by {rate_text(order[0])} and {rate_text(order[1])}",
                all(rate.interval[0] > 0 for rate in order),
                decided=all_above(order),
            ),
            Claim(
                f"a portfolio of {SMALL} responses wins no more than {MARGIN} sb/h less than one of all responses",
                f"it wins {rate_text(small)} more",
                small.interval[0] > -MARGIN,
                decided=all_above([small], -MARGIN),
            ),
        )

    def finding(self) -> Finding:
        rows = tuple(
            (name, *(rate_text(win_rate(won.mean(axis=1))) for won in each), rate_text(self.mean(name)))
            for name, each in self.rows.items()
        )
        return Finding("what each wins from each stranger, sb/h", ("", *self.strangers, "mean"), rows)


def _recovers(won: Mapping[str, NDArray[np.float64]], hands: int) -> Claim:
    """After the opponent changes, a team with a window finds the right response sooner."""
    late = slice(hands // 2, None)
    ahead = win_rate(won[WINDOWED][:, late].mean(axis=1) - won[ALWAYS][:, late].mean(axis=1))
    return Claim(
        "after the opponent changes, a team with a window wins more than one that remembers everything",
        f"by {rate_text(ahead)}",
        ahead.interval[0] > 0,
        decided=all_above([ahead]),
        full_length=True,
    )
