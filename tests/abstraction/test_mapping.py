"""Mapping real betting sequences to abstract ones."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from railbird.abstraction import AbstractBetting, NodeKind, RealAction, map_faithfully, map_repaired
from railbird.abstraction.mapping import _capped
from railbird.game import ActionKind, limit

REAL = {counts: AbstractBetting(limit(3), 4, counts) for counts in (True, False)}
ABSTRACT = {counts: AbstractBetting(limit(3), 2, counts) for counts in (True, False)}


def real(text: str, *, big_blind_counts: bool) -> list[RealAction]:
    """Parse actions with _ between the rounds."""
    tree, node, result = REAL[big_blind_counts].tree, 0, []
    for letter in text.replace("_", ""):
        kind = ActionKind.of_letter(letter)
        result.append(RealAction(tree.actor(node), tree.round(node), kind))
        node = tree.child(node, kind)
    return result


def rounds(start: str, *, big_blind_counts: bool = True) -> Iterator[tuple[str, int, bool]]:
    """All complete rounds after a start: the letters, who is left, and whether the hand goes on."""
    betting = REAL[big_blind_counts]
    tree, first = betting.tree, betting.node_of(start)

    def walk(node: int, letters: str) -> Iterator[tuple[str, int, bool]]:
        if tree.kind(node) != NodeKind.DECISION or tree.round(node) != tree.round(first):
            yield letters, tree.still_in(node), tree.kind(node) == NodeKind.DECISION
            return
        for kind in ActionKind:
            after = tree.child(node, kind)
            free = tree.paid(node, tree.actor(node)) == max(tree.paid(node, player) for player in range(3))
            if after >= 0 and not (kind is ActionKind.FOLD and free):  # real players do not fold for free
                yield from walk(after, letters + kind.letter)

    return walk(first, "")


@pytest.mark.parametrize(("text", "capped"), [("rrrcc", "rrcc"), ("crcrcrfc", "crcrcc"), ("rrrc", "rrcc")])
def test_lain_8_raises_beyond_the_cap_become_calls(text: str, capped: str) -> None:
    betting = ABSTRACT[False]
    kinds = [ActionKind.of_letter(letter) for letter in text]
    assert "".join(kind.letter for kind in _capped(betting.tree, betting.node_of("ccc"), kinds)[0]) == capped


def test_lain_9_the_example_of_the_thesis() -> None:
    """With the c that is missing in print, and without counting the big blind, as in the thesis."""
    result = map_faithfully(ABSTRACT[False], real("rrcc_rrrcc_crcrcrfc_cc", big_blind_counts=False))
    assert result.letters == "rrcc" + "rrcc" + "crcf" + "cc"


def test_lain_11_the_abstract_round_may_be_over_before_the_real_one() -> None:
    betting = ABSTRACT[False]
    result = map_faithfully(betting, real("ccc_rrrc", big_blind_counts=False))
    assert result.letters == "ccc" + "rrcc"
    tree = betting.tree
    assert tree.round(result.node) == 2  # so it is not the turn of the player who acts on the real flop


@pytest.mark.parametrize(
    ("start", "complete", "wrong"), [("ccc", 247, 20), ("", 130, 5)], ids=["after the flop", "pre-flop"]
)
def test_lain_10_the_players_left_agree_if_the_hand_goes_on(start: str, complete: int, wrong: int) -> None:
    betting = ABSTRACT[True]
    seen = mismatched = 0
    for letters, survivors, goes_on in rounds(start):
        seen += 1
        actions = real(start + letters, big_blind_counts=True)
        mine = [action.kind for action in actions if action.round == (1 if start else 0)]
        capped, _ = _capped(betting.tree, betting.node_of(start), mine)
        node = betting.node_of(start)
        for action, kind in zip(actions[len(start) :], capped, strict=False):
            assert betting.tree.actor(node) == action.player
            node = betting.tree.child(node, kind)
        left = betting.tree.still_in(map_faithfully(betting, actions).node)
        if goes_on:
            assert left == survivors
        else:
            mismatched += left != survivors
    assert seen == complete
    assert mismatched == wrong


@pytest.mark.parametrize("start", ["ccc", ""])
def test_the_repaired_mapping_invents_no_observed_actions(start: str) -> None:
    betting = ABSTRACT[True]
    for letters, survivors, goes_on in rounds(start):
        actions = real(start + letters, big_blind_counts=True)
        result = map_repaired(betting, actions)
        node, indices = 0, iter(actions)
        for letter, was_seen in zip(result.letters, result.seen, strict=True):
            if was_seen:
                player, number, kind, *_ = next(indices)
                while (player, number, kind.letter) != (betting.tree.actor(node), betting.tree.round(node), letter):
                    player, number, kind, *_ = next(indices)
            node = betting.tree.child(node, ActionKind.of_letter(letter))
        if goes_on:
            out = ~survivors & 7
            assert not betting.tree.actor(result.node) >= 0 or not out >> betting.tree.actor(result.node) & 1


def test_the_beginning_of_a_hand_is_the_root() -> None:
    for how in (map_faithfully, map_repaired):
        result = how(ABSTRACT[True], [])
        assert (result.letters, result.node, result.seen) == ("", 0, ())
