"""What our own bots do: Magpie beside LAIN, how fast they learn and forget, and Vexbot and BRPlayer heads-up."""

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
"""sb/h against 2 x always-call: perfect three-way strength without looking ahead gives 1.56, all that can be 1.76."""
LEARNERS = 100
"""Replicates that a learning curve is the mean of."""
LEARNING_HANDS = 10_000
WINDOW = 100
"""Hands of each point of a learning curve."""
BEFORE, AFTER = 20_000, 400
"""Hands before the opponents change, and after."""
CHANGES = 50
"""Replicates of that."""
AGAIN = 20
"""How often each goes on after the change."""
SHORT_WINDOW = 10
LEVELS = ("off", "s1", "s2+s1", "s4+s3+s2+s1")
TEMPERATURES = (0.05, 0.5)
"""Beside BRPlayer's 0.2, which is ours."""
OPPONENTS = ("always-call", "always-raise", "simple", NO_BLUFF)
HEADS_UP_HANDS = 10_000
HEADS_UP_REPLICATES = 12


def magpie_matches(
    table: PublishedTable, quick: bool, progress: Progress, *, share: float | None = None
) -> Reproduction:
    """LAIN's matches once more, with Magpie in its place, on the same deals."""
    of_all = share or (QUICK if quick else 1.0)
    samples = []
    for part, bot in enumerate(("lain", "magpie")):
        tables = rows_of(bot, f"{bot}(spread=off)", of_all)
        series = played(f"{bot}-matches", tables, part_of(progress, part / 2, 0.49))
        samples.append([first_of_replicates(series, index).mean(axis=1) for index in range(len(ROWS))])
    rates = {name: [win_rate(each[index]) for each in samples] for index, name in enumerate(ROWS)}
    gains = {name: paired_difference(samples[0][index], samples[1][index]) for index, name in enumerate(ROWS)}
    worst = min(gains, key=lambda name: gains[name].interval[0])
    callers = rates[CALLERS][1].mean
    claims = (
        Claim(
            "Magpie wins more than LAIN in every row, paired over replicates, with 95 %",
            f"least in row {worst}: {rate_text(gains[worst])}",
            gains[worst].interval[0] > 0,
            all_above(gains.values()),
        ),
        Claim(
            f"against 2 x always-call it wins at least {LEAST:.2f} sb/h",
            f"{callers:.3f}",
            callers >= LEAST,
            full_length=True,
        ),
    )
    rows = tuple((name, *map(rate_text, rates[name]), rate_text(gains[name])) for name in ROWS)
    finding = Finding("sb/h with 95 % intervals over replicates", ("row", "LAIN", "Magpie", "Magpie more"), rows)
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
        "Magpie reaches 80 % of its final rate in at most half the hands that LAIN needs",
        f"{fast:,.0f} and {slow:,.0f} hands",
        fast <= slow / 2 < math.inf,
        at_most_half(curves["Magpie"].learned_interval, curves["LAIN"].learned_interval),
    )
    finding = _learning_table(curves, "hands until 80 % of the final rate (that of the last quarter)")
    progress(1.0)
    how = (
        f"{count} replicates of {LEARNING_HANDS:,} hands, seed {SEED}, plain dealing, luck taken out; windows of "
        f"{WINDOW} hands, a nondecreasing curve fitted to them"
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
    again: int = AGAIN,
) -> Reproduction:
    """How fast Magpie notices that both opponents have become others, with decay and without.

    Each replicate plays once until the change, and from there on several times on different deals, since a few hands of
    four bets a round say little. For the same reason it is held against another Magpie of its kind on the same deals,
    who has known the new opponents all along: its rate is the new final rate, and its luck is taken out.
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
        (changed(definition, tables[0]), replicate, again, _under_ids(learned, definition, tables[0]))
        for index, definition in enumerate(tables)
        for replicate, learned in enumerate(series.learned(index))
    ]
    won = np.stack(parallel_map(_go_on, tasks, progress=part_of(progress, 0.6, 0.39)))
    by_replicate = won.reshape(len(bots), 2, count, again, AFTER).mean(axis=3)
    curves = {
        name: regained(here, known, AFTER // SHORT_WINDOW)
        for name, (here, known) in zip(bots, by_replicate, strict=True)
    }
    with_decay, without = curves["with decay"].hands, curves["without"].hands
    claim = Claim(
        "with decay it regains 80 % of its new final rate in at most half the hands that it needs without",
        f"{with_decay:,.0f} and {without:,.0f} hands",
        with_decay <= without / 2 < math.inf,
        at_most_half(curves["with decay"].interval, curves["without"].interval),
    )
    rows = tuple(
        (name, f"{curve.hands:,.0f}", "{:,.0f} to {:,.0f}".format(*curve.interval), f"{curve.final:+.3f}")
        for name, curve in curves.items()
    )
    finding = Finding(
        "hands after the change until 80 % of the new final rate", ("bot", "hands", "95 % interval", "final sb/h"), rows
    )
    progress(1.0)
    how = (
        f"{count} replicates of {before:,} hands against 2 x NoBluff, gone on with {again} times for {AFTER:,} hands "
        f"against 2 x always-raise under the same ids, seed {SEED}; windows of {SHORT_WINDOW} hands, the luck of the "
        "deals taken out by one who knows them"
    )
    shown = tuple(Curve(name, curve.ends, curve.rates, "sb/h in each window") for name, curve in curves.items())
    return Reproduction(table, (), (claim,), how, findings=(finding,), curves=shown)


@dataclass(frozen=True, eq=False, slots=True)
class Regained:
    """How a rate comes back after a change."""

    ends: NDArray[np.int64]
    rates: NDArray[np.float64]
    """In each window, as if the deals had been as good as those of all."""
    final: float
    """The rate of one who knows the new opponents."""
    hands: float
    """Until the end of the first window with 80 % of it, in the nondecreasing curve that fits best."""
    interval: tuple[float, float]


def regained(here: NDArray[np.float64], known: NDArray[np.float64], windows: int) -> Regained:
    """From winnings after a change, and those of one on the same deals who has known all along: [replicates, hands]."""
    replicates, hands = here.shape
    shape = (replicates, windows, hands // windows)
    both = np.stack([here.reshape(shape).mean(axis=2), known.reshape(shape).mean(axis=2)], axis=1)
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
    return Regained(ends, by_window, final, until(flat), bootstrap_interval(flat, until, resamples=400))


def _under_ids(
    learned: Mapping[int, Mapping[str, bytes]], played: MatchDefinition, wanted: MatchDefinition
) -> dict[int, dict[str, bytes]]:
    """What was learned about the players of one match, as if they had been those of another."""
    names = {one.player: other.player for one, other in zip(played.entrants, wanted.entrants, strict=True)}
    return {
        entrant: {names[player]: record for player, record in records.items()} for entrant, records in learned.items()
    }


def changed(definition: MatchDefinition, ids: MatchDefinition) -> MatchDefinition:
    """Its first player, against others who have become always-raise."""
    others = (Entrant(parse_bot("always-raise"), player=other.player) for other in ids.entrants[1:])
    return replace(definition, entrants=(definition.entrants[0], *others), hands=AFTER)


def _go_on(task: tuple[MatchDefinition, int, int, Mapping[int, Mapping[str, bytes]]]) -> NDArray[np.float64]:
    """What the first player wins in the hands after the change, again and again: [times, hands]."""
    definition, replicate, again, learned = task
    leg = definition.leg(replicate)
    won = np.zeros((again, AFTER))
    for time in range(again):
        seeds = [derived_seed(seed, f"after the change {time}") for seed in (leg.cards_seed, leg.streams_seed)]
        fresh = replace(leg, cards_seed=seeds[0], streams_seed=seeds[1])
        chunk = LegRunner(definition, fresh, learned=learned).run(math.inf)
        if chunk.faults:
            raise MatchError(f"a bot failed: {chunk.faults[0].message}")
        won[time] = [payoffs[0] for payoffs in chunk.payoffs]
    return won * (units_per_chip(definition.game) / PARTS)


def heads_up(table: PublishedTable, quick: bool, progress: Progress, *, hands: int | None = None) -> Reproduction:
    """Vexbot and BRPlayer heads-up, and how fast they learn with how many levels of similarity."""
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
        "Vexbot and BRPlayer beat all four, with 95 %",
        "yes" if not losing else ", ".join(map(" against ".join, losing)),
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
"""As their sources have them."""


def _by_opponent(what: str, bots: list[str], cells: Mapping[tuple[str, str], str]) -> Finding:
    rows = tuple((bot, *(cells[bot, opponent] for opponent in OPPONENTS)) for bot in bots)
    return Finding(what, ("bot", *OPPONENTS), rows)


def _profit(won: NDArray[np.float64]) -> str:
    """Hands from which on the winnings so far, as the mean over replicates, are above 0 for good."""
    hands = hands_until_profit(won, np.arange(1, won.shape[1] + 1))
    return f"{hands:,.0f}" if math.isfinite(hands) else "never"
