"""What Raven believes of every bot of the gallery, beside what Poki and Magpie believe."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, part_of
from railbird.arena.parallel import parallel_map
from railbird.gallery import parse_bot
from railbird.game import Betting, Hand, limit
from railbird.models.prediction_scores import Calibration, calibration_of
from railbird.models.reading.types import file_for, shipped_types
from railbird.papers.belief_scores import beliefs_of, joined
from railbird.papers.believers import BELIEVERS
from railbird.papers.matches import match_of, played, row_seed
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Curve, Finding, Reproduction, all_above
from railbird.stats import WinRate, win_rate
from railbird.stats.paired import paired_difference

Array = NDArray[np.float64]
BOTS = (
    *("always-fold", "always-call", "always-raise", "random", "chump", "basic-rules", "advanced-rules"),
    *("simple", "simple(bluff=off)", "jag", "flock", "ehs", "style", "rezai", "saukonoja", "poki", "simbot"),
    *("aki-realbot", "newbot", "lain", "magpie", "vexbot", "brplayer", "psopti", "kestrel", "smooth-uct", "peregrine"),
)
"""Every bot of the gallery that plays limit hold'em and is not made of others."""
OTHERS = ("simple", "poki")
"""Who else is at the table; the first of them watches. Bots that play heads-up only meet the first alone."""
SEED = 2028
REPLICATES, QUICK = 6, 2
LEARNED, SCORED = 500, 500
"""Hands that are learned from before scoring begins, and hands that are scored."""
FIRST, APART = 10, 50
"""Beginners are scored over their first hands; every so many hands another one begins."""
MARGIN = 0.02
"""Nats by which a beginner may be worse: a fiftieth of what is to be predicted."""
CALIBRATED, ENOUGH = 0.05, 1_000
"""How far predictions may be from frequencies, in tenths with so many of them."""
OURS = "raven"
RIVALS = tuple(name for name in BELIEVERS if name != OURS)


class Scores(NamedTuple):
    """Mean scores of each believer in one replicate; nan if there was nothing to score."""

    losses: dict[str, float]
    """Log-losses of actions, after learning;"""
    hands: dict[str, float]
    """log-scores of hands on turn and river, after learning;"""
    first_losses: dict[str, float]
    first_hands: dict[str, float]
    """and the same of beginners."""
    expected: Array
    """What Raven expected of possible actions, after learning;"""
    happened: Array
    """and whether they were taken: 1 or 0."""


class ScoreKind(NamedTuple):
    """One kind of score, and whether less is better."""

    field: str
    title: str
    less: bool


SCORE_KINDS = (
    ScoreKind("losses", "log-loss of the next action, after learning (less is better)", True),
    ScoreKind("hands", "log-score of the hand on turn and river, after learning (more is better)", False),
    ScoreKind("first_losses", f"log-loss of the next action in the first {FIRST} hands", True),
    ScoreKind("first_hands", f"log-score of the hand on turn and river in the first {FIRST} hands", False),
)
Found = Mapping[str, Sequence[Scores]]
"""The scores of each replicate, by bot."""


def champion_belief(
    table: PublishedTable,
    quick: bool,
    progress: Progress,
    *,
    replicates: int | None = None,
    hands: tuple[int, int] = (LEARNED, SCORED),
) -> Reproduction:
    """Log-loss of the next action and log-score of the hand, of every bot."""
    count = replicates or (QUICK if quick else REPLICATES)
    found = {
        bot: _scores_of(table.name, number, count, hands, part_of(progress, number / len(BOTS), 0.99 / len(BOTS)))
        for number, bot in enumerate(BOTS)
    }
    every = [each for runs in found.values() for each in runs]
    calibration = calibration_of(*(np.concatenate(each) for each in zip(*(run[-2:] for run in every), strict=True)))
    after, after_hands, first, first_hands = SCORE_KINDS
    claims = (
        _better("it predicts the actions of every bot better than they do, after learning (95 %)", found, after),
        _better("it knows the hands of every bot better than they do, after learning (95 %)", found, after_hands),
        _not_worse(f"at first it predicts no bot by {MARGIN} nats worse than they do (95 %)", found, first),
        _not_worse(f"at first it knows the hands of no bot by {MARGIN} nats worse (95 %)", found, first_hands),
        _calibrated(calibration),
    )
    progress(1.0)
    return Reproduction(
        table,
        (),
        claims,
        f"{count} replicates of {sum(hands):,} hands of limit hold'em with {' and '.join(OTHERS)} (heads-up: with the "
        f"first alone, who watches), scored after {hands[0]:,}, seed {SEED}; beginners over their first {FIRST} hands, "
        f"one for every {APART}. Raven begins with types of players that were counted in other hands of the bots with "
        "an asterisk; Poki and Magpie begin with assumptions about nobody in particular",
        findings=(*(_table(found, part) for part in SCORE_KINDS), _calibration_table(calibration)),
        curves=_calibration_curve(calibration),
    )


def _scores_of(name: str, number: int, count: int, hands: tuple[int, int], progress: Progress) -> list[Scores]:
    """Play the hands of a bot, and score what is believed of it."""
    bot = BOTS[number]
    others = OTHERS if parse_bot(bot).refusal(limit(1 + len(OTHERS))) is None else OTHERS[:1]
    match = match_of((bot, *others), limit(1 + len(others)), sum(hands), row_seed(SEED, number), count)
    player, watcher, *_ = (entrant.player for entrant in match.entrants)
    every = played(f"{name} {bot}", [match], part_of(progress, 0.0, 0.7)).hands_of(0)
    tasks = [(player, watcher, hands[0], [str(hand) for hand in islice(every, sum(hands))]) for _ in range(count)]
    return parallel_map(_scored, tasks, progress=part_of(progress, 0.7, 0.3))


def _scored(task: tuple[str, str, int, Sequence[str]]) -> Scores:
    """The scores of one replicate: player, watcher, hands before scoring begins, and all hands as text."""
    player, watcher, before, texts = task
    hands = [Hand.parse(text) for text in texts]
    late = beliefs_of(BELIEVERS, hands, player, watcher).since(before)
    beginnings = (hands[begin : begin + FIRST] for begin in range(0, len(hands), APART))
    first = joined([beliefs_of(BELIEVERS, each, player, watcher) for each in beginnings])
    expected = late.triples[OURS]
    happened = np.zeros_like(expected)
    happened[np.arange(len(late.kinds)), late.kinds] = 1.0
    possible = expected > 0
    return Scores(
        {name: late.log_loss(name) for name in BELIEVERS},
        {name: late.log_score(name) for name in BELIEVERS},
        {name: first.log_loss(name) for name in BELIEVERS},
        {name: first.log_score(name) for name in BELIEVERS},
        expected[possible],
        happened[possible],
    )


def _known(runs: Sequence[Scores], part: ScoreKind) -> dict[str, Array]:
    """The scores of each believer in the replicates in which there was something to score."""
    scores = {name: np.array([getattr(each, part.field)[name] for each in runs]) for name in BELIEVERS}
    return {name: each[~np.isnan(each)] for name, each in scores.items()}


def gain(runs: Sequence[Scores], part: ScoreKind, rival: str) -> WinRate | None:
    """How much better Raven is than a rival; None if fewer than two replicates had something to score."""
    scores = _known(runs, part)
    if len(scores[OURS]) < 2:
        return None
    worse, better = (scores[rival], scores[OURS]) if not part.less else (scores[OURS], scores[rival])
    return paired_difference(worse, better)


def _gains(found: Found, part: ScoreKind) -> dict[str, WinRate]:
    """How much better Raven is than each rival on each bot."""
    every = {(bot, rival): gain(runs, part, rival) for bot, runs in found.items() for rival in RIVALS}
    return {f"{bot} ({rival.title()})": each for (bot, rival), each in every.items() if each is not None}


def _better(text: str, found: Found, part: ScoreKind) -> Claim:
    gains = _gains(found, part)
    missing = [name for name, each in gains.items() if each.interval[0] <= 0]
    return Claim(text, f"not {', '.join(missing)}" if missing else "yes", not missing, all_above(gains.values()))


def _not_worse(text: str, found: Found, part: ScoreKind) -> Claim:
    gains = _gains(found, part)
    missing = [name for name, each in gains.items() if each.interval[0] <= -MARGIN]
    decided = all_above(gains.values(), -MARGIN)
    return Claim(text, f"not surely for {', '.join(missing)}" if missing else "yes", not missing, decided)


def _calibrated(calibration: Calibration) -> Claim:
    far = np.abs(calibration.predicted - calibration.happened)[calibration.count >= ENOUGH]
    most = float(far.max()) if len(far) else 0.0
    return Claim(
        f"what it expects happens as often as it says, within {CALIBRATED:.0%} in each tenth of its predictions",
        f"at most {most:.1%} apart",
        most <= CALIBRATED,
        full_length=True,
    )


def _table(found: Found, part: ScoreKind) -> Finding:
    types = shipped_types(file_for(Betting.LIMIT)).names
    rows = []
    for bot, runs in found.items():
        scores, gains = _known(runs, part), [gain(runs, part, rival) for rival in RIVALS]
        cells = [f"{win_rate(each).mean:.3f}" if len(each) > 1 else "–" for each in scores.values()]
        more = ["–" if each is None else f"{each.mean:+.4f} ± {each.half:.4f}" for each in gains]
        rows.append((f"{bot}*" if bot in types else bot, *cells, *more))
    columns = ("bot", *(name.title() for name in BELIEVERS), *(f"better than {name.title()} by" for name in RIVALS))
    return Finding(part.title, columns, tuple(rows))


def _calibration_table(calibration: Calibration) -> Finding:
    columns = (calibration.predicted, calibration.happened, calibration.count)
    rows = tuple(
        (f"{predicted:.1%}", f"{happened:.1%}", f"{count:,}")
        for predicted, happened, count in zip(*columns, strict=True)
        if count
    )
    return Finding("what Raven expects of possible actions, after learning", ("expected", "happened", "times"), rows)


def _calibration_curve(calibration: Calibration) -> tuple[Curve, ...]:
    filled = calibration.count > 0
    expected = np.round(100 * calibration.predicted[filled]).astype(np.int64)
    return (
        Curve("Raven", expected, 100 * calibration.happened[filled], "% happened", "% expected"),
        Curve("exact", expected, expected.astype(np.float64), "% happened", "% expected"),
    )
