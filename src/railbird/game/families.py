"""Common games with their usual settings, each of which can be changed by keyword."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from railbird.errors import GameError, quoted
from railbird.game.definition import HOLDEM_BOARD, UNLIMITED_RAISES, Game, whole_numbers
from railbird.game.rules import Betting, Profile, Rake, Rules, Split

_AMOUNT = re.compile(r"(-?[0-9]{1,13}(?:\.[0-9]{1,6})?)(bb|chips)?", re.ASCII)
Amount = int | str
"""Chips, or a text with a unit: ``200bb`` or ``5.5bb`` in big blinds, ``50chips``.

Stacks without a unit are rejected if all of them are below the big blind: a bare 50 with a big blind of 100 almost
always means 50 big blinds.
"""


def limit(
    players: int = 2,
    *,
    blinds: Sequence[int] = (5, 10),
    bets: Sequence[int] | None = None,
    cap: int = 4,
    stack: Amount | Sequence[Amount] = "1000bb",
    ante: int | Sequence[int] = 0,
    actions: int = 0,
    rules: Rules | str | None = None,
    rake: Rake | None = None,
) -> Game:
    """Limit hold'em: bets of one big blind in the first two rounds and of two in the last two, four bets a round.

    ``blinds`` are the small blind, the big blind and any straddle; they count towards the ``cap`` of the first round.
    ``bets`` follow from the big blind by default. ``rules`` are ``Rules``, ``"acpc"`` or ``"casino"``.

    >>> str(limit(3)), limit(3).bets
    ('limit(players=3)', (10, 10, 20, 20))
    """
    big = _big_blind(blinds)
    sizes = whole_numbers("bets", bets) if bets is not None else (big, big, 2 * big, 2 * big)
    if not isinstance(cap, int) or cap < 1:
        raise GameError(f"the cap must be at least one bet a round, not {quoted(str(cap))}")
    posted = max(blinds) // sizes[0] if sizes and sizes[0] > 0 else 0
    raises = (max(cap - posted, 0), *([cap] * (len(sizes) - 1)))
    stakes = _Stakes(players=players, blinds=blinds, stack=stack, ante=ante)
    game = _holdem(Betting.LIMIT, stakes, sizes, raises)
    return replace(game, most_actions=(actions,) * len(sizes), rules=_rules(rules), rake=rake or Rake())


def nolimit(
    players: int = 2,
    *,
    blinds: Sequence[int] = (50, 100),
    stack: Amount | Sequence[Amount] = "200bb",
    ante: int | Sequence[int] = 0,
    rules: Rules | str | None = None,
    rake: Rake | None = None,
) -> Game:
    """No-limit hold'em: bets of at least a big blind, raises of at least the last bet or raise.

    >>> nolimit(stack="50bb").stacks
    (5000, 5000)
    """
    game = _big_bet(Betting.NO_LIMIT, _Stakes(players=players, blinds=blinds, stack=stack, ante=ante))
    return replace(game, rules=_rules(rules), rake=rake or Rake())


def potlimit(
    players: int = 2,
    *,
    blinds: Sequence[int] = (50, 100),
    stack: Amount | Sequence[Amount] = "200bb",
    ante: int | Sequence[int] = 0,
    rules: Rules | str | None = None,
    rake: Rake | None = None,
) -> Game:
    """Pot-limit hold'em: like no-limit, but a raise is at most the pot after calling.

    >>> str(potlimit(3))
    'potlimit(players=3)'
    """
    game = _big_bet(Betting.POT_LIMIT, _Stakes(players=players, blinds=blinds, stack=stack, ante=ante))
    return replace(game, rules=_rules(rules), rake=rake or Rake())


def kuhn() -> Game:
    """Kuhn poker: three cards, one each, an ante of 1 and one bet of 1.

    >>> kuhn().players, str(kuhn())
    (2, 'kuhn')
    """
    return Game(
        betting=Betting.LIMIT,
        blinds=(0, 0),
        stacks=(2, 2),
        bets=(1,),
        most_raises=(1,),
        first=(0,),
        board_cards=(0,),
        antes=(1, 1),
        hole_cards=1,
        ranks=3,
        suits=1,
    )


def leduc() -> Game:
    """Leduc hold'em: six cards of three ranks, antes of 1, bets of 2 and 4, two bets a round, one board card.

    >>> leduc().rounds, leduc().bets
    (2, (2, 4))
    """
    return Game(
        betting=Betting.LIMIT,
        blinds=(0, 0),
        stacks=(13, 13),
        bets=(2, 4),
        most_raises=(2, 2),
        first=(0, 0),
        board_cards=(0, 1),
        antes=(1, 1),
        hole_cards=1,
        ranks=3,
        suits=2,
    )


def rezai(*, stack: Amount = 500) -> Game:
    """RezAI's heads-up limit game (Kotsalidis 2013, §2.1): the dealer has the big blind and acts last in every round.

    Blinds of 10 and 20 and stacks of 500 are the source's example. It does not state the bets; ours are 20 and 40. A
    round has at most six actions, instead of a cap on bets. Chips are not split, so one player can win them all.
    """
    return Game(
        betting=Betting.LIMIT,
        blinds=(10, 20),
        stacks=_stacks([stack] * 2, 20),
        bets=(20, 20, 40, 40),
        most_raises=(UNLIMITED_RAISES,) * 4,
        first=(0, 0, 0, 0),
        board_cards=HOLDEM_BOARD,
        most_actions=(6, 6, 6, 6),
        rules=Rules(split=Split.ODD_CHIPS),
    )


def _big_blind(blinds: Sequence[int]) -> int:
    blinds = whole_numbers("blinds", blinds)
    if len(blinds) < 2:
        raise GameError(f"blinds must be the small blind, the big blind and any straddle, not {list(blinds)}")
    if blinds[1] < 1:
        raise GameError(f"the big blind must be at least one chip, not {blinds[1]}")
    return blinds[1]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Stakes:
    """The number of players, their stacks and what they post."""

    players: int
    blinds: Sequence[int]
    stack: Amount | Sequence[Amount]
    ante: int | Sequence[int]


def _big_bet(betting: Betting, stakes: _Stakes) -> Game:
    return _holdem(betting, stakes, (_big_blind(stakes.blinds),) * 4, (UNLIMITED_RAISES,) * 4)


def _holdem(betting: Betting, stakes: _Stakes, bets: tuple[int, ...], raises: tuple[int, ...]) -> Game:
    players, blinds, stack, ante = stakes.players, stakes.blinds, stakes.stack, stakes.ante
    if not isinstance(players, int) or not 2 <= players <= 10:
        raise GameError(f"a game has 2 to 10 players, not {players!s:.60}")
    if len(blinds) > players:
        raise GameError(f"{len(blinds)} blinds are too many for {players} players")
    big = _big_blind(blinds)
    stacks: list[Any] = list(stack) if isinstance(stack, (list, tuple)) else [stack] * players
    antes: list[Any] = list(ante) if isinstance(ante, (list, tuple)) else [ante] * players
    # Heads-up, the button posts the small blind and acts first pre-flop.
    posts = (blinds[1], blinds[0]) if players == 2 else (*blinds, *([0] * (players - len(blinds))))
    first = 1 if players == 2 else len(blinds) % players
    return Game(
        betting=betting,
        blinds=posts,
        stacks=_stacks(stacks, big),
        bets=bets,
        most_raises=raises,
        first=(first, *([0] * (len(bets) - 1))),
        board_cards=HOLDEM_BOARD[: len(bets)],
        antes=tuple(antes),
    )


def _rules(rules: Rules | str | None) -> Rules:
    if rules is None or isinstance(rules, Rules):
        return rules or Rules()
    if rules not in list(Profile):
        raise GameError(f"rules must be {' or '.join(Profile)}, not {quoted(str(rules))}")
    return Rules(Profile(rules))


def _stacks(amounts: Sequence[Amount], big_blind: int) -> tuple[int, ...]:
    """Convert stacks to chips. If nobody can pay the big blind, a unit is required."""
    stacks = tuple(chips_of(each, big_blind) for each in amounts)
    most = max(stacks, default=0)
    if 0 < most < big_blind and all(str(each)[-1].isdecimal() for each in amounts):
        quote = '"' if isinstance(amounts[0], int) else ""  # as in Python code, or as in a game's text
        remedy = f"write stack={quote}{most}bb{quote} for {most} big blinds, or {quote}{most}chips{quote}"
        raise GameError(f"a stack of {most} is less than the big blind of {big_blind}: {remedy}")
    return stacks


def chips_of(amount: Amount, big_blind: int) -> int:
    """Convert an amount to chips.

    >>> chips_of("5.5bb", 100), chips_of(250, 100)
    (550, 250)
    """
    match = _AMOUNT.fullmatch(str(amount)) if isinstance(amount, (int, str)) else None
    if not match:
        raise GameError(f"an amount must be in chips or in big blinds such as 200bb, not {quoted(str(amount))}")
    chips = Decimal(match[1]) * (big_blind if match[2] == "bb" else 1)
    if chips != int(chips):
        raise GameError(f"an amount must be a whole number of chips, not {quoted(str(amount))}")
    return int(chips)
