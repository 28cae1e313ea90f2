"""``railbird search``: search positions of other games, and play matches between searches."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from railbird._seeds import parse_seed
from railbird.agent.settings import settings_of
from railbird.arena.game_match import Measure, define_game_match, play_game_match
from railbird.cli.exit_codes import INTERRUPTED
from railbird.cli.interruption import say_stopping
from railbird.cli.options import Json, was_given
from railbird.cli.render.grid import display
from railbird.cli.render.progress import ProgressBar
from railbird.cli.render.search import game_match_summary, games_and_players, player_settings, position_summary
from railbird.cli.stop_rules import stop_rule
from railbird.errors import BotError, MatchError, quoted
from railbird.extensive.games import game_summaries
from railbird.search.players import player_kinds
from railbird.search.position import search_position

_OF_MATCHES = ("games", "workers", "ray", "until", "better_than", "error", "measure", "time_limit")
_OF_POSITIONS = ("show", "player", "svg", "width", "depth")


def command(
    context: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="A game, such as connect-four or leduc.", show_default=False),
    ] = None,
    more_players: Annotated[
        list[str] | None, typer.Argument(metavar="PLAYER...", help="Players of a match.", show_default=False)
    ] = None,
    players: Annotated[
        list[str] | None, typer.Option("--players", metavar="PLAYER PLAYER", help="The players of a match.")
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", help="Games of the match.")] = 200,
    position: Annotated[
        str, typer.Option("--position", help="Actions from the start of the game, separated by spaces.")
    ] = "",
    show: Annotated[bool, typer.Option("--show", help="Search the position and show what the search finds.")] = False,
    player: Annotated[
        str | None,
        typer.Option("--player", help="Who searches the position.", show_default="uct, or ismcts if facts are hidden"),
    ] = None,
    width: Annotated[int, typer.Option(min=1, help="Children of a node that are shown.")] = 5,
    depth: Annotated[int, typer.Option(min=0, help="Levels of the tree that are shown.")] = 2,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE.svg", help="Write the tree to an .svg file.")
    ] = None,
    seed: Annotated[str, typer.Option("--seed", "-s", metavar="N|secret", help="Random seed.")] = "0",
    until: Annotated[
        str | None, typer.Option(metavar="±WIDTH", help="Stop when every interval is this narrow (half width).")
    ] = None,
    better_than: Annotated[
        float | None,
        typer.Option(
            metavar="NUMBER", help="Stop when it is clear whether the first player is better than this, such as 0.5."
        ),
    ] = None,
    error: Annotated[float, typer.Option(help="Error probability of --better-than.")] = 0.05,
    measure: Annotated[
        Measure, typer.Option(help="What stops a match: score (share of games won) or returns (mean payoff).")
    ] = Measure.SCORE,
    time_limit: Annotated[float, typer.Option(help="Seconds that a player may take for one choice.")] = 60.0,
    list_all: Annotated[
        bool, typer.Option("--list", help="List games and players, or the settings of a player named as GAME.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Search positions of other games, and play matches between searches.

    In a match, each player sits in each seat equally often. A score is the share of games won, a draw being half, with
    Wilson's 95 % interval. Players of games with hidden information never see what is hidden.

    Examples:

      railbird search --list

      railbird search connect-four --players "uct(iterations=500)" "alphabeta(depth=4)" --games 200

      railbird search leduc --players "ismcts(iterations=1000)" random --better-than 0.5

      railbird search tic-tac-toe --position "b2 a1 c1 a2" --show

      railbird search "openspiel:go(board_size=9)" --show --player "rave(iterations=300)" --svg tree.svg
    """
    listed = [*(players or []), *(more_players or [])]
    if list_all or game is None:
        if listed or (game is None and (show or position or player or svg)):
            raise MatchError("name a game first; railbird search --list lists them")
        _list(game, as_json)
        return
    if listed:
        _refuse(context, _OF_POSITIONS, "a match has --players and no tree")
        if better_than is None and was_given(context, "error"):
            raise MatchError("--error is only used with --better-than")
        definition = define_game_match(
            game,
            listed,
            games=games,
            seed=parse_seed(seed),
            position=position,
            stop=stop_rule(until, better_than, error),
            measure=measure,
            time_limit=time_limit,
        )
        with ProgressBar(str(definition.game)) as bar:
            result = play_game_match(
                definition,
                workers=None,
                progress=False,
                report=bar,
                on_stop=lambda: say_stopping("game"),
            )
        if as_json:
            typer.echo(json.dumps(result.to_json(), indent=2))
        else:
            display(game_match_summary(result))
        if not result.finished:
            raise typer.Exit(INTERRUPTED)
        return
    _refuse(context, _OF_MATCHES, "a position is searched by one --player; a match needs --players")
    if svg is not None and (svg.suffix.lower() != ".svg" or not svg.parent.is_dir()):
        raise MatchError(f"--svg takes an .svg file in an existing folder, not {quoted(str(svg))}")
    found = search_position(game, position, player, seed=parse_seed(seed), tree_width=width, tree_depth=depth)
    if svg is not None:
        found.plot(width=width, depth=depth).save(svg)
    if as_json:
        typer.echo(json.dumps(found.to_json(), indent=2))
    else:
        display(position_summary(found, width, depth))
    if svg is not None:
        typer.echo(f"wrote {svg}", err=True)
    if found.interrupted:
        raise typer.Exit(INTERRUPTED)


def _refuse(context: typer.Context, names: tuple[str, ...], why: str) -> None:
    given = [f"--{name.replace('_', '-')}" for name in names if was_given(context, name)]
    if given:
        raise MatchError(f"{why}: leave out {', '.join(given)}")


def _list(name: str | None, as_json: bool) -> None:
    kinds = player_kinds()
    if name is not None and name not in kinds:
        raise BotError(f"--list shows the settings of a player, and there is no player {quoted(name)}")
    if as_json:
        shown = kinds if name is None else {name: kinds[name]}
        listed = {
            each.name: {
                "summary": each.summary,
                "settings": {
                    setting.name: {"default": setting.write(setting.default), "meaning": setting.meaning}
                    for setting in settings_of(each.settings)
                },
            }
            for each in shown.values()
        }
        data = {"players": listed} if name is not None else {"games": game_summaries(), "players": listed}
        typer.echo(json.dumps(data, indent=2))
    else:
        display(games_and_players() if name is None else player_settings(kinds[name]))
