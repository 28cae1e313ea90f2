"""Rules that turn a situation into an action, and helpers to read a view and size a bet."""

from railbird.policies.legal_actions import bets_this_round, check_or_fold, opponents, raise_by_pot, raise_or_call

__all__ = ["bets_this_round", "check_or_fold", "opponents", "raise_by_pot", "raise_or_call"]
