"""Raises that a searching bot considers: numbers of pots joined by +, or a bet menu."""

from __future__ import annotations

from railbird.abstraction.bet_menu import BetMenu, bet_turn, parse_menu
from railbird.game import Betting, View

SIZES = "raises to try in no-limit games: in pots, or a bet menu such as 33%/75%/a"
"""The meaning of a setting with such sizes."""


def sizes_of(text: str) -> list[float] | BetMenu:
    """Parse the sizes of a setting: numbers of pots joined by +, or a bet menu with / in place of commas."""
    try:
        sizes = [float(part) for part in text.split("+")]
    except ValueError:
        return parse_menu(text)
    if not 1 <= len(sizes) <= 6 or not all(0 < size <= 100 for size in sizes):
        raise ValueError(f"sizes must be one to six numbers, each above 0 and at most 100 pots, not {text[:40]!r}")
    return sizes


def ascending_sizes(text: str) -> list[float]:
    """Sizes that are numbers of pots in ascending order. Raises ValueError if they are not."""
    sizes = sizes_of(text)
    if not isinstance(sizes, list) or sorted(set(sizes)) != sizes:
        raise ValueError(f"sizes must be numbers of pots in ascending order, as in 0.5+1, not {text[:40]!r}")
    return sizes


def roll_out_bet(sizes: list[float] | BetMenu) -> float:
    """The bet of roll-outs, in pots: the last number, or the largest share of the pot in the menu, or the pot."""
    if isinstance(sizes, list):
        return sizes[-1]
    shares = [size.number / 100 for section in sizes.sections for size in section.sizes if size.unit == "%"]
    return float(max(shares, default=1))


def raises_of(view: View, text: str) -> list[int]:
    """The raises of a decision, as amounts to raise to."""
    legal = view.legal
    if not legal.most_raise:
        return []
    if view.game.betting is Betting.LIMIT:
        return [legal.least_raise]
    sizes = sizes_of(text)
    if isinstance(sizes, BetMenu):
        turn = bet_turn(view, view.game)
        return list(sizes.raises(turn).values()) if turn else []
    called = view.bets[view.position] + legal.call
    wanted = (called + size * (view.pot + legal.call) for size in sizes)
    return sorted({min(max(round(each), legal.least_raise), legal.most_raise) for each in wanted})
