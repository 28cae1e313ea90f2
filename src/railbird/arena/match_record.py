"""Where a match is kept while it is played: in memory, or in the store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from railbird.agent import Decision, decision_from_json
from railbird.arena.definition import MatchDefinition, StackRule, bot_to_read, define_match
from railbird.arena.guard import Fault, Thinking
from railbird.arena.leg import Chunk
from railbird.arena.results import Payoffs
from railbird.arena.seats import seats_of
from railbird.errors import MatchError
from railbird.game import Hand
from railbird.game.events import PARTS, ChipAmount
from railbird.histories.hand_line import HandLine

if TYPE_CHECKING:
    from railbird.store import Store, StoredLeg


@dataclass(frozen=True, slots=True)
class LegState:
    """How far a leg has come, and what its bots had learned by then."""

    number: int
    done: int = 0
    finished: bool = False
    learned: Mapping[int, Mapping[str, bytes]] = field(default_factory=dict)
    before: Sequence[Sequence[ChipAmount]] = ()
    """Of a freeze-out: the payoffs of all hands so far, by position."""


class MatchRecord:
    """Keeps nothing beyond this process: for matches that nobody wants to see again."""

    match: int | None = None

    def __init__(self, definition: MatchDefinition) -> None:
        self.definition = definition
        self._faults: list[dict[str, Any]] = []
        self._thinking: dict[int, Thinking] = {}
        self._learned: dict[int, Mapping[int, Mapping[str, bytes]]] = {}

    def states(self) -> list[LegState]:
        """How far each leg has come."""
        return [LegState(leg.number) for leg in self.definition.legs()]

    def payoffs(self) -> Payoffs:
        """What was won in the hands that are played already."""
        return Payoffs(self.definition)

    def lines(self, leg: int) -> Iterator[str]:
        """The hands of a leg that are kept, each as ``BETTING:CARDS:PAYOFFS``."""
        return iter(())

    def add(self, chunk: Chunk) -> None:
        """Keep hands that were played, wholly."""
        self._faults += [self._fault(chunk.leg, fault) for fault in chunk.faults]
        self._learned[chunk.leg] = chunk.learned
        for entrant, thinking in chunk.thinking.items():
            self._thinking.setdefault(entrant, Thinking()).add(thinking)

    def learned(self, leg: int) -> Mapping[int, Mapping[str, bytes]]:
        """What each entrant had learned when the last hand of a leg was kept, by the player that it is about."""
        return self._learned.get(leg, {})

    def conclude(self, verdict: str) -> None:
        """The match ends before all its hands are played."""

    def faults(self) -> list[dict[str, Any]]:
        """What went wrong so far."""
        return self._faults

    def thinking(self) -> dict[int, Thinking]:
        """How long each entrant took for its decisions."""
        return self._thinking

    def _fault(self, leg: int, fault: Fault) -> dict[str, Any]:
        return {
            "leg": leg,
            "hand": fault.hand,
            "entrant": fault.entrant,
            "kind": fault.kind.value,
            "message": fault.message,
            "traceback": fault.traceback,
            "count": fault.count,
        }


class StoredRecord(MatchRecord):
    """Keeps a match in the store."""

    def __init__(self, store: Store, definition: MatchDefinition, match: int) -> None:
        super().__init__(definition)
        self._store = store
        self.match: int = match
        self._legs: dict[int, StoredLeg] = {leg.number: leg for leg in store.legs(match)}

    @classmethod
    def new(cls, store: Store, definition: MatchDefinition, name: str | None = None) -> StoredRecord:
        """For a match that begins."""
        legs = definition.seatings * definition.replicates
        return cls(store, definition, store.add_match(definition.to_json(), legs, definition.total_hands, name))

    @classmethod
    def resume(cls, store: Store, match: int) -> StoredRecord:
        """For a match that goes on. Raises ``MatchError`` if what it would go on from is damaged."""
        stored = store.match(match)
        wrong = [] if stored.finished else store.check_match(match)
        if wrong:
            raise MatchError(
                f"match {match} cannot go on, since the store {store.path} is damaged: {'; '.join(wrong[:3])}. "
                f"Restore it from a copy, or delete the match (railbird store delete {match}) and play it again; "
                "the same seed gives the same hands"
            )
        record = cls(store, define_match(stored.definition), match)
        if any(not leg.done for leg in record._legs.values()):
            for entrant in record.definition.entrants:
                if entrant.bot.model is not None:
                    entrant.bot.model.check()  # legs that have not begun need it as it was
        return record

    @classmethod
    def extend(cls, store: Store, match: int, hands: int) -> StoredRecord:
        """For a match that goes on with more hands than were planned (``MatchDefinition.extended``)."""
        stored = store.match(match)
        if stored.tournament is not None:
            raise MatchError(f"match {match} is a table of series {stored.tournament}: only the whole has a result")
        if stored.verdict is not None:
            raise MatchError(f"match {match} has ended before all its hands were played: {stored.verdict}")
        kept = cls.resume(store, match)
        wrong = store.check_match(match)
        if wrong:
            raise MatchError(f"match {match} cannot be extended, since it is damaged: {'; '.join(wrong[:3])}")
        longer = kept.definition.extended(hands)
        store.extend_match(match, {**stored.definition, "hands": hands}, longer.total_hands)
        return cls.resume(store, match)

    @classmethod
    def read(cls, store: Store, match: int) -> StoredRecord:
        """For a match that is only looked at, even if its bots are no longer there."""
        return cls(store, define_match(store.match(match).definition, bot_to_read), match)

    def states(self) -> list[LegState]:
        kept = self.definition.stacks is StackRule.KEPT
        return [
            LegState(
                leg.number,
                leg.done,
                leg.finished,
                leg.learned,
                [line.payoffs for _, line in self._hands(leg.number)] if kept and not leg.finished else (),
            )
            for leg in self._legs.values()
        ]

    def payoffs(self) -> Payoffs:
        payoffs = Payoffs(self.definition)
        for leg in self.definition.legs():
            seats = seats_of(self.definition, leg)
            rows = []
            for _, line in self._hands(leg.number):
                seating = seats.next_hand()
                seats.settle(line.payoffs)
                parts = [int(amount * PARTS) for amount in line.payoffs]
                rows.append(tuple([parts[position] if position >= 0 else 0 for position in seating.positions]))
            payoffs.add(leg.number, rows, finished=self._legs[leg.number].finished)
        return payoffs

    def lines(self, leg: int) -> Iterator[str]:
        stored = self._legs[leg]
        return (text for _, text in self._store.hands(stored.id)) if stored.done else iter(())

    def _hands(self, leg: int) -> Iterator[tuple[int, HandLine]]:
        """The hands of a leg by number."""
        stored = self._legs[leg]
        for number, text in self._store.hands(stored.id) if stored.done else ():
            try:
                yield number, HandLine.parse(text)
            except ValueError:
                where = f"hand {number + 1} of leg {leg + 1} of match {self.match}"
                raise MatchError(f"{where} is broken in the store") from None

    def add(self, chunk: Chunk) -> None:
        from railbird.store import FAULT_COLUMNS, NewHands

        played = NewHands(
            first=chunk.first,
            hands=chunk.hands,
            parts=[sum(column) for column in zip(*chunk.payoffs, strict=True)],
            faults=[tuple(self._fault(0, fault)[name] for name in FAULT_COLUMNS) for fault in chunk.faults],
            decisions=[(each.hand, each.action, each.entrant, each.decision) for each in chunk.explained],
            learned=chunk.learned,
            finished=chunk.finished,
            thinking={
                entrant: (each.decisions, each.seconds, each.longest) for entrant, each in chunk.thinking.items()
            },
        )
        self._store.add_hands(self._legs[chunk.leg], played)

    def learned(self, leg: int) -> Mapping[int, Mapping[str, bytes]]:
        return next(each.learned for each in self._store.legs(self.match) if each.number == leg)

    def conclude(self, verdict: str) -> None:
        self._store.conclude(self.match, verdict)

    def faults(self) -> list[dict[str, Any]]:
        return self._store.faults(self.match)

    def thinking(self) -> dict[int, Thinking]:
        return {entrant: Thinking(*times) for entrant, times in self._store.thinking(self.match).items()}

    def hand(self, number: int, leg: int = 1) -> tuple[Hand, dict[int, tuple[str, Decision]]]:
        """A hand that was played, and the decisions that were kept: by index of the action, who decided and why.

        Hands and legs are counted from 1, as people see them.
        """
        if leg - 1 not in self._legs:
            raise MatchError(f"match {self.match} has legs 1 to {len(self._legs)}, not {leg}")
        stored = self._legs[leg - 1]
        seats = seats_of(self.definition, self.definition.leg(leg - 1))
        for index, line in self._hands(leg - 1):
            seating = seats.next_hand()
            seats.settle(line.payoffs)
            if index == number - 1:
                decisions = {
                    action: (self.definition.entrants[entrant].player, decision_from_json(decision))
                    for action, (entrant, decision) in self._store.decisions(stored.id, index).items()
                }
                return line.hand(seating.game, seating.ids), decisions
        raise MatchError(f"leg {leg} of match {self.match} has hands 1 to {stored.done:,}, not {number}")
