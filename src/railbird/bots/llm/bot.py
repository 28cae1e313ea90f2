"""A player whose decisions a language model makes, on a server that you name.

The model is told what the bot's view holds (``prompt``), may use some tools (``tools``), and its answer becomes a legal
action by a fixed rule (``answers``). What fails is counted by the match and explained in the decision.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar

from railbird.agent import Bot, Choice, Decision, Fact, MatchStart
from railbird.bots.llm.address import EXAMPLE, Address, why_not_with_key
from railbird.bots.llm.asking import Asking, Spent, Talk
from railbird.bots.llm.exchange import Exchange
from railbird.bots.llm.opponents import Opponents
from railbird.bots.llm.prompt import PromptTemplate, renamed, shipped
from railbird.bots.llm.settings import LlmSettings
from railbird.bots.llm.tools import Desk
from railbird.errors import BotError, ModelError
from railbird.game import Game, View

RECORD = "llm"
"""Marks its records."""


def seconds_for(wanted: float, limit: float | None) -> float:
    """The seconds for a decision, so far below a match's time limit that the answer is there in time.

    >>> seconds_for(30, 10), seconds_for(30, 1), seconds_for(5, 10), seconds_for(30, None)
    (9.0, 0.75, 5, 30)
    """
    return wanted if limit is None else min(wanted, max(limit / 2, limit - max(limit / 10, 0.25)))


class LanguageModelBot(Bot):
    """Asks a language model on a server that you name: it sees its own view, and may compute odds and equities."""

    source: ClassVar[str] = "ours"
    files: ClassVar[tuple[str, ...]] = ("prompt",)
    """The settings that name files: a match is another one if they change."""
    Settings = LlmSettings
    settings: LlmSettings
    learns = True
    repeatable = False

    def __init__(self, settings: LlmSettings | None = None) -> None:
        super().__init__(settings)
        mine = self.settings
        self.learns = mine.memory or mine.budget is not None
        self._player = ""
        self._seats: list[str] = []
        self._seconds = mine.seconds
        self._opponents = Opponents() if mine.memory else None
        self._spent = Spent()
        self._address = Address.parse(mine.url) if mine.url else None
        self._asking: Asking | None = None
        if self._address is not None and (reason := why_not_with_key(self._address, mine.key)):
            raise BotError(reason)

    def refusal(self, game: Game) -> str:
        if self._address is None or not self.settings.model:
            missing = "address of a server" if self._address is None else "name of a model"
            return f"it needs the {missing}, as in llm(model=NAME, url={EXAMPLE})"
        return ""

    def start_match(self, match: MatchStart) -> None:
        if self._address is None or not self.settings.model:
            raise BotError(self.refusal(match.game))
        mine = self.settings
        self._player, self._seats = match.player, list(match.players)
        self._seconds = seconds_for(mine.seconds, match.seconds)
        self._prompt = shipped() if mine.prompt is None else PromptTemplate.read(Path(mine.prompt))
        self._exchange = Exchange(self._address)
        self._asking = Asking(self._exchange, mine, self._spent)

    def end_match(self) -> None:
        if self._asking is not None:
            self._exchange.close()

    def start_hand(self, view: View) -> None:
        self._seats += [player for player in view.players if player not in self._seats]  # who came later

    def end_hand(self, view: View) -> None:
        if self._opponents is not None:
            self._opponents.see(view)

    def act(self, view: View) -> Choice:
        assert self._asking is not None, "start_match comes first"
        desk = Desk(view, self._seats, self._opponents)
        talk = self._asking.decide(self._prompt.messages(renamed(view, self._seats)), desk, self._seconds)
        assert talk.action is not None
        return Decision(talk.action, facts=self._facts(talk), failures=tuple(talk.failures))

    def _facts(self, talk: Talk) -> tuple[Fact, ...]:
        """Which model, why, what it computed, what it used and cost, and what failed."""
        assert self._asking is not None
        mine, spent = self.settings, talk.spent
        facts = [Fact("model", mine.model)]
        if reason := self._asking.reason(talk):
            facts.append(Fact("reason", reason, private=True))
        if talk.tools:
            facts.append(Fact("tools", ", ".join(_counted(talk.tools.elements())), private=True))
        facts.append(Fact("requests", spent.requests, private=True))
        counted = f"{spent.tokens_in:,} in, {spent.tokens_out:,} out" if spent.counted else "not counted by the server"
        missing = f" ({spent.answers - spent.counted} answers without a count)" * (0 < spent.counted < spent.answers)
        facts.append(Fact("tokens", counted + missing, private=True))
        if mine.priced:
            facts.append(Fact("cost", mine.cost(spent.tokens_in, spent.tokens_out), private=True))
            facts.append(Fact("cost so far", mine.cost(self._spent.tokens_in, self._spent.tokens_out), private=True))
        facts.append(Fact("seconds", round(talk.seconds, 3), private=True))
        if talk.failures:
            facts.append(Fact("failures", "; ".join(_counted(talk.failures))))
        return tuple(facts)

    def save(self) -> dict[str, bytes]:
        """Return what was seen of each player, and, under its own id, what was spent."""
        counts = {} if self._opponents is None else self._opponents.state()
        records: dict[str, dict[str, Any]] = {player: {"counts": each} for player, each in counts.items()}
        records.setdefault(self._player, {})["spent"] = asdict(self._spent)
        return {player: json.dumps({"railbird": RECORD, **each}).encode() for player, each in records.items()}

    def load(self, learned: Mapping[str, bytes]) -> None:
        """Restore saved records. Raises ModelError if one of them is malformed; then nothing changes."""
        counts: dict[str, list[int]] = {}
        spent = self._spent
        for player, record in learned.items():
            try:
                data = json.loads(record)
                if data["railbird"] != RECORD:
                    raise ValueError
                if "counts" in data:
                    counts[player] = list(data["counts"])
                if player == self._player and "spent" in data:
                    spent = _spent_of(data["spent"])
            except (KeyError, TypeError, ValueError, RecursionError):
                raise ModelError(f"the record about {player} is not one of this bot") from None
        if self._opponents is not None:
            try:
                self._opponents.restore(counts)
            except (TypeError, ValueError) as error:
                raise ModelError(f"the record cannot be read: {error}") from None
        self._spent.become(spent)


def _counted(names: Iterable[str]) -> list[str]:
    """Each name once, in order, with how often it comes."""
    return [f"{name} ×{count}" if count > 1 else name for name, count in Counter(names).items()]


def _spent_of(data: Mapping[str, Any]) -> Spent:
    if any(type(count) is not int or count < 0 for count in data.values()):
        raise ValueError
    return Spent(**data)
