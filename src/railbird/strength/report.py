"""A report of one hand's strength in all forms of the sources, as text and as JSON data."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress, report_nothing
from railbird.cards import Card, HoleCards, Range, cards_text
from railbird.errors import StrengthError, quoted
from railbird.plots import notebook_table
from railbird.strength.equity import EquityResult
from railbird.strength.potential import (
    effective_hand_strength,
    hand_strength,
    negative_potential,
    positive_potential,
)
from railbird.strength.sampling import RandomDeals
from railbird.strength.several import DEALS, MOST_OPPONENTS, against_each, against_several, equity_against, field_array
from railbird.strength.standing import Ranges, dealt_board, potential_tables, standings, to_ranges

Array = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LookAhead:
    """The prospects of a hand after some more cards: T(now, later) and the potentials from it."""

    cards: int
    table: tuple[tuple[float, float, float], ...]
    ppot: float
    npot: float

    def win_probability(self, hs: float) -> float:
        """HS · (1 − NPot) + (1 − HS) · PPot."""
        return float(effective_hand_strength(hs, self.ppot, self.npot))

    def ehs(self, hs: float) -> float:
        """HS + (1 − HS) · PPot: the hand is best now, or becomes best."""
        return float(effective_hand_strength(hs, self.ppot))


@dataclass(frozen=True, slots=True)
class Opposition:
    """A hand against one range."""

    versus: Range
    now: tuple[float, float, float]
    """The weights of opposing hands that it beats, ties and loses to."""
    hs: float
    ahead: tuple[LookAhead, ...]
    """One card ahead, and on the flop also two; empty on the river."""

    @property
    def farthest(self) -> LookAhead:
        """The longest look-ahead; on the river, one without any change."""
        if self.ahead:
            return self.ahead[-1]
        won, tied, lost = self.now
        return LookAhead(0, ((won, 0.0, 0.0), (0.0, tied, 0.0), (0.0, 0.0, lost)), 0.0, 0.0)

    @property
    def ehs(self) -> float:
        return self.farthest.ehs(self.hs)


@dataclass(frozen=True, slots=True)
class StrengthReport:
    """A hand on a board against one or more opponents.

    A single range is that of all ``opponents``, so HS_n = HS^n. With a range for each, HS_n is the product of the HS_i;
    the *field array*, the mean of the ranges normalized to the same sum, gives the cheaper HS^n.

    >>> report = strength_report("AdQc", "3h4cJh")
    >>> round(report.field.hs, 3), round(report.field.farthest.ppot, 3), round(report.field.farthest.npot, 3)
    (0.585, 0.208, 0.274)
    """

    hand: HoleCards
    board: tuple[Card, ...]
    opponents: int
    each: tuple[Opposition, ...]
    """One item for all opponents, or one for each."""
    field: Opposition
    """Against the field array, or against the only range."""
    dealt: EquityResult | None
    """Random deals against all opponents at once, if there are several; the hand is the first player."""

    @property
    def hs_n(self) -> float:
        """The strength against all opponents."""
        if len(self.each) == 1:
            return float(against_several(self.each[0].hs, self.opponents))
        return float(against_each([one.hs for one in self.each]))

    @property
    def ehs_n(self) -> float:
        """HS_n + (1 − HS_n) · PPot, where PPot is against the field array and not adjusted for n (Papp 1998, 5.3.1)."""
        return self.field.farthest.ehs(self.hs_n)

    def _repr_html_(self) -> str:
        farthest = self.field.farthest
        rows = [
            ("HS", f"{self.field.hs:.4f}", "hand strength: the share of hands that it beats now"),
            ("PPot", f"{farthest.ppot:.4f}", "positive potential: behind now, ahead later"),
            ("NPot", f"{farthest.npot:.4f}", "negative potential: ahead now, behind later"),
            ("EHS", f"{self.field.ehs:.4f}", "effective hand strength: HS + (1 − HS) · PPot"),
        ]
        if self.opponents > 1:
            rows.append(("EHS_n", f"{self.ehs_n:.4f}", f"against {self.opponents} opponents"))
        return notebook_table(("", "", ""), rows, caption=f"{self.hand} on {cards_text(self.board)}")

    def to_json(self) -> dict[str, Any]:
        farthest = self.field.farthest
        return {
            "hand": str(self.hand),
            "board": cards_text(self.board),
            "opponents": self.opponents,
            "versus": [str(one.versus) for one in self.each],
            "now": list(self.field.now),
            "hs": self.field.hs,
            "cards_ahead": farthest.cards,
            "table": [list(row) for row in farthest.table],
            "ppot": farthest.ppot,
            "npot": farthest.npot,
            "win_probability": farthest.win_probability(self.field.hs),
            "ehs": self.field.ehs,
            "hs_n": self.hs_n,
            "ehs_n": self.ehs_n,
            "look_ahead": [
                {"cards": each.cards, "ppot": each.ppot, "npot": each.npot, "ehs": each.ehs(self.field.hs)}
                for each in self.field.ahead
            ],
            "each": [{"versus": str(one.versus), "hs": one.hs, "ehs": one.ehs} for one in self.each],
            "dealt": None if self.dealt is None else _dealt_json(self.dealt),
        }


def _dealt_json(dealt: EquityResult) -> dict[str, Any]:
    hand = dealt.players[0]
    return {
        "equity": hand.equity,
        "standard_error": hand.standard_error,
        "win": hand.win,
        "tie": hand.tie,
        "deals": dealt.deals,
        "seed": dealt.seed,
    }


def strength_report(
    hand: str | HoleCards,
    board: str | Iterable[Card],
    versus: Ranges = "random",
    *,
    opponents: int | None = None,
    deals: int | RandomDeals = DEALS,
    threads: int | None = None,
    progress: Progress = report_nothing,
) -> StrengthReport:
    """The strength of a hand on a board: HS, the table T(now, later), potentials and EHS.

    Against several opponents it also deals at random, because their hands are not independent.

    >>> report = strength_report("AdQc", "Jh4c3h", opponents=5)
    >>> [round(value, 3) for value in (report.field.hs, report.field.ehs, report.hs_n, report.ehs_n)]
    [0.585, 0.672, 0.069, 0.263]
    """
    mine = hand if isinstance(hand, HoleCards) else HoleCards.parse(hand)
    cards = dealt_board(board)
    ranges = to_ranges(versus)
    count = len(ranges) if opponents is None else opponents
    if not 1 <= count <= MOST_OPPONENTS:
        raise StrengthError(f"a hand has 1 to {MOST_OPPONENTS} opponents, not {count}")
    if len(ranges) not in (1, count):
        raise StrengthError(f"{count} opponents need one range for all or one each, not {len(ranges)}")
    each = tuple(_against(mine, cards, one) for one in ranges)
    everybody = ranges if len(ranges) > 1 else ranges * count
    field = each[0] if len(each) == 1 else _against(mine, cards, field_array(ranges, (mine.high, mine.low, *cards)))
    dealt = None
    if count > 1:
        dealt = equity_against(mine, cards, everybody, deals=deals, threads=threads, progress=progress)
    return StrengthReport(mine, cards, count, each, field, dealt)


def _against(hand: HoleCards, board: tuple[Card, ...], versus: Range) -> Opposition:
    now: Array = standings(board, versus, hands=hand)[hand.index]
    if not now.any():
        raise StrengthError(
            f"the range {quoted(str(versus))} has no hand left without the cards of {hand} and the board"
        )
    ahead = []
    for cards in range(1, 6 - len(board)):
        table: Array = potential_tables(board, versus, cards_ahead=cards, hands=hand)[hand.index]
        ppot, npot = float(positive_potential(table)), float(negative_potential(table))
        ahead.append(LookAhead(cards, tuple((float(a), float(t), float(b)) for a, t, b in table), ppot, npot))
    won, tied, lost = map(float, now)
    return Opposition(versus, (won, tied, lost), float(hand_strength(now)), tuple(ahead))
