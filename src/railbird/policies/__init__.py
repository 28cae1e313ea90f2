"""Rules from a situation to an action: what any bot needs to read a view and to size a bet."""

from railbird.policies.following import Follower, Situation
from railbird.policies.moves import check_or_fold, raise_by_pot, raise_or_call
from railbird.policies.situation import bets_this_round, opponents, raises_this_round

__all__ = [
    "Follower",
    "Situation",
    "bets_this_round",
    "check_or_fold",
    "opponents",
    "raise_by_pot",
    "raise_or_call",
    "raises_this_round",
]
