"""Recording a hand between us and one opponent."""

from __future__ import annotations

import pytest

from railbird.game import ActionKind
from railbird.models.saukonoja.chain_recorder import ChainRecorder
from railbird.policies.saukonoja.cold_start import PostflopAction

FOLD, CALL, RAISE = ActionKind


def test_our_actions_are_small_letters_and_theirs_are_capitals() -> None:
    pair = ChainRecorder(we_are_first=True)
    for number in (1, 2, 3):
        pair.reach(number)
        pair.we_act(CALL)
        pair.opponent_acts(number, RAISE, faced=False)
        pair.we_act(RAISE)
        pair.opponent_acts(number, CALL, faced=True)
    pair.opponent_acts(3, FOLD, faced=True)
    assert pair.chain == "fcRrC/cRrC/cRrCF"


@pytest.mark.parametrize(("first", "chain"), [(True, "f"), (False, "l")])
def test_a_chain_begins_with_whether_we_act_first(first: bool, chain: str) -> None:
    assert ChainRecorder(first).chain == chain


def test_rounds_without_an_action_are_in_the_chain_too() -> None:
    pair = ChainRecorder(we_are_first=False)
    pair.reach(1)
    pair.reach(3)
    pair.reach(3)
    assert pair.chain == "l//"


def test_the_opponents_actions_are_kept_to_estimate_their_strength() -> None:
    pair = ChainRecorder(we_are_first=False)
    pair.opponent_acts(1, RAISE, faced=False)
    pair.we_act(RAISE)
    pair.opponent_acts(1, CALL, faced=True)
    assert pair.actions == [PostflopAction(1, RAISE, False), PostflopAction(1, CALL, True)]


def test_amounts_apply_to_all_symbols_since_the_last_note() -> None:
    pair = ChainRecorder(we_are_first=True)
    pair.paid(0, 0)
    pair.we_act(RAISE)
    pair.paid(1, 0)
    pair.opponent_acts(1, RAISE, faced=True)
    pair.paid(1, 2)
    pair.we_act(CALL)
    pair.reach(2)
    pair.paid(2, 2)
    pair.paid(2, 2)
    assert pair.chain == "frRc/"
    assert (pair.ours, pair.theirs) == ([0, 1, 1, 2, 2], [0, 0, 2, 2, 2])
