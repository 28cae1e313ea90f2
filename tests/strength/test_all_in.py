"""Shares of the pot when everybody is all-in, for many cases at once."""

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from railbird import _core
from railbird.cards import DECK, HoleCards
from railbird.strength import equity
from tests.reference.equity import tally

Questions = tuple[NDArray[np.uint8], NDArray[np.uint16], NDArray[np.uint8], NDArray[np.uint8]]


def _questions(count: int, players: int, seed: int, sizes: tuple[int, ...] = (0, 3, 4, 5)) -> Questions:
    choose = random.Random(seed)
    decks = [choose.sample(range(52), 2 * players + 5) for _ in range(count)]
    holes = np.array([deck[: 2 * players] for deck in decks], dtype=np.uint8).reshape(count, players, 2)
    boards = np.array([deck[2 * players :] for deck in decks], dtype=np.uint8)
    live = np.array([choose.randrange(1, 1 << players) for _ in range(count)], dtype=np.uint16)
    return holes, live, boards, np.array([choose.choice(sizes) for _ in range(count)], dtype=np.uint8)


@pytest.mark.parametrize("players", [2, 3, 6, 10])
def test_shares_are_equities_with_the_cards_of_the_others_dead(players: int) -> None:
    holes, live, boards, sizes = _questions(40, players, seed=players)
    result = _core.all_in_shares(holes, live, boards, sizes, 2)
    for cards, who, board, size, shares in zip(holes, live, boards, sizes, result, strict=True):
        there = [player for player in range(players) if who >> player & 1]
        dead = [DECK[card] for player in range(players) if player not in there for card in cards[player]]
        if len(there) == 1:
            assert shares[there[0]] == 1
            continue
        hands = [HoleCards(DECK[cards[player][0]], DECK[cards[player][1]]) for player in there]
        known = equity(hands, [DECK[card] for card in board[:size]], dead, method="exact").equities
        assert shares[there] == pytest.approx(known, abs=1e-12)
        assert shares.sum() == pytest.approx(1)


def test_shares_equal_enumeration_of_every_board() -> None:
    holes, live, boards, sizes = _questions(8, 3, seed=1, sizes=(3, 4, 5))
    live |= np.uint16(3)
    result = _core.all_in_shares(holes, live, boards, sizes, 0)
    for cards, who, board, size, shares in zip(holes.tolist(), live, boards.tolist(), sizes, result, strict=True):
        there = [player for player in range(3) if who >> player & 1]
        dead = [] if 2 in there else cards[2]
        wins = tally([{tuple(sorted(cards[player])): 1.0} for player in there], board[:size], dead)
        for index, player in enumerate(there):
            won = sum(number / winners.bit_count() for winners, number in enumerate(wins) if winners >> index & 1)
            assert shares[player] == pytest.approx(won / sum(wins))


def test_threads_do_not_change_shares() -> None:
    questions = _questions(100, 4, seed=5)
    assert np.array_equal(_core.all_in_shares(*questions, 0), _core.all_in_shares(*questions, 3))


@pytest.mark.parametrize("harm", ["card twice", "no card", "nobody", "a stranger", "two board cards"])
def test_impossible_questions_are_refused(harm: str) -> None:
    holes, live, boards, sizes = _questions(5, 2, seed=2)
    if harm == "card twice":
        holes[3, 0, 0] = holes[3, 1, 1]
    elif harm == "no card":
        holes[3, 0, 0] = 52
    elif harm == "nobody":
        live[3] = 0
    elif harm == "a stranger":
        live[3] = 4
    else:
        sizes[3] = 2
    with pytest.raises(ValueError, match="question 3 has impossible cards or players"):
        _core.all_in_shares(holes, live, boards, sizes, 0)


def test_arrays_must_fit_together() -> None:
    holes, live, boards, sizes = _questions(5, 2, seed=2)
    with pytest.raises(ValueError, match="each question needs"):
        _core.all_in_shares(holes, live[:4], boards, sizes, 0)


@pytest.mark.parametrize("size", [3, 4, 5])
@pytest.mark.parametrize("others", [1, 3])
def test_shares_by_hand_are_those_of_each_hand(size: int, others: int) -> None:
    choose = random.Random(size)
    deck = choose.sample(range(52), 2 * others + size + 2)
    hands, board, dead = bytes(deck[: 2 * others]), deck[2 * others : 2 * others + size], deck[-2:]
    result = _core.all_in_shares_by_hand(hands, sum(1 << card for card in board), sum(1 << card for card in dead))
    full = np.array([*board, *[0] * (5 - size)], dtype=np.uint8)
    for index in choose.sample(range(1326), 60):
        mine = [int(card) for card in (HoleCards.from_index(index).high, HoleCards.from_index(index).low)]
        if {*mine} & {*deck}:
            assert result[index] == -1
            continue
        holes = np.array([*mine, *hands, *dead], dtype=np.uint8).reshape(1, others + 2, 2)
        live = np.array([(1 << (others + 1)) - 1], dtype=np.uint16)
        known = _core.all_in_shares(holes, live, full[None], np.array([size], dtype=np.uint8), 0)
        assert result[index] == pytest.approx(known[0, 0], abs=1e-12)


def test_shares_by_hand_preflop() -> None:
    result = _core.all_in_shares_by_hand(bytes([51, 50]), 0, 0)
    kings = HoleCards.parse("KsKh")
    assert result[kings.index] == pytest.approx(equity([kings, HoleCards.parse("AsAh")]).equities[0], abs=1e-12)
    assert (result < 0).sum() == 1326 - 1225


@pytest.mark.parametrize(
    ("others", "board", "dead"),
    [(b"", 0, 0), (b"\x01", 0, 0), (b"\x01\x01", 0, 0), (b"\x01\x34", 0, 0), (b"\x01\x02", 2, 0), (b"\x01\x02", 3, 3)],
)
def test_impossible_hands_of_others_are_refused(others: bytes, board: int, dead: int) -> None:
    with pytest.raises(ValueError, match=r"others must be|a board has|a card is both"):
        _core.all_in_shares_by_hand(others, board, dead)
