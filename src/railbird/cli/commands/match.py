"""``railbird match``: bots against each other."""

from __future__ import annotations

import json
import re
import shlex
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import numpy as np
import typer
from rich.console import Console, Group, RenderableType
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from railbird._options import with_options
from railbird._seeds import parse_seed, seed_text
from railbird._threads import thread_count
from railbird.agent.decision import number_text
from railbird.arena import DealingScheme, Entrant, MatchDefinition, MatchResult, StoredRecord, play_match
from railbird.arena.definition import Adjustment, StackRule
from railbird.arena.match_record import MatchRecord
from railbird.arena.results import Payoffs, PlayerResult
from railbird.arena.stages import sample_bounds
from railbird.cli.games import load_game
from railbird.cli.interruption import resumable, say_stopping
from railbird.cli.options import Json, MatchSeed, Name, StorePath, refuse_options, was_given
from railbird.cli.render.chart import LineChart, legend
from railbird.cli.render.grid import Grid, display
from railbird.cli.render.pictures import check_picture, save_lines
from railbird.cli.render.progress import Forecast
from railbird.cli.stores import default_store_path, open_store
from railbird.errors import MatchError
from railbird.gallery import BotSpec, parse_bot
from railbird.game import Game
from railbird.game.events import PARTS
from railbird.reports.page import colour
from railbird.stats import CHIPS_OF, WinRate, unit_of, win_rate
from railbird.stats.sequential import BetterThan, Precision, StopRule

if TYPE_CHECKING:
    from railbird.cli.memory import Memory

PATIENCE = 0.5
"""Seconds between looks at how a match goes."""
_DEFINING = (
    *("bots", "game", "seed", "dealing", "replicates", "stacks", "time_limit", "explain"),
    *("adjust", "until", "better_than", "error", "name"),
)
EXPLAIN = {"none": 0, "sample": 100, "all": 1}
"""Every how many hands decisions are kept."""
_FAMILY = re.compile(r"\s*(limit|nolimit|potlimit)\s*(?:\((.*)\))?\s*")


def command(
    context: typer.Context,
    bots: Annotated[
        list[str] | None,
        typer.Argument(metavar="BOT...", help="Two to ten bots, as in simple(bluff=off) or ./shark.py:Shark."),
    ] = None,
    hands: Annotated[
        int, typer.Option("--hands", "-n", help="How many hands; of each seating and replicate.")
    ] = 10_000,
    game: Annotated[
        str | None, typer.Option("--game", "-g", help="The game, or an ACPC game file.", show_default="limit")
    ] = None,
    seed: MatchSeed = "0",
    dealing: Annotated[
        DealingScheme,
        typer.Option(help="duplicate plays the same cards in every rotation of the line-up, permuted in every order."),
    ] = DealingScheme.PLAIN,
    replicates: Annotated[int, typer.Option("--replicates", "-r", help="Independent matches with fresh bots.")] = 1,
    adjust: Annotated[
        Adjustment, typer.Option(help="What to take out of the results: luck makes intervals narrower, and stays fair.")
    ] = Adjustment.NONE,
    until: Annotated[
        str | None, typer.Option(metavar="±RATE", help="Stop when every 95 % interval is as narrow as this.")
    ] = None,
    better_than: Annotated[
        float | None,
        typer.Option(metavar="RATE", help="Stop when it is clear whether the first bot wins more than this or less."),
    ] = None,
    error: Annotated[float, typer.Option(help="How often --better-than may be wrong, however often it looks.")] = 0.05,
    stacks: Annotated[
        StackRule, typer.Option(help="kept plays freeze-outs: chips go from hand to hand until one has all.")
    ] = StackRule.RESET,
    workers: Annotated[int | None, typer.Option("--workers", help="Processes.", show_default="every core")] = None,
    time_limit: Annotated[float, typer.Option(help="Seconds that a bot has for a decision.")] = 10.0,
    explain: Annotated[str, typer.Option(help="Keep what led to decisions: none, sample or all.")] = "none",
    store: StorePath = None,
    keep: Annotated[bool, typer.Option("--keep/--no-keep", help="Keep the match in the store.")] = True,
    name: Name = None,
    remember: Annotated[
        str | None,
        typer.Option(
            "--remember",
            metavar="NAME",
            help="Bots that learn begin with what they remember under this name, and remember what they learn.",
        ),
    ] = None,
    resume: Annotated[
        str | None,
        typer.Option(
            "--resume",
            metavar="MATCH",
            help="Go on with a match: its number, its name, or last. More --hands extend it.",
        ),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Draw the winnings, hand by hand, into a .png, .svg or .pdf.", callback=check_picture
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Let bots play each other, and say who wins how much, and how sure that is.

    Win rates are in sb/h (small bets per hand) in limit games, in bb/100 (big blinds per 100 hands) in no-limit games,
    and in stacks/match (starting stacks) in freeze-outs. A leg is one replicate in one seating.

    Examples:

      railbird match simple always-call

      railbird match simple "simple(bluff=off)" always-call --hands 100000 --seed 7

      railbird match simple flock --game "nolimit(stack=50bb)" --dealing duplicate

      railbird match simple flock --dealing duplicate --adjust luck --better-than 0

      railbird match "magpie(model=monday.model)" simple

      railbird match magpie simple --remember monday

      railbird match --resume last

      railbird match --resume last --hands 50000
    """
    if explain not in EXPLAIN:
        raise MatchError(f"--explain is {', '.join(EXPLAIN)}, not {explain!r:.60}")
    if resume is not None:
        refuse_options(context, "match", _DEFINING)
        opened = open_store(store)
        number = opened.match_number(resume)
        name = opened.match(number).name
        longer = was_given(context, "hands") and hands != opened.match(number).definition.get("hands")
        record: MatchRecord = (
            StoredRecord.extend(opened, number, hands) if longer else StoredRecord.resume(opened, number)
        )
    else:
        if better_than is None and was_given(context, "error"):
            raise MatchError("--error belongs to --better-than")
        if name is not None and not keep:
            raise MatchError("--name belongs to a match that is kept: leave out --no-keep")
        definition = replace(
            defined(
                bots or [], game, hands, parse_seed(seed), dealing, replicates, time_limit, stacks, EXPLAIN[explain]
            ),
            adjust=adjust,
            stop=_stop_rule(until, better_than, error),
        )
        if remember is not None:
            definition = _memory(definition, remember, store).brought()
        if keep:
            opened = open_store(store, create=True)
            record = StoredRecord.new(opened, definition, name)
        else:
            record = MatchRecord(definition)
    memory = None if remember is None else _memory(record.definition, remember, store)
    before = sum(state.done for state in record.states())
    again = None if record.match is None else f"railbird match --resume {record.match}{store_option(opened.path)}"
    with resumable(again), _LiveTable(record.definition, before, hidden=as_json) as live:
        result = play_match(
            record.definition,
            record=record,
            workers=thread_count(workers),
            report=live.report,
            on_stop=say_stopping,
        )
    remembered = []
    if memory is not None and result.finished:
        memory.write(record.learned(0))
        remembered = memory.files(record.learned(0))
    payoffs = live.payoffs or record.payoffs()
    if plot is not None:
        _draw(plot, result, payoffs)
    if as_json:
        files = {"remembered": [str(path) for path, _ in remembered]} if remember is not None else {}
        typer.echo(json.dumps(result.to_json() | files, indent=2))
    else:
        where = opened.path if keep or resume is not None else None
        display(picture(result, payoffs, live.seconds, where, name))
        for path, can_be_told in remembered:
            told = f"railbird model show {shlex.quote(str(path))}" if can_be_told else str(path)
            typer.echo(f"remembered: {told}")
    if not result.finished:
        raise typer.Exit(130)


def _memory(definition: MatchDefinition, name: str, store: Path | None) -> Memory:
    """What the bots of a match remember under a name."""
    from railbird.cli.memory import Memory

    if definition.seatings * definition.replicates > 1:
        raise MatchError(
            "--remember is for matches of one run: with --replicates or --dealing duplicate bots begin anew several "
            "times, and learn several things"
        )
    memory = Memory(definition, name, store)
    if not memory.paths:
        raise MatchError("no bot of this match learns: leave out --remember")
    return memory


def defined(
    bots: list[str],
    game: str | None,
    hands: int,
    seed: int,
    dealing: DealingScheme,
    replicates: int,
    time_limit: float,
    stacks: StackRule = StackRule.RESET,
    explain_every: int = 0,
) -> MatchDefinition:
    """The match that the command's options describe."""
    if not 2 <= len(bots) <= 10:
        raise MatchError(f"a match has 2 to 10 bots, not {len(bots)} (railbird bots lists them)")
    specs = [parse_bot(text) for text in bots]
    entrants = tuple(map(Entrant, player_ids(specs), specs))
    played = game_for(game, len(bots))
    return MatchDefinition(played, entrants, hands, seed, dealing, replicates, time_limit, stacks, explain_every)


def _stop_rule(until: str | None, better_than: float | None, error: float) -> StopRule | None:
    if until is not None and better_than is not None:
        raise MatchError("a match stops by --until or by --better-than, not by both")
    if better_than is not None:
        return BetterThan(better_than, error)
    if until is None:
        return None
    try:
        return Precision(float(re.sub(r"^\s*(±|\+-|\+/-)", "", until)))
    except ValueError:
        raise MatchError(f"--until is a half width as in ±0.02, not {until!r:.60}") from None


def player_ids(specs: list[BotSpec]) -> list[str]:
    """An id for each player: the bot's name, with its settings if others have the same name, or with a number."""
    names = [spec.name.rpartition(":")[2].lower() for spec in specs]
    often = Counter(names)
    names = [
        with_options(name, _told_apart(spec)) if often[name] > 1 else name
        for name, spec in zip(names, specs, strict=True)
    ]
    often, seen = Counter(names), Counter[str]()
    ids = []
    for name in names:
        seen[name] += 1
        ids.append(f"{name}-{seen[name]}" if often[name] > 1 else name)
    return ids


def _told_apart(spec: BotSpec) -> dict[str, str]:
    """What differs from other bots of its name; of a model, the name of its file."""
    return {**dict(spec.options), **({"model": Path(spec.model.path).stem} if spec.model else {})}


def game_for(text: str | None, players: int) -> Game:
    """The game; one that does not say how many players it has, has as many as there are bots."""
    family = _FAMILY.fullmatch(text or "limit")
    if family and "players" not in (family[2] or ""):
        options = f"players={players}" + (f", {family[2]}" if (family[2] or "").strip() else "")
        return load_game(f"{family[1]}({options})")
    return load_game(text or "limit")


def adjustment_for(game: Game, given: Adjustment | None) -> Adjustment:
    """The one that is asked for; by default luck, where it is known."""
    return given or (Adjustment.LUCK if game.is_holdem else Adjustment.NONE)


class _LiveTable:
    """How a match goes, while it does: hands a second, time left, and who wins."""

    def __init__(self, definition: MatchDefinition, before: int, *, hidden: bool) -> None:
        console = Console(stderr=True)
        self._definition = definition
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            TextColumn("{task.completed:,.0f}/{task.total:,.0f} hands"),
            TextColumn("{task.fields[speed]}"),
            TimeRemainingColumn(),
            console=console,
            transient=True,
            disable=hidden or not console.is_terminal,
        )
        self._task = self._bar.add_task("match", total=definition.total_hands, speed="")
        may_end_early = definition.stop is not None or definition.stacks is StackRule.KEPT
        self._forecast = Forecast(console, at_most=may_end_early)
        self._started = time.monotonic()
        self._shown = 0.0
        self._before = before
        self.payoffs: Payoffs | None = None
        self.seconds = 0.0

    def report(self, payoffs: Payoffs) -> None:
        self.payoffs = payoffs
        now = time.monotonic()
        self.seconds = now - self._started
        self._forecast(payoffs.hands / self._definition.total_hands)
        if self._bar.disable or now - self._shown < PATIENCE:
            return
        self._shown = now
        samples = payoffs.samples(by_replicate=False)
        best = int(np.argmax(samples.mean(axis=0))) if len(samples) else 0
        rate = win_rate(samples[:, best])
        if self._definition.stacks is StackRule.KEPT:  # its interval takes longer to compute than there is time here
            rate = replace(rate, standard_error=float("nan"))
        self._bar.update(
            self._task,
            completed=payoffs.hands,
            speed=f"{(payoffs.hands - self._before) / max(self.seconds, 0.01):,.0f}/s",
            description=f"{self._definition.entrants[best].player} {_short(rate)}" if len(samples) else "match",
        )

    def __enter__(self) -> _LiveTable:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()


def _short(rate: WinRate) -> str:
    mean = number_text(float(f"{rate.mean:.3g}"), sign=True)
    return f"{mean} ± {number_text(float(f'{rate.half:.2g}'))}" if rate.sure else mean


def picture(
    result: MatchResult, payoffs: Payoffs, seconds: float, where: Path | None, name: str | None = None
) -> Group:
    """Who won how much, the way there, and what it is based on; where it is kept, and under which name."""
    table = Grid()
    table.labels("player", "bot")
    table.numbers(result.unit.value, f"{100 * result.confidence:g} % interval")
    table.text("")
    for number, each in enumerate(result.players):
        table.row(
            Text(each.player, style=colour(number)),
            Text(each.bot if each.bot != each.player else "", style="dim"),
            f"{each.rate.mean:+.4f}" if np.isfinite(each.rate.mean) else "",
            "" if each.interval is None else "{:+.4f} to {:+.4f}".format(*each.interval),
            Text(each.verdict or _within(each), style="dim"),
        )
    parts: list[RenderableType] = [table]
    at, lines = payoffs.curve(240)
    if len(at) > 2:
        parts += [
            "",
            LineChart(at, lines, title=f"{CHIPS_OF[unit_of(result.definition.game)]} won so far"),
            legend([each.player for each in result.players]),
        ]
    parts += ["", Text(_note(result, seconds, where, name, _chips_so_far(result, payoffs)), style="dim")]
    for fault in _faults(result):
        parts.append(Text(fault, style="yellow"))
    return Group(*parts)


def _within(each: PlayerResult) -> str:
    if each.within is None or not each.within.sure:
        return "too few to tell"
    return f"standard error {number_text(float(f'{each.within.standard_error:.2g}'))} within this run"


def _chips_so_far(result: MatchResult, payoffs: Payoffs) -> str:
    """Of freeze-outs of which none is finished."""
    if result.definition.stacks is StackRule.RESET or np.isfinite(result.players[0].rate.mean) or not payoffs.hands:
        return ""
    chips = sum(payoffs.leg(leg.number).sum(axis=0) for leg in result.definition.legs()) / PARTS
    told = ", ".join(f"{each.player} {won:+,.0f}" for each, won in zip(result.players, chips, strict=True))
    return f"\nno freeze-out is finished; chips so far: {told}"


def _note(result: MatchResult, seconds: float, where: Path | None, name: str | None, so_far: str) -> str:
    definition = result.definition
    how = f"{definition.dealing.value} dealing, {seed_text(definition.seed)}"
    note = f"{definition.game}, {result.hands:,} hands, {how}"
    if definition.replicates > 1:
        note += f", {definition.replicates} replicates"
    if seconds > 0.05:
        note += f", {seconds:.1f} s"
    note += _told_adjustment(result) + _told_verdict(result)
    if not result.repeatable:
        note += "; bots were measured by the clock, so it may not be the same again"
    note += so_far
    if definition.replicates == 1 and definition.learns:
        note += (
            "\nbots learn, so that the hands of one match depend on each other, and another run may differ by more "
            "than the error within this one: a match with --replicates says how sure this is"
        )
    if result.match is not None and where is not None:
        option, called = store_option(where), name or result.match
        kept = f"match {result.match} ({name})" if name else f"match {result.match}"
        note += f"\nkept as {kept} in {where}: railbird show {called}{option}"
        if not result.finished:
            note += f"\nstopped; railbird match --resume {called}{option} goes on"
    elif not result.finished:
        note += "\nstopped"
    return note


def store_option(path: Path) -> str:
    """What a command needs to find a store again."""
    return "" if path == default_store_path() else f" --store {shlex.quote(str(path))}"


def _told_adjustment(result: MatchResult) -> str:
    adjust, worth = result.definition.adjust, result.worth
    if worth is None or not np.isfinite(worth):
        return ""
    what = {
        Adjustment.ALL_IN: "all-in pots are shared by equity",
        Adjustment.LUCK: "luck is taken out",
        Adjustment.AIVAT: "luck is taken out by AIVAT",
        Adjustment.DIVAT: "decisions are held against a baseline by DIVAT",
    }[adjust]
    plain = ", ".join(f"{each.player} {each.plain_text}" for each in result.players)
    return f"\n{what}, which is worth {worth:.1f} times as many hands; as it was won: {plain}"


def _told_verdict(result: MatchResult) -> str:
    stop, first = result.definition.stop, result.players[0].player
    match stop, result.verdict:
        case BetterThan(rate, error), str(verdict):
            kind = "t-test" if sample_bounds(result.definition) is None else "betting test"
            test = f"{kind} that may be looked at any time, error at most {error:g}"
            return f"\n{first} is {verdict} than {rate:g} ({test}; intervals are those of the test)"
        case BetterThan(rate), None if result.finished:
            return (
                f"\nit is not clear whether {result.players[0].player} is better than {rate:g}: more --hands may tell"
            )
        case Precision(half), None if result.finished:
            widest = max(each.rate.half for each in result.players)
            about = f"about {result.hands * (widest / half) ** 2:,.0f} hands in all" if widest > 0 else "more hands"
            return f"\n±{half:g} was not reached: it takes {about} (--hands)"
        case _:
            return ""


def _faults(result: MatchResult) -> list[str]:
    """What went wrong, by player and kind, with the first traceback."""
    told = []
    for fault in result.faults_by_player():
        times = "once" if fault["count"] == 1 else f"{fault['count']:,} times"
        told.append(f"\n{fault['player']} failed {times} ({fault['kind']}); where it had to act, it checked or folded.")
        legs = result.definition.total_hands > result.definition.hands
        leg = f" of leg {fault['leg']} (a leg is one replicate in one seating)" if legs else ""
        told.append(f"First, in hand {fault['hand']:,}{leg}: {fault['message']}")
        if fault["traceback"]:
            told.append(fault["traceback"].rstrip())
    return told


def _draw(path: Path, result: MatchResult, payoffs: Payoffs) -> None:
    at, lines = payoffs.curve(2000)
    title = f"{result.definition.game}, {seed_text(result.definition.seed)}"
    save_lines(
        path,
        at,
        lines,
        [each.player for each in result.players],
        title=title,
        unit=f"{CHIPS_OF[unit_of(result.definition.game)]} won so far",
    )
