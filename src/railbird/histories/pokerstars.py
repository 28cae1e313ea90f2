"""Read hands in the text of PokerStars: hold'em, cash and tournament, in the layouts since 2003.

Read are antes, blinds, posts of returning players (``small & big blinds``: the small one is dead), straddles left of
the big blind, uncalled bets, side pots, mucked hands of the summary, cents, and play money. A hand that was run twice
has two boards and is refused. Players who sit out and do not post are not part of the hand. Chat and notices are
skipped.

A native reader takes the lines that are written in the usual way, which are nearly all. A hand with any other line is
read by the reader here, which decides what is right.

The text does not say by which rules it was played; without other instructions they are those of a casino. In limit
games the stakes in the heading are the bets; some limit tournaments have the blinds there instead, which shows in the
big blind that is posted. Time zones other than UTC are left out of dates.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from railbird._core import ActionKind, stars_hand
from railbird.errors import HistoryError, quoted
from railbird.game import Betting, Rules
from railbird.histories.amounts import chips_of, decimal_of, kept_if_short, unit_of
from railbird.histories.record import CASINO, HandRecord, Origin
from railbird.histories.seated import SeatedHand

TWICE = "the hand was run more than once: its boards cannot be played as one hand"
HEADING = re.compile(r"PokerStars (?:[A-Za-z ]{0,30})(?:Hand|Game) #([0-9]{1,20}): ")
_GAME = re.compile(r"(?<!\+ )Hold'em (No Limit|Pot Limit|Limit|Fixed Limit)", re.IGNORECASE)
_STAKES = re.compile(r"\(([$€£¥]?)([0-9.,]{1,20})/[$€£¥]?([0-9.,]{1,20})(?: ([A-Z]{3}))?[^()]{0,40}\)")
_TOURNAMENT = re.compile(r"Tournament #([0-9]{1,20})")
_DATE = re.compile(
    r"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})(?: -)? +([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?: \(?([A-Z]{2,4}))?"
)
_TABLE = re.compile(r"Table '(.*)'(?: ([0-9]{1,2})-max)?.*?Seat #([0-9]{1,2}) is the button")
_OLD_TABLE = re.compile(r"Table (.*?)(?: ([0-9]{1,2})-max)?.*?Seat #([0-9]{1,2}) is the button")
_SEAT = re.compile(r"Seat ([0-9]{1,2}): (.+) \([$€£¥]?([0-9.,]{1,20}) in chips(?:, [^()]{1,40})?\)")
_MUCKED = re.compile(r"Seat ([0-9]{1,2}): .* (?:mucked|showed) \[(..) (..)\]")
_RAKE = re.compile(r"Total pot [$€£¥]?([0-9.,]{1,20})[^|]*\| Rake [$€£¥]?([0-9.,]{1,20})")
_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "CNY"}
_BETTING = {"no": Betting.NO_LIMIT, "pot": Betting.POT_LIMIT, "limit": Betting.LIMIT, "fixed": Betting.LIMIT}
# In the order of the native reader.
_POSTS = ("ante", "small & big", "small blind", "big blind", "straddle", "button blind")
_STREETS = {"FLOP": 1, "TURN": 2, "RIVER": 3}
_FOLD, _CALL, _RAISE = ActionKind.FOLD, ActionKind.CALL, ActionKind.RAISE


def read_pokerstars(lines: Sequence[str], rules: Rules = CASINO) -> HandRecord:
    """Read the lines of one hand.

    >>> record = read_pokerstars(
    ...     [
    ...         "PokerStars Hand #7: Hold'em No Limit ($0.01/$0.02 USD) - 2026/01/31 12:00:00 UTC",
    ...         "Table 'Vesta' 6-max Seat #2 is the button",
    ...         "Seat 1: Ann ($2 in chips)",
    ...         "Seat 2: Bob ($2.50 in chips)",
    ...         "Bob: posts small blind $0.01",
    ...         "Ann: posts big blind $0.02",
    ...         "Bob: raises $0.04 to $0.06",
    ...         "Ann: folds",
    ...         "Uncalled bet ($0.04) returned to Bob",
    ...         "Bob collected $0.04 from pot",
    ...         "*** SUMMARY ***",
    ...         "Total pot $0.04 | Rake $0",
    ...     ]
    ... )
    >>> record.players, record.unit, record.collected
    (('Ann', 'Bob'), Decimal('0.01'), (0, 4))
    """
    return _StarsReader(lines, rules).record()


class _Heading(NamedTuple):
    """What the heading says of the game."""

    betting: Betting
    sizes: tuple[int, int]
    places: int
    currency: str
    event: str


@kept_if_short(4096)
def _parsed_stakes(text: str) -> _Heading:
    """What is between the number of a hand and its date."""
    game = _GAME.search(text)
    if not game:
        raise HistoryError(f"only hold'em can be read, not {quoted(text.strip())}")
    stakes = _STAKES.search(text, game.end()) or _STAKES.search(text)
    if not stakes:
        raise HistoryError(f"the heading has no stakes such as ($1/$2): {quoted(text.strip())}")
    tournament = _TOURNAMENT.search(text)
    currency = "" if tournament else stakes[4] or _CURRENCIES.get(stakes[1], "")
    places = 2 if currency or "." in stakes[2] + stakes[3] else 0
    return _Heading(
        betting=_BETTING[game[1].split()[0].lower()],
        sizes=(_in_chips(stakes[2], places), _in_chips(stakes[3], places)),
        places=places,
        currency=currency,
        event=f"Tournament #{tournament[1]}" if tournament else "",
    )


@kept_if_short(4096)
def _parsed_table(line: str) -> tuple[str, int | None, int] | None:
    """The name of the table, its seats, and the button's; None if the line does not say."""
    match = _TABLE.match(line) or _OLD_TABLE.match(line)
    return (match[1], int(match[2]) if match[2] else None, int(match[3])) if match else None


@kept_if_short(65536)
def _parsed_deed(text: str, places: int) -> _Deed | None:
    """What comes after a player's name: the kind of action, the amount, and cards. None if it is no action."""
    words = text.split()
    if not words:
        return None
    match words[0]:
        case "folds":
            return _Deed(_FOLD, 0, _cards(words[1:]))
        case "checks":
            return _Deed(_CALL, 0, "")
        case "calls" | "bets":
            return _Deed(_CALL if words[0] == "calls" else _RAISE, _in_chips("".join(words[1:2]), places), "")
        case "raises":
            if len(words) < 4 or words[2] != "to":
                raise HistoryError(f"a raise is written 'raises $1 to $2', not {quoted(text)}")
            return _Deed(_RAISE, _in_chips(words[3], places), "")
        case "shows" | "showed" | "mucks":
            return _Deed(None, 0, _cards(words[1:]))
        case "posts":
            amount = next((word for word in words if word.strip("[$€£¥")[:1].isdecimal()), "")
            what = " ".join(words[1:]).removeprefix("the ").removeprefix("a ")
            post = next((post for post in _POSTS if what.startswith(post)), None)
            if post is None:
                raise HistoryError(f"this post is not known: {quoted(text)}")
            return _Deed(None, _in_chips(amount, places), "", post, words[-1] == "all-in")
    return None


def _cards(words: Sequence[str]) -> str:
    two = len(words) > 1 and words[0][:1] == "[" and words[1][-1:] == "]"
    return f"{words[0]}{words[1]}".strip("[]") if two else ""


class _Deed(NamedTuple):
    """What a player does in one line."""

    kind: ActionKind | None
    amount: int
    cards: str
    """The cards that are shown with it."""
    post: str = ""
    is_all_in: bool = False
    """Whether a post takes all their chips."""


class _StarsReader:
    """Reads one hand."""

    def __init__(self, lines: Sequence[str], rules: Rules) -> None:
        self._hand = SeatedHand(rules)
        self._heading(lines[0])
        start = self._table(lines)
        if not self._usual(lines, start):
            self._body(lines, self._seats(lines, start))

    def record(self) -> HandRecord:
        if self._hand.pot < 0:
            raise HistoryError("the summary has no total pot and rake")
        return self._hand.record(unit_of(self._places), self._currency, self._origin)

    def _heading(self, line: str) -> None:
        heading = HEADING.match(line)
        if not heading:
            raise HistoryError(f"a hand begins with 'PokerStars Hand #', not with {quoted(line)}")
        self._id, date = heading[1], _DATE.search(line, heading.end())
        self._date = _date(date) if date else None
        stakes = _parsed_stakes(line[heading.end() : date.start() if date else None])
        self._hand.betting, self._hand.sizes, self._places, self._currency, self._event = stakes

    def _table(self, lines: Sequence[str]) -> int:
        """Read the table; returns the index of the next line."""
        for number, line in enumerate(lines[1:4], 1):
            if found := _parsed_table(line):
                table, seat_count, self._hand.button = found
                self._origin = Origin(
                    format="pokerstars",
                    hand_id=self._id,
                    table=table,
                    event=self._event,
                    date=self._date,
                    seat_count=seat_count,
                )
                return number + 1
        raise HistoryError("there is no line with the table and the button")

    def _usual(self, lines: Sequence[str], start: int) -> bool:
        """Read all further lines natively. False if one of them is unusual; then nothing is known."""
        told = stars_hand(lines, start, self._places)
        if told is None:
            return False
        hand = self._hand
        names, seats, stacks, posts, actions, hand.holes, hand.board, collected, hand.pot, hand.rake = told
        hand.sit_all(names, seats, stacks)
        hand.steps = list(actions)
        hand.collected.update(collected)
        for player, post, amount, is_all_in in posts:
            self._post(player, _POSTS[post], amount)
            if is_all_in:
                hand.all_in.add(player)
        return True

    def _seats(self, lines: Sequence[str], start: int) -> int:
        """Read the seats, which follow the table; returns the index of the next line."""
        names, seats, stacks = [], [], []
        end = start
        while end < len(lines) and (match := _SEAT.match(lines[end])):
            seat, name, stack = match.groups()
            names.append(name)
            seats.append(int(seat))
            stacks.append(_in_chips(stack, self._places))
            end += 1
        self._hand.sit_all(names, seats, stacks)
        return end

    def _body(self, lines: Sequence[str], start: int) -> None:
        hand, names, places = self._hand, self._hand.names, self._places
        get = names.get
        for number, line in enumerate(lines[start:], start):
            colon = line.find(": ")
            if colon > 0:
                if (player := get(line[:colon])) is not None:
                    if deed := _parsed_deed(line[colon + 2 :], places):
                        if deed[0] is None or deed[2]:
                            self._do(player, deed)
                        else:
                            hand.act(player, deed[0], deed[1])
                    continue
                if not hand.steps and line.startswith("Seat ") and (match := _SEAT.match(line)):
                    hand.sit(match[2], int(match[1]), _in_chips(match[3], places))
                    continue
            if line.startswith("Dealt to "):
                name, _, cards = line[9:].rpartition(" [")
                if (player := get(name)) is not None:
                    hand.show(player, cards.rstrip("] \t\r"))
            elif line.startswith("*** "):
                if line.startswith("*** SUMMARY"):
                    self._summary(lines[number + 1 :])
                    return
                self._street(line)
            elif " collected " in line:
                self._collect(line)
            elif colon > 0:
                self._named_with_colon(line)
        raise HistoryError("the hand has no summary: it was cut off")

    def _named_with_colon(self, line: str) -> None:
        """A line of a player with a colon in their name; any other line is a notice."""
        for name, player in self._hand.names.items():
            told = ": " in name and line.startswith(f"{name}: ")
            if told and (deed := _parsed_deed(line[len(name) + 2 :], self._places)):
                self._do(player, deed)

    def _do(self, player: int, deed: _Deed) -> None:
        kind, amount, cards, post, is_all_in = deed
        if kind is not None:
            self._hand.act(player, kind, amount)
        if cards:
            self._hand.show(player, cards)
        if post:
            self._post(player, post, amount)
        if is_all_in:
            self._hand.all_in.add(player)

    def _post(self, player: int, post: str, amount: int) -> None:
        hand = self._hand
        match post:
            case "small blind":
                hand.post_small_blind(player, amount)
            case "big blind":
                hand.live[player] = amount
            case "ante":
                hand.antes[player] += amount
            case "small & big":
                hand.live[player] = min(amount, hand.big_blind())
                hand.antes[player] += amount - hand.live[player]
            case _:
                hand.post_straddle(player, amount)

    def _street(self, line: str) -> None:
        words = line.split(" ", 3)
        if words[1] in ("FIRST", "SECOND", "THIRD"):
            raise HistoryError(TWICE)
        if street := _STREETS.get(words[1]):
            self._hand.deal_board(line[line.rfind("[") + 1 : line.rfind("]")], street)

    def _summary(self, lines: Sequence[str]) -> None:
        hand = self._hand
        for line in lines:
            if line.startswith("Seat "):
                if "[" in line and (match := _MUCKED.match(line)) and int(match[1]) in hand.seats:
                    hand.show(hand.seats.index(int(match[1])), match[2] + match[3])
            elif line.startswith("Total pot") and (match := _RAKE.match(line)):
                hand.pot = _in_chips(match[1].rstrip(".,"), self._places)
                hand.rake = _in_chips(match[2].rstrip(".,"), self._places)
            elif line.startswith("Hand was run"):
                raise HistoryError(TWICE)

    def _collect(self, line: str) -> None:
        name, _, rest = line.rpartition(" collected ")
        words = rest.split()
        if name in self._hand.names and len(words) > 2 and words[1] == "from":
            self._hand.collect(self._hand.names[name], _in_chips(words[0], self._places))


@kept_if_short(65536)
def _in_chips(word: str, places: int) -> int:
    text = word.strip("$€£¥[]()")
    if not text:
        raise HistoryError("an amount is missing")
    whole, _, cents = text.partition(".")
    if len(cents) == places and len(whole) < 13 and (whole + cents).isdecimal() and text.isascii():
        return int(whole + cents)
    return chips_of(decimal_of(text), places)


def _date(match: re.Match[str]) -> datetime | None:
    year, month, day, hour, minute, second, zone = match.groups()
    try:
        return datetime(
            int(year), int(month), int(day), int(hour), int(minute), int(second), tzinfo=UTC if zone == "UTC" else None
        )
    except ValueError:
        return None
