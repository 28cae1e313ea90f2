"""An extended match equals a match that was planned with all its hands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from railbird.arena import DealingScheme, Entrant, MatchDefinition, StoredRecord, play_match
from railbird.arena.definition import Adjustment, StackRule
from railbird.arena.series import Series
from railbird.arena.tables import TableRules
from railbird.arena.tournament import TournamentDefinition
from railbird.errors import MatchError
from railbird.gallery import parse_bot
from railbird.game import limit, parse_game
from railbird.stats.sequential import BetterThan
from railbird.store import Store

DEFINITION = MatchDefinition(
    game=limit(),
    entrants=(Entrant(parse_bot("magpie"), player="magpie"), Entrant(parse_bot("chump"), player="chump")),
    hands=15,
    seed=4,
    dealing=DealingScheme.DUPLICATE,
    adjust=Adjustment.LUCK,
    explain_every=7,
)


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "matches.db")


def played(store: Store, definition: MatchDefinition) -> StoredRecord:
    record = StoredRecord.new(store, definition)
    play_match(definition, record=record)
    return record


def contents(store: Store, match: int) -> object:
    legs = store.legs(match)
    hands = [[text for _, text in store.hands(leg.id)] for leg in legs]
    decisions = [store.decisions(leg.id, 14) for leg in legs]
    return hands, decisions, [(leg.done, leg.finished, leg.parts, set(leg.learned)) for leg in legs]


def test_an_extended_match_equals_the_longer_match_hand_by_hand(store: Store) -> None:
    """Also with learners, which continue with what they knew at the end."""
    short = played(store, DEFINITION)
    long = played(store, replace(DEFINITION, hands=40))
    record = StoredRecord.extend(store, short.match, 40)
    result = play_match(record.definition, record=record)
    assert contents(store, short.match) == contents(store, long.match)
    assert (store.match(short.match).hands, store.match(short.match).finished) == (80, True)
    assert store.match(short.match).definition == store.match(long.match).definition
    expected = play_match(long.definition, record=StoredRecord.resume(store, long.match))
    assert [each.rate.mean for each in result.players] == [each.rate.mean for each in expected.players]
    assert store.check() == []


def test_a_stopped_match_can_be_extended(store: Store) -> None:
    def stop(_: object) -> None:
        raise StopIteration

    record = StoredRecord.new(store, DEFINITION)
    play_match(DEFINITION, record=record, chunk_seconds=0, report=stop)
    assert not store.match(record.match).finished
    longer = StoredRecord.extend(store, record.match, 40)
    play_match(longer.definition, record=longer)
    assert contents(store, record.match) == contents(store, played(store, replace(DEFINITION, hands=40)).match)


@pytest.mark.parametrize(
    ("changes", "hands", "message"),
    [
        ({}, 15, "already has 15 hands"),
        ({}, 3, "already has 15 hands: --hands 3 does not extend it"),
        ({"stop": BetterThan(0), "replicates": 4}, 40, r"may stop early .* cannot be extended"),
        (
            {"stacks": StackRule.KEPT, "game": parse_game("limit(rules=casino)"), "adjust": Adjustment.NONE},
            40,
            "a freeze-out cannot be extended",
        ),
    ],
)
def test_an_extension_that_would_change_the_match_is_refused(
    store: Store, changes: dict[str, object], hands: int, message: str
) -> None:
    definition = replace(DEFINITION, **changes)  # type: ignore[arg-type]
    match = StoredRecord.new(store, definition).match
    with pytest.raises(MatchError, match=message):
        StoredRecord.extend(store, match, hands)
    assert store.match(match).hands == definition.total_hands


def test_a_table_of_a_series_cannot_be_extended_alone(store: Store) -> None:
    entrants = tuple(Entrant(parse_bot(name), player=name) for name in ("random", "flock"))
    rules = TableRules(game=limit(), hands=2, dealing=DealingScheme.PLAIN, adjust=Adjustment.NONE)
    definition = TournamentDefinition(rules=rules, entrants=entrants)
    series = Series.new(store, definition.to_json(), definition.tables())
    with pytest.raises(MatchError, match="is a table of series 1"):
        StoredRecord.extend(store, series.match_number(0), 40)
