"""The settings of players that search with Monte Carlo tree search, and how they are made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from railbird.agent.settings import setting
from railbird.extensive import State
from railbird.search.mcts import (
    PUCT,
    RAVE,
    UCB1,
    Budget,
    ChanceNodeSearch,
    DeterminizedSearch,
    Expansion,
    InformationSetSearch,
    LengthWeightedBackup,
    MeanBackup,
    Merging,
    Observers,
    PolicyRollOut,
    RandomRollOut,
    TreeSearch,
    UCB1Tuned,
    decisive_roll_out,
)
from railbird.search.players.searcher import Searcher

USUAL_ITERATIONS = 1000
C = "exploration constant, for payoffs scaled to 0..1"


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """What all Monte Carlo searches have."""

    iterations: int | None = setting(
        None, f"iterations for a move ({USUAL_ITERATIONS} unless seconds are given)", "ours"
    )
    seconds: float | None = setting(None, "seconds for a move; such a match cannot be repeated", "ours")
    c: float = setting(1.0, C, "review §2.3.1")
    decisive: bool = setting(False, "in roll-outs, win at once where possible", "review §4.1.4")
    anti: bool = setting(False, "in roll-outs, also avoid moves that let the opponent win at once", "review §4.1.4")

    @property
    def budget(self) -> Budget:
        iterations = USUAL_ITERATIONS if self.iterations is None and self.seconds is None else self.iterations
        return Budget(iterations, self.seconds)

    @property
    def roll_out(self) -> RandomRollOut | PolicyRollOut:
        return decisive_roll_out(anti=self.anti) if self.decisive or self.anti else RandomRollOut()


@dataclass(frozen=True, slots=True)
class OneTreeSettings(SearchSettings):
    """Settings of a search with one tree."""

    width: int | None = setting(None, "actions that are kept at a node, chosen at random", "review §5.5")
    depth: int | None = setting(None, "depth of the tree; roll-outs start there", "review §5.5")
    length_decay: float = setting(1.0, "weight of a result for each move that it took", "review §4.1.4")
    reuse: bool = setting(False, "keep the tree from move to move (in the Python loop)", "review §2.3")
    native: bool = setting(True, "use the native loop where the game has one; the tree is the same", "ours")

    def tree(self, selection: Any, **more: Any) -> TreeSearch:
        """The search with this rule of selection."""
        parts: dict[str, Any] = {"expansion": Expansion(width=self.width)} | more
        return TreeSearch(
            budget=self.budget,
            selection=selection,
            roll_out=self.roll_out,
            backup=MeanBackup() if self.length_decay == 1 else LengthWeightedBackup(self.length_decay),
            depth=self.depth,
            native=self.native,
            **parts,
        )


@dataclass(frozen=True, slots=True)
class UctSettings(OneTreeSettings):
    first_play: float | None = setting(None, "first-play urgency: value of untried actions in 0..1", "review §4.2.4")


@dataclass(frozen=True, slots=True)
class RaveSettings(OneTreeSettings):
    c: float = setting(0.5, C, "ours")
    k: float = setting(500.0, "visits at which AMAF and the mean weigh the same", "review §2.3.2")
    first_play: float = setting(1.0, "value of actions that were never seen, in 0..1", "ours")


@dataclass(frozen=True, slots=True)
class PuctSettings(OneTreeSettings):
    c: float = setting(1.25, C, "Silver et al. 2017")
    first_play: float = setting(0.5, "value of untried actions in 0..1", "ours")


@dataclass(frozen=True, slots=True)
class TreesSettings(SearchSettings):
    trees: int = setting(20, "trees that share the iterations", "review §4.4.4")
    merging: Merging = setting(  # noqa: RUF009
        Merging.VISITS, "how the trees agree on an action", "review §4.4.4"
    )


@dataclass(frozen=True, slots=True)
class InformationSetSettings(SearchSettings):
    native: bool = setting(True, "use the native loop where the game has one; the tree is the same", "ours")


@dataclass(frozen=True, slots=True)
class ObserverSettings(InformationSetSettings):
    observers: Observers = setting(  # noqa: RUF009
        Observers.MULTIPLE, "whose information sets are the nodes", "review §5.4"
    )


def uct(settings: UctSettings) -> Searcher:
    return Searcher(settings.tree(UCB1(settings.c, settings.first_play)), reuse=settings.reuse)


def uct_tuned(settings: OneTreeSettings) -> Searcher:
    return Searcher(settings.tree(UCB1Tuned(settings.c)), reuse=settings.reuse)


def rave(settings: RaveSettings) -> Searcher:
    return Searcher(settings.tree(RAVE(settings.k, settings.c, settings.first_play)), reuse=settings.reuse)


def puct(settings: PuctSettings) -> Searcher:
    expansion = Expansion(width=settings.width, priors=_equal_priors)
    return Searcher(settings.tree(PUCT(settings.c, settings.first_play), expansion=expansion), reuse=settings.reuse)


def _equal_priors(state: State) -> dict[int, float]:
    actions = state.legal_actions()
    return dict.fromkeys(actions, 1 / len(actions))


def cheating_uct(settings: UctSettings) -> Searcher:
    return Searcher(settings.tree(UCB1(settings.c, settings.first_play), cheats=True), reuse=settings.reuse)


def determinized(settings: TreesSettings, *, cheats: bool = False) -> Searcher:
    rules = TreeSearch(selection=UCB1(settings.c), roll_out=settings.roll_out, lock_chance=True)
    search = DeterminizedSearch(
        budget=settings.budget, trees=settings.trees, rules=rules, merging=settings.merging, cheats=cheats
    )
    return Searcher(search)


def cheating_ensemble(settings: TreesSettings) -> Searcher:
    return determinized(settings, cheats=True)


def ismcts(settings: ObserverSettings) -> Searcher:
    return _information_sets(settings, settings.observers)


def so_ismcts(settings: InformationSetSettings) -> Searcher:
    return _information_sets(settings, Observers.SINGLE)


def mo_ismcts(settings: InformationSetSettings) -> Searcher:
    return _information_sets(settings, Observers.MULTIPLE)


def _information_sets(settings: InformationSetSettings, observers: Observers) -> Searcher:
    search = InformationSetSearch(
        budget=settings.budget,
        observers=observers,
        selection=UCB1(settings.c),
        roll_out=settings.roll_out,
        native=settings.native,
    )
    return Searcher(search)


def chance_uct(settings: SearchSettings) -> Searcher:
    rules = TreeSearch(selection=UCB1(settings.c), roll_out=settings.roll_out)
    return Searcher(ChanceNodeSearch(budget=settings.budget, rules=rules))
