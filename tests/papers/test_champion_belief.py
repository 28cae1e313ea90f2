"""What bots believe of others, and how it is scored."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest

from railbird.agent import MatchStart
from railbird.cards import HAND_MASKS, HANDS, parse_cards
from railbird.gallery import parse_bot
from railbird.gallery.overview import overviews
from railbird.game import ActionKind, Hand, limit
from railbird.papers.believers import BELIEVERS, MagpieBeliefs
from railbird.papers.champion_belief import BOTS, FIRST, Beliefs, beliefs_of, champion_belief
from railbird.papers.published import read_table
from tests.bots.like_scores import hands_of

HAND = "limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c / c r c / c r c / c r c"


@cache
def hands() -> list[Hand]:
    return hands_of("jag", ("simple",), 25, 3)


@cache
def beliefs() -> Beliefs:
    return beliefs_of(list(BELIEVERS), hands(), "jag", "simple")


def test_every_single_bot_of_the_gallery_that_plays_limit_is_looked_at() -> None:
    playing = [each.bot for each in overviews() if any(game.startswith("limit (2 ") for game in each.plays)]
    single = {name for name in playing if not hasattr(parse_bot(name).make(), "made_of")}
    assert {parse_bot(bot).name for bot in BOTS} >= single - {"best-response", "like", "turncoat", "team", "implicit"}


@pytest.mark.parametrize("name", BELIEVERS)
def test_an_expected_action_is_possible_and_ranges_have_no_known_card(name: str) -> None:
    hand = Hand.parse(HAND)
    believer = BELIEVERS[name](MatchStart(hand.game, hand.players, 0, 1))
    believer.begin(hand.clone(0).view(0))
    for turn, action in enumerate(hand.actions):
        if action.player == 1:
            expected = believer.expects(hand.clone(turn).view(0), 1)
            assert expected.sum() == pytest.approx(1)
            if not hand.clone(turn).view(1).to_call:
                assert expected[ActionKind.FOLD] == 0
            after = hand.clone(turn + 1).view(0)
            if len(after.board_bytes) >= 4:
                likely = believer.hands_of(after, 1)
                known = sum(1 << card for card in (*parse_cards("AhKh"), *after.board_bytes))
                assert likely.shape == (HANDS,)
                assert likely.sum() == pytest.approx(1)
                assert likely[(HAND_MASKS & np.uint64(known)) != 0].max() == 0
    believer.end(hand.view(0))


def test_magpies_histogram_becomes_hands_with_the_same_ranks(monkeypatch: pytest.MonkeyPatch) -> None:
    hand = Hand.parse(HAND)
    believer = BELIEVERS["magpie"](MatchStart(hand.game, hand.players, 0, 1))
    assert isinstance(believer, MagpieBeliefs)
    bins = 20
    monkeypatch.setattr(type(believer.bot), "ranks_of", lambda *_: [0.0] * (bins - 1) + [1.0])
    believer.begin(hand.clone(0).view(0))
    view = hand.view(0)
    likely = believer.hands_of(view, 1)
    held = np.flatnonzero(likely > 0)
    assert 20 < len(held) < 130  # a twentieth of all hands, the best
    assert likely[held] == pytest.approx(np.full(len(held), 1 / len(held)))


def test_actions_of_the_player_are_scored_and_hands_on_turn_and_river() -> None:
    mine, played = beliefs(), hands()
    acted = [action for hand in played for action in hand.actions if hand.players[action.player] == "jag"]
    assert [ActionKind(kind) for kind in mine.kinds] == [action.kind for action in acted]
    for name in BELIEVERS:
        taken = mine.triples[name][np.arange(len(acted)), mine.kinds]
        assert mine.losses(name) == pytest.approx(-np.log(np.maximum(taken, 1e-3)))
        assert mine.loss(name, since=20) == pytest.approx(mine.losses(name)[mine.hand >= 20].mean())
        assert np.isnan(mine.held[name]).sum() == np.isnan(mine.held["raven"]).sum() > 0
        assert mine.log_score(name) < 0
    assert math.isnan(mine.log_score("raven", since=1000))


def test_beliefs_do_not_depend_on_cards_that_the_watcher_never_sees() -> None:
    folded = [
        Hand.parse(f"limit(players=2); AhKh {cards} / Kc7d2h / 9s; r c / c r c / c r f") for cards in ("QsQd", "5c5d")
    ]
    one, other = (
        beliefs_of(["raven", "poki", "magpie"], [hand] * 2, hand.players[1], hand.players[0]) for hand in folded
    )
    for name in one.triples:
        assert (one.triples[name] == other.triples[name]).all()


@pytest.mark.slow
def test_the_experiment_scores_beginners_and_those_who_have_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = ("jag", "always-fold")
    monkeypatch.setattr("railbird.papers.champion_belief.BOTS", bots)
    shares: list[float] = []
    result = champion_belief(read_table("champion-belief"), True, shares.append, hands=(FIRST, 2 * FIRST))
    assert [finding.rows[0][0] for finding in result.findings[:4]] == ["jag"] * 4
    assert len(result.claims) == 5
    assert sum(int(row[2].replace(",", "")) for row in result.findings[4].rows) % 3 == 0
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_the_table_is_of_limit_holdem() -> None:
    refused: Sequence[str] = [bot for bot in BOTS if parse_bot(bot).refusal(limit())]
    assert not refused
