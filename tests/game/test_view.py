"""A view holds what its player may know, and nothing else."""

import json
import pickle
import random
from collections import Counter

import pytest

from railbird.cards import parse_cards
from railbird.game import Game, Hand, SeededDealing, View
from tests.driving import act_at_random
from tests.game.non_interference import check_hand, traces
from tests.game.play import GAMES


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_exchanging_hidden_cards_changes_no_byte(game: Game) -> None:
    counts: Counter[str] = Counter()
    for seed in range(4):
        check_hand(game, seed, counts)
    assert counts["with other cards"] > 0.2 * counts["views"] > 0


def test_the_check_detects_a_view_that_reveals_too_much() -> None:
    """If a hidden card were in the view, the test above would fail: traces contain every visible card."""
    hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; c c")
    other = Hand.parse("limit; AhKd QsQd / Kc7d2h / 9s / 4d; c c")
    assert all(mine != theirs for mine, theirs in zip(traces(hand.view(0)), traces(other.view(0)), strict=True))
    assert traces(hand.view(1)) == traces(other.view(1))


def test_a_player_sees_their_own_cards_and_the_shown_ones() -> None:
    hand = Hand.parse(
        "limit(players=3, rules=casino); AhKh QsQd 7c6c / Kc7d2s / 9s / 4d; c c c / c c c / c c c / r c f"
    )
    assert hand.over
    folded, winner, beaten = hand.view(2), hand.view(0), hand.view(1)
    assert winner.hole_cards == parse_cards("AhKh")
    # The player who bet shows first; the other is beaten and stays hidden.
    assert winner.shown == folded.shown == beaten.shown == {0: parse_cards("AhKh")}
    assert "Qs" not in json.dumps(winner.to_json())
    assert "Qs" in json.dumps(beaten.to_json())
    assert "7c" not in json.dumps(winner.to_json()) + json.dumps(beaten.to_json())


def test_board_cards_to_come_are_not_in_a_view() -> None:
    hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; c c")
    assert hand.view(0).board == parse_cards("Kc7d2h")
    assert "9s" not in repr(hand.view(0))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_pickling_a_view_gives_the_same_view(game: Game) -> None:
    choose = random.Random(6)
    for number in range(3):
        hand = Hand(game, SeededDealing(2).deal(game, number))
        while True:
            for position in range(game.players):
                view = hand.view(position)
                restored = pickle.loads(pickle.dumps(view))
                assert restored == view
                assert traces(restored) == traces(view)
            if hand.over:
                break
            act_at_random(hand, choose)


def test_a_view_stays_as_it_was_when_the_hand_goes_on() -> None:
    hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; c")
    view = hand.view(0)
    before = traces(view)
    hand.call()
    assert traces(view) == before


def test_a_view_is_of_a_player() -> None:
    hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d")
    for position in (-1, 2):
        with pytest.raises(ValueError, match="is not a player of this hand"):
            hand.view(position)


@pytest.mark.parametrize("change", ["board", "cards", "settlement", "actions"])
def test_a_tampered_pickle_is_refused(change: str) -> None:
    view = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; c c").view(0)
    rebuild, (game, players, visible) = view.__reduce__()
    if change == "board":
        visible = visible._replace(board=visible.board[:2])
    elif change == "cards":
        visible = visible._replace(hole_cards=(visible.board[:2], b""))
    elif change == "settlement":
        visible = visible._replace(settlement=(-1, 0, 0, [], [], [0, 0]))
    else:
        visible = visible._replace(actions=[(1, 0, 2, 11)])
    with pytest.raises(ValueError, match=r"view|cards|raise"):
        rebuild(game, players, visible)


def test_views_are_views() -> None:
    assert isinstance(Hand.parse("kuhn; Qs As").view(0), View)
