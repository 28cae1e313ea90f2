"""Hostile calls of the readers of other programs' text."""

from typing import Any

from railbird import _core as _typed_core
from tests._core.hostile.arguments import Arguments

_core: Any = _typed_core  # untyped, because most arguments here have wrong types

ACTIONS = (
    "d dh p1 AhKd",
    "d dh p2 ????",
    "d db 2c3c4c",
    "p1 cbr 2.50",
    "p2 cc",
    "p1 f",
    "p2 sm",
    "p1 sm AhKd",
    "\ud800",
)
LINES = (
    "Seat 1: Ann ($2 in chips)",
    "Seat 2: Bob ($2.50 in chips)",
    "Bob: posts small blind $0.01",
    "Ann: posts big blind $0.02",
    "Dealt to Ann [Ah Kh]",
    "Bob: raises $0.04 to $0.06",
    "*** FLOP *** [8h Js 3s]",
    "Ann: shows [Ah Kh] (high card Ace)",
    "Bob collected $0.04 from pot",
    "*** SUMMARY ***",
    "Total pot $0.04 | Rake $0",
    "\ud800",
    "",
)


def _spoiled(draw: Arguments, text: str) -> str:
    if draw.often(0.8) or not text:
        return text
    place = draw.choose.randrange(len(text))
    return text[:place] + draw.choose.choice(["", "\0", "é", "9" * 30, "'", " "]) + text[place + 1 :]


def phh_actions(draw: Arguments) -> Any:
    actions = (_spoiled(draw, draw.choose.choice(ACTIONS)) for _ in range(draw.choose.randrange(12)))
    text = _spoiled(draw, "['" + "', '".join(actions) + "']")
    given = text if draw.often(0.95) else draw.choose.choice([None, b"bytes", 3, [text]])
    return _core.phh_actions(given, draw.integer(2, 10), draw.integer(0, 4))


def stars_hand(draw: Arguments) -> Any:
    lines: list[Any] = [_spoiled(draw, line) for line in LINES if draw.often(0.95)]
    return _core.stars_hand(draw.sequence(lines), draw.integer(0, 2), draw.integer(0, 4))
