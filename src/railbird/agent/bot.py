"""What a bot is: something that decides when it is asked, and may watch and learn meanwhile."""

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
"""Bytes that a bot may save: a row of the store has at most twice as many."""


@dataclass(frozen=True, slots=True)
class MatchStart:
    """What a bot is told when a match begins."""

    game: Game
    players: tuple[str, ...]
    """The ids of all players, by seat."""
    seat: int
    hands: int | None = None
    """How many hands will be played, if that is known."""

    @property
    def player(self) -> str:
        """The bot's own id."""
        return self.players[self.seat]

    def to_json(self) -> dict[str, Any]:
        """As JSON has it; ``match_start_from_json`` reads it."""
        return {"game": str(self.game), "players": list(self.players), "seat": self.seat, "hands": self.hands}


def match_start_from_json(data: Mapping[str, Any]) -> MatchStart:
    """What ``MatchStart.to_json`` wrote. Raises RailbirdError if it is malformed.

    >>> start = MatchStart(parse_game("limit"), ("ann", "bob"), 1)
    >>> match_start_from_json(start.to_json()) == start
    True
    """
    try:
        players, hands = tuple(map(str, data["players"])), data["hands"]
        start = MatchStart(parse_game(data["game"]), players, int(data["seat"]), None if hands is None else int(hands))
        if len(players) != start.game.players or not 0 <= start.seat < len(players):
            raise ValueError("players and seat do not go with the game")
    except (RailbirdError, AttributeError, KeyError, TypeError, ValueError):
        raise RailbirdError(f"this is not the start of a match: {quoted(str(data)[:200])}") from None
    return start


class Bot:
    """The base of all bots: override ``act``, and whatever else is needed.

    A bot is made anew for each match. It must not keep anything from hand to hand unless it says that it ``learns``;
    then ``save`` and ``load`` carry what it has learned from one process to another. All randomness comes from
    ``self.streams``, which is another one for each hand, so that a match can be repeated from its seed.
    """

    Settings: ClassVar[type[Any]] = NoSettings
    """The class of its constants; ``railbird bots NAME`` shows them, and a spec such as ``name(x=1)`` sets them."""

    learns: bool = False
    """Does it change with experience?"""
    repeatable: bool = True
    """Does the same seed give the same decisions? Not if it thinks by the clock."""

    streams: Streams = Streams(0, 0, 0)
    """The random streams of this player in this hand."""
    look: Callable[[], View]
    """The view of the hand as it stands, while a hand is played."""

    _random_of: Streams | None = None
    _random: Random
    _betting_of: Streams | None = None
    _tracker: BettingTracker

    def __init__(self, settings: Any = None) -> None:
        self.settings = self.Settings() if settings is None else settings

    @property
    def random(self) -> Random:
        """A generator that goes on from decision to decision within a hand, and is another one in the next."""
        streams = self.streams
        if self._random_of is not streams:
            vars(self).update(_random_of=streams, _random=streams.stream("play"))  # also of a frozen bot
        return self._random

    def betting(self, view: View) -> BettingTracker:
        """The betting of this hand, followed up to this view: the way to see what others did, and in which situation.

        ``self.betting(view).steps()`` gives every action once, ``self.betting(view).situation()`` the situation now.
        """
        streams = self.streams
        if self._betting_of is not streams or not self._tracker.is_of(view):
            vars(self).update(_betting_of=streams, _tracker=BettingTracker(view))
        return self._tracker.follow(view)

    def stand_in(self, bot: Bot) -> Bot:
        """Let another bot play this hand in our place: it has our random streams, and sees what we see."""
        bot.streams = self.streams
        if hasattr(self, "look"):
            bot.look = self.look
        return bot

    def refusal(self, game: Game) -> str:
        """Why it does not play this game, in a few words; empty if it plays it.

        Override this to have the reason shown (``railbird bots``, and when a match is refused), or just ``plays``.
        """
        return ""

    def plays(self, game: Game) -> bool:
        """Does it play this game? By default it does unless it has a reason not to (``refusal``)."""
        return not self.refusal(game)

    def act(self, view: View) -> Choice:
        """Decide; it is this bot's turn."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it acts: it needs a method act(self, view)")

    def observe(self, event: Event) -> None:
        """Something happened at the table that this player can see, its own actions included.

        Events come in order, at the latest before this bot acts and when the hand ends. ``self.look()`` has the view.
        For betting alone, ``self.betting(view)`` says more and costs less. A bot that does not override this costs
        nothing.
        """

    def start_match(self, match: MatchStart) -> None:
        """A match begins."""

    def end_match(self) -> None:
        """The match is over."""

    def start_hand(self, view: View) -> None:
        """A hand begins: cards are dealt, nobody has acted."""

    def end_hand(self, view: View) -> None:
        """The hand is over; the view has what was shown and won."""

    def save(self) -> dict[str, bytes]:
        """What was learned, by the id of the player that it was learned about."""
        return {}

    def load(self, learned: Mapping[str, bytes]) -> None:
        """Take up what was saved before; of players that are not there, nothing need be known."""


def saved_by(bot: Bot) -> dict[str, bytes]:
    """What a bot has saved, looked at."""
    learned = bot.save()
    if type(learned) is not dict or not all(
        type(about) is str and type(state) is bytes for about, state in learned.items()
    ):
        raise TypeError(f"save() gives a dictionary of bytes by player id, not {str(learned)[:60]!r}")
    for about in learned:
        about.encode()  # half a character cannot be kept
    size = sum(map(len, learned.values()))
    if size > LARGEST_MEMORY:
        raise ValueError(f"save() gives {size:,} bytes; {LARGEST_MEMORY:,} are the most")
    return dict(learned)
