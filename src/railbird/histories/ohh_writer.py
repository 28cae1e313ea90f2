"""Write hands in the Open Hand History format: one JSON object on a line, and a blank line.

Written are players, seats, stacks, posts, all known cards, actions, shown and mucked hands, pots, rake, date and table.
The user field ``_game`` has rules, cap and rake where they are not the usual ones; other programs skip it. The ids of
players are their positions.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC
from typing import Any

from railbird.errors import HistoryError
from railbird.game import Betting
from railbird.game.definition import BOARD_SIZES
from railbird.game.events import ActionName, ChipAmount, Post, Posted
from railbird.histories.amounts import cards_word, unit_places
from railbird.histories.game_field import GAME_FIELD, field_text, usual_game
from railbird.histories.playing import PlayedHand, losses

VERSION = "1.4.7"
_BETTING = {Betting.NO_LIMIT: "NL", Betting.POT_LIMIT: "PL", Betting.LIMIT: "FL"}
_STREETS = ("Preflop", "Flop", "Turn", "River")
_NAMES = {
    ActionName.FOLD: "Fold",
    ActionName.CHECK: "Check",
    ActionName.CALL: "Call",
    ActionName.BET: "Bet",
    ActionName.RAISE: "Raise",
}


def ohh_text(played: PlayedHand) -> str:
    """One hand as an object, with a blank line after it."""
    return json.dumps({"ohh": ohh_data(played)}, ensure_ascii=False, separators=(",", ":")) + "\n\n"


def ohh_data(played: PlayedHand) -> dict[str, Any]:
    """The content of one hand, as JSON data."""
    game = played.hand.game
    if not game.is_holdem:
        raise HistoryError(f"Open Hand History has hold'em with 52 cards here, not {game}")
    if played.payoffs is None:
        raise HistoryError("Open Hand History has the winners of each pot, but the payoffs of a hand are unknown")
    return _OhhWriter(played).data()


class _OhhWriter:
    def __init__(self, played: PlayedHand) -> None:
        self._played, self._hand = played, played.hand
        self._scale = 10 ** unit_places(played.record.unit)
        self._seats = played.record.seats or tuple(range(1, played.hand.game.players + 1))

    def _amount(self, chips: ChipAmount) -> float | int:
        if self._scale == 1 and chips == int(chips):
            return int(chips)
        return float(chips) / self._scale if isinstance(chips, int) else float(chips / self._scale)

    def data(self) -> dict[str, Any]:
        record, game = self._played.record, self._hand.game
        origin = record.origin
        limit = game.betting is Betting.LIMIT
        data = {
            "spec_version": VERSION,
            "internal_version": VERSION,
            "network_name": origin.event or "Railbird",
            "site_name": origin.event or "Railbird",
            "game_type": "Holdem",
            "table_name": origin.table,
            "table_size": origin.seat_count or max(self._seats),
            "game_number": origin.hand_id,
            "currency": record.currency or "Chips",
            "ante_amount": self._amount(max(game.antes)),
            "small_blind_amount": self._amount(min(game.blinds[:2])),
            "big_blind_amount": self._amount(game.bets[0] if limit else game.big_blind),
            "bet_limit": {"bet_type": _BETTING[game.betting], "bet_cap": 0},
            "dealer_seat": self._seats[-1],
            "players": [
                {"id": position, "seat": seat, "name": name, "starting_stack": self._amount(stack)}
                for position, (seat, name, stack) in enumerate(
                    zip(self._seats, record.players, game.stacks, strict=True)
                )
            ],
            "rounds": list(self._rounds()),
            "pots": [self._pot()],
        }
        if origin.date is not None:
            data["start_date_utc"] = origin.date.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        if game != usual_game(self._played, pot_limit=True):
            data[GAME_FIELD] = field_text(game)
        return data

    def _rounds(self) -> Iterator[dict[str, Any]]:
        hand = self._hand
        board = hand.board_bytes
        shown_to = next(number for number, size in enumerate(BOARD_SIZES) if size >= len(board))
        last = max([shown_to, *[event.round for event in hand.history]])
        for number in range(last + 1):
            deeds = list(self._opening()) if number == 0 else []
            for event in hand.history:
                if event.round == number:
                    amount = event.amount if event.move is ActionName.CALL else event.to
                    silent = event.move in (ActionName.FOLD, ActionName.CHECK)
                    deeds.append(self._deed(event.player, _NAMES[event.move], 0 if silent else amount, event.all_in))
            start = BOARD_SIZES[number - 1] if number else 0
            yield self._round(number, _STREETS[number], board[start : BOARD_SIZES[number]], deeds)
        settlement = hand.settlement if hand.settled else None
        if settlement is not None and settlement.showdown:
            deeds = [
                self._deed(player, "Shows Cards" if shown else "Mucks Cards", 0, False, hand.hole_bytes[player])
                for player, shown in settlement.showdown
            ]
            yield self._round(last + 1, "Showdown", b"", deeds)

    def _opening(self) -> Iterator[dict[str, Any]]:
        game = self._hand.game
        big = max(range(min(2, game.players)), key=lambda position: game.blinds[position])
        for event in self._hand.events:
            if isinstance(event, Posted):
                what = "Post Ante"
                if event.post is Post.BLIND:
                    above = game.blinds[event.player] > game.blinds[big]
                    small = event.player < 2 and event.player != big
                    what = "Straddle" if above else "Post SB" if small else "Post BB"
                yield self._deed(event.player, what, event.amount, event.all_in)
        for player, cards in enumerate(self._hand.hole_bytes):
            if cards:
                yield self._deed(player, "Dealt Cards", 0, False, cards)

    def _deed(self, player: int, what: str, amount: int, all_in: bool, cards: bytes = b"") -> dict[str, Any]:
        deed = {"player_id": player, "action": what, "amount": self._amount(amount), "is_allin": all_in}
        return {**deed, "cards": _cards(cards)} if cards else deed

    def _round(self, number: int, street: str, cards: bytes, deeds: list[dict[str, Any]]) -> dict[str, Any]:
        numbered = [{"action_number": count, **deed} for count, deed in enumerate(deeds, 1)]
        return {"id": number, "street": street, "cards": _cards(cards), "actions": numbered}

    def _pot(self) -> dict[str, Any]:
        """All pots together: the format does not need them apart, and not every hand says who won which."""
        lost = losses(self._hand)
        won = [payoff + paid for payoff, paid in zip(self._played.payoffs or (), lost, strict=True)]
        return {
            "number": 0,
            "amount": self._amount(sum(lost)),
            "rake": self._amount(sum(lost) - sum(won)),
            "player_wins": [
                {"player_id": player, "win_amount": self._amount(chips)} for player, chips in enumerate(won) if chips
            ],
        }


def _cards(cards: bytes) -> list[str]:
    return cards_word(cards, " ").split()
