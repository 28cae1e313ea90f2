"""``railbird hand``: a scripted hand, told readably."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from railbird.agent import Decision
from railbird.agent.explanation import explain, moments
from railbird.arena import StoredRecord
from railbird.cli.games import GameText, load_game
from railbird.cli.options import Json, StorePath
from railbird.cli.render.explanation import explanation_text, meanings_text
from railbird.cli.render.grid import display
from railbird.cli.render.narration import whole_hand
from railbird.cli.report_files import ReportFile, say_written
from railbird.cli.stores import LAST, open_store
from railbird.errors import GameError
from railbird.game import Hand, parse_deal
from railbird.histories import narrate
from railbird.reports import check_page, hand_page


def command(
    game: GameText,
    number: Annotated[
        int | None,
        typer.Argument(
            metavar="[N]", help="With a match in place of the game (number, name, last): which hand, from 1 on."
        ),
    ] = None,
    cards: Annotated[
        str,
        typer.Option(
            help="Hole cards by position (0 is left of the button; heads-up it is the big blind), then the board: "
            '"AhKh QsQd / Kc7d2h / 9s / 4d". What is missing or ?? is dealt from the seed.'
        ),
    ] = "",
    actions: Annotated[
        str,
        typer.Option(
            help='f folds, c checks or calls, r300 bets or raises to 300 (r alone in limit games): "r c / c r f". '
            "Slashes stand between streets; p2:c says whose action it is."
        ),
    ] = "",
    players: Annotated[str, typer.Option(help='Ids of the players by position: "Ann, Bob".')] = "",
    view: Annotated[str, typer.Option(help="Show only what this player may know, as in p1.")] = "",
    seed: Annotated[int, typer.Option(help="Seed of the cards that are not given.")] = 0,
    leg: Annotated[int, typer.Option(help="Which leg, from 1 on: a match has one for each replicate and seating.")] = 1,
    ranges: Annotated[
        bool, typer.Option("--ranges", help="With a hand of a match: what others were believed to hold, as squares.")
    ] = False,
    report: ReportFile = None,
    store: StorePath = None,
    as_json: Json = False,
) -> None:
    """Play a scripted hand by the rules, and tell it; an unfinished one ends with what may be done.

    Examples:

      railbird hand "limit(players=3)" --cards "AhKh QsQd 7c7d / Kc9d2h" --actions "r c c / c r"

      railbird hand "nolimit(stack=50bb, rules=casino)" --actions "r300 r900 c / r5000"

      railbird hand kuhn --cards "Qs As" --actions "c r c" --view p1

    A whole hand on one line, as --json prints it, is played again: railbird hand "kuhn; Qs As; c r c"

    A hand of a match that was kept: railbird hand 3 120, or railbird hand last 120 --report hand.html
    """
    check_page(report)
    if not 0 <= seed < 2**64:
        raise GameError(f"a seed lies between 0 and 2^64 - 1, not {seed}")
    decisions: dict[int, tuple[str, Decision]] = {}
    if number is not None:
        if cards or actions or players:
            raise GameError("a hand of a match is given by its match and its number alone: railbird hand MATCH N")
        opened = open_store(store)
        hand, decisions = StoredRecord.read(opened, opened.match_number(game)).hand(number, leg)
    elif game.isdecimal() or game == LAST:
        match = "the last match" if game == LAST else f"match {game}"
        raise GameError(f"railbird hand {game} N shows hand N of {match}: say which hand")
    elif ";" in game:
        if cards or actions or players:
            raise GameError("a hand on one line has its cards, actions and players in it: leave the options out")
        hand = Hand.parse(game)
    else:
        definition = load_game(game)
        ids = [each.strip() for each in players.split(",")] if players else None
        hand = Hand(definition, parse_deal(definition, cards, seed=seed), players=ids)
        hand.play(actions)
    shown = hand.view(view) if view else hand
    seen = [
        (index, player, decision)
        for index, (player, decision) in sorted(decisions.items())
        if not view or player == hand.view(view).player
    ]
    each_moment = moments(hand)
    explanations = [explain(player, decision, each_moment[index]) for index, player, decision in seen]
    if report is not None:
        say_written(report, hand_page(report, narrate(shown), explanations))
    if as_json:
        kept = {"decisions": [{"player": player, **decision.to_json()} for _, player, decision in seen]}
        typer.echo(json.dumps(shown.to_json() | (kept if decisions else {}), indent=2))
        return
    display(whole_hand(shown))
    for explanation in explanations:
        display("", explanation_text(explanation, ranges=ranges))
    meanings = meanings_text(explanations, ranges=ranges)
    if meanings:
        display("", *meanings)
