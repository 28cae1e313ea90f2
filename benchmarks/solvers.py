"""Solving games, beside OpenSpiel's solvers in C++: the same game and algorithm, to the same exploitability."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from benchmarks.harness import Contestant, Task, peer
from railbird.solve import GameTree, SequenceForm, parse_solver, solve_game

GOAL = 1e-3
"""The exploitability of Leduc at which the race ends, in chips."""
GROWTH = 1.1
"""Both sides measure the exploitability when the iterations have grown by this factor."""
ITERATIONS = 20
SAMPLED_ITERATIONS = 300


def solvers() -> Iterator[Task]:
    yield Task(
        f"Leduc by CFR+ to an exploitability of {GOAL:g}, from the rules of the game to a strategy",
        [
            Contestant(
                "railbird, expanding the game included", lambda: solve_game("leduc", "cfr+", to=GOAL), ours=True
            ),
            *_open_spiel_to_goal(),
        ],
        unit="s",
        target="OpenSpiel's C++ CFR+: 100 times",
    )
    for name, peer_name in (("cfr+", "CFRPlusSolver"), ("cfr", "CFRSolver")):
        yield Task(
            f"Leduc by {name}, {ITERATIONS} iterations",
            [_ours(name, ITERATIONS), *_open_spiel(peer_name, ITERATIONS)],
            unit="iterations/s",
            per_second=True,
            target="OpenSpiel's C++: 100 times",
        )
    yield Task(
        f"Leduc by external-sampling Monte Carlo CFR, {SAMPLED_ITERATIONS} iterations",
        [_ours("external-sampling", SAMPLED_ITERATIONS), *_open_spiel_sampling(SAMPLED_ITERATIONS)],
        unit="iterations/s",
        per_second=True,
        target="OpenSpiel's C++",
    )


def _ours(name: str, iterations: int) -> Contestant:
    solver = parse_solver(name).make(SequenceForm.of(GameTree.expand("leduc")))
    return Contestant(f"railbird, {name}", lambda: solver.run(iterations), iterations, ours=True)


def _open_spiel(name: str, iterations: int) -> Iterator[Contestant]:
    spiel = peer("pyspiel")
    if spiel is None:
        return
    solver = getattr(spiel, name)(spiel.load_game("leduc_poker"))

    def run() -> None:
        for _ in range(iterations):
            solver.evaluate_and_update_policy()

    yield Contestant(f"OpenSpiel, {name} in C++", run, iterations)


def _open_spiel_sampling(iterations: int) -> Iterator[Contestant]:
    spiel = peer("pyspiel")
    if spiel is None:
        return
    solver = spiel.ExternalSamplingMCCFRSolver(spiel.load_game("leduc_poker"), seed=1)

    def run() -> None:
        for _ in range(iterations):
            solver.run_iteration()

    yield Contestant("OpenSpiel, external sampling in C++", run, iterations)


def _open_spiel_to_goal() -> Iterator[Contestant]:
    spiel = peer("pyspiel")
    if spiel is None:
        return
    game = spiel.load_game("leduc_poker")

    def run() -> Any:
        solver = spiel.CFRPlusSolver(game)
        done, measure = 0, 1
        while True:
            solver.evaluate_and_update_policy()
            done += 1
            if done >= measure:
                if spiel.nash_conv(game, solver.average_policy()) / 2 <= GOAL:
                    return done
                measure = max(done + 1, int(done * GROWTH))

    yield Contestant("OpenSpiel, CFRPlusSolver in C++", run)
