"""Read the IRC poker database (Michael Maurer, 1995 to 2001): limit hold'em.

A folder has a file ``hdb`` with a line for each hand (time stamp, game, number, players, then for flop, turn, river and
showdown how many players were left and the pot, and the board), and ``pdb.NAME`` or ``pdb/pdb.NAME`` for each player
(time stamp, players, position, a letter for each action by round, chips before the hand, chips put in, chips won,
cards). Lines belong together by their time stamps.

The database has letters, not amounts: ``B`` blind, ``k`` check, ``b`` bet, ``c`` call, ``r`` raise, ``f`` fold, ``A``
all-in, ``Q`` and ``K`` for players who left. In limit games the bet follows from the chips that players put in, and a
hand is read only if they agree. In no-limit and pot-limit games the amounts are lost; only hands that look like limit
can be read. Heads-up the small blind acts first or last after the flop; whichever fits the letters was played (ours).
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Self

from railbird.errors import HistoryError, RailbirdError, quoted
from railbird.game import Betting, Hand, Rules
from railbird.histories.amounts import card_bytes
from railbird.histories.playing import losses
from railbird.histories.record import CAP, HandRecord, HoldemStakes, Origin, deal_of, holdem_game
from railbird.histories.source import lines_of, open_text

_SIZES = (5, 10, 25, 1)
"""Half bets to try where no player's chips say it: those of the channels."""
_LETTERS = re.compile(r"[-BfkbcrAQK]{1,64}")
_BOARD = re.compile(r"(?:[2-9TJQKA][cdhs] ?)*")


@dataclass(frozen=True, slots=True)
class _Row:
    """One player in one hand."""

    name: str
    position: int
    rounds: tuple[str, ...]
    chips: int
    paid: int
    won: int
    cards: bytes


def read_irc(path: Path, rules: Rules) -> Iterator[tuple[int, Callable[[], HandRecord]]]:
    """The line numbers of the hands in an ``hdb`` file, and functions that read them."""
    folder = path.parent
    paths = sorted([*folder.glob("pdb.*"), *folder.glob("pdb/pdb.*")])
    with IrcFolder(line for each in paths for line in _all_lines(each)) as players, open_text(path) as file:
        for number, line in enumerate(lines_of(file), 1):
            if line.strip():
                yield number, partial(players.record, line, rules)


def _all_lines(path: Path) -> Iterator[str]:
    with open_text(path) as file:
        yield from lines_of(file)


class IrcFolder:
    """The lines of all players of a folder, found by time stamp; in a temporary file, so that memory stays flat."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._database = sqlite3.connect("")
        self._database.execute("CREATE TABLE player (stamp INTEGER, line TEXT)")
        rows = ((stamp, line) for line in lines if len(line) < 1000 and (stamp := _stamp(line.split(None, 2)[1:2])))
        self._database.executemany("INSERT INTO player VALUES (?, ?)", rows)
        self._database.execute("CREATE INDEX by_stamp ON player (stamp)")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._database.close()

    def record(self, line: str, rules: Rules) -> HandRecord:
        """The hand of a line of ``hdb``. Raises HistoryError if lines of players are missing or do not fit."""
        words = line.split(None, 14)
        stamp = _stamp(words[:1])
        if not stamp or len(words) < 8 or not words[3].isdecimal() or not _BOARD.fullmatch(" ".join(words[8:])):
            raise HistoryError(f"a hand has a time stamp, four counts and pots, and the board, not {quoted(line)}")
        found = self._database.execute("SELECT line FROM player WHERE stamp = ?", (stamp,)).fetchmany(64)
        rows = sorted([_row(text) for (text,) in found], key=lambda row: row.position)
        if (
            len(rows) < 2
            or words[3] != str(len(rows))
            or [row.position for row in rows] != list(range(1, len(rows) + 1))
        ):
            raise HistoryError(
                f"hand {stamp} had {words[3]:.9} players, but the files of players have {len(rows)} of them"
            )
        date = datetime.fromtimestamp(min(stamp, 2**32), UTC)
        origin = Origin(format="irc", hand_id=words[2], event=f"game {words[1]}", date=date)
        return _Replay(rows, card_bytes(" ".join(words[8:])), replace(rules, free_fold=True)).record(origin)


def _stamp(words: Sequence[str]) -> int:
    return int(words[0]) if words and words[0].isascii() and words[0].isdecimal() and len(words[0]) <= 12 else 0


def _row(text: str) -> _Row:
    words = text.split()
    if len(words) < 11 or not all(word.isascii() and word.isdecimal() and len(word) <= 12 for word in words[2:4]):
        raise HistoryError(f"a player has eleven fields, and perhaps cards, not {quoted(text)}")
    if not all(map(_LETTERS.fullmatch, words[4:8])) or not all(
        re.fullmatch(r"-?[0-9]{1,12}", word) for word in words[8:11]
    ):
        raise HistoryError(f"a player has letters for four rounds and three amounts, not {quoted(text)}")
    cards = card_bytes("".join(words[11:13])) if len(words) > 12 else b""
    chips, paid, won = map(int, words[8:11])
    return _Row(words[0], int(words[3]), tuple(words[4:8]), chips, paid, won, cards)


class _Replay:
    """Finds the order of the actions by playing them."""

    def __init__(self, rows: Sequence[_Row], board: bytes, rules: Rules) -> None:
        if len(rows) > 10:
            raise HistoryError(f"a hand has 2 to 10 players here, not {len(rows)}")
        # Heads-up our position 1 has the small blind.
        self._rows = rows[::-1] if len(rows) == 2 else rows
        self._deal = deal_of([row.cards for row in self._rows], board)
        self._rules = rules
        raises = [sum(row.rounds[number].count(letter) for row in rows for letter in "br") for number in range(4)]
        self._cap = max(CAP, raises[0] + 2, *raises[1:])

    def record(self, origin: Origin) -> HandRecord:
        reasons: list[str] = []
        for half in self._halves():
            for first in (0, 1) if len(self._rows) == 2 else (0,):
                try:
                    return self._attempt(half, first, origin)
                except RailbirdError as error:
                    reasons.append(str(error))
        raise HistoryError(reasons[0])

    def _halves(self) -> list[int]:
        """Half a small bet, by what a player who was never all-in put in; then what the channels had."""
        halves = []
        try:
            hand = self._play(1, 0, [10**6] * len(self._rows))
            paid = hand.paid
        except RailbirdError:
            paid = ()
        for row, units in zip(self._rows, paid, strict=False):
            if units and "A" not in "".join(row.rounds):
                half = Fraction(row.paid, units)
                if half.denominator == 1 and half > 0:
                    halves.append(int(half))
        return list(dict.fromkeys([*halves[:2], *_SIZES]))

    def _attempt(self, half: int, first: int, origin: Origin) -> HandRecord:
        rows = self._rows
        hand = self._play(half, first, [max(row.chips, 1) for row in rows])
        if [row.paid for row in rows] != list(hand.paid) and not self._returned(hand):
            raise HistoryError(
                f"the players put in {[row.paid for row in rows]}, but by their actions {list(hand.paid)}"
            )
        return HandRecord(
            game=hand.game,
            players=tuple([row.name for row in rows]),
            deal=self._deal,
            actions=hand.actions,
            payoffs=tuple([row.won - row.paid for row in rows]),
            rake=0,
            origin=origin,
        )

    def _returned(self, hand: Hand) -> bool:
        """Whether the amounts are right without the uncalled bet."""
        return [row.paid for row in self._rows] == losses(hand)

    def _play(self, half: int, first: int, stacks: Sequence[int]) -> Hand:
        rows, count = self._rows, len(self._rows)
        posts = [2 * half if row.rounds[0].startswith("B") else 0 for row in rows]
        small = 1 if count == 2 else 0
        if posts[small] and posts.count(2 * half) > 1:
            posts[small] = half
        stakes = HoldemStakes(
            betting=Betting.LIMIT,
            blinds=tuple(posts),
            antes=(0,) * count,
            small_bet=2 * half,
            big_bet=4 * half,
            cap=self._cap,
            rules=self._rules,
        )
        game = holdem_game(stakes, stacks)
        if first:
            game = replace(game, first=(1, 1, 1, 1))
        hand = Hand(game, self._deal, players=[f"{row.name} {row.position}" for row in rows])
        left = [[list(letters.strip("-").removeprefix("B")) for letters in row.rounds] for row in rows]
        while not hand.over:
            letters = left[hand.actor][hand.round]
            if not letters:
                raise HistoryError(f"{rows[hand.actor].name} has no action left in round {hand.round + 1}")
            _act(hand, letters.pop(0))
        if any(letters for row in left for letters in row):
            raise HistoryError("the hand is over, but not all actions have been taken")
        return hand


def _act(hand: Hand, letter: str) -> None:
    legal = hand.legal
    if letter in "fQK":
        hand.fold()
    elif letter in "kc":
        if (letter == "k") != (legal.call == 0):
            raise HistoryError("a player checks a bet, or calls without one")
        hand.call()
    elif letter in "br" or (letter == "A" and legal.most_raise):
        hand.act("r")
    else:
        hand.call()
