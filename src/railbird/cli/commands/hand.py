"""``railbird hand``: a scripted or stored hand, street by street."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated

import typer

from railbird.agent import Decision, decision_from_json
from railbird.agent.explanation import explain, moments
from railbird.arena import StoredRecord
from railbird.arena.stored_hands import SourceKind, sources_of, stored_hand
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

if TYPE_CHECKING:
    from railbird.store import Store


def command(
    game: GameText,
    number: Annotated[
        int | None,
        typer.Argument(
            metavar="[N]",
            help="Show hand N of a stored match, counted from 1; GAME is then the match (number, name or last), "
            "table:3 for a table of railbird serve, or import:2 for imported hands.",
        ),
    ] = None,
    cards: Annotated[
        str,
        typer.Option(
            help="Hole cards by position (first left of the button; heads-up, the big blind first), then the board: "
            '"AhKh QsQd / Kc7d2h / 9s / 4d". Missing cards and ?? are dealt from the seed.'
        ),
    ] = "",
    actions: Annotated[
        str,
        typer.Option(
            help='f folds, c checks or calls, r300 bets or raises to 300 (r alone in limit games): "r c / c r f". '
            "Slashes separate streets; p2:c names the player who acts."
        ),
    ] = "",
    players: Annotated[str, typer.Option(help='Player ids by position: "Ann, Bob".')] = "",
    view: Annotated[str, typer.Option(help="Show only what this player can see, such as p1.")] = "",
    seed: Annotated[int, typer.Option(help="Random seed for cards that are not given.")] = 0,
    leg: Annotated[
        int, typer.Option(help="Leg of the match, counted from 1; there is one for each replicate and seating.")
    ] = 1,
    ranges: Annotated[
        bool,
        typer.Option(
            "--ranges", help="For stored hands: show each bot's estimate of the others' ranges as 13×13 grids."
        ),
    ] = False,
    report: ReportFile = None,
    store: StorePath = None,
    as_json: Json = False,
) -> None:
    """Play a scripted hand, or show a hand of a stored match, street by street.

    Examples:

      railbird hand "limit(players=3)" --cards "AhKh QsQd 7c7d / Kc9d2h" --actions "r c c / c r"

      railbird hand "nolimit(stack=50bb, rules=casino)" --actions "r300 r900 c / r5000"

      railbird hand kuhn --cards "Qs As" --actions "c r c" --view p1

    A whole hand on one line, as --json prints it:

      railbird hand "kuhn; Qs As; c r c"

    Hand 120 of a stored match:

      railbird hand 3 120

      railbird hand last 120 --report hand.html

    Hand 7 of table 3, which was played in the browser:

      railbird hand table:3 7

    Hand 17 of an import:

      railbird hand import:last 17

    An unfinished hand ends with the legal actions of the next player.
    """
    check_page(report)
    if not 0 <= seed < 2**64:
        raise GameError(f"a seed lies between 0 and 2^64 - 1, not {seed}")
    decisions: dict[int, tuple[str, Decision]] = {}
    if number is not None:
        if cards or actions or players:
            raise GameError("a stored hand takes no --cards, --actions or --players: railbird hand MATCH N")
        opened = open_store(store)
        hand, decisions = _stored(opened, game, number, leg)
    elif game.isdecimal() or game == LAST:
        match = "the last match" if game == LAST else f"match {game}"
        raise GameError(f"which hand? railbird hand {game} N shows hand N of {match}")
    elif ";" in game:
        if cards or actions or players:
            raise GameError(
                "a hand on one line contains its cards, actions and players: leave out --cards, --actions and --players"
            )
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
        explained = {"decisions": [{"player": player, **decision.to_json()} for _, player, decision in seen]}
        typer.echo(json.dumps(shown.to_json() | (explained if decisions else {}), indent=2))
        return
    display(whole_hand(shown))
    for explanation in explanations:
        display("", explanation_text(explanation, ranges=ranges))
    meanings = meanings_text(explanations, ranges=ranges)
    if meanings:
        display("", *meanings)


def _stored(store: Store, reference: str, number: int, leg: int) -> tuple[Hand, dict[int, tuple[str, Decision]]]:
    """A stored hand, and its recorded decisions."""
    sources = sources_of(store, reference)
    if len(sources) > 1:
        raise GameError(f"{reference} are several; name one of them, as in {sources[-1]}")
    (source,) = sources
    if source.kind is SourceKind.MATCH:
        return StoredRecord.read(store, source.number).hand(number, leg)
    if leg != 1:
        raise GameError(f"only matches have legs, not {source}")
    kept = store.sessions.hand(source.number, number)
    decisions = {turn: (player, decision_from_json(each)) for turn, (player, each) in kept.decisions.items()}
    return stored_hand(store, source, number).played.hand, decisions
