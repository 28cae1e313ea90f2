"""All experiments, by the name of their table."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import replace

from railbird._progress import Progress, report_nothing
from railbird.errors import RailbirdError, quoted
from railbird.papers.abstract_exploitability import abstract_exploitability
from railbird.papers.champion_belief import champion_belief
from railbird.papers.champion_matches import (
    champion_baselines,
    champion_heads_up,
    champion_learning,
    champion_parts,
    champion_tables,
)
from railbird.papers.competitions import aaai_2008_ring
from railbird.papers.counter_hands import counter_hands
from railbird.papers.counter_holdem import counter_holdem
from railbird.papers.counter_leduc import counter_leduc
from railbird.papers.counter_teams import counter_teams
from railbird.papers.divat import divat
from railbird.papers.durations import DURATIONS
from railbird.papers.hand_strengths import (
    heidenreich_figure_4,
    heidenreich_hand_strength,
    pena_hand_strength,
    saukonoja_hand_strength,
    saukonoja_pot_odds,
)
from railbird.papers.income_rates import heidenreich_figure_2, heidenreich_figure_3, papp_income_rates
from railbird.papers.lain import lain_leaves, lain_matches
from railbird.papers.lbr import lbr
from railbird.papers.leduc import leduc_convergence
from railbird.papers.magpie import heads_up, magpie_change, magpie_learning, magpie_matches
from railbird.papers.mcts_duel import mcts_determinizations, mcts_duel
from railbird.papers.mcts_hidden import mcts_phantom, mcts_rock_paper_scissors
from railbird.papers.mcts_perfect import mcts_decisive, mcts_rave, mcts_traps
from railbird.papers.newbot import newbot_budgets, newbot_heads_up, newbot_six
from railbird.papers.poki_matches import lain_poki, poki_ablation, poki_matches, ring_of_six
from railbird.papers.poki_models import poki_prediction, poki_reading
from railbird.papers.psopti import cfr5_psopti, saukonoja_sparbot
from railbird.papers.published import PublishedTable, read_table
from railbird.papers.rezai_extensions import rezai_ehs, rezai_memory
from railbird.papers.rezai_styles import rezai_styles
from railbird.papers.saukonoja import saukonoja_matches, saukonoja_parts
from railbird.papers.smooth_uct import smooth_uct
from railbird.papers.verdict import Reproduction

Experiment = Callable[[PublishedTable, bool, Progress], Reproduction]

EXPERIMENTS: dict[str, Experiment] = {
    "aaai-2008-ring": aaai_2008_ring,
    "abstract-exploitability": abstract_exploitability,
    "cfr5-psopti": cfr5_psopti,
    "champion-baselines": champion_baselines,
    "champion-belief": champion_belief,
    "champion-heads-up": champion_heads_up,
    "champion-learning": champion_learning,
    "champion-parts": champion_parts,
    "champion-tables": champion_tables,
    "counter-hands": counter_hands,
    "counter-holdem": counter_holdem,
    "counter-leduc": counter_leduc,
    "counter-teams": counter_teams,
    "divat": divat,
    "heidenreich-figure-2": heidenreich_figure_2,
    "heidenreich-figure-3": heidenreich_figure_3,
    "heidenreich-figure-4": heidenreich_figure_4,
    "heidenreich-hand-strength": heidenreich_hand_strength,
    "heads-up-learning": heads_up,
    "lain-leaves": lain_leaves,
    "lain-matches": lain_matches,
    "lain-poki": lain_poki,
    "lbr": lbr,
    "leduc-convergence": leduc_convergence,
    "magpie-change": magpie_change,
    "magpie-learning": magpie_learning,
    "magpie-matches": magpie_matches,
    "mcts-decisive": mcts_decisive,
    "mcts-determinizations": mcts_determinizations,
    "mcts-duel": mcts_duel,
    "mcts-phantom": mcts_phantom,
    "mcts-rave": mcts_rave,
    "mcts-rock-paper-scissors": mcts_rock_paper_scissors,
    "mcts-traps": mcts_traps,
    "newbot-budgets": newbot_budgets,
    "newbot-heads-up": newbot_heads_up,
    "newbot-six": newbot_six,
    "papp-income-rates": papp_income_rates,
    "pena-hand-strength": pena_hand_strength,
    "poki-ablation": poki_ablation,
    "poki-matches": poki_matches,
    "poki-prediction": poki_prediction,
    "poki-reading": poki_reading,
    "rezai-ehs": rezai_ehs,
    "rezai-memory": rezai_memory,
    "rezai-styles": rezai_styles,
    "ring-of-six": ring_of_six,
    "saukonoja-hand-strength": saukonoja_hand_strength,
    "saukonoja-matches": saukonoja_matches,
    "saukonoja-parts": saukonoja_parts,
    "saukonoja-pot-odds": saukonoja_pot_odds,
    "saukonoja-sparbot": saukonoja_sparbot,
    "smooth-uct": smooth_uct,
}

CHAMPION = (
    "champion-belief",
    "champion-tables",
    "champion-baselines",
    "champion-heads-up",
    "champion-learning",
    "champion-parts",
)
NEWBOT = ("newbot-heads-up", "newbot-six", "newbot-budgets")

GROUPS = {
    "champion": CHAMPION,
    "counter": ("counter-leduc", "counter-hands", "counter-holdem", "counter-teams"),
    "lain": ("lain-leaves", "lain-matches"),
    "mcts": (
        "mcts-decisive",
        "mcts-rave",
        "mcts-traps",
        "mcts-determinizations",
        "mcts-duel",
        "mcts-phantom",
        "mcts-rock-paper-scissors",
        *NEWBOT,
        "smooth-uct",
    ),
    "newbot": NEWBOT,
    "poki": ("poki-reading", "poki-prediction", "poki-matches", "poki-ablation", "lain-poki", "ring-of-six"),
    "rezai": ("rezai-styles", "rezai-memory", "rezai-ehs"),
    "saukonoja": ("saukonoja-matches", "saukonoja-sparbot", "saukonoja-parts"),
}
"""Names for groups of tables."""

LONG = frozenset(
    (
        "cfr5-psopti",
        *CHAMPION,
        "counter-hands",
        "counter-holdem",
        "counter-teams",
        "divat",
        "heads-up-learning",
        "lain-matches",
        "magpie-change",
        "magpie-learning",
        "magpie-matches",
        "mcts-decisive",
        "mcts-determinizations",
        "mcts-duel",
        "mcts-phantom",
        "mcts-rave",
        *GROUPS["newbot"],
        *GROUPS["poki"],
        *GROUPS["rezai"],
        *GROUPS["saukonoja"],
        "smooth-uct",
    )
)
"""Experiments that play matches: minutes for a quick run, up to hours at full length. They can be resumed."""

BUILDING = frozenset(
    ("abstract-exploitability", "cfr5-psopti", "counter-hands", "counter-holdem", "counter-teams", "smooth-uct")
)
"""Experiments that solve abstract games: minutes for a quick run too. Equilibria are kept in the cache."""


def published_tables() -> tuple[PublishedTable, ...]:
    """The published tables that can be regenerated."""
    return tuple(read_table(name) for name in EXPERIMENTS)


def reproduce(name: str, *, quick: bool = False, progress: Progress = report_nothing) -> Reproduction:
    """Regenerate a table; ``quick`` takes a tenth of the time or less, and judges only claims that few hands decide.

    >>> reproduce("heidenreich-hand-strength").holds
    True
    """
    if name not in EXPERIMENTS:
        near = difflib.get_close_matches(name, EXPERIMENTS, n=1)
        hint = f"; did you mean {near[0]}?" if near else f": {', '.join(EXPERIMENTS)}"
        raise RailbirdError(f"there is no published table {quoted(name)}{hint}")
    result = EXPERIMENTS[name](read_table(name), quick, progress)
    return replace(result, share=DURATIONS[name].share) if quick else result
