"""What a bot is, what it decides, and how anybody can check theirs."""

from railbird.agent.bot import Bot, Choice, MatchStart
from railbird.agent.check import BotReport, Check, check_bot
from railbird.agent.decision import Decision, Fact, LateFacts, decision_from_json
from railbird.agent.policy import RangePolicy
from railbird.agent.settings import setting
from railbird.agent.streams import Streams

__all__ = [
    "Bot",
    "BotReport",
    "Check",
    "Choice",
    "Decision",
    "Fact",
    "LateFacts",
    "MatchStart",
    "RangePolicy",
    "Streams",
    "check_bot",
    "decision_from_json",
    "setting",
]
