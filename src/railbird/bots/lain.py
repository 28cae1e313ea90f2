"""LAIN, an adaptive player for limit hold'em with any number of opponents (Vytřísal 2016).

It counts what opponents do and show after each betting sequence, and searches with Miximax: opponents act as they did
before, LAIN takes the best action; it wins a showdown if all their hands are below its own hand rank. It is faithful to
the thesis, including its defects; what the thesis proposes as future work can be switched on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from railbird.abstraction import AbstractBetting, Mapped, map_faithfully
from railbird.abstraction.betting import MOST_CAP
from railbird.agent import MatchStart, setting
from railbird.agent.settings import check_within
from railbird.bots.shared.context_bot import ContextBot
from railbird.game import View
from railbird.models import ContextModels, Pooling, Seeds, parse_levels
from railbird.search import ActionValues, miximax

AUTO = "auto"


def cap_for(players: int) -> int:
    """The cap for a number of players: the largest one whose context tree is no larger than that of the thesis.

    The thesis compares caps by the leaves of one context tree (tables 2 to 6) and chooses cap 2 for three players, with
    20,275 leaves. Its conclusion asks for a cap that adapts to the number of players, but gives none. By this measure
    (ours) two players keep all four bets, with 5,103 leaves; with four or more players there is one bet a round: 5,517
    leaves for four, against 674,445 with cap 2.

    >>> [cap_for(players) for players in (2, 3, 4, 10)]
    [4, 2, 1, 1]
    """
    return {2: 4, 3: 2}.get(players, 1)


@dataclass(frozen=True, slots=True)
class LainSettings:
    cap: str = setting("2", "bets a round in its abstract game: 1 to 4, or auto", "Vytřísal 2016, §3.2.2, conclusion")
    big_blind_counts: bool = setting(True, "count the big blind as the first bet", "Vytřísal 2016, tables 2 to 6")
    bins: int = setting(20, "bins of each histogram of hand ranks", "Vytřísal 2016, §2.1.3")
    call_seed: float = setting(1.0, "calls assumed in every context before any observation", "Vytřísal 2016, §3.3.2")
    fold_seed: float = setting(0.0, "folds assumed likewise; above 0 it smooths", "Vytřísal 2016, §3.3.2")
    raise_seed: float = setting(0.0, "raises assumed likewise; above 0 it smooths", "Vytřísal 2016, §3.3.2")
    histogram_seed: float = setting(1.0, "hands assumed in each of the two middle bins", "Vytřísal 2016, §3.3.2")
    spread: bool = setting(True, "count hidden hands at showdown as beaten ones", "Vytřísal 2016, §3.3.3")
    enough: float = setting(
        10.0, "shown hands needed before hidden ones follow their distribution", "Vytřísal 2016, figure 5"
    )
    pooling: str = setting("off", "levels of similar contexts to pool, such as s4+s3+s2+s1", "Vytřísal 2016, §2.1.3")
    trust: float = setting(
        0.95, "a level with n observations gets the weight 1 - trust^n", "Vexbot, from memory; not checked"
    )
    decay: float = setting(1.0, "factor on all counts after every hundred hands", "ours; the thesis has none")
    after_fold: bool = setting(False, "learn from the betting after its own fold", "Vytřísal 2016, conclusion")
    shared: bool = setting(False, "share contexts over all of its own positions", "ours")
    temperature: float = setting(
        0.0, "temperature of its mixed strategy, in small bets; 0 takes the best action", "BRPlayer; ours"
    )

    def __post_init__(self) -> None:
        parse_levels(self.pooling)
        object.__setattr__(self, "cap", str(self.cap))  # accepts a number too
        if self.cap not in (AUTO, *map(str, range(1, MOST_CAP + 1))):
            raise ValueError(f"cap must be 1 to {MOST_CAP}, or {AUTO}, not {self.cap[:40]!r}")
        check_within(
            self,
            bins=(1, 1000),
            call_seed=(0, 1e6),
            fold_seed=(0, 1e6),
            raise_seed=(0, 1e6),
            histogram_seed=(0, 1e6),
            enough=(0, 1e9),
            trust=(0.001, 0.999),
            decay=(0.001, 1),
            temperature=(0, 1e6),
        )


class Lain(ContextBot):
    """Counts what opponents do and show after each betting sequence, and searches with Miximax."""

    source: ClassVar[str] = "Vytřísal 2016"
    Settings = LainSettings
    settings: LainSettings

    def _begin(self, match: MatchStart) -> None:
        mine = self.settings
        cap = cap_for(match.game.players) if mine.cap == AUTO else int(mine.cap)
        self._betting = AbstractBetting(match.game, cap, mine.big_blind_counts)
        self._seeds = Seeds(
            fold=mine.fold_seed, call=mine.call_seed, raise_=mine.raise_seed, bins=mine.bins, middle=mine.histogram_seed
        )
        pooling = Pooling(parse_levels(mine.pooling), trust=mine.trust)
        self._models = ContextModels(self._betting, self._seeds, pooling, shared=mine.shared)
        self._decay, self._after_fold = mine.decay, mine.after_fold
        self._spread, self._enough = mine.spread, mine.enough
        self._temperature = mine.temperature * match.game.bets[0]

    def _mapped(self, view: View) -> Mapped:
        return map_faithfully(self._betting, self._sequence(view))

    def _seen(self, view: View, mapped: Mapped) -> tuple[bool, ...]:
        """All actions, even those the mapping changed (§3.3.1), unless a player is all-in: the thesis has no stacks."""
        return mapped.seen if 0 in view.stacks else (True,) * len(mapped.letters)

    def _search(self, view: View, node: int) -> ActionValues:
        bins_below = self._seeds.bins_below(self._hand_rank(view))
        beliefs = self._beliefs_at(view)
        return miximax(self._betting, beliefs, node, view.position, bins_below, temperature=self._temperature)
