"""Search in games with hidden information by guessing it: one tree per guess, or all guesses in one tree."""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from railbird._interruption import CtrlC
from railbird.errors import RailbirdError
from railbird.extensive import RandomStream, State
from railbird.search.mcts.result import ActionStatistics, Budget, SearchResult, statistics_of
from railbird.search.mcts.roll_out import Policy, RandomRollOut
from railbird.search.mcts.rules import check_root
from railbird.search.mcts.tree import LOGS, Node, principal_variation
from railbird.search.mcts.tree_search import TreeRun, TreeSearch, count_nodes


class Merging(StrEnum):
    """How the trees of a determinized search agree on an action."""

    VISITS = "visits"
    """The action with the most visits in all trees together."""
    VOTES = "votes"
    """The action that is best in the most trees; of several, the one with more visits."""


@dataclass(frozen=True, slots=True)
class InterestingDeals:
    """Prefer determinizations in which the decision matters (review §4.4.4; Cowling, Ward and Powley 2012).

    A determinization is interesting if the player's result differs between playing the ``suggested`` action now and
    playing the ``idle`` one, each followed by one roll-out with the same random numbers. Looking for them may use this
    ``share`` of the iterations: each roll-out counts as one. The paper's better share is 5 %.
    """

    suggested: Policy
    idle: Policy
    share: float = 0.05

    def __post_init__(self) -> None:
        if not 0 < self.share < 1:
            raise RailbirdError(f"the share must lie between 0 and 1, not {self.share}")

    def accepts(self, state: State, random: RandomStream) -> bool:
        player, seed = state.turn, random.below(2**63)
        results = []
        for policy in (self.suggested, self.idle):
            after, stream = state.clone(), RandomStream(seed)
            after.apply(policy(after, stream))
            results.append(RandomRollOut()(after, stream, None)[player])
        return results[0] != results[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class DeterminizedSearch:
    """Determinized UCT (review §4.4.4): ``trees`` trees share the iterations, each with its own guess of hidden facts.

    Within a tree, chance is fixed as well: the first outcome drawn at a chance node is kept.
    """

    budget: Budget = field(default_factory=Budget)
    trees: int = 20
    rules: TreeSearch = field(default_factory=lambda: TreeSearch(lock_chance=True))
    """How each tree grows; its own budget is not used."""
    merging: Merging = Merging.VISITS
    interesting: InterestingDeals | None = None
    cheats: bool = False
    """Search the true state in every tree (a cheating ensemble)."""

    def __post_init__(self) -> None:
        if self.trees < 1:
            raise RailbirdError(f"a determinized search needs 1 tree or more, not {self.trees}")
        if self.budget.iterations is not None and self.budget.iterations < self.trees:
            raise RailbirdError(
                f"{self.trees} trees need {self.trees} iterations or more, not {self.budget.iterations}"
            )

    def search(self, state: State, random: RandomStream) -> SearchResult:
        check_root(state)
        began, runs = time.perf_counter(), []
        rules = replace(self.rules, cheats=True)
        finding = _Guesses(self.interesting, self.budget)
        with CtrlC() as ctrl_c:
            for tree in range(self.trees):
                guess = state.clone() if self.cheats else finding.guess(state, random)
                run = TreeRun(rules, guess, random)
                run.grow(finding.left.share(tree, self.trees), ctrl_c)
                runs.append(run)
                if ctrl_c.pressed:
                    break
        return self._merged(state, runs, time.perf_counter() - began, ctrl_c.pressed)

    def _merged(self, state: State, runs: list[TreeRun], seconds: float, interrupted: bool) -> SearchResult:
        visits, totals, votes = dict[int, int](), dict[int, float](), dict[int, int]()
        for run in runs:
            root = run.root
            for action, count, total in zip(root.actions, root.visits_of, root.totals, strict=True):
                visits[action] = visits.get(action, 0) + count
                totals[action] = totals.get(action, 0.0) + total
            best = root.actions[root.most_visited()]
            votes[best] = votes.get(best, 0) + 1
        statistics = tuple(
            ActionStatistics(
                each, state.action_text(each), visits[each], totals[each] / visits[each], votes.get(each, 0)
            )
            for each in sorted(visits, key=lambda action: (-visits[action], -totals[action]))
        )
        if self.merging is Merging.VOTES:
            best = max(visits, key=lambda action: (votes.get(action, 0), visits[action], totals[action]))
        else:
            best = statistics[0].action
        first = next((run for run in runs if run.root.actions[run.root.most_visited()] == best), runs[0])
        return SearchResult(
            action=best,
            statistics=statistics,
            variation=tuple(principal_variation(first.root, first.start)),
            iterations=sum(run.iterations for run in runs),
            seconds=seconds,
            nodes=sum(count_nodes(run.root) for run in runs),
            interrupted=interrupted,
            source=[run.root for run in runs],
            guess=runs[0].start,
        )


class _Guesses:
    """Guesses hidden facts, if wanted interesting ones, within a share of the budget."""

    def __init__(self, interesting: InterestingDeals | None, budget: Budget) -> None:
        self._interesting = interesting
        self._roll_outs = 0
        self.left = budget
        if interesting is not None:
            if budget.iterations is None:
                raise RailbirdError("interesting determinizations need a budget in iterations")
            self._roll_outs = int(budget.iterations * interesting.share)
            self.left = Budget(budget.iterations - self._roll_outs, budget.seconds)

    def guess(self, state: State, random: RandomStream) -> State:
        guess = state.determinize(state.turn, random)
        while self._interesting is not None and self._roll_outs >= 2:
            self._roll_outs -= 2
            if self._interesting.accepts(guess, random):
                break
            guess = state.determinize(state.turn, random)
        return guess


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceNodeSearch:
    """UCT that treats hidden facts as a first chance node with one child per guess: a baseline that explodes (§4.4.4).

    Statistics of equal actions under different guesses are merged only at the end.
    """

    budget: Budget = field(default_factory=Budget)
    rules: TreeSearch = field(default_factory=TreeSearch)

    def search(self, state: State, random: RandomStream) -> SearchResult:
        check_root(state)
        began, player = time.perf_counter(), state.turn
        run = TreeRun(replace(self.rules, cheats=True), state, random)
        roots: dict[Hashable, Node] = {}
        merged = Node(player)
        done = 0
        with CtrlC() as ctrl_c:
            while not ctrl_c.pressed and (self.budget.iterations is None or done < self.budget.iterations):
                seconds = self.budget.seconds
                if seconds is not None and done and time.perf_counter() - began >= seconds:
                    break
                LOGS.up_to(done + 1)
                guess = state.determinize(player, random)
                key = tuple(guess.information_key(each) for each in range(guess.players))
                run.iterate_from(roots.setdefault(key, Node(player)), guess)
                done += 1
        for root in roots.values():
            for action, visits, total in zip(root.actions, root.visits_of, root.totals, strict=True):
                index = merged.actions.index(action) if action in merged.actions else merged.add_edge(action)
                merged.visits_of[index] += visits
                merged.totals[index] += total
        merged.visits = done
        best = merged.actions[merged.most_visited()]
        return SearchResult(
            action=best,
            statistics=statistics_of(merged, state),
            variation=(state.action_text(best),),
            iterations=done,
            seconds=time.perf_counter() - began,
            nodes=1 + sum(count_nodes(root) for root in roots.values()),
            interrupted=ctrl_c.pressed,
            source=(merged, *roots.values()),
        )
