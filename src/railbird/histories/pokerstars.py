"""Read hands in the text of PokerStars: hold'em, cash and tournament, in the layouts since 2003.

Read are antes, blinds, posts of returning players (``small & big blinds``: the small one is dead), straddles left of the
big blind, uncalled bets, side pots, mucked hands of the summary, cents, and play money. A hand that was run twice has
two boards and is refused. Players who sit out and do not post are not part of the hand. Chat and notices are skipped.

The text does not say by which rules it was played; without other instructions they are those of a casino. In limit
games the stakes in the heading are the bets; some limit tournaments have the blinds there instead, which shows in the
big blind that is posted. Time zones other than UTC are left out of dates.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache

from railbird._core import ActionKind, TakenAction
from railbird.errors import HistoryError, quoted
from railbird.game import Betting, Profile, Rules
from railbird.histories.amounts import card_bytes, chips_of, decimal_of, unit_of
from railbird.histories.record import CAP, UNSTATED, HandRecord, Origin, Stakes, cap_needed, deal_of, holdem_game

CASINO = Rules(Profile.CASINO)
HEADING = re.compile(r"(?:\ufeff)?PokerStars (?:[A-Za-z ]{0,30})(?:Hand|Game) #([0-9]{1,20}): ")
_GAME = re.compile(r"(?<!\+ )Hold'em (No Limit|Pot Limit|Limit|Fixed Limit)", re.IGNORECASE)
_STAKES = re.compile(r"\(([$€£¥]?)([0-9.,]{1,20})/[$€£¥]?([0-9.,]{1,20})(?: ([A-Z]{3}))?[^()]{0,40}\)")
_TOURNAMENT = re.compile(r"Tournament #([0-9]{1,20})")
_DATE = re.compile(r"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2})(?: -)? +([0-9]{1,2}):([0-9]{2}):([0-9]{2})(?: \(?([A-Z]{2,4}))?")
_TABLE = re.compile(r"Table '(.*)'(?: ([0-9]{1,2})-max)?.*?Seat #([0-9]{1,2}) is the button")
_OLD_TABLE = re.compile(r"Table (.*?)(?: ([0-9]{1,2})-max)?.*?Seat #([0-9]{1,2}) is the button")
_SEAT = re.compile(r"Seat ([0-9]{1,2}): (.+) \([$€£¥]?([0-9.,]{1,20}) in chips(?:, [^()]{1,40})?\)(.*)")
_MUCKED = re.compile(r"Seat ([0-9]{1,2}): .* (?:mucked|showed) \[(..) (..)\]")
_RAKE = re.compile(r"Total pot [$€£¥]?([0-9.,]{1,20}).*\| Rake [$€£¥]?([0-9.,]{1,20})")
_CURRENCIES = {"$": "USD", "€": "EUR", "£": "GBP", "¥": "CNY"}
_BETTING = {"no": Betting.NO_LIMIT, "pot": Betting.POT_LIMIT, "limit": Betting.LIMIT, "fixed": Betting.LIMIT}
_STREETS = {
    "FLOP": 1,
    "TURN": 2,
    "RIVER": 3,
    "HOLE": 0,
    "POCKET": 0,
}
_FOLD, _CALL, _RAISE = ActionKind.FOLD, ActionKind.CALL, ActionKind.RAISE


def read_pokerstars(lines: Sequence[str], rules: Rules = CASINO) -> HandRecord:
    """Read the lines of one hand.

    >>> record = read_pokerstars([
    ...     "PokerStars Hand #7: Hold'em No Limit ($0.01/$0.02 USD) - 2026/01/31 12:00:00 UTC",
    ...     "Table 'Vesta' 6-max Seat #2 is the button",
    ...     "Seat 1: Ann ($2 in chips)", "Seat 2: Bob ($2.50 in chips)",
    ...     "Bob: posts small blind $0.01", "Ann: posts big blind $0.02",
    ...     "Bob: raises $0.04 to $0.06", "Ann: folds", "Uncalled bet ($0.04) returned to Bob",
    ...     "Bob collected $0.04 from pot", "*** SUMMARY ***", "Total pot $0.04 | Rake $0",
    ... ])
    >>> record.players, record.unit, record.collected
    (('Ann', 'Bob'), Decimal('0.01'), (0, 4))
    """
    return _Reader(lines, rules).record()


class _Reader:
    """Reads one hand. Players are indexed in the order of the file until their positions are known."""

    def __init__(self, lines: Sequence[str], rules: Rules) -> None:
        self._rules = rules
        self._heading(lines[0])
        self._names: dict[str, int] = {}
        self._seats: list[int] = []
        self._stacks: list[int] = []
        self._antes: list[int] = []
        self._live: list[int] = []
        self._all_in: set[int] = set()
        self._small = -1
        self._straddlers: list[int] = []
        self._steps: list[tuple[int, int, ActionKind, int]] = []
        self._holes: dict[int, bytes] = {}
        self._collected: dict[int, int] = {}
        self._board = b""
        self._round = 0
        self._pot = self._rake = UNSTATED
        self._body(lines, self._table(lines))

    def _heading(self, line: str) -> None:
        heading, game = HEADING.match(line), _GAME.search(line)
        if not heading:
            raise HistoryError(f"a hand begins with 'PokerStars Hand #', not with {quoted(line)}")
        if not game:
            raise HistoryError(f"only hold'em can be read, not {quoted(line[heading.end() :].strip())}")
        stakes = _STAKES.search(line, game.end())
        stakes = stakes or _STAKES.search(line)
        if not stakes:
            raise HistoryError(f"the heading has no stakes such as ($1/$2): {quoted(line)}")
        self._betting = _BETTING[game[1].split()[0].lower()]
        self._id = heading[1]
        tournament = _TOURNAMENT.search(line)
        self._event = f"Tournament #{tournament[1]}" if tournament else ""
        self._currency = "" if tournament else stakes[4] or _CURRENCIES.get(stakes[1], "")
        self._places = 2 if self._currency or "." in stakes[2] + stakes[3] else 0
        self._sizes = self._chips(stakes[2]), self._chips(stakes[3])
        self._date = _date(line)

    def _table(self, lines: Sequence[str]) -> int:
        """Read the table; returns the index of the next line."""
        for number, line in enumerate(lines[1:4], 1):
            if match := _TABLE.match(line) or _OLD_TABLE.match(line):
                self._origin = Origin(
                    format="pokerstars",
                    hand_id=self._id,
                    table=match[1],
                    event=self._event,
                    date=self._date,
                    seat_count=int(match[2]) if match[2] else None,
                )
                self._button = int(match[3])
                return number + 1
        raise HistoryError("there is no line with the table and the button")

    def _body(self, lines: Sequence[str], start: int) -> None:
        names, verbs = self._names, _VERBS
        for number in range(start, len(lines)):
            line = lines[number]
            colon = line.find(": ")
            if colon > 0 and (player := names.get(line[:colon])) is not None:
                words = line[colon + 2 :].split()
                if words and (verb := verbs.get(words[0])):
                    verb(self, player, words)
            elif line.startswith("*** "):
                if line.startswith("*** SUMMARY"):
                    self._summary(lines[number + 1 :])
                    return
                self._street(line)
            elif line.startswith("Seat ") and colon > 0 and not self._steps:
                self._seat(line)
            elif " collected " in line:
                self._collect(line)
            elif line.startswith("Dealt to "):
                name, bracket, cards = line.rstrip()[9:].rpartition(" [")
                if bracket and name in names:
                    self._show(names[name], cards.removesuffix("]"))
            elif colon > 0:
                self._named_with_colon(line)
        raise HistoryError("the hand has no summary: it was cut off")

    def _seat(self, line: str) -> None:
        match = _SEAT.match(line)
        if not match:
            return
        if match[2] in self._names or int(match[1]) in self._seats:
            raise HistoryError(f"two players have the name or the seat of {quoted(line)}")
        self._names[match[2]] = len(self._seats)
        self._seats.append(int(match[1]))
        self._stacks.append(self._chips(match[3]))
        self._antes.append(0)
        self._live.append(0)

    def _named_with_colon(self, line: str) -> None:
        """A line whose player has a colon in their name; any other line is a notice."""
        for name, player in self._names.items():
            if ": " in name and line.startswith(f"{name}: "):
                words = line[len(name) + 2 :].split()
                if words and (verb := _VERBS.get(words[0])):
                    verb(self, player, words)

    def _street(self, line: str) -> None:
        words = line.split(" ", 3)
        if words[1] in ("FIRST", "SECOND", "THIRD"):
            raise HistoryError("the hand was run more than once: its boards cannot be played as one hand")
        street = _STREETS.get(words[1])
        if not street:
            return
        self._round = street
        cards = line[line.rfind("[") + 1 : line.rfind("]")]
        self._board += card_bytes(cards)
        if len(self._board) != street + 2:
            raise HistoryError(f"the board has {len(self._board)} cards after {quoted(line.strip())}")

    def _summary(self, lines: Sequence[str]) -> None:
        for line in lines:
            if line.startswith("Seat "):
                match = _MUCKED.match(line)
                if match and int(match[1]) in self._seats:
                    self._show(self._seats.index(int(match[1])), match[2] + match[3])
            elif line.startswith("Total pot") and (match := _RAKE.match(line)):
                self._pot, self._rake = self._chips(match[1].rstrip(".,")), self._chips(match[2].rstrip(".,"))
            elif line.startswith("Hand was run"):
                raise HistoryError("the hand was run more than once: its boards cannot be played as one hand")

    # What players do: the words after the name.

    def _post(self, player: int, words: list[str]) -> None:
        amount = self._amount(next((word for word in words if word.strip("[$€£¥").replace(",", "")[:1].isdigit()), ""))
        if words[-1] == "all-in":
            self._all_in.add(player)
        what = " ".join(words[1:4])
        if what.startswith("the ante") or what.startswith("ante"):
            self._antes[player] += amount
        elif what.startswith("small & big"):
            self._live[player] = min(amount, self._big_blind())
            self._antes[player] += amount - self._live[player]
        elif what.startswith(("small blind", "big blind", "straddle", "a straddle", "button blind")):
            self._live[player] = amount
            if what.startswith("small"):
                if self._small >= 0:  # of a player who returns: dead
                    self._antes[player] += amount
                    self._live[player] = 0
                else:
                    self._small = player
            elif not what.startswith("big"):
                self._straddlers.append(player)
        else:
            raise HistoryError(f"this post is not known: {quoted(' '.join(words))}")

    def _fold(self, player: int, words: list[str]) -> None:
        self._steps.append((player, self._round, _FOLD, 0))
        if len(words) == 3 and words[1][:1] == "[":
            self._show(player, f"{words[1]}{words[2]}".strip("[]"))

    def _check(self, player: int, words: list[str]) -> None:
        self._steps.append((player, self._round, _CALL, 0))

    def _call(self, player: int, words: list[str]) -> None:
        self._steps.append((player, self._round, _CALL, self._amount(words[1] if len(words) > 1 else "")))

    def _bet(self, player: int, words: list[str]) -> None:
        self._steps.append((player, self._round, _RAISE, self._amount(words[1] if len(words) > 1 else "")))

    def _raise(self, player: int, words: list[str]) -> None:
        if len(words) < 4 or words[2] != "to":
            raise HistoryError(f"a raise is written 'raises $1 to $2', not {quoted(' '.join(words))}")
        self._steps.append((player, self._round, _RAISE, self._amount(words[3])))

    def _shows(self, player: int, words: list[str]) -> None:
        if len(words) >= 3 and words[1][:1] == "[" and words[2][-1:] == "]":
            self._show(player, f"{words[1]}{words[2]}".strip("[]"))

    def _show(self, player: int, text: str) -> None:
        cards = card_bytes(text)
        known = self._holes.get(player, cards)
        if len(cards) != 2 or known not in (cards, cards[::-1]):
            raise HistoryError(f"a player has two hole cards, not {quoted(text)} besides others")
        self._holes[player] = known

    def _collect(self, line: str) -> None:
        name, _, rest = line.rpartition(" collected ")
        words = rest.split()
        if name in self._names and len(words) > 2 and words[1] == "from":
            player = self._names[name]
            self._collected[player] = self._collected.get(player, 0) + self._amount(words[0])

    def _amount(self, word: str) -> int:
        return _in_chips(word, self._places)

    def _chips(self, word: str) -> int:
        return _in_chips(word, self._places)

    # The record.

    def _big_blind(self) -> int:
        """The big blind by the heading, or what was posted if a limit game has its bets there."""
        posted = max((live for player, live in enumerate(self._live) if player not in self._straddlers), default=0)
        low, high = self._sizes
        return low if self._betting is Betting.LIMIT and posted in (0, low) else high

    def record(self) -> HandRecord:
        order = self._positions()
        position = {player: number for number, player in enumerate(order)}
        actions = tuple([TakenAction(position[step[0]], step[1], step[2], step[3]) for step in self._steps])
        names = list(self._names)
        players = tuple([names[player] for player in order])
        collected = tuple([self._collected.get(player, 0) for player in order])
        if self._rake < 0:
            raise HistoryError("the summary has no total pot and rake")
        if sum(collected) + self._rake != self._pot:
            raise HistoryError(
                f"the players collected {sum(collected)} chips and the rake was {self._rake}, but the pot {self._pot}"
            )
        return HandRecord(
            game=holdem_game(self._stakes(order, position, actions), [self._stacks[player] for player in order]),
            players=players,
            deal=deal_of([self._holes.get(player, b"") for player in order], self._board),
            actions=actions,
            collected=collected,
            rake=self._rake,
            seats=tuple([self._seats[player] for player in order]),
            unit=unit_of(self._places),
            currency=self._currency,
            origin=self._origin,
        )

    def _positions(self) -> list[int]:
        """The players of the hand, from the first seat after the button on; heads-up, the small blind is last."""
        active = {step[0] for step in self._steps}
        count = len(self._seats)
        players = [each for each in range(count) if each in active or self._live[each] or self._antes[each]]
        if len(players) < 2:
            raise HistoryError(f"only {len(players)} of the players at the table post or act")
        players.sort(key=lambda each: ((self._seats[each] - self._button - 1) % 100, self._seats[each]))
        if len(players) == 2 and self._small == players[0]:
            players.reverse()
        return players

    def _stakes(self, order: list[int], position: dict[int, int], actions: tuple[TakenAction, ...]) -> Stakes:
        ante, big = max(self._antes), self._big_blind()
        antes = [ante if each in self._all_in and self._antes[each] else self._antes[each] for each in order]
        blinds = [self._live[each] for each in order]
        limit = self._betting is Betting.LIMIT
        for number, player in enumerate(order):
            if player in self._all_in and 0 < blinds[number] < big and player != self._small:
                blinds[number] = big
        for number, player in enumerate(self._straddlers, len(order)):
            before = order[(position[player] - 1) % len(order)]
            if not self._live[before] or before == self._small or number - len(order) > 7:
                raise HistoryError("only straddles left of the big blind can be played")
        small_bet, big_bet = (big, 2 * big) if limit and big != self._sizes[0] else self._sizes
        return Stakes(
            betting=self._betting,
            blinds=tuple(blinds),
            antes=tuple(antes),
            small_bet=small_bet if limit else big,
            big_bet=big_bet if limit else big,
            straddles=len(self._straddlers),
            cap=cap_needed(actions, blinds, small_bet) if limit else CAP,
            rules=self._rules,
        )


_VERBS = {
    "posts": _Reader._post,
    "folds": _Reader._fold,
    "checks": _Reader._check,
    "calls": _Reader._call,
    "bets": _Reader._bet,
    "raises": _Reader._raise,
    "shows": _Reader._shows,
    "showed": _Reader._shows,
    "mucks": _Reader._shows,
}


@lru_cache(maxsize=65536)
def _in_chips(word: str, places: int) -> int:
    text = word.strip("$€£¥[]()")
    if not text:
        raise HistoryError("an amount is missing")
    return chips_of(decimal_of(text), places)


def _date(line: str) -> datetime | None:
    match = _DATE.search(line)
    if not match:
        return None
    year, month, day, hour, minute, second, zone = match.groups()
    try:
        return datetime(
            int(year), int(month), int(day), int(hour), int(minute), int(second), tzinfo=UTC if zone == "UTC" else None
        )
    except ValueError:
        return None
