"""Self-play in abstract games: against the plain twin, stopped and restored, and saved as a strategy."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from railbird.abstraction import load_strategies
from railbird.abstraction.strategy_file import WHOLE
from railbird.errors import GameError
from railbird.extensive import RandomStream, SmoothUct, plain_uct
from railbird.solve.buckets import (
    EquilibriumBuild,
    SelfPlayBuckets,
    parse_plan,
    self_play,
    won_between,
)
from tests.game.small_games import small_holdem
from tests.reference.self_play import PlainPlayers, bucket_episode, episodes
from tests.solve.buckets.test_solver import bucket_game

RULES = [plain_uct(0.5), SmoothUct(), SmoothUct(c=0.1, gamma=0.0, eta=0.5, decay=0.3)]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("spec", ["buckets(by=class)", "buckets(preflop=2, flop=3, by=ehs)"])
def test_episodes_are_those_of_the_plain_twin(spec: str, rule: SmoothUct, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "EPISODES", 1000)
    game = bucket_game("leduc", spec)
    ours = SelfPlayBuckets(game, rule, seed=3)
    ours.run(iterations=2)
    plain = PlainPlayers(ours.exploration, rule.gamma, rule.eta, rule.decay)
    for number in range(2):
        random = RandomStream(3, number)
        episodes(plain, 1000, lambda players, random=random: bucket_episode(players, game, random))  # type: ignore[misc]
    strategy = ours.strategy()
    for (_, name), known in plain.tables.items():
        assert isinstance(name, tuple)
        node, bucket = name
        assert strategy.weights(node)[bucket].tolist() == known.visits
    assert strategy.rows.sum() == sum(sum(known.visits) for known in plain.tables.values())
    assert strategy.facts["episodes"] == 2000


def test_smooth_uct_comes_nearer_to_an_equilibrium_of_hold_em_with_nine_cards() -> None:
    game = bucket_game(small_holdem(board_cards=2, suits=3), "buckets(by=class)")
    play = SelfPlayBuckets(game, RULES[1])
    first, last = (play.run(iterations=count).exploitability for count in (1, 19))
    assert last < 0.6 * first


def test_a_run_goes_on_from_its_memory_to_the_same_bits() -> None:
    game = bucket_game("leduc", "buckets(by=class)")
    whole, first, second = (SelfPlayBuckets(game, RULES[1]) for _ in range(3))
    whole.run(iterations=3)
    first.run(iterations=2)
    second.restore(first.iterations, 1.0, [list(point) for point in first.points], first.memory())
    second.run(iterations=1)
    assert np.array_equal(whole.rows(), second.rows())
    assert second.strategy().facts["episodes"] == 300_000


@pytest.mark.slow
def test_mcts_review_22_smooth_uct_beats_uct_in_hold_em_with_nine_cards() -> None:
    """What one wins from the other, exactly. ``railbird reproduce smooth-uct`` does it in limit hold'em."""
    game = bucket_game(small_holdem(board_cards=2, suits=3), "buckets(by=class)")
    smooth, plain = (SelfPlayBuckets(game, rule) for rule in (SmoothUct(c=0.5), plain_uct(0.5)))
    for play in (smooth, plain):
        play.run(iterations=40, threads=1)
    won = won_between(game, smooth.strategy(), plain.strategy(), threads=1)
    assert won > 0.01
    assert won_between(game, plain.strategy(), smooth.strategy(), threads=1) == pytest.approx(-won)
    assert smooth.evaluate(threads=1).exploitability < 0.5 * plain.evaluate(threads=1).exploitability


@pytest.mark.parametrize("spoil", ["size", "negative", "nan"])
def test_memory_that_does_not_fit_is_refused(spoil: str) -> None:
    play = SelfPlayBuckets(bucket_game("leduc", "buckets(by=class)"), RULES[1])
    play.run(iterations=1)
    visits, totals = (part.copy() for part in play.memory())
    if spoil == "size":
        visits = visits[:-8]
    elif spoil == "negative":
        visits.view(np.int64)[3] = -1
    else:
        totals.view(np.float64)[3] = np.nan
    with pytest.raises((GameError, ValueError)):
        play.restore(1, 1.0, [], [visits, totals])


def test_a_plan_says_which_method(tmp_path: Path) -> None:
    for method in ("uct", "smooth-uct"):
        plan = parse_plan(f"leduc; buckets(by=class); iterations=2, method={method}")
        assert parse_plan(str(plan)).method == method
        EquilibriumBuild(plan, tmp_path / method).run()
        strategy = load_strategies(tmp_path / method)[WHOLE]
        assert (strategy.facts["method"], strategy.facts["episodes"]) == (method, 200_000)
    with pytest.raises(GameError, match="imperfect recall"):
        parse_plan("leduc; buckets(preflop=2, flop=2, recall=imperfect); iterations=2, method=uct")
    with pytest.raises(GameError, match="iterations="):
        parse_plan("leduc; buckets(by=class); method=smooth-uct")
