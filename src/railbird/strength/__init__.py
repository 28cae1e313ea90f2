"""How good a hand is: equities of hands and ranges, hand strength and potential."""

from railbird.strength.boards import BoardStrength, Potential, board_strength
from railbird.strength.equity import EquityResult, PlayerEquity, equity, equity_by_hand
from railbird.strength.final_strengths import FinalStrengths, final_strengths
from railbird.strength.groups import GroupVersion, sklansky_groups
from railbird.strength.hand_rank import hand_ranks
from railbird.strength.income import IncomeRates, income_rates, iterated_income_rates, known_income_rates
from railbird.strength.odds import call_value, pot_odds
from railbird.strength.one_hand import OneHand, one_hand
from railbird.strength.potential import (
    effective_hand_strength,
    hand_strength,
    negative_potential,
    positive_potential,
)
from railbird.strength.preflop import (
    Matchup,
    class_hand_ranks,
    preflop_hand_ranks,
    preflop_matchup,
    preflop_matchups,
    start_hand_order,
)
from railbird.strength.report import StrengthReport, strength_report
from railbird.strength.sampling import RandomDeals
from railbird.strength.several import against_each, against_several, equity_against, field_array
from railbird.strength.standing import potential_tables, standings

__all__ = [
    "BoardStrength",
    "EquityResult",
    "FinalStrengths",
    "GroupVersion",
    "IncomeRates",
    "Matchup",
    "OneHand",
    "PlayerEquity",
    "Potential",
    "RandomDeals",
    "StrengthReport",
    "against_each",
    "against_several",
    "board_strength",
    "call_value",
    "class_hand_ranks",
    "effective_hand_strength",
    "equity",
    "equity_against",
    "equity_by_hand",
    "field_array",
    "final_strengths",
    "hand_ranks",
    "hand_strength",
    "income_rates",
    "iterated_income_rates",
    "known_income_rates",
    "negative_potential",
    "one_hand",
    "positive_potential",
    "pot_odds",
    "potential_tables",
    "preflop_hand_ranks",
    "preflop_matchup",
    "preflop_matchups",
    "sklansky_groups",
    "standings",
    "start_hand_order",
    "strength_report",
]
