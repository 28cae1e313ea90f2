"""From a real betting sequence to one of the abstract game (Vytřísal 2016, §3.2.2).

Round by round, raises beyond the cap become calls, until the abstract round is over; a fold that comes later is put in
where that player acted last, and what follows from there on falls away. So much is faithful, with its defects: actions
are changed that were seen, and where the hand ends the wrong players may be left. Repaired, a late fold is put at the
player's first turn of the next round, and what is not what was seen is marked, so that nobody learns from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from railbird.abstraction.betting import AbstractBetting, NodeKind
from railbird.game import ActionKind, Game, Hand


class RealAction(NamedTuple):
    """What was done in the real game."""

    player: int
    """The position of who acted."""
    round: int
    kind: ActionKind
    forced: bool = False
    """Nothing was done: he was all-in."""


def with_all_ins(real: Game, actions: Sequence[RealAction], turn: int | None) -> list[RealAction]:
    """The same as if stacks had no end: who is all-in calls what comes, until it is the turn of a position.

    If it is nobody's turn the hand is over, and goes on to the showdown unless all but one have folded.
    """
    hand = Hand(_deep(real), bytes(range(real.cards_needed)))
    found = []

    def calls() -> None:
        found.append(RealAction(hand.actor, hand.round, ActionKind.CALL, forced=True))
        hand.call()

    for action in actions:
        while not hand.over and (hand.actor, hand.round) != action[:2]:
            calls()
        if hand.over:
            break
        found.append(action)
        can_raise = action.kind is not ActionKind.RAISE or hand.legal.most_raise
        hand.apply(action.kind if can_raise else ActionKind.CALL, hand.legal.least_raise)
    while not hand.over and hand.actor != turn:
        calls()
    return found


@lru_cache
def _deep(real: Game) -> Game:
    """The real game, in which nobody is ever all-in."""
    deep = 2 * (max(real.stacks) + max(real.blinds) + max(real.antes) + 10 * sum(real.bets))
    return replace(real, stacks=(deep,) * real.players, rules=replace(real.rules, free_fold=True))


@dataclass(frozen=True, slots=True)
class Mapped:
    """An abstract sequence."""

    letters: str
    node: int
    seen: tuple[bool, ...]
    """Of each action: was it really taken? Not if it was put in, or changed."""


def map_faithfully(betting: AbstractBetting, actions: Sequence[RealAction]) -> Mapped:
    """The four steps of the thesis.

    Where the real round ends the hand and re-inserted folds leave the wrong players, the sequence before they were put
    in is taken.
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
        put_in = capped
        for player in folders:
            put_in = _with_fold(betting, start, put_in, player)
        survivors = tree.still_in(start)
        for player in folders:
            survivors &= ~(1 << player)
        end = _walk(betting, start, put_in)
        if tree.still_in(end) != survivors and survivors & (survivors - 1) == 0:
            put_in, end = capped, _walk(betting, start, capped)
        letters += "".join(kind.letter for kind in put_in)
        seen += tuple(
            place < len(part) and part[place].kind is kind and not part[place].forced
            for place, kind in enumerate(put_in)
        )
        start = end
    return Mapped(letters, start, seen)


def _capped(betting: AbstractBetting, start: int, actions: Sequence[ActionKind]) -> list[ActionKind]:
    """Step 2: raises beyond the cap become calls; it ends when the abstract round does."""
    tree, node, found = betting.tree, start, []
    for action in actions:
        if _round_over(betting, start, node):
            break
        kind = action if tree.child(node, action) >= 0 else ActionKind.CALL
        found.append(kind)
        node = tree.child(node, kind)
    return found


def _with_fold(betting: AbstractBetting, start: int, kinds: list[ActionKind], player: int) -> list[ActionKind]:
    """Step 3: the last action of a player who folded becomes a fold, and what is no longer possible is cut."""
    tree, node, last = betting.tree, start, -1
    for place, kind in enumerate(kinds):
        if tree.actor(node) == player:
            if kind is ActionKind.FOLD:
                return kinds
            last = place
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
    """Who folded is out, from his next turn on; what was really seen is told from what was not."""
    tree = betting.tree
    node, found, seen = 0, [], []
    gone = 0
    place = 0
    while place < len(actions) and tree.kind(node) == NodeKind.DECISION:
        player, number, action, forced = actions[place]
        actor, round_now = tree.actor(node), tree.round(node)
        if gone >> actor & 1:  # folded where the abstract round was over already
            kind, real = _out(betting, node), False
        elif number < round_now:  # the abstract round is over already
            gone |= (action is ActionKind.FOLD) << player
            place += 1
            continue
        elif number > round_now or actor != player:  # cannot be: what is missing is taken for calls
            kind, real = ActionKind.CALL, False
        else:
            kind = action if tree.child(node, action) >= 0 else ActionKind.CALL
            real = kind is action and not forced
            place += 1
        found.append(kind)
        seen.append(real)
        node = tree.child(node, kind)
    while tree.kind(node) == NodeKind.DECISION and gone >> tree.actor(node) & 1:
        found.append(_out(betting, node))
        seen.append(False)
        node = tree.child(node, found[-1])
    return Mapped("".join(kind.letter for kind in found), node, tuple(seen))


def _out(betting: AbstractBetting, node: int) -> ActionKind:
    """What somebody does who has folded already: he folds, or checks if that is all he may."""
    return ActionKind.FOLD if betting.tree.child(node, ActionKind.FOLD) >= 0 else ActionKind.CALL
