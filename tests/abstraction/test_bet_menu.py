"""Bet menus: their text, and the sizes that they give."""

import pickle
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from railbird.abstraction import BetSize, BetTurn, bet_turn, parse_menu, pot_shares
from railbird.errors import GameError
from railbird.game import Hand, limit, nolimit, potlimit

BET = BetTurn(round=1, player=0, level=0, pot=180, least=10, most=910, all_in=910, raises=0)
RAISE = replace(BET, player=1, level=94, pot=368, least=188, raises=1)


def amounts(menu: str, turn: BetTurn, **changes: Any) -> list[int]:
    return list(parse_menu(menu).raises(replace(turn, **changes)).values())


@pytest.mark.parametrize(
    ("size", "bet", "raise_to"),
    [
        ("52%", 94, 94 + 191),
        ("45%", 81, 260),
        ("3x", None, 282),
        ("2.5bb", 25, 188),
        ("300chips", 300, 300),
        ("min", 10, 188),
        ("a", 910, 910),
        ("1%", 10, 188),
        ("9999%", 910, 910),
        ("1000000chips", 910, 910),
    ],
)
def test_what_a_size_means(size: str, bet: int | None, raise_to: int) -> None:
    assert amounts(size, BET, big_blind=10) == ([] if bet is None else [bet])
    assert amounts(size, RAISE, big_blind=10) == [raise_to]


def test_amounts_are_rounded_to_the_nearest_chip_and_a_half_goes_up() -> None:
    """14.5 % of 100 is exactly 14.5, which binary fractions miss."""
    assert amounts("14.5%", BET, pot=100) == [15]
    assert amounts("14.4%", BET, pot=100) == [14]
    assert amounts("33.333%", BET, pot=300) == [100]


def test_of_equal_sizes_one_is_left_with_its_index() -> None:
    menu = parse_menu("1%, 2%, 50%, 900%, 1000%, a")
    assert menu.raises(BET) == {0: 10, 2: 90, 5: 910}, "the first of the smallest, the last of the largest"
    assert parse_menu("75%, 33%").raises(BET) == {1: 59, 0: 135}


def test_later_sections_override_earlier_ones() -> None:
    menu = parse_menu("10%; flop 20%; p2 30%; p2 flop 40%; raise 50%; flop raise 60%; donk none; turn donk 70%")

    def first(**changes: Any) -> list[str]:
        return list(map(str, menu.sizes(replace(BET, **changes))))

    assert first(round=2) == ["10%"]
    assert first() == ["20%"]
    assert first(player=1, round=2) == ["30%"]
    assert first(player=1) == ["40%"]
    assert first(level=10, round=3) == ["50%"]
    assert first(level=10) == ["60%"]
    assert first(donk=True) == []
    assert first(donk=True, round=2) == ["70%"]
    plain = parse_menu("10%; river 75%, a")
    assert [len(plain.sizes(replace(BET, round=3, level=level))) for level in (0, 10)] == [2, 2]
    assert parse_menu("river 10%").raises(BET) == {}


def test_options_move_sizes_to_all_in_add_it_and_merge() -> None:
    # A bet of 540 leaves 370 behind in a pot of 1260, a ratio of 0.29; it is 59 % of the stack.
    assert amounts("300%; spr 0.29", BET) == [540]
    assert amounts("300%; spr 0.3", BET) == [910]
    assert amounts("300%; commit 60%", BET) == [540]
    assert amounts("300%; commit 59%", BET) == [910]
    assert amounts("50%; add-all-in 505%", BET) == [90]
    assert amounts("50%; add-all-in 506%", BET) == [90, 910]
    assert parse_menu("50%; add-all-in 506%").raises(BET) == {0: 90, 1: 910}
    # 75 % and 100 %: pots of 315 and 360, a seventh apart.
    assert amounts("75%, 100%, a; merge 14%", BET) == [135, 180, 910]
    assert amounts("75%, 100%, a; merge 15%", BET) == [180, 910]
    assert amounts("50%; raises 1", BET) == [90]
    assert amounts("50%; raises 1", RAISE) == []


def test_thresholds_do_not_pass_the_limit_of_the_pot() -> None:
    assert amounts("50%, a; spr 9; add-all-in 999%", BET, most=180) == [90, 180]


def test_a_limit_game_has_its_one_size() -> None:
    hand = Hand(limit(), "AhKh QsQd")
    turn = bet_turn(hand, hand.game)
    assert turn is not None
    for menu in ("33%, a", "none", "min; raise 3x"):
        assert parse_menu(menu).raises(turn) == {0: 20}
    assert parse_menu("min; raises 1").raises(turn) == {0: 20}


def test_the_turn_of_a_hand() -> None:
    hand = Hand(nolimit(stack=(5000, 2000)), "AhKh QsQd / Kc7d2h / 9s / 4d")
    turn = bet_turn(hand, hand.game)
    assert turn == BetTurn(
        round=0, player=1, level=100, pot=200, least=200, most=2000, all_in=2000, raises=0, big_blind=100
    )
    hand.play("r300 c / c")
    turn = bet_turn(hand, hand.game)
    assert turn is not None
    assert (turn.kind, turn.pot, turn.all_in) == ("bet", 600, 1700)
    hand.play("r1700")
    assert bet_turn(hand, hand.game) is None, "position 1 has no chips left"
    pot_limit = Hand(potlimit(3, stack=(5000, 300, 700)), "AhKh QsQd 2c2d")
    turn = bet_turn(pot_limit, pot_limit.game)
    assert turn is not None
    assert (turn.most, turn.all_in) == (350, 700)


def test_all_in_is_what_an_opponent_can_match() -> None:
    hand = Hand(nolimit(stack=(150, 5000)), "AhKh QsQd")
    turn = bet_turn(hand, hand.game)
    assert turn is not None
    assert (turn.least, turn.most, turn.all_in) == (200, 200, 200), "the smallest legal raise is more than 150"


def test_a_donk_bet_is_into_the_aggressor_of_the_street_before() -> None:
    hand = Hand(nolimit(3), "AhKh QsQd 2c2d / Kc7d2h / 9s / 4d")

    def donk() -> bool:
        turn = bet_turn(hand, hand.game)
        assert turn is not None
        return turn.donk

    hand.play("c r300 c c / ")  # position 0 raised
    assert not donk()
    hand.play("c r500")
    assert not donk(), "facing a bet"
    hand.play("c c / ")  # position 1 bet
    assert donk()
    hand.play("c")
    assert not donk(), "their own street"
    hand.play("c")
    assert not donk(), "the aggressor has acted"
    hand.play("c / ")
    assert not donk(), "nobody bet on the turn"


def test_menus_print_as_they_are_read() -> None:
    for text in (
        "33%, 75%, a",
        "50%, 120%, a; raise 3x",
        "p2 river raise 2.5x, a",
        "50%; donk none; turn donk 25%",
        "33.5%, min, 2.5bb, 300chips; raises 3; spr 0.15; commit 67%; add-all-in 150%; merge 12.5%",
        "add-all-in 100%",
        "none",
    ):
        menu = parse_menu(text)
        assert str(menu) == text
        assert pickle.loads(pickle.dumps(menu)) == menu
    assert str(parse_menu(" raise flop p1 50.00% all-in;bet 010% ")) == "p1 flop raise 50%, a; 10%"
    assert str(pot_shares([1 / 3, 2])) == "33.33333333333333%, 200%, a"


NAMES = "50% 33.3% 3x 2.5bb 7chips min a none p1 p2 p11 flop river bet raise donk raises spr merge 3 10% ;"


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(NAMES.split()), max_size=8).map(" ".join) | st.text("ab50%x;,. \n", max_size=12))
def test_any_text_is_read_back_or_refused(text: str) -> None:
    try:
        menu = parse_menu(text)
    except GameError as error:
        assert "\n" not in str(error)
        return
    assert parse_menu(str(menu)) == menu


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a section of the bet menu '' is empty"),
        ("50%; ;a", "is empty"),
        ("50", "'50' is not a bet size: write a number with its unit, such as 50%, 3x, 2.5bb"),
        ("0.5", "is not a bet size"),
        ("-50%", "is not a bet size"),
        ("0%", "a bet size must be above 0, not '0%'"),
        ("2.5chips", "a whole number of chips, not '2.5chips'"),
        ("50%, 50.0%", "has a size twice"),
        ("50%; 75%", "gives the sizes of every bet twice"),
        ("p1 river raise 3x; river p1 raise a", "gives the sizes of p1 river raise twice"),
        ("flop turn 50%", "names two of a kind"),
        ("river", "the section 'river' of a bet menu has no sizes"),
        ("none, a", "'none' is not a bet size"),
        ("p12 50%", "'p12' is not a bet size"),
        ("50%; spr", "'spr' is not an option of a bet menu: write it as in spr 0.2"),
        ("50%; raises 0", "write it as in raises 3"),
        ("50%; raises 2.5", "write it as in raises 3"),
        ("50%; merge x", "write it as in merge 10%"),
        ("50%; merge 1%; merge 2%", "merge is given twice"),
        ("raises 3", "has no sizes"),
        (", ".join(f"{number}%" for number in range(1, 80)), "at most 64 sizes, not 79"),
    ],
)
def test_what_cannot_be_read_says_why(text: str, message: str) -> None:
    with pytest.raises(GameError, match=message):
        parse_menu(text)


def test_a_size_is_a_value() -> None:
    assert BetSize.parse("50%") == BetSize.parse("50.0%") != BetSize.parse("50x")
    assert {BetSize.parse("a"), BetSize.parse("all-in"), BetSize.parse("allin")} == {BetSize.parse("a")}
