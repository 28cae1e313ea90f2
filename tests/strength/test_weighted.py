"""One hand against weights: the native tables against a plain double loop."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from railbird.cards import ALL_HOLE_CARDS, DECK, HANDS, Card, HoleCards, evaluate, parse_cards
from railbird.strength import board_strength
from railbird.strength.weighted import against_weights

Array = NDArray[np.float64]
AHEAD, TIED, BEHIND = range(3)


def numbers(board: tuple[Card, ...]) -> bytes:
    return bytes(map(int, board))


def standing(mine: tuple[Card, ...], theirs: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    value, other = evaluate((*mine, *board)), evaluate((*theirs, *board))
    return AHEAD if value > other else TIED if value == other else BEHIND


def plain(hand: HoleCards, board: tuple[Card, ...], weights: Array) -> tuple[float, float]:
    """HS and PPot over each hand of the opponent and each next card."""
    mine = (hand.high, hand.low)
    won = total = gained = could = 0.0
    for weight, other in zip(weights.tolist(), ALL_HOLE_CARDS, strict=True):
        theirs = (other.high, other.low)
        if weight == 0 or {*theirs} & {*mine, *board}:
            continue
        now = standing(mine, theirs, board)
        won += weight * (1, 0.5, 0)[now]
        total += weight
        if now == AHEAD or len(board) == 5:
            continue
        coming = [card for card in DECK if card not in (*mine, *theirs, *board)]
        for card in coming:
            later = standing(mine, theirs, (*board, card))
            if now == BEHIND:
                gained += weight * (1, 0.5, 0)[later]
                could += weight
            else:
                gained += weight * (0.5, 0, 0)[later]
                could += weight / 2
    return won / total, gained / could if could else 0.0


def random_question(choose: random.Random, cards: int) -> tuple[HoleCards, tuple[Card, ...]]:
    dealt = choose.sample(DECK, cards + 2)
    return HoleCards(dealt[0], dealt[1]), tuple(dealt[2:])


@pytest.mark.parametrize("cards", [3, 4, 5], ids=["flop", "turn", "river"])
@pytest.mark.parametrize("seed", range(5))
def test_random_weights_equal_a_plain_double_loop(cards: int, seed: int) -> None:
    choose, chance = random.Random(seed), np.random.default_rng(seed)
    hand, board = random_question(choose, cards)
    weights = chance.random(HANDS) * (chance.random(HANDS) < (1.0, 0.5, 0.1, 0.02, 1.0)[seed])
    assert against_weights(hand.index, numbers(board), weights) == pytest.approx(plain(hand, board, weights), abs=1e-12)


@pytest.mark.parametrize(
    ("hand", "board"),
    [
        ("AsKs", "QsJsTs"),
        ("2c2d", "AhAsAdAc"),
        ("7h2c", "AhKhQhJhTh"),
        ("8h7h", "6h5h2c"),
        ("KdKc", "AhAsAd"),
    ],
    ids=["the nuts", "a pair below quads", "everybody ties", "a draw", "a full house on the board's three"],
)
def test_extreme_cases_equal_it_too(hand: str, board: str) -> None:
    mine, cards = HoleCards.parse(hand), parse_cards(board)
    weights = np.random.default_rng(9).random(HANDS)
    assert against_weights(mine.index, numbers(cards), weights) == pytest.approx(plain(mine, cards, weights), abs=1e-12)


def test_the_worked_example() -> None:
    """Heidenreich 2008, §4.2.1 and 4.2.2: HS 0.585; with one card to come PPot is 0.108."""
    board = parse_cards("Jh4c3h")
    hs, ppot = against_weights(HoleCards.parse("AdQc").index, numbers(board), np.ones(HANDS))
    assert hs == pytest.approx(632.5 / 1081, abs=1e-12)
    assert hs == pytest.approx(0.5851, abs=5e-5)
    assert ppot == pytest.approx(0.1083, abs=5e-5)


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_without_weights_it_is_the_strength_on_the_board(cards: int) -> None:
    choose = random.Random(cards)
    for _ in range(5):
        hand, board = random_question(choose, cards)
        known = board_strength(board)
        wanted = known.hs[hand.index], known.potential().ppot[hand.index]
        assert against_weights(hand.index, numbers(board), np.ones(HANDS)) == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_hands_that_nobody_else_can_hold_do_not_count(cards: int) -> None:
    choose, chance = random.Random(30 + cards), np.random.default_rng(30 + cards)
    hand, board = random_question(choose, cards)
    weights = chance.random(HANDS)
    seen = {hand.high, hand.low, *board}
    held = np.array([bool({other.high, other.low} & seen) for other in ALL_HOLE_CARDS])
    result = {against_weights(hand.index, numbers(board), np.where(held, each, weights)) for each in (0.0, 0.5, 1.0)}
    assert len(result) == 1


@pytest.mark.parametrize("board", ["Jh4c3h", "Jh4c3hQs", "Jh4c3hQs2d"])
def test_no_hand_left_is_one_half_and_no_potential(board: str) -> None:
    mine, cards = HoleCards.parse("AdQc"), parse_cards(board)
    seen = {mine.high, mine.low, *cards}
    only_held = np.array([float(bool({other.high, other.low} & seen)) for other in ALL_HOLE_CARDS])
    for weights in (np.zeros(HANDS), only_held):
        assert against_weights(mine.index, numbers(cards), weights) == (0.5, 0.0)


@pytest.mark.parametrize("other", ["KhKd", "AhQh", "7s2d"])
def test_one_hand_left_is_won_tied_or_lost(other: str) -> None:
    mine, board = HoleCards.parse("AdQc"), parse_cards("Jh4c3hTs8s")
    weights = np.zeros(HANDS)
    weights[HoleCards.parse(other).index] = 1e-9
    result, _ = against_weights(mine.index, numbers(board), weights)
    assert result == {"KhKd": 0.0, "AhQh": 0.5, "7s2d": 1.0}[other]
