"""The public betting situation when a player is to act."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.game import ActionKind


@dataclass(frozen=True, slots=True)
class Entry:
    """The situation at a player's first pre-flop decision; their pre-flop strategy depends on it."""

    players: float
    """Expected number of players: the player, those who called or raised, and 0.6 for each still to act."""
    position: int
    """How many active players act after them in later rounds: 0 for the dealer (Papp 1998, §6.1)."""
    small_blind: bool
    """Whether they have posted half a bet, and others act after them in later rounds."""


@dataclass(frozen=True, slots=True)
class Situation:
    """The public betting situation when a player is to act.

    >>> from railbird.agent import BettingTracker
    >>> from railbird.game import Hand
    >>> now = BettingTracker(Hand.parse("limit; AhKh QsQd; r")).situation()
    >>> now.player, now.to_call, now.pot, now.can_raise
    (0, 10, 30, True)
    """

    player: int
    """Their position."""
    players: int
    """How many were dealt in."""
    active: int
    """How many have not folded, including this player."""
    round: int
    pot: int
    """All chips in the pot, including this round's bets."""
    to_call: int
    bet: int
    """The bet size of this round; in no-limit games the smallest bet."""
    later_bets: int
    """Sum of one bet in each round to come."""
    raises: int
    """Bets and raises of this round; blinds do not count."""
    bets_to_call: int
    """Number of bets to call, counting the big blind as one; at most 2.

    In no-limit games, where bets differ in size, the bets of the round.
    """
    can_raise: bool
    committed: bool
    """Whether they have put in chips in this round, not counting blinds."""
    behind: int
    """How many players act after them if they call."""
    first: bool
    """Whether nobody has acted in this round."""
    last_action: ActionKind | None
    """Their last action in this hand."""
    last_paid: bool
    """Whether that was a call that cost chips."""
    led: bool
    """Whether they made the last bet or raise of the previous round."""
    bet_ratio: float
    """Bets and raises as a share of all bets, raises, calls and checks in this hand, by any player."""
    entry: Entry

    @property
    def opponents(self) -> int:
        return self.active - 1

    @property
    def price(self) -> float:
        """to call / pot."""
        return self.to_call / self.pot if self.to_call else 0.0

    @property
    def price_of_bets(self) -> float:
        """The same, but 0 if nobody has bet or raised: the big blind alone is never a high price."""
        return self.price if self.round > 0 or self.raises > 0 else 0.0

    @property
    def pot_odds(self) -> float:
        """to call / (pot + to call)."""
        return self.to_call / (self.pot + self.to_call) if self.to_call else 0.0
