"""The ACPC's protocol, both ways: a dealer for our bots and programs of others, and our bots at any such dealer."""

from railbird.histories.match_state import MatchStateLine, action_text, check_expressible

__all__ = ["MatchStateLine", "action_text", "check_expressible"]
