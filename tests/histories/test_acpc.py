"""Lines of the ACPC's logs."""

import random

import pytest

from railbird.errors import RailbirdError
from railbird.game import Hand, SeededDealing, limit, nolimit
from railbird.histories import read_state_line, state_line
from tests.game.play import GAMES, act_at_random


@pytest.mark.parametrize("name", GAMES)
def test_random_hands_are_read_back(name: str) -> None:
    game, choose = GAMES[name], random.Random(name)
    for number in range(40):
        hand = Hand(game, SeededDealing(3).deal(game, number))
        while not hand.over:
            act_at_random(hand, choose)
        again, read = read_state_line(state_line(hand, number), game)
        assert again == number
        assert read.raw_actions == hand.raw_actions
        assert read.payoffs == hand.payoffs
        assert read.hole_bytes == hand.hole_bytes
        assert read.board_bytes == hand.board_bytes


def test_no_limit_raises_are_of_the_whole_hand() -> None:
    """The ACPC's dealer writes what a player has put in since the blinds."""
    hand = Hand(nolimit(stack=20000), "9s8h Ks7c / 8c8d5c / Ah / 4d")
    hand.play("c c / r250 c / c c / r500 f")
    assert state_line(hand, 30) == "STATE:30:cc/r350c/cc/r850f:9s8h|Ks7c/8c8d5c/Ah/4d:350|-350:p1|p2"


def test_all_in_before_the_river_has_empty_rounds() -> None:
    hand = Hand(nolimit(stack=20000), "8d9h 9s6d / TsQh8c / Ah / 4d")
    hand.play("r18752 r20000 c")
    assert state_line(hand, 0).startswith("STATE:0:r18752r20000c///:8d9h|9s6d/TsQh8c/Ah/4d:")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "STATE:0:cc/cc/cc/cc",
        "STATE:x:rf:AhKh|QsQd:5|-5:a|b",
        "STATE:0:rx:AhKh|QsQd:5|-5:a|b",
        "STATE:0:rff:AhKh|QsQd:5|-5:a|b",
        "STATE:0:/rf:AhKh|QsQd:5|-5:a|b",
        "STATE:0:f:AhKh|QsQd:6|-6:a|b",
        "STATE:0:f:AhKh|QsQx:5|-5:a|b",
        "STATE:0:f:AhKh|QsQd:5|-5:a|a",
    ],
)
def test_broken_lines_are_told(line: str) -> None:
    with pytest.raises(RailbirdError) as told:
        read_state_line(line, limit())
    assert "\n" not in str(told.value)


def test_a_hand_that_goes_on_has_no_line() -> None:
    with pytest.raises(RailbirdError, match="only a hand that is over"):
        state_line(Hand(limit(), "AhKh QsQd / Kc9d2h / 9s / 4d"), 0)
