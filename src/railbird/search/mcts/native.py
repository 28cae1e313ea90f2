"""Native loops behind the same interface: plain UCT and MO-ISMCTS for states that have a native twin.

With the same seed they give the same tree as the Python loops, node for node.
"""

from __future__ import annotations

import time

from railbird._core import PokerSearch, RandomStream, UltimateSearch
from railbird._interruption import CtrlC
from railbird.extensive import State
from railbird.extensive.poker import PokerState
from railbird.extensive.ultimate_tic_tac_toe import UltimateTicTacToe
from railbird.search.mcts.result import Budget, SearchResult, statistics_of
from railbird.search.mcts.tree import Node

NativeSearch = UltimateSearch | PokerSearch

CHUNK = 1024
"""Iterations between two looks at the clock and at Ctrl-C: about ten milliseconds."""
FIRST_CHUNK = 16
"""Iterations before the first look, for short time budgets."""


def native_tree(state: State) -> UltimateSearch | None:
    """The native UCT of a state; None if there is none."""
    if type(state) is not UltimateTicTacToe:
        return None
    cells, board, turn = state.native_position()
    return UltimateSearch(cells, board, turn)


def native_information_sets(state: State) -> PokerSearch | None:
    """The native MO-ISMCTS of a state; None if there is none."""
    if type(state) is not PokerState or state.seen_by(state.turn).menu:
        return None
    seen = state.seen_by(state.turn)
    return PokerSearch(seen.betting, seen.player, seen.hole_cards, seen.board)


def grow(search: NativeSearch, budget: Budget, scale: float, random: RandomStream, ctrl_c: CtrlC) -> float:
    """Iterate until the budget is used up or Ctrl-C is pressed, and return the seconds it took."""
    began, done, chunk = time.perf_counter(), 0, FIRST_CHUNK if budget.seconds is not None else CHUNK
    while not ctrl_c.pressed and (budget.iterations is None or done < budget.iterations):
        if budget.seconds is not None and done:
            left = budget.seconds - (time.perf_counter() - began)
            if left <= 0:
                break
            chunk = max(1, min(CHUNK, int(left * done / max(budget.seconds - left, 1e-6))))
        step = chunk if budget.iterations is None else min(chunk, budget.iterations - done)
        search.run(random, step, scale)
        done += step
    return time.perf_counter() - began


def searched(search: NativeSearch, state: State, budget: Budget, c: float, random: RandomStream) -> SearchResult:
    """Run a native search from a state with UCB1's constant."""
    low, high = state.payoff_range
    with CtrlC() as ctrl_c:
        seconds = grow(search, budget, c * (high - low), random, ctrl_c)
    return native_result(search, state, seconds, ctrl_c.pressed)


def native_result(search: NativeSearch, state: State, seconds: float, interrupted: bool) -> SearchResult:
    """The result of a native search."""
    root = Node(state.turn)
    for action, visits, total in search.root_edges():
        index = root.add_edge(action)
        root.visits_of[index], root.totals[index] = visits, total
    root.untried = [action for action in state.legal_actions() if action not in root.actions]
    return SearchResult(
        action=root.actions[root.most_visited()],
        statistics=statistics_of(root, state),
        variation=tuple(_variation(search, state)),
        iterations=search.visits,
        seconds=seconds,
        nodes=search.nodes,
        interrupted=interrupted,
        source=lambda: _trees(search),
    )


def to_nodes(search: NativeSearch) -> list[Node]:
    """All nodes of a native tree, in the order in which they were added."""
    players, visits, edges, actions, edge_visits, totals, children = (array.tolist() for array in search.dump())
    nodes = [Node(player) for player in players]
    at = 0
    for node, count, tried in zip(nodes, visits, edges, strict=True):
        node.visits = count
        last = at + tried
        node.actions, node.visits_of, node.totals = actions[at:last], edge_visits[at:last], totals[at:last]
        node.children = [nodes[child] for child in children[at:last] if child >= 0]
        at = last
    return nodes


def _trees(search: NativeSearch) -> list[Node]:
    nodes = to_nodes(search)
    return nodes if isinstance(search, PokerSearch) else nodes[:1]


def _variation(search: NativeSearch, state: State) -> list[str]:
    """The principal variation: the most visited edge of each node."""
    state, line = state.clone(), []
    for action in search.principal_actions():
        line.append(state.action_text(action))
        state.apply(action)
    return line
