"""What a player's line means to the dealer: which lines it ignores, and how it corrects bad actions.

All of it is the behaviour of the reference dealer, which its programs rely on: see docs/guides/acpc.md.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from railbird.game import CALL, FOLD, Action, ActionKind, Betting, Legal, View
from railbird.histories.match_state import MatchStateLine, paid_before

_STATE = re.compile(r"MATCHSTATE:\s*\+?[0-9]+:\s*\+?[0-9]+:[fcr0-9/\s+]*:[2-9TJQKAcdhs|/]*", re.ASCII | re.IGNORECASE)
_TOKEN = re.compile(r"([fcr])([0-9]*)")
_AMOUNT = re.compile(r"\s*([+-]?[0-9]+)", re.ASCII)
_ANY_CARD = "[2-9TJQKAtjqka][cdhsCDHS]"


class PlayerAnswer(NamedTuple):
    """What becomes of a player's line."""

    action: Action | None
    """None if the dealer goes on waiting for an answer to the current state."""
    warnings: tuple[str, ...] = ()


def read_answer(line: bytes, view: View, state: MatchStateLine) -> PlayerAnswer:
    """What the dealer makes of a line of the player whose turn it is; ``view`` and ``state`` are what they see."""
    text = line.partition(b"\0")[0].decode("latin-1")
    expected = str(state)
    if text.startswith(f"{expected}:"):
        return _read_action(text[len(expected) :], view)
    loose = re.compile(_loosely(view, state)).match(text)  # spelled in another way, but the same state
    if loose:
        return _read_action(text[loose.end() :], view)
    if _STATE.match(text):
        return PlayerAnswer(None, ("ignoring un-requested response",))
    return PlayerAnswer(None, ("bad state format in response",))


def _loosely(view: View, state: MatchStateLine) -> str:
    """A pattern of all spellings of a state that the reference dealer accepts.

    Slashes and bars may be missing, cards may be in either case, numbers may have zeros or a plus sign in front, and
    hole cards of other players may have any value.
    """
    betting = "".join(
        f"/*{letter}" + (rf"\s*\+?0*{amount}" if amount else "") for letter, amount in _TOKEN.findall(state.betting)
    )
    holes, *boards = state.cards.split("/")
    others = f"(?:(?:{_ANY_CARD}){{{view.game.hole_cards}}})?+"  # what reads like hole cards is taken for them
    seats = [
        _either_case(cards) if position == state.position else others for position, cards in enumerate(holes.split("|"))
    ]
    board = "".join(f"/?+{_either_case(cards)}" for cards in boards)
    start = rf"MATCHSTATE:\s*\+?0*{state.position}:\s*\+?0*{state.number}"
    return rf"{start}:{betting}/*:" + r"\|?+".join(seats) + board


def _either_case(cards: str) -> str:
    return "".join(f"[{letter.upper()}{letter.lower()}]" for letter in cards)


def _read_action(rest: str, view: View) -> PlayerAnswer:
    """The action after the state; what follows the action is ignored."""
    letter, sized = rest[1:2], view.game.betting is not Betting.LIMIT
    amount = _AMOUNT.match(rest, 2)
    if rest[:1] != ":" or letter not in tuple("fcr") or (letter == "r" and sized and not amount):
        return PlayerAnswer(CALL, ("bad action format in response, changed to call",))
    legal = view.legal
    if letter == "c":
        return PlayerAnswer(CALL)
    if (letter == "f" and not legal.fold) or (letter == "r" and not legal.most_raise):
        return PlayerAnswer(CALL, ("invalid action, changed to call",))
    if letter == "f":
        return PlayerAnswer(FOLD)
    if not sized or not amount:
        return PlayerAnswer(Action(ActionKind.RAISE, legal.least_raise))
    return _clipped(amount[1], legal, paid_before(view))


def _clipped(text: str, legal: Legal, before: int) -> PlayerAnswer:
    """A raise to a total of the whole hand, or to the nearest that is legal."""
    digits = text.lstrip("+-").lstrip("0")
    size = int(digits or 0) if len(digits) < 16 else 10**16
    wanted = -size if text.startswith("-") else size
    least, most = before + legal.least_raise, before + legal.most_raise
    total = min(max(wanted, least), most)
    how = "increased" if total > wanted else "decreased"
    warnings = () if total == wanted else (f"raise of {wanted} {how} to {total}",)
    return PlayerAnswer(Action(ActionKind.RAISE, total - before), warnings)
