"""What a match must know about a bot: whether it learns, is repeatable, and plays a game."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.agent import Bot, RangePolicy
from railbird.agent.clock import OutOfTime, StopNow
from railbird.agent.failure import failure_text, plain
from railbird.errors import BotError
from railbird.game import Game

NO_REASON = "it gives no reason"
"""Stands for the reason of a bot whose ``plays`` returns False and whose ``refusal`` is empty."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What a match must know about a bot that runs in another process."""

    learns: bool = False
    repeatable: bool = True
    states_policy: bool = False
    """Whether it is a ``RangePolicy``."""


def traits_of(bot: Bot) -> Traits:
    """The traits of a bot. Raises BotError if the bot's code fails."""
    try:
        return Traits(bool(bot.learns), bool(bot.repeatable), isinstance(bot, RangePolicy))
    except (KeyboardInterrupt, OutOfTime, StopNow):
        raise
    except BaseException as error:
        name = type(bot).__name__
        raise BotError(f"{name} cannot say whether it learns and is repeatable: {failure_text(error)}") from error


def refusal_of(bot: Bot, name: str, game: Game) -> str | None:
    """Why a bot does not play a game; None if it does."""
    try:
        return None if bot.plays(game) else plain(str(bot.refusal(game))) or NO_REASON
    except (KeyboardInterrupt, OutOfTime, StopNow):
        raise
    except BaseException as error:
        raise BotError(f"{name} cannot say whether it plays {game}: {failure_text(error)}") from error


NO_TRAITS = Traits()
"""Traits of a bot that neither learns nor states a policy."""
