"""Parsing what a person types at the table: short forms, amounts, and error messages."""

from __future__ import annotations

import re
from enum import StrEnum

from railbird.game import CALL, FOLD, Action, Betting, View, raise_to


class Wish(StrEnum):
    """What may be typed besides actions."""

    RAISE = "raise"
    """A raise without an amount, which must be asked for."""
    HINT = "hint"
    WHY = "why"
    TABLE = "table"
    HELP = "help"
    QUIT = "quit"


class TypedActionError(ValueError):
    """What was typed is not possible; the message says why and what is."""


_WISHES = {
    **{wish.value: wish for wish in Wish if wish is not Wish.RAISE},
    "h": Wish.HINT,
    "?": Wish.HELP,
    "w": Wish.WHY,
    "t": Wish.TABLE,
    "q": Wish.QUIT,
    "exit": Wish.QUIT,
}
_FOLDS, _CALLS, _CHECKS = ("f", "fold"), ("c", "call"), ("check", "k", "x")
_RAISES = ("r", "raise", "b", "bet")
_SIZES = ("pot", "half", "all", "allin", "max", "min")
_ALL_IN = re.compile(r"\ball[\s-]+in\b")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3})")
_AMOUNT = re.compile(r"(\d{1,15}(?:\.\d{1,6})?)\s*(bb|x)?")


def read_wish(text: str, view: View) -> Action | Wish:
    """Parse what was typed.

    >>> from railbird.game import Hand
    >>> view = Hand.parse("nolimit; AhKh QsQd / Kc7d2h / 9s / 4d; c").view(0)
    >>> print(read_wish("r 3bb", view), read_wish("pot", view), read_wish("c", view))
    r300 r300 c
    """
    words = _ALL_IN.sub("allin", _THOUSANDS.sub("", text.strip().lower().replace("raise to", "raise"))).split()
    if not words:
        raise TypedActionError(f"type one of: {options(view)}")
    if len(words) == 1 and words[0] in _WISHES:
        return _WISHES[words[0]]
    first, rest = words[0], " ".join(words[1:])
    if first in _FOLDS and not rest:
        return _fold(view)
    if first in _CALLS and not rest:
        return CALL
    if first in _CHECKS and not rest:
        if view.to_call:
            raise TypedActionError(f"you cannot check: there is {view.to_call:,} to call; c calls, f folds")
        return CALL
    if first in _RAISES:
        if not rest and view.legal.least_raise < view.legal.most_raise and view.game.betting is not Betting.LIMIT:
            return Wish.RAISE
        return raise_to(_amount(rest or "min", view))
    glued = re.fullmatch(r"([rb])(\d.*)", first)
    if glued and not rest:
        return raise_to(_amount(glued[2], view))
    if first in _SIZES and not rest:
        return raise_to(_amount(first, view))
    raise TypedActionError(f"{text.strip()[:40]!r} is not an action; type one of: {options(view)}")


def read_answer(text: str, view: View) -> Action | Wish:
    """Parse the answer to a question for an amount: the amount alone, or anything else that may be typed.

    >>> from railbird.game import Hand
    >>> view = Hand.parse("nolimit; AhKh QsQd / Kc7d2h / 9s / 4d; c").view(0)
    >>> print(read_answer("3bb", view), read_answer("all in", view), read_answer("c", view))
    r300 r20000 c
    """
    return read_wish(f"r {text}" if re.match(r"\s*[\d.]", text) else text, view)


def how_much(view: View) -> str:
    """The question for an amount."""
    least, most = view.legal.least_raise, view.legal.most_raise
    what = "raise to" if any(view.bets) else "bet"
    return f"{what} how much? {least:,} to {most:,}: {', '.join(_examples(view))}; Enter alone goes back"


def _fold(view: View) -> Action:
    if not view.legal.fold or not view.to_call:
        raise TypedActionError("there is nothing to call: c checks for free")
    return FOLD


def _amount(text: str, view: View) -> int:
    """The total to which a bet or raise goes."""
    legal = view.legal
    if not legal.most_raise:
        raise TypedActionError(f"no more raises are allowed; type one of: {options(view)}")
    if view.game.betting is Betting.LIMIT:
        if text not in ("min", str(legal.least_raise)):
            raise TypedActionError(f"bets have a fixed size in this game: r goes to {legal.least_raise:,}")
        return legal.least_raise
    called = view.bets[view.position] + legal.call
    pot = view.pot + legal.call
    sizes = {"pot": called + pot, "half": called + round(pot / 2), "min": legal.least_raise}
    if text in sizes:
        return min(max(sizes[text], legal.least_raise), legal.most_raise)
    if text in ("all", "allin", "max"):
        everything = view.bets[view.position] + view.stacks[view.position]
        if text != "max" and legal.most_raise < everything:
            raise TypedActionError(f"{everything:,} is more than the pot limit: pot goes to {legal.most_raise:,}")
        return legal.most_raise
    match = _AMOUNT.fullmatch(text)
    if not match:
        raise TypedActionError(f"{text[:40]!r} is not an amount: write 300, 3bb, 2.5x, half, pot, all in or min")
    number = float(match[1])
    if match[2] == "x" and not any(view.bets):
        raise TypedActionError("there is no bet yet for x to multiply: write 300, 3bb, half, pot, all in or min")
    unit = {"bb": view.game.big_blind, "x": max(max(view.bets), 1), None: 1}[match[2]]
    wanted = round(number * unit)
    if not legal.least_raise <= wanted <= legal.most_raise:
        what = "a raise goes to" if any(view.bets) else "a bet is"
        raise TypedActionError(
            f"{what} at least {legal.least_raise:,} and at most {legal.most_raise:,}, not {wanted:,}"
        )
    return wanted


def _sizes_text(verb: str, view: View) -> str:
    """The bet sizes, with legal examples."""
    least, most = view.legal.least_raise, view.legal.most_raise
    if least == most:
        return f"r ({verb} {least:,})"
    examples = [f"r {each}" if each[0].isdigit() else each for each in _examples(view)]
    return f"r AMOUNT ({verb} {least:,}-{most:,}: {', '.join(examples)})"


def _examples(view: View) -> list[str]:
    """Legal amounts, as examples."""
    least, most = view.legal.least_raise, view.legal.most_raise
    blinds = -(-least // view.game.big_blind) if view.game.big_blind else 0
    examples = [str(least), *([f"{blinds}bb"] if blinds and blinds * view.game.big_blind <= most else []), "pot"]
    return examples + ["all in"] * (most == view.bets[view.position] + view.stacks[view.position])


def options(view: View) -> str:
    """What may be typed now, in one line."""
    legal = view.legal
    choices = [f"c (call {legal.call:,})" if legal.call else "c (check)"]
    if legal.most_raise:
        verb = "raise" if any(view.bets) else "bet"
        if view.game.betting is Betting.LIMIT:
            choices.append(f"r ({verb} {'to ' * (verb == 'raise')}{legal.least_raise:,})")
        else:
            choices.append(_sizes_text(verb + " to" * (verb == "raise"), view))
    if legal.fold and legal.call:
        choices.append("f (fold)")
    return ", ".join(choices)
