"""Which hands of the store are wanted."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from railbird.arena.stored_hands import StoredHand
from railbird.errors import RailbirdError
from railbird.game import Betting, Hand
from railbird.histories import PlayedHand
from railbird.histories.playing import losses


@dataclass(frozen=True, slots=True, kw_only=True)
class HandFilter:
    """Takes the hands that meet every condition; without conditions, all of them.

    >>> from railbird.histories import told_hand
    >>> hand = told_hand(Hand.parse('limit; AhKh QsQd; r f; ["Ann", "Bob"]'))
    >>> [HandFilter(players=(name,), won=True).takes(hand) for name in ("Ann", "Bob", "Cid")]
    [False, True, False]
    """

    players: tuple[str, ...] = ()
    """All of them were dealt in."""
    betting: Betting | None = None
    seats: tuple[int, int] | None = None
    """The least and the greatest number of players."""
    since: date | None = None
    until: date | None = None
    """The last day."""
    street: int = 0
    """The hand got at least to this round."""
    showdown: bool = False
    least_pot: float = 0.0
    """In big blinds."""
    won: bool | None = None
    """Whether the first of ``players`` won chips; if False, they lost some."""

    def __post_init__(self) -> None:
        if self.won is not None and not self.players:
            raise RailbirdError("hands that somebody won or lost: say who, with --player NAME")
        if self.seats is not None and not 2 <= self.seats[0] <= self.seats[1]:
            raise RailbirdError(f"a number of players is 2 or more, or from fewer to more, not {self.seats}")

    def takes_stored(self, stored: StoredHand) -> bool:
        """Whether a hand of the store meets every condition."""
        day = stored.date[:10]
        if self.since is not None and day < self.since.isoformat():
            return False
        if self.until is not None and day > self.until.isoformat():
            return False
        return self.takes(stored.played)

    def takes(self, played: PlayedHand) -> bool:
        """Whether a hand meets every condition but those on its date."""
        hand = played.hand
        if not set(self.players).issubset(hand.players):
            return False
        if self.betting is not None and hand.game.betting is not self.betting:
            return False
        if self.seats is not None and not self.seats[0] <= hand.game.players <= self.seats[1]:
            return False
        if hand.round < self.street or (self.showdown and not had_showdown(hand)):
            return False
        if self.least_pot and pot_of(hand) < self.least_pot * hand.game.big_blind:
            return False
        return self.won is None or self._result_is_right(played)

    def _result_is_right(self, played: PlayedHand) -> bool:
        payoff = payoff_of_player(played, self.players[0])
        return payoff is not None and (payoff > 0 if self.won else payoff < 0)


def had_showdown(hand: Hand) -> bool:
    """Whether two or more players were left at the end."""
    return sum(hand.folded) < hand.game.players - 1


def pot_of(hand: Hand) -> int:
    """All that was won, without bets that nobody called."""
    return sum(losses(hand))


def payoff_of_player(played: PlayedHand, player: str) -> float | None:
    """What a player won or lost, in chips; None if nobody knows."""
    if played.payoffs is None or player not in played.hand.players:
        return None
    return float(played.payoffs[played.hand.players.index(player)])
