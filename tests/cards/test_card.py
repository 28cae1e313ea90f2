import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from railbird import Card, CardError, RailbirdError, parse_board, parse_cards
from railbird.cards import DECK, cards_text


def test_cards_are_numbered_by_rank_then_suit() -> None:
    assert [str(card) for card in DECK[:5]] == ["2c", "2d", "2h", "2s", "3c"]
    assert int(Card("As")) == 51
    assert (Card("Td").rank, Card("Td").suit) == (8, 1)


@pytest.mark.parametrize("text", ["Ah", "ah", "AH", "aH", "A♥"])
def test_a_card_reads_in_any_case_and_with_symbols(text: str) -> None:
    assert Card(text) == 50


def test_every_card_prints_and_reads_back() -> None:
    assert [Card(str(card)) for card in DECK] == list(DECK)
    assert all(eval(repr(card)) == card and pickle.loads(pickle.dumps(card)) is card for card in DECK)


@pytest.mark.parametrize("text", ["", "A", "Ax", "1h", "Ahh", "AhKh", " Ah", "１h"])
def test_a_malformed_card_is_named_in_the_error(text: str) -> None:
    with pytest.raises(CardError) as caught:
        Card(text)
    assert repr(text) in str(caught.value)


def test_ten_written_with_digits_gets_a_hint() -> None:
    with pytest.raises(CardError, match="a ten is written T: 'Th', not '10h'"):
        Card("10h")


@pytest.mark.parametrize("number", [-1, 52, 10**30])
def test_numbers_beyond_the_deck_are_refused(number: int) -> None:
    with pytest.raises(CardError, match="between 0"):
        Card(number)


def test_cards_may_be_separated_or_not() -> None:
    expected = (Card("Kh"), Card("7d"), Card("2c"))
    assert parse_cards("Kh 7d 2c") == parse_cards("Kh7d2c") == parse_cards(" Kh,7d, 2c ") == expected
    assert cards_text(expected) == "Kh7d2c"


def test_a_card_cannot_occur_twice() -> None:
    with pytest.raises(CardError, match="Ah occurs twice"):
        parse_cards("Ah 2c Ah")


@pytest.mark.parametrize("text", ["Ah", "Ah Kh", "Ah Kh Qh Jh Th 9h"])
def test_a_board_has_the_cards_of_a_street(text: str) -> None:
    with pytest.raises(CardError, match="0, 3, 4 or 5 cards"):
        parse_board(text)
    assert parse_board("") == ()


@given(st.text())
def test_any_text_is_cards_or_a_clear_error(text: str) -> None:
    try:
        cards = parse_cards(text)
    except RailbirdError as error:
        assert "\n" not in str(error)
    else:
        assert parse_cards(cards_text(cards)) == cards
