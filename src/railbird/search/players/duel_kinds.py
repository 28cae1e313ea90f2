"""Players that search in the card duel: for all decisions or for the cards alone, with rules for the others."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from railbird.agent.settings import setting
from railbird.errors import RailbirdError
from railbird.extensive import CardDuel, DuelRules, GamePlayer, RandomStream, State
from railbird.extensive.duel_actions import PLAY
from railbird.search.mcts import (
    UCB1,
    Budget,
    DeterminizedSearch,
    InformationSetSearch,
    InterestingDeals,
    Merging,
    PolicyRollOut,
    RandomRollOut,
    TreeSearch,
)
from railbird.search.players.searcher import Searcher


class DuelRollOut(StrEnum):
    """How the decisions of roll-outs are made."""

    RANDOM = "random"
    COMBAT = "combat"
    """Random cards; expert rules attack and block."""
    REDUCED = "reduced"
    EXPERT = "expert"


POLICIES = {
    DuelRollOut.COMBAT: DuelRules("random", "expert", "expert"),
    DuelRollOut.REDUCED: DuelRules("reduced", "reduced", "reduced"),
    DuelRollOut.EXPERT: DuelRules(),
}


@dataclass(frozen=True, slots=True)
class DuelSearchSettings:
    iterations: int = setting(1000, "iterations for a decision", "review §4.4.4")
    trees: int = setting(0, "trees that share the iterations; 0: one tree of information sets", "review §4.4.4")
    merging: Merging = setting(Merging.VISITS, "how the trees agree on an action", "review §4.4.4")  # noqa: RUF009
    c: float = setting(1.0, "exploration constant, for payoffs scaled to 0..1", "review §2.3.1")
    interesting: float = setting(0.0, "share of the iterations spent on finding deals that matter", "review §4.4.4")
    roll_out: DuelRollOut = setting(DuelRollOut.RANDOM, "how roll-outs are played", "Ward and Cowling 2009")  # noqa: RUF009
    cards_only: bool = setting(False, "search for the cards to play only; rules attack and block", "review §4.4.4")


class DuelSearcher(Searcher):
    """A search that plays the card duel; with ``cards_only``, expert rules choose attackers and blockers.

    >>> from railbird.search.players import parse_player
    >>> parse_player("duel-search(iterations=10, cards_only=on)").make().cards_only
    True
    """

    def __init__(self, search: DeterminizedSearch | InformationSetSearch, *, cards_only: bool = False) -> None:
        super().__init__(search)
        self.cards_only = cards_only
        self._rules = DuelRules()

    def refusal(self, start: State) -> str | None:
        return None if isinstance(start, CardDuel) else "it is not the card duel"

    def choose(self, state: State, random: RandomStream) -> int:
        if self.cards_only and isinstance(state, CardDuel) and state.phase != PLAY:
            return self._rules.choose(state, random)
        actions = state.legal_actions()
        return actions[0] if len(actions) == 1 else super().choose(state, random)


def duel_search(settings: DuelSearchSettings) -> GamePlayer:
    policy = POLICIES.get(settings.roll_out)
    roll_out = RandomRollOut() if policy is None else PolicyRollOut(policy)
    budget, selection = Budget(settings.iterations), UCB1(settings.c)
    search: DeterminizedSearch | InformationSetSearch
    if settings.trees:
        interesting = InterestingDeals(DuelRules(), do_nothing, settings.interesting) if settings.interesting else None
        search = DeterminizedSearch(
            budget=budget,
            trees=settings.trees,
            rules=TreeSearch(selection=selection, roll_out=roll_out, lock_chance=True),
            merging=settings.merging,
            interesting=interesting,
        )
    else:
        if settings.interesting:
            raise RailbirdError("interesting deals need trees: trees=20, for instance")
        search = InformationSetSearch(budget=budget, selection=selection, roll_out=roll_out)
    return DuelSearcher(search, cards_only=settings.cards_only)


def do_nothing(state: State, random: RandomStream) -> int:
    """Play no card, do not attack, do not block: the first action in every decision of the duel."""
    return state.legal_actions()[0]
