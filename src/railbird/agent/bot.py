"""The base class of all bots: a bot acts when it is its turn, and may observe and learn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar

from railbird.agent.decision import Choice
from railbird.agent.settings import NoSettings
from railbird.agent.streams import Streams
from railbird.agent.tracker import BettingTracker
from railbird.errors import RailbirdError, quoted
from railbird.game import Event, Game, View, parse_game

LARGEST_MEMORY = 500_000_000
"""The most bytes that a bot may save; a row of the store holds at most twice as many."""


@dataclass(frozen=True, slots=True)
class MatchStart:
    """What a bot knows when a match begins.

    >>> import railbird as rb
    >>> start = rb.MatchStart(rb.limit(), ("ann", "bob"), seat=1)
    >>> start.player
    'bob'
    """

    game: Game
    players: tuple[str, ...]
    """The ids of all players, by seat."""
    seat: int
    hands: int | None = None
    """How many hands will be played, if known."""
    seconds: float | None = None
    """The time limit for a decision, if there is one."""

    @property
    def player(self) -> str:
        """The bot's own id."""
        return self.players[self.seat]

    def to_json(self) -> dict[str, Any]:
        """Return it as JSON data; ``match_start_from_json`` reads it back."""
        return {
            "game": str(self.game),
            "players": list(self.players),
            "seat": self.seat,
            "hands": self.hands,
            "seconds": self.seconds,
        }


def match_start_from_json(data: Mapping[str, Any]) -> MatchStart:
    """Restore a match start from ``MatchStart.to_json``. Raises RailbirdError if it is malformed.

    >>> start = MatchStart(parse_game("limit"), ("ann", "bob"), 1)
    >>> match_start_from_json(start.to_json()) == start
    True
    """
    try:
        players, hands, seconds = tuple(map(str, data["players"])), data["hands"], data.get("seconds")
        start = MatchStart(
            parse_game(data["game"]),
            players,
            int(data["seat"]),
            None if hands is None else int(hands),
            None if seconds is None else float(seconds),
        )
        if len(players) != start.game.players or not 0 <= start.seat < len(players):
            raise ValueError("players and seat do not match the game")
    except (RailbirdError, AttributeError, KeyError, TypeError, ValueError):
        raise RailbirdError(f"not a match start: {quoted(str(data)[:200])}") from None
    return start


class Bot:
    """Base class of all bots: override ``act``, and any other method that you need.

    Each match gets a new instance. A bot must not keep anything between hands unless it sets ``learns``; then ``save``
    and ``load`` carry what it has learned from one process to another. All randomness comes from ``self.streams``,
    which changes with every hand, so that a match can be repeated from its seed.

    >>> import railbird as rb
    >>> class Caller(rb.Bot):
    ...     def act(self, view):
    ...         return rb.CALL
    >>> rb.play_match([Caller, "always-call"], hands=10).hands
    10
    """

    Settings: ClassVar[type[Any]] = NoSettings
    """The dataclass of its settings: ``railbird bots NAME`` shows them, a spec such as ``name(x=1)`` sets them."""

    learns: bool = False
    """Whether it changes with experience."""
    repeatable: bool = True
    """Whether the same seed gives the same decisions; false for a bot that thinks by the clock."""
    blind: bool = False
    """Whether it never looks at cards, neither its own nor the board; a best response to it is then quickly found."""

    streams: Streams = Streams(0, 0, 0)
    """The random streams of this player in this hand."""
    look: Callable[[], View]
    """Returns the current view while a hand is being played."""

    _random_of: Streams | None = None
    _random: Random
    _betting_of: Streams | None = None
    _tracker: BettingTracker

    def __init__(self, settings: Any = None) -> None:
        self.settings = self.Settings() if settings is None else settings

    @property
    def random(self) -> Random:
        """A random generator for this hand: it continues from decision to decision, and each hand has its own."""
        streams = self.streams
        if self._random_of is not streams:
            vars(self).update(_random_of=streams, _random=streams.stream("play"))  # works for frozen bots too
        return self._random

    def betting(self, view: View) -> BettingTracker:
        """The betting of this hand up to this view: what the others did, and in which situation.

        ``self.betting(view).steps()`` yields every action once; ``self.betting(view).situation()`` returns the current
        situation.
        """
        streams = self.streams
        if self._betting_of is not streams or not self._tracker.is_of(view):
            vars(self).update(_betting_of=streams, _tracker=BettingTracker(view))
        return self._tracker.follow(view)

    def stand_in(self, bot: Bot) -> Bot:
        """Let another bot play this hand for us, with our random streams and our view. Returns that bot."""
        bot.streams = self.streams
        if hasattr(self, "look"):
            bot.look = self.look
        return bot

    def refusal(self, game: Game) -> str:
        """Return why it does not play this game, in a few words, or an empty string if it does.

        Override this to have the reason shown by ``railbird bots`` and when a match is refused. To give no reason,
        override ``plays``.
        """
        return ""

    def plays(self, game: Game) -> bool:
        """Return whether it plays this game; by default it does unless ``refusal`` returns a reason."""
        return not self.refusal(game)

    def act(self, view: View) -> Choice:
        """Return a decision or an action: it is this bot's turn."""
        raise NotImplementedError(f"{type(self).__name__} does not define how it acts: add a method act(self, view)")

    def observe(self, event: Event) -> None:
        """Called for every event that this player can see, including its own actions.

        Events arrive in order, at the latest before this bot acts and when the hand ends. ``self.look()`` returns the
        view. For betting alone, ``self.betting(view)`` says more and costs less. A bot that does not override this
        pays nothing for it.
        """

    def start_match(self, match: MatchStart) -> None:
        """Called when a match begins."""

    def end_match(self) -> None:
        """Called when the match is over."""

    def start_hand(self, view: View) -> None:
        """Called when a hand begins: the cards are dealt, and nobody has acted."""

    def end_hand(self, view: View) -> None:
        """Called when the hand is over; the view has the cards shown and the payoffs."""

    def save(self) -> dict[str, bytes]:
        """Return what was learned, keyed by the id of the player it is about."""
        return {}

    def load(self, learned: Mapping[str, bytes]) -> None:
        """Restore what ``save`` returned. Players who are missing from it are unknown."""


def saved_by(bot: Bot) -> dict[str, bytes]:
    """Return what a bot saves. Raises TypeError or ValueError if ``save`` returned something else."""
    learned = bot.save()
    if type(learned) is not dict or not all(
        type(about) is str and type(state) is bytes for about, state in learned.items()
    ):
        raise TypeError(f"save() must return a dictionary of bytes by player id, not {str(learned)[:60]!r}")
    for about in learned:
        about.encode()  # raises if it holds half a surrogate pair, which cannot be stored
    size = sum(map(len, learned.values()))
    if size > LARGEST_MEMORY:
        raise ValueError(f"save() returned {size:,} bytes; at most {LARGEST_MEMORY:,} are allowed")
    return dict(learned)
