"""Write hands in the text of PokerStars, as trackers read it: hold'em of all betting structures.

Written are players, seats, stacks, posts, all hole cards that are known (a line ``Dealt to`` each), actions, board,
uncalled bet, showdown, pots, rake, date and table. A hand without a number gets the next one: trackers drop a hand
whose number they know. Amounts have two decimal places if the record has a currency or cents, otherwise they are play
chips. Not written: rules and the cap of limit games. A pot that was split into parts which the unit cannot express is
refused. A player in two seats gets two names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal

from railbird._core import ActionKind
from railbird.errors import HistoryError, quoted
from railbird.game import Betting
from railbird.game.definition import BOARD_SIZES
from railbird.game.events import Acted, ActionName, ChipAmount, Post, Posted
from railbird.histories.amounts import cards_word, money
from railbird.histories.playing import PlayedHand, losses
from railbird.histories.record import hand_number, player_ids

_SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£", "CNY": "¥"}
_GAMES = {Betting.NO_LIMIT: "No Limit", Betting.POT_LIMIT: "Pot Limit", Betting.LIMIT: "Limit"}
_STREETS = ("", "FLOP", "TURN", "RIVER")
_CENT = Decimal("0.01")


def pokerstars_text(played: PlayedHand, number: str = "") -> str:
    """One hand as PokerStars writes it, with blank lines after it. Without a number it has its own, or else 0."""
    number = number or hand_number(played.record.origin) or "0"
    return "\n".join([*_StarsWriter(played, number).lines(), "", "", ""])


def pokerstars_texts(hands: Iterable[PlayedHand]) -> Iterator[str]:
    """The parts of a file, one for each hand. Hands without a number get the one after that of the hand before.

    0 is a number only of the first hand, as in logs of matches: elsewhere it stands for a number that nobody knows.
    """
    last = 0
    for count, played in enumerate(hands):
        own = hand_number(played.record.origin)
        number = own if own and (int(own) or not count) else str(last + 1)
        last = int(number)
        yield pokerstars_text(played, number)


class _StarsWriter:
    def __init__(self, played: PlayedHand, number: str) -> None:
        record, game = played.record, played.hand.game
        if not game.is_holdem:
            raise HistoryError(f"PokerStars text has hold'em with 52 cards, not {game}")
        if played.payoffs is None:
            raise HistoryError("PokerStars text says who collected how much, but the payoffs of a hand are unknown")
        if record.unit not in (1, _CENT) or (record.unit == 1 and record.currency):
            raise HistoryError(f"PokerStars text has cents of a currency or play chips, not chips of {record.unit}")
        self._played, self._hand, self._game, self._number = played, played.hand, game, number
        self._names = player_ids(record.players)
        for name in self._names:
            if not name.isprintable() or name != name.strip() or not name:
                raise HistoryError(f"PokerStars text cannot have the player {quoted(name)}")
        self._seats = record.seats or tuple(range(1, game.players + 1))
        self._places = 2 if record.unit == _CENT else 0
        self._symbol = _SYMBOLS.get(record.currency, "") if self._places else ""
        lost = losses(self._hand)
        self._won = [payoff + paid for payoff, paid in zip(played.payoffs, lost, strict=True)]
        if any(won != int(won) for won in self._won):
            raise HistoryError("a pot was split into parts of a chip, which PokerStars text cannot say")
        self._pot = sum(lost)

    def _money(self, chips: ChipAmount) -> str:
        text = money(int(chips), self._places)
        return self._symbol + (text.removesuffix(".00") if self._symbol else text)

    def lines(self) -> Iterator[str]:
        yield from self._heading()
        yield from self._opening()
        yield from self._betting()
        yield from self._ending()
        yield from self._summary()

    def _heading(self) -> Iterator[str]:
        record, game = self._played.record, self._game
        origin = record.origin
        small = min(blind for blind in (*game.blinds[:2], game.big_blind) if blind)
        low, high = (game.bets[0], game.bets[2]) if game.betting is Betting.LIMIT else (small, game.bets[0])
        currency = f" {record.currency}" if record.currency else ""
        date = "" if origin.date is None else f" - {origin.date:%Y/%m/%d %H:%M:%S}" + _zone(self._played)
        stakes = f"({self._money(low)}/{self._money(high)}{currency})"
        yield f"PokerStars Hand #{self._number}:  Hold'em {_GAMES[game.betting]} {stakes}{date}"
        count = origin.seat_count or max(10, *self._seats)
        play = "" if record.currency else " (Play Money)"
        table = "".join(letter for letter in origin.table if letter.isprintable()) or "Railbird"
        yield f"Table '{table}' {count}-max{play} Seat #{self._seats[-1]} is the button"

    def _opening(self) -> Iterator[str]:
        for _, name, stack in sorted(zip(self._seats, self._names, self._game.stacks, strict=True)):
            yield f"Seat {self._seats[self._names.index(name)]}: {name} ({self._money(stack)} in chips)"
        posted = [event for event in self._hand.events if isinstance(event, Posted)]
        big = max(range(min(2, self._game.players)), key=lambda position: self._game.blinds[position])
        for event in sorted(posted, key=lambda event: event.post is not Post.ANTE):
            suffix = " and is all-in" if event.all_in else ""
            yield f"{self._names[event.player]}: posts {self._post(event, big)} {self._money(event.amount)}{suffix}"

    def _post(self, event: Posted, big: int) -> str:
        if event.post is Post.ANTE:
            return "the ante"
        if event.player < 2 and event.player != big:
            return "small blind"
        return "straddle" if self._game.blinds[event.player] > self._game.blinds[big] else "big blind"

    def _betting(self) -> Iterator[str]:
        yield "*** HOLE CARDS ***"
        for name, cards in zip(self._names, self._hand.hole_bytes, strict=True):
            if cards:
                yield f"Dealt to {name} [{cards_word(cards, ' ')}]"
        round_now, before = 0, [0] * self._game.players
        bets = list(self._hand.clone(0).bets)
        for event in self._hand.history:
            while round_now < event.round:
                round_now += 1
                bets = list(before)
                yield self._street(round_now)
            yield f"{self._names[event.player]}: {self._deed(event, max(bets))}"
            bets[event.player] = event.to
        self._shown_to = round_now

    def _deed(self, event: Acted, level: int) -> str:
        suffix = " and is all-in" if event.all_in else ""
        match event.move:
            case ActionName.FOLD:
                return "folds"
            case ActionName.CHECK:
                return "checks"
            case ActionName.CALL:
                return f"calls {self._money(event.amount)}{suffix}"
            case ActionName.BET:
                return f"bets {self._money(event.to)}{suffix}"
        return f"raises {self._money(event.to - level)} to {self._money(event.to)}{suffix}"

    def _street(self, round_number: int) -> str:
        board = self._hand.board_bytes
        dealt = board[: BOARD_SIZES[round_number - 1]]
        new = cards_word(board[len(dealt) : BOARD_SIZES[round_number]], " ")
        before = f"[{cards_word(dealt, ' ')}] " if dealt else ""
        return f"*** {_STREETS[round_number]} *** {before}[{new}]"

    def _ending(self) -> Iterator[str]:
        hand = self._hand
        paid = hand.paid
        for player, lost in enumerate(losses(hand)):
            if paid[player] > lost:
                yield f"Uncalled bet ({self._money(paid[player] - lost)}) returned to {self._names[player]}"
        while BOARD_SIZES[self._shown_to] < len(hand.board_bytes):
            self._shown_to += 1
            yield self._street(self._shown_to)
        showing = [player for player, folded in enumerate(hand.folded) if not folded]
        if len(showing) > 1:
            yield "*** SHOW DOWN ***"
            for player, shown in self._showdown(showing):
                cards = hand.hole_bytes[player]
                yield f"{self._names[player]}: " + (f"shows [{cards_word(cards, ' ')}]" if shown else "mucks hand")
        for player, won in enumerate(self._won):
            if won:
                yield f"{self._names[player]} collected {self._money(won)} from pot"

    def _showdown(self, showing: list[int]) -> list[tuple[int, bool]]:
        settlement = self._hand.settlement if self._hand.settled else None
        if settlement is not None:
            return [(player, shown) for player, shown in settlement.showdown]
        return [(player, bool(self._hand.hole_bytes[player])) for player in showing]

    def _summary(self) -> Iterator[str]:
        rake = self._pot - int(sum(self._won))
        yield "*** SUMMARY ***"
        yield f"Total pot {self._money(self._pot)} | Rake {self._money(rake)}"
        if self._hand.board_bytes:
            yield f"Board [{cards_word(self._hand.board_bytes, ' ')}]"
        folds = {action.player: action.round for action in self._hand.actions if action.kind is ActionKind.FOLD}
        for seat, player in sorted(zip(self._seats, range(self._game.players), strict=True)):
            won = f"collected ({self._money(self._won[player])})" if self._won[player] else "lost"
            if player in folds:
                street = _STREETS[folds[player]].capitalize()
                won = f"folded on the {street}" if street else "folded before Flop"
            yield f"Seat {seat}: {self._names[player]} {won}"


def _zone(played: PlayedHand) -> str:
    date = played.record.origin.date
    return " UTC" if date is not None and date.tzinfo is not None and not date.utcoffset() else ""
