"""Monte Carlo tree search beside OpenSpiel's: the same game, position and number of iterations."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from typing import Any

from benchmarks.harness import Contestant, Task, peer
from railbird.extensive import CHANCE, RandomStream, State, parse_extensive_game
from railbird.game import limit
from railbird.search.mcts import Budget, InformationSetSearch, TreeSearch
from railbird.search.mcts.native import native_information_sets, native_tree
from railbird.solve import GameTree, SequenceForm, parse_solver


def tree_searches() -> Iterator[Task]:
    uttt = "ultimate-tic-tac-toe"
    yield _task(
        "UCT on ultimate tic-tac-toe from the start, 500 iterations, in Python",
        [*_ours(uttt, 500, native=False), *_open_spiel_python(500)],
        "3 times OpenSpiel's Python MCTS",
    )
    yield _task(
        "UCT on ultimate tic-tac-toe from the start, 20,000 iterations, native",
        [*_ours(uttt, 20_000, native=True), *_open_spiel_uct(20_000)],
        "OpenSpiel's C++ MCTS",
    )
    for name, iterations, target in (
        ("leduc", 5_000, "native: OpenSpiel's C++ ISMCTS"),
        ("limit", 200, "native: 50 times OpenSpiel's C++ ISMCTS"),
    ):
        contestants = [*_ours(name, iterations, native=True), *_ours(name, iterations, native=False)]
        yield _task(
            f"Multiple-observer ISMCTS on {name}, first decision, {iterations:,} iterations",
            [*contestants, *_open_spiel_ismcts(name, iterations)],
            target,
        )
    episodes = 300_000
    yield Task(
        "UCT by self-play on leduc, beside ISMCTS of its first decision",
        [_self_play("smooth-uct", episodes), _self_play("uct", episodes), *_open_spiel_ismcts("leduc", 20_000)],
        unit="episodes/s",
        per_second=True,
        target="300,000, and 3 times OpenSpiel's C++ ISMCTS",
    )


def _self_play(spec: str, episodes: int) -> Contestant:
    form = SequenceForm.of(GameTree.expand("leduc"))
    return Contestant(f"railbird, {spec}", lambda: parse_solver(spec).make(form).run(episodes), episodes, ours=True)


def _task(title: str, contestants: list[Contestant], target: str) -> Task:
    return Task(title, contestants, unit="iterations/s", per_second=True, target=target)


def _decision(name: str) -> State:
    """The first decision of a game; chance takes the first outcomes."""
    state = parse_extensive_game(name).start()
    while state.turn == CHANCE:
        state.apply(state.legal_actions()[0])
    return state


def _search(state: State, iterations: int, *, native: bool) -> TreeSearch | InformationSetSearch:
    budget = Budget(iterations=iterations)
    if state.perfect_information:
        return TreeSearch(budget=budget, native=native)
    return InformationSetSearch(budget=budget, native=native)


def _ours(name: str, iterations: int, *, native: bool) -> Iterator[Contestant]:
    state = _decision(name)
    search = _search(state, iterations, native=native)
    size = _native_bytes(name) if native else _python_bytes(name)
    kind = "native" if native else "Python"
    yield Contestant(
        f"railbird, {kind}, {size:,.0f} bytes a node",
        lambda: search.search(state, RandomStream(1)),
        iterations,
        ours=True,
    )


def _python_bytes(name: str) -> float:
    """The memory of a node of the Python tree, with its edges."""
    state = _decision(name)
    search = _search(state, 2_000, native=False)
    search.search(state, RandomStream(1))  # tables that stay
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    result = search.search(state, RandomStream(1))
    used = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return used / result.nodes


def _native_bytes(name: str) -> float:
    """The memory of a node of the native tree, with its edges."""
    state = _decision(name)
    search = native_tree(state) or native_information_sets(state)
    assert search is not None
    search.run(RandomStream(1), 20_000, state.payoff_range[1] - state.payoff_range[0])
    return search.memory / search.nodes


def _open_spiel_python(iterations: int) -> Iterator[Contestant]:
    spiel = peer("pyspiel")
    if spiel is None:
        return
    import numpy as np
    from open_spiel.python.algorithms import mcts

    game = spiel.load_game("ultimate_tic_tac_toe")
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 2.0, iterations, evaluator, solve=False, random_state=np.random.RandomState(1))
    state = game.new_initial_state()
    yield Contestant("OpenSpiel, Python", lambda: bot.mcts_search(state), iterations)


def _open_spiel_uct(iterations: int) -> Iterator[Contestant]:
    spiel = peer("pyspiel")
    if spiel is None:
        return
    game = spiel.load_game("ultimate_tic_tac_toe")
    evaluator = spiel.RandomRolloutEvaluator(1, 1)
    bot = spiel.MCTSBot(game, evaluator, 2.0, iterations, 1000, False, 1, False)
    state = game.new_initial_state()
    yield Contestant("OpenSpiel, C++", lambda: bot.mcts_search(state), iterations)


def _open_spiel_ismcts(name: str, iterations: int) -> Iterator[Contestant]:
    spiel = peer("pyspiel")
    if spiel is None:
        return
    from tests.game.oracles import openspiel_game

    evaluator = spiel.RandomRolloutEvaluator(1, 1)
    bot = spiel.ISMCTSBot(1, evaluator, 2.0, iterations)
    game = spiel.load_game("leduc_poker") if name == "leduc" else openspiel_game(limit(2))
    state: Any = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    yield Contestant("OpenSpiel, C++ ISMCTS", lambda: bot.step(state), iterations)
