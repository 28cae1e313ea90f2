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
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from railbird import _core
from railbird._core import LETTERS
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
    price: int = 0
    """The class of the price that they had to pay, in no-limit games."""


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
    prices: tuple[int, ...]
    """The class of the price of each action; 0 in limit games."""


def map_faithfully(betting: AbstractBetting, actions: Sequence[RealAction]) -> Mapped:
    """Map by the four steps of the thesis.

    If the real round ends the hand and re-inserted folds leave the wrong players, the sequence without those folds is
    used.
    """
    tree, start = betting.tree, 0
    letters: list[str] = []
    seen: list[bool] = []
    for _, of_round in groupby(actions, key=_ROUND):
        if tree.kind(start) != NodeKind.DECISION:
            break
        part = list(of_round)
        capped, end = _capped(tree, start, [action.kind for action in part])
        mapped = capped
        folders = [action.player for action in part if action.kind is ActionKind.FOLD]
        if folders:
            mapped, end = _with_folds(tree, start, (capped, end), folders)
        for action, kind in zip(part, mapped, strict=False):
            letters.append(LETTERS[kind])
            seen.append(action.kind is kind and not action.forced)
        start = end
    return Mapped("".join(letters), start, tuple(seen), (0,) * len(letters))


_ROUND = itemgetter(RealAction._fields.index("round"))


def _capped(tree: _core.BettingTree, start: int, actions: Sequence[ActionKind]) -> tuple[list[ActionKind], int]:
    """Step 2: raises beyond the cap become calls, until the abstract round ends. Returns the actions and their node."""
    node, kinds, number = start, [], tree.round(start)
    for action in actions:
        if tree.round(node) != number or tree.kind(node) != NodeKind.DECISION:
            break
        kind, after = action, tree.child(node, action)
        if after < 0:
            kind, after = ActionKind.CALL, tree.child(node, ActionKind.CALL)
        kinds.append(kind)
        node = after
    return kinds, node


def _with_folds(
    tree: _core.BettingTree, start: int, capped: tuple[list[ActionKind], int], folders: Sequence[int]
) -> tuple[list[ActionKind], int]:
    """Step 3 for all who folded in a round, undone if it ends the hand and leaves the wrong players."""
    survivors = tree.still_in(start)
    mapped = capped
    for player in folders:
        survivors &= ~(1 << player)
        mapped = _with_fold(tree, start, mapped, player)
    only_one = survivors & (survivors - 1) == 0
    return capped if only_one and tree.still_in(mapped[1]) != survivors else mapped


def _with_fold(
    tree: _core.BettingTree, start: int, mapped: tuple[list[ActionKind], int], player: int
) -> tuple[list[ActionKind], int]:
    """Step 3: the last action of a player who folded becomes a fold, and actions that become impossible are cut."""
    kinds, node, last = mapped[0], start, -1
    for index, kind in enumerate(kinds):
        if tree.actor(node) == player:
            if kind is ActionKind.FOLD:
                return mapped
            last = index
        node = tree.child(node, kind)
    if last < 0:
        return mapped
    return _capped(tree, start, [*kinds[:last], ActionKind.FOLD, *kinds[last + 1 :]])


def map_repaired(betting: AbstractBetting, actions: Sequence[RealAction]) -> Mapped:
    """Map so that a player who folded is out from their next turn on, and unobserved actions are marked."""
    tree = betting.tree
    node, kinds, seen, prices = 0, [], [], []
    gone = 0
    index = 0
    while index < len(actions) and tree.kind(node) == NodeKind.DECISION:
        player, number, action, forced, price = actions[index]
        actor, round_now = tree.actor(node), tree.round(node)
        if gone >> actor & 1:  # folded after the abstract round was over
            kind, real, price = _out(betting, node), False, 0
        elif number < round_now:  # the abstract round is already over
            gone |= (action is ActionKind.FOLD) << player
            index += 1
            continue
        elif number > round_now or actor != player:  # should not happen: missing actions become calls
            kind, real, price = ActionKind.CALL, False, 0
        else:
            kind = action if tree.child(node, action) >= 0 else ActionKind.CALL
            real = kind is action and not forced
            index += 1
        kinds.append(kind)
        seen.append(real)
        prices.append(price)
        node = tree.child(node, kind)
    while tree.kind(node) == NodeKind.DECISION and gone >> tree.actor(node) & 1:
        kinds.append(_out(betting, node))
        seen.append(False)
        prices.append(0)
        node = tree.child(node, kinds[-1])
    return Mapped("".join(kind.letter for kind in kinds), node, tuple(seen), tuple(prices))


def _out(betting: AbstractBetting, node: int) -> ActionKind:
    """The action of a player who has already folded: a fold, or a check if folding is not legal."""
    return ActionKind.FOLD if betting.tree.child(node, ActionKind.FOLD) >= 0 else ActionKind.CALL
