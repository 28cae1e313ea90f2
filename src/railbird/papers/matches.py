"""Matches of experiments: stored in their own database, so that an experiment can be resumed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird._progress import Progress
from railbird._seeds import derived_seed
from railbird._version import __version__
from railbird.arena import DealingScheme, Entrant, MatchDefinition
from railbird.arena.definition import Adjustment
from railbird.arena.parallel import Later, parallel_map
from railbird.arena.played_table import PlayedTable
from railbird.arena.series import Series
from railbird.gallery import parse_bot
from railbird.game import Game
from railbird.store import Store, default_store, folder_beside

STORE = "reproductions.db"
"""Next to the store of matches."""


def match_of(bots: Sequence[str], game: Game, hands: int, seed: int, replicates: int) -> MatchDefinition:
    """Define a match; the experiment measures the first bot."""
    first, *others = bots
    entrants = [Entrant(parse_bot(bot), player=f"{bot} {number + 1}") for number, bot in enumerate(others)]
    hero = Entrant(parse_bot(first), player=parse_bot(first).name)
    return MatchDefinition(
        game=game,
        entrants=(hero, *entrants),
        hands=hands,
        seed=seed,
        dealing=DealingScheme.PLAIN,
        replicates=replicates,
    )


def row_seed(seed: int, row: int) -> int:
    """The seed of a row's match; bots that are compared share it, and so the deals."""
    return derived_seed(seed, f"row {row}")


def played(name: str, tables: Sequence[MatchDefinition], progress: Progress) -> Series:
    """Play the matches of an experiment to their end, or resume them. After Ctrl-C the hands so far are stored."""
    series = _series(name, tables)
    if not series.finished:
        series.play(workers=None, report=lambda done, total: progress(done / total))
    if not series.finished:
        raise KeyboardInterrupt
    return series


def _series(name: str, tables: Sequence[MatchDefinition]) -> Series:
    """The stored series of this experiment by this version of Railbird, if there is one; otherwise a new one."""
    store = Store(folder_beside(default_store()) / STORE, create=True)
    return stored_series(store, {"kind": "reproduction", "name": name}, tables)


def stored_series(store: Store, marks: Mapping[str, Any], tables: Sequence[MatchDefinition]) -> Series:
    """The series with these marks and tables that this version of Railbird began, if there is one; else a new one."""
    wanted = [table.to_json() for table in tables]
    for stored in store.tournaments():
        if stored.railbird == __version__ and marks.items() <= stored.definition.items():
            known = Series(store, stored.id)
            if [table.to_json() for table in known.tables()] == wanted:
                return known
    players = [{"player": each.player, "bot": str(each.bot)} for each in tables[0].entrants]
    return Series.new(store, {**marks, "game": str(tables[0].game), "players": players}, tables)


def first_without_luck(series: Series, progress: Progress, *, aivat: bool = False) -> list[NDArray[np.float64]]:
    """The luck-adjusted winnings of the first player at each table: arrays [replicates, hands].

    With ``aivat``, luck is removed by AIVAT, which removes more, from tables where all other players state their
    policies.
    """
    known = [aivat and set(range(1, len(table.entrants))) <= set(table.known) for table in series.tables()]
    return parallel_map(
        _without_luck, Later(len(series), lambda index: (series.played(index), known[index])), progress=progress
    )


def _without_luck(task: tuple[PlayedTable, bool]) -> NDArray[np.float64]:
    table, known = task
    deals = table.adjusted(Adjustment.AIVAT if known else Adjustment.LUCK)
    return deals[:, 0].reshape(table.replicates, -1)


def first_of_replicates(series: Series, index: int) -> NDArray[np.float64]:
    """The winnings of the first player in each hand of each replicate: [replicates, hands]."""
    deals = series.payoffs(index).samples(by_replicate=False)[:, 0]
    return deals.reshape(series.tables()[index].replicates, -1)
