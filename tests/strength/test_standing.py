"""Where hands stand, against a plain reference and against published numbers."""

import random

import numpy as np
import pytest

from railbird.cards import ALL_HOLE_CARDS, DECK, HoleCards, Range, parse_cards
from railbird.errors import CardError, RailbirdError, StrengthError
from railbird.strength import (
    against_several,
    effective_hand_strength,
    hand_strength,
    negative_potential,
    positive_potential,
    potential_tables,
    standings,
)
from tests.reference.strength import potential_table

AQ = HoleCards.parse("AdQc")
FLOP = "Jh4c3h"


def test_poki_example_of_hand_strength() -> None:
    """Heidenreich 2 and 3: 628 behind, 9 tied, 444 ahead of 1081; 0.585, and 0.069 against five."""
    now = standings(FLOP)[AQ.index]
    assert now.tolist() == [628, 9, 444]
    hs = hand_strength(now)
    assert hs == pytest.approx(0.5851, abs=5e-5)
    assert against_several(hs, 5) == pytest.approx(0.0686, abs=5e-5)


def test_poki_example_of_two_card_potential() -> None:
    """Heidenreich 4: all nine cells of figure 4."""
    table = potential_tables(FLOP, cards_ahead=2, hands=AQ)[AQ.index]
    assert table.tolist() == [[449005, 3211, 169504], [0, 8370, 540], [91981, 1036, 346543]]
    assert positive_potential(table) == pytest.approx(0.2083, abs=5e-5)
    assert negative_potential(table) == pytest.approx(0.2737, abs=5e-5)


def test_poki_example_of_one_card_potential() -> None:
    """Heidenreich 5."""
    table = potential_tables(FLOP, cards_ahead=1)[AQ.index]
    assert positive_potential(table) == pytest.approx(0.1083, abs=5e-5)
    assert negative_potential(table) == pytest.approx(0.1454, abs=5e-5)


def test_poki_example_of_effective_strength() -> None:
    """Heidenreich 6: P(win) 0.5114, EHS 0.6715, against five 0.2626; EHS is never below HS."""
    table = potential_tables(FLOP, cards_ahead=2, hands=AQ)[AQ.index]
    hs = hand_strength(standings(FLOP, hands=AQ)[AQ.index])
    ppot, npot = positive_potential(table), negative_potential(table)
    assert effective_hand_strength(hs, ppot, npot) == pytest.approx(0.5114, abs=5e-5)
    assert effective_hand_strength(hs, ppot) == pytest.approx(0.6715, abs=5e-5)
    assert effective_hand_strength(against_several(hs, 5), ppot) == pytest.approx(0.2626, abs=5e-5)
    tables = potential_tables(FLOP, cards_ahead=1)
    everybody = hand_strength(standings(FLOP))
    with np.errstate(invalid="ignore"):
        assert not (effective_hand_strength(everybody, positive_potential(tables)) < everybody).any()


@pytest.mark.parametrize(
    ("hand", "board", "counts", "values"),
    [
        ("AcKc", "8c6c3s", (640, 9, 432), (0.5962, 0.3031, 0.1046, 0.6563)),
        ("AdQc", "3h4cJh", (628, 9, 444), (0.5851, 0.1083, 0.1454, 0.5450)),
        ("AcKc", "8c6c3sKh", (971, 6, 58), (0.9411, 0.3115, 0.0469, 0.9153)),
    ],
)
def test_saukonojas_vectors(hand: str, board: str, counts: tuple[int, ...], values: tuple[float, ...]) -> None:
    """Saukonoja, digest §2.3: HS, PPOT, NPOT and EHS with one card to come."""
    mine = HoleCards.parse(hand)
    now = standings(board, hands=mine)[mine.index]
    table = potential_tables(board, cards_ahead=1, hands=mine)[mine.index]
    assert tuple(now) == counts
    hs, ppot, npot = hand_strength(now), positive_potential(table), negative_potential(table)
    found = (hs, ppot, npot, effective_hand_strength(hs, ppot, npot))
    assert found == pytest.approx(values, abs=5e-5)


def random_question(choose: random.Random, cards: int) -> tuple[str, Range]:
    board = "".join(map(str, choose.sample(DECK, cards)))
    weights = np.array([choose.choice([0.0, choose.random(), 1.0]) for _ in range(1326)])
    return board, Range.from_weights(weights)


@pytest.mark.parametrize(("cards", "ahead"), [(3, 0), (4, 0), (5, 0), (3, 1), (4, 1)])
def test_tables_equal_the_plain_reference(cards: int, ahead: int) -> None:
    choose = random.Random(cards * 10 + ahead)
    for _ in range(3 if ahead else 10):
        board, villain = random_question(choose, cards)
        tables = potential_tables(board, villain, cards_ahead=ahead)
        later = standings(board, villain, cards_ahead=ahead)
        cards_on_board = parse_cards(board)
        for hand in choose.sample(ALL_HOLE_CARDS, 6):
            if {hand.low, hand.high} & set(cards_on_board):
                assert not tables[hand.index].any()
                continue
            expected = potential_table(hand, cards_on_board, villain.weights, ahead)
            assert tables[hand.index] == pytest.approx(expected, abs=1e-9)
            assert later[hand.index] == pytest.approx(expected.sum(axis=0), abs=1e-9)
            alone = potential_tables(board, villain, cards_ahead=ahead, hands=hand)[hand.index]
            assert alone == pytest.approx(expected, abs=1e-9)


def test_effective_strength_is_the_mean_strength_after_the_next_card() -> None:
    """Saukonoja, digest §2.3: with halves in the denominators EHS (eq. 7, one card) is exactly that."""
    choose = random.Random(3)
    for _ in range(40):
        board, villain = random_question(choose, choose.choice([3, 4]))
        tables = potential_tables(board, villain, cards_ahead=1)
        hs = hand_strength(tables.sum(axis=-1))
        ehs = effective_hand_strength(hs, positive_potential(tables), negative_potential(tables))
        mean = hand_strength(standings(board, villain, cards_ahead=1))
        np.testing.assert_allclose(ehs, mean, rtol=0, atol=1e-12)


def test_weights_only_count_in_proportion() -> None:
    """Heidenreich 7 and 8: any constant weight is the uniform range; only better hands give 0."""
    constant = Range.from_weights(np.full(1326, 0.3))
    np.testing.assert_allclose(
        hand_strength(standings(FLOP, constant)), hand_strength(standings(FLOP)), rtol=0, atol=1e-12
    )
    assert hand_strength(standings(FLOP, "JJ, 44, 33", hands=AQ)[AQ.index]) == 0


def test_tiny_weights_keep_their_digits() -> None:
    """Against two aces hardly anything is left of a range that is nearly all aces."""
    weights = np.full(1326, 1e-12)
    weights[Range("AA").weights > 0] = 1.0
    weights[HoleCards.parse("AcAd").index] = 1e-12
    hand = HoleCards.parse("AhAs")
    table = potential_tables("Jd4c3d", Range.from_weights(weights), cards_ahead=1)[hand.index]
    np.testing.assert_allclose(table, potential_table(hand, parse_cards("Jd4c3d"), weights, 1), rtol=1e-9)


def test_threads_do_not_change_a_bit() -> None:
    one = potential_tables(FLOP, "22+, A2s+", cards_ahead=1, threads=1)
    two = potential_tables(FLOP, "22+, A2s+", cards_ahead=1, threads=2)
    assert (one == two).all()


@pytest.mark.parametrize(
    ("board", "versus", "ahead", "message"),
    [
        ("", "random", 0, "three to five cards"),
        ("Jh4c", "random", 0, "not 2 cards"),
        ("Jh4c3h", "none", 0, "no hand left"),
        ("Jh4c3h", "JhTh", 0, "no hand left"),
        ("Jh4c3h", "random", 3, "0 to 2 cards to come, not 3"),
        ("Jh4c3hKs2d", "random", 1, "0 to 0 cards to come, not 1"),
        ("JhJh3h", "random", 0, "occurs twice"),
    ],
)
def test_bad_questions_are_told(board: str, versus: str, ahead: int, message: str) -> None:
    with pytest.raises(RailbirdError, match=message):
        potential_tables(board, versus, cards_ahead=ahead)


def test_a_hand_on_the_board_is_told() -> None:
    with pytest.raises(StrengthError, match="shares a card with the board"):
        standings("AdTc2h", hands=AQ)
    with pytest.raises(CardError):
        standings("AdTc2x")
