"""Rules from a situation to an action: what any bot needs to read a view and to size a bet."""

from railbird.policies.legal_actions import bets_this_round, check_or_fold, opponents, raise_by_pot, raise_or_call

__all__ = ["bets_this_round", "check_or_fold", "opponents", "raise_by_pot", "raise_or_call"]
