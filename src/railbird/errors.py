"""The errors that Railbird raises for invalid input. Each is a ValueError with a one-line message."""


class RailbirdError(ValueError):
    """Invalid input; the message says what is wrong, why, and what is expected."""


class CardError(RailbirdError):
    """A card or a set of cards is invalid."""


class RangeError(RailbirdError):
    """A range is invalid."""


class GameError(RailbirdError):
    """A game definition is invalid."""


class ActionError(RailbirdError):
    """An action is illegal; nothing has changed."""


class EquityError(RailbirdError):
    """A question about equity has no answer."""


class StrengthError(RailbirdError):
    """A question about hand strength has no answer."""


class BotError(RailbirdError):
    """A bot does not exist, or cannot be created with these settings."""


class MatchError(RailbirdError):
    """A match cannot be played, resumed or read as requested."""


class BrokenBotError(MatchError):
    """A bot has ended, broken or blocked its worker process; hands saved before are safe."""


class StoreError(RailbirdError):
    """The store of matches cannot be read or written; its contents are unchanged."""


def quoted(text: str, limit: int = 60) -> str:
    """Quote text for an error message: in quotes, on one line, shortened."""
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")


class ModelError(RailbirdError):
    """A learned model cannot be used."""
