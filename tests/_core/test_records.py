"""Records of the native core are named tuples, equal to plain tuples, and can be pickled."""

import pickle
from typing import Any

import pytest

from railbird._core import ActionKind, Award, Settlement, ShowdownHand, TakenAction
from railbird.errors import ActionError
from railbird.game import Hand, limit, nolimit

HAND = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c / c c / c c / c r c")


def test_actions_are_records() -> None:
    assert HAND.actions[0] == TakenAction(player=1, round=0, kind=ActionKind.RAISE, amount=20) == (1, 0, 2, 20)
    assert {type(action) for action in HAND.actions} == {TakenAction}
    assert all(action.kind is ActionKind(action.kind) for action in HAND.actions)
    assert HAND.actions_from(6) == HAND.actions[6:]
    assert HAND.actions_from(9) == HAND.actions_from(10**6) == ()
    assert HAND.view(0).actions == HAND.actions


def test_more_different_actions_than_are_remembered_keep_their_values() -> None:
    hands = [Hand(nolimit(stack=20_000), "AhKh QsQd / Kc7d2h / 9s / 4d") for _ in range(10_000)]
    for number, hand in enumerate(hands):
        hand.raise_to(200 + number)
    for _ in range(2):
        assert [hand.actions[0].amount for hand in hands] == list(range(200, 10_200))
    assert {action[:3] for hand in hands for action in hand.actions} == {(1, 0, ActionKind.RAISE)}


def test_a_settlement_is_a_record_of_records() -> None:
    settlement = HAND.settlement
    assert settlement == Settlement(
        uncalled_player=-1,
        uncalled=0,
        rake=0,
        awards=(Award(pot=0, player=0, parts=80 * 2520),),
        showdown=(ShowdownHand(player=1, shown=True), ShowdownHand(player=0, shown=True)),
        payoff_parts=(40 * 2520, -40 * 2520),
    )
    assert settlement is not None
    assert type(settlement) is Settlement
    assert {type(each) for each in settlement.awards} == {Award}
    assert {type(each) for each in settlement.showdown} == {ShowdownHand}
    assert Hand.parse("limit; AhKh QsQd; r").settlement is None


def test_records_go_through_a_pickle() -> None:
    for record in (HAND.actions, HAND.settlement):
        restored = pickle.loads(pickle.dumps(record))
        assert restored == record
        assert type(restored) is type(record)
    restored = pickle.loads(pickle.dumps(HAND.actions[0]))
    assert (type(restored), restored.kind) == (TakenAction, ActionKind.RAISE)


def test_an_action_is_applied_by_its_kind() -> None:
    hand = Hand(limit(), "AhKh QsQd / Kc7d2h / 9s / 4d")
    hand.apply(ActionKind.RAISE, 20)
    hand.apply(ActionKind.CALL)
    apply: Any = hand.apply
    apply(1, 17)  # a plain number is accepted, and a call ignores the amount
    assert hand.actions == ((1, 0, 2, 20), (0, 0, 1, 10), (0, 1, 1, 0))
    with pytest.raises(ActionError, match="to exactly 10, not to 0"):
        hand.apply(ActionKind.RAISE)
    with pytest.raises(ActionError, match="check instead"):
        hand.apply(ActionKind.FOLD)
    wrong: list[Any] = [3, -1, 2**70, 1.0, "c", None, True]
    for kind in wrong:
        with pytest.raises(TypeError):
            apply(kind, 10)
    assert len(hand.actions) == 3
