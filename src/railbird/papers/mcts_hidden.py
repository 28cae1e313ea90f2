"""MCTS with hidden information: phantom tic-tac-toe (Cowling, Powley and Whitehouse 2012) and rock-paper-scissors."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np

from railbird._progress import Progress
from railbird.papers.game_rounds import Pairing, PairingResult, play_pairings
from railbird.papers.published import PublishedTable
from railbird.papers.verdict import Claim, Finding, Ours, Reproduction, compare
from railbird.stats import win_rate

PHANTOM = "phantom-tic-tac-toe"
PHANTOM_SEED = 2012
PHANTOM_ITERATIONS = 500
PHANTOM_GAMES = 100
"""Games of each pair."""
TREES = 10
"""Trees of the determinized player and of the cheating ensemble, which share the iterations."""
PHANTOM_PLAYERS = {
    "cheating ensemble": f"cheating-ensemble(iterations={PHANTOM_ITERATIONS}, trees={TREES})",
    "cheating": f"cheating-uct(iterations={PHANTOM_ITERATIONS})",
    "MO-ISMCTS": f"mo-ismcts(iterations={PHANTOM_ITERATIONS})",
    "determinized": f"determinized(iterations={PHANTOM_ITERATIONS}, trees={TREES})",
    "SO-ISMCTS": f"so-ismcts(iterations={PHANTOM_ITERATIONS})",
}
"""In the published order."""
MORE_ITERATIONS = 2_000
MORE_GAMES = 24
"""For two pairs with more iterations, to see where their order comes from."""
MORE_PAIRS = (("MO-ISMCTS", "determinized"), ("determinized", "SO-ISMCTS"))
CHEATING = ("cheating ensemble", "cheating")

ROCK_SEED = 24
ROUNDS = 200
"""Rounds of a game of rock-paper-scissors; the modelling player begins each game without knowledge."""
ROCK_GAMES = 200
BIAS = (0.5, 0.25, 0.25)
BIASED = "biased(rock=0.5, paper=0.25, scissors=0.25)"
ROCK_PLAYERS = {"equilibrium": "equilibrium", "modelling": "counting"}
PAYOFF = ((0, -1, 1), (1, 0, -1), (-1, 1, 0))

Pairs = Mapping[tuple[str, str], PairingResult]


def mcts_phantom(table: PublishedTable, quick: bool, progress: Progress, *, games: int | None = None) -> Reproduction:
    """All pairs of the five players at equal iterations; their order by mean score beside the published one."""
    count = games or (PHANTOM_GAMES // 10 if quick else PHANTOM_GAMES)
    pairs = list(combinations(PHANTOM_PLAYERS, 2))
    pairings = [
        Pairing(PHANTOM, PHANTOM_PLAYERS[one], PHANTOM_PLAYERS[other], count, PHANTOM_SEED) for one, other in pairs
    ]
    more = max(2, MORE_GAMES * count // PHANTOM_GAMES)
    for pair in MORE_PAIRS:
        one, other = (_with_iterations(PHANTOM_PLAYERS[name], MORE_ITERATIONS) for name in pair)
        pairings.append(Pairing(PHANTOM, one, other, more, PHANTOM_SEED))
    played = play_pairings("mcts-phantom", pairings, progress)
    results = dict(zip(pairs, played, strict=False))
    means = {name: _mean(name, results) for name in PHANTOM_PLAYERS}
    order = sorted(PHANTOM_PLAYERS, key=lambda name: -means[name])
    ours = {"rank": {name: Ours(order.index(name) + 1) for name in PHANTOM_PLAYERS}}
    how = (
        f"{2 * pairings[0].rounds} games of each pair, both seats, {PHANTOM_ITERATIONS} iterations per move, "
        f"{TREES} trees, seed {PHANTOM_SEED}"
    )
    findings = (_cross_table(results, means), _more(results, played[len(pairs) :]), _thinking(results))
    return Reproduction(table, compare(table, ours), _phantom_claims(results), how, WHY_ORDER, findings=findings)


WHY_ORDER = (
    "The published order is at 10,000 iterations per move. The intervals of the pairs tell which differences are "
    "certain: players next to each other may change places by chance. The table with more iterations tests whether the "
    "rest is a matter of the budget."
)


def _mean(name: str, results: Pairs) -> float:
    """The mean score of a player against the other four."""
    scores = [
        result.score if name == one else 1 - result.score
        for (one, other), result in results.items()
        if name in (one, other)
    ]
    return float(np.mean(scores))


def _cross_table(results: Pairs, means: Mapping[str, float]) -> Finding:
    rows = []
    for name in PHANTOM_PLAYERS:
        cells = []
        for other in PHANTOM_PLAYERS:
            if name == other:
                cells.append("")
            elif (name, other) in results:
                cells.append(results[name, other].text)
            else:
                mirror = results[other, name]
                low, high = mirror.interval
                cells.append(f"{100 - 100 * mirror.score:.1f} ({100 - 100 * high:.1f} to {100 - 100 * low:.1f})")
        rows.append((name, *cells, f"{100 * means[name]:.1f}"))
    return Finding(
        "score of the row against the column in % (95 % interval)", ("", *PHANTOM_PLAYERS, "mean"), tuple(rows)
    )


def _with_iterations(player: str, iterations: int) -> str:
    return re.sub(r"iterations=\d+", f"iterations={iterations}", player)


def _more(results: Pairs, played: Sequence[PairingResult]) -> Finding:
    """Two pairs with few and with more iterations."""
    rows = tuple(
        (f"{one} against {other}", results[one, other].text, more.text)
        for (one, other), more in zip(MORE_PAIRS, played, strict=True)
    )
    few = f"{PHANTOM_ITERATIONS:,} iterations"
    title = f"score in % of two pairs with more iterations, {played[0].games} games each (95 % interval)"
    return Finding(title, ("", few, f"{MORE_ITERATIONS:,} iterations"), rows)


def _thinking(results: Pairs) -> Finding:
    """How long a choice takes: iterations of different searches do not cost the same."""
    rows = []
    for name in PHANTOM_PLAYERS:
        times = [result.seconds_per_choice(pair.index(name)) for pair, result in results.items() if name in pair]
        rows.append((name, f"{1e3 * np.mean(times):.0f}"))
    return Finding("wall-clock milliseconds per choice, in the mean over all pairs", ("", "ms"), tuple(rows))


def _phantom_claims(results: Pairs) -> tuple[Claim, ...]:
    honest = [result for (one, other), result in results.items() if one in CHEATING and other not in CHEATING]
    weakest = min(honest, key=lambda each: each.score)
    certain = [pair for pair, result in results.items() if result.interval[1] < 0.5]
    multiple, single = results["MO-ISMCTS", "determinized"], results["MO-ISMCTS", "SO-ISMCTS"]
    return (
        Claim(
            "both cheating players beat all honest ones",
            f"the closest pair: {weakest.text} %",
            weakest.score > 0.5,
            all(each.decides for each in honest),
        ),
        Claim(
            "no pair contradicts the published order with 95 % certainty",
            "none"
            if not certain
            else "; ".join(f"{other} beats {one}: {results[one, other].text} %" for one, other in certain),
            not certain,
            all(each.decides for each in results.values()),
        ),
        Claim(
            "MO-ISMCTS scores at least one half against the determinized player and SO-ISMCTS",
            f"{multiple.text} % and {single.text} %",
            min(multiple.score, single.score) >= 0.5,
            multiple.decides and single.decides,
        ),
    )


def mcts_rock_paper_scissors(
    table: PublishedTable, quick: bool, progress: Progress, *, games: int | None = None
) -> Reproduction:
    """What the equilibrium and a modelling player win from a biased player, beside the exact expectation."""
    count = games or (ROCK_GAMES // 10 if quick else ROCK_GAMES)
    game = f"rock-paper-scissors(rounds={ROUNDS})"
    pairings = [Pairing(game, player, BIASED, count, ROCK_SEED) for player in ROCK_PLAYERS.values()]
    results = dict(zip(ROCK_PLAYERS, play_pairings("mcts-rock-paper-scissors", pairings, progress), strict=True))
    rates = {name: win_rate(result.returns / ROUNDS) for name, result in results.items()}
    ours = {"won per round": {name: Ours(rate.mean, rate.standard_error, rate.samples) for name, rate in rates.items()}}
    equilibrium, modelling = rates["equilibrium"], rates["modelling"]
    claims = (
        Claim(
            "the equilibrium wins nothing from a biased player, within three standard errors",
            f"{equilibrium.mean:+.4f} ± {equilibrium.half:.4f} per round",
            abs(equilibrium.mean) <= 3 * equilibrium.standard_error,
        ),
        Claim(
            "the modelling player wins (95 %)",
            f"{modelling.mean:+.4f} ± {modelling.half:.4f} per round; a best response from the start wins "
            f"{best_response(BIAS):+.4f}",
            modelling.interval[0] > 0,
        ),
    )
    how = f"{2 * pairings[0].rounds} games of {ROUNDS} rounds each against {BIASED}, seed {ROCK_SEED}"
    return Reproduction(table, compare(table, ours), claims, how)


def best_response(bias: Sequence[float]) -> float:
    """What a best response to fixed frequencies wins in a round.

    >>> best_response((0.5, 0.25, 0.25))
    0.25
    """
    return float(max(np.array(PAYOFF) @ np.array(bias)))


def exact_counting(bias: Sequence[float], rounds: int) -> float:
    """The expected win per round of a player who best-responds to the counts so far, each choice counted once before.

    The distribution of the counts of rock and paper is carried from round to round. Equally good responses are equally
    likely.

    >>> exact_counting((1.0, 0.0, 0.0), 2)
    0.5
    """
    payoff = np.array(PAYOFF)
    expected = payoff @ np.array(bias)
    chances = np.zeros((rounds + 1, rounds + 1))
    chances[0, 0] = 1.0
    rock, paper = np.indices(chances.shape)
    total = 0.0
    for played in range(rounds):
        counts = np.stack([rock, paper, played - rock - paper])
        values = np.tensordot(payoff, counts, axes=1)
        best = values == values.max(axis=0)
        total += float((chances * (expected @ best.reshape(3, -1)).reshape(chances.shape) / best.sum(axis=0)).sum())
        after = chances * bias[2]
        after[1:] += chances[:-1] * bias[0]
        after[:, 1:] += chances[:, :-1] * bias[1]
        chances = after
    return total / rounds
