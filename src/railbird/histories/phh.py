"""Read hands in the PHH format (poker hand history, version 0.0.2): TOML, one hand a file or table.

Read are the hold'em variants FT (limit) and NT (no-limit); pot-limit hold'em has no code in the format, so it is NT
with a field ``_game``. That user field also has rules, cap and rake where they are not the usual ones; without it a
hand is played by casino rules. The order of players is that of positions. Heads-up, ``antes`` and
``blinds_or_straddles`` are in the other order, small blind first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, time
from decimal import Decimal
from typing import Any

from railbird._core import ActionKind, TakenAction, phh_actions
from railbird.errors import HistoryError, quoted
from railbird.game import Betting
from railbird.game.definition import MOST_CHIPS, MOST_PLAYERS
from railbird.game.events import ChipAmount
from railbird.histories.amounts import MOST_PLACES, SHORT, card_bytes, chips_of, places_of, unit_of
from railbird.histories.game_field import GAME_FIELD, named_game
from railbird.histories.phh_fields import UnusualError, number_of, toml_fields, usual_fields, words_of
from railbird.histories.playing import payoff_of
from railbird.histories.record import (
    CAP,
    UNSTATED,
    HandRecord,
    HoldemStakes,
    Origin,
    cap_needed,
    deal_of,
    holdem_game,
    rounds_with_raises,
    straddles_of,
)

VARIANTS = {"FT": Betting.LIMIT, "NT": Betting.NO_LIMIT}
_ROUNDS = {0: 0, 3: 1, 4: 2, 5: 3}
_PLAYER = {f"p{number}": number - 1 for number in range(1, 11)}

_Step = tuple[tuple[TakenAction, ...] | None, int, bytes]
"""An action of a player, as it would be in each round, or None; the position, -1 for the board; and cards."""


def read_phh(text: str) -> HandRecord:
    """Read one hand, with or without the heading of its table.

    >>> record = read_phh(
    ...     "variant = 'NT'\\nantes = [0, 0]\\nblinds_or_straddles = [1, 2]\\nmin_bet = 2\\n"
    ...     "starting_stacks = [200, 200]\\nactions = ['d dh p1 ????', 'd dh p2 AhAd', 'p2 cbr 6', 'p1 f']"
    ... )
    >>> str(record.game), len(record.actions)
    ('nolimit(blinds=1/2, stack=100bb, rules=casino)', 2)
    """
    return read_phh_lines(text.split("\n"))


def read_phh_lines(lines: Sequence[str]) -> HandRecord:
    """Read the lines of one hand."""
    try:
        return _record(*usual_fields(lines))
    except UnusualError:
        return _record(toml_fields("\n".join(lines)), None)


def _record(fields: Mapping[str, Any], places: int | None) -> HandRecord:
    """The record of a hand. With ``places``, its amounts are whole numbers without so many decimal places.

    Its actions are then a text, which a native reader takes if it is written as usual; nearly all are.
    """
    variant = fields.get("variant")
    betting = VARIANTS.get(variant) if isinstance(variant, str) else None
    if betting is None:
        said = "no variant" if variant is None else f"the variant {quoted(str(variant))}"
        raise HistoryError(f"{said}: only hold'em can be read (FT for limit, NT for no-limit)")
    stacks = _amounts(fields, "starting_stacks")
    players = len(stacks)
    antes, blinds = _amounts(fields, "antes", players), _amounts(fields, "blinds_or_straddles", players)
    sizes = [_amount(fields, key) for key in (("small_bet", "big_bet") if betting is Betting.LIMIT else ("min_bet",))]
    actions = fields.get("actions")
    usual, stacks_in = places is not None, stacks
    if not isinstance(actions, str if usual else list) or not (usual or set(map(type, actions)) <= {str}):
        raise HistoryError("actions must be a list of texts such as 'p1 cbr 300'")
    if places is None:
        amounts = (*stacks, *antes, *blinds, *sizes, *_raises(actions))
        places = places_of([each for each in amounts if type(each) is not int])
        stacks_in, antes, blinds, sizes = [_in_chips(each, places) for each in (stacks, antes, blinds, sizes)]
    taken, deal = _read(actions, players, places)
    order = -1 if players == 2 else 1
    posts = tuple(blinds)
    stakes = HoldemStakes(
        betting=betting,
        antes=tuple(antes)[::order],
        blinds=posts[::order],
        small_bet=sizes[0],
        big_bet=sizes[-1],
        straddles=straddles_of(posts) if players > 2 else 0,
        cap=cap_needed(rounds_with_raises(taken), posts, sizes[0]) if betting is Betting.LIMIT else CAP,
    )
    game = holdem_game(stakes, stacks_in)
    if GAME_FIELD in fields:
        game = named_game(fields[GAME_FIELD], game)
    unit = unit_of(places)
    seats = fields.get("seats")
    return HandRecord(
        game=game,
        players=_players(fields, players),
        deal=deal,
        actions=taken,
        payoffs=_payoffs(fields, stacks, 1 if usual else unit),
        collected=_collected(fields, players, 1 if usual else unit),
        seats=tuple(seats) if isinstance(seats, list) and list(map(type, seats)) == [int] * players else (),
        unit=unit,
        currency=str(fields.get("currency", "")),
        origin=_origin(fields),
    )


def _read(actions: Any, players: int, places: int) -> tuple[tuple[TakenAction, ...], bytes]:
    """The actions of the players, and the deal, from the text of a list or from a list of texts."""
    if not isinstance(actions, str):
        return _played(actions, players, places)
    told = phh_actions(actions, players, places) if 2 <= players <= MOST_PLAYERS else None
    return told or _played(words_of(actions), players, places)


def _played(actions: Sequence[str], players: int, places: int) -> tuple[tuple[TakenAction, ...], bytes]:
    """The actions of the players, and the deal."""
    holes, board = [b""] * players, b""
    taken: list[TakenAction] = []
    round_number: int | None = 0
    known = _KNOWN[places]
    for action in actions:
        steps, position, cards = known.get(action) or _learned(action, places)
        if position >= players:
            raise HistoryError(f"the players are p1 to p{players}, not that of {quoted(action)}")
        if steps is not None:
            if round_number is None:
                raise HistoryError(f"{quoted(action)} comes with {len(board)} board cards on the table")
            taken.append(steps[round_number])
        elif position < 0:
            board += cards
            round_number = _ROUNDS.get(len(board))
        elif cards:
            held = holes[position]
            if len(cards) != 2 or (held and held not in (cards, cards[::-1])):
                raise HistoryError(f"a player has two hole cards; {quoted(action)} gives them others")
            holes[position] = held or cards
    return tuple(taken), deal_of(holes, board)


def _words_of(action: str) -> list[str]:
    return action.split("#", 1)[0].split()


def _raises(actions: Sequence[str]) -> list[int | Decimal]:
    """The amounts of all raises, as written."""
    return [
        _raise_of(words[2], action) for action in actions if len(words := _words_of(action)) == 3 and words[1] == "cbr"
    ]


def _raise_of(amount: str, action: str) -> int | Decimal:
    try:
        return number_of(amount)
    except UnusualError:
        raise HistoryError(f"{quoted(action)} has no amount that can be read") from None


_KNOWN: list[dict[str, _Step]] = [{} for _ in range(MOST_PLACES + 1)]
"""Actions that occurred before, by the decimal places of amounts; faster than a cache of calls."""
_MOST_KNOWN = 32768


def _learned(action: str, places: int) -> _Step:
    step = _parsed(action, places)
    known = _KNOWN[places]
    if len(known) == _MOST_KNOWN:
        known.clear()
    if len(action) <= SHORT:
        known[action] = step
    return step


def _parsed(action: str, places: int) -> _Step:
    words = _words_of(action)
    match words:
        case [player, "f"]:
            return _steps(_position(player), ActionKind.FOLD, UNSTATED), _position(player), b""
        case [player, "cc"]:
            return _steps(_position(player), ActionKind.CALL, UNSTATED), _position(player), b""
        case [player, "cbr", amount]:
            try:
                (chips,) = _in_chips([_raise_of(amount, action)], places)
            except HistoryError:
                raise UnusualError from None  # it has more decimal places than other amounts
            if chips > MOST_CHIPS:
                raise HistoryError(f"{quoted(action)} has more than 2^40 chips, the most that can be played with")
            return _steps(_position(player), ActionKind.RAISE, chips), _position(player), b""
        case ["d", "dh", player, "????"] | [player, "sm"] | [player, "sm", "-"]:
            return None, _position(player), b""
        case ["d", "dh", player, cards] | [player, "sm", cards]:
            if "?" in cards:
                raise HistoryError(f"of two hole cards both are known or neither, not {quoted(cards)}")
            return None, _position(player), card_bytes(cards)
        case ["d", "db", cards]:
            return None, -1, card_bytes(cards)
        case []:
            return None, -1, b""
    raise HistoryError(f"{quoted(action)} is not an action of hold'em")


def _steps(position: int, kind: ActionKind, amount: int) -> tuple[TakenAction, ...]:
    """An action in each of the rounds."""
    return tuple([TakenAction(position, number, kind, amount) for number in range(4)])


def _position(player: str) -> int:
    if player not in _PLAYER:
        raise HistoryError(f"a player is p1 to p10, not {quoted(player)}")
    return _PLAYER[player]


def _in_chips(amounts: Sequence[Any], places: int) -> list[int]:
    return [MOST_CHIPS if amount == _INF else chips_of(Decimal(amount), places) for amount in amounts]


def _amounts(fields: Mapping[str, Any], key: str, count: int | None = None) -> Sequence[Any]:
    values = fields.get(key)
    if not values or not (isinstance(values, tuple) or (isinstance(values, list) and all(map(_is_amount, values)))):
        raise HistoryError(f"{key} must be a list of numbers from 0 on, with one for each player")
    if count is not None and len(values) != count:
        raise HistoryError(f"{key} needs {count} numbers, one for each player, not {len(values)}")
    return values


def _amount(fields: Mapping[str, Any], key: str) -> Any:
    value = fields.get(key)
    if not _is_amount(value):
        raise HistoryError(f"{key} must be a number, not {quoted(str(value))}")
    return value


def _is_amount(value: Any) -> bool:
    if type(value) is not int and (type(value) is not Decimal or value.is_nan()):
        return False
    return bool(value >= 0) and (value < 10**13 or value == _INF)


_INF = Decimal("inf")


def _players(fields: Mapping[str, Any], count: int) -> tuple[str, ...]:
    names = fields.get("players")
    if names is None:
        return tuple([f"p{number + 1}" for number in range(count)])
    if not isinstance(names, list) or len(names) != count or not set(map(type, names)) <= {str}:
        raise HistoryError(f"players must be {count} names, not {quoted(str(names))}")
    return tuple(names)


def _payoffs(
    fields: Mapping[str, Any], stacks: Sequence[int | Decimal], unit: Decimal | int
) -> tuple[ChipAmount, ...] | None:
    if "finishing_stacks" not in fields:
        return None
    finishing = _amounts(fields, "finishing_stacks", len(stacks))
    if unit == 1 and (type(stacks) is type(finishing) is tuple or set(map(type, (*stacks, *finishing))) == {int}):
        return tuple([end - start for end, start in zip(finishing, stacks, strict=True)])
    if _INF in stacks:
        return None
    return tuple([payoff_of((Decimal(end) - start) / unit) for end, start in zip(finishing, stacks, strict=True)])


def _collected(fields: Mapping[str, Any], count: int, unit: Decimal | int) -> tuple[ChipAmount, ...] | None:
    if "winnings" not in fields or "finishing_stacks" in fields:
        return None
    return tuple([payoff_of(Decimal(each) / unit) for each in _amounts(fields, "winnings", count)])


def _origin(fields: Mapping[str, Any]) -> Origin:
    count = fields.get("seat_count")
    return Origin(
        format="phh",
        hand_id=str(fields.get("hand", "")),
        table=str(fields.get("table", "")),
        event=str(fields.get("event", fields.get("venue", ""))),
        date=_date(fields) if "year" in fields else None,
        seat_count=count if type(count) is int else None,
    )


def _date(fields: Mapping[str, Any]) -> datetime | None:
    """The date and time of a hand; None if they are not a date."""
    at = fields.get("time", time())
    zone = fields.get("time_zone_abbreviation")
    try:
        return datetime.combine(
            datetime(fields["year"], fields.get("month", 1), fields.get("day", 1)),
            at if isinstance(at, time) else time.fromisoformat(str(at)),
            UTC if zone == "UTC" else None,
        )
    except (TypeError, ValueError, OverflowError):
        return None
