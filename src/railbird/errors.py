"""The errors that Railbird raises for what it was given. Each is a ValueError with a message of one line."""


class RailbirdError(ValueError):
    """Something that was given cannot be used; the message says what, why, and what would be right."""


class CardError(RailbirdError):
    """A card or a set of cards is wrong."""


class RangeError(RailbirdError):
    """A range is wrong."""


class GameError(RailbirdError):
    """A game cannot be played as it is defined."""


class ActionError(RailbirdError):
    """An action is not allowed; nothing has changed."""


class EquityError(RailbirdError):
    """A question about equity has no answer."""


class StrengthError(RailbirdError):
    """A question about hand strength has no answer."""


class BotError(RailbirdError):
    """There is no such bot, or it cannot be made as asked for."""


class MatchError(RailbirdError):
    """A match cannot be played or found as asked for."""


class BrokenBotError(MatchError):
    """A bot has ended, broken or blocked the process that played it; hands that were kept before are safe."""


class StoreError(RailbirdError):
    """The store of matches cannot be read or written; what was in it still is."""


def quoted(text: str, limit: int = 60) -> str:
    """Text as an error message shows it: in quotes, on one line, not too long."""
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")


class ModelError(RailbirdError):
    """What was learned cannot be used."""
