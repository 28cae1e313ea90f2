"""Strata of hands, contexts of betting, and counts by both."""

from __future__ import annotations

import numpy as np
import pytest

from railbird.agent.tracker import BettingTracker
from railbird.cards import hand_index, parse_cards
from railbird.game import ActionKind, Hand
from railbird.models.reading.contexts import (
    CALLED,
    CONTEXTS,
    MIDDLE,
    PASSIVE,
    PRESSURES,
    RAISED,
    ROUGH,
    SEQUENCES,
    SHAPE,
    Context,
    SequenceHash,
    context_of,
    fine_context,
)
from railbird.models.reading.counting import count_actions
from railbird.models.reading.strata import KINDS, LEVELS, ROUGH_LEVEL_OF, ROUGH_LEVELS, STRATA, levels_of, strata_on


def cards(text: str) -> bytes:
    return bytes(parse_cards(text))


def stratum(hand: str, board: str = "") -> tuple[int, int]:
    """Level and kind of a hand."""
    found = int(strata_on(cards(board))[hand_index(cards(hand))])
    return found // KINDS, found % KINDS


def contexts(text: str) -> list[Context]:
    return [context_of(step.situation, 0) for step in BettingTracker(Hand.parse(text)).steps()]


def test_strong_hands_are_in_high_strata() -> None:
    assert stratum("AsAh") == (11, 2)
    assert stratum("7d2c") < (1, 0)
    assert stratum("AsKs")[1] == 1
    assert stratum("2c2d", "2h2s9d")[0] == 11
    assert stratum("3c4d", "AhKsQd")[0] == 0


def test_draws_are_told_from_other_weak_hands() -> None:
    assert stratum("6h5h", "AhKh2c")[1] == KINDS - 1
    assert stratum("6d5d", "AhKh2c")[1] == 0
    assert stratum("6h5h", "AhKh2c9d3s")[1] == 0  # there is no card to come


def test_levels_are_groups_of_strata() -> None:
    for street in range(4):
        assert set(levels_of(street).tolist()) == set(range(LEVELS))
    assert set(ROUGH_LEVEL_OF.tolist()) == set(range(ROUGH_LEVELS))
    assert (np.diff(ROUGH_LEVEL_OF) >= 0).all()


def test_strata_cannot_be_changed() -> None:
    found = strata_on(cards("AhKsQd"))
    assert found.max() < STRATA
    with pytest.raises(ValueError, match="read-only"):
        found[0] = 3


def test_every_context_has_a_number_of_its_own() -> None:
    numbers = [
        fine_context(street, faced, raises, opponents + 1, bool(behind), role)
        for street, faced, raises, opponents, behind, role in np.ndindex(*SHAPE)
    ]
    assert numbers == list(range(CONTEXTS))
    assert fine_context(1, 1, 9, 9, True, 2) == fine_context(1, 1, 4, 3, True, 2)


def test_contexts_follow_the_betting() -> None:
    first, second, third, fourth = contexts("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c / c r")
    roles = [each.fine % 3 for each in (first, second, third, fourth)]
    assert roles == [PASSIVE, PASSIVE, CALLED, RAISED]
    assert [each.may_fold for each in (first, second, third, fourth)] == [True, True, False, False]
    assert len({each.rough for each in (first, second)}) == 1  # one bet to call, before and after a raise
    assert first.pressure != second.pressure
    assert all(each.may_raise for each in (first, second, third, fourth))
    for each in (first, second, third, fourth):
        assert each.fine < CONTEXTS
        assert each.middle < MIDDLE
        assert each.pressure < PRESSURES
        assert each.rough < ROUGH


def test_a_sequence_has_a_place_that_depends_on_who_acted() -> None:
    def place(*actions: tuple[int, int, ActionKind], player: int = 1) -> int:
        sequence = SequenceHash()
        for action in actions:
            sequence.add(*action)
        return sequence.place(player, 1)

    raised, called = (0, 0, ActionKind.RAISE), (0, 1, ActionKind.CALL)
    assert place(raised, called) == place(raised, called) < SEQUENCES
    assert place(raised, called) != place(raised, called, player=0)
    assert place(raised, called) != place(called, raised)
    assert place(raised, (0, 2, ActionKind.FOLD), called) == place(raised, called)


def test_every_action_is_counted_with_the_hand_that_took_it() -> None:
    hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c / c r r c / c c / c c")
    counts: dict[str, np.ndarray] = {}
    count_actions([hand, hand], counts)
    assert sum(each.sum() for each in counts.values()) == 2 * 10
    big_blind = counts[hand.players[0]]
    flop = strata_on(hand.board_bytes[:3])[hand_index(hand.hole_bytes[0])]
    faced = fine_context(1, 1, 1, 1, behind=False, role=PASSIVE)
    assert big_blind[faced, flop, ActionKind.RAISE] == 2
