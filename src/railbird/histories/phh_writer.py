"""Write hands in the PHH format: a ``.phh`` file has one hand, a ``.phhs`` file one table for each.

Written are players, stacks, posts, all cards that are known, actions, cards shown at the showdown, finishing stacks,
date and table. What the format has no field for goes to a user field, which other programs skip: ``_game``, if the game
has other rules, cap or rake than casino hold'em. Only hold'em can be written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from railbird._core import ActionKind
from railbird.errors import HistoryError
from railbird.game import Betting, Hand
from railbird.game.definition import BOARD_SIZES
from railbird.game.events import ChipAmount
from railbird.histories.amounts import cards_word, money, unit_places
from railbird.histories.game_field import GAME_FIELD, field_text, usual_game
from railbird.histories.playing import PlayedHand

_HIDDEN = "????"


def phh_text(played: PlayedHand) -> str:
    """One hand in the PHH format.

    >>> from railbird.histories import told_hand
    >>> print(phh_text(told_hand(Hand.parse("nolimit(rules=casino); AhKh QsQd; r300 f"))), end="")
    variant = 'NT'
    ante_trimming_status = true
    antes = [0, 0]
    blinds_or_straddles = [50, 100]
    min_bet = 100
    starting_stacks = [20000, 20000]
    actions = ['d dh p1 AhKh', 'd dh p2 QsQd', 'p2 cbr 300', 'p1 f']
    players = ['p1', 'p2']
    finishing_stacks = [19900, 20100]
    """
    record, game = played.record, played.hand.game
    if not game.is_holdem:
        raise HistoryError(f"PHH files have hold'em with 52 cards, not {game}")
    places = unit_places(record.unit)

    def row(amounts: Iterable[ChipAmount]) -> str:
        return f"[{', '.join([money(amount, places) for amount in amounts])}]"

    order = -1 if game.players == 2 else 1
    limit = game.betting is Betting.LIMIT
    sizes = {"small_bet": game.bets[0], "big_bet": game.bets[2]} if limit else {"min_bet": game.bets[0]}
    lines = [
        f"variant = '{'FT' if limit else 'NT'}'",
        f"ante_trimming_status = {'true' if len(set(game.antes)) == 1 else 'false'}",
        f"antes = {row(game.antes[::order])}",
        f"blinds_or_straddles = {row(game.blinds[::order])}",
        *[f"{key} = {money(size, places)}" for key, size in sizes.items()],
        f"starting_stacks = {row(game.stacks)}",
        f"actions = ['{_joined(_actions(played.hand, places))}']",
        f"players = [{', '.join(map(_quoted, record.players))}]",
    ]
    if played.payoffs is not None:
        lines.append(f"finishing_stacks = {row(map(sum, zip(game.stacks, played.payoffs, strict=True)))}")
    lines += _about(played)
    if game != usual_game(played, pot_limit=False):
        lines.append(f"{GAME_FIELD} = {_quoted(field_text(game))}")
    return "\n".join(lines) + "\n"


def phhs_text(hands: Iterable[PlayedHand], first: int = 1) -> Iterator[str]:
    """The parts of a ``.phhs`` file, one for each hand, with tables numbered from ``first`` on."""
    for number, played in enumerate(hands, first):
        yield f"[{number}]\n{phh_text(played)}\n"


def _joined(actions: Sequence[str]) -> str:
    return "', '".join(actions)


def _actions(hand: Hand, places: int) -> list[str]:
    holes, board = hand.hole_bytes, hand.board_bytes
    words = [f"d dh p{player + 1} {cards_word(cards) or _HIDDEN}" for player, cards in enumerate(holes)]
    dealt = 0
    for player, round_number, kind, amount in hand.actions:
        while dealt < BOARD_SIZES[round_number]:
            dealt = _deal_board(words, board, dealt)
        if kind is ActionKind.RAISE:
            words.append(f"p{player + 1} cbr {money(amount, places)}")
        else:
            words.append(f"p{player + 1} {'cc' if kind is ActionKind.CALL else 'f'}")
    tabled = _tabled(hand)
    all_in = dealt < len(board)
    words += tabled if all_in else []
    while dealt < len(board):
        dealt = _deal_board(words, board, dealt)
    return words if all_in else words + tabled


def _deal_board(words: list[str], board: bytes, dealt: int) -> int:
    count = 1 if dealt else 3
    words.append(f"d db {cards_word(board[dealt : dealt + count])}")
    return dealt + count


def _tabled(hand: Hand) -> list[str]:
    """What is shown and mucked at the showdown; nothing if its cards are not all known."""
    settlement = hand.settlement if hand.settled else None
    if settlement is None:
        return []
    holes = hand.hole_bytes
    return [
        f"p{player + 1} sm{' ' + cards_word(holes[player]) if shown else ''}" for player, shown in settlement.showdown
    ]


def _about(played: PlayedHand) -> Iterator[str]:
    record = played.record
    origin = record.origin
    if origin.hand_id:
        yield f"hand = {origin.hand_id if _is_number(origin.hand_id) else _quoted(origin.hand_id)}"
    for key, text in (("table", origin.table), ("event", origin.event), ("currency", record.currency)):
        if text:
            yield f"{key} = {_quoted(text)}"
    if record.seats:
        yield f"seats = {list(record.seats)}"
    if origin.seat_count is not None:
        yield f"seat_count = {origin.seat_count}"
    if origin.date is not None:
        date = origin.date
        yield f"day = {date.day}\nmonth = {date.month}\nyear = {date.year}\ntime = {date:%H:%M:%S}"
        if date.tzinfo is not None and not date.utcoffset():
            yield "time_zone_abbreviation = 'UTC'"


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19 and (text[0] != "0" or text == "0")


def _quoted(text: str) -> str:
    """Text in TOML: literal if possible, otherwise with escapes."""
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    escaped = "".join([_escape(letter) for letter in text])
    return f'"{escaped}"'


def _escape(letter: str) -> str:
    if letter in '"\\':
        return f"\\{letter}"
    return letter if letter.isprintable() else f"\\U{ord(letter):08X}"
