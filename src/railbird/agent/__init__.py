"""The bot interface: `Bot`, `Decision`, the hand driver, the betting tracker, and `check_bot` to test your own bot."""

from railbird.agent.bot import Bot, MatchStart, match_start_from_json
from railbird.agent.check import BotReport, Check, check_bot
from railbird.agent.decision import Choice, Decision, Fact, LateFacts, decision_from_json
from railbird.agent.driver import HandDriver
from railbird.agent.explanation import Explanation, explain
from railbird.agent.policy import RangePolicy
from railbird.agent.seat import Seat, SeatedBot, drive, play_hand
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
    "Explanation",
    "Fact",
    "HandDriver",
    "LateFacts",
    "MatchStart",
    "RangePolicy",
    "Seat",
    "SeatedBot",
    "Situation",
    "Streams",
    "check_bot",
    "decision_from_json",
    "drive",
    "explain",
    "match_start_from_json",
    "play_hand",
    "setting",
]
