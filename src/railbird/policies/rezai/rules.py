"""RezAI's four strategies as tables: which hands fold, check, call, bet and raise (Kotsalidis 2013, §3.2, appendix A).

Pre-flop all four come from the source (table 6). Post-flop the loose-aggressive one does (appendix A); the source only
describes the other three in words (table 8), so their rows are ours. Loose-passive likes to call and to fold: it bets
three of a kind or better, and calls with a nine in the hole, on the turn with a jack, on the river with a pair.
Tight-passive likes to check and to fold: it bets as rarely, and folds anything below a good pair, or two pairs on the
river. Tight-aggressive folds anything below a pair, and bets and raises what it plays.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from railbird.game.events import ActionName


class PlayingStyle(StrEnum):
    """The strategies, in the order of the source's numbers 1 to 4; its 0 is the strategy that switches styles."""

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
    """The situation that rules decide on (table 2)."""

    round: int
    strength: int
    draw: bool
    facing: bool
    """Whether there is a bet or raise to respond to; pre-flop the big blind counts as one (ours)."""
    ahead: bool
    """Whether it has at least as many chips as the opponent, in whole pots: own chips // pot ≥ theirs // pot."""
    last: bool
    """Whether this is the last action of the round, or the cap on raises is reached."""


@dataclass(frozen=True, slots=True)
class RoundLimits:
    """The limits on strength of one strategy in one round."""

    fold_below: int
    check_below: int
    bet_from: int
    raise_from: int
    draw_bets: bool = False
    draw_calls: bool = False
    lead_calls: bool = False
    """A player who is ahead in chips calls with anything."""

    def fits(self, move: ActionName, situation: RezaiSituation) -> bool:
        """Whether the rule for an action applies."""
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
    PlayingStyle.LOOSE_AGGRESSIVE: (  # all from the source
        RoundLimits(6, 24, 24, 25),
        _made(130, 130, 130, draw_bets=True, draw_calls=True, lead_calls=True),
        _made(200, 200, 200, draw_bets=True, draw_calls=True, lead_calls=True),
        _made(291, 291, 400, draw_bets=False, draw_calls=False, lead_calls=False),
    ),
    PlayingStyle.LOOSE_PASSIVE: (  # ours from the flop on
        RoundLimits(6, 45, 45, 45),
        _made(100, 600, 785, draw_bets=False, draw_calls=True, lead_calls=True),
        _made(130, 600, 785, draw_bets=False, draw_calls=True, lead_calls=True),
        _made(200, 600, 785, draw_bets=False, draw_calls=False, lead_calls=False),
    ),
    PlayingStyle.TIGHT_PASSIVE: (  # ours from the flop on
        RoundLimits(35, 35, 45, 45),
        _made(291, 600, 785, draw_bets=False, draw_calls=False, lead_calls=False),
        _made(330, 600, 785, draw_bets=False, draw_calls=False, lead_calls=False),
        _made(400, 600, 785, draw_bets=False, draw_calls=False, lead_calls=False),
    ),
    PlayingStyle.TIGHT_AGGRESSIVE: (  # ours from the flop on
        RoundLimits(35, 35, 35, 45),
        _made(200, 200, 291, draw_bets=False, draw_calls=True, lead_calls=False),
        _made(291, 291, 330, draw_bets=False, draw_calls=True, lead_calls=False),
        _made(330, 330, 400, draw_bets=False, draw_calls=False, lead_calls=False),
    ),
}
"""By round: pre-flop, flop, turn and river."""


def choose_action(
    style: PlayingStyle, situation: RezaiSituation, *, free_fold: bool = False
) -> tuple[ActionName, bool]:
    """The first of fold, check, call, bet and raise, in the source's order, whose rule applies; and whether any does.

    If none applies, it folds, as in the source (§3.2): tight-passive with 35 to 44 and nothing to call. Unless
    ``free_fold``, it checks instead where checking is free (ours).

    >>> choose_action(PlayingStyle.LOOSE_AGGRESSIVE, RezaiSituation(0, 30, False, True, True, False))
    (<ActionName.RAISE: 'raise'>, True)
    """
    row = STRATEGIES[style][situation.round]
    for move in ActionName:
        if row.fits(move, situation):
            return move, True
    return (ActionName.FOLD if free_fold or situation.facing else ActionName.CHECK), False
