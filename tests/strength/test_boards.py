"""Cached strengths against an opponent with any hand."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from railbird.cards import DECK, HoleCards, parse_cards
from railbird.errors import CardError, StrengthError
from railbird.strength import (
    board_strength,
    boards,
    effective_hand_strength,
    hand_ranks,
    hand_strength,
    negative_potential,
    positive_potential,
    potential_tables,
    standings,
)


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Empty caches in memory and on disk."""
    monkeypatch.setenv("RAILBIRD_CACHE", str(tmp_path))
    boards.forget()
    yield
    boards.forget()


class Calls:
    """Counts how often something is computed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.count = 0
        for name in ("standings", "potential_tables"):
            monkeypatch.setattr(boards, name, self._counting(getattr(boards, name)))

    def _counting(self, compute: Callable[..., object]) -> Callable[..., object]:
        def counted(*arguments: object, **named: object) -> object:
            self.count += 1
            return compute(*arguments, **named)

        return counted


@pytest.mark.parametrize("cards", [3, 4, 5])
def test_cached_values_equal_those_of_the_kernels(cards: int, cold: None) -> None:
    choose = random.Random(cards)
    for _ in range(6):
        board = tuple(choose.sample(DECK, cards))
        for _ in range(2):  # computed, then from disk
            result = board_strength(board)
            np.testing.assert_array_equal(result.hs, hand_strength(standings(board)))
            np.testing.assert_array_equal(result.hr, hand_strength(standings(board, cards_ahead=min(1, 5 - cards))))
            for ahead in range(min(2, 6 - cards)):
                tables = potential_tables(board, cards_ahead=ahead)
                np.testing.assert_array_equal(result.tables(ahead), tables)
                potential = result.potential(ahead)
                none = np.isnan(result.hs)
                ppot = np.where(none, np.nan, positive_potential(tables))
                npot = np.where(none, np.nan, negative_potential(tables))
                np.testing.assert_array_equal(potential.ppot, ppot)
                np.testing.assert_array_equal(potential.npot, npot)
                np.testing.assert_array_equal(potential.ehs, effective_hand_strength(result.hs, ppot))
                np.testing.assert_array_equal(potential.win_probability, effective_hand_strength(result.hs, ppot, npot))
            boards.forget()


def test_two_cards_ahead_are_looked_up_as_well(cold: None) -> None:
    mine = HoleCards.parse("AdQc").index
    for _ in range(2):
        potential = board_strength("Jh4c3h").potential(2)
        result = [float(each[mine]) for each in (potential.ppot, potential.npot, potential.ehs)]
        assert result == pytest.approx([0.2083, 0.2737, 0.6715], abs=5e-5)
        boards.forget()


def test_equivalent_boards_are_computed_once(cold: None, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = Calls(monkeypatch)
    flops = ["Jh4c3h", "Jc4d3c", "Js4h3s", "3d 4s Jd"]
    ranks = [float(board_strength(flop).hr[HoleCards.parse("QdQs").index]) for flop in flops[:2]]
    assert calls.count == 1
    assert ranks[0] == pytest.approx(ranks[1], abs=1e-15)
    for flop in flops:
        assert board_strength(flop).hr is board_strength(flop).hr
    assert calls.count == 1


def test_another_process_finds_them_on_disk(cold: None, monkeypatch: pytest.MonkeyPatch) -> None:
    before = board_strength("Jh4c3h").hr
    boards.forget()
    calls = Calls(monkeypatch)
    assert (board_strength("Jc4d3c").hr[~np.isnan(board_strength("Jc4d3c").hr)] > 0).all()
    np.testing.assert_array_equal(board_strength("Jh4c3h").hr, before)
    assert calls.count == 0


def test_lain_5_hand_ranks_are_computed_once_a_round(cold: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A search of any size needs at most four computations a hand, and none pre-flop."""
    calls = Calls(monkeypatch)
    mine = HoleCards.parse("AdQc").index
    for street, board in enumerate(("", "Jh4c3h", "Jh4c3hKs", "Jh4c3hKs2d")):
        for _ in range(1000):
            assert 0 < hand_ranks(parse_cards(board))[mine] < 1
        assert calls.count == street
    assert calls.count <= 4


def test_cached_arrays_are_read_only(cold: None) -> None:
    result = board_strength("Jh4c3h")
    for array in (result.hs, result.hr, result.potential().ppot, result.potential().ehs):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_a_board_can_be_texts_of_cards() -> None:
    assert board_strength(["Jh", "4c", "3h"]) is board_strength("Jh4c3h")  # type: ignore[list-item]


def test_a_wrong_board_is_rejected() -> None:
    with pytest.raises(StrengthError, match="three to five cards"):
        board_strength("")
    with pytest.raises(CardError, match="occurs twice"):
        board_strength([*parse_cards("Jh4c3h"), *parse_cards("3h")])
    with pytest.raises(CardError, match="not 60"):
        board_strength([*parse_cards("Jh4c3h"), 60])  # type: ignore[list-item]
    with pytest.raises(CardError, match="not 2 cards"):
        board_strength("Jh4c")
    with pytest.raises(CardError, match="not -3"):
        board_strength([1, 2, -3])  # type: ignore[list-item]
    with pytest.raises(StrengthError, match="0 or 1 cards to come, not 2"):
        board_strength("Jh4c3hKs").potential(2)
