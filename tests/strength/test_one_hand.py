"""One hand against an opponent with any hand, counted natively by pairs of ranks."""

import random

import numpy as np
import pytest

from railbird import _core
from railbird.cards import DECK, HoleCards, parse_cards
from railbird.errors import CardError, RailbirdError, StrengthError
from railbird.strength import one_hand, potential_tables
from tests.reference.strength import potential_table
from tests.strength.questions import random_board

AQ = HoleCards.parse("AdQc")


def test_the_published_example() -> None:
    one, two = (one_hand(AQ, "Jh4c3h", cards_ahead=ahead) for ahead in (1, 2))
    assert two.table == ((449005, 3211, 169504), (0, 8370, 540), (91981, 1036, 346543))
    assert (one.ppot, one.npot, two.ppot, two.npot) == pytest.approx((0.1083, 0.1454, 0.2083, 0.2737), abs=5e-5)
    assert (two.hs, two.ehs, two.win_probability) == pytest.approx((0.5851, 0.6715, 0.5114), abs=5e-5)
    assert one_hand("AdQc", "Jh4c3h") == one_hand(parse_cards("QcAd"), parse_cards("4cJh3h"), cards_ahead=1)


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_counts_equal_those_of_the_kernel_for_all_hands(cards: int) -> None:
    choose = random.Random(cards)
    for _ in range(60):
        board = random_board(choose, cards)
        hand = HoleCards(*choose.sample([card for card in DECK if card not in board], 2))
        ahead = choose.randrange(min(2, 6 - cards))
        result = np.array(one_hand(hand, board, cards_ahead=ahead).table)
        np.testing.assert_array_equal(result, potential_tables(board, cards_ahead=ahead, hands=hand)[hand.index])


@pytest.mark.parametrize(("hand", "board"), [("9h8h", "7h6h2c"), ("AsKs", "QsJsTs2d"), ("2c2d", "7h7d7s")])
def test_counts_equal_the_plain_reference(hand: str, board: str) -> None:
    mine = HoleCards.parse(hand)
    expected = potential_table(mine, parse_cards(board), np.ones(1326), 1)
    np.testing.assert_array_equal(np.array(one_hand(mine, board).table), expected)


def test_on_the_river_nothing_changes() -> None:
    result = one_hand("AdQc", "Jh4c3hKs2d")
    assert (result.ppot, result.npot) == (0, 0)
    assert result.ehs == result.hs == result.win_probability


def test_bad_arguments_are_rejected() -> None:
    with pytest.raises(StrengthError, match="shares a card"):
        one_hand("AdQc", "AdTh2c")
    with pytest.raises(CardError, match="two cards, not 3"):
        one_hand(parse_cards("AdQcJc"), "Kh4c3h")
    with pytest.raises(StrengthError, match="three to five cards"):
        one_hand("AdQc", "")
    with pytest.raises(StrengthError, match="0 to 1 cards to come, not 2"):
        one_hand("AdQc", "Jh4c3h2s", cards_ahead=2)
    with pytest.raises(RailbirdError):
        one_hand("AdQx", "Jh4c3h")
    for hand, board in ((3, 3 << 3), (1, 7 << 3), (3, 7 << 50), (3, 1 << 60 | 6 << 3)):
        with pytest.raises(ValueError, match="card"):
            _core.hand_potential(hand, board, 0)
