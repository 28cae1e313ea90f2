"""Loki's and Poki's post-flop play: triples from effective hand strength, potential and odds.

Papp's rules (1998, §6.2 to 6.5), applied in this order to EHS' = HS_n + (1 − HS_n) · PPot:

1. make2, EHS' ≥ 0.85: raise if there are fewer than two bets in this round, else call;
2. make1, EHS' ≥ 0.50: bet if nobody has; else call, unless there are two bets to call and we have put in nothing yet;
3. semi-bluff: bet if nobody has and PPot ≥ 2b / (pot + 6b), with b the bet size: our bet and raise, and two opponents
   who call both; a player who bet on the flop or turn keeps betting as long as nobody else bets;
4. pot odds: call if PPot ≥ to call / (pot + to call); on the river, if HS_n ≥ that;
5. showdown odds: call if HS_n ≥ (to call + F) / (pot + to call + 2F), with F one bet for each round to come (the
   published formula is not known; this one is ours);
6. check if that is free, else fold.

Around a threshold, actions are mixed linearly (Peña 1999, §4.1; the widths are ours). If all others are likely to fold,
a bet wins the pot often enough with any hand: with fold probability q, a bluff that costs c is profitable if
q · pot > (1 − q) · c (ours, after Heidenreich 2008, §2.3).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from railbird.agent.situation import Situation
from railbird.agent.situations import Situations
from railbird.policies.triples import Array, legal_triples, ramp, triples

TURN, RIVER = 2, 3


@dataclass(frozen=True, slots=True, kw_only=True)
class FormulaSettings:
    """Constants of the rules."""

    make1: float = 0.50
    """Papp 1998, §6.3."""
    make2: float = 0.85
    """Papp 1998, §6.3."""
    width: float = 0.10
    """Half the width of the mixing zone around make1 and make2. Ours."""
    odds_width: float = 0.20
    """The same around odds, as a share of them. Ours."""
    keep_betting: float = 1.0
    """How often a player who bet in the previous round keeps betting when nobody else has. Papp 1998, §6.4: always."""
    semi_bluff: bool = True
    showdown_odds: bool = True
    bluff: float = 0.5
    """How often a hand that would check or fold bets instead where a bluff is profitable. Ours."""


POKI_FORMULA = FormulaSettings()


def formula_triples(
    situation: Situation,
    hs: ArrayLike,
    ppot: ArrayLike,
    *,
    fold_chance: float = 0.0,
    settings: FormulaSettings = POKI_FORMULA,
) -> Array:
    """Poki's post-flop triples for hands of given strength against all opponents, HS_n, and potential.

    >>> from railbird.game import Hand
    >>> from railbird.agent.tracker import BettingTracker
    >>> hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r c")
    >>> tracker = BettingTracker(hand)
    >>> _ = list(tracker.follow(hand.view(0)).steps())
    >>> formula_triples(tracker.situation(), [0.9, 0.45], [0.1, 0.0]).round(2)
    array([[0.  , 0.  , 1.  ],
           [0.  , 0.75, 0.25]])
    """
    return _by_rules(_RuleInputs.of(situation), np.asarray(hs, dtype=np.float64), ppot, fold_chance, settings)


def formula_tables(situations: Situations, hs: Array, settings: FormulaSettings = POKI_FORMULA) -> Array:
    """The same for several situations at once, with hands [situations, hands] that have no potential."""
    columns = _RuleInputs.of(situations)
    return _by_rules(_RuleInputs(*(column[:, None] for column in columns)), hs, 0.0, 0.0, settings)


class _RuleInputs(NamedTuple):
    """Inputs of the rules: numbers for one situation, columns for several."""

    round: Any
    pot: Any
    to_call: Any
    bet: Any
    later_bets: Any
    raises: Any
    careful: Any
    """There are two bets to call, and we have put in nothing yet."""
    can_raise: Any
    led: Any
    pot_odds: Any

    @classmethod
    def of(cls, situation: Situation | Situations) -> _RuleInputs:
        return cls(
            situation.round,
            situation.pot,
            situation.to_call,
            situation.bet,
            situation.later_bets,
            situation.raises,
            np.logical_and(situation.bets_to_call >= 2, np.logical_not(situation.committed)),
            situation.can_raise,
            situation.led,
            situation.pot_odds,
        )


def _by_rules(inputs: _RuleInputs, hs: Array, ppot: ArrayLike, fold_chance: float, settings: FormulaSettings) -> Array:
    hs, ppot = np.broadcast_arrays(hs, np.asarray(ppot, dtype=np.float64))
    ehs = hs + (1 - hs) * ppot
    make1, bluffs = ramp(ehs, settings.make1, settings.width), _bluffs(inputs, fold_chance, settings)
    free = np.equal(inputs.to_call, 0)
    if free.all():
        result = _to_bet(inputs, make1, ppot, bluffs, settings)
    else:
        make2 = ramp(ehs, settings.make2, settings.width)
        result = _to_call(inputs, make1, make2, _odds_calls(inputs, hs, ppot, settings), bluffs)
        if free.any():
            result = np.where(free[..., None], _to_bet(inputs, make1, ppot, bluffs, settings), result)
    return legal_triples(result, free=free, can_raise=inputs.can_raise)


def _to_bet(inputs: _RuleInputs, make1: Array, ppot: Array, bluffs: Array, settings: FormulaSettings) -> Array:
    """Triples where nobody has bet."""
    bets = make1 + (1 - make1) * _weak_bets(inputs, ppot, bluffs, settings)
    return triples(1 - bets, bets)


def _to_call(inputs: _RuleInputs, make1: Array, make2: Array, odds_calls: Array, bluffs: Array) -> Array:
    """Triples where there is a bet to call."""
    raises = np.where(np.less(inputs.raises, 2), make2, 0.0)
    calls = np.maximum(np.maximum(np.where(inputs.careful, make2, make1), odds_calls) - raises, 0.0)
    raises = raises + (1 - raises - calls) * np.where(np.less(inputs.raises, 2) & inputs.can_raise, bluffs, 0.0)
    return triples(calls, raises)


def _weak_bets(inputs: _RuleInputs, ppot: Array, bluffs: Array, settings: FormulaSettings) -> Array:
    """Probability that hands below make1 bet where nobody has."""
    bets = np.asarray(bluffs)
    if settings.semi_bluff:
        keeps = np.where(np.greater_equal(inputs.round, TURN) & inputs.led, settings.keep_betting, 0.0)
        odds = 2 * inputs.bet / (inputs.pot + 6 * inputs.bet)
        draws = np.where(np.less(inputs.round, RIVER), ramp(ppot, odds, settings.odds_width * odds), 0.0)
        bets = np.maximum(np.maximum(bets, keeps), draws)
    return bets


def _odds_calls(inputs: _RuleInputs, hs: Array, ppot: Array, settings: FormulaSettings) -> Array:
    """Probability that a hand calls by pot odds or showdown odds."""
    held = np.where(np.equal(inputs.round, RIVER), hs, ppot)
    calls = ramp(held, inputs.pot_odds, settings.odds_width * inputs.pot_odds)
    if settings.showdown_odds:
        price = (inputs.to_call + inputs.later_bets) / np.maximum(
            inputs.pot + inputs.to_call + 2 * inputs.later_bets, 1
        )
        calls = np.maximum(calls, ramp(hs, price, settings.odds_width * price))
    return calls


def _bluffs(inputs: _RuleInputs, fold_chance: float, settings: FormulaSettings) -> Array:
    """Probability of bluffing with a hand that would check or fold, if all others fold with this chance."""
    pays = fold_chance * inputs.pot > (1 - fold_chance) * (inputs.to_call + inputs.bet)
    return np.where(pays, settings.bluff, 0.0)
