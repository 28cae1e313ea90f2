"""How long each experiment takes, shown before it starts.

Estimated from CPU time, divided by the two cores: measured directly for exact tables and random deals; for matches,
the number of hands times the time per hand, measured over the first hands. They are right within a factor of about two,
and scale with the speed of the machine.
"""

from __future__ import annotations

from dataclasses import dataclass

MACHINE = "2 cores of a Neoverse-N1"
"""The machine of the measurements; experiments use all cores."""


@dataclass(frozen=True, slots=True)
class Duration:
    """Seconds that an experiment takes on the machine above."""

    full: float
    quick: float
    share: float = 1.0
    """The share of the hands that a quick run plays; 1 if no matches are played."""

    def seconds(self, *, quick: bool) -> float:
        return self.quick if quick else self.full


DURATIONS = {
    "aaai-2008-ring": Duration(0.1, 0.1),
    "abstract-exploitability": Duration(1500, 150),
    "cfr5-psopti": Duration(1500, 200, 0.1),
    "champion-baselines": Duration(15000, 750, 0.05),
    "champion-belief": Duration(3600, 1200, 0.33),
    "champion-heads-up": Duration(2500, 125, 0.05),
    "champion-learning": Duration(1000, 50, 0.05),
    "champion-parts": Duration(2500, 125, 0.05),
    "champion-tables": Duration(8000, 400, 0.05),
    "counter-hands": Duration(1800, 300, 0.3),
    "counter-holdem": Duration(3600, 500, 0.05),
    "counter-leduc": Duration(60, 10),
    "counter-teams": Duration(3600, 600, 0.03),
    "divat": Duration(90, 12, 0.1),
    "heidenreich-figure-2": Duration(15, 0.5),
    "heidenreich-figure-3": Duration(28, 1.5),
    "heidenreich-figure-4": Duration(0.1, 0.1),
    "heidenreich-hand-strength": Duration(0.1, 0.1),
    "heads-up-learning": Duration(1750, 175, 0.1),
    "lain-leaves": Duration(8, 8),
    "lain-matches": Duration(3400, 340, 0.1),
    "lain-poki": Duration(6000, 600, 0.1),
    "lbr": Duration(75, 20),
    "leduc-convergence": Duration(70, 3),
    "magpie-change": Duration(4800, 480, 0.1),
    "magpie-learning": Duration(1900, 190, 0.1),
    "magpie-matches": Duration(12000, 1200, 0.1),
    "mcts-decisive": Duration(500, 50, 0.1),
    "mcts-determinizations": Duration(1100, 110, 0.1),
    "mcts-duel": Duration(700, 70, 0.1),
    "mcts-phantom": Duration(400, 40, 0.1),
    "mcts-rave": Duration(800, 80, 0.1),
    "mcts-rock-paper-scissors": Duration(15, 2),
    "mcts-traps": Duration(45, 5),
    "newbot-budgets": Duration(2500, 250, 0.1),
    "newbot-heads-up": Duration(2500, 250, 0.1),
    "newbot-six": Duration(2500, 250, 0.1),
    "papp-income-rates": Duration(30, 6),
    "pena-hand-strength": Duration(0.1, 0.1),
    "poki-ablation": Duration(2200, 220, 0.1),
    "poki-matches": Duration(2150, 215, 0.1),
    "poki-prediction": Duration(400, 100, 0.25),
    "poki-reading": Duration(640, 65, 0.1),
    "rezai-ehs": Duration(60, 6, 0.1),
    "rezai-memory": Duration(110, 25, 0.2),
    "rezai-styles": Duration(200, 20, 0.1),
    "ring-of-six": Duration(750, 75, 0.1),
    "saukonoja-hand-strength": Duration(1, 1),
    "saukonoja-matches": Duration(1450, 150, 0.1),
    "saukonoja-parts": Duration(420, 42, 0.1),
    "saukonoja-pot-odds": Duration(0.1, 0.1),
    "saukonoja-sparbot": Duration(180, 20, 0.1),
    "smooth-uct": Duration(2500, 300, 0.05),
}
