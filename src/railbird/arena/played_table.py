"""All hands of a match in memory: what a task on another machine needs to compute the results of a stored match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird.arena.definition import Adjustment, bot_to_read, define_match
from railbird.arena.evidence import evidence_of
from railbird.arena.match_record import MatchRecord, leg_payoffs
from railbird.arena.results import Payoffs
from railbird.histories.hand_line import HandLine


@dataclass(frozen=True, slots=True)
class PlayedTable:
    """A match and its hands, as plain data."""

    definition: dict[str, Any]
    """``MatchDefinition.to_json``."""
    hands: list[str]
    """The hands of each leg, as stored lines in one text."""
    finished: list[bool]
    """Which legs are finished."""

    @classmethod
    def of(cls, record: MatchRecord) -> PlayedTable:
        """The table of a record; legs that a record does not know have no hands."""
        finished = {state.number: state.finished for state in record.states()}
        legs = range(record.definition.seatings * record.definition.replicates)
        hands = ["\n".join(record.lines(leg)) for leg in legs]
        return cls(record.definition.to_json(), hands, [finished.get(leg, False) for leg in legs])

    @property
    def replicates(self) -> int:
        return int(self.definition["replicates"])

    def adjusted(self, adjust: Adjustment) -> NDArray[np.float64]:
        """The winnings in the unit of the match, with any adjustment: an array [hands or deals, entrants]."""
        record = _PlayedRecord(self)
        record.definition = replace(record.definition, adjust=adjust)
        payoffs = record.payoffs()
        evidence = evidence_of(record, payoffs)
        return (payoffs if evidence is None else evidence).samples(by_replicate=False)


class _PlayedRecord(MatchRecord):
    def __init__(self, table: PlayedTable) -> None:
        super().__init__(define_match(table.definition, bot_to_read))
        self._table = table

    def payoffs(self) -> Payoffs:
        payoffs = Payoffs(self.definition)
        for leg in self.definition.legs():
            hands = map(HandLine.parse, self.lines(leg.number))
            rows = leg_payoffs(self.definition, leg, (hand.payoffs for hand in hands))
            payoffs.add(leg.number, rows, finished=self._table.finished[leg.number])
        return payoffs

    def lines(self, leg: int) -> Iterator[str]:
        return iter(self._table.hands[leg].splitlines())
