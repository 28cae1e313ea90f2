"""One hand at a live table: whose turn it is, what was decided, and telling everybody what they may know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from railbird.agent import Decision, HandDriver, explain
from railbird.agent.explanation import moments
from railbird.cards import cards_text
from railbird.errors import ActionError, RailbirdError, TableError
from railbird.game import Action, Event, Hand, View
from railbird.game.table import Seating
from railbird.store import SessionHand
from railbird.tables.audience import Announcement
from railbird.tables.perspectives import (
    WATCHER,
    Perspective,
    Shared,
    Told,
    own_news,
    shared_by_all,
    shared_news,
    whole_hand,
)


@dataclass(slots=True)
class RunningHand:
    """A hand that is being played."""

    number: int
    seating: Seating
    driver: HandDriver
    open_to_watchers: bool
    """Whether watchers see everything at once: a hand of bots alone."""
    decisions: dict[int, tuple[str, Decision]] = field(default_factory=dict)
    """The player and the decision, by index of the action."""
    revealed: bool = False
    """At a practice table: whether the person sees the bot's cards."""
    _now: Shared | None = None
    """What has been told."""
    _before: Told = field(default_factory=Told)

    @property
    def players(self) -> tuple[str, ...]:
        """By position."""
        return self.seating.players

    @property
    def actor(self) -> str | None:
        """The player to act; None when the hand is over, and until it is told."""
        turn = self.driver.turn
        return None if turn is None or not self.is_told else self.players[turn]

    def position_of(self, player: str | None) -> int | None:
        """The position of a player; None if they are not in this hand."""
        return self.players.index(player) if player in self.players else None

    def perspective_of(self, player: str | None) -> Perspective:
        """How somebody sees this hand."""
        position = self.position_of(player)
        if position is not None:
            return Perspective(position, all_cards=self.revealed)
        return Perspective(all_cards=True) if self.open_to_watchers else WATCHER

    def view_of(self, player: str) -> View:
        """The view of a player. Raises TableError if they are not in this hand."""
        position = self.position_of(player)
        if position is None:
            raise TableError("you are not in this hand", "not-in-hand")
        return self.driver.view(position)

    def take(self, player: str, turn: int, text: str) -> None:
        """Take a person's action. Raises TableError, and nothing changes, if it is not theirs to take now."""
        if self.actor != player:
            raise TableError("it is not your turn", "not-your-turn")
        if turn != self.driver.actions:
            raise TableError(f"this is turn {self.driver.actions} of the hand, not {turn}", "wrong-turn")
        try:
            self.driver.submit(Action.parse(text))
        except (ActionError, RailbirdError) as error:
            raise TableError(str(error), "illegal-action") from None

    def events_for(self, players: Iterable[str]) -> dict[str, list[Event]]:
        """The news for each of some bots."""
        return {player: self.driver.events(self.players.index(player)) for player in players}

    @property
    def is_told(self) -> bool:
        """Whether anybody has been told of this hand: before that, bots get ready for it, and nobody can act."""
        return self._now is not None

    def advance(self) -> None:
        """What has happened is told from now on; until then, nobody is told of it, whenever they begin to look."""
        self._before, self._now = self._now.told if self._now else Told(), shared_by_all(self.driver)

    def whole(self, who: Perspective, opened: Iterable[str] | None = None) -> dict[str, Any]:
        """The hand as far as it has been told. ``opened``: as in ``news``."""
        assert self._now is not None
        seats = {"seats": list(self.seating.seats), "button": self.seating.button}
        data = whole_hand(self.driver, who, self._now)
        told = {"hand": self.number, **seats, **data, "decisions": self.explanations(who, over=opened is not None)}
        return told if opened is None else {**told, "all_cards": self._cards_after(who, opened, data["cards"])}

    def news(self, who: Perspective, turn: int, opened: Iterable[str] | None = None) -> dict[str, Any]:
        """What the last step of the hand brought for somebody, with the decision of a turn if there is one.

        ``opened``: the hand is over at a glass-box table, which shows the cards of these bots.
        """
        assert self._now is not None
        told = {"hand": self.number, **own_news(self.driver, who, self._now)}
        if opened is not None:
            told["all_cards"] = self._cards_after(who, opened, told["cards"])
        return {**told, "decision": self.explanation(turn, who)} if turn in self.decisions else told

    def shared_news(self) -> Announcement:
        """What the last step brought for everybody."""
        assert self._now is not None
        return shared_news(self._now, self._before)

    def _cards_after(self, who: Perspective, bots: Iterable[str], seen: list[str | None]) -> list[str | None]:
        """The hole cards that may be seen of a finished hand: those of some bots, too."""
        open_positions = {self.players.index(bot) for bot in bots if bot in self.players} | {who.position}
        holes = self.finished().hole_cards
        return [cards_text(holes[each]) if each in open_positions else seen[each] for each in range(len(holes))]

    def explanations(self, who: Perspective, *, over: bool = False) -> list[dict[str, Any]]:
        """The decisions that may be seen from a perspective, with public facts only while the hand runs.

        ``over``: the hand is over, and this table shows everything.
        """
        told = self._now.state["turn"] if self._now else 0
        return [self.explanation(index, who, over=over) for index in self.decisions if index < told]

    def explanation(self, index: int, who: Perspective, *, over: bool = False) -> dict[str, Any]:
        """A decision in words and numbers."""
        player, decision = self.decisions[index]
        told = explain(player, decision, moments(self.driver.view(0))[index])
        seen = told if over or who.all_cards else told.public()
        return {"action": index, "position": self.players.index(player), **seen.to_json()}

    def finished(self) -> Hand:
        """The whole hand with all cards, when it is over."""
        return self.driver.finished()

    def to_keep(self) -> SessionHand:
        """What the store keeps of it."""
        decisions = {index: (player, decision.to_json()) for index, (player, decision) in self.decisions.items()}
        return SessionHand(
            number=self.number,
            text=str(self.finished()),
            seats=self.seating.seats,
            button=self.seating.button,
            decisions=decisions,
        )
