"""A game expanded into arrays: every node once, so that solvers never ask the game again."""

from __future__ import annotations

import math
from array import array
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, report_nothing
from railbird.errors import GameError, quoted
from railbird.extensive import CHANCE, NOBODY, ExtensiveGame, State, Strategy, parse_extensive_game

MOST_NODES = 2_000_000
"""The default size limit: about half a minute and half a gigabyte. Ours."""
REPORT_EVERY = 4096
"""Nodes between two progress reports."""
ROUNDING = 1e-9
"""By how much the probabilities of chance may miss a sum of 1."""

Profile = Strategy | Sequence[Strategy] | NDArray[np.float64]
"""A strategy for all players, one strategy for each player, or the probability of each row of a tree."""


@dataclass(frozen=True, slots=True, eq=False)
class GameTree:
    """The tree of a game as arrays. Nodes are sorted by depth, so parents come first and siblings are neighbours.

    Information sets are sorted by player, then by the depth at which they first occur. Each has one *row* for each of
    its actions; the rows of a set are neighbours.

    >>> tree = GameTree.expand("kuhn")
    >>> tree
    GameTree of kuhn: 58 nodes, 12 information sets
    >>> tree.names[0], tree.menus[0]
    ('Qs||', ('c', 'r'))
    """

    game: str
    """The text of the game, or the name of the state's class."""
    players: int
    actor: NDArray[np.int32]
    """For each node: the player to act, ``CHANCE``, or ``NOBODY`` at the end of the game."""
    parent: NDArray[np.int32]
    """For each node; -1 for the root."""
    children: NDArray[np.int32]
    """For each node: the number of its children."""
    first_child: NDArray[np.int32]
    """For each node: where its children begin."""
    information_set: NDArray[np.int32]
    """For each node; -1 where no player acts."""
    chance: NDArray[np.float64]
    """The probability of the outcome of chance that leads to a node; 1 where another player leads to it."""
    payoffs: NDArray[np.float64]
    """[node, player]: what the end of the game pays; 0 at other nodes."""
    set_player: NDArray[np.int32]
    """For each information set."""
    set_start: NDArray[np.int32]
    """The first row of each set, and the number of all rows."""
    names: tuple[str, ...] = field(repr=False)
    """``str(state.information_key(player))`` of each information set."""
    menus: tuple[tuple[str, ...], ...] = field(repr=False)
    """The names of the actions of each information set."""

    @classmethod
    def expand(
        cls,
        game: str | ExtensiveGame | State,
        *,
        most_nodes: int = MOST_NODES,
        progress: Progress = report_nothing,
    ) -> GameTree:
        """Visit every node below a state, or of a whole game.

        Raises GameError if there are more than ``most_nodes`` nodes, or if the game breaks the State protocol.
        Outcomes of chance with probability 0 are left out.
        """
        if isinstance(game, str):
            game = parse_extensive_game(game)
        text, start = (str(game), game.start()) if isinstance(game, ExtensiveGame) else (type(game).__name__, game)
        return _TreeBuilder(text, start, most_nodes, progress).tree()

    @property
    def nodes(self) -> int:
        return len(self.actor)

    @property
    def sets(self) -> int:
        """The number of information sets."""
        return len(self.names)

    @property
    def rows(self) -> int:
        """The number of pairs of information set and action."""
        return int(self.set_start[-1])

    @property
    def zero_sum(self) -> bool:
        """Whether the payoffs of every ending sum to 0."""
        return bool(np.all(np.abs(self.payoffs.sum(axis=1)) <= ROUNDING))

    def __repr__(self) -> str:
        return f"GameTree of {self.game}: {self.nodes:,} nodes, {self.sets:,} information sets"

    def uniform(self) -> NDArray[np.float64]:
        """The rows of the strategy that chooses every action with the same probability."""
        sizes = np.diff(self.set_start)
        return np.repeat(1 / sizes, sizes)

    def normalized(self, rows: NDArray[np.float64]) -> NDArray[np.float64]:
        """Scale each set's rows to a sum of 1; a set whose rows are all 0 becomes uniform."""
        if not self.rows:
            return rows.astype(np.float64)
        sizes = np.diff(self.set_start)
        sums = np.repeat(np.add.reduceat(rows, self.set_start[:-1]), sizes)
        return np.where(sums > 0, rows / np.where(sums > 0, sums, 1), self.uniform())

    def strategy(self, rows: NDArray[np.float64], player: int | None = None) -> Strategy:
        """A strategy from the probability of each row: of all players, or of one.

        >>> tree = GameTree.expand("kuhn")
        >>> tree.strategy(tree.uniform())["Qs||"]
        {'c': 0.5, 'r': 0.5}
        """
        self.check_rows(rows)
        values, start = rows.tolist(), self.set_start.tolist()
        chosen = range(self.sets) if player is None else np.flatnonzero(self.set_player == player).tolist()
        return Strategy.from_rows(
            ((self.names[index], self.menus[index], values[start[index] : start[index + 1]]) for index in chosen),
            game=self.game,
        )

    def profile_rows(self, profile: Profile) -> NDArray[np.float64]:
        """The probability of each row. Raises GameError if a strategy lacks an information set of its player."""
        if isinstance(profile, np.ndarray):
            self.check_rows(profile)
            return profile.astype(np.float64)
        strategies = [profile] * self.players if isinstance(profile, Strategy) else list(profile)
        if len(strategies) != self.players:
            raise GameError(f"{self.game} has {self.players} players: {len(strategies)} strategies were given")
        rows: list[float] = []
        for name, menu, player in zip(self.names, self.menus, self.set_player.tolist(), strict=True):
            rows += strategies[player].probabilities(name, menu)
        return np.array(rows, np.float64)

    def check_rows(self, rows: NDArray[np.float64]) -> None:
        """Raise GameError if these are not probabilities for the rows of this tree."""
        if rows.shape != (self.rows,):
            raise GameError(f"{self.game} has {self.rows:,} rows: an array of the shape {rows.shape} was given")
        if self.rows and not (
            np.all(rows >= 0) and np.all(np.abs(np.add.reduceat(rows, self.set_start[:-1]) - 1) <= 1e-6)
        ):
            raise GameError("the probabilities of each information set must be 0 or more and sum to 1")


class _TreeBuilder:
    """The visit of all nodes, depth first, and the arrays that it fills."""

    def __init__(self, game: str, start: State, most_nodes: int, progress: Progress) -> None:
        self.game, self.start, self.most_nodes, self.progress = game, start, most_nodes, progress
        self.players = start.players
        self.actor, self.parent, self.depth, self.set_of = array("i"), array("i"), array("i"), array("i")
        self.chance, self.payoffs = array("d"), array("d")
        self.sets: dict[tuple[int, Hashable], int] = {}
        """The number of each set by player and information key, in the order in which they were met."""
        self.set_actions: list[tuple[int, ...]] = []
        self.set_depth: list[int] = []
        self.names: list[str] = []
        self.menus: list[tuple[str, ...]] = []
        self._nothing = array("d", [0.0] * self.players)

    def tree(self) -> GameTree:
        self._visit_all()
        depth = np.array(self.depth, np.int32)
        by_depth = np.argsort(depth, kind="stable")
        place = np.empty(len(depth), np.int32)
        place[by_depth] = np.arange(len(depth))
        parent = np.array(self.parent, np.int32)[by_depth]
        parent[1:] = place[parent[1:]]
        children = np.bincount(parent[1:], minlength=len(depth))
        set_player = np.array([player for player, _ in self.sets], np.int32)
        order = np.lexsort((np.arange(len(set_player)), np.array(self.set_depth, np.int32), set_player))
        number = np.full(len(order) + 1, -1, np.int32)  # the last one is for nodes without a set
        number[order] = np.arange(len(order))
        sizes = np.array([len(self.menus[index]) for index in order], np.int32)
        self._check_names()
        return GameTree(
            game=self.game,
            players=self.players,
            actor=np.array(self.actor, np.int32)[by_depth],
            parent=parent,
            children=children.astype(np.int32),
            first_child=(1 + np.cumsum(children) - children).astype(np.int32),
            information_set=number[np.array(self.set_of, np.int32)[by_depth]],
            chance=np.array(self.chance, np.float64)[by_depth],
            payoffs=np.array(self.payoffs, np.float64).reshape(-1, self.players)[by_depth],
            set_player=set_player[order],
            set_start=np.concatenate([[0], np.cumsum(sizes)]).astype(np.int32),
            names=tuple(self.names[index] for index in order),
            menus=tuple(self.menus[index] for index in order),
        )

    def _visit_all(self) -> None:
        share = 0.0
        stack: list[tuple[State, int, float, float]] = [(self.start.clone(), -1, 1.0, 1.0)]
        """States to visit, with their parent, the probability of chance, and their share of the work (Knuth 1975)."""
        depth, parents, chances = self.depth, self.parent, self.chance
        while stack:
            state, parent, chance, work = stack.pop()
            node = len(depth)
            if node >= self.most_nodes:
                raise GameError(
                    f"{self.game} has more than {self.most_nodes:,} nodes, about {share * 100:.2g} % of which were "
                    "visited: take a smaller game, or raise most_nodes"
                )
            depth.append(depth[parent] + 1 if node else 0)
            parents.append(parent)
            chances.append(chance)
            outcomes = self._visit(state, depth[node])
            if not outcomes:
                share += work
            if node % REPORT_EVERY == 0:
                self.progress(share)
            work /= len(outcomes) or 1
            for number in range(len(outcomes) - 1, -1, -1):
                action, probability = outcomes[number]
                child = state.clone() if number else state
                child.apply(action)
                stack.append((child, node, probability, work))
        self.progress(1.0)

    def _visit(self, state: State, depth: int) -> Sequence[tuple[int, float]]:
        """Note a node; returns its actions with the probabilities of chance, or none if the game is over."""
        turn = state.turn
        self.actor.append(turn)
        if turn == NOBODY:
            self.set_of.append(-1)
            self._note_payoffs(state)
            return ()
        self.payoffs.extend(self._nothing)
        if turn == CHANCE:
            self.set_of.append(-1)
            return self._outcomes(state)
        if not 0 <= turn < self.players:
            raise GameError(f"{self.game} says that it is the turn of {turn}: it has {self.players} players")
        actions = tuple(state.legal_actions())
        self.set_of.append(self._set_number(state, turn, actions, depth))
        return [(action, 1.0) for action in actions]

    def _note_payoffs(self, state: State) -> None:
        returns = state.returns()
        if len(returns) != self.players or not all(map(math.isfinite, returns)):
            raise GameError(f"{self.game} pays {tuple(returns)}: expected {self.players} finite numbers")
        self.payoffs.extend(returns)

    def _outcomes(self, state: State) -> Sequence[tuple[int, float]]:
        outcomes = [(outcome, chance) for outcome, chance in state.chance_outcomes() if chance != 0]
        total = math.fsum(chance if chance > 0 else math.nan for _, chance in outcomes)
        if not abs(total - 1) <= ROUNDING:
            raise GameError(f"{self.game} has outcomes of chance with probabilities that sum to {total:g}, not 1")
        return outcomes

    def _set_number(self, state: State, player: int, actions: tuple[int, ...], depth: int) -> int:
        key = state.information_key(player)
        number = self.sets.setdefault((player, key), len(self.names))
        if number < len(self.names):
            if self.set_actions[number] != actions:
                raise GameError(
                    f"{self.game} has different actions in one information set, {quoted(self.names[number])}"
                )
            self.set_depth[number] = min(self.set_depth[number], depth)
            return number
        if not actions:
            raise GameError(f"{self.game} has no legal actions at the turn of player {player}")
        self.names.append(str(key))
        self.menus.append(tuple(map(state.action_text, actions)))
        self.set_actions.append(actions)
        self.set_depth.append(depth)
        return number

    def _check_names(self) -> None:
        """Raise GameError if two information sets have the same name: a strategy could not tell them apart."""
        known: set[str] = set()
        for name in self.names:
            if name in known:
                raise GameError(f"{self.game} has two information sets with the name {quoted(name)}")
            known.add(name)
