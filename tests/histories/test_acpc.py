"""Lines of ACPC logs."""

import random

import pytest

from railbird.cards import parse_cards
from railbird.errors import RailbirdError
from railbird.game import Hand, limit, nolimit
from railbird.game.dealing import UNKNOWN_CARD
from railbird.histories import read_state_line, replayed, state_line
from tests.driving import random_hand
from tests.game.play import GAMES


@pytest.mark.parametrize("name", GAMES)
def test_random_hands_are_read_back(name: str) -> None:
    game, choose = GAMES[name], random.Random(name)
    for number in range(40):
        hand = random_hand(game, 3, number, choose)
        restored, read = read_state_line(state_line(hand, number), game)
        assert restored == number
        assert read.actions == hand.actions
        assert read.payoffs == hand.payoffs
        assert read.hole_bytes == hand.hole_bytes
        assert read.board_bytes == hand.board_bytes


def test_no_limit_raises_are_totals_of_the_whole_hand() -> None:
    """The ACPC dealer writes what a player has put in over the whole hand."""
    hand = Hand(nolimit(stack=20000), "9s8h Ks7c / 8c8d5c / Ah / 4d")
    hand.play("c c / r250 c / c c / r500 f")
    assert state_line(hand, 30) == "STATE:30:cc/r350c/cc/r850f:9s8h|Ks7c/8c8d5c/Ah/4d:350|-350:p1|p2"


def test_all_in_before_the_river_has_empty_rounds() -> None:
    hand = Hand(nolimit(stack=20000), "8d9h 9s6d / TsQh8c / Ah / 4d")
    hand.play("r18752 r20000 c")
    assert state_line(hand, 0).startswith("STATE:0:r18752r20000c///:8d9h|9s6d/TsQh8c/Ah/4d:")


def test_missing_hole_cards_are_unknown_and_keep_their_position() -> None:
    line = "STATE:0:rf:|AhKh:-10|10:a|b"
    number, hand = read_state_line(line, limit())
    assert str(hand) == 'limit; ???? AhKh; r f; ["a", "b"]'
    assert hand.hole_cards == ((), parse_cards("AhKh"))
    assert state_line(hand, number) == line


def test_board_cards_that_were_never_dealt_are_not_invented() -> None:
    hand = replayed(limit(), "rc/rf", "AhKh|QsQd/Kc9d2h")
    assert str(hand) == "limit; AhKh QsQd / Kc9d2h; r c / r f"
    assert hand.deal[7:] == bytes([UNKNOWN_CARD] * 2)


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("AhKh", "hole cards are given for 1 players, not 2"),
        ("AhKh|QsQd|", "hole cards are given for 3 players, not 2"),
        ("Ah|QsQd", "a player has 2 hole cards, or none if unknown, not 'Ah'"),
    ],
)
def test_hole_cards_are_given_for_each_position(cards: str, message: str) -> None:
    with pytest.raises(RailbirdError, match=message):
        read_state_line(f"STATE:0:rf:{cards}:-10|10:a|b", limit())


def test_a_showdown_with_unknown_cards_has_no_payoffs_to_check() -> None:
    with pytest.raises(RailbirdError, match="ends with a showdown, and the hole cards of position 0 are not known"):
        read_state_line("STATE:0:cc/cc/cc/cc:|AhKh/Kc9d2h/9s/4d:-10|10:a|b", limit())


def test_betting_on_a_street_whose_cards_are_missing_is_refused() -> None:
    with pytest.raises(RailbirdError, match="board cards of round 2 are not known"):
        read_state_line("STATE:0:cc/rf:AhKh|QsQd:10|-10:a|b", limit())


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
def test_malformed_lines_are_rejected(line: str) -> None:
    with pytest.raises(RailbirdError) as caught:
        read_state_line(line, limit())
    assert "\n" not in str(caught.value)


def test_an_unfinished_hand_has_no_line() -> None:
    with pytest.raises(RailbirdError, match="only a finished hand"):
        state_line(Hand(limit(), "AhKh QsQd / Kc9d2h / 9s / 4d"), 0)


@pytest.mark.parametrize("part", range(6))
def test_a_number_of_many_digits_is_refused_at_once(part: int) -> None:
    parts = ["STATE", "0", "r300f", "AhKh|QsQd", "100|-100", "a|b"]
    parts[part] = {2: "r" + "9" * 5000 + "f"}.get(part, "9" * 5000)
    with pytest.raises(RailbirdError) as refused:
        read_state_line(":".join(parts), nolimit())
    assert len(str(refused.value)) < 400


def test_the_number_of_a_hand_is_written_in_digits() -> None:
    with pytest.raises(RailbirdError, match="the number of a hand must have 1 to 18 digits, not '٣'"):
        read_state_line("STATE:٣:f:AhKh|QsQd:5|-5:a|b", limit())
