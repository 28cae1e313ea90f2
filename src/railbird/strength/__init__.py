"""How good a hand is: equities of hands and ranges against each other."""

from railbird.strength.equity import EquityResult, PlayerEquity, equity, equity_by_hand

__all__ = ["EquityResult", "PlayerEquity", "equity", "equity_by_hand"]
