"""What a bot is, what it decides, and how anybody can check theirs."""

from railbird.agent.bot import Bot, Choice, MatchStart
from railbird.agent.check import BotReport, Check, check_bot
from railbird.agent.decision import Decision, Fact, LateFacts, decision_from_json
from railbird.agent.policy import RangePolicy
from railbird.agent.settings import setting
from railbird.agent.situation import Situation
from railbird.agent.streams import Streams
from railbird.agent.tracker import BettingTracker

__all__ = [
    "BettingTracker",
    "Bot",
    "BotReport",
    "Check",
    "Choice",
    "Decision",
    "Fact",
    "LateFacts",
    "MatchStart",
    "RangePolicy",
    "Situation",
    "Streams",
    "check_bot",
    "decision_from_json",
    "setting",
]
