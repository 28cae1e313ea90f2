"""A hand told in lines of text, as a spectator or a player saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from rich.text import Text

from railbird.cards import Card, describe
from railbird.cli.render.cards import cards_markup
from railbird.cli.render.grid import Grid
from railbird.game import Game, Hand, View, legal_text
from railbird.game.events import (
    Acted,
    BetReturned,
    BoardDealt,
    CardsMucked,
    CardsShown,
    ChipAmount,
    HoleCardsDealt,
    Move,
    Post,
    Posted,
    PotWon,
    RakeTaken,
)

_VERBS = {Move.FOLD: "folds", Move.CHECK: "checks", Move.CALL: "calls", Move.BET: "bets", Move.RAISE: "raises to"}


YOU = "you"
"""The id under which the person who reads it plays."""


def doing(player: str, verb: str) -> str:
    """Somebody does something; you do it.

    >>> doing("ann", "raises to"), doing("you", "raises to")
    ('ann raises to', 'you raise to')
    """
    first, *rest = verb.split(" ")
    return " ".join([player, first.removesuffix("s") if player == YOU else first, *rest])


def seats_table(hand: Hand | View) -> Grid:
    """Who sits where, with which stack and cards, and what was posted."""
    table = Grid()
    table.labels("player", "position")
    table.numbers("stack", "posts")
    table.numbers("cards", right=False)
    events = hand.events
    posts = [event for event in events if isinstance(event, Posted)]
    dealt = {event.player: event.cards for event in events if isinstance(event, HoleCardsDealt)}
    for position, player in enumerate(hand.players):
        amounts = [f"{post.amount:,}{' ante' * (post.post is Post.ANTE)}" for post in posts if post.player == position]
        cards = dealt[position]
        table.row(
            Text(player),
            position_name(hand.game, position),
            f"{hand.starting_stacks[position]:,}",
            " + ".join(amounts),
            cards_markup(cards) if cards else Text("?? " * hand.game.hole_cards, style="dim"),
        )
    return table


def position_name(game: Game, position: int) -> str:
    """As in small blind, or button."""
    names = ["button"] if position == game.players - 1 else []
    small, big = sorted(game.blinds[:2])
    if small < big and position < 2 and (small or game.blinds[position] == big):
        names.append("big blind" if game.blinds[position] == big else "small blind")
    return ", ".join(names)


def told(hand: Hand | View) -> Iterator[Text]:
    """The hand from its first street on, a line for each event, and whose turn it is if it goes on."""
    game, players = hand.game, hand.players
    board: tuple[Card, ...] = ()
    several_pots = any(isinstance(event, PotWon) and event.pot for event in hand.events)
    tabled: dict[int, tuple[Card, ...]] = {}  # shown before the whole board was there
    pot = sum(event.amount for event in hand.events if isinstance(event, Posted))
    if not game.board_cards[0]:
        yield _street(game, 0, (), pot)
    showdown = False
    for event in hand.events:
        match event:
            case Acted():
                pot += event.amount
                yield _acted(event, players[event.player])
            case BoardDealt():
                board += event.cards
                yield _street(game, event.round, board, pot)
            case BetReturned():
                pot -= event.amount
                yield Text(f"  {event.amount:,} not called, back to {players[event.player]}", style="dim")
            case CardsShown() | CardsMucked():
                if not showdown:
                    yield Text("showdown", style="bold")
                showdown = True
                if isinstance(event, CardsMucked):
                    yield Text(f"  {doing(players[event.player], 'mucks')}", style="dim")
                    continue
                worth = ""
                if len(board) == len(hand.board):
                    worth = _worth(": ", event.cards, board)
                else:
                    tabled[event.player] = event.cards
                yield Text(f"  {doing(players[event.player], 'shows')} ") + cards_markup(event.cards) + Text(worth)
            case RakeTaken():
                yield Text(f"  the house takes {event.amount:,}", style="dim")
            case PotWon():
                which = "" if not several_pots else f" from side pot {event.pot}" if event.pot else " from the main pot"
                worth = _worth(" with ", tabled.get(event.player, ()), board)
                won = f"  {doing(players[event.player], 'wins')} {chips_text(event.amount)}{which}{worth}"
                yield Text(won, style="green")
            case _:
                pass
    if not hand.over:
        bet = not any(hand.bets)
        yield Text.assemble("\n", (players[hand.actor], "bold"), f" to act: {legal_text(hand.legal, bet=bet)}")


def _acted(event: Acted, player: str) -> Text:
    size = {Move.CALL: event.amount, Move.BET: event.to, Move.RAISE: event.to}.get(event.move)
    all_in = f" and {'are' if player == YOU else 'is'} all-in" * event.all_in
    text = f"  {doing(player, _VERBS[event.move])}{'' if size is None else f' {size:,}'}{all_in}"
    return Text(text, style="dim" if event.move is Move.FOLD else "")


def _worth(before: str, cards: tuple[Card, ...], board: tuple[Card, ...]) -> str:
    """What a shown hand is worth on a whole board, in words."""
    return before + describe(cards + board) if cards and len(cards + board) >= 5 else ""


def results_table(players: Sequence[str], payoffs: Sequence[ChipAmount]) -> Grid:
    table = Grid()
    table.labels("player")
    table.numbers("result")
    for player, payoff in zip(players, payoffs, strict=True):
        style = "green" if payoff > 0 else "red" if payoff < 0 else "dim"
        table.row(Text(player), Text(f"{'+' * (payoff > 0)}{chips_text(payoff)}", style=style))
    return table


def chips_text(amount: ChipAmount) -> str:
    """Chips for people: ``1,250`` or ``5 1/2``."""
    whole, rest = divmod(abs(Fraction(amount)), 1)
    text = f"{whole:,}" if not rest else f"{whole:,} {rest}" if whole else str(rest)
    return f"-{text}" if amount < 0 else text


def _street(game: Game, round_number: int, board: tuple[Card, ...], pot: int) -> Text:
    heading = Text(game.street(round_number), style="bold")
    if board:
        heading += Text("  ") + cards_markup(board)
    return heading + Text(f"  pot {pot:,}", style="dim")
