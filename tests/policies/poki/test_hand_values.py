"""Hand values on a board, and Poki's policy for all hands."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from railbird.agent.situation import Situation
from railbird.cards import CLASS_OF_HAND, HAND_MASKS, HANDS, HoleCards, card_mask, parse_cards
from railbird.policies.poki.formula import FormulaSettings, formula_triples
from railbird.policies.poki.hand_values import hand_values
from railbird.policies.poki.policy import PokiPolicy
from railbird.policies.poki.preflop import POKI_PREFLOP, Tightness, preflop_triples
from railbird.policies.triples import FOLDS, RAISES
from railbird.strength import board_strength, known_income_rates, preflop_hand_ranks
from tests.agent.situations import BOARD, hand_of, situation_of

BOARDS = {"flop": "Kc7d2h", "turn": "Kc7d2h9s", "river": "Kc7d2h9s4d"}


def numbers(board: str) -> bytes:
    return bytes(map(int, parse_cards(board)))


def blocked(board: str) -> NDArray[np.bool_]:
    """Hands that share a card with a board."""
    result: NDArray[np.bool_] = (HAND_MASKS & np.uint64(card_mask(parse_cards(board)))) != 0
    return result


def test_preflop_hands_have_income_rates_and_equities() -> None:
    result = hand_values(b"")
    assert (result.order == known_income_rates(7).rates[CLASS_OF_HAND]).all()
    assert result.hs == pytest.approx(preflop_hand_ranks(), abs=1e-12)
    assert not result.ppot.any()
    assert result.hs[HoleCards.parse("AhAd").index] == pytest.approx(0.852, abs=5e-4)


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_postflop_hands_have_strength_and_potential(board: str) -> None:
    result, known, free = hand_values(numbers(board)), board_strength(board), ~blocked(board)
    assert (result.hs[free] == known.hs[free]).all()
    assert (result.ppot[free] == known.potential().ppot[free]).all()
    assert result.order[free] == pytest.approx(known.potential().ehs[free], abs=1e-12)
    if len(parse_cards(board)) == 5:
        assert not result.ppot.any()
        assert (result.order == result.hs).all()


@pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS)
def test_hands_that_share_a_card_with_the_board_have_value_0(board: str) -> None:
    result, gone = hand_values(numbers(board)), blocked(board)
    cards = len(parse_cards(board))
    assert gone.sum() == HANDS - (52 - cards) * (51 - cards) // 2
    for values in (result.hs, result.ppot, result.order):
        assert values.shape == (HANDS,)
        assert not values[gone].any()
        assert ((values >= 0) & (values <= 1)).all()


def test_the_order_of_the_cards_on_the_board_does_not_matter() -> None:
    one, other = hand_values(numbers("Kc7d2h9s")), hand_values(numbers("9s2hKc7d"))
    for each in ("hs", "ppot", "order"):
        assert (getattr(one, each) == getattr(other, each)).all()


@pytest.mark.parametrize("board", ["", *BOARDS.values()])
def test_shared_arrays_are_read_only(board: str) -> None:
    result = hand_values(numbers(board))
    assert hand_values(numbers(board)) is result
    for values in (result.hs, result.ppot, result.order):
        with pytest.raises(ValueError, match="read-only"):
            values[0] = 1


LATER = [
    ("limit", 2, "r c"),
    ("limit", 2, "r c / r"),
    ("limit", 2, "r c / c r r"),
    ("limit", 2, "r c / c c / r"),
    ("limit", 2, "c c / c c / c c / r r"),
    ("limit(players=3)", 3, "c c c / c r"),
    ("limit(players=6)", 6, "c c c c c c / r r"),
    ("nolimit(players=3)", 3, "r300 c c / r900"),
    ("nolimit(players=3, stack=2000/2000/250)", 3, "r250 c c / r1750"),
]
FIRST = [
    ("limit", 2, ""),
    ("limit", 2, "r"),
    ("limit(players=3)", 3, "c"),
    ("limit(players=6)", 6, "c f r"),
    ("nolimit", 2, "r300"),
]


def asked(game: str, players: int, actions: str) -> tuple[Situation, str]:
    """The situation and the board after some actions."""
    now = situation_of(hand_of(game, players, actions))
    return now, "".join(BOARD.split(" / ")[: now.round])


@pytest.mark.parametrize("hand", [*FIRST, *LATER], ids=str)
def test_there_is_a_triple_for_each_hand(hand: tuple[str, int, str]) -> None:
    now, board = asked(*hand)
    for tightness in Tightness:
        result = PokiPolicy(tightness).triples(now, numbers(board))
        assert result.shape == (HANDS, 3)
        assert result.min() >= 0
        assert result.sum(axis=1) == pytest.approx(1, abs=1e-9)
        if not now.to_call:
            assert not result[:, FOLDS].any()
        if not now.can_raise:
            assert not result[:, RAISES].any()


@pytest.mark.parametrize("hand", FIRST, ids=str)
def test_preflop_the_policy_is_the_preflop_strategies(hand: tuple[str, int, str]) -> None:
    now, _ = asked(*hand)
    for tightness in Tightness:
        assert (PokiPolicy(tightness).triples(now, b"") == preflop_triples(now, tightness, POKI_PREFLOP)).all()


@pytest.mark.parametrize("hand", LATER, ids=str)
def test_postflop_the_policy_is_the_formula_with_strength_to_the_power_of_opponents(hand: tuple[str, int, str]) -> None:
    now, board = asked(*hand)
    known, free = board_strength(board), ~blocked(board)
    how = FormulaSettings(width=0.05)
    result = PokiPolicy(formula=how).triples(now, numbers(board))
    wanted = formula_triples(now, known.hs ** (now.active - 1), known.potential().ppot, settings=how)
    assert (result[free] == wanted[free]).all()


def test_more_opponents_make_a_hand_weaker() -> None:
    """Second pair bets against one opponent and checks against five."""
    mine = HoleCards.parse("7h6h").index
    (two, board), (six, _) = asked("limit", 2, "c c"), asked("limit(players=6)", 6, "c c c c c c")
    assert PokiPolicy().triples(two, numbers(board))[mine, RAISES] == 1
    assert PokiPolicy().triples(six, numbers(board))[mine, RAISES] == 0


@pytest.mark.parametrize("hand", LATER, ids=str)
def test_hands_that_share_a_card_with_the_board_have_a_triple_too(hand: tuple[str, int, str]) -> None:
    """The triple of a worthless hand; callers give such hands no weight."""
    now, board = asked(*hand)
    gone = blocked(board)
    result = PokiPolicy().triples(now, numbers(board))
    assert (result[gone] == formula_triples(now, 0.0, 0.0)).all()
