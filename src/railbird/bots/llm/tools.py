"""What the model may compute: pot odds, its equity against ranges, and how its opponents have played.

Everything is computed from the bot's own view. A tool never fails: it answers with an error that the model can read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from railbird.bots.llm.dialect import ToolCall
from railbird.bots.llm.opponents import Opponents
from railbird.bots.llm.prompt import label
from railbird.bots.shared.advice import call_odds, equity_of, still_in
from railbird.cards import Range
from railbird.errors import RailbirdError
from railbird.game import View
from railbird.stats.style import LEGEND

LONGEST_RANGE = 1000
"""Characters of a range."""
NO_MORE = "You have no more tools for this decision: give your answer now."


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as the model is told of it."""

    name: str
    description: str
    arguments: Mapping[str, Any]
    """The JSON schema of each argument, by name; all are optional."""
    run: Callable[[Desk, Mapping[str, Any]], Any]
    holdem: bool = True
    """Whether it works in hold'em only."""

    @property
    def schema(self) -> dict[str, Any]:
        """The tool as a request names it."""
        parameters = {"type": "object", "properties": dict(self.arguments), "additionalProperties": False}
        function = {"name": self.name, "description": self.description, "parameters": parameters}
        return {"type": "function", "function": function}


@dataclass(frozen=True, slots=True)
class Desk:
    """The tools at one decision."""

    view: View
    seats: Sequence[str]
    """The ids of the players, by seat."""
    opponents: Opponents | None = None
    """What was seen of them, if anything is remembered."""

    @property
    def tools(self) -> list[Tool]:
        """The tools that work in this game."""
        known = [each for each in TOOLS if each.run is not _styles or self.opponents is not None]
        return [each for each in known if self.view.game.is_holdem or not each.holdem]

    def use(self, call: ToolCall) -> str:
        """The answer to a call, as JSON."""
        return json.dumps(self._used(call))

    def _used(self, call: ToolCall) -> Any:
        tools = {each.name: each for each in self.tools}
        if call.name not in tools:
            return {"error": f"there is no such tool; there are {', '.join(tools) or 'none'}"}
        tool = tools[call.name]
        try:
            arguments = json.loads(call.arguments)
        except (ValueError, RecursionError):
            return {"error": "the arguments are not JSON"}
        if not isinstance(arguments, dict) or not set(arguments) <= set(tool.arguments):
            return {"error": f"the arguments are an object with {', '.join(tool.arguments) or 'nothing in it'}"}
        try:
            return tool.run(self, arguments)
        except RailbirdError as error:
            return {"error": str(error)[:500]}


def _pot_odds(desk: Desk, _: Mapping[str, Any]) -> Any:
    odds = call_odds(desk.view)
    if odds is None:
        return {"to_call": 0, "note": "there is nothing to call: a check is free"}
    return {"to_call": odds.to_call, "you_can_win": odds.pot, "equity_needed": round(odds.needed, 4)}


def _equity(desk: Desk, arguments: Mapping[str, Any]) -> Any:
    others = still_in(desk.view)
    names = [label(desk.view.players[position], desk.seats) for position in others]
    given = arguments.get("ranges", "random")
    texts = [given] * len(others) if isinstance(given, str) else given
    if not isinstance(texts, list) or not all(isinstance(each, str) for each in texts):
        return {"error": "ranges is a text, or a list of texts"}
    if len(texts) != len(others):
        return {"error": f"ranges needs one text for each of {', '.join(names)}, or one text for all"}
    if any(len(each) > LONGEST_RANGE for each in texts):
        return {"error": f"a range has at most {LONGEST_RANGE} characters"}
    ranges = [Range(each).without([*desk.view.board, *desk.view.hole_cards]) for each in texts]
    mine = equity_of(desk.view, ranges)
    return {
        "against": dict(zip(names, texts, strict=True)),
        "equity": round(mine.equity, 4),
        "standard_error": round(mine.standard_error, 4),
        "win": round(mine.win, 4),
        "tie": round(mine.tie, 4),
    }


def _styles(desk: Desk, _: Mapping[str, Any]) -> Any:
    assert desk.opponents is not None
    styles = desk.opponents.styles()
    told: dict[str, Any] = {}
    for player in desk.view.players:
        if player != desk.view.player:
            seen = styles.get(player)
            told[label(player, desk.seats)] = f"{seen.word}: {seen}" if seen else "no hand seen yet"
    return {"players": told, "legend": LEGEND}


TOOLS = (
    Tool("pot_odds", "The odds of a call: its price, what it can win, and the equity it needs.", {}, _pot_odds, False),
    Tool(
        "equity",
        "Your equity (share of the pot if nobody bets any more) against ranges of the opponents who have not folded.",
        {
            "ranges": {
                "description": "A range for all of them, such as '22+, A2s+, KTo+', '15%' or 'random', or a list "
                "with one for each, in the order of the deal.",
                "anyOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}],
            }
        },
        _equity,
    ),
    Tool("opponents", "How each opponent has played in the hands that you have seen.", {}, _styles),
)
