"""Information-set MCTS (Cowling, Powley and Whitehouse 2012): one tree, and a new guess in each iteration."""

from __future__ import annotations

import math
import time
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from railbird._interruption import CtrlC
from railbird.errors import GameError
from railbird.extensive import CHANCE, NOBODY, RandomStream, State, sample_chance
from railbird.search.mcts.backup import Path
from railbird.search.mcts.expansion import taken
from railbird.search.mcts.native import native_information_sets, searched
from railbird.search.mcts.result import Budget, SearchResult, statistics_of
from railbird.search.mcts.roll_out import LONGEST, RandomRollOut, RollOut
from railbird.search.mcts.rules import check_returns, check_root, check_turn
from railbird.search.mcts.selection import EXPAND, UCB1, PayoffRange
from railbird.search.mcts.tree import LOGS, Node


class Observers(StrEnum):
    """Whose information sets are the nodes of the tree."""

    SINGLE = "single"
    """Those of the searching player (SO-ISMCTS): the others are searched as if they knew no more than that player."""
    MULTIPLE = "multiple"
    """Those of the player to act (MO-ISMCTS): each player decides by what they themselves know."""


@dataclass(frozen=True, slots=True, kw_only=True)
class InformationSetSearch:
    """ISMCTS (review §5.4). Each iteration guesses the hidden facts anew and follows the tree of information sets.

    A node is the pair of the player to act and an information key. In the single-observer tree an opponent's actions
    may be legal under some guesses only: N in UCB1 is then how often the action was available. Actions of an opponent
    that the searching player cannot tell apart share an edge, and one of them is drawn at random (SO-ISMCTS + POM).

    Order of random numbers in an iteration: the guess, then for each step an outcome of chance or, at a node with
    untried actions, ``below(number of untried actions)``; then the roll-out.
    """

    budget: Budget = field(default_factory=Budget)
    observers: Observers = Observers.MULTIPLE
    selection: UCB1 = field(default_factory=UCB1)
    roll_out: RollOut = field(default_factory=RandomRollOut)
    native: bool = True
    """Use the native loop if the game has one and no part is changed; the information sets are the same."""

    def search(self, state: State, random: RandomStream) -> SearchResult:
        check_root(state)
        fast = native_information_sets(state) if self._plain() else None
        if fast is not None:
            return searched(fast, state, self.budget, self.selection.c, random)
        run = InformationSetRun(self, state, random)
        with CtrlC() as ctrl_c:
            run.grow(ctrl_c)
        return run.result(ctrl_c.pressed)

    def _plain(self) -> bool:
        """Whether the native loop can replace this one."""
        multiple = self.observers is Observers.MULTIPLE
        return self.native and multiple and self.selection.first_play is None and self.roll_out == RandomRollOut()


class InformationSetRun:
    """The information sets of a search while they grow."""

    def __init__(self, rules: InformationSetSearch, start: State, random: RandomStream) -> None:
        self.rules = rules
        self.start = start
        self.random = random
        self.player = start.turn
        self.root = Node(start.turn)
        self.nodes: dict[tuple[int, Hashable], Node] = {(start.turn, start.information_key(start.turn)): self.root}
        """The nodes in the order in which they were added."""
        self.iterations = 0
        self.seconds = 0.0
        self._payoffs = PayoffRange(*start.payoff_range)
        self._labels: dict[Hashable, int] = {}

    def grow(self, ctrl_c: CtrlC) -> None:
        budget, began = self.rules.budget, time.perf_counter()
        while budget.iterations is None or self.iterations < budget.iterations:
            if budget.seconds is not None and self.iterations and time.perf_counter() - began >= budget.seconds:
                break
            LOGS.up_to(self.iterations + 1)
            self.iterate()
            self.iterations += 1
            if ctrl_c.pressed:
                break
        self.seconds = time.perf_counter() - began

    def result(self, interrupted: bool) -> SearchResult:
        best = self.root.actions[self.root.most_visited()]
        return SearchResult(
            action=best,
            statistics=statistics_of(self.root, self.start),
            variation=(self.start.action_text(best),),
            iterations=self.iterations,
            seconds=self.seconds,
            nodes=len(self.nodes),
            interrupted=interrupted,
            source=tuple(self.nodes.values()),
        )

    def iterate(self) -> None:
        """One iteration: guess, descend, expand, play out, back up."""
        state = self.start.determinize(self.player, self.random)
        single = self.rules.observers is Observers.SINGLE
        path: Path = []
        while True:
            turn = state.turn
            if turn == CHANCE:
                state.apply(sample_chance(state, self.random))
                continue
            if turn == NOBODY:
                break
            key = (turn, state.information_key(self.player if single else turn))
            node = self.nodes.get(key)
            if node is None:
                node = Node(check_turn(state))
                node.visits = 1
                self.nodes[key] = node
                break
            if single and turn != self.player:
                index, action = self._opponent(node, state)
            else:
                index, action = self._decision(node, state)
            path.append((node, index))
            state.apply(action)
            if len(path) > LONGEST:
                raise GameError(f"an iteration of {type(state).__name__} has not ended after {LONGEST:,} moves")
        returns = check_returns(state, self.rules.roll_out(state, self.random, None))
        for node, index in path:
            node.visits += 1
            node.visits_of[index] += 1
            node.totals[index] += returns[node.player]

    def _decision(self, node: Node, state: State) -> tuple[int, int]:
        """Choose at a node whose player has the same actions under every guess."""
        if node.untried is None:
            node.untried = list(state.legal_actions())
        index = self.rules.selection.choose(node, self._payoffs)
        if index == EXPAND:
            index = node.add_edge(taken(node.untried, self.random.below(len(node.untried))))
        return index, node.actions[index]

    def _opponent(self, node: Node, state: State) -> tuple[int, int]:
        """Choose for an opponent in the single-observer tree, where edges are what the searching player sees."""
        groups: dict[int, list[int]] = {}
        for action, label in zip(state.legal_actions(), self._labels_of(state), strict=True):
            groups.setdefault(label, []).append(action)
        if node.available is None:
            node.available = []
        known = {label: index for index, label in enumerate(node.actions)}
        untried = [label for label in groups if label not in known or not node.visits_of[known[label]]]
        if untried:  # a node may come twice in an iteration, if the searching player does not see an action at all
            label = untried[self.random.below(len(untried))]
            if label not in known:
                node.add_edge(label)
                node.available.append(0)
            index = node.actions.index(label)
        else:
            index = self._best_available(node, [known[label] for label in groups])
            label = node.actions[index]
        for each in groups:
            if each in known or each == label:
                node.available[node.actions.index(each)] += 1
        actions = groups[label]
        return index, actions[0] if len(actions) == 1 else actions[self.random.below(len(actions))]

    def _best_available(self, node: Node, edges: Sequence[int]) -> int:
        """UCB1 among edges, with N = how often the edge was available."""
        assert node.available is not None
        scale = self.rules.selection.c * self._payoffs.width
        chosen, best = edges[0], -math.inf
        for index in edges:
            visits = node.visits_of[index]
            log = LOGS.up_to(node.available[index])[node.available[index]]
            score = node.totals[index] / visits + scale * math.sqrt(log / visits)
            if score > best:
                chosen, best = index, score
        return chosen

    def _labels_of(self, state: State) -> Sequence[int]:
        """What the searching player would see of each legal action: itself, or a number for the key after it."""
        actions = state.legal_actions()
        if getattr(state, "public_actions", False):
            return actions
        labels = []
        for action in actions:
            after = state.clone()
            after.apply(action)
            key = (after.turn, after.information_key(self.player))
            labels.append(self._labels.setdefault(key, len(self._labels)))
        return labels
