"""Smooth UCT and UCT (Heinrich and Silver 2015): exploitability in small games, and matches in limit hold'em."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, part_of
from railbird.abstraction import load_strategies
from railbird.abstraction.strategy_file import WHOLE
from railbird.arena import DealingScheme
from railbird.game import parse_game
from railbird.papers.built_equilibria import BuiltEquilibrium, built
from railbird.papers.matches import first_of_replicates, match_of, played, row_seed
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Curve, Finding, Reproduction, all_above, rate_text
from railbird.solve import GameTree, SequenceForm, evaluate_profile, parse_solver
from railbird.solve.buckets import BucketGame, joint_tables, won_between
from railbird.stats import WinRate, win_rate

SEED = 2015
SEEDS, QUICK_SEEDS = 10, 3
GAMES = {"kuhn": 10_000_000, "leduc": 100_000_000}
"""Small games, and the episodes of each run."""
QUICK_SHARE = 10
"""A quick run has a tenth of the episodes."""
STEPS = 4
"""Measurements in each decade of episodes."""
FIRST = 1_000
SMOOTH, PLAIN = "smooth-uct", "uct"
PLAN = (
    "limit; buckets(preflop=3, flop=2, turn=2, river=2); boards=20000, seed={seed}, iterations={count}, method={method}"
)
BLOCKS, QUICK_BLOCKS = 2_000, 20
"""Iterations of self-play in hold'em, 100,000 episodes each."""
PAIRS, QUICK_PAIRS = 3, 1
"""Strategies of each method, from different seeds."""
DEALS, QUICK_DEALS = 20_000, 1_000

Runs = NDArray[np.float64]
"""[seeds, measurements]: exploitabilities, in chips."""


def smooth_uct(
    table: PublishedTable,
    quick: bool,
    progress: Progress,
    *,
    games: Mapping[str, int] | None = None,
    plan: str = PLAN,
    blocks: int | None = None,
    deals: int | None = None,
) -> Reproduction:
    """Exact exploitabilities of both methods over many seeds, and matches between their strategies."""
    games = games or {name: count // (QUICK_SHARE if quick else 1) for name, count in GAMES.items()}
    seeds = QUICK_SEEDS if quick else SEEDS
    found: dict[str, dict[str, Runs]] = {}
    for number, (game, count) in enumerate(games.items()):
        share = part_of(progress, 0.3 * number / len(games), 0.3 / len(games))
        found[game] = _curves(game, _points(count), seeds, share)
    blocks, deals = blocks or (QUICK_BLOCKS if quick else BLOCKS), deals or (QUICK_DEALS if quick else DEALS)
    pairs = QUICK_PAIRS if quick else PAIRS
    files = _built(plan, blocks, pairs, part_of(progress, 0.3, 0.5))
    exact = _exact(files, part_of(progress, 0.8, 0.1))
    won = _matches(plan.split(";")[0], files, deals, part_of(progress, 0.9, 0.1))
    claims = [claim for game, runs in found.items() for claim in _claims(game, runs)]
    return Reproduction(
        table,
        (),
        (*claims, _better_in_the_abstract_game(exact), _better(won)),
        f"{', '.join(f'{game} with {count:,} episodes' for game, count in games.items())}, {seeds} seeds from {SEED}; "
        f"hold'em with {100_000 * blocks:,} episodes, {pairs} strategies of each method, {deals:,} deals in both seats "
        "between each pair; c is 0.7 of the range of payoffs, 0.5 in hold'em; γ 0.1, η 0.9, d 0.001",
        findings=tuple(_finding(game, runs, _points(games[game])) for game, runs in found.items()),
        curves=tuple(
            Curve(f"{method} on {game}", _points(games[game]), each.mean(axis=0), "chips", "episodes")
            for game, runs in found.items()
            for method, each in runs.items()
        ),
    )


def _points(last: int) -> NDArray[np.int64]:
    """Numbers of episodes, evenly spaced on a logarithmic scale: some in each decade, up to the last.

    >>> _points(100_000).tolist()[-5:]
    [10000, 17783, 31623, 56234, 100000]
    """
    decades = np.log10(last / FIRST)
    return np.rint(last * 10 ** (np.arange(-int(decades * STEPS), 1) / STEPS)).astype(np.int64)


def _curves(game: str, points: NDArray[np.int64], seeds: int, progress: Progress) -> dict[str, Runs]:
    form = SequenceForm.of(GameTree.expand(game))
    found: dict[str, Runs] = {name: np.empty((seeds, len(points))) for name in (PLAIN, SMOOTH)}
    done, total = 0, 2 * seeds * int(points[-1])
    for method, runs in found.items():
        for seed in range(seeds):
            solver = parse_solver(f"{method}(seed={SEED + seed})").make(form)
            for number, count in enumerate(points.tolist()):
                while solver.iterations < count:
                    step = min(count - solver.iterations, 1_000_000)
                    solver.run(step)
                    done += step
                    progress(done / total)
                runs[seed, number] = evaluate_profile(form, solver.average()).exploitability
    return found


def _claims(game: str, runs: Mapping[str, Runs]) -> list[Claim]:
    """What the last decade of episodes did to both: ln(before / after), seed by seed."""
    falls = {method: np.log(each[:, -1 - STEPS] / each[:, -1]) for method, each in runs.items()}
    smooth, plain, more = (win_rate(each) for each in (falls[SMOOTH], falls[PLAIN], falls[SMOOTH] - falls[PLAIN]))
    early = win_rate(runs[PLAIN][:, 0] / runs[SMOOTH][:, 0] - 1)
    below = win_rate(runs[PLAIN][:, -1] - runs[SMOOTH][:, -1])
    low, high = early.interval
    return [
        Claim(
            f"{game}: in the last decade of episodes the exploitability of Smooth UCT falls",
            f"ln(before / after) is {rate_text(smooth)}",
            smooth.interval[0] > 0,
            decided=all_above([smooth]),
        ),
        Claim(
            f"{game}: that of UCT does not fall by as much, and ends above",
            f"ln(before / after) is {rate_text(plain)}, less by {rate_text(more)}; it ends {rate_text(below)} above",
            more.interval[0] > 0 and below.interval[0] > 0,
            decided=all_above([more, below]),
            full_length=True,
        ),
        Claim(
            f"{game}: both begin alike, within 20 %",
            f"UCT's is larger by {early.mean:+.1%} ({low:+.1%} to {high:+.1%}) at first",
            -0.2 <= low <= high <= 0.2,
            decided=-0.2 <= low <= high <= 0.2 or low > 0.2 or high < -0.2,
        ),
    ]


def _finding(game: str, runs: Mapping[str, Runs], points: NDArray[np.int64]) -> Finding:
    rows = []
    for number in range(len(points) - 1, -1, -STEPS):
        rates = [win_rate(each[:, number]) for each in runs.values()]
        rows.append((f"{points[number]:,}", *(f"{rate.mean:.4f} ± {rate.half:.4f}" for rate in rates)))
    title = f"{game}: exploitability in chips after episodes, with 95 % intervals over seeds"
    return Finding(title, ("episodes", *runs), tuple(reversed(rows)))


def _built(plan: str, blocks: int, pairs: int, progress: Progress) -> dict[str, list[BuiltEquilibrium]]:
    """Each method's strategies."""
    found: dict[str, list[BuiltEquilibrium]] = {PLAIN: [], SMOOTH: []}
    for number, (method, seed) in enumerate((method, seed) for method in found for seed in range(pairs)):
        share = part_of(progress, number / (2 * pairs), 1 / (2 * pairs))
        found[method].append(built(plan.format(seed=1 + seed, count=blocks, method=method), share))
    return found


def _exact(files: Mapping[str, Sequence[BuiltEquilibrium]], progress: Progress) -> list[float]:
    """What Smooth UCT wins from UCT in the abstract game of each pair, in small bets a hand."""
    won = []
    for number, pair in enumerate(zip(files[SMOOTH], files[PLAIN], strict=True)):
        smooth, plain = (load_strategies(each.path)[WHOLE] for each in pair)
        share = part_of(progress, number / len(files[SMOOTH]), 1 / len(files[SMOOTH]))
        plan = pair[0].plan
        tables = joint_tables(smooth.abstraction, boards=plan.boards, seed=plan.seed, progress=share)
        game = BucketGame(smooth.tree, smooth.abstraction, tables)
        won.append(won_between(game, smooth, plain) / smooth.tree.spot.game.bets[0])
    return won


def _matches(
    game: str, files: Mapping[str, Sequence[BuiltEquilibrium]], deals: int, progress: Progress
) -> list[WinRate]:
    """What Smooth UCT wins from UCT at the table, for each pair."""
    pairs = [
        tuple(f"kestrel(strategy={each.path})" for each in pair)
        for pair in zip(files[SMOOTH], files[PLAIN], strict=True)
    ]
    matches = [
        replace(match_of(pair, parse_game(game), deals, row_seed(SEED, number), 1), dealing=DealingScheme.DUPLICATE)
        for number, pair in enumerate(pairs)
    ]
    series = played("smooth-uct", matches, progress)
    return [win_rate(first_of_replicates(series, number).ravel()) for number in range(len(pairs))]


def _better_in_the_abstract_game(won: Sequence[float]) -> Claim:
    return Claim(
        "abstract limit hold'em, exactly: Smooth UCT beats UCT after as many episodes, with each pair of strategies",
        f"{', '.join(f'{each:+.4f}' for each in won)} sb/h",
        min(won) > 0,
        full_length=True,
    )


def _better(won: Sequence[WinRate]) -> Claim:
    return Claim(
        "limit hold'em: Smooth UCT beats UCT after as many episodes, with each pair of strategies",
        f"{'; '.join(map(rate_text, won))} sb/h",
        all(rate.interval[0] > 0 for rate in won),
        decided=all_above(won),
        full_length=True,
    )
