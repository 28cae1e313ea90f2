"""The errors that Railbird raises for invalid input. Each is a ValueError with a one-line message."""


class RailbirdError(ValueError):
    """Invalid input; the message says what is wrong, why, and what is expected.

    >>> import railbird as rb
    >>> rb.Range("hello")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    railbird.errors.RangeError: 'hello' is not a range item ...
    """


class CardError(RailbirdError):
    """A card or a set of cards is invalid.

    >>> import railbird as rb
    >>> rb.Card("1x")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    railbird.errors.CardError: '1x' is not a ...
    """


class RangeError(RailbirdError):
    """A range is invalid.

    >>> import railbird as rb
    >>> rb.Range("AKx")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    railbird.errors.RangeError: 'AKx' is not a range item ...
    """


class GameError(RailbirdError):
    """A game definition is invalid.

    >>> import railbird as rb
    >>> rb.limit(players=1)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    railbird.errors.GameError: a game has 2 ...
    """


class ActionError(RailbirdError):
    """An action is illegal; nothing has changed.

    >>> import railbird as rb
    >>> rb.Hand.parse("limit; AhKh QsQd").act("r7")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    railbird.errors.ActionError: a raise goes to ...
    """


class EquityError(RailbirdError):
    """A question about equity has no answer.

    >>> import railbird as rb
    >>> rb.equity(["AhKh"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    railbird.errors.EquityError: equity needs 2 to 10 ...
    """


class StrengthError(RailbirdError):
    """A question about hand strength has no answer.

    >>> import railbird as rb
    >>> rb.strength_report("AhKh", "2c3d4h", "AhKh")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    railbird.errors.StrengthError: the range 'AhKh' has ...
    """


class BotError(RailbirdError):
    """A bot does not exist, or cannot be created with these settings."""


class IsolationWarning(UserWarning):
    """This system cannot keep an isolated bot from everything; the message says from what."""


class MatchError(RailbirdError):
    """A match cannot be played, resumed or read as requested.

    >>> import railbird as rb
    >>> rb.play_match(["simple"])  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    railbird.errors.MatchError: a match has 2 ...
    """


class BrokenBotError(MatchError):
    """A bot has ended, broken or blocked its worker process; hands saved before are safe."""


class TableError(RailbirdError):
    """A table cannot be opened, or a player cannot do this at a table; nothing has changed.

    >>> from railbird.tables import TableSetup
    >>> TableSetup(title="Tonight", game="limit", bots=())  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    railbird.errors.TableError: a table needs rules that do not split chips...
    """

    def __init__(self, message: str, code: str = "refused") -> None:
        """``code`` tells programs what is wrong, in a word."""
        super().__init__(message)
        self.code = code


class AcpcError(RailbirdError):
    """A message, a game or a match does not fit the protocol of the ACPC.

    >>> from railbird.acpc import MatchStateLine
    >>> MatchStateLine.parse("MATCHSTATE:0")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    railbird.errors.AcpcError: 'MATCHSTATE:0' is not a ...
    """


class StoreError(RailbirdError):
    """The store of matches cannot be read or written; its contents are unchanged.

    >>> import railbird as rb
    >>> rb.Store("no such folder/matches.db", create=False)  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    railbird.errors.StoreError: there is no store ...
    """


def quoted(text: str, limit: int = 60) -> str:
    """Quote text for an error message: in quotes, on one line, shortened."""
    return repr(text if len(text) <= limit else text[: limit - 1] + "…")


class ModelError(RailbirdError):
    """A learned model cannot be used.

    >>> import railbird as rb
    >>> rb.load_model("none.model")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    railbird.errors.ModelError: none.model cannot be read: ...
    """


class HistoryError(RailbirdError):
    """A hand history cannot be read or written.

    >>> from railbird.histories import read_hands
    >>> next(read_hands("no such file.txt"))  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    railbird.errors.HistoryError: no such file.txt cannot be read: ...
    """

    def __init__(self, message: str) -> None:
        """The message may quote a file: it is put on one line and cut to a readable length."""
        line = " ".join(message.split("\n"))
        super().__init__(line if len(line) <= 500 else f"{line[:499]}…")
