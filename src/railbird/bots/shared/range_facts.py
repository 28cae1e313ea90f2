"""Facts about the hands that an opponent may hold, and about what they would do."""

from __future__ import annotations

from dataclasses import replace

from railbird.agent import BettingTracker, Fact
from railbird.agent.situation import Situation
from railbird.game import View
from railbird.models.poki.weight_table import WeightTable
from railbird.policies.triples import Array
from railbird.strength.weighted import against_weights

SHOWN_BET = "0.75"
"""In no-limit games facts give the response to a bet of this many pots."""
LIKELIER = 1.05
"""Facts list the classes that are at least this many times as likely as the average hand."""


def range_facts(name: str, table: WeightTable, hand: int, board: bytes, *more: Fact) -> list[Fact]:
    """What an opponent may hold, how strong our hand is against that, and more, before all classes as digits."""
    top = [f"{each} ×{ratio:.1f}" for each, ratio in table.top_classes() if ratio > LIKELIER]
    facts = [
        Fact(f"{name} may hold", f"{', '.join(top) or 'anything'} ({table.entropy:.1f} bits)", private=True),
    ]
    if board:
        hs, ppot = against_weights(hand, board, table.weights)
        facts.append(Fact(f"EHS against {name}", hs + (1 - hs) * ppot, private=True))
    ratios = table.ratios()
    digits = "".join(str(round(9 * share)) for share in ratios / max(float(ratios.max()), 1e-12))
    return [*facts, *more, Fact(f"{name} by class", digits, private=True)]


def response_fact(name: str, triple: Array) -> Fact:
    """What an opponent would do facing a bet."""
    shares = zip(("fold", "call", "raise"), triple, strict=True)
    return Fact(f"{name} facing a bet", ", ".join(f"{action} {share:.0%}" for action, share in shares), private=True)


def situation_facing(
    tracker: BettingTracker, view: View, now: Situation, position: int, total: int | None
) -> Situation:
    """The situation of an opponent if we bet or raise to a total; without one, by one bet."""
    cost = (now.bet + max(view.bets) if total is None else total) - view.bets[position]
    if total is not None:
        cost = min(cost, view.stacks[position])
    added = now.to_call + now.bet if total is None else total - view.bets[view.position]
    return replace(
        tracker.with_history_of(position, now),
        pot=now.pot + added,
        to_call=cost,
        raises=now.raises + 1,
        bets_to_call=min(-(-cost // now.bet), 2),
        can_raise=True,
        behind=0,
        first=False,
    )
