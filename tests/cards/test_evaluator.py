import random
from itertools import chain, combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from phevaluator import evaluate_cards

from railbird import Card, CardError, Category, category, describe, evaluate, evaluate_array, parse_cards
from railbird.cards import categories, describe_value
from tests.reference.evaluator import hand_value

KNOWN_FIVE_CARD_COUNTS = [1302540, 1098240, 123552, 54912, 10200, 5108, 3744, 624, 40]


def random_hands(count: int, size: int, seed: int) -> NDArray[np.uint8]:
    generator = np.random.default_rng(seed)
    return np.argpartition(generator.random((count, 52), dtype=np.float32), size, axis=1)[:, :size].astype(np.uint8)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("TcTdThTsAc2c3d", "TcTdThTsKc2c3d"),  # four of a kind: the kicker
        ("3c3d3h2c2dAhKs", "2c2d2hAcAd9h8s"),  # full house: the trips first
        ("5c4d3h2sAcKdQh", "AcAdAhKs9d5c4d"),  # the ace plays low in a straight
        ("6c5d4h3s2cKdQh", "5c4d3h2sAcKdQh"),  # and then the straight is to the five
        ("AcKc9c5c2cAdAh", "6c5d4h3s2cAdAh"),  # a flush beats a straight
        ("AcAdKh9s7d3c2h", "AcAdQh9s7d3c2h"),  # a pair: kickers from the highest down
        ("AcAdKh9s7d3c2h", "AcAdKh9s6d3c2h"),
    ],
)
def test_saukonoja_4_the_order_of_hands(better: str, worse: str) -> None:
    """Appendix 1."""
    assert evaluate(parse_cards(better)) > evaluate(parse_cards(worse))


def test_saukonoja_4_suits_are_equal() -> None:
    assert evaluate(parse_cards("AcKcQcJcTc3d2h")) == evaluate(parse_cards("AsKsQsJsTs3d2h"))


def test_lain_2_all_five_card_hands_have_the_known_category_counts() -> None:
    cards = np.fromiter(chain.from_iterable(combinations(range(52), 5)), dtype=np.uint8, count=5 * 2598960)
    values = evaluate_array(cards.reshape(-1, 5))
    assert np.bincount(categories(values, cards=5)).tolist() == KNOWN_FIVE_CARD_COUNTS
    assert np.array_equal(np.unique(values), np.arange(1, 7463))


@pytest.mark.slow
@pytest.mark.parametrize("size", [5, 6, 7])
def test_order_equals_phevaluators_on_50_000_random_hands(size: int) -> None:
    hands = random_hands(50_000, size, seed=size)
    theirs = [evaluate_cards(*hand) for hand in hands.tolist()]
    assert np.array_equal(7463 - np.array(theirs), evaluate_array(hands))


@pytest.mark.parametrize("size", range(1, 8))
def test_order_equals_the_rules_of_poker(size: int) -> None:
    hands = random_hands(3000, size, seed=size).tolist()
    ours = [evaluate(*hand) for hand in hands]
    by_rules = [hand_value(hand) for hand in hands]
    choose = random.Random(size)
    for _ in range(50_000):
        a, b = choose.randrange(3000), choose.randrange(3000)
        assert (ours[a] > ours[b], ours[a] == ours[b]) == (by_rules[a] > by_rules[b], by_rules[a] == by_rules[b])
    assert [category(value, cards=size) for value in ours] == [value[0] for value in by_rules]


@pytest.mark.parametrize(("size", "values"), [(1, 13), (2, 91), (3, 455), (4, 1820)])
def test_short_hands_have_a_value_for_each_set_of_ranks(size: int, values: int) -> None:
    result = {evaluate(*hand) for hand in combinations(range(52), size)}
    assert result == set(range(1, values + 1))


def test_leduc_and_kuhn_hands_compare_as_in_those_games() -> None:
    king, queen, jack = (Card(text) for text in ("Ks", "Qs", "Js"))
    assert evaluate(king) > evaluate(queen) > evaluate(jack)
    pair_of_jacks, king_high = evaluate(jack, Card("Jh")), evaluate(king, Card("Qh"))
    assert pair_of_jacks > king_high > evaluate(queen, Card("Jh"))
    assert evaluate(king, Card("Qh")) == evaluate(Card("Kh"), queen)


def test_every_way_to_pass_cards_gives_the_same_value() -> None:
    for hand in random_hands(200, 7, seed=3).tolist():
        value = evaluate(*hand)
        assert evaluate(bytes(hand)) == value
        assert evaluate(hand) == evaluate(tuple(map(Card, hand))) == evaluate(np.array(hand)) == value
        assert evaluate_array([hand]).tolist() == [value]
        assert evaluate_array(np.array([hand], dtype=np.int64)).tolist() == [value]


def test_arrays_give_the_same_on_any_number_of_threads_and_layout() -> None:
    hands = random_hands(300_000, 7, seed=9)
    one = evaluate_array(hands, threads=1)
    assert np.array_equal(one, evaluate_array(hands, threads=3))
    assert np.array_equal(one, evaluate_array(np.asfortranarray(hands)))
    assert evaluate_array(np.empty((0, 7), dtype=np.uint8)).shape == (0,)
    kept = np.empty(len(hands), dtype=np.uint16)
    assert evaluate_array(hands, out=kept) is kept
    assert np.array_equal(one, kept)


@pytest.mark.parametrize("out", [np.empty(2, np.uint16), np.empty(3, np.int64), np.empty(6, np.uint16)[::2]])
def test_values_go_only_into_an_array_that_fits(out: NDArray[np.uint16]) -> None:
    with pytest.raises(CardError, match="out must be"):
        evaluate_array(random_hands(3, 7, seed=1), out=out)


@pytest.fixture(scope="module")
def many_hands() -> NDArray[np.uint8]:
    return random_hands(300_000, 7, seed=9)


@pytest.mark.parametrize("row", [0, 7, 250_000, 299_999])
@pytest.mark.parametrize("wrong", [52, 255, "twice"])
def test_a_wrong_row_is_named(many_hands: NDArray[np.uint8], row: int, wrong: int | str) -> None:
    hands = many_hands.copy()
    hands[row, 6] = hands[row, 0] if wrong == "twice" else wrong
    with pytest.raises(CardError, match=f"row {row} "):
        evaluate_array(hands, threads=2)


@pytest.mark.parametrize("size", range(1, 8))
def test_a_wrong_card_is_detected_at_any_position(size: int) -> None:
    for count in (1, 3, 4, 5, 17, 18, 19, 20, 21, 40):
        hands = random_hands(count, size, seed=count)
        assert evaluate_array(hands).tolist() == [evaluate(*hand) for hand in hands.tolist()]
        for row in range(count):
            for index in range(size):
                for wrong in (52, 200, 255, *(hands[row, other] for other in range(size) if other != index)):
                    spoiled = hands.copy()
                    spoiled[row, index] = wrong
                    with pytest.raises(CardError, match=f"row {row} "):
                        evaluate_array(spoiled)


@pytest.mark.parametrize("size", range(1, 8))
def test_rows_of_the_same_card_are_refused_and_do_no_harm(size: int) -> None:
    for card in range(256):
        hands = random_hands(2000, size, seed=card)
        hands[-500:] = card
        if size == 1 and card < 52:
            assert set(evaluate_array(hands)[-500:].tolist()) == {evaluate(card)}
        else:
            with pytest.raises(CardError, match="row 1500 "):
                evaluate_array(hands)


@pytest.mark.parametrize(
    "cards", [np.zeros(7, np.uint8), np.zeros((2, 8), np.uint8), np.zeros((2, 0), np.uint8), [[0.5] * 7], [[300] * 5]]
)
def test_arrays_of_another_kind_are_refused(cards: object) -> None:
    with pytest.raises(CardError):
        evaluate_array(cards)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "cards", [(), (0, 0), (52,), (-1,), (10**30,), tuple(range(8)), (b"",), (b"\x34",), (b"\0\0",)]
)
def test_wrong_cards_are_refused(cards: tuple[int, ...]) -> None:
    with pytest.raises(CardError):
        evaluate(*cards)


def test_a_list_that_changes_while_it_is_read_does_no_harm() -> None:
    class Spoiler:
        def __index__(self) -> int:
            hand.clear()
            return 0

    hand: list[Any] = [Spoiler(), *(10**6 + i for i in range(6))]
    with pytest.raises(CardError, match="between 0"):
        evaluate(hand)
    assert hand == []


def test_numbers_of_other_kinds_are_cards_too() -> None:
    assert evaluate(np.uint8(51)) == evaluate(51) == 13
    assert evaluate(np.uint8(51), np.int64(50)) == evaluate(51, 50)


@pytest.mark.parametrize("cards", [("Ah",), (None,), (1.5,), ([1, "x"],), (1, None)])
def test_non_cards_are_type_errors(cards: tuple[int, ...]) -> None:
    with pytest.raises(TypeError):
        evaluate(*cards)


@given(st.lists(st.integers(-3, 60), max_size=9))
def test_evaluate_takes_one_to_seven_different_cards_and_nothing_else(cards: list[int]) -> None:
    good = 1 <= len(cards) <= 7 and len(set(cards)) == len(cards) and all(0 <= card < 52 for card in cards)
    try:
        value = evaluate(cards)
    except ValueError:
        assert not good
    else:
        assert good
        assert value >= 1


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Kh Kd 7s 7c Ah 3d 2c", "two pair, kings and sevens, ace kicker"),
        ("Ah Kh Qh Jh Th 2c 2d", "royal flush"),
        ("5h 4h 3h 2h Ah", "straight flush, five high"),
        ("9c 9d 9h 9s Ah Kd Qc", "four of a kind, nines, ace kicker"),
        ("6c 6d 6h Ks Kh 6s", "four of a kind, sixes, king kicker"),
        ("6c 6d 6h Ks Kh 2s 2c", "full house, sixes full of kings"),
        ("Ah Jh 9h 6h 2h Ac Ad", "flush, ace, jack, nine, six and deuce"),
        ("Ah 2c 3d 4s 5h Kc Kd", "straight, five high"),
        ("Th 9c 8d 7s 6h 2c 2d", "straight, ten high"),
        ("7h 7c 7d As Kh 3c 2d", "three of a kind, sevens, ace and king kickers"),
        ("Kh Kc As Qh 9c 3d 2c", "pair of kings, ace, queen and nine kickers"),
        ("Ah Kc Jd 9s 7h 3c 2d", "high card, ace, king, jack, nine and seven kickers"),
        ("Kh", "high card, king"),
        ("Kh Qs", "high card, king, queen kicker"),
        ("Kh Ks", "pair of kings"),
    ],
)
def test_descriptions_read_like_poker(cards: str, words: str) -> None:
    assert describe(cards) == words
    assert describe(parse_cards(cards)) == words


def test_every_value_has_a_description_of_its_own() -> None:
    assert len({describe_value(value) for value in range(1, 7463)}) == 7462


@pytest.mark.parametrize(
    ("value", "size"), [(0, 7), (7463, 7), (14, 1), (1, 0), (1, 8), (65537, 7), (10**30, 7), (-1, 7)]
)
def test_values_that_do_not_exist_are_refused(value: int, size: int) -> None:
    with pytest.raises(CardError):
        category(value, cards=size)


def test_categories_keep_the_shape_and_reject_impossible_values() -> None:
    assert categories([[1, 7462], [7461, 1]]).tolist() == [[0, 8], [8, 0]]
    with pytest.raises(CardError):
        categories([1.5])


def test_categories_have_names() -> None:
    assert str(Category.THREE_OF_A_KIND) == "three of a kind"
