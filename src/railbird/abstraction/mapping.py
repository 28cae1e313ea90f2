"""Mapping real betting sequences to the abstract game (Vytřísal 2016, §3.2.2).

Round by round, raises beyond the cap become calls until the abstract round is over. A fold after that replaces the
player's last action, and the actions after it are cut off. This is the faithful mapping, with its defects: it changes
observed actions, and at the end of the hand the wrong players may be left. The repaired mapping moves a late fold to
the player's first turn in the next round and marks actions that were not observed, so that nothing is learned from
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from railbird.abstraction.betting import AbstractBetting, NodeKind
from railbird.game import ActionKind, Game, Hand


class RealAction(NamedTuple):
    """An action in the real game."""

    player: int
    """The position of the player who acted."""
    round: int
    kind: ActionKind
    forced: bool = False
    """The player was all-in and did not really act."""


def with_all_ins(real: Game, actions: Sequence[RealAction], turn: int | None) -> list[RealAction]:
    """The actions as if stacks were unlimited: players who are all-in call every bet until it is the turn of ``turn``.

    If ``turn`` is None the hand is over, and the calls go on to the showdown unless all but one have folded.
    """
    hand = Hand(_deep(real), bytes(range(real.cards_needed)))
    result = []

    def forced_call() -> None:
        result.append(RealAction(hand.actor, hand.round, ActionKind.CALL, forced=True))
        hand.call()

    for action in actions:
        while not hand.over and (hand.actor, hand.round) != action[:2]:
            forced_call()
        if hand.over:
            break
        result.append(action)
        can_raise = action.kind is not ActionKind.RAISE or hand.legal.most_raise
        hand.apply(action.kind if can_raise else ActionKind.CALL, hand.legal.least_raise)
    while not hand.over and hand.actor != turn:
        forced_call()
    return result


@lru_cache
def _deep(real: Game) -> Game:
    """The real game with stacks so deep that nobody is ever all-in."""
    deep = 2 * (max(real.stacks) + max(real.blinds) + max(real.antes) + 10 * sum(real.bets))
    return replace(real, stacks=(deep,) * real.players, rules=replace(real.rules, free_fold=True))


@dataclass(frozen=True, slots=True)
class Mapped:
    """An abstract sequence."""

    letters: str
    node: int
    seen: tuple[bool, ...]
    """Whether each action was observed; false for inserted and changed actions."""


def map_faithfully(betting: AbstractBetting, actions: Sequence[RealAction]) -> Mapped:
    """Map by the four steps of the thesis.

    If the real round ends the hand and re-inserted folds leave the wrong players, the sequence without those folds is
    used.
    """
    tree = betting.tree
    rounds = max((action.round for action in actions), default=0) + 1
    letters, start = "", 0
    seen: tuple[bool, ...] = ()
    for number in range(rounds):
        part = [action for action in actions if action.round == number]
        if tree.kind(start) != NodeKind.DECISION:
            break
        capped = _capped(betting, start, [action.kind for action in part])
        folders = [action.player for action in part if action.kind is ActionKind.FOLD]
        mapped = capped
        for player in folders:
            mapped = _with_fold(betting, start, mapped, player)
        survivors = tree.still_in(start)
        for player in folders:
            survivors &= ~(1 << player)
        end = _walk(betting, start, mapped)
        if tree.still_in(end) != survivors and survivors & (survivors - 1) == 0:
            mapped, end = capped, _walk(betting, start, capped)
        letters += "".join(kind.letter for kind in mapped)
        seen += tuple(
            index < len(part) and part[index].kind is kind and not part[index].forced
            for index, kind in enumerate(mapped)
        )
        start = end
    return Mapped(letters, start, seen)


def _capped(betting: AbstractBetting, start: int, actions: Sequence[ActionKind]) -> list[ActionKind]:
    """Step 2: raises beyond the cap become calls, until the abstract round ends."""
    tree, node, kinds = betting.tree, start, []
    for action in actions:
        if _round_over(betting, start, node):
            break
        kind = action if tree.child(node, action) >= 0 else ActionKind.CALL
        kinds.append(kind)
        node = tree.child(node, kind)
    return kinds


def _with_fold(betting: AbstractBetting, start: int, kinds: list[ActionKind], player: int) -> list[ActionKind]:
    """Step 3: the last action of a player who folded becomes a fold, and actions that become impossible are cut."""
    tree, node, last = betting.tree, start, -1
    for index, kind in enumerate(kinds):
        if tree.actor(node) == player:
            if kind is ActionKind.FOLD:
                return kinds
            last = index
        node = tree.child(node, kind)
    if last < 0:
        return kinds
    return _capped(betting, start, [*kinds[:last], ActionKind.FOLD, *kinds[last + 1 :]])


def _round_over(betting: AbstractBetting, start: int, node: int) -> bool:
    tree = betting.tree
    return tree.kind(node) != NodeKind.DECISION or tree.round(node) != tree.round(start)


def _walk(betting: AbstractBetting, node: int, kinds: Sequence[ActionKind]) -> int:
    for kind in kinds:
        node = betting.tree.child(node, kind)
    return node


def map_repaired(betting: AbstractBetting, actions: Sequence[RealAction]) -> Mapped:
    """Map so that a player who folded is out from their next turn on, and unobserved actions are marked."""
    tree = betting.tree
    node, kinds, seen = 0, [], []
    gone = 0
    index = 0
    while index < len(actions) and tree.kind(node) == NodeKind.DECISION:
        player, number, action, forced = actions[index]
        actor, round_now = tree.actor(node), tree.round(node)
        if gone >> actor & 1:  # folded after the abstract round was over
            kind, real = _out(betting, node), False
        elif number < round_now:  # the abstract round is already over
            gone |= (action is ActionKind.FOLD) << player
            index += 1
            continue
        elif number > round_now or actor != player:  # should not happen: missing actions become calls
            kind, real = ActionKind.CALL, False
        else:
            kind = action if tree.child(node, action) >= 0 else ActionKind.CALL
            real = kind is action and not forced
            index += 1
        kinds.append(kind)
        seen.append(real)
        node = tree.child(node, kind)
    while tree.kind(node) == NodeKind.DECISION and gone >> tree.actor(node) & 1:
        kinds.append(_out(betting, node))
        seen.append(False)
        node = tree.child(node, kinds[-1])
    return Mapped("".join(kind.letter for kind in kinds), node, tuple(seen))


def _out(betting: AbstractBetting, node: int) -> ActionKind:
    """The action of a player who has already folded: a fold, or a check if folding is not legal."""
    return ActionKind.FOLD if betting.tree.child(node, ActionKind.FOLD) >= 0 else ActionKind.CALL
