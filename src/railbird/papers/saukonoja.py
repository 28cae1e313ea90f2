"""Saukonoja's bot against Poki and Vexbot, its leaks, and its parts replaced one by one (Saukonoja 2007, §5.3)."""

from __future__ import annotations

import numpy as np

from railbird._progress import Progress, part_of
from railbird.arena import MatchDefinition
from railbird.arena.series import Series
from railbird.game import limit
from railbird.papers.lain import so_far
from railbird.papers.matches import first_of_replicates, match_of, played, row_seed
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Curve, Finding, Ours, Reproduction, all_above, compare, rate_text
from railbird.stats import win_rate
from railbird.stats.leaks import LeakCounter
from railbird.stats.paired import paired_difference

SEED = 2007
OPPONENTS = {"Poki": "poki", "Vexbot": "vexbot"}
BASELINES = ("always-call", "always-raise", "simple")
REPLICATES = 10
SHORT, LONG_MATCH = 3_500, 20_000
"""The published length, and a longer one."""
LEAK_REPLICATES = 2
ESTIMATORS = {
    "formula 15'": "saukonoja",
    "formula 15 as printed": "saukonoja(estimator=printed)",
    "five scenarios": "saukonoja(estimator=scenarios)",
    "leaves of miximax": "saukonoja(estimator=miximax)",
    "simulation": "saukonoja(estimator=simulation)",
    "without chains": "saukonoja(chains=off)",
    "chains all or nothing": "saukonoja(shrinkage=off)",
    "strength by range": "saukonoja(strength=range)",
    "P_w by the plain ratio": "saukonoja(win=ratio)",
    "P_w by shown hands": "saukonoja(win=empirical)",
    "no mixing": "saukonoja(mixing=off)",
    "no continued aggression": "saukonoja(aggression=off)",
    "pre-flop by value": "saukonoja(preflop=value)",
}
"""The bot, and the bot with one part changed."""
PANEL = ("simple", "chump", "jag")
PART_HANDS = 1_000

WHY = (
    "The published numbers are single matches in another program, with constants that are not printed; ours were tuned "
    "against SimpleBot. Its Poki was a two-player variant, its Vexbot that of Poker Academy."
)


def saukonoja_matches(
    table: PublishedTable, quick: bool, progress: Progress, *, hands: tuple[int, int] | None = None
) -> Reproduction:
    """3,500 hands as published, 20,000 for the long run, and the baselines."""
    short, length = hands or ((SHORT // 10, LONG_MATCH // 10) if quick else (SHORT, LONG_MATCH))
    bots = [*OPPONENTS.values(), *BASELINES]
    tables = [
        match_of(
            ("saukonoja", bot),
            limit(),
            length if bot in OPPONENTS.values() else short,
            row_seed(SEED, index),
            REPLICATES,
        )
        for index, bot in enumerate(bots)
    ]
    series = played("saukonoja-matches", tables, part_of(progress, 0.0, 0.9))
    won = {bot: first_of_replicates(series, index) for index, bot in enumerate(bots)}
    rates = {name: win_rate(won[bot][:, :short].mean(axis=1)) for name, bot in OPPONENTS.items()}
    ours = {"sb/h": {name: Ours(rate.mean, rate.standard_error, rate.samples) for name, rate in rates.items()}}
    base = {bot: win_rate(won[bot].mean(axis=1)) for bot in BASELINES}
    parts = [slice(None, short), slice(length // 2, None)]
    over_time = Finding(
        "sb/h with 95 % intervals over replicates",
        ("against", f"the first {short:,} hands", "the second half", f"all {length:,}"),
        tuple(
            (name, *(rate_text(win_rate(won[bot][:, part].mean(axis=1))) for part in (*parts, slice(None))))
            for name, bot in OPPONENTS.items()
        ),
    )
    baselines = Finding(
        f"sb/h over {short:,} hands, with 95 % intervals",
        ("against", "Saukonoja wins"),
        tuple((bot, rate_text(rate)) for bot, rate in base.items()),
    )
    leaks = _leaks(series, tables, part_of(progress, 0.9, 0.09))
    claims = (
        Claim(
            "it beats always-call, always-raise and SimpleBot (95 %)",
            ", ".join(rate_text(rate) for rate in base.values()),
            all(rate.interval[0] > 0 for rate in base.values()),
            all_above(base.values()),
        ),
        Claim(
            "it is as good as Poki or better",
            rate_text(rates["Poki"]),
            rates["Poki"].interval[1] > 0,
            all_above([rates["Poki"]]),
        ),
        Claim(
            "it loses to Vexbot (95 %)",
            rate_text(rates["Vexbot"]),
            rates["Vexbot"].interval[1] < 0,
            all_above([rates["Vexbot"]]),
        ),
    )
    progress(1.0)
    how = f"{REPLICATES} replicates of {length:,} hands ({short:,} against the baselines), seed {SEED}, plain dealing"
    curves = tuple(Curve(f"against {name}", *so_far(won[bot])) for name, bot in OPPONENTS.items())
    findings = (over_time, baselines, leaks)
    return Reproduction(table, compare(table, ours), claims, how, WHY, findings=findings, curves=curves)


def _leaks(series: Series, tables: list[MatchDefinition], progress: Progress) -> Finding:
    """Folds of the better hand in some replicates: how many, and their cost."""
    rows = []
    for index, name in enumerate(OPPONENTS):
        counter = LeakCounter()
        for number, hand in enumerate(series.hands_of(index)):
            if number == tables[index].hands * LEAK_REPLICATES:
                break
            counter.add(hand)
        result = counter.report()
        mine, theirs = (result[each.player] for each in tables[index].entrants)
        rows += [
            (
                player,
                f"{each.better.value:.1%} of {each.folds:,}",
                f"{each.cost_per_100:.2f}",
                f"{each.saved_per_100:.2f}",
            )
            for player, each in ((f"Saukonoja against {name}", mine), (f"{name} against Saukonoja", theirs))
        ]
        progress((index + 1) / len(OPPONENTS))
    columns = ("player", "folds of the better hand", "cost, sb/100", "saved by correct folds, sb/100")
    return Finding("leaks", columns, tuple(rows))


def saukonoja_parts(
    table: PublishedTable, quick: bool, progress: Progress, *, hands: int | None = None
) -> Reproduction:
    """The bot with one part changed, on the same deals."""
    length = hands or (PART_HANDS // 10 if quick else PART_HANDS)
    pairs = [(name, other) for name in ESTIMATORS for other in PANEL]
    tables = [
        match_of((ESTIMATORS[name], other), limit(), length, row_seed(SEED, 100 + PANEL.index(other)), REPLICATES)
        for name, other in pairs
    ]
    series = played("saukonoja-parts", tables, part_of(progress, 0.0, 0.97))
    won = {pair: first_of_replicates(series, index).mean(axis=1) for index, pair in enumerate(pairs)}
    first = next(iter(ESTIMATORS))
    rows, sure = [], []
    for name in ESTIMATORS:
        cells = []
        for other in PANEL:
            gain = paired_difference(won[first, other], won[name, other])
            clear = name != first and gain.interval[0] * gain.interval[1] > 0
            sure += [f"{name} against {other}: {rate_text(gain)}"] if clear else []
            cells.append(f"{rate_text(win_rate(won[name, other]))}{' *' if clear else ''}")
        rows.append((name, *cells))
    means = {name: np.mean([won[name, other] for other in PANEL], axis=0) for name in ESTIMATORS}
    chains = paired_difference(means["without chains"], means[first])
    claim = Claim(
        "action chains help",
        f"{rate_text(chains)}; significant differences: {'; '.join(sure) or 'none'}",
        chains.interval[0] > 0,
        all_above([chains]),
    )
    finding = Finding("sb/h; * differs from the first row (95 %, paired by replicate)", ("", *PANEL), tuple(rows))
    progress(1.0)
    how = f"{REPLICATES} replicates of {length:,} hands, the same deals for all variants, plain dealing, seed {SEED}"
    return Reproduction(table, (), (claim,), how, findings=(finding,))
