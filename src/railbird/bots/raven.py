"""Raven, our champion for full tables: it reads hands and learns players in one model, and searches with it.

For each opponent it has types of players, corrected by what they do and show (``models/reading``), and the hands that
fit their actions on this board. At each decision it searches the betting by UCT (``search/betting_search``): opponents
act from that model with the hand that they were dealt, its own later decisions are those that win most.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

import numpy as np

from railbird.agent import Bot, Choice, Decision, Fact, LateFacts, MatchStart, setting
from railbird.agent.games import unless_holdem
from railbird.agent.settings import check_within
from railbird.agent.situation import Situation
from railbird.bots.shared.raise_sizes import ascending_sizes, raises_of
from railbird.bots.shared.range_facts import SHOWN_BET, range_facts, response_fact, situation_facing
from railbird.cards import HANDS, hand_index
from railbird.errors import ModelError
from railbird.game import CALL, Action, ActionKind, Betting, Game, View
from railbird.models.poki.policy_tables import HIGH_PRICE, empty_table, strengths_on
from railbird.models.poki.weight_table import WeightTable
from railbird.models.portrait import Portrait, portrait_by_counts
from railbird.models.reading.hand_reader import HandReader
from railbird.models.reading.player_reading import PlayerReading, ReadingConstants
from railbird.models.reading.roll_out_tables import roll_out_table, table_of_type
from railbird.models.reading.strata import strata_on
from railbird.models.reading.types import file_for, read_types, shipped_types
from railbird.models.saved_arrays import read_arrays, write_arrays
from railbird.policies.triples import Array
from railbird.search.betting_search import ActionReport, BettingRules, BettingSearch, even_shares
from railbird.search.simulation import SimulationRequest

RECORD, VERSION = "raven", 3
OWN_TYPE = "poki"
"""The type whose actions the search begins with at its own decisions. Ours."""


@dataclass(frozen=True, slots=True)
class RavenSettings:
    iterations: int = setting(600, "iterations of the search at each decision", "ours")
    exploration: float = setting(0.5, "C of UCT, in standard deviations of what is won", "ours; as NewBot")
    uncertainty: float = setting(1.0, "C2 of UCT+: weight of a child's standard error; 0 is plain UCT", "opentestbed")
    sampled: int = setting(
        20, "below this many visits an own node draws from the actions of the type poki", "opentestbed"
    )
    bins: int = setting(5, "bins of our strength on a new board", "ours; as NewBot")
    curiosity: float = setting(
        0.2, "what it pays for the first raise that an opponent has to answer on a street, in small bets", "ours"
    )
    learning: bool = setting(True, "learn how players differ from the types", "ours")
    reading: bool = setting(True, "infer hands from actions", "ours")
    types: str = setting("", "file of player types to begin with, instead of those that ship", "ours")
    sizes: str = setting("0.5+1+2", "raises to consider in no-limit games, in pots", "ours; as NewBot")

    def __post_init__(self) -> None:
        check_within(
            self,
            iterations=(1, 10_000_000),
            exploration=(0, 1000),
            uncertainty=(0, 1000),
            sampled=(0, 1_000_000),
            bins=(1, 50),
            curiosity=(0, 100),
        )
        ascending_sizes(self.sizes)
        if self.types:
            path = Path(self.types).resolve()
            read_types(path)  # so that an unreadable file is reported before anything is played
            object.__setattr__(self, "types", str(path))


class Raven(Bot):
    """Reads opponents' hands and learns how they play in one model, and searches the betting with it."""

    source: ClassVar[str] = "ours"
    learns = True
    adds_up = True
    files: ClassVar[tuple[str, ...]] = ("types",)
    Settings = RavenSettings
    settings: RavenSettings

    def __init__(self, settings: RavenSettings | None = None) -> None:
        super().__init__(settings)
        mine = self.settings
        pots = tuple(ascending_sizes(mine.sizes))
        self._rules = BettingRules(
            exploration=mine.exploration, uncertainty=mine.uncertainty, sampled=mine.sampled, bins=mine.bins, bets=pots
        )
        self._pots, self._constants = pots, ReadingConstants()
        if not mine.learning:
            self._constants = replace(self._constants, corrections=(), frequencies=(), trusted=0.0, rate=0.0)
        if not mine.reading:  # actions say nothing about cards
            self._constants = replace(self._constants, blinds=(1.0,))
        self._own_types = read_types(Path(mine.types)) if mine.types else None
        self._begin(Betting.LIMIT)

    def refusal(self, game: Game) -> str:
        return unless_holdem(game)

    def start_match(self, match: MatchStart) -> None:
        self._begin(match.game.betting)

    def _begin(self, betting: Betting) -> None:
        self._file = file_for(betting)
        self._types = self._own_types or shipped_types(self._file)
        self._reader = HandReader(self._new_reading)

    def _new_reading(self) -> PlayerReading:
        return PlayerReading(self._types, self._constants, self._pots)

    @property
    def reader(self) -> HandReader:
        """What it knows about everybody."""
        return self._reader

    def start_hand(self, view: View) -> None:
        self._reader.begin_hand(view, self.betting(view))

    def end_hand(self, view: View) -> None:
        self._reader.end_hand(view)

    def act(self, view: View) -> Choice:
        self._reader.watch(view)
        search = self.search(view)
        reports = search.tree().root()
        values = {report.action: report.value for report in reports}
        return Decision(self._best(view, reports), {}, values, LateFacts(lambda: self._facts(view, search)))

    def search(self, view: View) -> BettingSearch:
        """The search of a decision; the betting must have been watched."""
        tracker = self._reader.tracker
        now = tracker.situation()
        tables, weights = [], np.ones((len(view.players), HANDS))
        for position, folded in enumerate(view.folded):
            if folded:
                tables.append(empty_table())
            elif position == view.position:
                tables.append(table_of_type(self._types, OWN_TYPE, view.game.most_raises))
            else:
                opponent = self._reader.opponents[position]
                theirs = tracker.with_history_of(position, now)
                tables.append(roll_out_table(opponent, theirs, view.game, self._reader.board))
                weights[position] = opponent.likely()
        request = SimulationRequest(
            decision=tracker.hand,
            hole=view.hole_bytes[view.position],
            board=view.board_bytes,
            weights=weights,
            strengths=strengths_on(view.board_bytes),
            policies=np.stack(tables),
            raises=raises_of(view, self.settings.sizes),
            high_price=HIGH_PRICE,
        )
        seed = self.streams.number(f"search {tracker.taken}") % 2**64
        shares = even_shares(len(view.players), self._rules.bets)
        for position, opponent in self._reader.opponents.items():
            shares[position] = opponent.reading.sizes.shares()
        return BettingSearch(request, self._rules, shares, seed).run(self.settings.iterations)

    def _best(self, view: View, reports: list[ActionReport]) -> Action:
        """The best action; among equals the boldest. Without a possible deal nothing is known, and it calls.

        A raise is worth c / √(1 + n) more, where n is how often the opponent least known has answered one on this
        street: what they do then is worth knowing.
        """
        known = [
            float(opponent.reading.counts[view.round, 1:].sum())
            for position, opponent in self._reader.opponents.items()
            if not view.folded[position]
        ]
        unit = view.game.bets[0] or view.game.big_blind
        more = self.settings.curiosity * unit / math.sqrt(1 + min(known))

        def rank(report: ActionReport) -> tuple[float, int, int]:
            raised = report.action.kind is ActionKind.RAISE
            return report.value + more * raised, report.action.kind, report.action.to or 0

        return max(reports, key=rank).action if reports else CALL

    def _facts(self, view: View, search: BettingSearch) -> tuple[Fact, ...]:
        """The root table, and for each opponent: their range, the type they are like, and their response to a bet."""
        facts = [
            Fact(
                f"search of {report.action}",
                f"{report.visits} visits, {report.value:+.2f} ± {report.error:.2f} chips",
                private=True,
            )
            for report in search.tree().root()
        ]
        hand, now = hand_index(view.hole_bytes[view.position]), self._reader.tracker.situation()
        for position, opponent in self._reader.opponents.items():
            if not view.folded[position]:
                name, table = view.players[position], WeightTable.of(opponent.likely())
                more = [Fact(f"{name} is like", _types_text(opponent.reading), private=True)]
                if now.can_raise:
                    more.append(response_fact(name, self._response(view, now, position)))
                facts += range_facts(name, table, hand, view.board_bytes, *more)
        return tuple(facts)

    def _response(self, view: View, now: Situation, position: int) -> Array:
        """What an opponent is expected to do if we bet or raise."""
        total = None if view.game.betting is Betting.LIMIT else raises_of(view, SHOWN_BET)[0]
        faced = situation_facing(self._reader.tracker, view, now, position, total)
        opponent = self._reader.opponents[position]
        return opponent.next_action(self._reader.context(faced), strata_on(self._reader.board))

    def portraits(self) -> list[Portrait]:
        """A portrait of each player."""
        return [portrait_by_counts(player, each.counts) for player, each in self._reader.readings.items()]

    def save(self) -> dict[str, bytes]:
        """Return what was learned, as a record for each player."""
        head = {"railbird": RECORD, "version": VERSION, "types": self._file}
        return {player: write_arrays(head, each.state()) for player, each in self._reader.readings.items()}

    def load(self, learned: Mapping[str, bytes]) -> None:
        """Add saved records to what is known. If one of them is malformed, nothing changes. Raises ModelError."""
        loaded = {}
        for player, data in learned.items():
            what = f"the record about {player}"
            head, parts = read_arrays(data, what)
            if head.get("railbird") != RECORD or head.get("version") != VERSION:
                raise ModelError(f"{what} is not one of {RECORD}")
            if head.get("types") != self._file:
                raise ModelError(f"{what} is of games with other betting: {head.get('types')!s:.40}, not {self._file}")
            reading = self._new_reading()
            try:
                reading.restore(parts)
                if player in self._reader.readings:
                    reading.add(self._reader.readings[player].state())
            except (KeyError, TypeError, ValueError) as error:
                raise ModelError(f"{what} cannot be read: {error!s:.100}") from None
            loaded[player] = reading
        self._reader.readings.update(loaded)


def _types_text(reading: PlayerReading) -> str:
    """The most likely types, and how much is known."""
    shares = reading.type_shares
    top = [
        f"{reading.types.names[index]} {shares[index]:.0%}" for index in np.argsort(-shares)[:3] if shares[index] > 0.05
    ]
    return f"{', '.join(top) or 'anybody'} (after {reading.hands} hands, {reading.shown} shown)"
