"""What a match must know of a bot: does it learn, is it repeatable, does it play a game?"""

from __future__ import annotations

from dataclasses import dataclass

from railbird.agent import Bot, RangePolicy
from railbird.agent.clock import OutOfTime, StopNow
from railbird.agent.failure import failure_text, plain
from railbird.errors import BotError
from railbird.game import Game

NO_REASON = "it does not say why"
"""The reason of a bot that has none: its ``plays`` says no, and it has no ``refusal``."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What a match must know of a bot that it does not play itself."""

    learns: bool = False
    repeatable: bool = True
    states_policy: bool = False
    """Is it a ``RangePolicy``?"""


def traits_of(bot: Bot) -> Traits:
    """What a bot says of itself."""
    try:
        return Traits(bool(bot.learns), bool(bot.repeatable), isinstance(bot, RangePolicy))
    except (KeyboardInterrupt, OutOfTime, StopNow):
        raise
    except BaseException as error:
        name = type(bot).__name__
        raise BotError(f"{name} does not say whether it learns and is repeatable: {failure_text(error)}") from error


def refusal_of(bot: Bot, name: str, game: Game) -> str | None:
    """Why a bot does not play a game; None if it plays it."""
    try:
        return None if bot.plays(game) else plain(str(bot.refusal(game))) or NO_REASON
    except (KeyboardInterrupt, OutOfTime, StopNow):
        raise
    except BaseException as error:
        raise BotError(f"{name} does not say whether it plays {game}: {failure_text(error)}") from error


NO_TRAITS = Traits()
"""Of a bot that neither learns nor states a policy."""
