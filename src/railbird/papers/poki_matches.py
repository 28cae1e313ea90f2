"""Matches of Poki, Simbot and AKI-RealBot: against baselines, with parts changed, and LAIN's rows 6 and 7."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, part_of
from railbird.arena import DealingScheme, Entrant, MatchDefinition
from railbird.arena.series import Series
from railbird.gallery import parse_bot
from railbird.game import limit
from railbird.game.events import PARTS
from railbird.papers.lain import NO_BLUFF, so_far
from railbird.papers.matches import first_of_replicates, match_of, played, row_seed
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Curve, Finding, Ours, Reproduction, all_above, compare, rate_text
from railbird.stats import units_per_chip, win_rate
from railbird.stats.paired import paired_difference

SEED = 2002
BASELINES = ("always-call", "always-raise", "simple", NO_BLUFF, "chump")
REPLICATES = 10
HANDS, HANDS_OF_THREE, HANDS_OF_TEN = 2_000, 1_000, 300
"""For each seating and replicate, with two, three and ten players."""
RING_REPLICATES = 6
ABLATION_HANDS = 1_000
VARIANTS = {
    "voting": "poki",
    "neural": "poki(predictor=neural)",
    "statistics": "poki(predictor=statistics)",
    "generic": "poki(predictor=generic)",
    "loki": "poki(reweighting=loki)",
    "uniform": "poki(reweighting=off)",
    "field array": "poki(field=on)",
    "no bluff": "poki(bluff=off)",
    "iterated": "poki(income=iterated)",
}
"""Poki, and Poki with one part changed."""
PANEL = ("simple", "chump", "simple+simple", "jag+jag")
"""The opponents of the variants."""
FULL_TABLE = ("simple",) * 9
"""The opponents for both kinds of income rates, which differ most at full tables."""
INCOMES = ("voting", "iterated")
RING = ("poki", "aki-realbot", "simbot", "jag", "simple", "random")
"""Six bots; the last is the weak one that the others exploit, as GUS6 was."""
RING_OF_SIX_HANDS, RING_OF_SIX_REPLICATES = 1_500, 6


def _duplicate(bots: Sequence[str], hands: int, seed: int, replicates: int) -> MatchDefinition:
    """Define a match with duplicate dealing."""
    plain = match_of(bots, limit(len(bots)), hands, seed, replicates)
    return MatchDefinition(
        game=plain.game,
        entrants=plain.entrants,
        hands=hands,
        seed=seed,
        dealing=DealingScheme.DUPLICATE,
        replicates=replicates,
    )


def _first_by_replicate(series: Series, index: int) -> NDArray[np.float64]:
    """The winnings per hand of the first player in each replicate, in small bets."""
    return np.asarray(series.payoffs(index).samples(by_replicate=True)[:, 0])


def poki_matches(table: PublishedTable, quick: bool, progress: Progress, *, hands: int | None = None) -> Reproduction:
    """Poki against one and two of each baseline, and against nine SimpleBots."""
    share = 10 if quick else 1
    lengths = {1: HANDS, 2: HANDS_OF_THREE, 9: HANDS_OF_TEN}
    rows = [*((bot,) for bot in BASELINES), *((bot, bot) for bot in BASELINES), ("simple",) * 9]
    tables = [
        _duplicate(
            ("poki", *others),
            hands or lengths[len(others)] // share,
            row_seed(SEED, index),
            REPLICATES if len(others) < 9 else RING_REPLICATES,
        )
        for index, others in enumerate(rows)
    ]
    series = played("poki-matches", tables, part_of(progress, 0.0, 0.97))
    rates = [win_rate(_first_by_replicate(series, index)) for index in range(len(rows))]
    worst = min(range(len(rows)), key=lambda index: rates[index].interval[0])
    names = [f"{len(others)} x {others[0]}" if len(others) > 1 else others[0] for others in rows]
    claim = Claim(
        "Poki beats all of them (95 %)",
        f"smallest win rate against {names[worst]}: {rate_text(rates[worst])}",
        rates[worst].interval[0] > 0,
        all_above(rates),
    )
    finding = Finding(
        "sb/h with 95 % intervals over replicates",
        ("against", "Poki wins"),
        tuple((name, rate_text(rate)) for name, rate in zip(names, rates, strict=True)),
    )
    progress(1.0)
    by_players = ", ".join(
        f"{hands or length // share:,} with {others + 1} players" for others, length in lengths.items()
    )
    how = (
        f"{REPLICATES} replicates ({RING_REPLICATES} with ten players), hands in each seat: {by_players}; duplicate "
        f"dealing, seed {SEED}"
    )
    return Reproduction(table, (), (claim,), how, findings=(finding,))


def poki_ablation(table: PublishedTable, quick: bool, progress: Progress, *, hands: int | None = None) -> Reproduction:
    """Poki with one part changed, on the same deals."""
    length = hands or (ABLATION_HANDS // 10 if quick else ABLATION_HANDS)
    pairs = [(name, others) for name in VARIANTS for others in PANEL]
    tables = [
        match_of(
            (VARIANTS[name], *others.split("+")),
            limit(others.count("+") + 2),
            length,
            row_seed(SEED, 100 + PANEL.index(others)),
            REPLICATES,
        )
        for name, others in pairs
    ]
    tables += [
        match_of((VARIANTS[name], *FULL_TABLE), limit(10), length, row_seed(SEED, 110), REPLICATES) for name in INCOMES
    ]
    series = played("poki-ablation", tables, part_of(progress, 0.0, 0.97))
    won = {pair: first_of_replicates(series, index).mean(axis=1) for index, pair in enumerate(pairs)}
    rows, better = [], []
    for name in VARIANTS:
        cells = []
        for others in PANEL:
            rate = win_rate(won[name, others])
            gain = paired_difference(won[name, others], won["voting", others])
            sure = name != "voting" and gain.interval[0] * gain.interval[1] > 0
            better += [(name, others, gain)] if sure else []
            cells.append(f"{rate_text(rate)}{' *' if sure else ''}")
        rows.append((name, *cells))
    differences = "; ".join(f"{name} against {others}: {rate_text(gain)}" for name, others, gain in better) or "none"
    claim = Claim(
        "hand reading helps: without it, Poki wins less against two SimpleBots",
        f"significant differences from the unchanged Poki: {differences}",
        any(name == "uniform" and gain.mean > 0 for name, _, gain in better),
        any(name == "uniform" for name, _, _ in better),
    )
    finding = Finding(
        "sb/h; * differs from the unchanged Poki (95 %, paired by replicate)", ("Poki", *PANEL), tuple(rows)
    )
    plain, iterated = (
        first_of_replicates(series, len(pairs) + number).mean(axis=1) for number, _ in enumerate(INCOMES)
    )
    at_ten = Finding(
        "sb/h at a table with nine SimpleBots, on the same deals",
        ("income rates", "sb/h with 95 % interval"),
        (
            ("roll-outs", rate_text(win_rate(plain))),
            ("iterated", rate_text(win_rate(iterated))),
            ("iterated minus roll-outs", rate_text(paired_difference(plain, iterated))),
        ),
    )
    progress(1.0)
    how = f"{REPLICATES} replicates of {length:,} hands, the same deals for all variants, plain dealing, seed {SEED}"
    return Reproduction(table, (), (claim,), how, findings=(finding, at_ten))


LAIN_ROWS = {"6: 2 x Poki": ("poki", "poki"), "7: Simbot and Jagbot": ("simbot", "jag")}
LAIN_HANDS, LAIN_REPLICATES = (30_000, 10_000), 10
SIMBOT_HANDS = 1_500


def lain_poki(table: PublishedTable, quick: bool, progress: Progress, *, hands: int | None = None) -> Reproduction:
    """LAIN's rows 6 and 7, and Simbot against Poki."""
    share = 10 if quick else 1
    lengths = [hands or length // share for length in LAIN_HANDS]
    tables = [
        match_of(("lain", *others), limit(3), lengths[index], row_seed(SEED, 200 + index), LAIN_REPLICATES)
        for index, others in enumerate(LAIN_ROWS.values())
    ]
    tables.append(_duplicate(("simbot", "poki"), hands or SIMBOT_HANDS // share, row_seed(SEED, 210), LAIN_REPLICATES))
    series = played("lain-poki", tables, part_of(progress, 0.0, 0.97))
    won = {name: first_of_replicates(series, index) for index, name in enumerate(LAIN_ROWS)}
    rates = {name: win_rate(each.mean(axis=1)) for name, each in won.items()}
    ours = {"sb/h": {name: Ours(rate.mean, rate.standard_error, rate.samples) for name, rate in rates.items()}}
    simbot = win_rate(_first_by_replicate(series, len(LAIN_ROWS)))
    finding = Finding(
        "sb/h with 95 % intervals over replicates", ("match", "wins"), (("Simbot against Poki", rate_text(simbot)),)
    )
    first, last = (
        win_rate(won["6: 2 x Poki"][:, part].mean(axis=1))
        for part in (slice(None, max(1, lengths[0] // 30)), slice(-lengths[0] // 5, None))
    )
    claims = (
        Claim(
            "LAIN wins more against two Pokis in the last fifth than in the first thousand hands",
            f"{rate_text(first)}, then {rate_text(last)}",
            last.mean > first.mean,
            full_length=True,
        ),
        Claim(
            "Simbot is not better than Poki, as in the sources",
            rate_text(simbot),
            simbot.interval[0] <= 0,
            all_above([simbot]),
        ),
    )
    progress(1.0)
    how = (
        f"{LAIN_REPLICATES} replicates of {lengths[0]:,} and {lengths[1]:,} hands, seed {SEED}, plain dealing; "
        f"Simbot against Poki {tables[-1].hands:,} hands in each seat, duplicate dealing"
    )
    curves = tuple(Curve(name, *so_far(each)) for name, each in won.items())
    return Reproduction(table, compare(table, ours), claims, how, WHY, findings=(finding,), curves=curves)


WHY = (
    "The published numbers are single runs against the bots of Poker Academy, whose constants are unknown; our Poki, "
    "Simbot and Jagbot are built from what is published about them."
)


def ring_of_six(table: PublishedTable, quick: bool, progress: Progress, *, hands: int | None = None) -> Reproduction:
    """A table like that of the AAAI: how much each bot takes from each other, with and without decision bounds."""
    length = hands or (RING_OF_SIX_HANDS // 10 if quick else RING_OF_SIX_HANDS)
    kinds = {"bounds on": "aki-realbot", "bounds off": "aki-realbot(bounds=off)"}
    tables = []
    for aki in kinds.values():
        bots = [aki if name == "aki-realbot" else name for name in RING]
        entrants = tuple(Entrant(parse_bot(bot), player=name) for name, bot in zip(RING, bots, strict=True))
        tables.append(
            MatchDefinition(
                game=limit(len(RING)),
                entrants=entrants,
                hands=length,
                seed=row_seed(SEED, 300),
                dealing=DealingScheme.PLAIN,
                replicates=RING_OF_SIX_REPLICATES,
            )
        )
    series = played("ring-of-six", tables, part_of(progress, 0.0, 0.97))
    findings, ranks, won = [], {}, []
    for index, name in enumerate(kinds):
        by_replicate = _flows(series, index)
        won.append(by_replicate[:, RING.index("aki-realbot")].sum(axis=1))
        flows = by_replicate.mean(axis=0)
        title = f"sb/h that the row takes from the column, {name}; totals with 95 % intervals over replicates"
        findings.append(Finding(title, ("", *RING, "total"), _flow_rows(by_replicate)))
        totals = dict(zip(RING, flows.sum(axis=1).tolist(), strict=True))
        weakest = min(totals, key=lambda bot: totals[bot])
        without = {
            bot: total - flows[RING.index(bot), RING.index(weakest)] for bot, total in totals.items() if bot != weakest
        }
        ranks[name] = (_rank(totals), _rank(without), weakest)
    by_kind = "; ".join(
        f"{name}: rank {first} of {len(RING)}, {second} without {weakest}"
        for name, (first, second, weakest) in ranks.items()
    )
    first, second, _ = ranks["bounds on"]
    claim = Claim(
        "AKI-RealBot ranks no better without the weakest bot, from which it wins most",
        by_kind,
        second >= first,
        full_length=True,
    )
    gain = paired_difference(won[1], won[0])
    findings.append(
        Finding(
            "sb/h, on the same deals", ("", "95 % interval"), (("gain from AKI-RealBot's bounds", rate_text(gain)),)
        )
    )
    progress(1.0)
    how = (
        f"{RING_OF_SIX_REPLICATES} replicates of {length:,} hands with six players, plain dealing, seed {SEED}; a "
        "player's loss is credited to the winners of the hand in proportion to their winnings"
    )
    return Reproduction(table, (), (claim,), how, findings=tuple(findings))


def _rank(totals: Mapping[str, float]) -> int:
    return 1 + sum(total > totals["aki-realbot"] for total in totals.values())


def _flow_rows(by_replicate: NDArray[np.float64]) -> tuple[tuple[str, ...], ...]:
    rows, flows = [], by_replicate.mean(axis=0)
    for number, name in enumerate(RING):
        cells = ("" if other == number else f"{flows[number, other]:+.3f}" for other in range(len(RING)))
        rows.append((name, *cells, rate_text(win_rate(by_replicate[:, number].sum(axis=1)))))
    return tuple(rows)


def _flows(series: Series, index: int) -> NDArray[np.float64]:
    """What each player has taken from each other, by replicate: [replicates, players, players], in sb/h."""
    definition = series.tables()[index]
    payoffs = series.payoffs(index)
    results = []
    for leg in definition.legs():
        won = payoffs.leg(leg.number) * (units_per_chip(definition.game) / PARTS)
        gains, losses = np.maximum(won, 0.0), np.maximum(-won, 0.0)
        taken = np.einsum("hi,hj,h->ij", gains, losses, 1 / np.maximum(gains.sum(axis=1), 1e-12))
        results.append((taken - taken.T) / len(won))
    return np.stack(results)
