"""What a bot is, what it decides, and how anybody can check theirs."""

from railbird.agent.bot import Bot, Choice, MatchStart
from railbird.agent.decision import Decision, Fact, decision_from_json
from railbird.agent.policy import RangePolicy
from railbird.agent.settings import setting
from railbird.agent.streams import Streams

__all__ = ["Bot", "Choice", "Decision", "Fact", "MatchStart", "RangePolicy", "Streams", "decision_from_json", "setting"]
