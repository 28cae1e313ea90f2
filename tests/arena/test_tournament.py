"""Tournaments, comparisons and ratings."""

from __future__ import annotations

import math
import sqlite3
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from railbird.arena import DealingScheme, Entrant, StoredRecord, play_match
from railbird.arena.comparison import ComparisonDefinition, comparison_result
from railbird.arena.definition import Adjustment
from railbird.arena.rating import RATED, RatingDefinition, panel_of, panels, rating_result
from railbird.arena.series import Series
from railbird.arena.tables import TableRules
from railbird.arena.tournament import TournamentDefinition, TournamentResult, tournament_result
from railbird.errors import MatchError, StoreError
from railbird.gallery import parse_bot
from railbird.game import limit
from railbird.stats import Unit, WinRate, mean_of
from railbird.store import Store

MATCHES = Path(__file__).parent / "matches.py"


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "matches.db")


def entrants(*bots: str) -> tuple[Entrant, ...]:
    return tuple(Entrant(parse_bot(bot), player=bot) for bot in bots)


def small(players: int = 2, **changes: object) -> TournamentDefinition:
    bots = entrants("always-call", "always-raise", "always-fold", "simple")
    rules = replace(TableRules(game=limit(players), hands=30, seed=5), **changes)  # type: ignore[arg-type]
    return TournamentDefinition(rules=rules, entrants=bots)


def played(store: Store, definition: TournamentDefinition, workers: int = 1) -> TournamentResult:
    series = Series.new(store, definition.to_json(), definition.tables())
    series.play(workers=workers)
    return result_of(series)


def result_of(series: Series) -> TournamentResult:
    samples = list(series.samples())
    return tournament_result(series.definition, series.tables(), samples, hands=series.hands, finished=series.finished)


@pytest.mark.parametrize(("players", "tables"), [(2, 6), (3, 4), (4, 1)])
def test_every_group_of_entrants_meets_once(store: Store, players: int, tables: int) -> None:
    definition = small(players)
    assert len(definition.tables()) == tables
    assert len({table.seed for table in definition.tables()}) == tables
    result = played(store, definition)
    assert result.finished
    assert result.hands == tables * 30 * players
    assert sum(each.rate.mean for each in result.ranking()) == pytest.approx(0, abs=1e-9)
    assert result.ranking()[-1].rate.mean < 0


def test_the_cross_table_of_pairs_is_antisymmetric(store: Store) -> None:
    result = played(store, small())
    for one in range(4):
        for other in range(one):
            assert result.versus(one, other).mean == pytest.approx(-result.versus(other, one).mean)
        assert result.total(one).mean == pytest.approx(
            np.mean([result.versus(one, x).mean for x in range(4) if x != one])
        )


def test_workers_and_interruptions_do_not_change_a_tournament(store: Store) -> None:
    definition = small(3)
    whole = played(store, definition)
    assert played(store, definition, workers=2).rates == whole.rates
    series = Series.new(store, definition.to_json(), definition.tables())

    class EnoughError(Exception):
        pass

    def report(done: int, total: int) -> None:
        if done > total // 3:
            raise EnoughError

    with pytest.raises(EnoughError):
        series.play(report=report, chunk_seconds=0.01)
    again = Series(store, series.number)
    assert 0 < again.hands < whole.hands
    assert not again.finished
    again.play()
    assert result_of(again).rates == whole.rates
    again.play()  # nothing is left to play
    assert again.hands == whole.hands


def fixed(rates: dict[tuple[int, int], float], players: int) -> TournamentResult:
    line_ups = tuple(rates)
    table = tuple((WinRate(rate, 0.1, 100), WinRate(-rate, 0.1, 100)) for rate in rates.values())
    names = tuple("abcdef"[:players])
    return TournamentResult(names, Unit.SB_PER_HAND, line_ups, table, 0)


def test_without_the_weakest_entrant_the_bot_that_exploited_it_falls_back() -> None:
    """a beats b and c a little; b takes everything from d, which loses to all."""
    result = fixed({(0, 1): 0.1, (0, 2): 0.1, (0, 3): 0.1, (1, 2): -0.1, (1, 3): 2.0, (2, 3): 0.1}, 4)
    assert [result.players[each.entrant] for each in result.ranking()] == ["b", "a", "c", "d"]
    assert [result.players[each.entrant] for each in result.without_weakest()] == ["a", "c", "b"]
    assert [result.players[entrant] for entrant in result.run_off()] == ["a", "c", "b", "d"]
    assert result.total(1).mean == pytest.approx((-0.1 - 0.1 + 2.0) / 3)
    assert result.total(1).standard_error == pytest.approx(0.1 / math.sqrt(3))


def test_the_mean_of_independent_rates_combines_their_errors() -> None:
    mean = mean_of([WinRate(1, 0.3, 10), WinRate(3, 0.4, 20)])
    assert mean.mean == 2
    assert mean.standard_error == pytest.approx(0.25)
    freedom = 0.25**2 / (0.09**2 / 9 + 0.16**2 / 19)
    assert mean.samples == 1 + math.floor(freedom)
    assert mean_of([WinRate(1, 0.3, 10)] * 4).standard_error == pytest.approx(0.15)
    assert not mean_of([WinRate(1, float("nan"), 1), WinRate(3, 0.4, 20)]).sure


def test_a_learner_is_judged_by_replicates(store: Store) -> None:
    rules = TableRules(game=limit(), hands=20, replicates=5)
    definition = TournamentDefinition(rules=rules, entrants=entrants("chump", "simple", "random"))
    result = played(store, definition)
    assert result.rates[0][0].samples == 5
    assert result.rates[2][0].samples == 100  # simple and random do not learn


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"rules": TableRules(game=limit(6), hands=10)}, "tables of 6 need 6 or more entrants, not 4"),
        ({"entrants": entrants("simple", "simple")}, "players need different ids"),
        (
            {"entrants": tuple(Entrant(parse_bot("random"), player=f"p{i}") for i in range(150))},
            "11,175 tables; the limit is 5,000",
        ),
    ],
)
def test_impossible_tournaments_are_refused(changes: dict[str, object], message: str) -> None:
    with pytest.raises(MatchError, match=message):
        replace(small(), **changes)  # type: ignore[arg-type]


def test_a_tournament_with_a_deleted_table_is_reported(store: Store) -> None:
    series = Series.new(store, small().to_json(), small().tables())
    with sqlite3.connect(store.path) as connection:
        connection.execute("DELETE FROM match WHERE id = 2")
    with pytest.raises(MatchError, match="some of its tables are missing"):
        Series(store, series.number)
    with pytest.raises(StoreError, match="there is no tournament 9"):
        Series(store, 9)


def test_faults_at_the_tables_are_reported(store: Store) -> None:
    bots = entrants("always-call", f"{MATCHES}:Crashes")
    definition = TournamentDefinition(rules=TableRules(game=limit(), hands=10), entrants=bots)
    series = Series.new(store, definition.to_json(), definition.tables())
    series.play()
    (fault,) = series.faults()
    assert fault["bot"].endswith("matches.py:Crashes")
    assert (fault["kind"], fault["count"] > 0, fault["match"]) == ("error", True, 1)


def test_unplayed_tables_are_left_out(store: Store) -> None:
    definition = small()
    series = Series.new(store, definition.to_json(), definition.tables())
    result = result_of(series)
    assert result.line_ups == ()
    record = StoredRecord.resume(store, series.match_number(0))
    play_match(record.definition, record=record)
    again = result_of(Series(store, series.number))
    assert again.line_ups == ((0, 1),)
    assert not again.finished


def compared(store: Store, first: str, second: str, **changes: object) -> tuple[Series, ComparisonDefinition]:
    rules = replace(TableRules(game=limit(), hands=60), **changes)  # type: ignore[arg-type]
    definition = ComparisonDefinition(
        rules=rules, first=parse_bot(first), second=parse_bot(second), panel=entrants("always-call", "flock")
    )
    return Series.new(store, definition.to_json(), definition.tables()), definition


def test_a_bot_is_no_better_than_itself(store: Store) -> None:
    series, _ = compared(store, "simple", "simple")
    series.play()
    result = comparison_result(
        series.definition, series.tables(), list(series.samples()), hands=series.hands, finished=True
    )
    assert all(each.difference.mean == 0 for each in result.tables)
    assert result.verdict == "it is not clear which one is better"


def test_poki_22_paired_deals_reduce_the_error_of_a_difference(store: Store) -> None:
    series, definition = compared(store, "simple", "simple(bluff=off)", hands=150)
    tables = definition.tables()
    assert [table.seed for table in tables[::2]] == [table.seed for table in tables[1::2]]
    series.play(workers=2)
    result = comparison_result(
        series.definition, series.tables(), list(series.samples()), hands=series.hands, finished=True
    )
    assert [each.versus for each in result.tables] == ["always-call", "flock"]
    for each in result.tables:
        apart = math.hypot(each.first.standard_error, each.second.standard_error)
        assert each.difference.standard_error < apart
        assert each.difference.mean == pytest.approx(each.second.mean - each.first.mean)
    assert result.to_json()["overall"]["versus"] == "all"


def test_the_verdict_names_the_better_bot(store: Store) -> None:
    series, _ = compared(store, "advanced-rules", "always-fold", hands=100)
    series.play()
    result = comparison_result(
        series.definition, series.tables(), list(series.samples()), hands=series.hands, finished=True
    )
    assert result.verdict == "advanced-rules is better"


def test_panels_are_fixed_and_all_their_bots_play_their_game() -> None:
    for name, panel in panels().items():
        assert name.rpartition("-")[2].isdigit()
        for table in RatingDefinition(panel=panel, bot=parse_bot("random"), hands=1).tables():
            assert table.dealing is DealingScheme.DUPLICATE
            assert table.adjust is Adjustment.LUCK
    assert panel_of("limit").name == "limit-1"
    with pytest.raises(MatchError, match="there is no panel 'omaha'"):
        panel_of("omaha")


def test_the_panels_play_as_they_did() -> None:
    """Recorded once. If this changes, ratings are no longer comparable: add a new version of the panel."""
    known = {
        "limit-1": [-0.3125, 1.6625, 0.6, 0.45, -0.725, -0.025, -0.05, -0.1875, 0.2875, 0.6375, 0.1],
        "nolimit-1": [-106.15, -1260.3, 20.675, 488.425, -209.675, 3.325, -127.375, 26.15, -196.95, 24.45],
        "nolimit-learners-3": [21.7292, 136.4896, 110.1042, 61.8854, 13.0208, -534.8438, 62.6771],
    }
    for name, results in known.items():
        hands = 48 if "learners" in name else 20
        tables = RatingDefinition(panel=panel_of(name), bot=parse_bot("simple"), hands=hands).tables()
        assert [round(play_match(table).players[1].plain.mean, 4) for table in tables] == results
    assert known.keys() == panels().keys()


def test_a_rating_is_the_mean_over_the_panel(store: Store) -> None:
    definition = RatingDefinition(panel=panel_of("limit"), bot=parse_bot("always-fold"), hands=10)
    assert not definition.comparable
    series = Series.new(store, definition.to_json(), definition.tables())
    series.play()
    result = rating_result(
        series.definition, series.tables(), list(series.samples()), hands=series.hands, finished=True
    )
    assert result.rating.mean == pytest.approx(np.mean([rate.mean for _, rate in result.profile]))
    assert result.rating.mean < 0
    assert [opponent for opponent, _ in result.profile] == list(panel_of("limit").bots)
    assert {player for hand in series.hands_of(0) for player in hand.players} == {RATED, "always-call"}


def test_a_learner_is_rated_by_replicates() -> None:
    table = RatingDefinition(panel=panel_of("limit"), bot=parse_bot("chump"), hands=240).tables()[0]
    assert (table.hands, table.replicates) == (20, 12)


def test_opponents_that_learn_are_met_in_replicates() -> None:
    panel = panel_of("nolimit-learners")
    tables = RatingDefinition(panel=panel, bot=parse_bot("always-call")).tables()
    assert {table.entrants[1].player: (table.hands, table.replicates) for table in tables} == {
        bot: (250, 12) if parse_bot(bot).traits.learns else (3000, 1) for bot in panel.bots
    }
