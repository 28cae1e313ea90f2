"""Standings of hands, compared with a plain reference and with published numbers."""

import random

import numpy as np
import pytest

from railbird.cards import ALL_HOLE_CARDS, DECK, HoleCards, Range, evaluate, parse_cards
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
from tests.strength.questions import check_question

AQ = HoleCards.parse("AdQc")
FLOP = "Jh4c3h"


def test_poki_1_the_evaluator_finds_who_is_ahead_tied_and_behind_among_all_pairs() -> None:
    """§4.2.1: of 52 cards there are 1326 pairs, 1081 of them without the five that are known; ties are exact."""
    board = parse_cards(FLOP)
    assert len(set(DECK)) == 52
    assert len({frozenset((hand.high, hand.low)) for hand in ALL_HOLE_CARDS}) == len(ALL_HOLE_CARDS) == 1326
    left = [hand for hand in ALL_HOLE_CARDS if not {hand.high, hand.low} & {AQ.high, AQ.low, *board}]
    assert len(left) == 1081
    mine = evaluate((AQ.high, AQ.low, *board))
    values = [evaluate((hand.high, hand.low, *board)) for hand in left]
    assert sum(value < mine for value in values) == 628
    assert sum(value > mine for value in values) == 444
    tied = {str(hand) for hand, value in zip(left, values, strict=True) if value == mine}
    assert tied == {f"A{one}Q{other}" for one in "chs" for other in "dhs"}


def test_poki_2_hand_strength_against_one() -> None:
    """§4.2.1: 628 behind, 9 tied, 444 ahead of 1081; 0.585."""
    now = standings(FLOP)[AQ.index]
    assert now.tolist() == [628, 9, 444]
    assert hand_strength(now) == pytest.approx(0.5851, abs=5e-5)


def test_poki_3_hand_strength_against_several_is_a_power() -> None:
    """§4.2.1: 0.069 against five."""
    hs = hand_strength(standings(FLOP, hands=AQ)[AQ.index])
    assert [against_several(hs, others) for others in (1, 2, 3)] == pytest.approx([hs, hs * hs, hs * hs * hs])
    assert against_several(hs, 5) == pytest.approx(0.0686, abs=5e-5)


def test_poki_4_two_card_potential() -> None:
    """§4.2.2: all nine cells of figure 4."""
    table = potential_tables(FLOP, cards_ahead=2, hands=AQ)[AQ.index]
    assert table.tolist() == [[449005, 3211, 169504], [0, 8370, 540], [91981, 1036, 346543]]
    assert positive_potential(table) == pytest.approx(0.2083, abs=5e-5)
    assert negative_potential(table) == pytest.approx(0.2737, abs=5e-5)


def test_poki_5_one_card_potential() -> None:
    """§4.2.2: the faster form; on the river there is no potential."""
    table = potential_tables(FLOP, cards_ahead=1)[AQ.index]
    assert positive_potential(table) == pytest.approx(0.1083, abs=5e-5)
    assert negative_potential(table) == pytest.approx(0.1454, abs=5e-5)
    river = potential_tables(FLOP + "Qs2d", cards_ahead=0)
    assert not positive_potential(river).any()
    assert not negative_potential(river).any()


def test_poki_6_effective_strength() -> None:
    """§4.2.3: P(win) 0.5114, EHS 0.6715, against five 0.2626; EHS is never below HS."""
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
def test_saukonoja_6_7_and_8_vectors(hand: str, board: str, counts: tuple[int, ...], values: tuple[float, ...]) -> None:
    """§3.1.2, formulas 4 to 7: HS, PPOT, NPOT and EHS with one card to come."""
    mine = HoleCards.parse(hand)
    now = standings(board, hands=mine)[mine.index]
    table = potential_tables(board, cards_ahead=1, hands=mine)[mine.index]
    assert tuple(now) == counts
    hs, ppot, npot = hand_strength(now), positive_potential(table), negative_potential(table)
    result = (hs, ppot, npot, effective_hand_strength(hs, ppot, npot))
    assert result == pytest.approx(values, abs=5e-5)


def random_question(choose: random.Random, cards: int) -> tuple[str, Range]:
    board = "".join(map(str, choose.sample(DECK, cards)))
    weights = np.array([choose.choice([0.0, choose.random(), 1.0]) for _ in range(1326)])
    return board, Range.from_weights(weights)


@pytest.mark.slow
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


@pytest.mark.parametrize(("board", "holdings"), [("Jh4c3h", 1081), ("Jh4c3hKs", 1035), ("Jh4c3hKs2d", 990)])
def test_saukonoja_6_every_hand_meets_all_holdings(board: str, holdings: int) -> None:
    """§3.1.2: 1081 on the flop, 1035 on the turn, 990 on the river."""
    sums = standings(board).sum(axis=1)
    assert set(sums[sums > 0]) == {holdings}


def test_saukonoja_7_a_zero_denominator_gives_no_potential() -> None:
    """The nuts are never behind; the worst hand is never ahead."""
    nuts = HoleCards.parse("JhTh")
    tables = potential_tables("AhKhQh2c", cards_ahead=1, hands=nuts)[nuts.index]
    assert tables[2].sum() == tables[1].sum() == 0
    assert positive_potential(tables) == 0
    assert positive_potential(np.diag([5.0, 0, 0])) == 0
    assert negative_potential(np.diag([0, 0, 5.0])) == 0


@pytest.mark.slow
@pytest.mark.parametrize(("cards", "boards"), [(3, 120), (4, 120)])
def test_saukonoja_8_effective_strength_is_the_mean_strength_after_the_next_card(cards: int, boards: int) -> None:
    """§3.1.2: with halves in the denominators EHS (formula 7, one card) is exactly that, of every hand."""
    choose = random.Random(cards)
    for number in range(boards):
        board, villain = random_question(choose, cards)
        versus = villain if number < 50 else "random"
        tables = potential_tables(board, versus, cards_ahead=1)
        hs = hand_strength(tables.sum(axis=-1))
        ehs = effective_hand_strength(hs, positive_potential(tables), negative_potential(tables))
        mean = hand_strength(standings(board, versus, cards_ahead=1))
        np.testing.assert_allclose(ehs, mean, rtol=0, atol=1e-12)
        np.testing.assert_allclose(hs, hand_strength(standings(board, versus)), rtol=0, atol=1e-12)


def test_saukonoja_8_on_the_river_effective_strength_is_strength() -> None:
    tables = potential_tables("Jh4c3hKs2d", cards_ahead=0)
    hs = hand_strength(standings("Jh4c3hKs2d"))
    ehs = effective_hand_strength(hs, positive_potential(tables), negative_potential(tables))
    np.testing.assert_array_equal(ehs, hs)


def test_saukonoja_9_uniform_weights_are_no_weights_and_known_cards_are_removed() -> None:
    """§3.1.2 and §5.2.2."""
    uniform = Range.from_weights(np.full(1326, 0.25))
    np.testing.assert_allclose(
        potential_tables(FLOP, uniform, cards_ahead=1), 0.25 * potential_tables(FLOP, cards_ahead=1), atol=1e-9
    )
    assert standings(FLOP, "JJ", hands=AQ)[AQ.index].sum() == 3  # Jh is on the board
    assert standings(FLOP, "AA", hands=AQ)[AQ.index].sum() == 3  # Ad is ours
    assert standings(FLOP, "AQ", hands=AQ)[AQ.index].sum() == 9


def test_poki_8_weighted_strength_and_potential() -> None:
    """§4.2.4: any constant weight is the uniform range; only better hands give 0."""
    constant = Range.from_weights(np.full(1326, 0.3))
    np.testing.assert_allclose(
        hand_strength(standings(FLOP, constant)), hand_strength(standings(FLOP)), rtol=0, atol=1e-12
    )
    assert hand_strength(standings(FLOP, "JJ, 44, 33", hands=AQ)[AQ.index]) == 0


@pytest.mark.parametrize("weighted", [20, 60])
def test_two_card_tables_equal_the_plain_reference(weighted: int) -> None:
    choose = random.Random(weighted)
    for _ in range(3):
        board = parse_cards("".join(map(str, choose.sample(DECK, 3))))
        weights = np.zeros(1326)
        weights[choose.sample(range(1326), weighted)] = [choose.random() for _ in range(weighted)]
        villain = Range.from_weights(weights)
        everybody = potential_tables(board, villain, cards_ahead=2)
        later = standings(board, villain, cards_ahead=2)
        for hand in choose.sample([each for each in ALL_HOLE_CARDS if not {each.high, each.low} & set(board)], 3):
            expected = potential_table(hand, board, villain.weights, 2)
            assert everybody[hand.index] == pytest.approx(expected, rel=1e-12, abs=1e-9)
            assert later[hand.index] == pytest.approx(expected.sum(axis=0), rel=1e-12, abs=1e-9)
            alone = potential_tables(board, villain, cards_ahead=2, hands=hand)[hand.index]
            assert alone == pytest.approx(expected, rel=1e-12, abs=1e-9)


def test_unusual_arguments_agree_with_counting() -> None:
    choose = random.Random(17)
    outcomes = {check_question(choose) for _ in range(40)}
    assert len(outcomes) >= 5


def test_tiny_weights_keep_their_digits() -> None:
    """Against two aces, a range of nearly all aces has hardly any weight left."""
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
        ("Jh4c3hKs2d", "random", 1, "no cards to come, not 1"),
        ("Jh4c3h", "random", 0.5, "0 to 2 cards to come, not 0.5"),
        ("JhJh3h", "random", 0, "occurs twice"),
    ],
)
def test_bad_arguments_are_rejected(board: str, versus: str, ahead: float, message: str) -> None:
    with pytest.raises(RailbirdError, match=message):
        potential_tables(board, versus, cards_ahead=ahead)  # type: ignore[arg-type]


def test_a_hand_may_be_given_as_text_and_a_range_as_a_hand() -> None:
    np.testing.assert_array_equal(standings(FLOP, hands="AdQc"), standings(FLOP, hands=AQ))
    np.testing.assert_array_equal(standings(FLOP, HoleCards.parse("KdKc")), standings(FLOP, "KdKc"))
    with pytest.raises(StrengthError, match="a range must be a Range or text"):
        standings(FLOP, 7)  # type: ignore[arg-type]


def test_arrays_of_another_shape_are_rejected() -> None:
    with pytest.raises(StrengthError, match="whose shape ends in"):
        hand_strength([1, 2])
    with pytest.raises(StrengthError, match="whose shape ends in"):
        positive_potential([1, 2, 3])


def test_no_potential_is_no_potential_among_all_hands_too() -> None:
    """QQ on 7-Q-5 is never behind in this range: rounding in differences of sums must not make it so."""
    mine = HoleCards.parse("QdQc")
    villain = Range("22+, A2s+, KTs+, QJs:0.5, AJo+, KQo:0.4")
    table = potential_tables("7dQs5h", villain, cards_ahead=1)[mine.index]
    assert not table[1:].any()
    assert positive_potential(table) == 0


def test_a_hand_that_shares_a_card_with_the_board_is_rejected() -> None:
    with pytest.raises(StrengthError, match="shares a card with the board"):
        standings("AdTc2h", hands=AQ)
    with pytest.raises(CardError):
        standings("AdTc2x")
