"""The abstract betting game: limit hold'em with fewer bets a round, as a tree of betting sequences.

LAIN thinks in a game with at most two bets a round (Vytřísal 2016, §3.2.2). A sequence is a text of f, c and r from the
start of the hand, without separators between rounds; positions are those of the real game.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property

from railbird import _core
from railbird._core import LETTERS
from railbird.errors import GameError
from railbird.game import ActionKind, Betting, Game, Hand, Rake
from railbird.game.definition import UNLIMITED_RAISES

MOST_CAP = 4
DEEP = 100 * UNLIMITED_RAISES
"""A stack that lasts for all bets and raises of four rounds, of 10 and of 20."""


class NodeKind(IntEnum):
    """The kind of a node in the tree."""

    DECISION = 0
    SHOWDOWN = 1
    FOLDED_OUT = 2


@dataclass(frozen=True)
class AbstractBetting:
    """An abstract game, and the tree of its betting sequences.

    >>> from railbird.game import limit
    >>> game = AbstractBetting(limit(3))
    >>> game.letters(game.node_of("crcc"))
    'crcc'
    >>> game.tree.actor(game.node_of("c"))
    0
    """

    real: Game
    cap: int = 2
    """The maximum number of bets and raises in each round."""
    big_blind_counts: bool = True
    """Whether the big blind counts as the first bet pre-flop."""
    free_fold: bool = True
    """Whether folding is legal where checking is free. The published numbers of leaves require it."""

    def __post_init__(self) -> None:
        if self.real.betting is not Betting.LIMIT or self.real.rounds != 4:
            raise GameError(f"abstract betting needs limit hold'em, not {self.real}")
        if not 1 <= self.cap <= MOST_CAP:
            raise GameError(f"a round has 1 to {MOST_CAP} bets, not {self.cap}")

    @cached_property
    def game(self) -> Game:
        """The abstract game, in which nobody is ever all-in."""
        preflop = self.cap - 1 if self.big_blind_counts else self.cap
        raises = (preflop, self.cap, self.cap, self.cap)
        deep = max(self.real.antes) + max(self.real.blinds) + (self.cap + 1) * sum(self.real.bets)
        return replace(
            self.real,
            stacks=(2 * deep,) * self.real.players,
            most_raises=tuple(map(min, raises, self.real.most_raises)),
            rules=replace(self.real.rules, free_fold=self.free_fold, uncapped_heads_up=False),
        )

    @property
    def is_real(self) -> bool:
        """Whether it has all bets of the real game."""
        real, ours = self.real.most_raises, self.game.most_raises
        return (
            all(mine >= theirs for mine, theirs in zip(ours, real, strict=True))
            and not self.real.rules.uncapped_heads_up
        )

    @cached_property
    def tree(self) -> _core.BettingTree:
        """The tree of all betting sequences; nodes are created when they are first visited."""
        return _core.BettingTree(self.game.native, self.game.stacks)

    def node_of(self, letters: str) -> int:
        """The node of a sequence."""
        node = 0
        for index, letter in enumerate(letters):
            after = self.tree.child(node, ActionKind.of_letter(letter)) if letter in LETTERS else -1
            if after < 0:
                raise GameError(f"{letter!r} is not legal after {letters[:index]!r} in the abstract game")
            node = after
        return node

    def letters(self, node: int) -> str:
        """The sequence that leads to a node."""
        letters = []
        while node:
            letters.append(LETTERS[self.tree.action(node)])
            node = self.tree.parent(node)
        return "".join(reversed(letters))


def without_sizes(game: Game) -> Game:
    """A limit game with the betting sequences of a no-limit game: a raise is a raise, whatever its size.

    Its chips mean nothing: the largest blind and the first bets are always 10, so that all stakes have the same
    sequences, and antes matter only if there are no blinds.

    >>> from railbird.game import nolimit
    >>> without_sizes(nolimit(3)).blinds, without_sizes(nolimit(3)).bets
    ((5, 10, 0), (10, 10, 20, 20))
    """
    most = max(game.blinds)
    return replace(
        game,
        betting=Betting.LIMIT,
        blinds=tuple(-(-10 * blind // most) if blind else 0 for blind in game.blinds),
        antes=(0 if most else 1,) * game.players,
        bets=(10, 10, 20, 20),
        stacks=(DEEP,) * game.players,
        most_raises=(UNLIMITED_RAISES,) * game.rounds,
        rake=Rake(),
    )


def betting_with(game: Game, cap: int) -> AbstractBetting:
    """The abstract game with this cap, with free folds only if it lacks bets of the real game.

    A free fold takes out a player who folds in the real round after the abstract round has ended.
    """
    whole = AbstractBetting(game, cap, free_fold=False)
    return whole if whole.is_real else AbstractBetting(game, cap)


def count_showdowns(betting: AbstractBetting, still_in: int | None = None) -> int:
    """The number of sequences that end with a showdown, or with one in which position ``still_in`` takes part.

    It walks the tree with the engine's own transition function and counts equivalent states once: in a limit game
    without all-ins, those with the same round, raises and number of players who are in, if as many of these sit before
    the actor, the last aggressor, ``still_in`` and those who may act first from now on.
    """
    game = betting.game
    hand = Hand(game, bytes(range(game.cards_needed)))
    known: dict[tuple[int, ...], int] = {}

    def count() -> int:
        if hand.over:
            return int(hand.folded.count(False) > 1 and (still_in is None or not hand.folded[still_in]))
        if still_in is not None and hand.folded[still_in]:
            return 0
        players = [position for position, folded in enumerate(hand.folded) if not folded]
        marks = (hand.actor, hand.last_aggressor if hand.raises else 0, still_in or 0, *game.first[hand.round :])
        key = (hand.round, hand.raises, len(players), *(bisect_left(players, mark) for mark in marks))
        if key not in known:
            total = 0
            legal = hand.legal
            if legal.fold:
                hand.fold()
                total += count()
                hand.undo()
            hand.call()
            total += count()
            hand.undo()
            if legal.most_raise:
                hand.raise_to(legal.least_raise)
                total += count()
                hand.undo()
            known[key] = total
        return known[key]

    return count()
