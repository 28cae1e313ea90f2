"""A hand between us and one opponent, as it goes."""

from __future__ import annotations

import pytest

from railbird.game import ActionKind
from railbird.models.saukonoja.chain_recorder import ChainRecorder
from railbird.policies.saukonoja.cold_start import PostflopAction

FOLD, CALL, RAISE = ActionKind


def test_our_actions_are_small_letters_and_his_are_capital_ones() -> None:
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
def test_a_chain_begins_with_who_acts_first(first: bool, chain: str) -> None:
    assert ChainRecorder(first).chain == chain


def test_rounds_without_an_action_are_in_the_chain_too() -> None:
    pair = ChainRecorder(we_are_first=False)
    pair.reach(1)
    pair.reach(3)
    pair.reach(3)
    assert pair.chain == "l//"


def test_his_actions_are_kept_for_what_they_say_of_his_strength() -> None:
    pair = ChainRecorder(we_are_first=False)
    pair.opponent_acts(1, RAISE, faced=False)
    pair.we_act(RAISE)
    pair.opponent_acts(1, CALL, faced=True)
    assert pair.actions == [PostflopAction(1, RAISE, False), PostflopAction(1, CALL, True)]


def test_amounts_belong_to_all_that_happened_since_they_were_last_noted() -> None:
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
