"""The two languages that programs speak: match states of the ACPC, and the JSON messages of the table protocol."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Protocol

from railbird.agent import MatchStart
from railbird.cards import cards_text
from railbird.errors import ActionError, BotError, GameError, quoted
from railbird.game import Action, Game, View, write_acpc_game
from railbird.game.events import event_to_json
from railbird.game.state_json import state_json
from railbird.game.view import VisibleHand
from railbird.histories.match_state import MatchStateLine, action_of
from railbird.histories.narration import position_name

TABLE_VERSION = 1
TABLE = 1
"""The number of the table in all messages: there is only one."""


class Dialect(Protocol):
    """How a program is told of a match, and how its answers are read."""

    def greeting(self, line: str) -> str:
        """What to write after the program's first line. Raises BotError if it is not one of this language."""

    def refusal(self, game: Game) -> str:
        """Why a game cannot be told in this language; empty if it can."""

    def opening(self, start: MatchStart) -> str:
        """What to write when the match begins."""

    def news(self, view: View, number: int) -> str:
        """What to write of a hand since the last time; the last of it asks for an answer if it is the bot's turn."""

    def answer(self, line: str, view: View) -> Action | str | None:
        """The action in a line; a text to write if it asks for something else; None if it is to be ignored.

        Raises ActionError if it answers with something that is not an action.
        """

    def time(self, seconds: float) -> None:
        """How long the program may take for a decision."""


def dialect_of(line: str) -> Dialect:
    """The language of a program's first line. Raises BotError."""
    if line.startswith("VERSION"):
        return AcpcDialect()
    if line.lstrip().startswith("{"):
        return TableDialect()
    raise BotError(
        f"its first line is {quoted(line)}, but must be VERSION:2.0.0 (ACPC) or "
        '{"type": "hello", "protocol": 1} (table protocol)'
    )


class AcpcDialect:
    """Match states: ``MATCHSTATE:0:30:cc/r250:9s8h|/8c8d5c``, answered by the same line with ``:c`` after it."""

    def __init__(self) -> None:
        self._number, self._told, self._over = -1, -1, False
        self._state = ""

    def greeting(self, line: str) -> str:
        match = re.fullmatch(r"VERSION:(\d+)\.(\d+)\.(\d+)", line, re.ASCII)
        if not match:
            raise BotError(f"its first line is {quoted(line)}, but must be VERSION:2.0.0")
        if match[1] != "2":
            raise BotError(f"it speaks version {line[8:]} of the ACPC's protocol; Railbird speaks 2.0.0")
        return ""

    def refusal(self, game: Game) -> str:
        try:
            write_acpc_game(game)
        except GameError as error:
            return f"the ACPC's protocol cannot express it: {error}"
        return "the ACPC's protocol has no board cards in the first round" if game.board_cards[0] else ""

    def opening(self, start: MatchStart) -> str:
        return ""

    def time(self, seconds: float) -> None:
        pass

    def news(self, view: View, number: int) -> str:
        if number != self._number or self._over:
            self._number, self._told, self._over = number, -1, False
        lines = []
        for count in range(self._told + 1, len(view.actions)):
            lines.append(str(MatchStateLine.of(_earlier(view, count), number)))
        self._state = str(MatchStateLine.of(view, number))
        lines.append(self._state)
        self._told, self._over = len(view.actions), view.over
        return "".join(f"{line}\r\n" for line in lines)

    def answer(self, line: str, view: View) -> Action | str | None:
        if not line or line[0] in "#;":
            return None
        if not line.startswith(f"{self._state}:"):
            if line.startswith("MATCHSTATE:"):
                return None  # an answer to an earlier state, which came too late
            raise ActionError(f"answered {quoted(line)} to {self._state}")
        return action_of(view, line[len(self._state) + 1 :])


class TableDialect:
    """JSON messages, as at the tables of ``railbird serve``: one object a line."""

    def __init__(self) -> None:
        self._number, self._events, self._over = -1, 0, False
        self._seconds = 0.0
        self._start: MatchStart | None = None
        self._name = "bot"

    def greeting(self, line: str) -> str:
        message = _message(line)
        if message is None or message.get("type") != "hello":
            raise BotError(f'its first line is {quoted(line)}, but must be {{"type": "hello", "protocol": 1}}')
        return self._welcome(message)

    def _welcome(self, message: dict[str, Any]) -> str:
        if message.get("protocol") != TABLE_VERSION:
            spoken = quoted(str(message.get("protocol")))
            raise BotError(f"it speaks protocol {spoken} of tables; Railbird speaks {TABLE_VERSION}")
        name = message.get("name")
        self._name = name[:60] if isinstance(name, str) else "bot"
        return self._text({"type": "welcome", "protocol": TABLE_VERSION, "name": self._name, "token": None}, message)

    def refusal(self, game: Game) -> str:
        return ""

    def opening(self, start: MatchStart) -> str:
        self._start = start
        return self._text(self._table())

    def time(self, seconds: float) -> None:
        self._seconds = seconds

    def _table(self) -> dict[str, Any]:
        start = self._start
        if start is None:
            return {"type": "table", "table": TABLE, "running": None}
        setup = {"game": str(start.game), "bots": [], "seconds": self._seconds}
        return {
            "type": "table",
            "table": TABLE,
            "game": str(start.game),
            "setup": setup,
            "seats": list(start.players),
            "you": start.player,
            "hands": start.hands,
            "running": None,
        }

    def news(self, view: View, number: int) -> str:
        told: list[dict[str, Any]] = []
        begins = number != self._number or self._over
        events = [event_to_json(each) for each in view.events]
        if begins:
            self._number, self._events = number, 0
            told.append({"type": "hand", **self._hand(view), **self._now(view), "events": events})
        elif not view.over:
            told.append({"type": "events", **self._now(view), "events": events[self._events :]})
        if view.over:
            told.append({"type": "hand-over", **self._now(view), "events": [] if begins else events[self._events :]})
        elif view.actor == view.position:
            left = {"seconds": self._seconds, "with_bank": self._seconds}
            told.append({"type": "turn", "table": TABLE, "hand": number, "turn": len(view.actions), "time_left": left})
        self._events, self._over = len(events), view.over
        return "".join(map(self._text, told))

    def _hand(self, view: View) -> dict[str, Any]:
        start, game = self._start, view.game
        seats = [start.players.index(each) if start else position for position, each in enumerate(view.players)]
        return {
            "players": list(view.players),
            "seats": seats,
            "positions": [position_name(game, position) for position in range(game.players)],
            "button": seats[-1],
            "position": view.position,
            "game": str(game),
            "betting": game.betting.name.lower().replace("_", "-"),
            "big_blind": game.big_blind,
            "starting_stacks": list(view.starting_stacks),
        }

    def _now(self, view: View) -> dict[str, Any]:
        shown = {**view.shown, view.position: view.hole_cards}
        cards = [cards_text(shown[each]) if each in shown else None for each in range(view.game.players)]
        return {"table": TABLE, "hand": self._number, "state": state_json(view), "cards": cards}

    def answer(self, line: str, view: View) -> Action | str | None:
        if not line.strip():
            return None
        message = _message(line)
        if message is None:
            raise ActionError(f"answered {quoted(line)}, which is not a JSON object")
        kind = message.get("type")
        if kind == "act":
            if (message.get("hand"), message.get("turn")) != (self._number, len(view.actions)):
                return None  # an answer that came too late
            return Action.parse(str(message.get("action")))
        if kind == "ping":
            return self._text({"type": "pong"}, message)
        if kind == "hello":
            return self._welcome(message)
        if kind == "tables":
            return self._text({"type": "tables", "tables": [self._table()]}, message)
        if kind == "watch":
            return self._text(self._table(), message)
        if kind in ("sit", "sit-in", "ready", "unwatch"):
            return self._text({"type": "done"}, message)
        known = "act, ping, tables, watch, sit, ready"
        text = f"there is no message {quoted(str(kind))} here: there are {known}"
        return self._text({"type": "error", "code": "unknown-type", "text": text}, message)

    def _text(self, message: dict[str, Any], asked: dict[str, Any] | None = None) -> str:
        if asked is not None and "id" in asked:
            message = {**message, "re": asked["id"]}
        return json.dumps(message, separators=(",", ":")) + "\n"


def _message(line: str) -> dict[str, Any] | None:
    try:
        message = json.loads(line)
    except (RecursionError, ValueError):
        return None
    return message if isinstance(message, dict) else None


def _earlier(view: View, count: int) -> View:
    """The view after the first actions."""
    actions = view.actions[:count]
    rounds = view.actions[count].round
    board = view.board_bytes[: sum(view.game.board_cards[: rounds + 1])]
    holes: Sequence[bytes] = [
        cards if position == view.position else b"" for position, cards in enumerate(view.hole_bytes)
    ]
    return View.rebuilt(
        view.game,
        view.players,
        VisibleHand(view.starting_stacks, view.position, actions, tuple(holes), board, None),
    )
