"""Counter-strategies to bots: known by their policy, or watched."""

from __future__ import annotations

from pathlib import Path

import pytest

from railbird.abstraction import load_strategies
from railbird.arena.exploit import exploit
from railbird.arena.flop_results import FlopExploit
from railbird.arena.respond import RespondOptions, respond, respond_curve, response_chart
from railbird.arena.watching import watched_hands
from railbird.errors import BotError, GameError
from railbird.extensive import Strategy
from railbird.gallery import parse_bot
from railbird.game import leduc
from railbird.solve import GameTree, SequenceForm
from railbird.solve.counter.tabular import what_it_is_worth
from tests.game.small_games import small_holdem

SMALL = str(small_holdem(board_cards=2, suits=3))


def test_the_best_response_to_a_bot_is_exact_in_small_games() -> None:
    found = respond("random", "leduc", "fbr")
    assert found.wins == pytest.approx(2.3736, abs=1e-4)
    assert found.observations is None


def test_a_bot_that_is_watched_longer_is_beaten_by_more() -> None:
    form = SequenceForm.of(GameTree.expand("leduc"))
    wins = []
    for hands in (100, 1000, 10_000):
        found = respond("random", "leduc", "fbr", options=RespondOptions(hands=hands, seed=1))
        assert isinstance(found.strategy, Strategy)
        wins.append(what_it_is_worth(form, form.tree.profile_rows(found.strategy), form.tree.uniform())[0])
    assert wins[0] < wins[1] < wins[2] < 2.3737


def test_few_hands_are_safer_with_a_data_biased_response() -> None:
    watched = RespondOptions(hands=50, seed=2)
    biased, restricted = (respond("random", "leduc", method, options=watched) for method in ("dbr(pmax=1)", "fbr"))
    assert biased.exploitability < restricted.exploitability / 2


def test_only_hands_that_were_shown_teach_less() -> None:
    every, shown = (
        respond("random", "leduc", "fbr", options=RespondOptions(hands=500, shown=each)) for each in (False, True)
    )
    assert shown.observations is not None
    assert every.observations is not None
    assert 0 < shown.observations < every.observations


def test_the_same_seed_gives_the_same_response_on_any_number_of_workers() -> None:
    one, two = (
        respond("random", "leduc", "fbr", options=RespondOptions(hands=300, seed=5, workers=workers))
        for workers in (1, 2)
    )
    assert one.strategy == two.strategy


def test_a_curve_runs_from_an_equilibrium_to_the_best_response() -> None:
    curve = respond_curve("random", "kuhn", "rnr", shares=(0.0, 0.5, 1.0))
    assert curve[0].exploitability < 1e-3
    assert curve[0].wins <= curve[1].wins <= curve[2].wins + 1e-9
    assert "rnr(p=0.5)" in response_chart(curve).svg
    with pytest.raises(GameError, match="a curve is drawn over p or pmax"):
        respond_curve("random", "kuhn", "fbr")


def test_a_response_is_saved_and_read_back(tmp_path: Path) -> None:
    found = respond("always-call", "kuhn", "fbr")
    found.save(tmp_path / "kuhn.strategy")
    assert Strategy.load(tmp_path / "kuhn.strategy") == found.strategy


def test_in_buckets_a_response_is_computed_and_saved(tmp_path: Path) -> None:
    options = RespondOptions(buckets="buckets(by=class)", workers=1)
    found = respond("always-call", SMALL, "fbr", options=options)
    exact = exploit("always-call", SMALL, method="exact", flops=None)
    assert isinstance(exact, FlopExploit)
    assert exact.exact
    mbb = found.mbb
    assert mbb is not None
    assert mbb[0] == pytest.approx(exact.exploitability, rel=1e-4)
    found.save(tmp_path / "small.strategy")
    (strategy,) = load_strategies(tmp_path / "small.strategy").values()
    assert strategy.facts["method"] == "fbr"


@pytest.mark.parametrize(
    ("bot", "game", "hands", "message"),
    [
        ("simple", "leduc", None, "simple does not play leduc"),
        ("vexbot", "limit", None, "vexbot learns while it plays: let it be watched"),
        ("poki", "limit", None, "let it be watched"),
    ],
)
def test_what_cannot_be_responded_to_is_refused(bot: str, game: str, hands: int | None, message: str) -> None:
    with pytest.raises(BotError, match=message):
        respond(bot, game, options=RespondOptions(hands=hands))


def test_nobody_is_watched_for_no_hands() -> None:
    with pytest.raises(GameError, match="1 hand or more, not 0"):
        RespondOptions(hands=0)
    with pytest.raises(GameError, match="there is no default policy 'fold'"):
        respond("random", "leduc", "fbr", options=RespondOptions(hands=5, default="fold"))


def test_watched_hands_are_those_of_a_match_with_all_cards_open() -> None:
    hands = list(watched_hands(parse_bot("always-fold"), leduc(), 20, seed=4))
    assert len(hands) == 20
    assert all(hand.over and all(hand.hole_bytes) for hand, _ in hands)
    assert {position for _, position in hands} == {0, 1}
