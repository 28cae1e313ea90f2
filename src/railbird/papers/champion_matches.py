"""Raven's matches: full tables of the bots of the sources, rows of one weak bot, heads-up, learning and ablation.

The line-ups were chosen before anything was played, so that every bot of a source that plays with many opponents sits
at several tables, and strong and weak ones are mixed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, part_of
from railbird.arena import MatchDefinition
from railbird.arena.definition import Adjustment
from railbird.arena.parallel import Later, parallel_map
from railbird.arena.played_table import PlayedTable
from railbird.game import limit
from railbird.papers.matches import first_without_luck, match_of, played, row_seed
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Curve, Finding, Reproduction, all_above, rate_text
from railbird.stats import WinRate, win_rate
from railbird.stats.learning import learning_curve
from railbird.stats.paired import paired_difference

Array = NDArray[np.float64]
HERO = "raven"
LINE_UPS = (
    ("poki", "lain"),
    ("saukonoja", "simbot"),
    ("magpie", "rezai"),
    ("poki", "saukonoja", "magpie", "jag", "lain"),
    ("simbot", "poki", "rezai", "simple", "flock"),
    ("magpie", "saukonoja", "rezai", "lain", "chump"),
    ("poki", "saukonoja", "magpie", "lain", "jag", "simple", "rezai", "flock", "chump"),
    ("poki", "poki", "saukonoja", "saukonoja", "magpie", "magpie", "lain", "rezai", "simple"),
    ("simbot", "poki", "magpie", "saukonoja", "jag", "style", "ehs", "flock", "advanced-rules"),
)
RIVALS = ("poki", "simbot", "magpie")
BASELINES = ("always-call", "always-raise", "random", "chump", "basic-rules", "advanced-rules", "simple", "jag")
AS_MUCH = 0.95
"""It must win at least so much of what the best of its rivals wins."""
DUELS = ("vexbot", "brplayer", "simbot", "magpie", "poki")
PARTS = ("reading=off", "learning=off", "curiosity=0", "uncertainty=0", "iterations=150", "iterations=2400")
WITHOUT = ("poki", "saukonoja")
"""Who sits at the table when parts are switched off."""
LEARNERS = ("raven", "magpie", "lain")
LEARNED = "simple(bluff=off)"
SEED = 2029
REPLICATES, HANDS = 6, 3_000
WINDOWS = 30
QUICK = 20
"""A quick run has a twentieth of the hands."""


def champion_tables(
    table: PublishedTable, quick: bool, progress: Progress, *, hands: int | None = None
) -> Reproduction:
    """Full tables: who wins how much."""
    matches = [_match((HERO, *others), number, quick, hands) for number, others in enumerate(LINE_UPS)]
    won = _everybodys(table.name, matches, progress)
    rates = {match: [win_rate(each) for each in by_player] for match, by_player in zip(matches, won, strict=True)}
    sizes = sorted({match.game.players for match in matches})
    claims = tuple(_first(size, [rates[each] for each in matches if each.game.players == size]) for size in sizes)
    return Reproduction(
        table, (), claims, _how(matches[0]), findings=tuple(_table_of(match, rates[match]) for match in matches)
    )


def champion_baselines(
    table: PublishedTable, quick: bool, progress: Progress, *, hands: int | None = None
) -> Reproduction:
    """One learner among five of each baseline, beside its rivals on the same deals."""
    heroes = (HERO, *RIVALS)
    pairs = [(bot, hero) for bot in BASELINES for hero in heroes]
    matches = [_match((hero, *[bot] * 5), 100 + BASELINES.index(bot), quick, hands) for bot, hero in pairs]
    won = dict(zip(pairs, _first_players(table.name, matches, progress), strict=True))
    rates = {pair: win_rate(each) for pair, each in won.items()}
    behind = {}
    for bot in BASELINES:
        best = max(RIVALS, key=lambda rival: rates[bot, rival].mean)
        behind[bot] = paired_difference(AS_MUCH * won[bot, best], won[bot, HERO])
    missing = [bot for bot, each in behind.items() if each.mean < 0]
    claim = Claim(
        f"from five of each baseline it wins at least {AS_MUCH:.0%} of what the best of {', '.join(RIVALS)} wins",
        f"not from {', '.join(missing)}" if missing else "yes",
        not missing,
        all_above(behind.values()),
        full_length=True,
    )
    rows = tuple((bot, *(rate_text(rates[bot, hero]) for hero in heroes)) for bot in BASELINES)
    finding = Finding("sb/h from five of each, with 95 % intervals over replicates", ("from 5 x", *heroes), rows)
    return Reproduction(table, (), (claim,), _how(matches[0]), findings=(finding,))


def champion_heads_up(
    table: PublishedTable, quick: bool, progress: Progress, *, hands: int | None = None
) -> Reproduction:
    """Heads-up against the bots that learn."""
    matches = [_match((HERO, bot), 200 + number, quick, hands) for number, bot in enumerate(DUELS)]
    rates = [win_rate(each) for each in _first_players(table.name, matches, progress)]
    losing = [bot for bot, rate in zip(DUELS, rates, strict=True) if rate.interval[0] <= 0]
    claim = Claim(
        f"heads-up it beats {', '.join(DUELS)} (95 %)",
        f"not {', '.join(losing)}" if losing else "yes",
        not losing,
        all_above(rates),
    )
    rows = tuple((bot, rate_text(rate)) for bot, rate in zip(DUELS, rates, strict=True))
    finding = Finding("sb/h with 95 % intervals over replicates", ("against", "Raven wins"), rows)
    return Reproduction(table, (), (claim,), _how(matches[0]), findings=(finding,))


def champion_parts(table: PublishedTable, quick: bool, progress: Progress, *, hands: int | None = None) -> Reproduction:
    """What each part is worth: Raven without it, on the same deals."""
    names = (HERO, *(f"{HERO}({part})" for part in PARTS))
    matches = [_match((name, *WITHOUT), 300, quick, hands) for name in names]
    whole, *others = _first_players(table.name, matches, progress)
    losses = {part: paired_difference(each, whole) for part, each in zip(PARTS, others, strict=True)}
    needed = PARTS[:2]
    claim = Claim(
        f"without {' or '.join(needed)} it wins less (95 %, paired by replicate)",
        "; ".join(rate_text(losses[part]) for part in needed),
        all(losses[part].interval[0] > 0 for part in needed),
        all_above(losses[part] for part in needed),
        full_length=True,
    )
    rows = (
        (HERO, rate_text(win_rate(whole)), ""),
        *((part, rate_text(win_rate(each)), rate_text(losses[part])) for part, each in zip(PARTS, others, strict=True)),
    )
    title = f"sb/h against {' and '.join(WITHOUT)}, with 95 % intervals over replicates"
    finding = Finding(title, ("Raven with", "wins", "less by"), rows)
    return Reproduction(table, (), (claim,), _how(matches[0]), findings=(finding,))


def champion_learning(
    table: PublishedTable, quick: bool, progress: Progress, *, hands: int | None = None
) -> Reproduction:
    """How fast learners learn two of the same bot."""
    matches = [_match((bot, LEARNED, LEARNED), 400, quick, hands) for bot in LEARNERS]
    won = _without_luck(table.name, matches, progress)
    curves = {bot: learning_curve(each, WINDOWS) for bot, each in zip(LEARNERS, won, strict=True)}
    tenth = won[0].shape[1] // 10
    first = [win_rate(each[:, :tenth].mean(axis=1)) for each in won]
    lead = [paired_difference(each[:, :tenth].mean(axis=1), won[0][:, :tenth].mean(axis=1)) for each in won[1:]]
    claim = Claim(
        f"in its first {tenth:,} hands it wins more than {' and '.join(LEARNERS[1:])} (95 %, paired by replicate)",
        "; ".join(map(rate_text, lead)),
        all(each.interval[0] > 0 for each in lead),
        all_above(lead),
        full_length=True,
    )
    rows = tuple(
        (bot, rate_text(early), rate_text(win_rate(each.mean(axis=1))))
        for bot, early, each in zip(LEARNERS, first, won, strict=True)
    )
    finding = Finding(f"sb/h against two of {LEARNED}", ("bot", f"first {tenth:,} hands", "all"), rows)
    shown = tuple(Curve(bot, curve.ends, curve.mean, "sb/h in each window") for bot, curve in curves.items())
    return Reproduction(table, (), (claim,), _how(matches[0]), findings=(finding,), curves=shown)


def _match(bots: Sequence[str], row: int, quick: bool, hands: int | None) -> MatchDefinition:
    length = hands or (HANDS // QUICK if quick else HANDS)
    return match_of(bots, limit(len(bots)), length, row_seed(SEED, row), REPLICATES)


def _how(match: MatchDefinition) -> str:
    return (
        f"{REPLICATES} replicates of {match.hands:,} hands of limit hold'em, plain dealing, seed {SEED}, adjusted for "
        "luck; everybody begins anew in each replicate"
    )


def _without_luck(name: str, matches: Sequence[MatchDefinition], progress: Progress) -> list[Array]:
    """What the first player won: [replicates, hands] for each match."""
    return first_without_luck(played(name, matches, part_of(progress, 0.0, 0.9)), part_of(progress, 0.9, 0.1))


def _first_players(name: str, matches: Sequence[MatchDefinition], progress: Progress) -> list[Array]:
    """The mean winnings of the first player: [replicates] for each match."""
    return [each.mean(axis=1) for each in _without_luck(name, matches, progress)]


def _everybodys(name: str, matches: Sequence[MatchDefinition], progress: Progress) -> list[Array]:
    """The mean winnings of all players: [players, replicates] for each match."""
    series = played(name, matches, part_of(progress, 0.0, 0.9))
    return parallel_map(_of_table, Later(len(series), series.played), progress=part_of(progress, 0.9, 0.1))


def _of_table(table: PlayedTable) -> Array:
    deals = table.adjusted(Adjustment.LUCK)
    return np.asarray(deals.reshape(table.replicates, -1, deals.shape[1]).mean(axis=1).T)


def _first(players: int, tables: Sequence[Sequence[WinRate]]) -> Claim:
    """The claim that Raven is first at all tables of a size, its interval above the mean of everybody else."""
    leads = [(mine, max(each.mean for each in others)) for mine, *others in tables]
    first = [mine.interval[0] > best for mine, best in leads]
    return Claim(
        f"with {players} players it wins most, its interval above the mean of everybody else",
        "; ".join(f"{rate_text(mine)}, the next {best:+.3f}" for mine, best in leads),
        all(first),
        all(first) or any(mine.interval[1] < best for mine, best in leads),
        full_length=True,
    )


def _table_of(match: MatchDefinition, rates: Sequence[WinRate]) -> Finding:
    players = [entrant.player for entrant in match.entrants]
    by_rate: Mapping[str, WinRate] = dict(
        sorted(zip(players, rates, strict=True), key=lambda each: each[1].mean, reverse=True)
    )
    rows = tuple((player, rate_text(rate)) for player, rate in by_rate.items())
    title = f"{len(players)} players: {', '.join(str(entrant.bot) for entrant in match.entrants)}"
    return Finding(title, ("player", "sb/h with 95 % intervals over replicates"), rows)
