"""Results of a match with the luck removed, computed from its hands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from railbird.agent import MatchStart, RangePolicy
from railbird.arena.definition import Adjustment, Leg, MatchDefinition
from railbird.arena.match_record import MatchRecord
from railbird.arena.results import Payoffs
from railbird.arena.seats import Seats, seats_of
from railbird.errors import MatchError
from railbird.gallery import BotSpec, is_ours, load_bot
from railbird.gallery.source import Recorded
from railbird.game import Hand
from railbird.histories.hand_line import HandLine
from railbird.stats import units_per_chip
from railbird.stats.aivat import Policy
from railbird.stats.aivat_log import AivatLog
from railbird.stats.all_in import AllInLog
from railbird.stats.chance import STREETS, ChanceLog
from railbird.stats.divat import DivatLog
from railbird.stats.luck import luck_adjusted


class Evidence:
    """Collects the hands of a match as they are played, to adjust its results."""

    def __init__(self, definition: MatchDefinition, payoffs: Payoffs) -> None:
        self._definition = definition
        self._payoffs = payoffs
        players = len(definition.entrants)
        self._seats = [seats_of(definition, leg) for leg in definition.legs()]
        self._played = [0] * len(self._seats)
        self._rows: list[tuple[int, int]] = []
        self._log = _log_of(definition)
        self._jumps = np.zeros((0, STREETS, players))

    def add(self, leg: int, hands: list[str]) -> None:
        """Add the next hands of a leg, as stored lines."""
        for number, (hand, positions) in enumerate(_replayed(self._seats[leg], hands), self._played[leg]):
            self._log.add(hand, positions)
            self._rows.append((leg, number))
        self._played[leg] += len(hands)

    def samples(self, *, by_replicate: bool) -> NDArray[np.float64]:
        """Independent adjusted samples of the winnings per hand, in the form of ``Payoffs.samples``."""
        definition, payoffs = self._definition, self._payoffs
        legs, numbers = np.array(self._rows, dtype=np.int64).reshape(-1, 2).T
        order = np.lexsort((numbers, legs))  # legs arrive from the workers in any order
        legs, numbers = legs[order], numbers[order]
        per_chip = units_per_chip(definition.game)
        won = payoffs.hand_by_hand(legs, numbers)
        if isinstance(self._log, DivatLog):
            adjusted = payoffs.by_deal(per_chip * self._log.differences()[order], legs, numbers)
            return payoffs.by_replicate(adjusted) if by_replicate else adjusted
        if isinstance(self._log, AllInLog):
            adjusted = payoffs.by_deal(won + per_chip * self._log.corrections()[order], legs, numbers)
            return payoffs.by_replicate(adjusted) if by_replicate else adjusted
        deals = payoffs.deals_of(legs, numbers)
        counted = deals >= 0
        rows, won, deals = order[counted], won[counted] / per_chip, deals[counted]
        common = payoffs.common_hands()
        groups = np.repeat(np.arange(len(common)), common) if definition.learns else np.arange(common.sum())
        if isinstance(self._log, AivatLog):
            chips = self._log.adjusted(won, rows, deals, groups)
        else:
            chance = self._log.chance()
            self._jumps = np.concatenate([self._jumps, chance[len(self._jumps) :].jumps()])
            chips = luck_adjusted(won, chance[rows], self._jumps[rows], deals, groups)
        return payoffs.by_replicate(chips * per_chip) if by_replicate else chips * per_chip


def _log_of(definition: MatchDefinition) -> ChanceLog | AllInLog | AivatLog | DivatLog:
    players = len(definition.entrants)
    match definition.adjust:
        case Adjustment.LUCK:
            return ChanceLog(players)
        case Adjustment.AIVAT:
            return AivatLog(_policies(definition))
        case Adjustment.DIVAT:
            return DivatLog(definition.game)
        case _:
            return AllInLog(players)


def _policies(definition: MatchDefinition) -> list[Policy | None]:
    """The policy of each entrant, asked of a fresh bot; None if it is unknown."""
    ids = tuple(entrant.player for entrant in definition.entrants)
    policies: list[Policy | None] = [None] * len(ids)
    for number in definition.known:
        bot = _askable(definition.entrants[number].bot).make()
        bot.start_match(MatchStart(definition.game, ids, number, definition.hands))
        assert isinstance(bot, RangePolicy)
        policies[number] = bot.policy
    return policies


def _askable(bot: BotSpec) -> BotSpec:
    """Return a bot that can be asked for its policy: in a match that is only shown, it must be Railbird's own."""
    if not isinstance(bot.source, Recorded):
        return bot
    if not is_ours(str(bot)):
        raise MatchError(
            f"AIVAT asks bots for their policy, which runs their code, and {bot} is not one of Railbird's own: "
            "use --adjust luck, or play the match with --adjust aivat"
        )
    return load_bot(str(bot))


def played_hands(definition: MatchDefinition, leg: Leg, lines: Iterable[str]) -> Iterator[tuple[Hand, tuple[int, ...]]]:
    """Replay the stored hands of a leg, with the position of each entrant."""
    return _replayed(seats_of(definition, leg), lines)


def _replayed(seats: Seats, lines: Iterable[str]) -> Iterator[tuple[Hand, tuple[int, ...]]]:
    for text in lines:
        seating = seats.next_hand()
        line = HandLine.parse(text)
        seats.settle(line.payoffs)
        yield line.hand(seating.game, seating.ids), seating.positions


def evidence_of(record: MatchRecord, payoffs: Payoffs) -> Evidence | None:
    """The evidence of the hands stored so far; None if the match has no adjustment."""
    if record.definition.adjust is Adjustment.NONE:
        return None
    evidence = Evidence(record.definition, payoffs)
    for leg in record.definition.legs():
        evidence.add(leg.number, list(record.lines(leg.number)))
    return evidence
