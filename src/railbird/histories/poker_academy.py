"""Read the history text of Poker Academy Pro, and of Poker Genius after it: limit and no-limit hold'em.

We know the layout from programs that read it, not from a specification. A hand begins with ``Poker Academy Pro
#1,234``; then come the game with its stakes, the table, the date, and a line for each player with number, name, ``*``
for the dealer, stack and hole cards; a hand ends with a line of asterisks. Where a raise has one amount, it is what the
player raises by; with two, ``raises $10 to $20``, the second is the total. Without posts in the text, the two players
after the dealer have posted the blinds. In limit games the stakes are the bets.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from railbird._core import ActionKind
from railbird.errors import HistoryError, quoted
from railbird.game import Betting, Rules
from railbird.histories.amounts import card_bytes, chips_of, decimal_of, unit_of
from railbird.histories.record import CASINO, UNSTATED, HandRecord, Origin
from railbird.histories.seated import SeatedHand

ACADEMY_HEADING = re.compile(r"Poker (?:Academy|Genius)[^#\n]{0,40}#([0-9,]{1,20})")
_STAKES = re.compile(r"\(\$?([0-9.,]{1,15})/\$?([0-9.,]{1,15})[^()]{0,20}\)")
_SEAT = re.compile(r" ?([0-9]{1,2})[)}] (.+?)( \*)? {1,}\$([0-9.,]{1,15})\s*(.*)")
_AMOUNT = re.compile(r"\$([0-9.,]*[0-9])")
_STREET = re.compile(r"\W*(FLOP|TURN|RIVER):\s+(.*)")
_VERB = re.compile(r" (posts|folds|checks|calls|bets|raises|shows|mucks|wins|splits|collects)\b")
_STREETS = {"FLOP": 1, "TURN": 2, "RIVER": 3}
_CARD = re.compile(r"\b(?:10|[2-9TJQKA])[cdhs]\b")


def read_academy(lines: Sequence[str], rules: Rules = CASINO) -> HandRecord:
    """Read the lines of one hand."""
    heading = ACADEMY_HEADING.match(lines[0])
    if not heading:
        raise HistoryError(f"a hand begins with 'Poker Academy Pro #', not with {quoted(lines[0])}")
    return _AcademyReader(lines, rules).record(heading[1].replace(",", ""))


class _AcademyReader:
    def __init__(self, lines: Sequence[str], rules: Rules) -> None:
        self._hand = hand = SeatedHand(rules)
        self._table = ""
        self._posted = False
        stakes, start = self._stakes(lines)
        self._places = 2 if any("." in amount for line in lines for amount in _AMOUNT.findall(line)) else 0
        low, high = (self._chips(each) for each in stakes)
        limit = hand.betting is Betting.LIMIT
        hand.sizes = (low, high)
        self._small, self._big = (low // 2, low) if limit else (low, high)
        self._bets: dict[int, int] = {}
        rest = list(lines[start:])
        for number, line in enumerate(rest):
            if match := _SEAT.fullmatch(line.rstrip()):
                self._seat(match)
            elif hand.seats:
                self._play(rest[number:])
                break

    def record(self, number: str) -> HandRecord:
        origin = Origin(format="poker-academy", hand_id=number, table=self._table)
        return self._hand.record(unit_of(self._places), "", origin)

    def _stakes(self, lines: Sequence[str]) -> tuple[tuple[str, str], int]:
        for number, line in enumerate(lines[1:4], 1):
            if match := _STAKES.search(line):
                limit = "No Limit" not in line and "NL" not in match[0]
                self._hand.betting = Betting.LIMIT if limit else Betting.NO_LIMIT
                self._table = lines[number + 1].strip() if len(lines) > number + 1 else ""
                return (match[1], match[2]), number + 1
        raise HistoryError("there is no line with the stakes, such as ($5/$10 NL)")

    def _seat(self, match: re.Match[str]) -> None:
        hand = self._hand
        hand.sit(match[2].strip(), int(match[1]), self._chips(match[4]))
        if match[3]:
            hand.button = int(match[1])
        cards = "".join(_CARD.findall(match[5]))
        if cards:
            hand.show(len(hand.seats) - 1, cards)

    def _play(self, lines: Sequence[str]) -> None:
        self._posted = any(" posts " in line for line in lines)
        if not self._posted:
            self._post_blinds()
        for line in lines:
            if line.startswith("****"):
                break
            if street := _STREET.match(line):
                cards = card_bytes("".join(_CARD.findall(street[2])))
                new = cards[len(self._hand.board) :]
                if cards[: len(self._hand.board)] != self._hand.board:
                    raise HistoryError(f"the board changes in {quoted(line.strip())}")
                self._hand.board += new
                self._hand.round = _STREETS[street[1]]
                self._bets = {}
            elif verb := _VERB.search(line):
                name = line[: verb.start()].strip()
                if name in self._hand.names:
                    self._do(self._hand.names[name], verb[1], line[verb.end() :])
        self._check_board()

    def _check_board(self) -> None:
        if len(self._hand.board) not in (0, 3, 4, 5):
            raise HistoryError(f"the board has {len(self._hand.board)} cards")

    def _post_blinds(self) -> None:
        hand = self._hand
        order = sorted(range(len(hand.seats)), key=lambda each: (hand.seats[each] - hand.button - 1) % 100)
        if len(order) == 2:
            order.reverse()
        for player, amount in zip(order[:2], (self._small, self._big), strict=False):
            self._blind(player, min(amount, hand.stacks[player]), small=player == order[0])

    def _blind(self, player: int, amount: int, *, small: bool) -> None:
        if amount == self._hand.stacks[player]:
            self._hand.all_in.add(player)
        if small:
            self._hand.post_small_blind(player, amount)
        else:
            self._hand.live[player] = amount
        self._bets[player] = amount

    def _do(self, player: int, verb: str, rest: str) -> None:
        hand, amounts = self._hand, [self._chips(each) for each in _AMOUNT.findall(rest)]
        amount = amounts[0] if amounts else 0
        match verb:
            case "posts":
                if "ante" in rest:
                    hand.antes[player] += amount
                else:
                    self._blind(player, amount, small="small" in rest)
            case "folds":
                hand.act(player, ActionKind.FOLD, 0)
            case "checks":
                hand.act(player, ActionKind.CALL, 0)
            case "calls":
                hand.act(player, ActionKind.CALL, amount if amounts else UNSTATED)
                self._bets[player] = self._bets.get(player, 0) + amount
            case "bets" | "raises":
                level = max(self._bets.values(), default=0)
                to = amounts[1] if len(amounts) > 1 and " to " in rest else level + amount
                limit = hand.betting is Betting.LIMIT
                hand.act(player, ActionKind.RAISE, UNSTATED if limit and len(amounts) < 2 else to)
                self._bets[player] = to
            case "shows":
                cards = "".join(_CARD.findall(rest))
                if len(cards) == 4:
                    hand.show(player, cards)
            case "wins" | "splits" | "collects" if amounts:
                hand.collect(player, amount)

    def _chips(self, text: str) -> int:
        return chips_of(Decimal(decimal_of(text)), self._places)
