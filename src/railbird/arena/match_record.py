"""Where a match is recorded while it is played: in memory or in the store."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from railbird.agent import Decision, decision_from_json
from railbird.arena.definition import Leg, MatchDefinition, StackRule, bot_to_read, define_match
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
    """The progress of a leg, and what its bots have learned so far."""

    number: int
    done: int = 0
    finished: bool = False
    learned: Mapping[int, Mapping[str, bytes]] = field(default_factory=dict)
    before: Sequence[Sequence[ChipAmount]] = ()
    """In a freeze-out: the payoffs of all hands so far, by position."""


def leg_payoffs(definition: MatchDefinition, leg: Leg, hands: Iterable[Sequence[ChipAmount]]) -> list[tuple[int, ...]]:
    """What each entrant has won in each hand of a leg, in 2520ths of a chip, from the payoffs by position."""
    seats, rows = seats_of(definition, leg), []
    for payoffs in hands:
        seating = seats.next_hand()
        seats.settle(payoffs)
        parts = [int(amount * PARTS) for amount in payoffs]
        rows.append(tuple([parts[position] if position >= 0 else 0 for position in seating.positions]))
    return rows


class MatchRecord:
    """Records a match in memory only."""

    match: int | None = None

    def __init__(self, definition: MatchDefinition) -> None:
        self.definition = definition
        self._faults: list[dict[str, Any]] = []
        self._thinking: dict[int, Thinking] = {}
        self._learned: dict[int, Mapping[int, Mapping[str, bytes]]] = {}

    def states(self) -> list[LegState]:
        """The progress of each leg."""
        return [LegState(leg.number) for leg in self.definition.legs()]

    def payoffs(self) -> Payoffs:
        """The payoffs of the hands played so far."""
        return Payoffs(self.definition)

    def lines(self, leg: int) -> Iterator[str]:
        """The recorded hands of a leg, each as ``BETTING:CARDS:PAYOFFS``."""
        return iter(())

    def add(self, chunk: Chunk) -> None:
        """Record a chunk of played hands."""
        self._faults += [self._fault(chunk.leg, fault) for fault in chunk.faults]
        self._learned[chunk.leg] = chunk.learned
        for entrant, thinking in chunk.thinking.items():
            self._thinking.setdefault(entrant, Thinking()).add(thinking)

    def learned(self, leg: int) -> Mapping[int, Mapping[str, bytes]]:
        """What each entrant had learned after the last recorded hand of a leg, by opponent."""
        return self._learned.get(leg, {})

    def conclude(self, verdict: str) -> None:
        """End the match before all its hands are played."""

    def faults(self) -> list[dict[str, Any]]:
        """The faults so far."""
        return self._faults

    def thinking(self) -> dict[int, Thinking]:
        """The decision times of each entrant."""
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
    """Records a match in the store."""

    def __init__(self, store: Store, definition: MatchDefinition, match: int) -> None:
        super().__init__(definition)
        self._store = store
        self.match: int = match
        self._legs: dict[int, StoredLeg] = {leg.number: leg for leg in store.legs(match)}

    @classmethod
    def new(cls, store: Store, definition: MatchDefinition, name: str | None = None) -> StoredRecord:
        """Start a new match."""
        legs = definition.seatings * definition.replicates
        return cls(store, definition, store.add_match(definition.to_json(), legs, definition.total_hands, name))

    @classmethod
    def resume(cls, store: Store, match: int) -> StoredRecord:
        """Resume a match. Raises ``MatchError`` if its stored hands are damaged."""
        stored = store.match(match)
        problems = [] if stored.finished else store.check_match(match)
        if problems:
            raise MatchError(
                f"match {match} cannot be resumed, since the store {store.address} is damaged: "
                f"{'; '.join(problems[:3])}. Restore it from a backup, or delete the match (railbird store delete "
                f"{match}) and play it again; the same seed gives the same hands"
            )
        record = cls(store, define_match(stored.definition), match)
        if any(not leg.done for leg in record._legs.values()):
            for entrant in record.definition.entrants:
                if entrant.bot.model is not None:
                    entrant.bot.model.check()  # legs that have not started need the same model
        return record

    @classmethod
    def extend(cls, store: Store, match: int, hands: int) -> StoredRecord:
        """Resume a match with more hands than planned (``MatchDefinition.extended``)."""
        stored = store.match(match)
        if stored.tournament is not None:
            raise MatchError(
                f"match {match} is a table of series {stored.tournament} and cannot be extended on its own"
            )
        if stored.verdict is not None:
            raise MatchError(f"match {match} ended before all its hands were played: {stored.verdict}")
        record = cls.resume(store, match)
        problems = store.check_match(match)
        if problems:
            raise MatchError(f"match {match} cannot be extended, since it is damaged: {'; '.join(problems[:3])}")
        longer = record.definition.extended(hands)
        store.extend_match(match, {**stored.definition, "hands": hands}, longer.total_hands)
        return cls.resume(store, match)

    @classmethod
    def read(cls, store: Store, match: int) -> StoredRecord:
        """Read a match to show it, even if its bots no longer exist."""
        return cls(store, define_match(store.match(match).definition, bot_to_read), match)

    def states(self) -> list[LegState]:
        freeze_out = self.definition.stacks is StackRule.KEPT
        return [
            LegState(
                leg.number,
                leg.done,
                leg.finished,
                leg.learned,
                [line.payoffs for _, line in self._hands(leg.number)] if freeze_out and not leg.finished else (),
            )
            for leg in self._legs.values()
        ]

    def payoffs(self) -> Payoffs:
        payoffs = Payoffs(self.definition)
        for leg in self.definition.legs():
            rows = leg_payoffs(self.definition, leg, (line.payoffs for _, line in self._hands(leg.number)))
            payoffs.add(leg.number, rows, finished=self._legs[leg.number].finished)
        return payoffs

    def lines(self, leg: int) -> Iterator[str]:
        stored = self._legs[leg]
        return (text for _, text in self._store.hands(stored.id)) if stored.done else iter(())

    def _hands(self, leg: int) -> Iterator[tuple[int, HandLine]]:
        """The hands of a leg, with their numbers."""
        stored = self._legs[leg]
        for number, text in self._store.hands(stored.id) if stored.done else ():
            try:
                yield number, HandLine.parse(text)
            except ValueError:
                where = f"hand {number + 1} of leg {leg + 1} of match {self.match}"
                raise MatchError(f"{where} is damaged in the store") from None

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
        """Return a played hand and its saved decisions: the player and the decision, by index of the action.

        Hands and legs are counted from 1, as in the user interface.
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
