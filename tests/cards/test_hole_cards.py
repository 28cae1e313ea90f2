import numpy as np
import pytest

from railbird import Card, CardError, HandClass, HoleCards, RailbirdError
from railbird.cards import ALL_HOLE_CARDS, CLASS_OF_HAND, CLASSES, HAND_MASKS


def test_hands_are_ordered_by_high_card_then_low_card() -> None:
    assert [str(hand) for hand in ALL_HOLE_CARDS[:3]] == ["2d2c", "2h2c", "2h2d"]
    assert str(ALL_HOLE_CARDS[-1]) == "AsAh"
    assert [hand.index for hand in ALL_HOLE_CARDS] == list(range(1326))
    assert all(HoleCards.from_index(hand.index) is hand for hand in ALL_HOLE_CARDS)


def test_the_order_of_the_two_cards_does_not_matter() -> None:
    assert HoleCards.parse("KhAh") == HoleCards(Card("Ah"), Card("Kh"))
    assert str(HoleCards.parse("KhAh")) == "AhKh"


def test_numbers_become_cards() -> None:
    assert str(HoleCards(50, 51)) == "AsAh"  # type: ignore[arg-type]
    with pytest.raises(CardError):
        HoleCards(99, 50)  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["AhAh", "Ah", "AhKhQh", "", "AKs"])
def test_other_numbers_of_cards_are_rejected(text: str) -> None:
    with pytest.raises(CardError):
        HoleCards.parse(text)


def test_masks_have_the_two_cards_of_each_hand() -> None:
    assert all(int(mask).bit_count() == 2 for mask in HAND_MASKS)
    assert int(HAND_MASKS[HoleCards.parse("AsAh").index]) == 1 << 51 | 1 << 50


def test_the_169_classes_divide_all_hands() -> None:
    assert len(CLASSES) == 169
    assert [hand_class.index for hand_class in CLASSES] == list(range(169))
    assert [HandClass.of(hand).index for hand in ALL_HOLE_CARDS] == CLASS_OF_HAND.tolist()
    counts = np.bincount(CLASS_OF_HAND, minlength=169)
    assert [int(n) for n in counts] == [hand_class.combos for hand_class in CLASSES]
    assert [str(CLASSES[i]) for i in (0, 1, 13, 14, 168)] == ["AA", "AKs", "AKo", "KK", "22"]


def test_a_class_reads_back_and_finds_its_hands() -> None:
    assert all(HandClass.parse(str(hand_class)) == hand_class for hand_class in CLASSES)
    hands = {str(ALL_HOLE_CARDS[i]) for i in HandClass.parse("AKs").hands}
    assert hands == {"AcKc", "AdKd", "AhKh", "AsKs"}


@pytest.mark.parametrize("text", ["KAs", "AK", "AAs", "A", ""])
def test_malformed_classes_are_rejected(text: str) -> None:
    with pytest.raises(RailbirdError):
        HandClass.parse(text)
