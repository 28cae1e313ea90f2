"""Peregrine's settings and constants."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from railbird.agent import setting
from railbird.agent.settings import check_within
from railbird.solve.counter.gradual import stages

OFF, JUDGED = "off", "judged"
"""``safety``: play the response alone; or as often as it is likely to win more than the equilibrium."""


@dataclass(frozen=True, slots=True)
class PeregrineSettings:
    safety: str = setting(
        JUDGED, "how much more exploitable it may become, in mb/g; judged: as it pays; off: the response alone", "ours"
    )
    strategy: str | None = setting(
        None, "the file of its abstract game and equilibrium; none for those that come with Railbird", "ours"
    )
    pmax: float = setting(1.0, "the most that it trusts its model anywhere", "Johanson and Bowling 2009; value ours")
    doubt: float = setting(
        2.0, "s in the confidence n / (n + s) after n observations", "Johanson and Bowling 2009; value ours"
    )
    first: int = setting(200, "hands before it begins its first response; then three times as many each time", "ours")
    every: int = setting(5000, "after twice as many hands it begins a response so often", "ours")
    iterations: int = setting(25, "iterations of each response, one after each hand", "ours")
    memory: float = setting(3000.0, "hands over which it compares response and equilibrium", "ours")
    caution: float = setting(1.0, "standard errors that it takes from a response's lead over the equilibrium", "ours")

    def __post_init__(self) -> None:
        object.__setattr__(self, "safety", str(self.safety))  # accepts a number too
        if self.safety not in (OFF, JUDGED) and self.bound is None:
            raise ValueError(f"safety must be {OFF}, {JUDGED}, or 0 to 1000000 mb/g, not {self.safety[:40]!r}")
        check_within(
            self,
            pmax=(0, 1),
            doubt=(0.001, 1e6),
            first=(10, 1e6),
            every=(10, 1e9),
            iterations=(1, 10_000),
            memory=(10, 1e9),
            caution=(0, 10),
        )
        if self.work >= min(self.first, self.every):
            raise ValueError(f"{self.iterations} iterations, one after each hand, must end before the next response")
        if self.strategy is not None:  # a match may go on in another folder
            object.__setattr__(self, "strategy", str(Path(self.strategy).expanduser().absolute()))

    @property
    def bound(self) -> float | None:
        """How much more exploitable it may become, in mb/g; None if there is no bound."""
        try:
            bound = float(self.safety)
        except ValueError:
            return None
        return bound if 0 <= bound <= 1e6 else None

    @property
    def work(self) -> int:
        """Hands from the one after which a response is begun to the one after which it can play."""
        return 1 + stages(self.iterations)

    def is_due(self, hands: int) -> bool:
        """Whether a new response is begun after so many hands.

        >>> [hands for hands in range(1, 20_001) if PeregrineSettings().is_due(hands)]
        [200, 600, 1800, 5400, 10000, 15000, 20000]
        """
        if hands >= max(2 * self.every, self.first):
            return hands % self.every == 0
        due = self.first
        while due < hands:
            due *= 3
        return hands == due


@dataclass(frozen=True, slots=True)
class PeregrineConstants:
    """How its model of an opponent stands in for what it has not seen. All ours."""

    own_weight: float = 10.0
    """What similar sets say counts as this many observations of a set."""
    even: float = 0.02
    """Unknown opponents are believed to take this share of their actions evenly, whatever an equilibrium does."""
    levels: int = 8
    """Levels of strength by which it tells hands apart after similar betting,"""
    similar_weight: float = 10.0
    """where what it believes without them counts as this many observations;"""
    similar_trust: float = 1.0
    """in its confidence, each counts as this share of one of the set itself,"""
    similar_most: float = 200.0
    """and all of them as at most this many."""
    rough_levels: int = 5
    """The same for roughly similar betting: street, and whether there is a bet to call."""
    rough_weight: float = 10.0
    rough_trust: float = 0.2
    rough_most: float = 50.0
    steps: int = 63
    """The probabilities of a response are rounded to this many steps."""
    prior_hands: float = 100.0
    """The lead of a response begins with so many hands without a difference,"""
    prior_spread: float = 4.0
    """which come out with this standard deviation, in small bets;"""
    passed_on: float = 500.0
    """with a new response, all hands before count as at most so many."""
    floor: float = 0.02
    """Both strategies play at least this share of hands while it compares them."""
