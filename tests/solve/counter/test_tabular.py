"""Counter-strategies in small games: published values, exact oracles, and what theory promises."""

from __future__ import annotations

import functools
import itertools

import numpy as np
import pyspiel
import pytest
from numpy.typing import NDArray

from railbird import _core
from railbird.errors import GameError
from railbird.solve import GameTree, SequenceForm, best_response, exploitability, solve_game
from railbird.solve.counter import (
    Confidence,
    CounterStrategy,
    DataBiasedResponse,
    FrequentistResponse,
    PlayModel,
    RestrictedNashResponse,
    counter_strategy,
    parse_method,
    response_curve,
)
from railbird.solve.counter.tabular import own_rows, what_it_is_worth
from railbird.solve.schedules import discounted_regrets
from tests.reference.restricted_program import restricted_value
from tests.reference.sequence_cfr import RestrictedPlayer, SequenceCfr
from tests.solve.random_games import RandomGame

Rows = NDArray[np.float64]
PUBLISHED = {
    0.1: (1.0076, 0.0147),
    0.25: (1.2805, 0.0737),
    0.5: (1.8449, 0.4524),
    0.9: (2.2545, 1.7790),
    1.0: (2.3736, 3.4167),
}
"""Leduc against the uniform player, by linear programming: p, what is won, and what is lost to a best response."""
SHARES = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9, 1.0)


@functools.cache
def form(game: str) -> SequenceForm:
    return SequenceForm.of(GameTree.expand(game))


@functools.cache
def uniform_model() -> PlayModel:
    tree = form("leduc").tree
    return PlayModel.of(tree, tree.uniform())


@functools.cache
def nash_response(p: float) -> CounterStrategy:
    return counter_strategy(form("leduc"), uniform_model(), RestrictedNashResponse(p), to=2e-5)


def random_rows(tree: GameTree, random: np.random.Generator) -> Rows:
    return tree.normalized(random.exponential(size=tree.rows) ** random.choice([0.3, 1, 3]))


@pytest.mark.parametrize("p", PUBLISHED)
def test_restricted_nash_responses_in_leduc_win_and_lose_what_the_linear_program_says(p: float) -> None:
    wins, loses = PUBLISHED[p]
    assert nash_response(p).wins == pytest.approx(wins, abs=1e-3)
    assert nash_response(p).exploitability == pytest.approx(loses, abs=1e-3)


def test_where_the_solution_is_not_unique_it_is_among_the_known_ones() -> None:
    response = nash_response(0.75)
    assert 2.133 - 1e-3 <= response.wins <= 2.136 + 1e-3
    assert 0.946 - 1e-3 <= response.exploitability <= 0.955 + 1e-3


@pytest.mark.parametrize(("p", "player"), [(0.25, 0), (0.5, 1)])
def test_open_spiels_own_restricted_game_has_the_same_value(p: float, player: int) -> None:
    game = f"restricted_nash_response(game=leduc_poker(),fixed_player={1 - player},p={p})"
    theirs = solve_game(f"openspiel:{game}", "cfr+", to=2e-4)
    leduc = form("leduc")
    response = nash_response(p)
    profile = np.where(own_rows(leduc.tree, player), response.rows, uniform_model().rows)
    against_model = leduc.native.evaluate(profile)[0][player]
    against_best = -leduc.native.best_response(response.rows, 1 - player)[0]
    assert pyspiel.load_game(game).num_players() == 2
    assert p * against_model + (1 - p) * against_best == pytest.approx(theirs.evaluation.values[player], abs=5e-4)


def test_a_frequentist_response_to_exact_knowledge_is_the_best_response() -> None:
    leduc = form("leduc")
    response = counter_strategy(leduc, uniform_model(), FrequentistResponse())
    best = [best_response(leduc, uniform_model().rows, player).value for player in (0, 1)]
    assert response.wins == pytest.approx(sum(best) / 2, abs=1e-9)
    assert response.gap == 0


def test_p_0_is_an_equilibrium_and_p_1_the_best_response() -> None:
    equilibrium = counter_strategy(form("leduc"), uniform_model(), RestrictedNashResponse(0.0), to=5e-5)
    assert exploitability(form("leduc"), equilibrium.rows) < 1e-4
    fbr = counter_strategy(form("leduc"), uniform_model(), FrequentistResponse())
    assert nash_response(1.0).rows.tolist() == fbr.rows.tolist()


def test_data_biased_responses_have_the_same_ends() -> None:
    free = counter_strategy(form("leduc"), uniform_model(), DataBiasedResponse(0.0), to=5e-5)
    assert free.exploitability < 1e-4
    full = counter_strategy(form("leduc"), uniform_model(), DataBiasedResponse(1.0, Confidence("step", 1)))
    assert full.wins == pytest.approx(nash_response(1.0).wins, abs=1e-9)


@pytest.mark.parametrize("p", [0.1, 0.25, 0.5, 0.75, 0.9])
def test_a_response_is_exploitable_by_no_more_than_its_bound(p: float) -> None:
    response = nash_response(p)
    assert response.exploitability <= p / (1 - p) * response.wins + 1e-9


def test_more_trust_wins_more_and_is_more_exploitable() -> None:
    for less, more in itertools.pairwise(SHARES):
        assert nash_response(less).wins <= nash_response(more).wins + 2e-3
        assert nash_response(less).exploitability <= nash_response(more).exploitability + 2e-3


def mixed(leduc: SequenceForm, strategies: list[Rows], weights: Rows) -> Rows:
    """The strategy that chooses one of several before the game."""
    reach = sum(weight * leduc.reach(rows)[1:] for weight, rows in zip(weights, strategies, strict=True))
    return leduc.tree.normalized(np.asarray(reach))


def optimized(leduc: SequenceForm, p: float, random: np.random.Generator) -> tuple[float, float]:
    """What a mixture of responses is worth after its weights were improved for p · wins − (1 − p) · losses."""
    strategies = [nash_response(each).rows for each in SHARES] + [random_rows(leduc.tree, random)]
    weights = random.dirichlet(np.ones(len(strategies)))
    best = what_it_is_worth(leduc, mixed(leduc, strategies, weights), uniform_model().rows)
    for _ in range(30):
        other = weights * np.exp(random.normal(0, 0.7, len(weights)))
        other /= other.sum()
        worth = what_it_is_worth(leduc, mixed(leduc, strategies, other), uniform_model().rows)
        if p * worth[0] - (1 - p) * worth[1] > p * best[0] - (1 - p) * best[1]:
            weights, best = other, worth
    return best


def test_nothing_is_both_safer_and_wins_more_than_a_restricted_nash_response() -> None:
    leduc, random = form("leduc"), np.random.default_rng(2007)
    inner = [p for p in SHARES if 0 < p < 1]
    found = [what_it_is_worth(leduc, random_rows(leduc.tree, random), uniform_model().rows) for _ in range(4000)]
    near = [nash_response(p).rows for p in SHARES]
    for _ in range(6000):  # close to the front: mixtures of two responses, with some noise
        first, second = random.integers(len(near), size=2)
        share = random.random()
        rows = mixed(leduc, [near[first], near[second]], np.array([share, 1 - share]))
        noise = random.choice([0, 0.01, 0.1])
        rows = (1 - noise) * rows + noise * random_rows(leduc.tree, random)
        found.append(what_it_is_worth(leduc, rows, uniform_model().rows))
    found += [optimized(leduc, p, random) for p in inner for _ in range(4)]
    tolerance = 1e-3  # the responses are solved to a gap of 2e-5, and the front is flat at 0.75
    wins, losses = np.array(found).T
    for p in inner:
        response = nash_response(p)
        dominated = (wins > response.wins + tolerance) & (losses < response.exploitability - tolerance)
        assert not dominated.any(), p
        gain = p * wins - (1 - p) * losses
        assert gain.max() <= p * response.wins - (1 - p) * response.exploitability + 1e-4


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("player", [0, 1])
@pytest.mark.parametrize("method", ["rnr(p=0.3)", "dbr(pmax=0.9, confidence=curve(3))"])
def test_random_games_are_worth_what_the_linear_program_says(seed: int, player: int, method: str) -> None:
    game, random = SequenceForm.of(GameTree.expand(RandomGame(seed))), np.random.default_rng(seed)
    tree, chosen = game.tree, parse_method(method)
    counts = random.integers(0, 6, tree.sets).astype(float)
    model = PlayModel(tree.game, random_rows(tree, random), counts)
    response = counter_strategy(game, model, chosen, to=2e-5)
    confidence = chosen.confidence_of(counts)
    profile = np.where(own_rows(tree, player), response.rows, model.rows)
    worst = -game.native.best_restricted(profile, 1 - player, chosen.p, model.rows, confidence)
    expected = restricted_value(game, player, chosen.p, model.rows, confidence)
    assert worst == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("p", [0.0, 0.4])
@pytest.mark.parametrize("player", [0, 1])
def test_the_native_solver_equals_its_twin(p: float, player: int) -> None:
    kuhn, random = form("kuhn"), np.random.default_rng(5)
    model, confidence = random_rows(kuhn.tree, random), random.random(kuhn.tree.sets)
    native = _core.TabularCfr(kuhn.native, player, p, model, confidence)
    native.run(*discounted_regrets(np.arange(1.0, 51), 1.5, 0, 2), True, False)

    def discount(t: int) -> tuple[float, float, float]:
        positive, negative, weight = discounted_regrets(np.array([float(t)]), 1.5, 0, 2)
        return float(positive[0]), float(negative[0]), float(weight[0])

    restricted = RestrictedPlayer(player, p, model.tolist(), confidence.tolist())
    plain = SequenceCfr(kuhn, discount, restricted=restricted)
    for _ in range(50):
        plain.iterate()
    assert native.current() == pytest.approx(plain.policy, abs=1e-12)
    assert native.cumulative() == pytest.approx(plain.cumulative, rel=1e-12)


def test_an_information_set_without_observations_is_free() -> None:
    tree = form("leduc").tree
    counts = np.zeros(tree.sets)
    response = counter_strategy(tree, PlayModel(tree.game, tree.uniform(), counts), DataBiasedResponse(1.0), to=5e-5)
    assert response.exploitability < 1e-4


def test_a_curve_has_a_point_for_each_method() -> None:
    tree = form("kuhn").tree
    methods = [RestrictedNashResponse(p) for p in (0, 0.5, 1)]
    curve = response_curve(tree, PlayModel.of(tree, tree.uniform()), methods)
    assert [each.method for each in curve] == ["rnr(p=0)", "rnr(p=0.5)", "rnr(p=1)"]
    assert curve[0].wins < curve[1].wins <= curve[2].wins + 1e-9


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("rnr(p=1.5)", "p is a probability from 0 to 1, not 1.5"),
        ("rnr(p=nan)", "p is a probability from 0 to 1, not nan"),
        ("dbr(pmax=-0.1)", "pmax is a probability from 0 to 1, not -0.1"),
        ("dbr(confidence=linear(0))", "the size of a confidence is above 0"),
        ("dbr(confidence=wild)", "'wild' is not a confidence: write step, linear"),
        ("rnr(p=many)", "p is a number from 0 to 1, not 'many'"),
        ("rnr(pmax=1)", "rnr has no setting 'pmax': it has p"),
        ("cfr", "'cfr' is not a counter-strategy: there are fbr, rnr"),
    ],
)
def test_a_wrong_method_is_refused(text: str, message: str) -> None:
    with pytest.raises(GameError, match=message.replace("(", r"\(")):
        parse_method(text)


def test_models_of_other_games_are_refused() -> None:
    with pytest.raises(GameError, match="the model is of kuhn, not of leduc"):
        counter_strategy("leduc", PlayModel.of(form("kuhn").tree, form("kuhn").tree.uniform()), FrequentistResponse())
    tree = GameTree.expand(RandomGame(3, 3, 2))
    with pytest.raises(GameError, match="zero-sum games of two players"):
        counter_strategy(tree, PlayModel.of(tree, tree.uniform()), FrequentistResponse())
