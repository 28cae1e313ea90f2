"""Bet menus: the sizes that a bot, a search or a solver considers, as one line of text.

A menu is a list of sections separated by ``;``. A section is a list of sizes, after words that say where they hold:

- ``33%, 75%, a``: the same sizes for every bet and raise
- ``50%, 120%, a; raise 3x``: raises have their own sizes
- ``50%; river 75%, a``: other bets on the river
- ``50%; p2 33%; p2 river raise a``: other sizes for the second player (position 1)
- ``50%; donk none; turn donk 25%``: no donk bets, except on the turn
- ``50%, a; raises 3; spr 0.2``: at most three bets and raises a street; no small stacks left behind

Streets are ``preflop``, ``flop``, ``turn`` and ``river``: the first four betting rounds of any game. A later section
overrides an earlier one. Raises have the last ``raise`` section that fits, or else the sizes of bets. A donk bet is one
into the last aggressor of the street before, who has not acted yet; without a ``donk`` section it is like other bets.
Where no section fits, or ``none`` stands, there is only a check or a call.

A size is ``50%`` (of the pot; for a raise, of the pot after the call), ``3x`` (times the bet to match; nothing where
nobody has bet), ``2.5bb`` or ``300chips`` (the total bet of the round), ``min``, or ``a`` (all-in, or the largest legal
raise in pot-limit games). Amounts are rounded to the nearest chip, a half up. Too small a size becomes the smallest
legal one, too large a size the largest; of equal sizes one is left. Limit games have their one size.

Options are sections too: ``raises 3`` (the maximum number of bets and raises a street), ``spr 0.2`` (a size after whose
call the rest of the stack would be at most 0.2 of the pot becomes all-in), ``commit 67%`` (a size of at least 67 % of
the all-in becomes all-in), ``add-all-in 150%`` (all-in is added where it is at most 150 % of the pot), ``merge 10%``
(from the largest down, a size is left out if the pot after its call would be less than 10 % smaller).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache
from typing import Any

from railbird import _core
from railbird._core import ActionKind
from railbird.errors import GameError, quoted
from railbird.game.definition import HOLDEM_STREETS, MOST_PLAYERS, Game
from railbird.game.rules import Betting

KINDS = ("bet", "raise", "donk")
MOST_SIZES = 64
"""The maximum number of sizes in a section. Ours."""
_SIZE = re.compile(r"([0-9]{1,12}(?:\.[0-9]{1,18})?)(%|x|bb|chips)", re.ASCII)
_PLAYER = re.compile(r"p([1-9][0-9]?)", re.ASCII)
_WORDS = {"a": "a", "all-in": "a", "allin": "a", "min": "min"}
_OPTIONS = {"spr": "spr", "commit": "commit", "add-all-in": "add_all_in", "merge": "merge"}
_NUMBER = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,9})?)(%?)", re.ASCII)


@dataclass(frozen=True, kw_only=True, slots=True)
class BetTurn:
    """What the sizes of a bet menu depend on when it is a player's turn. Amounts are in chips."""

    round: int
    player: int
    level: int
    """The bet to match in this round."""
    pot: int
    """The pot after a call."""
    least: int
    """A raise goes to at least this total in the round."""
    most: int
    """And to at most this."""
    all_in: int
    """The total of an all-in, which pot-limit games may not allow."""
    raises: int
    """The number of bets and raises so far in this round, without blinds."""
    donk: bool = False
    limit: bool = False
    """Whether the game is a limit game."""
    big_blind: int = 0

    @property
    def kind(self) -> str:
        """``raise``, ``donk`` or ``bet``."""
        return "raise" if self.level else "donk" if self.donk else "bet"


@dataclass(frozen=True, slots=True)
class BetSize:
    """One size of a bet menu.

    >>> str(BetSize.parse("33.3%")), BetSize.parse("a").unit
    ('33.3%', 'a')
    """

    number: Decimal
    unit: str
    """``%``, ``x``, ``bb``, ``chips``, ``min`` or ``a``."""
    _ratio: tuple[int, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        part, whole = self.number.as_integer_ratio()
        object.__setattr__(self, "_ratio", (part, whole * 100 if self.unit == "%" else whole))

    @classmethod
    def parse(cls, text: str) -> BetSize:
        """Parse ``50%``, ``3x``, ``2.5bb``, ``300chips``, ``min`` or ``a``."""
        if text in _WORDS:
            return cls(Decimal(0), _WORDS[text])
        match = _SIZE.fullmatch(text)
        if not match:
            hint = ", such as 50%, 3x, 2.5bb, 300chips, min or a"
            raise GameError(f"{quoted(text)} is not a bet size: write a number with its unit{hint}")
        number = Decimal(match[1])
        if not number:
            raise GameError(f"a bet size must be above 0, not {quoted(text)}")
        if match[2] == "chips" and number != int(number):
            raise GameError(f"a bet must be a whole number of chips, not {quoted(text)}")
        return cls(number.normalize(), match[2])

    def __str__(self) -> str:
        return self.unit if self.unit in ("a", "min") else f"{self.number:f}{self.unit}"

    def amount(self, turn: BetTurn) -> int | None:
        """The total that a bet of this size goes to, before it is made legal; None if it means nothing here."""
        part, whole = self._ratio
        match self.unit:
            case "%":
                return turn.level + (2 * part * turn.pot + whole) // (2 * whole)
            case "a":
                return turn.most
            case "min":
                return turn.least
            case "chips":
                return part
            case "x":
                base = turn.level
            case _:
                base = turn.big_blind
        return (2 * part * base + whole) // (2 * whole) if base else None


@dataclass(frozen=True, slots=True)
class MenuSection:
    """The sizes of bets, raises or donk bets, for one street and one player or for all."""

    sizes: tuple[BetSize, ...]
    kind: str = "bet"
    street: int | None = None
    """The number of the betting round, from 0."""
    player: int | None = None
    """The position of the player."""

    def __str__(self) -> str:
        words = [] if self.player is None else [f"p{self.player + 1}"]
        words += [] if self.street is None else [HOLDEM_STREETS[self.street]]
        words += [] if self.kind == "bet" else [self.kind]
        return " ".join([*words, ", ".join(map(str, self.sizes)) or "none"])

    def fits(self, turn: BetTurn) -> bool:
        return self.street in (None, turn.round) and self.player in (None, turn.player)


@dataclass(frozen=True)
class BetMenu:
    """A bet menu: which bets and raises to consider. ``parse_menu`` reads it from text, and ``str`` prints it.

    >>> menu = parse_menu("50%, 120%, a; raise 3x; spr 0.15")
    >>> turn = BetTurn(round=1, player=0, level=0, pot=180, least=10, most=910, all_in=910, raises=0)
    >>> menu.raises(turn)
    {0: 90, 1: 216, 2: 910}
    """

    sections: tuple[MenuSection, ...]
    most_raises: int | None = None
    """The maximum number of bets and raises a street; None for no maximum but the game's."""
    spr: Decimal = Decimal(0)
    """A size becomes all-in if at most this share of the pot would be left behind after a call."""
    commit: Decimal = Decimal(0)
    """A size becomes all-in if it is at least this share of an all-in; 0 for never."""
    add_all_in: Decimal = Decimal(0)
    """All-in is added where it is at most this share of the pot."""
    merge: Decimal = Decimal(0)
    """A size is left out if the pot after its call is smaller by less than this share than with the next size."""

    def __str__(self) -> str:
        options = [f"{word} {_share_text(word, getattr(self, name))}" for word, name in _OPTIONS.items()]
        given = [text for text, name in zip(options, _OPTIONS.values(), strict=True) if getattr(self, name)]
        limits = [] if self.most_raises is None else [f"raises {self.most_raises}"]
        return "; ".join([*map(str, self.sections), *limits, *given])

    def __reduce__(self) -> tuple[Any, ...]:
        return parse_menu, (str(self),)

    @property
    def has_donk_sizes(self) -> bool:
        return any(section.kind == "donk" for section in self.sections)

    @property
    def has_sizes(self) -> bool:
        return any(section.sizes for section in self.sections) or self.add_all_in > 0

    def sizes(self, turn: BetTurn) -> tuple[BetSize, ...]:
        """The sizes that the menu lists for this turn."""
        for kind in (turn.kind, "bet"):
            for section in reversed(self.sections):
                if section.kind == kind and section.fits(turn):
                    return section.sizes
        return ()

    def raises(self, turn: BetTurn) -> dict[int, int]:
        """The legal totals of the sizes for this turn, ascending, by the index of the size in its section.

        Of equal totals the first index stays, but of sizes that reach the largest legal one, the last. An all-in that
        ``add_all_in`` adds has the index after the last size. A limit game has its one size, with the index 0.
        """
        if self.most_raises is not None and turn.raises >= self.most_raises:
            return {}
        if turn.limit:
            return {0: turn.most}
        sizes = self.sizes(turn)
        by_total: dict[int, int] = {}
        for index, size in enumerate(sizes):
            total = size.amount(turn)
            if total is None:
                continue
            total = self._committed(turn, min(max(total, turn.least), turn.most))
            if total == turn.most:
                by_total[total] = index
            else:
                by_total.setdefault(total, index)
        if turn.most == turn.all_in and turn.most - turn.level <= self.add_all_in * turn.pot:
            by_total.setdefault(turn.most, len(sizes))
        totals = self._apart(turn, sorted(by_total)) if self.merge else sorted(by_total)
        return {by_total[total]: total for total in totals}

    def _committed(self, turn: BetTurn, total: int) -> int:
        """The total, or all-in if the options say so."""
        if turn.most < turn.all_in:
            return total
        pot = turn.pot + 2 * (total - turn.level)
        if turn.all_in - total <= self.spr * pot or (self.commit and total >= self.commit * turn.all_in):
            return turn.most
        return total

    def _apart(self, turn: BetTurn, totals: Sequence[int]) -> list[int]:
        kept: list[int] = []
        for total in reversed(totals):
            pot = turn.pot + total - turn.level
            if not kept or turn.pot + kept[-1] - turn.level >= (1 + self.merge) * pot:
                kept.append(total)
        return kept[::-1]


@lru_cache(maxsize=1024)
def parse_menu(text: str) -> BetMenu:
    """Parse a bet menu. In place of commas ``/`` can be written.

    >>> print(parse_menu("33%/75%/all-in; river raise 3x"))
    33%, 75%, a; river raise 3x
    """
    sections: list[MenuSection] = []
    options: dict[str, Any] = {}
    for part in text.split(";"):
        words = part.replace(",", " ").replace("/", " ").split()
        if not words:
            raise GameError(f"a section of the bet menu {quoted(text)} is empty: write sizes such as 33%, 75%, a")
        if words[0] == "raises" or words[0] in _OPTIONS:
            name = _OPTIONS.get(words[0], "most_raises")
            if name in options:
                raise GameError(f"{words[0]} is given twice in the bet menu {quoted(text)}")
            options[name] = _option(words, part.strip())
        else:
            sections.append(_section(words, part.strip()))
    places = [(section.kind, section.street, section.player) for section in sections]
    for section, place in zip(sections, places, strict=True):
        if places.count(place) > 1:
            heading = str(replace(section, sizes=())).removesuffix("none").strip() or "every bet"
            raise GameError(f"the bet menu {quoted(text)} gives the sizes of {heading} twice")
    if not sections and not options.get("add_all_in"):
        raise GameError(f"the bet menu {quoted(text)} has no sizes: write sizes such as 33%, 75%, a")
    return BetMenu(tuple(sections), **options)


def to_menu(menu: BetMenu | str) -> BetMenu:
    """A menu, given as one or as text."""
    return parse_menu(menu) if isinstance(menu, str) else menu


def pot_shares(shares: Iterable[float]) -> BetMenu:
    """The menu of these shares of the pot, and all-in.

    >>> print(pot_shares([0.5, 1]))
    50%, 100%, a
    """
    sizes = [f"{Decimal(repr(float(share))) * 100:f}%" for share in shares]
    return parse_menu(", ".join([*sizes, "a"]))


def bet_turn(
    hand: _core.Hand | _core.View, game: Game, *, first_round: int = 0, aggressor: int | None = None
) -> BetTurn | None:
    """The turn of a hand for a bet menu; None if a raise is not legal or nobody could match any of it.

    An all-in is at most what an opponent can match, unless the smallest legal raise is more. ``first_round`` is the
    round of the game in which this hand begins, and ``aggressor`` is the last aggressor of the round before.
    """
    legal = hand.legal
    if not legal.most_raise:
        return None
    actor, bets, stacks = hand.actor, hand.bets, hand.stacks
    level = bets[actor] + legal.call
    reach = 0
    for player, (bet, stack, folded) in enumerate(zip(bets, stacks, hand.folded, strict=True)):
        if player != actor and not folded:
            reach = max(reach, bet + stack)
    if reach <= level:
        return None
    all_in = max(min(bets[actor] + stacks[actor], reach), legal.least_raise)
    return BetTurn(
        round=first_round + hand.round,
        player=actor,
        level=level,
        pot=hand.pot + legal.call,
        least=legal.least_raise,
        most=min(legal.most_raise, all_in),
        all_in=all_in,
        raises=hand.raises,
        donk=not level and is_donk(hand, aggressor),
        limit=game.betting is Betting.LIMIT,
        big_blind=game.big_blind,
    )


def is_donk(hand: _core.Hand | _core.View, aggressor: int | None = None) -> bool:
    """Whether a bet would be a donk bet: into the last aggressor of the round before, who has not acted yet."""
    actions = hand.actions
    now = [action.player for action in actions if action.round == hand.round]
    before = [action for action in actions if action.round == hand.round - 1 and action.kind is ActionKind.RAISE]
    if hand.round:
        aggressor = before[-1].player if before else None
    return aggressor not in (None, hand.actor, *now)


def _section(words: list[str], part: str) -> MenuSection:
    place: dict[str, Any] = {}
    while words:
        player = _PLAYER.fullmatch(words[0])
        value: str | int
        if words[0] in KINDS:
            key, value = "kind", words[0]
        elif words[0] in HOLDEM_STREETS:
            key, value = "street", HOLDEM_STREETS.index(words[0])
        elif player and int(player[1]) <= MOST_PLAYERS:
            key, value = "player", int(player[1]) - 1
        else:
            break
        if key in place:
            raise GameError(f"the section {quoted(part)} of a bet menu names two of a kind: give each its own section")
        place[key] = value
        del words[0]
    if not words:
        raise GameError(f"the section {quoted(part)} of a bet menu has no sizes: write them, or none")
    sizes = () if words == ["none"] else tuple(map(BetSize.parse, words))
    if len(sizes) > MOST_SIZES:
        raise GameError(f"a section of a bet menu has at most {MOST_SIZES} sizes, not {len(sizes)}")
    if len(set(sizes)) < len(sizes):
        raise GameError(f"the section {quoted(part)} of a bet menu has a size twice")
    return MenuSection(sizes, **place)


def _option(words: list[str], part: str) -> int | Decimal:
    match = _NUMBER.fullmatch(words[1]) if len(words) == 2 else None
    if match and words[0] == "raises" and match[1].isdecimal() and not match[2] and int(match[1]):
        return int(match[1])
    if not match or words[0] == "raises":
        example = "raises 3" if words[0] == "raises" else f"{words[0]} {'0.2' if words[0] == 'spr' else '10%'}"
        raise GameError(f"{quoted(part)} is not an option of a bet menu: write it as in {example}")
    return (Decimal(match[1]) / (100 if match[2] else 1)).normalize()


def _share_text(word: str, share: Decimal) -> str:
    return f"{share:f}" if word == "spr" else f"{(share * 100).normalize():f}%"
