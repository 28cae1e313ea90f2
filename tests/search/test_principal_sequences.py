"""Principal lines: how a hand will most likely go on."""

from __future__ import annotations

import pytest

from railbird import _core
from railbird.abstraction import AbstractBetting, Line, NodeKind
from railbird.game import limit
from railbird.models import Seeds
from railbird.search import principal_lines
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


def always_call(_: int) -> dict[Line, float]:
    return {Line.CALL: 1.0}


def test_everybody_who_calls_calls_to_the_end() -> None:
    betting = AbstractBetting(limit(3))
    (line,) = principal_lines(betting, believed(betting, 2, Seeds()), 0, 2, always_call)
    assert line.letters == "c" * 12
    assert line.probability == 1
    assert betting.tree.kind(line.node) == NodeKind.SHOWDOWN


def test_lines_come_by_probability_and_sum_to_one_in_all() -> None:
    betting = AbstractBetting(limit(), 1)
    beliefs = believed(betting, 0, Seeds(fold=1, call=2, raise_=1))
    lines = principal_lines(betting, beliefs, betting.node_of("c"), 0, always_call, most=10_000)
    assert [line.probability for line in lines] == sorted((line.probability for line in lines), reverse=True)
    assert sum(line.probability for line in lines) == pytest.approx(1)
    assert len({line.letters for line in lines}) == len(lines) > 10
    few = principal_lines(betting, beliefs, betting.node_of("c"), 0, always_call, most=3)
    assert few == lines[:3]


def test_they_may_end_with_the_betting_round_and_do_with_the_own_fold() -> None:
    betting = AbstractBetting(limit(3))
    beliefs = believed(betting, 2, Seeds(fold=0, call=3, raise_=1))
    for line in principal_lines(betting, beliefs, 0, 2, always_call, this_round=True, most=9):
        assert betting.tree.round(line.node) == 1 or betting.tree.kind(line.node) != NodeKind.DECISION
    (folded,) = principal_lines(betting, beliefs, 0, 2, lambda _: {Line.FOLD: 1.0})
    assert folded.letters == "f"


def test_own_actions_may_be_mixed() -> None:
    betting = AbstractBetting(limit(3))
    lines = principal_lines(
        betting, believed(betting, 2, Seeds()), 0, 2, lambda _: {Line.CALL: 0.75, Line.FOLD: 0.25}, most=2
    )
    assert lines[0].probability == pytest.approx(0.75**4)
    assert lines[1].letters == "f"


def test_nobody_can_be_left_out() -> None:
    betting = AbstractBetting(limit(3))
    with pytest.raises(ValueError, match="nothing is believed of position 0"):
        principal_lines(betting, [None] * 3, 0, 2, always_call)


def test_who_never_did_anything_is_taken_to_call() -> None:
    assert shares_of([0, 0, 0]) == {Line.CALL: 1.0}
    assert shares_of([1, 2, 1]) == {Line.FOLD: 0.25, Line.CALL: 0.5, Line.RAISE: 0.25}
