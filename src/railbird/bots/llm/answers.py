"""From a model's words to a legal action, by a fixed rule.

| what the answer says | what is done |
|---|---|
| a legal action | that action |
| a bet or raise above the most, or below the least that is allowed | the most, or the least |
| a bet or raise where none is allowed | a call |
| a fold where the rules allow none | a check |
| a call where there is nothing to call | a check; this is no failure |
| a check where there is something to call, a bet or raise without its size, or nothing that can be read | ask again |

When there is nothing left to ask with, the bot checks if that is free, and folds otherwise. In limit games the size of
a bet or raise is fixed, and what an answer says about it does not matter. "All-in" is the most that is allowed.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, NamedTuple

from railbird.game import CALL, FOLD, Action, Betting, View, raise_to

LARGEST = 10**15
_WORDS = re.compile(
    r"\b(folds?|checks?|calls?|bets?|raises?|all[- ]in)\b(?:\s+(?:it\s+)?(?:to|of)?\s*\$?([0-9][0-9,]*))?",
    re.IGNORECASE,
)
_MOST_OBJECTS = 200
"""Opening brackets of an answer, from its end, that are looked at."""
_NUMBER = re.compile(r"\$?\s*([0-9][0-9,_ ]*)(?:\.0*)?\s*(?:chips)?")


class ModelWish(NamedTuple):
    """What an answer wants."""

    move: str
    to: int | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A legal action, and what had to be changed; or no action, and why."""

    action: Action | None
    failure: str = ""


def read_wish(text: str) -> ModelWish | None:
    """What an answer wants; None if that cannot be read.

    The last JSON object with an action counts. Without one, the last line counts if it names one move and no other.

    >>> read_wish('I think {"action": "raise", "to": 300, "reason": "strong"}')
    ModelWish(move='raise', to=300, reason='strong')
    >>> read_wish("Let me see.\\n**Raise to 1,200**"), read_wish("call or fold?")
    (ModelWish(move='raise', to=1200, reason=''), None)
    """
    starts = [index for index, letter in enumerate(text) if letter == "{"]
    for start in reversed(starts[-_MOST_OBJECTS:]):
        wish = _from_object(text, start)
        if wish is not None:
            return wish
    lines = [line for line in text.splitlines() if line.strip()]
    matches = list(_WORDS.finditer(lines[-1])) if lines and len(lines[-1]) <= 200 else []
    moves = {_move(match[1]) for match in matches}
    if len(moves) != 1:
        return None
    sizes = {match[2] for match in matches if match[2]}
    return ModelWish(moves.pop(), _amount(sizes.pop()) if len(sizes) == 1 else None)


def fitted(wish: ModelWish | None, view: View) -> Fitted:
    """The legal action that an answer means."""
    legal = view.legal
    if wish is None:
        return Fitted(None, "the answer names no action")
    match wish.move:
        case "fold":
            return Fitted(FOLD) if legal.fold else Fitted(CALL, "a fold that is not allowed: checked")
        case "check" if legal.call:
            return Fitted(None, "a check where there is something to call")
        case "check" | "call":
            return Fitted(CALL)
        case _:
            return _raise(wish, view)


def _raise(wish: ModelWish, view: View) -> Fitted:
    legal = view.legal
    if not legal.most_raise:
        return Fitted(CALL, "a bet or raise that is not allowed: called or checked")
    if view.game.betting is Betting.LIMIT or legal.least_raise == legal.most_raise:
        return Fitted(raise_to(legal.least_raise))
    if wish.move == "all-in":
        return Fitted(raise_to(legal.most_raise))
    if wish.to is None:
        return Fitted(None, "a bet or raise without its size")
    if wish.to > legal.most_raise:
        return Fitted(raise_to(legal.most_raise), "a bet or raise above the most allowed: made the most")
    if wish.to < legal.least_raise:
        return Fitted(raise_to(legal.least_raise), "a bet or raise below the least allowed: made the least")
    return Fitted(raise_to(wish.to))


def _from_object(text: str, start: int) -> ModelWish | None:
    """The wish of the JSON object that begins here; None if there is none."""
    try:
        data, _ = json.JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        return None
    said = data.get("action")
    match = _WORDS.fullmatch(said.strip()) if isinstance(said, str) else None
    if match is None:
        return None
    size = data.get("to", data.get("amount"))
    to = _amount(match[2] if size is None else size)
    reason = data.get("reason", "")
    return ModelWish(_move(match[1]), to, reason if isinstance(reason, str) else "")


def _move(word: str) -> str:
    word = word.lower().replace(" ", "-")
    return word if word == "all-in" else word.removesuffix("s")


def _amount(value: Any) -> int | None:
    """A number of chips; None if it is none."""
    if isinstance(value, str) and (match := _NUMBER.fullmatch(value.strip())) and len(value) < 40:
        value = int(re.sub(r"[,_ ]", "", match[1]))
    if isinstance(value, float) and value == value and abs(value) < LARGEST:
        value = round(value)
    return min(value, LARGEST) if type(value) is int and value >= 0 else None
