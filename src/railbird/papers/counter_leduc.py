"""Counter-strategies in Leduc hold'em: the curve of restricted Nash responses, strangers, and few observations."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Finding, Reproduction, all_above, all_agree, compare
from railbird.solve import GameTree, SequenceForm
from railbird.solve.counter import (
    Confidence,
    CounterMethod,
    DataBiasedResponse,
    FrequentistResponse,
    PlayModel,
    RestrictedNashResponse,
    counter_strategy,
)
from railbird.solve.counter.play_model import default_row
from railbird.solve.counter.tabular import own_rows, what_it_is_worth
from railbird.stats import WinRate, win_rate

Rows = NDArray[np.float64]

SEED = 2009
TILTS = {
    "folds more": ("f", 0.5),
    "calls more": ("c", 0.5),
    "raises more": ("r", 0.5),
    "folds less": ("f", -0.5),
    "raises less": ("r", -0.5),
}
"""Opponents: an equilibrium that takes one action more or less often, by this share of the probability that is left or
that it has. As in open implementations of implicit modelling."""
HANDS, QUICK_HANDS = (100, 1_000, 10_000, 100_000), (100, 10_000)
REPLICATES, QUICK_REPLICATES = 20, 5
TARGET = "raises more"
"""The opponent who is watched."""
SHARE = 0.75
"""p and Pmax where methods are compared."""
GAP = 1e-3
"""How far responses to watched hands are solved, in chips."""


def counter_leduc(
    table: PublishedTable,
    quick: bool,
    progress: Progress,
    *,
    hands: Sequence[int] | None = None,
    replicates: int | None = None,
) -> Reproduction:
    """The curve exactly; responses to five opponents against each other's targets; responses from few hands."""
    hands = hands or (QUICK_HANDS if quick else HANDS)
    replicates = replicates or (QUICK_REPLICATES if quick else REPLICATES)
    world = _Leduc()
    total = len(table.values["wins"]) + 2 * len(TILTS) + len(hands) * replicates * len(COLUMNS)
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        progress(done / total)

    uniform = PlayModel.of(world.tree, world.tree.uniform())
    ours: dict[str, dict[str, float]] = {"wins": {}, "exploitable by": {}}
    for name in table.values["wins"]:
        found = counter_strategy(world.form, uniform, RestrictedNashResponse(float(name)), to=2e-5)
        ours["wins"][name], ours["exploitable by"][name] = found.wins, found.exploitability
        step()
    comparisons = compare(table, ours)
    strangers = _Strangers(world, step)
    watched = {count: _watched(world, count, replicates, step) for count in hands}
    return Reproduction(
        table,
        comparisons,
        (all_agree(comparisons, "value"), *strangers.claims(), *_claims(watched)),
        f"discounted CFR to a gap of 2e-5 chips; {len(TILTS)} opponents, an equilibrium with one action tilted by "
        f"half; {replicates} replicates of watched hands against a probe, seed {SEED}; all values are exact",
        findings=(strangers.finding(), _finding(watched, world)),
    )


class _Leduc:
    """The game, an equilibrium of it, and the opponents."""

    def __init__(self) -> None:
        self.tree = GameTree.expand("leduc")
        self.form = SequenceForm.of(self.tree)

    @cached_property
    def equilibrium(self) -> Rows:
        free = PlayModel(self.tree.game, self.tree.uniform(), np.zeros(self.tree.sets))
        return counter_strategy(self.form, free, RestrictedNashResponse(0.0), to=1e-4).rows

    @cached_property
    def opponents(self) -> dict[str, Rows]:
        return {name: self._tilted(action, share) for name, (action, share) in TILTS.items()}

    @cached_property
    def probe(self) -> Rows:
        return np.array([share for menu in self.tree.menus for share in default_row("probe", menu)])

    def _tilted(self, action: str, share: float) -> Rows:
        """The equilibrium with an action taken more often, by a share of what is left, or less, by one of itself."""
        rows = self.equilibrium.copy()
        for first, menu in zip(self.tree.set_start[:-1].tolist(), self.tree.menus, strict=True):
            if action not in menu:
                continue
            own = slice(first, first + len(menu))
            at = menu.index(action)
            before = rows[first + at]
            after = before + share * (1 - before) if share > 0 else before * (1 + share)
            others = 1 - before
            rows[own] *= (1 - after) / others if others > 0 else 0.0
            rows[first + at] = after if others > 0 else 1.0
        return rows

    def wins(self, rows: Rows, against: Rows) -> float:
        return what_it_is_worth(self.form, rows, against)[0]

    def watch(self, target: Rows, hands: int, random: np.random.Generator) -> PlayModel:
        """What a player was seen to do in so many hands against a probe, half of them in each seat."""
        tree = self.tree
        counts = np.zeros(tree.rows)
        for seat in (0, 1):
            reach = self.form.node_reach(np.where(own_rows(tree, seat), target, self.probe))
            last = np.flatnonzero(tree.children == 0)
            drawn = np.zeros(tree.nodes)
            drawn[last] = random.multinomial(hands // 2, reach[last] / reach[last].sum())
            for node in range(tree.nodes - 1, 0, -1):
                drawn[tree.parent[node]] += drawn[node]
            below = np.flatnonzero(tree.actor[tree.parent[1:]] == seat) + 1
            parents = tree.parent[below]
            rows = tree.set_start[tree.information_set[parents]] + below - tree.first_child[parents]
            np.add.at(counts, rows, drawn[below])
        seen = np.add.reduceat(counts, tree.set_start[:-1])
        calls = np.array([share for menu in tree.menus for share in default_row("call", menu)])
        repeated = np.repeat(seen, np.diff(tree.set_start))
        return PlayModel(tree.game, np.where(repeated > 0, counts / np.maximum(repeated, 1), calls), seen)


class _Strangers:
    """Responses to each opponent, against their target and against the others."""

    def __init__(self, world: _Leduc, step: Callable[[], None]) -> None:
        self.names = list(world.opponents)
        self.rows: dict[str, dict[str, float]] = {}
        against = {name: world.wins(world.equilibrium, rows) for name, rows in world.opponents.items()}
        self.rows["equilibrium"] = against
        for label, method in (("FBR", FrequentistResponse()), (f"RNR(p={SHARE:g})", RestrictedNashResponse(SHARE))):
            for name, rows in world.opponents.items():
                found = counter_strategy(world.form, PlayModel.of(world.tree, rows), method)
                self.rows[f"{label} to {name}"] = {
                    other: world.wins(found.rows, each) for other, each in world.opponents.items()
                }
                step()

    def mean_against_others(self, name: str) -> float:
        target = name.partition(" to ")[2]
        return float(np.mean([value for other, value in self.rows[name].items() if other != target]))

    def finding(self) -> Finding:
        rows = tuple(
            (name, *(f"{values[other]:+.3f}" for other in self.names), f"{self.mean_against_others(name):+.3f}")
            for name, values in self.rows.items()
        )
        return Finding("what responses win from each opponent, chips a hand", ("", *self.names, "others, mean"), rows)

    def claims(self) -> tuple[Claim, ...]:
        most = [
            max(self.rows, key=lambda each, name=name: self.rows[each][name])  # type: ignore[misc]
            == f"FBR to {name}"
            for name in self.names
        ]
        fbr, rnr = (
            float(np.mean([self.mean_against_others(each) for each in self.rows if each.startswith(kind)]))
            for kind in ("FBR", "RNR")
        )
        return (
            Claim(
                "a frequentist best response wins most from its own target",
                f"{sum(most)} of {len(most)}",
                all(most),
            ),
            Claim(
                "against other opponents restricted Nash responses win more than frequentist best responses",
                f"mean over all of them {rnr:+.3f} and {fbr:+.3f}; an equilibrium "
                f"{self.mean_against_others('equilibrium'):+.3f}",
                rnr > fbr,
            ),
        )


FBR, RNR, DBR, AS_SAFE = "FBR", f"RNR(p={SHARE:g})", f"DBR(Pmax={SHARE:g})", "RNR as safe"
METHODS: dict[str, CounterMethod] = {
    FBR: FrequentistResponse(),
    RNR: RestrictedNashResponse(SHARE),
    DBR: DataBiasedResponse(SHARE, Confidence("linear", 10)),
}
COLUMNS = (*METHODS, AS_SAFE)
STEPS = 8
"""Steps of the search for the p at which a restricted Nash response is as safe as a data-biased one."""


@dataclass(frozen=True)
class _Watched:
    """What responses from a number of hands win from the target, and what they can lose, by replicate."""

    wins: Mapping[str, Rows]
    losses: Mapping[str, Rows]

    def rate(self, name: str, *, lost: bool = False) -> WinRate:
        return win_rate((self.losses if lost else self.wins)[name])

    def difference(self, one: str, other: str, *, lost: bool = False) -> WinRate:
        """By how much one is ahead, replicate by replicate."""
        values = self.losses if lost else self.wins
        return win_rate(values[one] - values[other])


def _watched(world: _Leduc, hands: int, replicates: int, step: Callable[[], None]) -> _Watched:
    target = world.opponents[TARGET]
    wins: dict[str, list[float]] = {name: [] for name in COLUMNS}
    losses: dict[str, list[float]] = {name: [] for name in COLUMNS}
    for number in range(replicates):
        model = world.watch(target, hands, np.random.default_rng([SEED, hands, number]))
        for name in COLUMNS:
            if name == AS_SAFE:
                rows = _as_safe(world, model, losses[DBR][-1])
            else:
                rows = counter_strategy(world.form, model, METHODS[name], to=GAP).rows
            won, lost = what_it_is_worth(world.form, rows, target)
            wins[name].append(won)
            losses[name].append(lost)
            step()
    return _Watched(
        {name: np.array(each) for name, each in wins.items()}, {name: np.array(each) for name, each in losses.items()}
    )


def _as_safe(world: _Leduc, model: PlayModel, most: float) -> Rows:
    """The restricted Nash response with the largest p that loses no more than ``most`` to a best response."""
    low, high = 0.0, 1.0
    best = counter_strategy(world.form, model, RestrictedNashResponse(0.0), to=GAP).rows
    for _ in range(STEPS):
        middle = (low + high) / 2
        found = counter_strategy(world.form, model, RestrictedNashResponse(middle), to=GAP)
        if found.exploitability <= most:
            low, best = middle, found.rows
        else:
            high = middle
    return best


def _finding(watched: Mapping[int, _Watched], world: _Leduc) -> Finding:
    def cells(each: _Watched, name: str) -> tuple[str, str]:
        rates = (each.rate(name), each.rate(name, lost=True))
        return f"{rates[0].mean:+.3f} ± {rates[0].standard_error:.3f}", f"{rates[1].mean:.3f}"

    rows = [
        (f"{hands:,}", *(text for name in COLUMNS for text in cells(each, name))) for hands, each in watched.items()
    ]
    columns = ["hands", *(text for name in COLUMNS for text in (f"{name} wins", "can lose"))]
    base = world.wins(world.equilibrium, world.opponents[TARGET])
    title = (
        f"responses to a player who {TARGET}, from watched hands; an equilibrium wins {base:+.3f}; {AS_SAFE}: with the "
        f"largest p that can lose no more than {DBR}"
    )
    return Finding(title, tuple(columns), tuple(rows))


def _claims(watched: Mapping[int, _Watched]) -> tuple[Claim, ...]:
    fewest, most = watched[min(watched)], watched[max(watched)]
    safer = [fewest.difference(name, DBR, lost=True) for name in (FBR, RNR)]
    return (
        Claim(
            f"from {min(watched):,} hands a data-biased response can lose less than the others",
            ", ".join(f"{name} {fewest.rate(name, lost=True).mean:.3f}" for name in METHODS),
            all(rate.interval[0] > 0 for rate in safer),
            decided=all_above(safer),
        ),
        Claim(
            f"from {max(watched):,} hands a frequentist best response wins most, and can lose most",
            ", ".join(
                f"{name} {most.rate(name).mean:.3f} and {most.rate(name, lost=True).mean:.3f}" for name in METHODS
            ),
            all(most.difference(FBR, name, lost=lost).interval[0] > 0 for name in (RNR, DBR) for lost in (False, True)),
        ),
    )
