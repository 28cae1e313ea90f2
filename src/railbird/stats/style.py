"""Playing styles: how many hands a player plays, how aggressively, and how often to the showdown."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from railbird import _core
from railbird.errors import GameError, quoted
from railbird.game import ActionKind, Hand
from railbird.game.definition import HOLDEM_STREETS
from railbird.stats.win_rate import Z, finite

LOOSE_ALONE, LOOSE_SHARED = 0.16, 0.54
AGGRESSIVE = 1.5


LEGEND = (
    "VPIP: hands played voluntarily; PFR: raised pre-flop; 3-bet: raised the first raise; AF: bets and raises for each "
    "call after the flop; WTSD: went to showdown, of flops seen; W$SD: won at showdown"
)
"""The abbreviations explained, for output."""


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happened, out of the opportunities for it."""

    count: int
    of: int

    @property
    def value(self) -> float:
        """The share; NaN if there was no opportunity."""
        return self.count / self.of if self.of else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval (Wilson's score interval); NaN if there was no opportunity.

        With p = count/n and z = 1.96, (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n).

        >>> [round(bound, 3) for bound in Share(3, 10).interval]
        [0.108, 0.603]
        """
        if not self.of:
            return math.nan, math.nan
        share, part = self.value, Z * Z / self.of
        half = Z * math.sqrt(share * (1 - share) / self.of + part / (4 * self.of))
        low, high = (share + part / 2 - half) / (1 + part), (share + part / 2 + half) / (1 + part)
        return (low if self.count else 0.0), (high if self.count < self.of else 1.0)

    def __str__(self) -> str:
        return f"{100 * self.value:.0f} %" if self.of else "–"

    def to_json(self) -> dict[str, Any]:
        return _to_json(self)


@dataclass(frozen=True, slots=True)
class AggressionFactor:
    """Bets and raises after the flop for each call after the flop."""

    count: int
    """Bets and raises."""
    of: int
    """Calls."""

    @property
    def value(self) -> float:
        """AF = (bets + raises) / calls; infinite if there are no calls, NaN if there are no bets either."""
        if self.of:
            return self.count / self.of
        return math.inf if self.count else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % confidence interval, by the delta method on the logarithm; NaN if there are no bets or no calls.

        If b bets and raises and c calls are independent counts, log(b/c) has a variance of about 1/b + 1/c; the bounds
        are AF exp(± 1.96 √(1/b + 1/c)).

        >>> [round(bound, 2) for bound in AggressionFactor(60, 40).interval]
        [1.01, 2.24]
        """
        if not self.count or not self.of:
            return math.nan, math.nan
        factor = math.exp(Z * math.sqrt(1 / self.count + 1 / self.of))
        return self.value / factor, self.value * factor

    def __str__(self) -> str:
        if math.isfinite(self.value):
            return f"{self.value:.1f}"
        return "∞" if self.count else "–"

    def to_json(self) -> dict[str, Any]:
        return _to_json(self)


@dataclass(frozen=True, slots=True)
class Style:
    """The playing style of one player over some hands of hold'em.

    Blinds, straddles and antes are not bets or raises, and are not voluntary. Every raise counts as one, including an
    all-in of less than a full raise and a pre-flop bet in games without blinds.

    >>> hand = Hand.parse("limit; AhKh QsQd / Kc7d2h / 9s / 4d; r r c / r c / r c / r c")
    >>> counter = StyleCounter()
    >>> counter.add(hand)
    >>> print(counter.styles()["p1"])
    VPIP 100 %, PFR 100 %, 3-bet 100 %, AF ∞, WTSD 100 %, W$SD 100 % (1 hand)
    """

    hands: int
    """Hands dealt to the player, including those without a decision, such as a walk."""
    players: float
    """The mean number of players dealt in."""
    vpip: Share
    """Hands in which they called, bet or raised pre-flop, of hands dealt."""
    pfr: Share
    """Hands in which they raised pre-flop, of hands dealt."""
    three_bet: Share
    """Pre-flop re-raises of a single raise, of decisions where that was possible.

    The player faces exactly one raise, by somebody else, and a raise is legal.
    """
    af: AggressionFactor
    """Bets and raises after the flop for each call after the flop."""
    wtsd: Share
    """Hands taken to the showdown, of hands in which they saw the flop.

    A player sees the flop if they have not folded when it is dealt, even if they are all-in. It is a showdown if two or
    more players are left at the end.
    """
    wsd: Share
    """Hands in which they won at least part of a pot, even a side pot, of hands taken to the showdown."""
    fold_to_bet: Mapping[str, Share]
    """Folds to a bet or raise, of decisions that faced one, by street; pre-flop the blinds are not bets."""

    @property
    def word(self) -> str:
        """``tight-passive``, ``tight-aggressive``, ``loose-passive`` or ``loose-aggressive``.

        With n players, a VPIP of 16 % + 54 %/n or more is loose: 43 % heads-up, 34 % with three players, 25 % with six,
        21 % with ten; the big blind cannot put in chips voluntarily unless others raise. An AF of 1.5 or more is
        aggressive with any number of players; this part is omitted if the player has neither bet nor called after the
        flop. These thresholds are ours.
        """
        first = "loose" if self.vpip.value >= LOOSE_ALONE + LOOSE_SHARED / self.players else "tight"
        if math.isnan(self.af.value):
            return first
        return f"{first}-{'aggressive' if self.af.value >= AGGRESSIVE else 'passive'}"

    def __str__(self) -> str:
        hands = f"{self.hands:,} hand{'' if self.hands == 1 else 's'}"
        return (
            f"VPIP {self.vpip}, PFR {self.pfr}, 3-bet {self.three_bet}, AF {self.af}, WTSD {self.wtsd}, "
            f"W$SD {self.wsd} ({hands})"
        )

    def to_json(self) -> dict[str, Any]:
        """The style as JSON data; unknown values are null."""
        return {
            "hands": self.hands,
            "players": self.players,
            "word": self.word,
            "vpip": self.vpip.to_json(),
            "pfr": self.pfr.to_json(),
            "three_bet": self.three_bet.to_json(),
            "af": self.af.to_json(),
            "wtsd": self.wtsd.to_json(),
            "wsd": self.wsd.to_json(),
            "fold_to_bet": {street: share.to_json() for street, share in self.fold_to_bet.items()},
        }


class StyleCounter:
    """Counts the playing styles in finished hands, by player id. Counters of different hands can be added."""

    def __init__(self) -> None:
        self._counts: defaultdict[str, list[int]] = defaultdict(_no_counts)

    def __add__(self, other: StyleCounter) -> StyleCounter:
        both = StyleCounter()
        for counter in (self, other):
            for player, counts in counter._counts.items():
                both._counts[player] = [a + b for a, b in zip(both._counts[player], counts, strict=True)]
        return both

    def add(self, hand: Hand, won: Sequence[bool] | None = None) -> None:
        """Count one finished hand of hold'em.

        Where not all cards of its showdown are known, ``won`` says for each player whether they won part of a pot.
        """
        check_finished_holdem(hand)
        counts = [self._counts[player] for player in hand.players]
        actions = hand.actions
        entered: set[int] = set()
        raised: set[int] = set()
        folded: set[int] = set()
        declined: list[int] = []
        raises = round_now = 0
        fold, raise_ = ActionKind.FOLD, ActionKind.RAISE
        for number, (player, round_number, kind, amount) in enumerate(actions):
            mine = counts[player]
            if round_number != round_now:
                round_now, raises = round_number, 0
            if raises:
                mine[_FACED + round_number] += 1
                if kind is fold:
                    mine[_FOLDED + round_number] += 1
            if round_number:
                if kind is raise_:
                    mine[_BETS] += 1
                elif amount:
                    mine[_CALLS] += 1
            else:
                if raises == 1:
                    if kind is raise_:
                        mine[_THREE_BETS] += 1
                        mine[_THREE_BET_CHANCES] += 1
                    else:
                        declined.append(number)
                if kind is fold:
                    folded.add(player)
                elif kind is raise_:
                    raised.add(player)
                    entered.add(player)
                elif amount:
                    entered.add(player)
            if kind is raise_:
                raises += 1
        for number in declined:
            if _core.Hand(hand, number).legal.most_raise:
                counts[actions[number].player][_THREE_BET_CHANCES] += 1
        for player in entered:
            counts[player][_ENTERED] += 1
        for player in raised:
            counts[player][_RAISED] += 1
        saw_flop = hand.round > 0
        for player, mine in enumerate(counts):
            mine[_HANDS] += 1
            mine[_SEATS] += len(counts)
            mine[_FLOPS] += saw_flop and player not in folded
        if hand.settled:
            self._count_showdown(hand, counts)
        elif won is not None:
            for player, mine in enumerate(counts):
                if not hand.folded[player]:
                    mine[_SHOWDOWNS] += 1
                    mine[_WINS] += won[player]

    def state(self) -> dict[str, list[int]]:
        """The counts of each player, from which ``restore`` goes on."""
        return {player: list(counts) for player, counts in self._counts.items()}

    def restore(self, state: Mapping[str, Sequence[int]]) -> None:
        """Go on from ``state()``: these players have these counts. Raises ValueError if it is malformed."""
        for player, counts in state.items():
            whole = all(type(count) is int and 0 <= count < 2**63 for count in counts)
            if len(counts) != _COUNTS or not whole or counts[_SEATS] < counts[_HANDS]:
                raise ValueError(f"the counts of {quoted(player)} are malformed")
        self._counts.update({player: list(counts) for player, counts in state.items()})

    def styles(self) -> dict[str, Style]:
        """The style of each player so far."""
        return {player: _style(counts) for player, counts in self._counts.items()}

    @staticmethod
    def _count_showdown(hand: Hand, counts: list[list[int]]) -> None:
        settlement = hand.settlement
        if settlement is None or not settlement.showdown:
            return
        for player, _ in settlement.showdown:
            counts[player][_SHOWDOWNS] += 1
        for player in {player for _, player, parts in settlement.awards if parts}:
            counts[player][_WINS] += 1


def check_finished_holdem(hand: Hand) -> None:
    """Raise GameError unless this is a finished hand of hold'em with all 52 cards."""
    if not hand.game.is_holdem:
        raise GameError(f"these statistics need hands of hold'em, not of {hand.game}")
    if not hand.over:
        raise GameError("these statistics need a finished hand")


(
    _HANDS,
    _SEATS,
    _ENTERED,
    _RAISED,
    _THREE_BETS,
    _THREE_BET_CHANCES,
    _FLOPS,
    _SHOWDOWNS,
    _WINS,
    _BETS,
    _CALLS,
    _FACED,
) = range(12)
_FOLDED = _FACED + len(HOLDEM_STREETS)
_COUNTS = _FOLDED + len(HOLDEM_STREETS)


def _no_counts() -> list[int]:
    return [0] * _COUNTS


def _style(counts: list[int]) -> Style:
    hands = counts[_HANDS]
    return Style(
        hands,
        players=counts[_SEATS] / hands,
        vpip=Share(counts[_ENTERED], hands),
        pfr=Share(counts[_RAISED], hands),
        three_bet=Share(counts[_THREE_BETS], counts[_THREE_BET_CHANCES]),
        af=AggressionFactor(counts[_BETS], counts[_CALLS]),
        wtsd=Share(counts[_SHOWDOWNS], counts[_FLOPS]),
        wsd=Share(counts[_WINS], counts[_SHOWDOWNS]),
        fold_to_bet={
            street: Share(counts[_FOLDED + number], counts[_FACED + number])
            for number, street in enumerate(HOLDEM_STREETS)
        },
    )


def _to_json(share: Share | AggressionFactor) -> dict[str, Any]:
    return {
        "value": finite(share.value),
        "count": share.count,
        "of": share.of,
        "interval": None if math.isnan(share.interval[0]) else list(share.interval),
    }
