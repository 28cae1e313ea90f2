"""Hands in the PHH format: the native reader of actions beside the one in Python."""

import random

import pytest

from railbird._core import ActionKind, phh_actions
from railbird.errors import HistoryError
from railbird.histories.phh import read_phh
from railbird.histories.phh_fields import UnusualError, usual_fields
from tests.histories.mutations import mutated, pool, read_both_ways

ACTIONS = (
    "['d dh p1 AhKd', 'd dh p2 ????', 'p1 cbr 2.50', 'p2 cc', 'd db 2c3c4c', 'p2 cc', 'p1 cbr 1', 'p2 f', 'p1 sm AhKd']"
)


def test_actions_become_those_of_players_with_the_round_and_the_deal() -> None:
    told = phh_actions(ACTIONS, 2, 2)
    assert told is not None
    actions, deal = told
    assert [tuple(each) for each in actions] == [
        (0, 0, ActionKind.RAISE, 250),
        (1, 0, ActionKind.CALL, -1),
        (1, 1, ActionKind.CALL, -1),
        (0, 1, ActionKind.RAISE, 100),
        (1, 1, ActionKind.FOLD, -1),
    ]
    assert deal == bytes([50, 45, 255, 255, 0, 4, 8, 255, 255])


def test_random_hands_are_read_natively_like_in_python() -> None:
    natively = 0
    for lines in pool("phh"):
        record = read_both_ways("phh", lines)
        try:
            fields, places = usual_fields(lines)
        except UnusualError:
            continue
        assert phh_actions(fields["actions"], record.game.players, places) is not None
        natively += 1
    assert natively > 20


def test_damaged_hands_are_read_or_refused_natively_like_in_python() -> None:
    choose, outcomes = random.Random(6), set()
    for _ in range(2000):
        lines = mutated(choose.choice(pool("phh")), choose)
        try:
            outcomes.add(str(read_both_ways("phh", lines).game))
        except HistoryError as error:
            outcomes.add(str(error))
    assert len(outcomes) > 100


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("p2 f", "p2  f"),
        ("p2 f", "p2 f # after some thought"),
        ("p2 f", "p3 f"),
        ("p2 f", "p0 f"),
        ("p2 f", "p02 f"),
        ("p2 f", ""),
        ("2.50", "2.500"),
        ("2.50", "1e2"),
        ("2.50", "99999999999999999999"),
        ("2.50", "123456789012.00"),
        ("2c3c4c", "2c3c"),
        ("2c3c4c", "2c2c4c"),
        ("2c3c4c", "2c 3c 4c"),
        ("'d db 2c3c4c', ", "'d db 2c3c4c', 'd db 5c6c7c', "),
        ("'d db 2c3c4c', ", "'d db 2c3c4c', 'd db ', "),
        ("sm AhKd", "sm AhQd"),
        ("sm AhKd", "sm -"),
        ("sm AhKd", "sm sm"),
        ("sm AhKd", "sm "),
        ("dh p1 AhKd", "dh p1 Ah10d"),
        ("dh p1 AhKd", "dh p1 Ah??"),
        ("'p2 f', ", "'p2 f',  "),
        ("'p2 f', ", "'p2 f' 'p2 f', "),
        (", 'p2 cc', 'd", ", '\ud800', 'd"),
        ("']", "',]"),
    ],
)
def test_the_native_reader_leaves_what_is_unusual_to_python(old: str, new: str) -> None:
    assert old in ACTIONS
    assert phh_actions(ACTIONS.replace(old, new), 2, 2) is None


@pytest.mark.parametrize("text", ["", "[", "[]", "['", "['']", "']", "['p1 f", "p1 f']"])
def test_what_is_no_list_is_left_to_python(text: str) -> None:
    assert phh_actions(text, 2, 0) is None


def test_numbers_of_players_and_places_are_checked() -> None:
    with pytest.raises(ValueError, match="2 to 10 players"):
        phh_actions(ACTIONS, 11, 2)
    with pytest.raises(ValueError, match="0 to 4 decimal places"):
        phh_actions(ACTIONS, 2, 5)
    with pytest.raises(TypeError):
        phh_actions(ACTIONS.encode(), 2, 2)  # type: ignore[arg-type]


def test_a_heading_begins_a_hand_once() -> None:
    text = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [200, 200]\n"
    text += f"actions = {ACTIONS.replace('2.50', '6').replace('cbr 1', 'cbr 9')}\n"
    assert read_phh(f"\n[7]\n{text}\n") == read_phh(text)
    for other in (f"[7]\n[8]\n{text}", f"[7]\n{text}[8]\n"):
        with pytest.raises(HistoryError):
            read_phh(other)
