"""Experiments with our own bots: Magpie and LAIN, learning and forgetting, Vexbot and BRPlayer heads-up."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, part_of
from railbird._seeds import derived_seed
from railbird.arena import Entrant, MatchDefinition
from railbird.arena.leg import LegRunner
from railbird.arena.parallel import parallel_map
from railbird.errors import MatchError
from railbird.gallery import parse_bot
from railbird.game import limit
from railbird.game.events import PARTS
from railbird.papers.lain import CALLERS, NO_BLUFF, QUICK, ROWS, SEED, how_played, rows_of
from railbird.papers.matches import first_of_replicates, first_without_luck, match_of, played, row_seed
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Curve, Finding, Reproduction, all_above, at_most_half, rate_text
from railbird.stats import units_per_chip, win_rate
from railbird.stats.bootstrap import bootstrap_interval
from railbird.stats.learning import LearningCurve, hands_until_profit, learning_curve, nondecreasing
from railbird.stats.paired import paired_difference

LEAST = 1.50
"""sb/h against 2 x always-call: exact three-way strength without look-ahead gives 1.56, the maximum is 1.76."""
LEARNERS = 100
"""Replicates that a learning curve averages."""
LEARNING_HANDS = 10_000
WINDOW = 100
"""Hands for each point of a learning curve."""
BEFORE, AFTER = 20_000, 400
"""Hands before and after the opponents change."""
CHANGES = 50
"""Replicates of the change."""
CONTINUATIONS = 20
"""Continuations of each replicate after the change."""
SHORT_WINDOW = 10
LEVELS = ("off", "s1", "s2+s1", "s4+s3+s2+s1")
TEMPERATURES = (0.05, 0.5)
"""In addition to BRPlayer's 0.2, which is ours."""
OPPONENTS = ("always-call", "always-raise", "simple", NO_BLUFF)
HEADS_UP_HANDS = 10_000
HEADS_UP_REPLICATES = 12


def magpie_matches(
    table: PublishedTable, quick: bool, progress: Progress, *, share: float | None = None
) -> Reproduction:
    """LAIN's matches with Magpie instead of LAIN, on the same deals."""
    share_of_hands = share or (QUICK if quick else 1.0)
    samples = []
    for part, bot in enumerate(("lain", "magpie")):
        tables = rows_of(bot, f"{bot}(spread=off)", share_of_hands)
        series = played(f"{bot}-matches", tables, part_of(progress, part / 2, 0.49))
        samples.append([first_of_replicates(series, index).mean(axis=1) for index in range(len(ROWS))])
    rates = {name: [win_rate(each[index]) for each in samples] for index, name in enumerate(ROWS)}
    gains = {name: paired_difference(samples[0][index], samples[1][index]) for index, name in enumerate(ROWS)}
    worst = min(gains, key=lambda name: gains[name].interval[0])
    callers = rates[CALLERS][1].mean
    claims = (
        Claim(
            "Magpie wins more than LAIN in every row (95 %, paired by replicate)",
            f"smallest gain in row {worst}: {rate_text(gains[worst])}",
            gains[worst].interval[0] > 0,
            all_above(gains.values()),
        ),
        Claim(
            f"it wins at least {LEAST:.2f} sb/h against 2 x always-call",
            f"{callers:.3f}",
            callers >= LEAST,
            full_length=True,
        ),
    )
    rows = tuple((name, *map(rate_text, rates[name]), rate_text(gains[name])) for name in ROWS)
    finding = Finding("sb/h with 95 % intervals over replicates", ("row", "LAIN", "Magpie", "difference"), rows)
    progress(1.0)
    return Reproduction(table, (), claims, how_played(tables), findings=(finding,))


def magpie_learning(
    table: PublishedTable, quick: bool, progress: Progress, *, replicates: int | None = None
) -> Reproduction:
    """How fast LAIN and Magpie learn 2 x NoBluff."""
    count = replicates or (LEARNERS // 10 if quick else LEARNERS)
    tables = [
        match_of((bot, NO_BLUFF, NO_BLUFF), limit(3), LEARNING_HANDS, row_seed(SEED, 100), count)
        for bot in ("lain", "magpie")
    ]
    series = played("magpie-learning", tables, part_of(progress, 0.0, 0.6))
    won = dict(zip(("LAIN", "Magpie"), first_without_luck(series, part_of(progress, 0.6, 0.39)), strict=True))
    curves = {name: learning_curve(each, LEARNING_HANDS // WINDOW) for name, each in won.items()}
    slow, fast = curves["LAIN"].learned, curves["Magpie"].learned
    claim = Claim(
        "Magpie reaches 80 % of its final win rate in at most half the hands that LAIN needs",
        f"{fast:,.0f} and {slow:,.0f} hands",
        fast <= slow / 2 < math.inf,
        at_most_half(curves["Magpie"].learned_interval, curves["LAIN"].learned_interval),
    )
    finding = _learning_table(curves, "hands until 80 % of the final win rate (the mean of the last quarter)")
    progress(1.0)
    how = (
        f"{count} replicates of {LEARNING_HANDS:,} hands, seed {SEED}, plain dealing, adjusted for luck; a "
        f"nondecreasing curve is fitted to windows of {WINDOW} hands"
    )
    return Reproduction(table, (), (claim,), how, findings=(finding,), curves=_rates_over_time(curves))


def _learning_table(curves: Mapping[str, LearningCurve], what: str) -> Finding:
    rows = []
    for name, curve in curves.items():
        low, high = curve.learned_interval
        last = curve.mean[-max(len(curve.mean) // 4, 1) :].mean()
        rows.append((name, f"{curve.learned:,.0f}", f"{low:,.0f} to {high:,.0f}", f"{last:+.3f}"))
    return Finding(what, ("bot", "hands", "95 % interval", "final sb/h"), tuple(rows))


def _rates_over_time(curves: Mapping[str, LearningCurve]) -> tuple[Curve, ...]:
    return tuple(Curve(name, curve.ends, curve.mean, "sb/h in each window") for name, curve in curves.items())


def magpie_change(
    table: PublishedTable,
    quick: bool,
    progress: Progress,
    *,
    replicates: int | None = None,
    before: int = BEFORE,
    continuations: int = CONTINUATIONS,
) -> Reproduction:
    """How fast Magpie notices that both opponents have changed, with and without decay.

    Each replicate plays once until the change, and then continues several times on different deals, since few hands
    with four bets a round are noisy. For the same reason it is compared with another Magpie on the same deals that has
    always known the new opponents: the win rate of that bot is the new final rate, and its luck is subtracted.
    """
    count = replicates or (CHANGES // 10 if quick else CHANGES)
    bots = {"with decay": "magpie", "without": "magpie(decay=1.0)"}
    tables = [
        match_of((bot, *[opponent] * 2), limit(3), before, row_seed(SEED, 200), count)
        for bot in bots.values()
        for opponent in (NO_BLUFF, "always-raise")
    ]
    series = played("magpie-change", tables, part_of(progress, 0.0, 0.6))
    tasks = [
        (changed_match(definition, tables[0]), replicate, continuations, _under_ids(learned, definition, tables[0]))
        for index, definition in enumerate(tables)
        for replicate, learned in enumerate(series.learned(index))
    ]
    won = np.stack(parallel_map(_continue, tasks, progress=part_of(progress, 0.6, 0.39)))
    by_replicate = won.reshape(len(bots), 2, count, continuations, AFTER).mean(axis=3)
    curves = {
        name: recovery(changed, informed, AFTER // SHORT_WINDOW)
        for name, (changed, informed) in zip(bots, by_replicate, strict=True)
    }
    with_decay, without = curves["with decay"].hands, curves["without"].hands
    claim = Claim(
        "with decay it reaches 80 % of its new final win rate in at most half the hands it needs without",
        f"{with_decay:,.0f} and {without:,.0f} hands",
        with_decay <= without / 2 < math.inf,
        at_most_half(curves["with decay"].interval, curves["without"].interval),
    )
    rows = tuple(
        (name, f"{curve.hands:,.0f}", "{:,.0f} to {:,.0f}".format(*curve.interval), f"{curve.final:+.3f}")
        for name, curve in curves.items()
    )
    finding = Finding(
        "hands after the change until 80 % of the new final win rate",
        ("bot", "hands", "95 % interval", "final sb/h"),
        rows,
    )
    progress(1.0)
    how = (
        f"{count} replicates of {before:,} hands against 2 x NoBluff, each continued {continuations} times for "
        f"{AFTER:,} hands against 2 x always-raise under the same ids, seed {SEED}; windows of {SHORT_WINDOW} hands, "
        "adjusted for luck by a bot that knows the new opponents"
    )
    shown = tuple(Curve(name, curve.ends, curve.rates, "sb/h in each window") for name, curve in curves.items())
    return Reproduction(table, (), (claim,), how, findings=(finding,), curves=shown)


@dataclass(frozen=True, eq=False, slots=True)
class Recovery:
    """The recovery of a win rate after a change."""

    ends: NDArray[np.int64]
    rates: NDArray[np.float64]
    """In each window, adjusted for the luck of its deals."""
    final: float
    """The win rate of a bot that knows the new opponents."""
    hands: float
    """Hands until the end of the first window with 80 % of it, in the best-fitting nondecreasing curve."""
    interval: tuple[float, float]


def recovery(changed: NDArray[np.float64], informed: NDArray[np.float64], windows: int) -> Recovery:
    """Compute the recovery from winnings [replicates, hands] after a change, and those of a bot that knew it before."""
    replicates, hands = changed.shape
    shape = (replicates, windows, hands // windows)
    both = np.stack([changed.reshape(shape).mean(axis=2), informed.reshape(shape).mean(axis=2)], axis=1)
    ends = np.arange(1, windows + 1) * (hands // windows)

    def rates(samples: NDArray[np.float64]) -> tuple[NDArray[np.float64], float]:
        mine, theirs = samples.reshape(len(samples), 2, windows).mean(axis=0)
        return mine - theirs + theirs.mean(), float(theirs.mean())

    def until(samples: NDArray[np.float64]) -> float:
        by_window, final = rates(samples)
        reached = np.flatnonzero(nondecreasing(by_window, np.ones(windows)) >= 0.8 * final)
        return float(ends[reached[0]]) if final > 0 and len(reached) else math.inf

    flat = both.reshape(replicates, -1)
    by_window, final = rates(flat)
    return Recovery(ends, by_window, final, until(flat), bootstrap_interval(flat, until, resamples=400))


def _under_ids(
    learned: Mapping[int, Mapping[str, bytes]], played: MatchDefinition, wanted: MatchDefinition
) -> dict[int, dict[str, bytes]]:
    """Rename the players in what was learned in one match to those of another match."""
    names = {one.player: other.player for one, other in zip(played.entrants, wanted.entrants, strict=True)}
    return {
        entrant: {names[player]: record for player, record in records.items()} for entrant, records in learned.items()
    }


def changed_match(definition: MatchDefinition, ids: MatchDefinition) -> MatchDefinition:
    """The match of its first player against opponents that have become always-raise."""
    others = (Entrant(parse_bot("always-raise"), player=other.player) for other in ids.entrants[1:])
    return replace(definition, entrants=(definition.entrants[0], *others), hands=AFTER)


def _continue(task: tuple[MatchDefinition, int, int, Mapping[int, Mapping[str, bytes]]]) -> NDArray[np.float64]:
    """The winnings of the first player after the change, in each continuation: [continuations, hands]."""
    definition, replicate, continuations, learned = task
    leg = definition.leg(replicate)
    won = np.zeros((continuations, AFTER))
    for time in range(continuations):
        seeds = [derived_seed(seed, f"after the change {time}") for seed in (leg.cards_seed, leg.streams_seed)]
        fresh = replace(leg, cards_seed=seeds[0], streams_seed=seeds[1])
        chunk = LegRunner(definition, fresh, learned=learned).run(math.inf)
        if chunk.faults:
            raise MatchError(f"a bot failed: {chunk.faults[0].message}")
        won[time] = [payoffs[0] for payoffs in chunk.payoffs]
    return won * (units_per_chip(definition.game) / PARTS)


def heads_up(table: PublishedTable, quick: bool, progress: Progress, *, hands: int | None = None) -> Reproduction:
    """Vexbot and BRPlayer heads-up, and how fast they learn with different similarity levels."""
    length = hands or (HEADS_UP_HANDS // 10 if quick else HEADS_UP_HANDS)
    names = [*(f"vexbot(levels={levels})" for levels in LEVELS), "brplayer"]
    names += [f"brplayer(temperature={temperature})" for temperature in TEMPERATURES]
    pairs = [(bot, opponent) for bot in names for opponent in OPPONENTS]
    tables = [
        match_of((bot, opponent), limit(), length, row_seed(SEED, 300 + OPPONENTS.index(opponent)), HEADS_UP_REPLICATES)
        for bot, opponent in pairs
    ]
    series = played("heads-up", tables, part_of(progress, 0.0, 0.95))
    won = {pair: first_of_replicates(series, index) for index, pair in enumerate(pairs)}
    rates = {pair: win_rate(each.mean(axis=1)) for pair, each in won.items()}
    losing = [pair for pair, rate in rates.items() if pair[0] in BEST and rate.interval[0] <= 0]
    claim = Claim(
        "Vexbot and BRPlayer beat all four opponents (95 %)",
        "yes" if not losing else f"not {', '.join(map(' against '.join, losing))}",
        not losing,
        all_above(rate for pair, rate in rates.items() if pair[0] in BEST),
    )
    findings = (
        _by_opponent("sb/h", names, {pair: rate_text(rate) for pair, rate in rates.items()}),
        _by_opponent("hands until profit", names, {pair: _profit(each) for pair, each in won.items()}),
    )
    progress(1.0)
    how = f"{HEADS_UP_REPLICATES} replicates of {length:,} hands, seed {SEED}, plain dealing"
    return Reproduction(table, (), (claim,), how, findings=findings)


BEST = ("vexbot(levels=s2+s1)", "brplayer")
"""The versions of their sources."""


def _by_opponent(what: str, bots: list[str], cells: Mapping[tuple[str, str], str]) -> Finding:
    rows = tuple((bot, *(cells[bot, opponent] for opponent in OPPONENTS)) for bot in bots)
    return Finding(what, ("bot", *OPPONENTS), rows)


def _profit(won: NDArray[np.float64]) -> str:
    """Hands after which the mean cumulative winnings over replicates stay above 0."""
    hands = hands_until_profit(won, np.arange(1, won.shape[1] + 1))
    return f"{hands:,.0f}" if math.isfinite(hands) else "never"
