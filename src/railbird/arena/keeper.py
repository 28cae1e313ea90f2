"""Where a match is kept while it is played: in memory, or in the store."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from railbird.arena.definition import MatchDefinition, define_match
from railbird.arena.leg import Chunk, Fault
from railbird.arena.results import Payoffs, parts_of
from railbird.errors import MatchError

if TYPE_CHECKING:
    from railbird.store import Store, StoredLeg


@dataclass(frozen=True, slots=True)
class LegState:
    """How far a leg has come, and what its bots had learned by then."""

    number: int
    done: int = 0
    finished: bool = False
    learned: Mapping[int, Mapping[str, bytes]] = field(default_factory=dict)


class Keeper:
    """Keeps nothing beyond this process: for matches that nobody wants to see again."""

    match: int | None = None

    def __init__(self, definition: MatchDefinition) -> None:
        self.definition = definition
        self._faults: list[dict[str, Any]] = []

    def states(self) -> list[LegState]:
        """How far each leg has come."""
        return [LegState(leg.number) for leg in self.definition.legs()]

    def payoffs(self) -> Payoffs:
        """What was won in the hands that are played already."""
        return Payoffs(self.definition)

    def keep(self, chunk: Chunk) -> None:
        """Keep hands that were played, wholly."""
        self._faults += [self._fault(chunk.leg, fault) for fault in chunk.faults]

    def faults(self) -> list[dict[str, Any]]:
        """What went wrong so far."""
        return self._faults

    def _fault(self, leg: int, fault: Fault) -> dict[str, Any]:
        return {
            "leg": leg,
            "hand": fault.hand,
            "entrant": fault.entrant,
            "kind": fault.kind.value,
            "message": fault.message,
            "traceback": fault.traceback,
        }


class StoreKeeper(Keeper):
    """Keeps a match in the store."""

    def __init__(self, store: Store, definition: MatchDefinition, match: int) -> None:
        super().__init__(definition)
        self._store = store
        self.match: int = match
        self._legs: dict[int, StoredLeg] = {leg.number: leg for leg in store.legs(match)}

    @classmethod
    def new(cls, store: Store, definition: MatchDefinition) -> StoreKeeper:
        """For a match that begins."""
        legs = definition.seatings * definition.replicates
        return cls(store, definition, store.add_match(definition.to_json(), legs, definition.total_hands))

    @classmethod
    def resume(cls, store: Store, match: int) -> StoreKeeper:
        """For a match that goes on."""
        found = store.match(match)
        return cls(store, define_match(found.definition), match)

    def states(self) -> list[LegState]:
        return [LegState(leg.number, leg.done, leg.finished, leg.learned) for leg in self._legs.values()]

    def payoffs(self) -> Payoffs:
        payoffs = Payoffs(self.definition)
        players = len(self.definition.entrants)
        for leg in self.definition.legs():
            stored = self._legs[leg.number]
            rows = []
            for number, text in self._store.hands(stored.id) if stored.done else ():
                by_position = text.rpartition(":")[2].split("|")
                if len(by_position) != players:
                    raise MatchError(f"hand {number} of leg {leg.number} of match {self.match} is broken in the store")
                by_entrant = [0] * players
                for position, payoff in enumerate(by_position):
                    by_entrant[leg.seating[(number + position) % players]] = parts_of(payoff)
                rows.append(tuple(by_entrant))
            payoffs.add(leg.number, rows)
        return payoffs

    def keep(self, chunk: Chunk) -> None:
        from railbird.store import Played

        played = Played(
            chunk.first,
            chunk.hands,
            [sum(column) for column in zip(*chunk.payoffs, strict=True)],
            [(each.hand, each.entrant, each.kind.value, each.message, each.traceback) for each in chunk.faults],
            [(each.hand, each.action, each.entrant, json.dumps(each.decision.to_json())) for each in chunk.explained],
            chunk.learned,
            chunk.finished,
        )
        self._store.add_hands(self._legs[chunk.leg], played)

    def faults(self) -> list[dict[str, Any]]:
        return self._store.faults(self.match)
