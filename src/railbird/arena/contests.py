"""Tournaments, comparisons and ratings in one call, and matches from the store."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TypedDict, TypeVar, Unpack, cast

import numpy as np
from numpy.typing import NDArray

from railbird._live_progress import LiveBar
from railbird.arena.backends import Workers, WorkersLike, workers_of
from railbird.arena.comparison import USUAL_OPPONENTS, ComparisonDefinition, ComparisonResult, comparison_result
from railbird.arena.definition import Adjustment, DealingScheme, MatchDefinition
from railbird.arena.entrants import BotLike, Entrant, named_entrants
from railbird.arena.evidence import evidence_of, played_hands
from railbird.arena.leg import Chunk
from railbird.arena.match_record import LegState, MatchRecord, StoredRecord
from railbird.arena.play import kept_result, stopping
from railbird.arena.rating import RatingDefinition, RatingResult, panel_of, rating_result
from railbird.arena.results import MatchResult, Payoffs
from railbird.arena.series import Series, SeriesDefinition
from railbird.arena.tables import TableRules, default_adjustment, default_replicates, default_seed
from railbird.arena.tournament import TournamentDefinition, TournamentResult, tournament_result
from railbird.arena.workers import Task, team_of
from railbird.errors import MatchError
from railbird.gallery import BotSpec
from railbird.gallery.isolation import isolated_where_possible
from railbird.game import Game, Hand, parse_game_for
from railbird.store import DatabaseUrl, Store, default_store

Result = TypeVar("Result")


class TableKeywords(TypedDict, total=False):
    """How each table of a tournament or of a comparison is played."""

    game: Game | str
    """Limit hold'em by default."""
    hands: int
    """Deals at each table, of each replicate."""
    seed: int
    dealing: DealingScheme | str
    """Duplicate by default: the same cards in every seating."""
    replicates: int
    """Independent matches with fresh bots at each table; 8 by default if a bot learns."""
    adjust: Adjustment | str
    """Luck is removed by default, in hold'em."""
    time_limit: float
    """Seconds per decision."""


class PlayKeywords(TypedDict, total=False):
    """Where and on how many cores a series is played."""

    workers: WorkersLike
    """Processes, or ``"ray"``; one process per core by default, but one for classes that only this process knows."""
    store: Store | str | os.PathLike[str] | DatabaseUrl | None
    """Where to keep all hands; by default they are not kept."""
    name: str | None
    """A name for it in the store."""
    progress: bool | None
    """Show a progress bar? By default in notebooks and at prompts."""
    isolate: bool
    """Run bots of files and other packages in processes of their own, where this system can isolate them? By default
    in ratings and tournaments."""


class SeriesKeywords(TableKeywords, PlayKeywords, total=False):
    """All options of a tournament or of a comparison."""


def tournament(bots: Sequence[BotLike], *, players: int = 2, **options: Unpack[SeriesKeywords]) -> TournamentResult:
    """Let every bot play every other one, at tables of ``players``. ``SeriesKeywords`` lists the options.

    >>> result = tournament(["simple", "always-call", "random"], hands=200)
    >>> result.players[result.ranking()[0].entrant]
    'simple'
    """
    if len(bots) < 2:
        raise MatchError(f"a tournament has two or more bots, not {len(bots)}")
    tables, playing = _split(options)
    specs = [_spec(bot, playing) for bot in bots]
    rules = _rules(specs, players, 500, tables)
    definition = TournamentDefinition(rules=rules, entrants=named_entrants(specs))
    return _play("tournament", definition, tournament_result, playing)


def compare(
    first: BotLike,
    second: BotLike,
    versus: Sequence[BotLike] = USUAL_OPPONENTS,
    *,
    players: int = 2,
    **options: Unpack[SeriesKeywords],
) -> ComparisonResult:
    """Compare two bots, or two versions of one: both play the same opponents with the same cards.

    >>> result = compare("simple", "random", versus=["always-call"], hands=300)
    >>> result.verdict
    'simple is better'
    """
    tables, playing = _split({"isolate": False, **options})
    both = [_spec(bot, playing) for bot in (first, second)]
    panel = [_spec(bot, playing) for bot in versus]
    definition = ComparisonDefinition(
        rules=_rules([*both, *panel], players, 1000, tables), first=both[0], second=both[1], panel=named_entrants(panel)
    )
    return _play("comparison", definition, comparison_result, playing)


def rate(
    bot: BotLike,
    panel: str = "limit",
    *,
    hands: int | None = None,
    seed: int | None = None,
    **options: Unpack[PlayKeywords],
) -> RatingResult:
    """Rate a bot: its win rate against a fixed panel of opponents. Panels are ``limit`` and ``nolimit``.

    Ratings can be compared between people and over time, unless ``hands`` differs from the panel's own.

    >>> rate("always-call", hands=20).comparable
    False
    """
    spec = _spec(bot, options)
    given = default_seed([spec]) if seed is None else seed
    definition = RatingDefinition(panel=panel_of(panel), bot=spec, hands=hands, seed=given)
    return _play("rating", definition, rating_result, options)


def load_match(
    reference: int | str = "last", store: Store | str | os.PathLike[str] | DatabaseUrl | None = None
) -> MatchResult:
    """The result of a match in the store, by its number, its name, or ``last``. By default the user's own store.

    >>> import tempfile
    >>> from railbird.arena import play_match
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = f"{folder}/matches.db"
    ...     _ = play_match(["simple", "random"], hands=50, store=path, name="first")
    ...     load_match("first", path).hands
    50
    """
    opened = open_store(default_store() if store is None else store, create=False)
    number = opened.match_number(reference)
    return kept_result(StoredRecord.read(opened, number), opened.match(number))[0]


def load_hands(
    reference: int | str = "last", store: Store | str | os.PathLike[str] | DatabaseUrl | None = None
) -> Iterator[Hand]:
    """Every hand of a match in the store, with all its cards, in the order in which they were played.

    >>> import tempfile
    >>> from railbird.arena import play_match
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = f"{folder}/matches.db"
    ...     _ = play_match(["always-call", "always-call"], hands=2, store=path)
    ...     [hand.over for hand in load_hands("last", path)]
    [True, True]
    """
    opened = open_store(default_store() if store is None else store, create=False)
    record = StoredRecord.read(opened, opened.match_number(reference))
    for leg in record.definition.legs():
        for hand, _ in played_hands(record.definition, leg, record.lines(leg.number)):
            yield hand


def open_store(store: Store | str | os.PathLike[str] | DatabaseUrl, *, create: bool = True) -> Store:
    """The store itself, or the one at a path or URL."""
    return store if isinstance(store, Store) else Store(store, create=create)


def _split(options: SeriesKeywords) -> tuple[TableKeywords, PlayKeywords]:
    """The options of the tables, and those of playing them."""
    playing = {key: value for key, value in options.items() if key in PlayKeywords.__annotations__}
    tables = {key: value for key, value in options.items() if key not in playing}
    unknown = sorted(set(tables) - set(TableKeywords.__annotations__))
    if unknown:
        known = ", ".join((*TableKeywords.__annotations__, *PlayKeywords.__annotations__))
        raise TypeError(f"{', '.join(unknown)} is not an option; there are {known}")
    return cast(TableKeywords, tables), cast(PlayKeywords, playing)


def _spec(bot: BotLike, playing: PlayKeywords) -> BotSpec:
    """The bot, isolated if it runs other people's code and that is wanted."""
    if isinstance(bot, str):
        return isolated_where_possible(bot, wanted=playing.get("isolate", True))
    return Entrant(bot).bot


def _rules(bots: Sequence[BotSpec], players: int, hands: int, options: TableKeywords) -> TableRules:
    game = options.get("game", "limit")
    played = game if isinstance(game, Game) else parse_game_for(game, players)
    return TableRules(
        game=played,
        hands=options.get("hands", hands),
        seed=options["seed"] if "seed" in options else default_seed(bots) or 0,
        dealing=DealingScheme(options.get("dealing", DealingScheme.DUPLICATE)),
        replicates=options.get("replicates") or default_replicates(bots),
        time_limit=options.get("time_limit", 10.0),
        adjust=Adjustment(options.get("adjust", default_adjustment(played))),
    )


def _play(kind: str, definition: SeriesDefinition, make: Callable[..., Result], playing: PlayKeywords) -> Result:
    """Play all tables, in the store if one is given, and make the result of their samples."""
    tables = definition.tables()
    by_replicate = any(table.by_replicate for table in tables)
    local = sorted({each.bot.name for table in tables for each in table.entrants if each.bot.local})
    workers = playing.get("workers")
    chosen = workers_of(workers) if workers is not None or not local else Workers(1)
    store = playing.get("store")
    with LiveBar(kind, shown=playing.get("progress")) as bar:
        if store is None:
            samples, hands, finished = _in_memory(tables, by_replicate, chosen, bar)
            return make(definition.to_json(), tables, samples, hands=hands, finished=finished)
        if local:
            raise MatchError(
                f"{', '.join(local)} is a class of this process: to keep its matches in a store, put it into a file "
                "and name it FILE.py:CLASS"
            )
        series = Series.new(open_store(store), definition.to_json(), tables, playing.get("name"))
        series.play(workers=chosen, report=lambda done, total: bar(done / total, f"{done:,} of {total:,} hands"))
        kept = list(series.samples(by_replicate=by_replicate))
        return make(series.definition, series.tables(), kept, hands=series.hands, finished=series.finished)


def _in_memory(
    tables: Sequence[MatchDefinition], by_replicate: bool, workers: Workers, bar: LiveBar
) -> tuple[list[NDArray[np.float64]], int, bool]:
    """Play all tables: their samples, the number of hands, and whether all were played."""
    total, stop = sum(table.total_hands for table in tables), threading.Event()
    payoffs = [Payoffs(table) for table in tables]
    evidence = [evidence_of(MatchRecord(table), each) for table, each in zip(tables, payoffs, strict=True)]

    def keep(first: int, offset: int, chunk: Chunk) -> None:
        index = first + offset
        payoffs[index].add(chunk.leg, chunk.payoffs, finished=chunk.finished)
        if (adjusted := evidence[index]) is not None:
            adjusted.add(chunk.leg, chunk.hands)
        done = sum(each.hands for each in payoffs)
        bar(done / total, f"{done:,} of {total:,} hands")

    local = any(entrant.bot.local for table in tables for entrant in table.entrants)
    with stopping(stop):
        # One team plays all tables. A class of this process binds its own table to it, not those of foreign bots.
        for first, part in enumerate([[table] for table in tables]) if local else [(0, tables)]:
            legs = [(offset, table, leg) for offset, table in enumerate(part) for leg in table.legs()]
            tasks = [Task(offset, leg, LegState(leg.number), table.hands) for offset, table, leg in legs]
            with team_of(part, workers, len(tasks)) as team:
                team.play(tasks, partial(keep, first), stop)
    sources = [each if adjusted is None else adjusted for each, adjusted in zip(payoffs, evidence, strict=True)]
    finished = all(len(each.finished_replicates()) == each.definition.replicates for each in payoffs)
    return (
        [source.samples(by_replicate=by_replicate) for source in sources],
        sum(each.hands for each in payoffs),
        finished,
    )
