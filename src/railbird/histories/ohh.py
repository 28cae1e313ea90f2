"""Read hands in the Open Hand History format: JSON, an object ``{"ohh": {…}}`` for each hand.

Read is hold'em of all betting structures, with antes, dead posts, extra blinds and straddles left of the big blind. A
raise has the total that it goes to; a call has what it costs. Amounts with a currency, or with decimal places, are in
cents. A user field ``_game`` has other rules than a casino's. Written against version 1.4 of the specification; where
programs differ we follow its examples.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction
from typing import Any

from railbird._core import ActionKind
from railbird.errors import HistoryError, quoted
from railbird.game import Betting, Rules
from railbird.game.events import ChipAmount
from railbird.histories.amounts import parsed_decimal, unit_of
from railbird.histories.game_field import GAME_FIELD, named_game
from railbird.histories.playing import payoff_of
from railbird.histories.pokerstars import TWICE
from railbird.histories.record import CASINO, HandRecord, Origin
from railbird.histories.seated import SeatedHand

_BETTING = {"NL": Betting.NO_LIMIT, "PL": Betting.POT_LIMIT, "FL": Betting.LIMIT}
_STREETS = {"preflop": 0, "flop": 1, "turn": 2, "river": 3}
_HALF_LETTER = re.compile(r"\\u[dD][89a-fA-F]")
"""An escape of JSON that is a letter only together with another one."""
_NOTICES = {"Sits Down", "Stands Up", "Dealt Cards", "Mucks Cards", "Shows Cards"}
CHIPS = ("", "Chips", "chips", "XXX", "PLAY")
"""Currencies that are none."""


def read_ohh(text: str, rules: Rules = CASINO) -> HandRecord:
    """Read one object. Raises HistoryError if it is not a hand of hold'em."""
    try:
        data = json.loads(text, parse_float=parsed_decimal, parse_constant=_no_constant)
    except (RecursionError, ValueError) as error:
        raise HistoryError(f"this is not JSON: {str(error)[:120]}") from None
    if _HALF_LETTER.search(text):
        _check_letters(data)
    try:
        return _OhhReader(data, rules).record()
    except HistoryError:
        raise
    except (KeyError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        raise HistoryError(f"the object is not a hand of the Open Hand History format: {error!r:.120}") from None


def _check_letters(data: Any) -> None:
    try:
        json.dumps(data, ensure_ascii=False, default=str).encode()
    except UnicodeEncodeError as error:
        raise HistoryError(
            f"the text has half of a letter, {error.object[error.start]!a}, which no file can keep: take it out"
        ) from None


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a number")


class _OhhReader:
    def __init__(self, data: Any, rules: Rules) -> None:
        ohh = data["ohh"] if isinstance(data, dict) and "ohh" in data else data
        if not isinstance(ohh, dict) or "rounds" not in ohh:
            raise HistoryError('an object has the form {"ohh": {…}} with rounds')
        if ohh.get("game_type", "Holdem") != "Holdem":
            raise HistoryError(f"only hold'em can be read, not {quoted(str(ohh['game_type']))}")
        if "Run_It_Twice" in (ohh.get("flags") or ()):
            raise HistoryError(TWICE)
        self._data: Mapping[str, Any] = ohh
        bet_type = ohh["bet_limit"]["bet_type"]
        if bet_type not in _BETTING:
            raise HistoryError(f"the betting is NL, PL or FL, not {quoted(str(bet_type))}")
        currency = str(ohh.get("currency") or "")
        self._currency = "" if currency in CHIPS else currency
        self._places = 2 if self._currency or _has_cents(ohh) else 0
        self._hand = hand = SeatedHand(rules)
        hand.betting = _BETTING[bet_type]
        small, big = self._chips(ohh["small_blind_amount"]), self._chips(ohh["big_blind_amount"])
        hand.sizes = (big, 2 * big) if hand.betting is Betting.LIMIT else (small, big)
        hand.button = int(ohh["dealer_seat"])
        self._players: dict[Any, int] = {}
        for player in ohh["players"]:
            name = str(player["name"])
            number = 2
            while name in hand.names:  # the same player in two seats
                name, number = f"{player['name']} ({number})", number + 1
            self._players[player["id"]] = len(hand.seats)
            hand.sit(name, int(player["seat"]), self._chips(player["starting_stack"]))
        for each in ohh["rounds"]:
            self._round(each)
        self._pots(ohh.get("pots") or ())

    def record(self) -> HandRecord:
        data = self._data
        size = data.get("table_size")
        origin = Origin(
            format="ohh",
            hand_id=str(data.get("game_number") or ""),
            table=str(data.get("table_name") or ""),
            event=str(data.get("site_name") or ""),
            date=_date(data.get("start_date_utc")),
            seat_count=size if type(size) is int else None,
        )
        record = self._hand.record(unit_of(self._places), self._currency, origin)
        given = {each["id"]: str(each["name"]) for each in data["players"]}
        by_seat = {int(each["seat"]): given[each["id"]] for each in data["players"]}
        record = replace(record, players=tuple([by_seat[seat] for seat in record.seats]))
        if GAME_FIELD in data:
            record = replace(record, game=named_game(data[GAME_FIELD], record.game))
        return record

    def _round(self, each: Mapping[str, Any]) -> None:
        hand = self._hand
        street = _STREETS.get(str(each["street"]).lower())
        if street:
            hand.deal_board("".join(each.get("cards") or ()), street)
        for action in each.get("actions") or ():
            player, what = self._players[action["player_id"]], action["action"]
            cards = action.get("cards") or ()
            if cards and len(cards) == 2 and "?" not in "".join(cards) and "X" not in "".join(cards):
                hand.show(player, "".join(cards))
            amount = action.get("amount", 0) or 0
            if what == "Fold":
                hand.act(player, ActionKind.FOLD, 0)
            elif what == "Check":
                hand.act(player, ActionKind.CALL, 0)
            elif what == "Call":
                hand.act(player, ActionKind.CALL, self._chips(amount))
            elif what in ("Bet", "Raise"):
                hand.act(player, ActionKind.RAISE, self._chips(amount))
            elif what not in _NOTICES:
                self._post(player, what, self._chips(amount), all_in=action.get("is_allin") is True)

    def _post(self, player: int, what: Any, amount: int, *, all_in: bool) -> None:
        hand = self._hand
        if all_in:
            hand.all_in.add(player)
        match what:
            case "Post SB":
                hand.post_small_blind(player, amount)
            case "Post BB" | "Post Extra Blind":
                hand.live[player] += amount
            case "Post Ante" | "Post Dead":
                hand.antes[player] += amount
            case "Straddle":
                hand.post_straddle(player, amount)
            case _:
                raise HistoryError(f"this action is not known: {quoted(str(what))}")

    def _pots(self, pots: Any) -> None:
        hand, total = self._hand, 0
        hand.rake = 0
        for pot in pots:
            total += self._chips(pot["amount"])
            hand.rake += self._chips(pot.get("rake", 0) or 0)
            for win in pot.get("player_wins") or ():
                hand.collect(self._players[win["player_id"]], self._won(win["win_amount"]))
        if pots:
            hand.pot = total

    def _chips(self, amount: Any) -> int:
        scaled = _number(amount).scaleb(self._places)
        chips = round(scaled)
        if abs(scaled - chips) > Decimal("0.0001"):
            raise HistoryError(f"{amount} has more than {self._places} decimal places")
        return chips

    def _won(self, amount: Any) -> ChipAmount:
        return payoff_of(Fraction(_number(amount)) * 10**self._places)


def _number(amount: Any) -> Decimal:
    if type(amount) not in (int, Decimal) or not 0 <= amount < 10**13:
        raise HistoryError(f"an amount is a number from 0 on, not {quoted(str(amount))}")
    return Decimal(amount)


def _has_cents(ohh: Mapping[str, Any]) -> bool:
    """Whether an amount of a hand without a currency is no whole number."""
    amounts = [ohh.get(key) or 0 for key in ("small_blind_amount", "big_blind_amount", "ante_amount")]
    amounts += [player["starting_stack"] for player in ohh["players"]]
    amounts += [action.get("amount") or 0 for each in ohh["rounds"] for action in each.get("actions") or ()]
    return any(isinstance(amount, Decimal) and amount != int(amount) for amount in amounts)


def _date(text: Any) -> datetime | None:
    try:
        date = datetime.fromisoformat(str(text).replace("Z", "+00:00"))
    except ValueError:
        return None
    return date.replace(tzinfo=UTC) if date.tzinfo is None else date.astimezone(UTC)
