"""Advice for a person from what they can see: the odds of a call, and their equity against estimated ranges."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from railbird.bots.shared.model_bot import ModelBot
from railbird.cards import HoleCards, Range
from railbird.game import View
from railbird.game.pots import prize
from railbird.strength import PlayerEquity, equity_against, pot_odds

COACH = "simbot"
"""It estimates the opponents' ranges, and plays limit and no-limit games."""
DEALS = 20_000


class CallOdds(NamedTuple):
    """What a call costs, what it can win, and how often it must win."""

    to_call: int
    pot: int
    needed: float


class Equities(NamedTuple):
    """A player's equity against the estimated ranges of the others, and against random hands."""

    estimated: float
    random: float


def call_odds(view: View) -> CallOdds | None:
    """The odds of a call; None if there is nothing to call."""
    if not view.to_call:
        return None
    pot = prize(view.game, view.paid, view.position, view.to_call) - view.to_call
    return CallOdds(view.to_call, pot, pot_odds(pot, view.to_call))


def equities(bot: ModelBot, view: View) -> Equities:
    """The equity of the player of a view, with the ranges of a bot that has followed the hand from their seat."""
    others = still_in(view)
    ranges = [bot.models.table(position).range().without(view.board) for position in others]
    estimated, random = (equity_of(view, versus).equity for versus in (ranges, ["random"] * len(others)))
    return Equities(estimated, random)


def still_in(view: View) -> list[int]:
    """The positions of the opponents who have not folded."""
    return [position for position, folded in enumerate(view.folded) if not folded and position != view.position]


def equity_of(view: View, versus: Sequence[str | Range]) -> PlayerEquity:
    """The equity of the player of a view against one range for each opponent who has not folded."""
    return equity_against(HoleCards(*view.hole_cards), view.board, versus, deals=DEALS).players[0]
