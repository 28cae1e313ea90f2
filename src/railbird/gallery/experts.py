"""What teams of experts share: several bots under one id, of which one plays each hand."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from railbird._options import outside_brackets
from railbird.agent import Bot, Choice, Decision, Fact, LateFacts, MatchStart
from railbird.errors import BotError, ModelError, RailbirdError, quoted
from railbird.gallery.spec import BotSpec, load_bot
from railbird.game import Action, Event, Game, View
from railbird.models.saved_arrays import read_arrays, write_arrays

OWN = "team of experts"
"""Marks its own record."""


class ExpertsBot(Bot):
    """Base class: one of several bots plays each hand; those that learn see every hand."""

    learns = True
    made_of: ClassVar[tuple[str, ...]] = ("bots",)
    """The settings that name bots."""

    def __init__(self, settings: Any = None) -> None:
        super().__init__(settings)
        self.experts: list[BotSpec] = [load_bot(name) for name in bots_in(self.settings.bots)]
        self._bots = [spec.make() for spec in self.experts]
        for spec, bot in zip(self.experts, self._bots, strict=True):
            if isinstance(bot, ExpertsBot):
                raise BotError(f"{spec} is a team itself: list its bots instead")
        self.repeatable = all(bot.repeatable for bot in self._bots)
        self._playing = 0

    def refusal(self, game: Game) -> str:
        reasons = ((spec, spec.refusal(game)) for spec in self.experts)
        return next((f"its expert {spec} refuses: {reason}" for spec, reason in reasons if reason is not None), "")

    @abstractmethod
    def _choose(self, view: View) -> int:
        """The expert that plays a hand."""

    @abstractmethod
    def _learn(self, view: View) -> None:
        """Learn from a hand that is over."""

    @abstractmethod
    def _state(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
        """What was learned about the experts: plain values and arrays."""

    @abstractmethod
    def _restore(self, head: Mapping[str, Any], parts: Mapping[str, NDArray[Any]]) -> None:
        """Restore ``_state``."""

    def start_match(self, match: MatchStart) -> None:
        self._player = match.player
        for bot in self._bots:
            bot.start_match(match)

    def end_match(self) -> None:
        for bot in self._bots:
            bot.end_match()

    def start_hand(self, view: View) -> None:
        self._playing = self._choose(view)
        for bot in self._watching():
            bot.start_hand(view)

    def act(self, view: View) -> Choice:
        choice = self.stand_in(self._bots[self._playing]).act(view)
        if not isinstance(choice, Decision):
            choice = Decision(Action.parse(choice) if isinstance(choice, str) else choice)
        fact, facts = Fact("expert", str(self.experts[self._playing])), choice.facts
        return replace(choice, facts=LateFacts(lambda: (fact, *facts)))

    def observe(self, event: Event) -> None:
        for bot in self._watching():
            bot.observe(event)

    def end_hand(self, view: View) -> None:
        for bot in self._watching():
            bot.end_hand(view)
        with suppress(RailbirdError):  # an action was not an expert's, because it ran out of time
            self._learn(view)

    def _drawn(self, shares: NDArray[np.float64]) -> int:
        """An expert, drawn with these shares."""
        place = int(np.searchsorted(np.cumsum(shares), self.streams.uniform("expert"), "right"))
        return min(place, len(self._bots) - 1)

    def _watching(self) -> list[Bot]:
        """The bot that plays this hand, and all that learn."""
        return [self.stand_in(bot) for number, bot in enumerate(self._bots) if number == self._playing or bot.learns]

    def save(self) -> dict[str, bytes]:
        """Return, under its own id, what was learned about the experts, and what they have learned themselves."""
        head, parts = self._state()
        members = []
        for number, bot in enumerate(self._bots):
            records = bot.save() if bot.learns else {}
            members.append(list(records))
            for index, record in enumerate(records.values()):
                parts[f"expert {number} {index}"] = np.frombuffer(record, dtype=np.uint8)
        whole = {"railbird": OWN, "experts": [str(spec) for spec in self.experts], "members": members, **head}
        return {self._player: write_arrays(whole, parts)}

    def load(self, learned: Mapping[str, bytes]) -> None:
        """Restore a saved record. Raises ModelError if it is malformed, or of another team."""
        for player, data in learned.items():
            what = f"the record of {player}"
            head, parts = read_arrays(data, what)
            if head.get("railbird") != OWN or head.get("experts") != [str(spec) for spec in self.experts]:
                raise ModelError(f"{what} is not of a team of these experts")
            try:
                self._restore(head, parts)
                for number, players in enumerate(head["members"]):
                    records = {each: parts[f"expert {number} {index}"].tobytes() for index, each in enumerate(players)}
                    if records:
                        self._bots[number].load(records)
            except (IndexError, KeyError, TypeError, ValueError) as error:
                raise ModelError(f"{what} cannot be read: {error!s:.100}") from None


def bots_in(text: str) -> list[str]:
    """The bots of a list in brackets.

    >>> bots_in("(simple(bluff=off, x=1), poki)")
    ['simple(bluff=off, x=1)', 'poki']
    """
    inner = text.strip()
    if not (inner.startswith("(") and inner.endswith(")")):
        raise BotError(f"write several bots in brackets, such as (simple, poki), not {quoted(text)}")
    names = [name.strip() for name in outside_brackets(inner[1:-1])]
    if len(names) < 2 or not all(names):
        raise BotError(f"a team has two or more bots, such as (simple, poki), not {quoted(text)}")
    return names


def absolute(text: str) -> str:
    """The same list of bots, independent of the current folder.

    >>> absolute("( simple(bluff=on),poki )")
    '(simple, poki)'
    """
    return f"({', '.join(str(load_bot(name)) for name in bots_in(text))})"
