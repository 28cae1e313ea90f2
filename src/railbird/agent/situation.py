"""What everybody can see of the betting when a player is to act."""

from __future__ import annotations

from dataclasses import dataclass

from railbird.game import ActionKind


@dataclass(frozen=True, slots=True)
class Entry:
    """How things stood pre-flop when a player was first to act: his strategy of that round goes by it."""

    players: float
    """How many are expected to play: he, those who have called or raised, and 0.6 of each who is still to act."""
    position: int
    """How many who are still in act after him in later rounds: 0 for the dealer (Papp 1998, §6.1)."""
    small_blind: bool
    """He has put in half a bet already, and others act after him in later rounds."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What everybody can see of the betting when a player is to act."""

    player: int
    """His position."""
    players: int
    """Dealt in."""
    active: int
    """Still in, he too."""
    round: int
    pot: int
    """All chips in the middle, those of this round too."""
    to_call: int
    bet: int
    """The bet of this round; in no-limit games the smallest."""
    later_bets: int
    """One bet in each round to come."""
    raises: int
    """Bets and raises of this round; blinds do not count."""
    bets_to_call: int
    """How many bets he would have to call, the big blind being one; more than two count as two.

    In no-limit games, where bets differ, those of the round.
    """
    can_raise: bool
    committed: bool
    """He has put in chips in this round, and not only as a blind."""
    behind: int
    """How many act after him if he calls."""
    first: bool
    """Nobody has acted in this round."""
    last_action: ActionKind | None
    """His last action of the hand."""
    last_paid: bool
    """It was a call that cost something."""
    led: bool
    """He made the last bet of the round before."""
    bet_ratio: float
    """Bets and raises of all players in this hand, of these and of calls and checks."""
    entry: Entry

    @property
    def opponents(self) -> int:
        return self.active - 1

    @property
    def pot_odds(self) -> float:
        """to call / (pot + to call)."""
        return self.to_call / (self.pot + self.to_call) if self.to_call else 0.0
