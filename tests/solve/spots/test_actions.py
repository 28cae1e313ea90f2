"""Names, letters and colours of actions."""

from __future__ import annotations

from dataclasses import replace

from railbird.abstraction.spot import Spot
from railbird.game import Betting, kuhn
from railbird.solve.spots import SpotSolution, SpotSolver, shown_actions


def named(solver: SpotSolver, line: str) -> list[str]:
    solver.run(iterations=1)
    return [f"{action.letter} {action.name}" for action in shown_actions(SpotSolution(solver).node(line))]


def test_checks_calls_bets_and_raises_have_their_words() -> None:
    solver = SpotSolver("nolimit(blinds=1/2); Kh7d2c5s9s; pot=20, stacks=50/90", ("QQ+", "JJ"), "50%, 100%, a")
    assert named(solver, "") == ["c check", "1 bet 10", "2 bet 20", "A all-in 50"]
    assert named(solver, "r10") == ["f fold", "c call 10", "1 raise to 30", "2 raise to 50"], "the other has 90"
    assert named(solver, "c c") == []
    colours = [action.colour for action in shown_actions(SpotSolution(solver).node())]
    assert len(set(colours)) == 4


def test_the_first_raise_over_a_blind_is_a_raise() -> None:
    assert named(SpotSolver("kuhn"), "c") == ["c check", "1 bet 1"]
    assert named(SpotSolver("leduc"), "r") == ["f fold", "c call 2", "1 raise to 4"]
    blinds = replace(kuhn(), betting=Betting.NO_LIMIT, antes=(0, 0), blinds=(1, 2), stacks=(9, 9), most_raises=(9,))
    solver = SpotSolver(Spot(blinds), menu="min, a")
    assert named(solver, "")[:3] == ["f fold", "c call 1", "1 raise to 4"]
    assert named(solver, "c") == ["c check", "1 raise to 4", "A all-in 9"]
