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
from railbird.papers.belief_scores import Beliefs, beliefs_of, joined
from railbird.papers.believers import BELIEVERS, MagpieBeliefs
from railbird.papers.champion_belief import BOTS, FIRST, SCORE_KINDS, Scores, champion_belief, gain
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
    assert {parse_bot(bot).name for bot in BOTS} >= single - {
        "raven",
        "best-response",
        "like",
        "turncoat",
        "team",
        "implicit",
    }


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
    late = mine.since(20)
    for name in BELIEVERS:
        taken = mine.triples[name][np.arange(len(acted)), mine.kinds]
        assert mine.losses(name) == pytest.approx(-np.log(np.maximum(taken, 1e-3)))
        assert late.log_loss(name) == pytest.approx(mine.losses(name)[mine.hand >= 20].mean())
        assert np.isnan(mine.scores[name]).sum() == np.isnan(mine.scores["raven"]).sum() > 0
        assert math.log(0.01 / 1326) < mine.log_score(name) < 0
    assert math.isnan(mine.since(1000).log_score("raven"))
    assert math.isnan(mine.since(1000).log_loss("raven"))
    assert joined([mine, late]).losses("poki").tolist() == [*mine.losses("poki"), *late.losses("poki")]


def test_beliefs_do_not_depend_on_cards_that_the_watcher_never_sees() -> None:
    folded = [Hand.parse(f"limit; AhKh {cards} / Kc7d2h / 9s; r c / c r c / c r f") for cards in ("QsQd", "5c5d")]
    one, other = (beliefs_of(BELIEVERS, [hand] * 2, hand.players[1], hand.players[0]) for hand in folded)
    for name in BELIEVERS:
        assert (one.triples[name] == other.triples[name]).all()


@pytest.mark.parametrize("name", BELIEVERS)
def test_a_last_call_says_the_same_whatever_is_shown_after_it(name: str) -> None:
    shown = [Hand.parse(HAND), Hand.parse(HAND.replace("QsQd", "JsJd"))]
    ranges = []
    for hand in shown:
        believer = BELIEVERS[name](MatchStart(hand.game, hand.players, 0, 1))
        believer.begin(hand.clone(0).view(0))
        ranges.append(believer.hands_of(hand.view(0), 1))
    assert (ranges[0] == ranges[1]).all()


def test_a_gain_is_above_0_where_raven_is_better() -> None:
    nothing = np.zeros(0)

    def run(more: float) -> Scores:
        losses = {"raven": 0.5 + more, "poki": 0.75 + more, "magpie": 0.25 + more}
        scores = {"raven": -6.0, "poki": -6.5, "magpie": -5.0}
        return Scores(losses, scores, losses, scores, nothing, nothing)

    runs = [run(0.0), run(0.125)]
    losses, scores, *_ = SCORE_KINDS
    found = {(part.field, rival): gain(runs, part, rival) for part in (losses, scores) for rival in ("poki", "magpie")}
    assert [each.mean for each in found.values() if each] == [0.25, -0.25, 0.5, -1.0]
    nan = [run(0.0)._replace(hands=dict.fromkeys(BELIEVERS, math.nan)), runs[1]]
    assert gain(nan, scores, "poki") is None


@pytest.mark.slow
def test_the_experiment_scores_beginners_and_those_who_have_learned(monkeypatch: pytest.MonkeyPatch) -> None:
    bots = ("jag", "always-fold")
    monkeypatch.setattr("railbird.papers.champion_belief.BOTS", bots)
    shares: list[float] = []
    result = champion_belief(read_table("champion-belief"), True, shares.append, hands=(FIRST, 2 * FIRST))
    assert [finding.rows[0][0] for finding in result.findings[:4]] == ["jag*"] * 4
    assert len(result.claims) == 5
    assert [row[0] for row in result.findings[0].rows] == ["jag*", "always-fold"]
    assert shares == sorted(shares)
    assert shares[-1] == 1


def test_the_table_is_of_limit_holdem() -> None:
    refused: Sequence[str] = [bot for bot in BOTS if parse_bot(bot).refusal(limit())]
    assert not refused
