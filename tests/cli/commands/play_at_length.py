"""A scripted person plays against five bots of different families in a terminal; the whole screen output is checked.

The person asks for hints and explanations, types invalid input, and resizes the window. Chips are conserved,
every hand is stored, and no card was on the screen before its owner showed it.

Run from the project's root: python -m tests.cli.commands.play_at_length [HANDS] [SEED]
"""

from __future__ import annotations

import random
import re
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import cycle
from pathlib import Path
from tempfile import TemporaryDirectory

from railbird.agent import Decision
from railbird.arena import StoredRecord
from railbird.game import Hand
from railbird.histories.narration import YOU
from railbird.store import Store
from tests.cli.table.scenes import cards_in
from tests.cli.terminal import Terminal

BOTS = ("simple", "poki", "rezai", "saukonoja", "chump")
SIZES = ((80, 24), (132, 50), (60, 20))
HEADLINE = re.compile(r"^─+ hand ([\d,]+) · limit\(players=6\) ─+$", re.MULTILINE)
STREETS = {"flop": 3, "turn": 4, "river": 5}
"""The number of board cards after a line that begins with this word."""
NO_ACTION = r"is not an action; type one of: c \("
NO_SIZE = r"bets have a fixed size in this game: r goes to \d+|no more raises are allowed; type one of: c \("
WISHES = {
    "hint": r"your equity: \d+% against their estimated ranges .* simbot in your place: \w+ .*EV: ",
    "why": r"no bot has made a decision in a finished hand yet|simple|poki|rezai|saukonoja|chump",
    "table": r"> you .* pot \d+",
    "help": r"Type c to check or call, r to bet or raise, f to fold, then press Enter\. hint: odds",
}
BAD_KEYS = {
    "nonsense": NO_ACTION,
    "": r"type one of: c \(",
    "pot": NO_SIZE,
    "r 3bb": NO_SIZE,
    "r17": NO_SIZE,
    "all": NO_SIZE,
    "[/red] ☃ %s": NO_ACTION,
    "\x1b[A": NO_ACTION,  # the arrow up
    "c 20": NO_ACTION,
    "y" * 200: NO_ACTION,
}
ASIDES = {**WISHES, **BAD_KEYS}
FREE_FOLD = r"there is nothing to call: c checks for free"


@dataclass(frozen=True)
class Exchange:
    """What was typed, and the output up to the next question."""

    hand: int
    """The number of hands that had begun when it was typed; 0 before the first."""
    offered: str
    """The options that were shown."""
    typed: str
    answer: str
    columns: int


@dataclass(frozen=True)
class Session:
    exchanges: list[Exchange]
    code: int

    @property
    def screen(self) -> str:
        """The whole output, without colours."""
        return "".join(exchange.answer for exchange in self.exchanges)


def moves(seed: int) -> Iterator[tuple[str, ...]]:
    """What the person types at each turn: now and then something else, and finally an action."""
    choose = random.Random(seed)
    asides = cycle(ASIDES)
    while True:
        before = [next(asides) for _ in range(choose.choice((0, 1, 1, 2)))]
        yield *before, choose.choice(("c", "c", "call", " C ", "r", "r", "raise", "b", "f"))


def play(arguments: tuple[str, ...], seed: int) -> Session:
    """Play to the end."""
    exchanges: list[Exchange] = []
    script, sizes = moves(seed), cycle(SIZES)
    columns, hand, typed, offered = 80, 0, "", ""
    with Terminal("play", *arguments) as terminal:
        answer, asked = terminal.until_asked()
        pending: list[str] = []
        while True:
            exchanges.append(Exchange(hand, offered, typed, answer, columns))
            hand += len(HEADLINE.findall(answer))
            if asked is None:
                return Session(exchanges, terminal.code())
            if not pending:
                pending = list(next(script))
            if len(exchanges) % 5 == 0:
                columns, lines = next(sizes)
                terminal.resize(columns, lines)
            offered, typed = asked, pending.pop(0)
            if not pending and typed in ("r", "raise", "b") and " r (" not in asked:
                typed = "c"
            if typed == "f" and "f (fold)" not in asked:
                pending.append("c")  # folding is refused when checking is free
            terminal.type(f"{typed}\n")
            answer, asked = terminal.until_asked()


def check_hidden_cards(hand: Hand, text: str) -> None:
    """Check that the screen names only the person's cards, the board dealt so far, and shown cards."""
    mine = hand.players.index(YOU)
    seen = {str(card) for card in hand.hole_cards[mine]}
    board = [str(card) for card in hand.board]
    for line in text.splitlines():
        word = line.partition(" ")[0]
        seen.update(board[: STREETS.get(word, 0)])
        if line == "showdown":
            seen.update(str(card) for player in hand.shown for card in hand.hole_cards[player])
        assert cards_in(line) <= seen, f"{line!r} in {hand}"
    if "> " in text:
        assert {str(card) for card in hand.hole_cards[mine]} <= cards_in(text), f"own cards are missing in {hand}"


def check_result(hand: Hand, text: str) -> None:
    """Check that the winnings on screen are correct."""
    payoff = Fraction(hand.payoffs[hand.players.index(YOU)])
    sign, amount = re.findall(r"^([+-]?)([\d,/ ]+) in this hand$", text, re.MULTILINE)[-1]
    assert (-1 if sign == "-" else 1) * sum(map(Fraction, amount.replace(",", "").split())) == payoff, str(hand)


def check_exchange(exchange: Exchange, last_hand: dict[int, tuple[str, Decision]] | None) -> None:
    """Check that the input got the expected answer, in lines that fit the window."""
    answer = " ".join(exchange.answer.partition("\n")[2].split())
    expected = ASIDES.get(exchange.typed) if exchange.hand else None
    if exchange.typed == "f" and "f (fold)" not in exchange.offered:
        expected = FREE_FOLD
    assert expected is None or re.search(expected, answer), f"{exchange.typed!r}: {answer}"
    if exchange.typed == "hint":
        assert ("a call pays if you win" in answer) == ("c (call" in exchange.offered)
    if exchange.typed == "why":
        assert all(player in answer for player, _ in (last_hand or {}).values())
        assert last_hand or "no bot has made a decision" in answer
    for line in exchange.answer.split("\n")[1:]:
        if "railbird show" in line or "railbird model" in line:
            continue  # not wrapped, so that it can be copied
        assert len(line) <= exchange.columns, f"{line!r} in {exchange.columns} columns"


def play_at_length(hands: int, folder: Path, seed: int = 2007) -> Counter[str]:
    """Play this many hands and check everything; returns how often each input was typed."""
    store = folder / "railbird.db"
    options = ("--hands", str(hands), "--seed", str(seed), "--store", str(store))
    session = play((*BOTS, *options), seed)
    screen = session.screen
    assert session.code == 0, screen[-3000:]
    assert "fails, and checks" not in screen
    assert "Traceback" not in screen

    record = StoredRecord.read(Store(store, create=False), 1)
    (state,) = record.states()
    assert (state.done, state.finished) == (hands, True)
    assert record.faults() == []
    stored = [record.hand(number + 1) for number in range(hands)]

    before, *parts = HEADLINE.split(screen)
    assert cards_in(before) == set()
    assert [int(number.replace(",", "")) for number in parts[::2]] == list(range(1, hands + 1))
    for (hand, _), text in zip(stored, parts[1::2], strict=True):
        assert sum(hand.payoffs) == 0
        check_hidden_cards(hand, text)
        check_result(hand, text)
    won = sum((Fraction(hand.payoffs[hand.players.index(YOU)]) for hand, _ in stored), Fraction())
    shown = re.findall(r"^[\d,]+ hands?; so far ([+-][\d,]+) chips", screen, re.MULTILINE)
    assert [abs(int(each.replace(",", "")) - won) <= Fraction(1, 2) for each in shown] == [True]

    for exchange in session.exchanges:
        check_exchange(exchange, stored[exchange.hand - 2][1] if exchange.hand >= 2 else None)
    counts = Counter(exchange.typed.strip().lower() for exchange in session.exchanges[1:])
    counts["free folds refused"] = screen.count("there is nothing to call")
    counts["hands with a showdown"] = sum(line == "showdown" for line in screen.splitlines())
    counts["hands where others hid their cards"] = sum(len(hand.shown) < len(hand.players) for hand, _ in stored)
    return counts


def main(hands: int = 200, seed: int = 2007) -> None:
    start = time.perf_counter()
    with TemporaryDirectory() as folder:
        counts = play_at_length(hands, Path(folder), seed)
    for what, count in counts.most_common():
        print(f"{count:6,}  {what[:60]!r}")
    print(f"{hands:,} hands: chips are conserved, all are stored, no hidden card was on the screen")
    print(f"{time.perf_counter() - start:.0f} s")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
