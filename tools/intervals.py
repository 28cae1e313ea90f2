"""Write docs/results/intervals.md: how often intervals cover the truth, what adjustments save, how often tests err.

Hundreds of matches between the same bots are played with different seeds. A valid 95 % interval covers the long-run
win rate in 95 % of them; an unbiased adjustment has the same mean over all of them as the plain winnings. Results are
cached in build/intervals, so that the tool can be resumed. It takes about twenty minutes on two cores.
"""

from __future__ import annotations

import json
import math
import multiprocessing
import platform
import sys
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np
from freeze_outs import freeze_out_section
from rich.progress import track

from railbird.arena import DealingScheme, Entrant, MatchDefinition, play_match
from railbird.arena.definition import Adjustment
from railbird.gallery import parse_bot
from railbird.game import limit, parse_game
from railbird.stats import win_rate
from railbird.stats.sequential import BetterThan, looks

ROOT = Path(__file__).parents[1]
CACHE = ROOT / "build" / "intervals"
DOCUMENT = ROOT / "docs" / "results" / "intervals.md"
MATCHES = 1000
TESTS = 2000

HEADS_UP = ("simple", "simple(bluff=off)")
THREE = ("simple", "simple(bluff=off)", "always-call")
LEARNER = ("chump", "simple(bluff=off)")

Job = dict[str, Any]
CASES: dict[str, Job] = {
    "heads-up, plain": {"bots": HEADS_UP, "dealing": "plain", "hands": 500},
    "heads-up, duplicate": {"bots": HEADS_UP, "dealing": "duplicate", "hands": 500},
    "three players, plain": {"bots": THREE, "dealing": "plain", "hands": 300},
    "three players, duplicate": {"bots": THREE, "dealing": "duplicate", "hands": 300},
    "no-limit heads-up, plain": {"bots": HEADS_UP, "dealing": "plain", "hands": 500, "game": "nolimit(stack=50bb)"},
    "a learner, 12 replicates": {"bots": LEARNER, "dealing": "plain", "hands": 150, "replicates": 12},
}
WORTH: dict[str, Job] = {
    "heads-up, SimpleBot against NoBluff": {"bots": HEADS_UP, "hands": 20_000},
    "three players, SimpleBot, NoBluff and always-call": {"bots": THREE, "hands": 20_000},
}


def definition_of(job: Job, seed: int) -> MatchDefinition:
    bots = job["bots"]
    game = parse_game(job["game"]) if "game" in job else limit(len(bots))
    entrants = tuple(Entrant(parse_bot(bot), player=f"player{number}") for number, bot in enumerate(bots))
    dealing, replicates = DealingScheme(job["dealing"]), job.get("replicates", 1)
    return MatchDefinition(
        game=game,
        entrants=entrants,
        hands=job["hands"],
        seed=seed,
        dealing=dealing,
        replicates=replicates,
        adjust=Adjustment.LUCK,
    )


def play(work: tuple[Job, int]) -> list[list[float]]:
    """By player: win rate and half width of the interval, plain and adjusted for luck."""
    job, seed = work
    players = play_match(definition_of(job, seed)).players
    return [[each.plain.mean, each.plain.half, each.rate.mean, each.rate.half] for each in players]


def repeated(name: str, job: Job, work: Callable[[tuple[Job, int]], list[Any]] = play) -> np.ndarray:
    """The results of the matches of a case, played or read from the cache; by default [matches, players, 4]."""
    file = CACHE / f"{name.replace(' ', '-').replace(',', '')}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    done = [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []
    remaining = [(job, seed) for seed in range(len(done), MATCHES)]
    with multiprocessing.get_context("spawn").Pool() as pool, file.open("a") as cache:
        for result in track(pool.imap(work, remaining), name, total=len(remaining), disable=not remaining):
            cache.write(json.dumps(result) + "\n")
            cache.flush()
            done.append(result)
    return np.array(done[:MATCHES])


def coverage() -> list[str]:
    lines = [
        "| match | player | mean won | luck taken out | difference ± its error | coverage | coverage, luck taken out |",
        "|---|---|---:|---:|---:|---:|---:|",
    ]
    for name, job in CASES.items():
        results = repeated(name, job)
        for player, bot in enumerate(job["bots"]):
            plain, half, adjusted, narrow = results[:, player].T
            weights = (1 / plain.var(), 1 / adjusted.var())
            truth = np.average([plain.mean(), adjusted.mean()], weights=weights)
            difference = win_rate(adjusted - plain)
            covered = [np.mean(np.abs(rate - truth) <= width) for rate, width in ((plain, half), (adjusted, narrow))]
            lines.append(
                f"| {name} | {bot} | {plain.mean():+.4f} | {adjusted.mean():+.4f} | "
                f"{difference.mean:+.4f} ± {difference.standard_error:.4f} | "
                f"{100 * covered[0]:.1f} % | {100 * covered[1]:.1f} % |"
            )
    return lines


def aivat_worth() -> list[str]:
    """How many times more hands AIVAT is worth, heads-up."""
    lines = ["| dealing | duplicate alone | AIVAT |", "|---|---:|---:|"]
    plain = None
    for dealing in ("plain", "duplicate"):
        file = CACHE / f"aivat-{dealing}.npy"
        if not file.exists():
            print(f"playing AIVAT, {dealing}", file=sys.stderr)
            definition = definition_of({"bots": HEADS_UP, "hands": 4000, "dealing": dealing}, 1)
            player = play_match(replace(definition, adjust=Adjustment.AIVAT)).players[0]
            hands = 4000 * definition.seatings
            np.save(file, np.array([player.plain.standard_error, player.rate.standard_error]) ** 2 * hands)
        variances = np.load(file)
        plain = variances[0] if plain is None else plain
        alone = "" if dealing == "plain" else f"{plain / variances[0]:.1f}"
        lines.append(f"| {dealing} | {alone} | {plain / variances[1]:.1f} |")
    return lines


def samples(job: Job) -> tuple[np.ndarray, np.ndarray, int]:
    """Winnings by hand with plain dealing; by deal with duplicate dealing, plain and adjusted; hands per deal."""
    from railbird.arena.evidence import Evidence
    from railbird.arena.match_record import MatchRecord

    class Remembers(MatchRecord):
        def add(self, chunk: Any) -> None:
            evidence.add(chunk.leg, chunk.hands)
            payoffs.add(chunk.leg, chunk.payoffs, finished=chunk.finished)

    plain = definition_of({**job, "dealing": "plain"}, 1)
    payoffs = MatchRecord(plain).payoffs()
    evidence = Evidence(plain, payoffs)
    play_match(replace(plain, adjust=Adjustment.NONE), record=Remembers(plain))
    won = payoffs.samples(by_replicate=False)
    duplicate = definition_of({**job, "dealing": "duplicate"}, 1)
    payoffs = MatchRecord(duplicate).payoffs()
    evidence = Evidence(duplicate, payoffs)
    play_match(replace(duplicate, adjust=Adjustment.NONE), record=Remembers(duplicate))
    both = [payoffs.samples(by_replicate=False), evidence.samples(by_replicate=False)]
    return won, np.stack(both), duplicate.seatings


def worth() -> tuple[list[str], dict[str, np.ndarray]]:
    lines = [
        "| match | player | duplicate | duplicate and luck taken out |",
        "|---|---|---:|---:|",
    ]
    pools = {}
    for name, job in WORTH.items():
        file = CACHE / f"{len(job['bots'])}-players.npz"
        if not file.exists():
            print(f"playing {name}", file=sys.stderr)
            won, deals, seatings = samples(job)
            file.parent.mkdir(parents=True, exist_ok=True)
            np.savez(file, won=won, deals=deals, seatings=seatings)
        cached = np.load(file)
        ratios = cached["won"].var(axis=0) / (cached["deals"].var(axis=1) * int(cached["seatings"]))
        for player, bot in enumerate(job["bots"]):
            lines.append(f"| {name} | {bot} | {ratios[0, player]:.1f} | {ratios[1, player]:.1f} |")
        pools[name] = cached["deals"][1, :, 0]
    return lines, pools


def tests(pools: dict[str, np.ndarray]) -> list[str]:
    """How often the test wrongly decides matches between equals, made from real deals drawn at random."""
    lines = [
        "| deals of | stated error | matches | wrong | wrong with a plain 95 % interval |",
        "|---|---:|---:|---:|---:|",
    ]
    chance, planned = np.random.default_rng(1), 5000
    for name, pool in pools.items():
        equal = pool - pool.mean()
        wrong, plainly = 0, 0
        for _ in track(range(TESTS), f"tests, {name}"):
            drawn = chance.choice(equal, planned)
            rates = [win_rate(drawn[:count]) for count in looks(planned)]
            wrong += any(BetterThan(0.0, 0.05).verdict(drawn[:count, None], planned) for count in looks(planned))
            plainly += any(abs(rate.mean) > rate.half for rate in rates)
        lines.append(f"| {name} | 5 % | {TESTS:,} | {100 * wrong / TESTS:.1f} % | {100 * plainly / TESTS:.1f} % |")
    return lines


EQUALS: dict[str, Job] = {
    "limit, duplicate, luck taken out": {"bots": ("simple", "simple"), "dealing": "duplicate", "hands": 600},
    "no-limit": {
        "bots": ("simple", "simple"),
        "dealing": "plain",
        "hands": 1500,
        "game": "nolimit(stack=50bb)",
        "adjust": "none",
    },
}


def judge(work: tuple[Job, int]) -> list[float]:
    """Whether the test decides a match between equals, and the number of hands."""
    job, seed = work
    definition = replace(definition_of(job, seed), adjust=Adjustment(job.get("adjust", "luck")), stop=BetterThan(0.0))
    result = play_match(definition)
    return [float(result.verdict is not None), float(result.hands)]


def real_tests() -> list[str]:
    lines = ["| matches between equals | test | stated error | matches | wrong |", "|---|---|---:|---:|---:|"]
    for name, job in EQUALS.items():
        results = repeated(f"equals {name}", job, judge)
        test = "t-test" if job.get("adjust") != "none" else "betting test"
        lines.append(f"| {name} | {test} | 5 % | {len(results):,} | {100 * results[:, 0].mean():.1f} % |")
    return lines


def main() -> None:
    covered = coverage()
    ratios, pools = worth()
    known = aivat_worth()
    erring = tests(pools)
    really = real_tests()
    freeze_outs = freeze_out_section()
    error = 100 * math.sqrt(0.95 * 0.05 / MATCHES)
    text = f"""# Intervals put to the test

Written by `python tools/intervals.py` on {date.today()}, Python {platform.python_version()}, {platform.machine()}.

## How often 95 % intervals cover the truth

{MATCHES} matches of each kind, with seeds 0 to {MATCHES - 1}; their lengths are in the tool (`CASES`).
The truth is the mean over all of them. Coverage of 95 % measured over {MATCHES} matches has a standard
error of {error:.1f} %. Rates are in sb/h, in no-limit in bb/100. If an adjustment is unbiased, the difference
of the means is 0 up to its error; of so many differences one or two may be twice as large as their error.

{chr(10).join(covered)}

{freeze_outs}
## What adjustments are worth

How many times as many hands plain dealing needs for the same interval (20,000 deals, seed 1).

{chr(10).join(ratios)}

The same with AIVAT, SimpleBot against NoBluff, which both state their policy (4,000 deals, seed 1):

{chr(10).join(known)}

## How often sequential tests err

Matches between equals of up to 5,000 deals, drawn from those above and checked {len(looks(5000))} times.

{chr(10).join(erring)}

The same in real matches, adjusted again at every check:

{chr(10).join(really)}
"""
    DOCUMENT.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
