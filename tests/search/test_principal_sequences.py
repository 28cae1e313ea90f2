"""Principal betting sequences: how a hand will most likely continue."""

from __future__ import annotations

import pytest

from railbird import _core
from railbird.abstraction import AbstractBetting, NodeKind
from railbird.game import ActionKind, limit
from railbird.models import Seeds
from railbird.search import principal_sequences
from railbird.search.principal_sequences import shares_of


def believed(betting: AbstractBetting, player: int, seeds: Seeds) -> list[_core.Belief | None]:
    return [
        None
        if position == player
        else _core.Belief(
            _core.ContextModel(betting.tree, seeds.actions, seeds.histogram), (), None, position, [], [], 0.5
        )
        for position in range(betting.real.players)
    ]


def always_call(_: int) -> dict[ActionKind, float]:
    return {ActionKind.CALL: 1.0}


def test_players_who_always_call_call_to_the_end() -> None:
    betting = AbstractBetting(limit(3))
    (sequence,) = principal_sequences(betting, believed(betting, 2, Seeds()), 0, 2, always_call)
    assert sequence.letters == "c" * 12
    assert sequence.probability == 1
    assert betting.tree.kind(sequence.node) == NodeKind.SHOWDOWN


def test_sequences_are_in_order_of_probability_and_sum_to_one() -> None:
    betting = AbstractBetting(limit(), 1)
    beliefs = believed(betting, 0, Seeds(fold=1, call=2, raise_=1))
    sequences = principal_sequences(betting, beliefs, betting.node_of("c"), 0, always_call, most=10_000)
    assert [sequence.probability for sequence in sequences] == sorted(
        (sequence.probability for sequence in sequences), reverse=True
    )
    assert sum(sequence.probability for sequence in sequences) == pytest.approx(1)
    assert len({sequence.letters for sequence in sequences}) == len(sequences) > 10
    few = principal_sequences(betting, beliefs, betting.node_of("c"), 0, always_call, most=3)
    assert few == sequences[:3]


def test_sequences_may_end_with_the_betting_round_and_end_with_our_fold() -> None:
    betting = AbstractBetting(limit(3))
    beliefs = believed(betting, 2, Seeds(fold=0, call=3, raise_=1))
    for sequence in principal_sequences(betting, beliefs, 0, 2, always_call, this_round=True, most=9):
        assert betting.tree.round(sequence.node) == 1 or betting.tree.kind(sequence.node) != NodeKind.DECISION
    (folded,) = principal_sequences(betting, beliefs, 0, 2, lambda _: {ActionKind.FOLD: 1.0})
    assert folded.letters == "f"


def test_own_actions_may_be_mixed() -> None:
    betting = AbstractBetting(limit(3))
    sequences = principal_sequences(
        betting, believed(betting, 2, Seeds()), 0, 2, lambda _: {ActionKind.CALL: 0.75, ActionKind.FOLD: 0.25}, most=2
    )
    assert sequences[0].probability == pytest.approx(0.75**4)
    assert sequences[1].letters == "f"


def test_every_opponent_needs_a_belief() -> None:
    betting = AbstractBetting(limit(3))
    with pytest.raises(ValueError, match="there is no belief about position 0"):
        principal_sequences(betting, [None] * 3, 0, 2, always_call)


def test_without_observations_a_player_is_assumed_to_call() -> None:
    assert shares_of([0, 0, 0]) == {ActionKind.CALL: 1.0}
    assert shares_of([1, 2, 1]) == {ActionKind.FOLD: 0.25, ActionKind.CALL: 0.5, ActionKind.RAISE: 0.25}
