"""Rough estimates for a little-known player: strength from their actions, and prospects from that (Saukonoja 2007).

The source says that such functions exist (§5.1.2, §5.1.3) and what they depend on; the functions themselves are ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import inf, prod
from typing import NamedTuple

from railbird.agent.situation import Situation
from railbird.game import ActionKind
from railbird.policies.saukonoja.prospects import Prospects

FIRST_ROUND_AFTER_FLOP = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class ColdStart:
    """Constants of the estimates. All ours; the source does not print its own."""

    bet: float = 0.20
    raise_: float = 0.25
    call: float = 0.10
    check: float = -0.06
    """How much stronger a player is who took this action in the current round."""
    fading: float = 0.5
    """Weight of an action from the previous round; one round earlier, its square."""
    least: float = 0.05
    """Lower bound of a strength; the upper bound is 1 minus this."""
    folds: float = 0.30
    """How often an unknown player folds to a bet."""
    folds_weight: float = 10.0
    """That prior counts as this many observations."""
    folds_later: float = 0.10
    """How often an opponent folds later, after we check or call."""
    raises_back: float = 0.30
    """How often an opponent raises our bet or raise."""
    passive_bets: float = 0.4
    """Bets that each player puts in per round to come, after we check or call."""
    active_bets: float = 0.7
    """The same after we bet or raise."""
    gives_up: float = 0.5
    """How often we fold later with a worthless hand, if there are three rounds to come."""


COLD_START = ColdStart()


class PostflopAction(NamedTuple):
    """A player's post-flop action, as far as it bears on their strength."""

    round: int
    kind: ActionKind
    faced: bool
    """Whether there was a bet to call."""


def strength_by_actions(actions: Iterable[PostflopAction], round_now: int, settings: ColdStart = COLD_START) -> float:
    """OHS = ½ + Σ w d: actions of this round weigh 1, of the one before ½, then ¼; pre-flop actions 0 (§5.1.2)."""
    total = 0.5
    for action in actions:
        if action.round < FIRST_ROUND_AFTER_FLOP:
            continue
        if action.kind is ActionKind.RAISE:
            step = settings.raise_ if action.faced else settings.bet
        elif action.kind is ActionKind.CALL:
            step = settings.call if action.faced else settings.check
        else:
            step = 0.0
        total += step * settings.fading ** (round_now - action.round)
    return min(max(total, settings.least), 1 - settings.least)


WinFunction = Callable[[float, float], float]
"""P_w from our strength and an opponent's."""


def by_ratio(mine: float, theirs: float) -> float:
    """EHS / (EHS + OHS), as the source describes it (§5.1.2)."""
    return mine / (mine + theirs) if mine + theirs > 0 else 0.5


def by_odds(mine: float, theirs: float) -> float:
    """EHS (1 − OHS) / (EHS (1 − OHS) + OHS (1 − EHS)): EHS itself against an average hand, 1 with the nuts.

    >>> round(by_odds(0.8, 0.6), 3), round(by_ratio(0.8, 0.6), 3)
    (0.727, 0.571)
    """
    ahead, behind = mine * (1 - theirs), theirs * (1 - mine)
    return ahead / (ahead + behind) if ahead + behind > 0 else 0.5


class OurHand(NamedTuple):
    """Our side of an estimate."""

    strength: float
    """EHS."""
    win: float
    """P_w: the chance of winning a showdown."""
    room: float = inf
    """Our stack after a call."""


class Rival(NamedTuple):
    """An active opponent's side of an estimate."""

    strength: float
    """OHS."""
    folds: float
    """Probability that they fold to our bet or raise."""
    room: float = inf
    """Chips they can put in beyond our call; we cannot win more than that from them."""
    all_in: bool = False
    """They are all-in and cannot fold."""


def cold_prospects(
    now: Situation,
    kind: ActionKind,
    ours: OurHand,
    rivals: Sequence[Rival],
    settings: ColdStart = COLD_START,
    *,
    raises_by: float | None = None,
) -> Prospects:
    """Prospects of a call or a raise, from our strength and assumptions about the opponents.

    With S the pot, c the amount to call, b the bet of this round (or the amount of our raise), F one bet for each round
    to come, and n opponents:

    * check or call: EB_w = c + q F, ES_w = S + c + (n + 1) q F, with q bets a round;
    * bet or raise: EB_w = c + (1 + r) b + q F, ES_w = S + c + (n + 1) (1 + r) b + (n + 1) q F, with r the probability
      of being raised; if all others fold at once, we win S: EB_vf = c + b, ES_vf = S + c + b.

    No player puts in more than they have or another can match. If no more betting is possible, a call is worth
    P_w (S + c) − c (3).
    """
    strength, win = ours.strength, ours.win
    pot, call = now.pot + now.to_call, now.to_call
    room = min(ours.room, max(rival.room for rival in rivals))
    later = now.later_bets if room > 0 else 0
    if kind is ActionKind.RAISE:
        bet = min(now.bet if raises_by is None else raises_by, room)
        raised = settings.raises_back if room > bet else 0.0
        more = min((1 + raised) * bet, room)
        more += min(settings.active_bets * later, room - more)
        folds = prod(rival.folds for rival in rivals)
        gives_up = (1 - folds) * raised * (1 - strength)
        shown = pot + more + _matched(more, rivals)
        return Prospects(win, folds, gives_up, shown, call + more, pot + bet, call + bet, pot + 3 * bet, call + bet)
    more = min(settings.passive_bets * later, room)
    stay = not later or any(rival.all_in for rival in rivals)
    folds = 0.0 if stay else settings.folds_later ** len(rivals)
    rounds = later / (later + now.bet) if later else 0.0
    gives_up = (1 - folds) * settings.gives_up * (1 - strength) * rounds
    return Prospects(win, folds, gives_up, pot + more + _matched(more, rivals), call + more, pot, call, pot, call)


def _matched(more: float, rivals: Sequence[Rival]) -> float:
    """Chips that the opponents add when we add ``more``, if they all stay in."""
    return sum(min(more, rival.room) for rival in rivals)
