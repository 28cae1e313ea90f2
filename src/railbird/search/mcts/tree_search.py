"""Monte Carlo tree search with one tree: selection, expansion, roll-out and backpropagation as exchangeable parts."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from railbird._interruption import CtrlC
from railbird.errors import GameError, RailbirdError
from railbird.extensive import CHANCE, NOBODY, RandomStream, State, sample_chance
from railbird.search.mcts.backup import Backup, MeanBackup, Path, add, add_amaf, add_squares
from railbird.search.mcts.expansion import Expansion, taken
from railbird.search.mcts.native import native_tree, searched
from railbird.search.mcts.result import Budget, SearchResult, statistics_of
from railbird.search.mcts.roll_out import Evaluation, Moves, RandomRollOut, RollOut
from railbird.search.mcts.rules import broken, check_returns, check_root, check_turn
from railbird.search.mcts.selection import EXPAND, RAVE, UCB1, PayoffRange, Selection
from railbird.search.mcts.tree import LOGS, Node, principal_variation


@dataclass(frozen=True, slots=True, kw_only=True)
class TreeSearch:
    """UCT and its variants for games without hidden information (review §2.3).

    Each iteration follows ``selection`` from the root to a node with an untried action, lets ``expansion`` add one,
    plays the game to its end with ``roll_out``, and adds the result to all edges of the path with ``backup``. Chance
    nodes draw their outcome anew each time. The result is the action with the most visits.

    >>> from railbird.extensive.tic_tac_toe import TicTacToe
    >>> from railbird.extensive import RandomStream, play_actions
    >>> state = TicTacToe()
    >>> play_actions(state, "b2 a1 c1 a2")
    >>> result = TreeSearch(budget=Budget(iterations=500)).search(state, RandomStream(seed=1))
    >>> state.action_text(result.action), sum(each.visits for each in result.statistics)
    ('a3', 500)
    """

    budget: Budget = field(default_factory=Budget)
    selection: Selection = field(default_factory=UCB1)
    expansion: Expansion = field(default_factory=Expansion)
    roll_out: RollOut = field(default_factory=RandomRollOut)
    backup: Backup = field(default_factory=MeanBackup)
    depth: int | None = None
    """Nodes of this depth are not expanded; the roll-out starts there."""
    leaf_value: Evaluation | None = None
    """Evaluates nodes at the depth limit in place of a roll-out."""
    lock_chance: bool = False
    """Keep the first outcome drawn at each chance node: each tree then is one possible future (§4.4.4)."""
    cheats: bool = False
    """Search games with hidden information as if everything were known."""
    native: bool = True
    """Use the native loop if the game has one and no part is changed; the tree is the same."""

    def search(self, state: State, random: RandomStream, root: Node | None = None) -> SearchResult:
        """Search from a state; ``root`` is a tree of an earlier search of the same position, to be grown further."""
        check_root(state)
        if not (state.perfect_information or self.cheats):
            raise GameError(
                f"{type(state).__name__} has hidden information: use a determinized or information-set search"
            )
        fast = native_tree(state) if root is None and self._plain() else None
        if fast is not None and isinstance(self.selection, UCB1):
            return searched(fast, state, self.budget, self.selection.c, random)
        run = TreeRun(self, state, random, root)
        with CtrlC() as ctrl_c:
            run.grow(self.budget, ctrl_c)
        return run.result(ctrl_c.pressed)

    def _plain(self) -> bool:
        """Whether the native loop can replace this one."""
        return (
            self.native
            and isinstance(self.selection, UCB1)
            and self.selection.first_play is None
            and self.expansion == Expansion()
            and self.roll_out == RandomRollOut()
            and self.backup == MeanBackup()
            and self.depth is None
        )


@dataclass(slots=True)
class TreeRun:
    """One tree while it grows."""

    rules: TreeSearch
    start: State
    random: RandomStream
    given: Node | None = None
    root: Node = field(init=False)
    iterations: int = 0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.root = Node(self.start.turn) if self.given is None else self.given

    def grow(self, budget: Budget, ctrl_c: CtrlC) -> None:
        """Iterate until the budget is used up or Ctrl-C is pressed, but at least once."""
        began = time.perf_counter()
        done = 0
        while budget.iterations is None or done < budget.iterations:
            if budget.seconds is not None and done and time.perf_counter() - began >= budget.seconds:
                break
            LOGS.up_to(self.root.visits + 1)
            self.iterate()
            done += 1
            if ctrl_c.pressed:
                break
        self.iterations += done
        self.seconds += time.perf_counter() - began

    def result(self, interrupted: bool) -> SearchResult:
        root = self.root
        return SearchResult(
            action=root.actions[root.most_visited()],
            statistics=statistics_of(root, self.start),
            variation=tuple(principal_variation(root, self.start)),
            iterations=self.iterations,
            seconds=self.seconds,
            nodes=count_nodes(root),
            interrupted=interrupted,
            source=(root,),
        )

    def iterate(self) -> None:
        """One iteration: descend, expand, play out, back up."""
        self.iterate_from(self.root, self.start.clone())

    def iterate_from(self, node: Node, state: State) -> None:
        """One iteration from a node, on a copy of its state."""
        rules, payoffs = self.rules, PayoffRange(*state.payoff_range)
        path: Path = []
        while True:
            turn = node.player
            if turn == NOBODY or len(path) == rules.depth:
                break
            if turn == CHANCE:
                index, new = self._chance(node, state)
            else:
                index, new = self._decision(node, state, payoffs)
            path.append((node, index))
            node = node.children[index]
            if new:
                break
        self._finish(path, node, state, payoffs)

    def _decision(self, node: Node, state: State, payoffs: PayoffRange) -> tuple[int, bool]:
        rules = self.rules
        if node.untried is None:
            rules.expansion.prepare(node, state, self.random)
            if not node.untried:
                raise broken(state, f"it is the turn of player {node.player}, but there are no legal actions")
        index = EXPAND if not node.actions else rules.selection.choose(node, payoffs)
        if index != EXPAND:
            state.apply(node.actions[index])
            return index, False
        untried = node.untried
        assert untried
        if isinstance(rules.selection, RAVE):
            action = taken(untried, untried.index(rules.selection.best_untried(node, payoffs)))
        else:
            action = rules.expansion.take(node, state, self.random)
        if rules.expansion.informs:
            rules.expansion.inform(node, state, action)
        return self._grown(node, state, action), True

    def _chance(self, node: Node, state: State) -> tuple[int, bool]:
        if node.actions and self.rules.lock_chance:
            state.apply(node.actions[0])
            return 0, False
        outcome = sample_chance(state, self.random)
        if outcome in node.actions:
            state.apply(outcome)
            return node.actions.index(outcome), False
        return self._grown(node, state, outcome), True

    def _grown(self, node: Node, state: State, action: int) -> int:
        """Apply an action and add an edge for it."""
        try:
            state.apply(action)
        except RailbirdError:
            raise
        except Exception as error:
            raise broken(state, f"apply({action}) raised {type(error).__name__}: {error}") from error
        return node.add_edge(action, Node(check_turn(state)))

    def _finish(self, path: Path, leaf: Node, state: State, payoffs: PayoffRange) -> None:
        rules = self.rules
        amaf = isinstance(rules.selection, RAVE)
        weighs = getattr(rules.backup, "weighs_length", False)
        moves: Moves | None = [] if amaf or weighs else None
        returns: Sequence[float]
        if leaf.player == NOBODY:
            returns = check_returns(state, state.returns())
        elif rules.leaf_value is not None and len(path) == rules.depth and leaf.player != CHANCE:
            returns = check_returns(state, rules.leaf_value(state))
        else:
            returns = check_returns(state, rules.roll_out(state, self.random, moves))
        returns = rules.backup(returns, len(path) + len(moves or ()), payoffs)
        add(path, leaf, returns)
        if amaf:
            add_amaf(path, moves or [], returns)
        if getattr(rules.selection, "tracks_squares", False):
            add_squares(path, returns)


def count_nodes(root: Node) -> int:
    """The number of nodes of a tree."""
    nodes, stack = 0, [root]
    while stack:
        nodes += 1
        stack.extend(stack.pop().children)
    return nodes
