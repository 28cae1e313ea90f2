"""What Raven believes of every bot of the gallery, beside what Poki and Magpie believe.

All three watch the same hands from the seat of SimpleBot. Before each action of the bot they say how likely it folds,
calls and raises, and after each on turn and river how likely it holds each hand. The first is scored by log-loss
(−ln p of the action taken), the second by log-score (ln p of the hand that it held).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, part_of
from railbird.agent import MatchStart
from railbird.arena.parallel import parallel_map
from railbird.cards import hand_index
from railbird.gallery import parse_bot
from railbird.game import ActionKind, Hand, limit
from railbird.models.prediction_scores import LEAST, Calibration, score
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
"""Every bot of the gallery that plays limit hold'em alone."""
OTHERS = ("simple", "poki")
"""Who else is at the table, the first of whom watches; bots that play heads-up only meet the first alone."""
SEED = 2028
REPLICATES, QUICK = 6, 2
LEARNED, SCORED = 500, 500
"""Hands that are learned from before scoring begins, and hands that are scored."""
FIRST, APART = 10, 50
"""A beginner is scored over so many hands; another begins after so many."""
LEAST_HAND = 1e-5
"""Hands that are thought less likely count as this."""
TURN = 2
WATCHED = "raven"
RIVALS = tuple(name for name in BELIEVERS if name != WATCHED)


class WatchedHands(NamedTuple):
    """Hands of a bot in one replicate, as text."""

    bot: str
    player: str
    watcher: str
    hands: Sequence[str]


@dataclass(frozen=True, slots=True, eq=False)
class Beliefs:
    """What was believed before and after each action of a player, by name of the believer."""

    hand: NDArray[np.intp]
    """The number of the hand."""
    kinds: NDArray[np.intp]
    """The action that was taken."""
    triples: dict[str, Array]
    """What was expected: [actions, 3]."""
    held: dict[str, Array]
    """ln p of the hand that they held, after the action; nan pre-flop, on the flop and after a fold."""

    def losses(self, name: str) -> Array:
        """The log-loss of each action."""
        taken = self.triples[name][np.arange(len(self.kinds)), self.kinds]
        return np.asarray(-np.log(np.maximum(taken, LEAST)))

    def loss(self, name: str, since: int = 0) -> float:
        """The mean log-loss from a hand on."""
        return float(self.losses(name)[self.hand >= since].mean())

    def log_score(self, name: str, since: int = 0) -> float:
        """The mean log-score of the hand that was held, from a hand on; nan if turn and river were never reached."""
        scores = self.held[name][self.hand >= since]
        scores = scores[~np.isnan(scores)]
        return float(scores.mean()) if len(scores) else float("nan")


class Scores(NamedTuple):
    """Scores of one replicate, by name of the believer: as beginners, and when they have learned."""

    bot: str
    first: dict[str, float]
    first_held: dict[str, float]
    late: dict[str, float]
    late_held: dict[str, float]
    triples: Array
    """What Raven expected when it had learned, for the calibration;"""
    kinds: NDArray[np.intp]
    """and what was done."""


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
    before, length = hands[0], sum(hands)
    found: dict[str, list[Scores]] = {}
    for number, bot in enumerate(BOTS):
        mine = part_of(progress, number / len(BOTS), 0.98 / len(BOTS))
        match = match_of((bot, *_others(bot)), limit(1 + len(_others(bot))), length, row_seed(SEED, number), count)
        series = played(f"{table.name} {bot}", [match], part_of(mine, 0.0, 0.7))
        all_hands = series.hands_of(0)
        player, watcher = (match.entrants[index].player for index in (0, 1))
        tasks = [
            (WatchedHands(bot, player, watcher, [str(hand) for hand in islice(all_hands, length)]), before)
            for _ in range(count)
        ]
        found[bot] = parallel_map(_scored, tasks, progress=part_of(mine, 0.7, 0.3))
    progress(1.0)
    calibration = score(
        np.concatenate([each.triples for runs in found.values() for each in runs]),
        np.concatenate([each.kinds for runs in found.values() for each in runs]),
    ).calibration
    how = (
        f"{count} replicates of {length:,} hands of limit hold'em against {' and '.join(OTHERS)} (heads-up: the first "
        f"alone), scored after {before:,}, seed {SEED}; beginners over their first {FIRST} hands, one for every {APART}"
    )
    claims = (
        _better("next action, after learning: a lower log-loss than theirs, for every bot (95 %)", found, "late"),
        _better("hand on turn and river, after learning: a higher log-score, for every bot (95 %)", found, "late_held"),
        _not_worse(f"next action, first {FIRST} hands: for no bot a higher log-loss (95 %)", found, "first"),
        _not_worse(f"hand, first {FIRST} hands: for no bot a lower log-score (95 %)", found, "first_held"),
        _calibrated(calibration),
    )
    findings = (
        *(_table(title, found, which) for which, title in _TITLES.items()),
        _calibration_table(calibration),
    )
    return Reproduction(table, (), claims, how, findings=findings, curves=_calibration_curve(calibration))


def _others(bot: str) -> tuple[str, ...]:
    """Who else is at the table of a bot."""
    return OTHERS if parse_bot(bot).refusal(limit(1 + len(OTHERS))) is None else OTHERS[:1]


def beliefs_of(names: Sequence[str], hands: Sequence[Hand], player: str, watcher: str) -> Beliefs:
    """What several bots believe of a player while they learn, from the seat of another."""
    first = hands[0]
    match = MatchStart(first.game, first.players, first.players.index(watcher), len(hands))
    believers = {name: BELIEVERS[name](match) for name in names}
    numbers: list[int] = []
    kinds: list[ActionKind] = []
    triples: dict[str, list[Array]] = {name: [] for name in names}
    held: dict[str, list[float]] = {name: [] for name in names}
    for number, hand in enumerate(hands):
        seat, theirs = hand.players.index(watcher), hand.players.index(player)
        for believer in believers.values():
            believer.begin(hand.clone(0).view(seat))
        for turn, kind in _turns_of(hand, theirs):
            now, then = hand.clone(turn).view(seat), hand.clone(turn + 1).view(seat)
            scored = now.round >= TURN and kind is not ActionKind.FOLD
            numbers.append(number)
            kinds.append(kind)
            for name, believer in believers.items():
                triples[name].append(believer.expects(now, theirs))
                if scored:
                    likely = believer.hands_of(then, theirs)[hand_index(hand.hole_bytes[theirs])]
                held[name].append(float(np.log(max(likely, LEAST_HAND))) if scored else float("nan"))
        for believer in believers.values():
            believer.end(hand.view(seat))
    return Beliefs(
        np.array(numbers, np.intp),
        np.array(kinds, np.intp),
        {name: np.array(each).reshape(-1, 3) for name, each in triples.items()},
        {name: np.array(each) for name, each in held.items()},
    )


def _turns_of(hand: Hand, position: int) -> Iterator[tuple[int, ActionKind]]:
    for turn, action in enumerate(hand.actions):
        if action.player == position:
            yield turn, action.kind


def _scored(task: tuple[WatchedHands, int]) -> Scores:
    """The scores of one replicate."""
    (bot, player, watcher, texts), before = task
    hands, names = [Hand.parse(text) for text in texts], list(BELIEVERS)
    learned = beliefs_of(names, hands, player, watcher)
    beginners = [
        beliefs_of(names, hands[begin : begin + FIRST], player, watcher) for begin in range(0, len(hands), APART)
    ]
    first = Beliefs(
        np.concatenate([each.hand for each in beginners]),
        np.concatenate([each.kinds for each in beginners]),
        {name: np.concatenate([each.triples[name] for each in beginners]) for name in names},
        {name: np.concatenate([each.held[name] for each in beginners]) for name in names},
    )
    late = learned.hand >= before
    return Scores(
        bot,
        {name: first.loss(name) for name in names},
        {name: first.log_score(name) for name in names},
        {name: learned.loss(name, before) for name in names},
        {name: learned.log_score(name, before) for name in names},
        learned.triples[WATCHED][late],
        learned.kinds[late],
    )


_TITLES = {
    "late": "log-loss of the next action, after learning (lower is better)",
    "late_held": "log-score of the hand on turn and river, after learning (higher is better)",
    "first": f"log-loss of the next action in the first {FIRST} hands",
    "first_held": f"log-score of the hand on turn and river in the first {FIRST} hands",
}


def _values(runs: Sequence[Scores], which: str, name: str) -> Array:
    return np.array([getattr(each, which)[name] for each in runs])


def _gain(runs: Sequence[Scores], which: str, rival: str) -> WinRate | None:
    """How much better Raven is than a rival; None if there was too little to score."""
    mine, theirs = _values(runs, which, WATCHED), _values(runs, which, rival)
    known = ~np.isnan(mine)
    if known.sum() < 2:
        return None
    worse, better = (theirs, mine) if which.endswith("held") else (mine, theirs)
    return paired_difference(worse[known], better[known])


def _gains(found: dict[str, list[Scores]], which: str) -> dict[str, WinRate]:
    """How much better Raven is than each rival on each bot."""
    gains = {}
    for bot, runs in found.items():
        for rival in RIVALS:
            if (gain := _gain(runs, which, rival)) is not None:
                gains[f"{bot} ({rival.title()})"] = gain
    return gains


def _better(text: str, found: dict[str, list[Scores]], which: str) -> Claim:
    gains = _gains(found, which)
    missing = [name for name, gain in gains.items() if gain.interval[0] <= 0]
    return Claim(text, "yes" if not missing else f"not {', '.join(missing)}", not missing, all_above(gains.values()))


def _not_worse(text: str, found: dict[str, list[Scores]], which: str) -> Claim:
    gains = _gains(found, which)
    worse = [name for name, gain in gains.items() if gain.interval[1] < 0]
    return Claim(text, "yes" if not worse else f"not {', '.join(worse)}", not worse)


CALIBRATED, ENOUGH = 0.05, 1_000
"""How far predictions may be from frequencies, in tenths with enough of them."""


def _calibrated(calibration: Calibration) -> Claim:
    far = np.abs(calibration.predicted - calibration.happened)[calibration.count >= ENOUGH]
    most = float(far.max()) if len(far) else 0.0
    return Claim(
        f"what Raven expects happens as often as it says, within {CALIBRATED:.0%} in each tenth of its predictions",
        f"at most {most:.1%} apart",
        most <= CALIBRATED,
        full_length=True,
    )


def _table(title: str, found: dict[str, list[Scores]], which: str) -> Finding:
    rows = []
    for bot, runs in found.items():
        gains = [_gain(runs, which, rival) for rival in RIVALS]
        if None in gains:
            rows.append((bot, *["–"] * (len(BELIEVERS) + len(RIVALS))))
            continue
        rows.append(
            (
                bot,
                *(f"{win_rate(_values(runs, which, name)).mean:.3f}" for name in BELIEVERS),
                *(f"{gain.mean:+.4f} ± {gain.half:.4f}" for gain in gains if gain is not None),
            )
        )
    columns = ("bot", *(name.title() for name in BELIEVERS), *(f"better than {name.title()} by" for name in RIVALS))
    return Finding(title, columns, tuple(rows))


def _calibration_table(calibration: Calibration) -> Finding:
    rows = tuple(
        (f"{predicted:.1%}", f"{happened:.1%}", f"{count:,}")
        for predicted, happened, count in zip(
            calibration.predicted, calibration.happened, calibration.count, strict=True
        )
        if count
    )
    return Finding("calibration of Raven, after learning", ("expected", "happened", "predictions"), rows)


def _calibration_curve(calibration: Calibration) -> tuple[Curve, ...]:
    known = calibration.count > 0
    expected = np.round(100 * calibration.predicted[known]).astype(np.int64)
    return (
        Curve("Raven", expected, 100 * calibration.happened[known], "% happened", "% expected"),
        Curve("exact", expected, expected.astype(np.float64), "% happened", "% expected"),
    )
