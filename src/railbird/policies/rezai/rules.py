"""RezAI's four strategies as tables: what folds, checks, calls, bets and raises (Kotsalidis 2013, §3.2, appendix A).

Pre-flop all four are the source's (table 6). After the flop the loose-aggressive one is the source's (appendix A), and
of the other three it has only words (table 8): their rows are ours. Loose-passive likes to call and to fold: it bets
from three of a kind on, and calls with a nine in the hole, on the turn with a jack, on the river with a pair.
Tight-passive likes to check and to fold: it bets as rarely, and folds less than a good pair, or two on the river.
Tight-aggressive folds less than a pair, and bets and raises what it plays.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from railbird.game.events import ActionName


class PlayingStyle(StrEnum):
    """The strategies, by the numbers that the source gives them: 1 to 4, 0 being the one that changes."""

    LOOSE_PASSIVE = "lp"
    LOOSE_AGGRESSIVE = "lag"
    TIGHT_PASSIVE = "tp"
    TIGHT_AGGRESSIVE = "tag"

    @property
    def code(self) -> int:
        return list(PlayingStyle).index(self) + 1

    @property
    def words(self) -> str:
        return self.name.lower().replace("_", "-")


class RezaiSituation(NamedTuple):
    """What rules are asked about (table 2)."""

    round: int
    strength: int
    draw: bool
    facing: bool
    """Is there a bet or raise to answer? Pre-flop the big blind is one (ours)."""
    ahead: bool
    """Has it at least as many chips as the opponent, in whole pots: my chips // pot ≥ his chips // pot?"""
    last: bool
    """Is it the last action of the round, or is the cap on raises reached?"""


@dataclass(frozen=True, slots=True)
class RoundLimits:
    """The limits of one strategy in one round."""

    fold_below: int
    check_below: int
    bet_from: int
    raise_from: int
    draw_bets: bool = False
    draw_calls: bool = False
    lead_calls: bool = False
    """Who is ahead in chips calls with anything."""

    def fits(self, move: ActionName, situation: RezaiSituation) -> bool:
        """Does the rule for a move hold?"""
        bets = situation.strength >= self.bet_from or (self.draw_bets and situation.draw)
        kept = (self.draw_calls and situation.draw) or (self.lead_calls and situation.ahead)
        weak = situation.strength < self.fold_below and not (kept and not situation.last)
        raises = situation.strength >= self.raise_from and not situation.last
        match move:
            case ActionName.FOLD:
                return situation.facing and weak
            case ActionName.CHECK:
                return not situation.facing and situation.strength < self.check_below and not bets
            case ActionName.CALL:
                return situation.facing and not weak and not raises
            case ActionName.BET:
                return not situation.facing and bets
            case ActionName.RAISE:
                return situation.facing and not weak and raises


def _made(fold: int, bet: int, raise_: int, *, draw_bets: bool, draw_calls: bool, lead_calls: bool) -> RoundLimits:
    return RoundLimits(fold, bet, bet, raise_, draw_bets, draw_calls, lead_calls)


STRATEGIES: dict[PlayingStyle, tuple[RoundLimits, RoundLimits, RoundLimits, RoundLimits]] = {
    PlayingStyle.LOOSE_AGGRESSIVE: (  # all of it the source's
        RoundLimits(6, 24, 24, 25),
        _made(130, 130, 130, draw_bets=True, draw_calls=True, lead_calls=True),
        _made(200, 200, 200, draw_bets=True, draw_calls=True, lead_calls=True),
        _made(291, 291, 400, draw_bets=False, draw_calls=False, lead_calls=False),
    ),
    PlayingStyle.LOOSE_PASSIVE: (  # from the flop on ours
        RoundLimits(6, 45, 45, 45),
        _made(100, 600, 785, draw_bets=False, draw_calls=True, lead_calls=True),
        _made(130, 600, 785, draw_bets=False, draw_calls=True, lead_calls=True),
        _made(200, 600, 785, draw_bets=False, draw_calls=False, lead_calls=False),
    ),
    PlayingStyle.TIGHT_PASSIVE: (  # from the flop on ours
        RoundLimits(35, 35, 45, 45),
        _made(291, 600, 785, draw_bets=False, draw_calls=False, lead_calls=False),
        _made(330, 600, 785, draw_bets=False, draw_calls=False, lead_calls=False),
        _made(400, 600, 785, draw_bets=False, draw_calls=False, lead_calls=False),
    ),
    PlayingStyle.TIGHT_AGGRESSIVE: (  # from the flop on ours
        RoundLimits(35, 35, 35, 45),
        _made(200, 200, 291, draw_bets=False, draw_calls=True, lead_calls=False),
        _made(291, 291, 330, draw_bets=False, draw_calls=True, lead_calls=False),
        _made(330, 330, 400, draw_bets=False, draw_calls=False, lead_calls=False),
    ),
}
"""By round: pre-flop, on flop, turn and river."""


def choose_action(
    style: PlayingStyle, situation: RezaiSituation, *, free_fold: bool = False
) -> tuple[ActionName, bool]:
    """The first of fold, check, call, bet and raise, in the source's order, whose rule holds; and whether one did.

    If none does, it folds, as the source has it (§3.2): tight-passive with 35 to 44 and nothing to call. Unless
    ``free_fold``, nobody folds where checking is free (ours).

    >>> choose_action(PlayingStyle.LOOSE_AGGRESSIVE, RezaiSituation(0, 30, False, True, True, False))
    (<ActionName.RAISE: 'raise'>, True)
    """
    row = STRATEGIES[style][situation.round]
    for move in ActionName:
        if row.fits(move, situation):
            return move, True
    return (ActionName.FOLD if free_fold or situation.facing else ActionName.CHECK), False
