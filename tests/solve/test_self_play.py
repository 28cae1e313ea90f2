"""UCT and Smooth UCT by self-play: against the plain twin, and against what was published about them."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.errors import GameError
from railbird.extensive import UCT, RandomStream, SmoothUct, State, plain_uct
from railbird.extensive.poker import poker_state
from railbird.search.mcts import SelfPlay
from railbird.solve import GameTree, solve_game
from railbird.solve.catalogue import parse_solver
from railbird.solve.evaluation import evaluate_profile, sequence_form
from railbird.solve.self_play import SelfPlaySolver
from tests.reference.cfr import histories
from tests.reference.self_play import PlainPlayers, episodes, play_history
from tests.solve.random_games import RandomGame

RULES = {
    "uct": plain_uct(0.7),
    "smooth-uct": SmoothUct(),
    "smooth-uct(c=0.1, gamma=0, eta=0.5, decay=0.3)": SmoothUct(c=0.1, gamma=0.0, eta=0.5, decay=0.3),
}


def solver(text: str, game: str | State) -> SelfPlaySolver:
    made = parse_solver(text).make(sequence_form(GameTree.expand(game)))
    assert isinstance(made, SelfPlaySolver)
    return made


def check_against_twin(text: str, state: State, count: int) -> None:
    ours, rule = solver(text, state), RULES[text]
    plain = PlainPlayers(ours.exploration, rule.gamma, rule.eta, rule.decay)
    root, random = histories(state), RandomStream(1)
    episodes(plain, count, lambda players: play_history(players, root, random))
    ours.run(count // 2)
    ours.run(count - count // 2)
    tree, visits, means = ours.form.tree, ours.visits, ours.means
    assert ours.iterations == count
    for number, (name, menu) in enumerate(zip(tree.names, tree.menus, strict=True)):
        rows = slice(tree.set_start[number], tree.set_start[number + 1])
        known = plain.tables.get((int(tree.set_player[number]), name))
        expected = known.visits if known else [0] * len(menu)
        assert visits[rows].tolist() == expected
        if known:
            totals = means[rows] * np.maximum(visits[rows], 1)
            assert totals == pytest.approx(known.totals, abs=1e-9)


@pytest.mark.parametrize("text", RULES)
@pytest.mark.parametrize("game", ["kuhn", "leduc"])
def test_episodes_are_those_of_the_plain_twin(text: str, game: str) -> None:
    check_against_twin(text, poker_state(game), 3000)


@pytest.mark.parametrize("text", RULES)
def test_three_players_and_payoffs_of_any_sum_equal_the_twin(text: str) -> None:
    check_against_twin(text, RandomGame(13, 3, 3, zero_sum=False), 2000)


@pytest.mark.parametrize("rule", [UCT, SmoothUct(), SmoothUct(c=0.2, gamma=0.0, decay=0.1)])
@pytest.mark.parametrize("game", ["kuhn", "leduc"])
def test_search_over_states_finds_what_the_native_solver_finds(game: str, rule: SmoothUct) -> None:
    play = SelfPlay(game, rule, seed=5)
    play.run(1000)
    native = SelfPlaySolver(sequence_form(GameTree.expand(game)), rule, seed=5)
    native.run(1000)
    tree, visits = native.form.tree, native.visits
    found = {(player, str(key)): node.visits for (player, key), node in play.nodes.items()}
    for number, (name, menu) in enumerate(zip(tree.names, tree.menus, strict=True)):
        rows = visits[tree.set_start[number] : tree.set_start[number + 1]].tolist()
        assert rows == found.get((int(tree.set_player[number]), name), [0] * len(menu))


def test_mcts_review_20_probabilities_sum_to_one_and_a_mixing_weight_of_one_is_uct() -> None:
    smooth, plain = solver("smooth-uct(gamma=1, eta=1)", "leduc"), solver("uct", "leduc")
    for each in (smooth, plain):
        each.run(5000)
    assert np.array_equal(smooth.visits, plain.visits)
    assert np.array_equal(smooth.current(), plain.current())
    start = plain.form.tree.set_start[:-1]
    mixed = solver("smooth-uct", "leduc")
    mixed.run(5000)
    for rows in (mixed.average(), mixed.current(), plain.average(), plain.current()):
        assert np.add.reduceat(rows, start) == pytest.approx(np.ones(len(start)))
        assert rows.min() >= 0


def test_the_share_of_uct_falls_with_visits_to_its_least() -> None:
    rule = SmoothUct(gamma=0.2, eta=0.8, decay=1.0)
    assert rule.uct_share(np.array([0.0, 1.0, 9.0, 1e12])) == pytest.approx([0.8, 0.4, 0.2, 0.2])
    assert rule.uct_share(9) == pytest.approx(0.2)


def test_the_current_strategy_is_what_the_next_episode_plays() -> None:
    """The upper bounds of UCT, and the average strategy, at one information set."""
    ours = solver("smooth-uct(gamma=0.25, eta=0, decay=0)", "kuhn")
    ours.run(500)
    tree = ours.form.tree
    number = tree.names.index("Ks||")
    rows = slice(tree.set_start[number], tree.set_start[number + 1])
    visits, means = ours.visits[rows].astype(float), ours.means[rows]
    bounds = means + ours.exploration * np.sqrt(np.log(visits.sum()) / visits)
    best = (np.arange(len(bounds)) == bounds.argmax()).astype(float)
    assert ours.current()[rows] == pytest.approx(0.25 * best + 0.75 * visits / visits.sum())


def test_mcts_review_21_smooth_uct_comes_nearer_to_an_equilibrium_where_uct_turns_away() -> None:
    """Exact exploitabilities in Leduc: alike at first, then UCT's rises while Smooth UCT's falls on."""
    found = {}
    for text in ("uct", "smooth-uct"):
        ours, curve = solver(text, "leduc"), []
        for count in (100_000, 1_000_000, 3_000_000, 10_000_000):
            ours.run(count - ours.iterations)
            curve.append(evaluate_profile(ours.form, ours.average()).exploitability)
        found[text] = curve
    uct, smooth = found["uct"], found["smooth-uct"]
    assert uct[0] == pytest.approx(smooth[0], rel=0.2)
    assert uct[-1] > 1.1 * uct[-2]
    assert smooth[-1] < 0.7 * smooth[-2] < 0.7 * 0.7 * smooth[-3]
    assert smooth[-1] < 0.5 * uct[-1]


def test_it_is_a_solver_like_others() -> None:
    solved = solve_game("kuhn", "smooth-uct(seed=3)", iterations=200_000)
    assert solved.exploitability < 0.02
    assert solved.average["As||r"]["c"] > 0.99
    again = solve_game("kuhn", "smooth-uct(seed=3)", iterations=200_000)
    assert np.array_equal(solved.average_rows, again.average_rows)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("smooth-uct(gamma=1.5)", "gamma"),
        ("smooth-uct(eta=-1)", "eta"),
        ("uct(c=-1)", "c must be"),
        ("uct(gamma=0.5)", "gamma"),
        ("smooth-uct(decay=nan)", "decay"),
    ],
)
def test_settings_outside_their_range_are_refused(text: str, problem: str) -> None:
    with pytest.raises(GameError, match=problem):
        parse_solver(text)


def test_rules_of_searches_outside_their_range_are_refused() -> None:
    for wrong in ({"c": -1.0}, {"gamma": 1.5}, {"eta": -0.1}, {"decay": float("inf")}):
        with pytest.raises(GameError, match=r"must be 0 or more|probabilities"):
            SmoothUct(**wrong)
    with pytest.raises(GameError, match="0 or more"):
        SelfPlay("kuhn").run(-1)
