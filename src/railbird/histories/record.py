"""One hand as a file tells it, whatever the format: the record between all readers and writers.

A record says what is played (a ``Game`` with the stacks and posts of this hand), who sits where, which cards are known,
what was done, and what the file says about the results. ``play_record`` in ``histories.playing`` plays it through the
engine and compares.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from railbird._core import ActionKind, TakenAction
from railbird.errors import GameError, HistoryError
from railbird.game import UNKNOWN_CARD, Betting, Game, Profile, Rules
from railbird.game.definition import HOLDEM_BOARD, MOST_CHIPS, MOST_PLAYERS, UNLIMITED_RAISES
from railbird.game.events import ChipAmount

BOARD_CARDS = 5
CASINO = Rules(Profile.CASINO)
_NUMBER = re.compile(r"[0-9]{1,20}", re.ASCII)
_IN_LEG = re.compile(r"([0-9]{1,9})\.([0-9]{1,9})", re.ASCII)
UNSTATED = -1
"""The amount of an action whose file does not state it: a call, or a raise in a limit game."""
HIDDEN = bytes([UNKNOWN_CARD] * 2)
"""Two hole cards that nobody has seen."""
CAP = 4
"""Bets in a round of a limit hand; files do not say what was allowed, so a hand with more bets had a higher cap."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin:
    """Where a hand comes from, as far as its file says so."""

    format: str = ""
    hand_id: str = ""
    table: str = ""
    event: str = ""
    """The site, tournament or match."""
    date: datetime | None = None
    """Without a time zone if the file gives none that we know."""
    seat_count: int | None = None
    """The number of seats of the table, taken or not."""


NOWHERE = Origin()


def hand_number(origin: Origin) -> str:
    """The number of a hand for formats that have only digits; empty if it has none.

    The store counts the hands of a match in each leg: 17.2 is the 17th of the second, whose number is the same in every
    export, however many hands of other legs are there.

    >>> [hand_number(Origin(hand_id=each)) for each in ("17", "17.2", "x")]
    ['17', '2000000017', '']
    """
    if in_leg := _IN_LEG.fullmatch(origin.hand_id):
        return f"{int(in_leg[2])}{int(in_leg[1]):09}"
    return origin.hand_id if _NUMBER.fullmatch(origin.hand_id) else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRecord:
    """A hand of a history. Tuples with one item per player are indexed by position, as in ``Game``."""

    game: Game
    """With the stacks of this hand. A dead blind is an ante of that player alone; a straddle is a further blind."""
    players: tuple[str, ...]
    """The names in the file. The same player may sit in two seats."""
    deal: bytes
    """The hole cards by position, then the board; ``UNKNOWN_CARD`` for cards that nobody saw."""
    actions: tuple[TakenAction, ...]
    """Amounts may be ``UNSTATED``."""
    payoffs: tuple[ChipAmount, ...] | None = None
    """What each player won or lost according to the file; None if it does not say."""
    collected: tuple[ChipAmount, ...] | None = None
    """What each player took from the pots according to the file, which some formats say instead of payoffs."""
    rake: int | None = None
    """The rake according to the file; None if it does not say."""
    seats: tuple[int, ...] = ()
    """The number of each player's seat at the table; empty if the file has none."""
    unit: Decimal = Decimal(1)
    """What a chip is worth in the file's amounts: 0.01 if they have cents."""
    currency: str = ""
    """USD, EUR, …; empty for play chips and tournaments."""
    origin: Origin = field(default=NOWHERE)


def player_ids(names: tuple[str, ...]) -> tuple[str, ...]:
    """Different ids for the players of one hand: a name that occurs again gets a number.

    >>> player_ids(("Ann", "Bob", "Ann"))
    ('Ann', 'Bob', 'Ann (2)')
    """
    return names if len(set(names)) == len(names) else _numbered(names)


@lru_cache(maxsize=256)
def _numbered(names: tuple[str, ...]) -> tuple[str, ...]:
    ids: list[str] = []
    for name in names:
        number, each = 1, name
        while each in ids or (number > 1 and each in names):
            number += 1
            each = f"{name} ({number})"
        ids.append(each)
    return tuple(ids)


class HoldemStakes(NamedTuple):
    """What the players of a hold'em hand post and bet; amounts in chips, by position."""

    betting: Betting
    blinds: tuple[int, ...]
    antes: tuple[int, ...]
    small_bet: int
    """The bet of the first two rounds in limit games; otherwise the minimum bet, which is the big blind."""
    big_bet: int
    straddles: int = 0
    """Blinds after the big blind in the order of acting: who straddled acts last."""
    cap: int = CAP
    rules: Rules = CASINO


@lru_cache(maxsize=4096)
def _game(stakes: HoldemStakes) -> Game:
    players = len(stakes.blinds)
    limit = stakes.betting is Betting.LIMIT
    later = stakes.cap if limit else UNLIMITED_RAISES
    posted = max(max(stakes.blinds) // stakes.small_bet, 0) if limit else 0
    if players == 2:
        first = 1
    else:
        big = max(range(min(2, players)), key=lambda position: stakes.blinds[position]) if any(stakes.blinds) else -1
        first = (big + 1 + stakes.straddles) % players
    game = Game(
        betting=stakes.betting,
        blinds=stakes.blinds,
        antes=stakes.antes,
        stacks=(MOST_CHIPS,) * players,
        bets=(stakes.small_bet, stakes.small_bet, stakes.big_bet, stakes.big_bet),
        most_raises=(max(later - posted, 0), later, later, later),
        first=(first, 0, 0, 0),
        board_cards=HOLDEM_BOARD,
        rules=stakes.rules,
    )
    assert game.native is not None  # made once here, for all hands with other stacks
    return game


def holdem_game(stakes: HoldemStakes, stacks: Sequence[int]) -> Game:
    """The game of a hold'em hand; the big blind is the larger one of the first two positions.

    >>> blinds = HoldemStakes(betting=Betting.NO_LIMIT, blinds=(1, 2, 0), antes=(0, 0, 0), small_bet=2, big_bet=2)
    >>> str(holdem_game(blinds, (200, 150, 90)))
    'nolimit(players=3, blinds=1/2, stack=100bb/75bb/45bb, rules=casino)'
    """
    if not 2 <= len(stakes.blinds) <= MOST_PLAYERS:
        raise HistoryError(f"a hand has 2 to {MOST_PLAYERS} players, not {len(stakes.blinds)}")
    if stakes.small_bet < 1 or stakes.big_bet < 1:
        raise HistoryError(f"a bet must be at least one chip, not {min(stakes.small_bet, stakes.big_bet)}")
    try:
        return _game(stakes).with_stacks(tuple(stacks))
    except GameError as error:
        raise HistoryError(str(error)) from None


def cap_needed(raises: Sequence[int], blinds: Sequence[int], small_bet: int) -> int:
    """The cap of a limit hand with raises in these rounds: four bets a round, or as many as were made in one.

    >>> cap_needed([0, 0, 0, 2], (5, 10), 10), cap_needed([0, 0, 0, 0], (5, 10), 10)
    (4, 5)
    """
    posted = max(blinds) // small_bet if small_bet else 0
    return max(CAP, raises.count(0) + posted, *map(raises.count, (1, 2, 3)))


def rounds_with_raises(actions: Sequence[TakenAction]) -> list[int]:
    """The round of each raise."""
    return [action[1] for action in actions if action[2] == ActionKind.RAISE]


def straddles_of(blinds: Sequence[int]) -> int:
    """How many players after the big blind straddled: each posted more than the one before, without a gap.

    >>> straddles_of((1, 2, 4, 0)), straddles_of((1, 2, 0, 2)), straddles_of((1, 2, 2))
    (1, 0, 0)
    """
    big = 0 if blinds[0] > blinds[1] else 1
    straddles = 0
    while big + straddles + 1 < len(blinds) and blinds[big + straddles + 1] > blinds[big + straddles]:
        straddles += 1
    return straddles


def deal_of(holes: Sequence[bytes], board: bytes) -> bytes:
    """The deal of a hold'em hand from hole cards by position, empty if unknown, and a board of any length."""
    cards = b"".join([cards or HIDDEN for cards in holes])
    return cards + board + bytes([UNKNOWN_CARD]) * (BOARD_CARDS - len(board))
