"""``railbird acpc``: deal matches to other programs, and let our bots join the matches of other dealers."""

from __future__ import annotations

import json
import sys
import threading
from collections.abc import Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from railbird._live_progress import LiveBar
from railbird._seeds import SECRET, parse_seed, seed_text
from railbird.acpc.client import BOT_SECONDS, BotClient, JoinOptions, play_at
from railbird.acpc.dealer import Dealer, DealerMatch
from railbird.acpc.limits import TimeLimits
from railbird.acpc.match_files import MatchLog, MatchTitle, TransactionLog
from railbird.acpc.players import Player, StartedPlayers, bot_options, parse_players
from railbird.acpc.reports import FailedMatchError, Transcript
from railbird.arena.definition import USUAL_HANDS, cards_seed, streams_seed
from railbird.arena.play import stopping
from railbird.cli.games import GAME_HELP, GameText, game_for
from railbird.cli.options import Json, MatchSeed
from railbird.errors import AcpcError
from railbird.gallery import load_bot
from railbird.game import AcpcDealing, Dealing, Game, SeededDealing
from railbird.histories.match_state import check_expressible

app = typer.Typer(
    no_args_is_help=True,
    help="Play with programs that speak the protocol of the Annual Computer Poker Competition (ACPC), both ways.",
)


class DealSource(StrEnum):
    """Whose deals a match has."""

    ACPC = "acpc"
    """Those of the reference dealer, for this seed."""
    RAILBIRD = "railbird"
    """Those of ``railbird match``, for this seed."""


_LIMITS = TimeLimits()
_ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
"""How programs on this machine reach a dealer that listens everywhere."""
MOST_WARNINGS = 20
"""Without ``--verbose``, no more warnings than these are printed."""


@app.command("deal")
def _deal(
    game: GameText,
    players: Annotated[
        list[str],
        typer.Argument(
            metavar="PLAYER...",
            help="By seat: a bot such as poki, run:COMMAND for a program to start, or wait for one that comes by "
            "itself; each may have a name in front, as in Ann=wait.",
        ),
    ],
    hands: Annotated[int, typer.Option("--hands", "-n", help="The number of hands.")] = USUAL_HANDS,
    seed: MatchSeed = "0",
    dealing: Annotated[
        DealSource,
        typer.Option(help="acpc deals as the reference dealer does with this seed, railbird as railbird match."),
    ] = DealSource.ACPC,
    ports: Annotated[str, typer.Option(metavar="P,P,…", help="Ports by seat; 0, or no port, for any free one.")] = "",
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 lets others in.")] = "127.0.0.1",
    fixed_button: Annotated[bool, typer.Option("--fixed-button", "-f", help="The button does not move.")] = False,
    log: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the log of the match.")] = None,
    transactions: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write every action, so that the match can be continued.")
    ] = None,
    append: Annotated[
        bool, typer.Option("--append", "-a", help="Continue the match of --transactions, and append to --log.")
    ] = False,
    t_response: Annotated[int, typer.Option(help="Milliseconds for one action.")] = _LIMITS.response,
    t_hand: Annotated[int, typer.Option(help="Milliseconds of a player for a hand.")] = _LIMITS.hand,
    t_per_hand: Annotated[
        int, typer.Option(help="Milliseconds of a player for a hand, on average over the match.")
    ] = _LIMITS.per_hand,
    start_timeout: Annotated[
        int, typer.Option(help="Milliseconds for everybody to connect; below 0 for no limit.")
    ] = _LIMITS.start,
    verbose: Annotated[
        bool,
        typer.Option("--verbose", "-v", help="Print all messages to standard error, as the reference dealer does."),
    ] = False,
    as_json: Json = False,
) -> None:
    """Deal a match to bots and programs, as the reference dealer of the ACPC does.

    The first line of the output has the ports, by seat; the last one the score. A program to be started gets HOST and
    PORT at the end of its command. Our bots play in processes of their own. A player who is too slow, or whose
    connection ends, ends the match: then there is no score, and the exit code is 1.

    Examples:

      railbird acpc deal limit poki simple --hands 200 --log match.log

      railbird acpc deal nolimit simple "shark=run:python3 shark.py" --t-response 2000

      railbird acpc deal holdem.limit.2p.reverse_blinds.game poki Ann=wait --ports 18000,18001

      railbird acpc deal "limit(players=3)" simple flock jag --dealing railbird --seed 7
    """
    seated = parse_players(players)
    played = game_for(game, len(seated))
    number = parse_seed(seed)
    limits = TimeLimits(response=t_response, hand=t_hand, per_hand=t_per_hand, start=start_timeout)
    name = log.stem if log else "railbird"
    shown = "secret" if seed.strip() == SECRET else str(number)
    match = DealerMatch(
        game=played,
        names=tuple(player.name for player in seated),
        hands=hands,
        dealing=_dealing(dealing, number),
        title=MatchTitle("".join(name.split()), "".join(game.split()), hands, shown),
        fixed_button=fixed_button,
        limits=limits,
    )
    _check_bots(seated, played)
    if append and transactions is None:
        raise AcpcError("--append continues the match of --transactions: name its file")
    output = _Output(as_json)
    with LiveBar("match", shown=sys.stderr.isatty() and not verbose) as bar:
        dealer = Dealer(
            match,
            host=host,
            ports=_ports(ports, len(seated)),
            log=MatchLog(log, append=append),
            transactions=TransactionLog(transactions, append=append),
            reports=_Reports(verbose, bar, hands),
        )
        with dealer, StartedPlayers() as started:
            output.ports(dealer.ports)
            options = bot_options(seated, hands, streams_seed(number), t_response)
            try:
                started.start(seated, played, options, _ANYWHERE.get(host, host), dealer.ports)
                dealer.wait_for_players(started.check)
                score = dealer.play()
            except FailedMatchError as error:
                typer.echo(f"ERROR: {error}", err=True)
                for line in filter(None, (error.details, *started.faults(0.5))):
                    typer.echo(line, err=True)
                raise typer.Exit(1) from None
            except KeyboardInterrupt:
                kept = f"; the same command with --append continues it from {transactions}" if transactions else ""
                typer.echo(f"\nstopped{kept}", err=True)
                raise
            dealer.close()  # so that players know that it is over
            for fault in started.faults():
                typer.echo(f"railbird: {fault}", err=True)
    output.score(score, match, number)


@app.command("join")
def _join(
    bot: Annotated[str, typer.Argument(metavar="BOT", help="A bot such as poki or ./shark.py:Shark.")],
    host: Annotated[str, typer.Argument(metavar="HOST", help="Where the dealer is.")],
    port: Annotated[int, typer.Argument(metavar="PORT", help="The port of the bot's seat.", min=1, max=65_535)],
    game: Annotated[str, typer.Option("--game", "-g", help=f"{GAME_HELP} It must be the dealer's.")] = "limit",
    players: Annotated[
        str,
        typer.Option(
            metavar="A,B,…",
            help="The names of all players by seat, which a bot that learns needs to know them again.",
            show_default="the bot's name and seat-2, seat-3, …",
        ),
    ] = "",
    seat: Annotated[
        int | None,
        typer.Option(min=1, max=10, help="The bot's seat, counted from 1.", show_default="from the first hand"),
    ] = None,
    hands: Annotated[int | None, typer.Option("--hands", "-n", min=1, help="Hands of the match, if known.")] = None,
    seed: MatchSeed = "0",
    time_limit: Annotated[
        float, typer.Option(help="Seconds for one decision; then the bot checks or folds.")
    ] = BOT_SECONDS,
    as_json: Json = False,
) -> None:
    """Let a bot play at a dealer of the ACPC: ours, the reference dealer, or any that speaks its protocol.

    The protocol does not say which game is played, so --game must be the dealer's. The bot sees the actions of all
    players, showdowns and results, as in a match of the arena.

    Examples:

      railbird acpc join poki localhost 18791

      railbird acpc join kestrel 10.0.0.7 18000 --game holdem.limit.2p.reverse_blinds.game

      railbird acpc join poki localhost 18001 --players hyperborean,poki --seat 2
    """
    names = [name.strip() for name in players.split(",")] if players else []
    with redirect_stdout(sys.stderr):  # output of bots must not mix with the results
        spec = load_bot(bot)
        played = game_for(game, len(names) or 2)
        options = JoinOptions(
            players=tuple(names),
            seat=None if seat is None else seat - 1,
            hands=hands,
            streams_seed=streams_seed(parse_seed(seed)),
            time_limit=time_limit,
        )
        client = BotClient(spec, played, options)
        with LiveBar(spec.name, shown=sys.stderr.isatty()) as bar:
            try:
                with stopping(threading.Event(), at_once=True):
                    play_at(client, host, port, lambda done: bar(done / hands if hands else 0.0, f"{done:,} hands"))
            except KeyboardInterrupt:
                typer.echo(f"\nstopped after {client.hands:,} hands", err=True)
                raise
    faults = [{"kind": each.kind.value, "message": each.message, "count": each.count} for each in client.faults]
    if as_json:
        typer.echo(json.dumps({"bot": str(spec), "hands": client.hands, "faults": faults}))
        return
    for fault in faults:
        typer.echo(f"railbird: {spec}: {fault['message']} ({fault['count']} times)", err=True)
    typer.echo(f"{spec} has played {client.hands:,} hands")


@app.command("game")
def _game(game: GameText) -> None:
    """Print the game file of a game, for programs that need one. It always has stacks.

    Examples:

      railbird acpc game "nolimit(players=3, stack=50bb)" > three.game
    """
    typer.echo(check_expressible(game_for(game, 2)), nl=False)


def _dealing(deals: DealSource, seed: int) -> Dealing:
    if deals is DealSource.RAILBIRD:
        return SeededDealing(cards_seed(seed))
    if seed >= 2**32:
        raise AcpcError("--dealing acpc has seeds from 0 to 2^32 - 1; --dealing railbird takes any, or secret")
    return AcpcDealing(seed)


def _ports(text: str, players: int) -> list[int]:
    words = [word.strip() for word in text.split(",") if word.strip()]
    if len(words) > players or not all(word.isascii() and word.isdecimal() and len(word) <= 5 for word in words):
        raise AcpcError(f"--ports are at most {players} numbers such as 18000,18001, not {text!r:.60}")
    return [int(word) for word in words]


def _check_bots(players: Sequence[Player], game: Game) -> None:
    """Raises AcpcError for a bot that does not play the game."""
    for player in players:
        reason = player.bot.refusal(game) if player.bot else None
        if reason is not None:
            raise AcpcError(f"{player.bot} does not play {game}: {reason}")


class _Reports(Transcript):
    """Progress and warnings, or with ``verbose`` all that the reference dealer writes."""

    def __init__(self, verbose: bool, bar: LiveBar, hands: int) -> None:
        super().__init__(lambda line: typer.echo(line, err=True), quiet=not verbose)
        self._verbose, self._bar, self._hands = verbose, bar, hands
        self._warnings = 0

    def started(self, title: str) -> None:
        if self._verbose:
            super().started(title)

    def warning(self, text: str) -> None:
        self._warnings += 1
        if self._verbose or self._warnings <= MOST_WARNINGS:
            super().warning(text)
        elif self._warnings == MOST_WARNINGS + 1:
            super().warning("and more, which --verbose shows")

    def ended(self, score: str) -> None:
        if self._verbose:
            super().ended(score)

    def hand_over(self, number: int, seconds: Sequence[float]) -> None:
        super().hand_over(number, seconds)
        self._bar((number + 1) / self._hands, f"{number + 1:,} of {self._hands:,} hands")


@dataclass(frozen=True, slots=True)
class _Output:
    """The lines on standard output: the ports first, the score last."""

    as_json: bool

    def ports(self, ports: tuple[int, ...]) -> None:
        typer.echo(json.dumps({"ports": ports}) if self.as_json else " ".join(map(str, ports)))
        sys.stdout.flush()

    def score(self, score: str, match: DealerMatch, seed: int) -> None:
        if not self.as_json:
            typer.echo(score)
            return
        totals = [float(total) for total in score.split(":")[1].split("|")]
        result = {"game": str(match.game), "hands": match.hands, "seed": seed_text(seed), "players": match.names}
        typer.echo(json.dumps({**result, "totals": totals, "score": score}))
