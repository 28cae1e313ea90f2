"""Rulebooks, as named rules in which they differ. docs/reference/rules.md lists them with sources and tests."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from decimal import Context, Decimal, Inexact, InvalidOperation
from enum import IntEnum, StrEnum

from railbird.errors import GameError, quoted


class Betting(IntEnum):
    """The betting structure."""

    LIMIT = 0
    POT_LIMIT = 1
    NO_LIMIT = 2


class Reopening(IntEnum):
    """Whether an all-in of less than a full raise reopens the betting for players who have already acted."""

    ALWAYS = 0
    """They may raise again."""
    FULL_RAISE = 1
    """They may raise only if they face at least a full raise."""
    HALF_BET = 2
    """They may raise only if they face at least half a bet."""


class Profile(StrEnum):
    """A rulebook."""

    ACPC = "acpc"
    """The dealer program of the Annual Computer Poker Competition, as it behaves."""
    CASINO = "casino"
    """Cardrooms and tournaments: TDA, WSOP and Robert's Rules of Poker."""


class Showing(StrEnum):
    """Who shows their cards at the showdown."""

    SHOW_ALL = "show-all"
    MUCK = "muck"
    """A hand beaten by those already shown stays hidden, unless a player is all-in."""


class Split(StrEnum):
    """How to split a pot that does not divide evenly."""

    FRACTIONS = "fractions"
    ODD_CHIPS = "odd-chips"


@dataclass(frozen=True, slots=True)
class Rules:
    """A rulebook with its options; an option of None takes the rulebook's own rule."""

    profile: Profile = Profile.ACPC
    _: KW_ONLY
    free_fold: bool = False
    """Players may fold when checking is free."""
    uncapped_heads_up: bool = False
    """When only two players are left in a limit hand, there is no cap on raises."""
    split: Split | None = None
    showing: Showing | None = None

    def __post_init__(self) -> None:
        for name, kind in (("profile", Profile), ("split", Split), ("showing", Showing)):
            value = getattr(self, name)
            if value is None and name != "profile":
                continue
            if value not in list(kind):
                raise GameError(f"{name} must be {' or '.join(kind)}, not {quoted(str(value))}")
            object.__setattr__(self, name, kind(value))

    def reopening(self, betting: Betting) -> Reopening:
        if self.profile is Profile.ACPC:
            return Reopening.ALWAYS
        return Reopening.HALF_BET if betting is Betting.LIMIT else Reopening.FULL_RAISE

    @property
    def full_blind_to_call(self) -> bool:
        """Calling a big blind who is all-in for less costs the full blind."""
        return self.profile is Profile.CASINO

    @property
    def short_bets_count(self) -> bool:
        """An all-in of less than a full raise counts as a raise."""
        return self.profile is Profile.ACPC

    @property
    def needs_a_caller(self) -> bool:
        """A raise is legal only if another player could still put in more than the current bet."""
        return self.profile is Profile.CASINO

    @property
    def skips_idle(self) -> bool:
        """The only player with chips left is not asked if they could only check, in the first round too."""
        return self.profile is Profile.CASINO

    @property
    def most_actions(self) -> int:
        """The maximum number of actions in a round; 0 for no maximum. The ACPC dealer has room for 64."""
        return 64 if self.profile is Profile.ACPC else 0

    @property
    def odd_chips(self) -> bool:
        """Chips are not split: odd chips go to the winners in order of position, from the left of the button."""
        if self.split is not None:
            return self.split is Split.ODD_CHIPS
        return self.profile is Profile.CASINO

    @property
    def muck(self) -> bool:
        """A beaten hand is mucked."""
        if self.showing is not None:
            return self.showing is Showing.MUCK
        return self.profile is Profile.CASINO

    @property
    def tabled_before_run_out(self) -> bool:
        """When nobody can bet any more, hands are shown before the rest of the board is dealt, not after it."""
        return self.profile is Profile.CASINO


@dataclass(frozen=True, slots=True)
class Rake:
    """What the house takes from each pot, rounded down to whole chips; never from an uncalled bet."""

    percent: Decimal = Decimal(0)
    """At most two decimal places."""
    cap: int = 0
    """The maximum for one hand; 0 for no maximum."""
    no_flop_no_drop: bool = True
    """A hand that ends before the first board card pays nothing."""

    def __post_init__(self) -> None:
        try:
            exact = Context(traps=[InvalidOperation, Inexact])
            percent = Decimal(str(self.percent)).quantize(Decimal("0.01"), context=exact)
        except (InvalidOperation, Inexact):
            percent = Decimal("nan")
        if percent.is_nan() or not 0 <= percent <= 100:
            given = quoted(str(self.percent))
            raise GameError(f"a rake must be 0 to 100 percent, with at most two decimal places, not {given}")
        object.__setattr__(self, "percent", abs(percent))

    @property
    def ten_thousandths(self) -> int:
        return int(self.percent * 100)
