"""A table of stored hands."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from railbird.arena.hand_filter import payoff_of_player, pot_of
from railbird.arena.stored_hands import StoredHand
from railbird.cli.render.cards import cards_markup
from railbird.cli.render.grid import Grid
from railbird.game import Betting, Hand
from railbird.histories.amounts import money, unit_places
from railbird.stats.results import position_of

_BETTING = {Betting.LIMIT: "limit", Betting.POT_LIMIT: "pot-limit", Betting.NO_LIMIT: "no-limit"}


def hand_list(hands: Sequence[StoredHand], player: str | None = None) -> Grid:
    """A table of hands; with the cards, position and result of a player if one is given."""
    table = Grid(caption="bb: big blinds")
    table.labels("hand")
    table.numbers("when", right=False)
    table.text("game")
    if player is None:
        table.text("won by")
    else:
        table.numbers("position", "cards", right=False)
    table.numbers("board", right=False)
    table.numbers("pot in bb", *([] if player is None else ["won in bb"]))
    for stored in hands:
        hand = stored.played.hand
        blind = hand.game.big_blind or 1
        cells: list[str | Text] = [stored.name, stored.date[:16].replace("T", " "), _game(stored)]
        if player is None:
            cells.append(_winners(stored))
        else:
            place = hand.players.index(player)
            cells += [position_of(hand, place), _cards(hand, place)]
        cells += [cards_markup(hand.board), f"{pot_of(hand) / blind:.1f}"]
        if player is not None:
            won = payoff_of_player(stored.played, player)
            cells.append("?" if won is None else Text(f"{won / blind:+.1f}", style=_style(won)))
        table.row(*cells)
    return table


def _game(stored: StoredHand) -> str:
    record, game = stored.played.record, stored.played.hand.game
    sizes = game.bets[::2][:2] if game.betting is Betting.LIMIT else sorted(blind for blind in game.blinds if blind)[:2]
    stakes = "/".join(money(size, unit_places(record.unit)).removesuffix(".00") for size in sizes)
    currency = f" {record.currency}" if record.currency else ""
    return f"{_BETTING[game.betting]} {stakes}{currency}, {game.players} players"


def _winners(stored: StoredHand) -> str:
    payoffs = stored.played.payoffs
    if payoffs is None:
        return "?"
    names = [name for name, payoff in zip(stored.played.hand.players, payoffs, strict=True) if payoff > 0]
    return ", ".join(names)


def _cards(hand: Hand, place: int) -> Text:
    cards = hand.hole_cards[place]
    return cards_markup(cards) if cards else Text("??", style="dim")


def _style(won: float) -> str:
    return "green" if won > 0 else "red" if won < 0 else "dim"
