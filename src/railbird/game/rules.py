"""The named rules in which rulebooks differ. docs/reference/rules.md has the table, with sources and tests."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass
from decimal import Context, Decimal, Inexact, InvalidOperation
from enum import IntEnum, StrEnum

from railbird.errors import GameError, quoted


class Betting(IntEnum):
    """How much may be bet."""

    LIMIT = 0
    POT_LIMIT = 1
    NO_LIMIT = 2


class Reopening(IntEnum):
    """What an all-in wager of less than a full raise does for players who have already acted."""

    ALWAYS = 0
    """They may raise again."""
    FULL_RAISE = 1
    """Only if what they have to call is a full raise."""
    HALF_BET = 2
    """Only if it is at least half a bet."""


class Profile(StrEnum):
    """A rulebook."""

    ACPC = "acpc"
    """The dealer of the Annual Computer Poker Competition, by its behaviour."""
    CASINO = "casino"
    """Cardrooms and tournaments: TDA, WSOP and Robert's Rules of Poker."""


class Showing(StrEnum):
    """Who shows his cards when two or more players are left in the end."""

    SHOW_ALL = "show-all"
    MUCK = "muck"
    """A hand that is beaten by those shown before it stays hidden, unless a player is all-in."""


class Split(StrEnum):
    """How a pot is shared that does not divide evenly."""

    FRACTIONS = "fractions"
    ODD_CHIPS = "odd-chips"


@dataclass(frozen=True, slots=True)
class Rules:
    """A rulebook with its options; where an option is None, the rulebook decides."""

    profile: Profile = Profile.ACPC
    _: KW_ONLY
    free_fold: bool = False
    """Folding is allowed when checking is free."""
    uncapped_heads_up: bool = False
    """Two players who are left in a limit hand may raise without end."""
    split: Split | None = None
    showing: Showing | None = None

    def __post_init__(self) -> None:
        for name, kind in (("profile", Profile), ("split", Split), ("showing", Showing)):
            value = getattr(self, name)
            if value is None and name != "profile":
                continue
            if value not in list(kind):
                raise GameError(f"{name} is {' or '.join(kind)}, not {quoted(str(value))}")
            object.__setattr__(self, name, kind(value))

    def reopening(self, betting: Betting) -> Reopening:
        if self.profile is Profile.ACPC:
            return Reopening.ALWAYS
        return Reopening.HALF_BET if betting is Betting.LIMIT else Reopening.FULL_RAISE

    @property
    def full_blind_to_call(self) -> bool:
        """A big blind who is all-in for less is called in full all the same."""
        return self.profile is Profile.CASINO

    @property
    def short_bets_count(self) -> bool:
        """An all-in wager of less than a full raise counts as a raise."""
        return self.profile is Profile.ACPC

    @property
    def needs_a_caller(self) -> bool:
        """A raise needs another player who could put in more than the bet."""
        return self.profile is Profile.CASINO

    @property
    def skips_idle(self) -> bool:
        """A player who is alone with his chips and could only check is not asked, in the first round too."""
        return self.profile is Profile.CASINO

    @property
    def most_actions(self) -> int:
        """How many actions a round may have; 0 for any number. The dealer of the ACPC has room for 64."""
        return 64 if self.profile is Profile.ACPC else 0

    @property
    def odd_chips(self) -> bool:
        """Chips are not divided: odd ones go to the winners by position, from the left of the button."""
        if self.split is not None:
            return self.split is Split.ODD_CHIPS
        return self.profile is Profile.CASINO

    @property
    def muck(self) -> bool:
        """A beaten hand stays hidden."""
        if self.showing is not None:
            return self.showing is Showing.MUCK
        return self.profile is Profile.CASINO

    @property
    def tabled_before_run_out(self) -> bool:
        """When nobody can bet any more, the hands are shown before the rest of the board is dealt, not after it."""
        return self.profile is Profile.CASINO


@dataclass(frozen=True, slots=True)
class Rake:
    """What the house takes of each pot, in whole chips, rounded down; never from an uncalled bet."""

    percent: Decimal = Decimal(0)
    """At most two digits after the point."""
    cap: int = 0
    """The most for one hand; 0 for no such limit."""
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
            raise GameError(f"a rake is 0 to 100 percent, with two digits after the point at most, not {given}")
        object.__setattr__(self, "percent", abs(percent))

    @property
    def ten_thousandths(self) -> int:
        return int(self.percent * 100)
