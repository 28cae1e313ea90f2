"""``railbird respond``: a counter-strategy to a bot."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Annotated

import typer

from railbird._seeds import parse_seed
from railbird.abstraction import BucketStrategy
from railbird.arena.respond import (
    BUCKETS,
    Responded,
    RespondOptions,
    respond,
    respond_curve,
    response_chart,
)
from railbird.arena.watching import PROBE
from railbird.cli.games import GAME_HELP, load_game
from railbird.cli.options import Json, was_given
from railbird.cli.render.grid import display
from railbird.cli.render.progress import ProgressBar
from railbird.cli.render.respond import curve_summary, response_summary
from railbird.cli.save_files import SaveFile
from railbird.errors import RailbirdError, quoted
from railbird.solve.counter import Confidence, CounterMethod, DataBiasedResponse, RestrictedNashResponse, parse_method


def command(
    context: typer.Context,
    bot: Annotated[str, typer.Argument(metavar="BOT", help="The bot to respond to.", show_default=False)],
    game: Annotated[str, typer.Option("--game", "-g", help=GAME_HELP)] = "limit",
    method: Annotated[
        str,
        typer.Option(metavar="fbr|rnr|dbr", help="fbr wins most, rnr wins a lot safely, dbr is for few observations."),
    ] = "rnr",
    p: Annotated[
        float | None, typer.Option(help="How far rnr trusts that the bot plays as modelled.", show_default="0.8")
    ] = None,
    pmax: Annotated[
        float | None, typer.Option(help="How far dbr trusts the model where it saw most.", show_default="0.8")
    ] = None,
    confidence: Annotated[
        str | None,
        typer.Option(
            metavar="KIND",
            help="How trust grows with observations: step, linear(10), curve(10).",
            show_default="linear(10)",
        ),
    ] = None,
    hands: Annotated[
        int | None,
        typer.Option("--hands", "-n", min=1, help="Watch the bot for this many hands, instead of asking its policy."),
    ] = None,
    shown: Annotated[bool, typer.Option("--shown", help="See only hands that come to a showdown.")] = False,
    against: Annotated[str, typer.Option(help="Who the bot is watched against.")] = PROBE,
    default: Annotated[
        str, typer.Option(help="What the bot is taken to do where it was never seen: call, uniform or probe.")
    ] = "call",
    buckets: Annotated[str, typer.Option(help="The buckets in hold'em.")] = BUCKETS,
    curve: Annotated[bool, typer.Option("--curve", help="Responses for several p, or pmax.")] = False,
    picture: Annotated[Path | None, typer.Option(metavar="FILE", help="Draw the curve, as an .svg file.")] = None,
    save: Annotated[
        Path | None, typer.Option("--save", "-o", metavar="FILE", help="Save the response, to play it.")
    ] = None,
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Replace FILE.")] = False,
    seed: Annotated[str, typer.Option("--seed", "-s", metavar="N", help="Random seed of hands and boards.")] = "0",
    as_json: Json = False,
) -> None:
    """Compute a counter-strategy to a bot: what wins most from it, or a safer response.

    A frequentist best response (fbr) wins the most from the bot as it is modelled, and may lose a lot to others. A
    restricted Nash response (rnr) takes it that the bot plays the model with probability p, and anything else
    otherwise. A data-biased response (dbr) trusts the model at each information set by the number of observations
    there, so that it is safe where little was seen.

    The model is the policy that the bot states, or with --hands what it was seen to do in so many hands, with all
    cards open. In kuhn and leduc responses are exact, in chips. In limit hold'em they are computed with buckets
    instead of cards, in thousandths of a big blind a game. The first run with new buckets takes minutes, and so does
    asking a policy that is written in Python.

    Examples:

      railbird respond always-call --game leduc --p 0.5

      railbird respond random --game leduc --curve --picture curve.svg

      railbird respond simple --method fbr --hands 100000 -o simple.strategy

      railbird match "kestrel(strategy=simple.strategy)" simple --dealing duplicate

      railbird respond poki --method dbr --pmax 0.9 --hands 10000 --json
    """
    chosen = _method(method, p, pmax, confidence)
    options = RespondOptions(
        hands=hands,
        shown=shown,
        against=against,
        default=default,
        buckets=buckets,
        seed=parse_seed(seed),
    )
    for option in ("shown", "against", "default"):
        if hands is None and was_given(context, option):
            raise RailbirdError(f"--{option} is for a bot that is watched: add --hands 10000")
    _check_files(curve, picture, save)
    file = SaveFile.of(save, overwrite, resumable=False)
    played = load_game(game)
    with ProgressBar(f"respond to {bot}") as bar:
        found = (
            respond_curve(bot, played, chosen, options=options, progress=bar)
            if curve
            else [respond(bot, played, chosen, options=options, progress=bar)]
        )
    if as_json:
        data = [each.to_json() for each in found]
        typer.echo(json.dumps(data if curve else data[0], indent=2))
    else:
        display(curve_summary(found) if curve else response_summary(found[0]))
    if picture is not None:
        response_chart(found).save(picture)
        typer.echo(f"wrote {picture}", err=True)
    if file.path is not None:
        found[0].save(file.path)
        typer.echo(f"wrote {file.path}; {_use(found[0], file.path)}", err=True)


def _method(name: str, p: float | None, pmax: float | None, confidence: str | None) -> CounterMethod:
    """The method with the options that were given."""
    method = parse_method(name)
    if isinstance(method, RestrictedNashResponse):
        _refuse(name, {"--pmax": pmax, "--confidence": confidence})
        return method if p is None else RestrictedNashResponse(p)
    if isinstance(method, DataBiasedResponse):
        _refuse(name, {"--p": p})
        trust = method.confidence if confidence is None else Confidence.parse(confidence)
        return DataBiasedResponse(method.pmax if pmax is None else pmax, trust)
    _refuse(name, {"--p": p, "--pmax": pmax, "--confidence": confidence})
    return method


def _refuse(method: str, options: dict[str, float | str | None]) -> None:
    for option, value in options.items():
        if value is not None:
            raise RailbirdError(f"{option} is not an option of {method}: leave it out, or choose another --method")


def _check_files(curve: bool, picture: Path | None, save: Path | None) -> None:
    if curve and save is not None:
        raise RailbirdError("--save keeps one response: leave out --curve")
    if picture is None:
        return
    if not curve:
        raise RailbirdError("--picture draws a curve: add --curve")
    if picture.suffix.lower() != ".svg":
        raise RailbirdError(f"--picture writes an .svg file, not {quoted(picture.name)}")
    SaveFile.of(picture, True, resumable=False)


def _use(found: Responded, path: Path) -> str:
    if isinstance(found.strategy, BucketStrategy):
        player = shlex.quote(f"kestrel(strategy={path})")
        game = "" if str(found.game) == "limit" else f" --game {shlex.quote(str(found.game))}"
        return f"play it: railbird match {player} {shlex.quote(found.bot)}{game} --dealing duplicate"
    return f"look at it: railbird solution show {shlex.quote(str(path))}"
