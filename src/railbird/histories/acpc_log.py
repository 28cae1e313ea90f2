"""Logs of the Annual Computer Poker Competition: a header, a STATE line for each hand, and the SCORE.

A log does not say which game it is; its header names a game file. So the game is given by the caller, or by a comment
line ``# game GAME``, which our logs have, or is one of the competition's own hold'em games, by the name of its file.
Payoffs and totals are compared with the engine's. DeepStack's published logs have a time stamp after the names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

from railbird.errors import HistoryError, RailbirdError, quoted
from railbird.game import Game, limit, nolimit, parse_game, read_acpc_game
from railbird.game.events import PARTS, ChipAmount
from railbird.histories.acpc import amount_text, replayed
from railbird.histories.playing import PlayedHand, check_results, payoff_of
from railbird.histories.record import HandRecord, Origin, hand_number, player_ids

GAME_COMMENT = "# game "
_HEADER = "# name/game/hands/seed "
_UNKNOWN = "-"
"""A word of a header that nobody knows."""
_DIGITS = 18
"""The most digits of a hand's number."""
_STAMP = re.compile(r"(.*?) ?# ?([0-9]{9,10})(?:\.[0-9]+)?", re.ASCII)
_FILES = {
    "holdem.limit.2p.reverse_blinds.game": limit(),
    "holdem.nolimit.2p.reverse_blinds.game": nolimit(),
    "holdem.limit.3p.game": limit(3),
    "holdem.nolimit.3p.game": nolimit(3),
}


class AcpcLog:
    """Reads the lines of a log one after the other, and keeps the totals for the SCORE line."""

    def __init__(self, game: Game | None = None, folder: Path | None = None) -> None:
        """``folder`` is where the game file of the header may be."""
        self._folder = folder
        self._given = self._game = game
        self._event = self._named = ""
        self._match: list[str] = []
        """The words of the header, but for the number of hands."""
        self._totals: dict[str, int] = {}
        self._complete = True
        self._last = -1
        """The number of the last hand."""
        self._ended = self._repeated = False
        """Whether a score or a header came after the last hand, and whether it is the header of the same match."""

    def read(self, line: str) -> PlayedHand | None:
        """The hand of a line; None for a comment, the header and the score. Raises HistoryError."""
        if line.startswith("STATE:"):
            try:
                played = self._hand(line)
            except HistoryError:
                self._go_on()
                self._complete = False
                raise
            self._go_on(int(played.record.origin.hand_id))
            if played.payoffs is not None:
                for name, payoff in zip(played.record.players, played.payoffs, strict=True):
                    self._totals[name] = self._totals.get(name, 0) + int(payoff * PARTS)
            return played
        if line.startswith("SCORE:"):
            self._check_score(line)
        elif line.startswith(_HEADER):
            self._begin(line)
        elif line.startswith(GAME_COMMENT):
            try:
                self._game = parse_game(line.removeprefix(GAME_COMMENT).strip())
            except RailbirdError as error:
                self._game = None
                raise HistoryError(str(error)) from None
        elif line.strip() and line[0] not in "#;":
            raise HistoryError(f"a log has lines with STATE, SCORE or a comment, not {quoted(line)}")
        return None

    def _begin(self, line: str) -> None:
        """The header of the next match."""
        words = line.removeprefix(_HEADER).split()
        match = words[:2] + words[3:]
        self._ended, self._repeated = True, match == self._match
        self._match = match
        name, game_file = ["" if word == _UNKNOWN else word for word in [*words, "", ""][:2]]
        self._event = name
        self._named = game_file.replace("\\", "/").rpartition("/")[2]
        self._game = self._given or self._game_file() or _FILES.get(self._named)

    def _go_on(self, number: int | None = None) -> None:
        """Before a hand or a score: after a header or a score, totals begin anew.

        Not so if a match is continued that was interrupted: its header comes again, and the numbers of hands go on.
        """
        continued = self._repeated and (number is None or number > self._last)
        if self._ended and not continued:
            self._totals, self._complete = {}, True
        self._ended = self._repeated = False
        if number is not None:
            self._last = number

    def _game_file(self) -> Game | None:
        """The game of the header, if its file is there and is a game file."""
        if self._folder is None or not self._named or len(self._named) > 200 or "\0" in self._named:
            return None
        try:
            return read_acpc_game((self._folder / self._named).read_text(encoding="utf-8", errors="replace")).game
        except (OSError, RailbirdError):
            return None

    def _hand(self, line: str) -> PlayedHand:
        parts = line.split(":", 5)
        if len(parts) != 6 or not (parts[1].isdecimal() and parts[1].isascii() and len(parts[1]) <= _DIGITS):
            raise HistoryError(f"a hand is STATE:NUMBER:BETTING:CARDS:PAYOFFS:PLAYERS, not {quoted(line)}")
        if self._game is None:
            named = f" (it names {quoted(self._named)})" if self._named else ""
            raise HistoryError(f"the log does not say which game was played{named}: give the game")
        _, number, betting, cards, amounts, players = parts
        date = None
        if "#" in players and (stamp := _STAMP.fullmatch(players)):
            players, date = stamp[1], datetime.fromtimestamp(int(stamp[2]), UTC)
        return self._played(
            betting,
            cards,
            amounts,
            tuple(players.split("|")),
            Origin(format="acpc", hand_id=number, event=self._event, date=date),
        )

    def _played(self, betting: str, cards: str, amounts: str, names: tuple[str, ...], origin: Origin) -> PlayedHand:
        game = self._game
        assert game is not None
        if len(names) != game.players:
            raise HistoryError(f"{game} has {game.players} players, but the line has the names of {len(names)}")
        try:
            hand = replayed(game, betting, cards, player_ids(names))
        except RailbirdError as error:
            raise HistoryError(str(error)) from None
        payoffs = _payoffs(amounts)
        if len(payoffs) != len(names):
            raise HistoryError(f"there are {len(names)} players, but {len(payoffs)} payoffs")
        record = HandRecord(
            game=game,
            players=names,
            deal=hand.deal,
            actions=hand.actions,
            payoffs=payoffs,
            rake=0 if not game.rake.percent else None,
            origin=origin,
        )
        if hand.settled and [payoff * PARTS for payoff in payoffs] == list(hand.payoff_parts()):
            return PlayedHand(record, hand, payoffs)
        return check_results(record, hand)

    def _check_score(self, line: str) -> None:
        self._go_on()
        totals, complete, totals_of = self._totals, self._complete, line.strip().split(":", 2)
        self._ended = True
        if len(totals_of) != 3:
            raise HistoryError(f"a score is SCORE:TOTALS:PLAYERS, not {quoted(line)}")
        names = totals_of[2].split("|")
        amounts = totals_of[1].split("|")
        if not complete or not totals or len(names) != len(amounts):
            return
        stated: dict[str, Fraction] = {}
        for name, amount in zip(names, amounts, strict=True):
            stated[name] = stated.get(name, Fraction(0)) + _exact(amount)
        for name, total in stated.items():
            ours = Fraction(totals.get(name, 0), PARTS)
            if abs(total - ours) > Fraction(1, 1000):
                raise HistoryError(
                    f"the hands of {name} add up to {amount_text(ours)}, but the score says {amount_text(total)}"
                )


def _payoffs(text: str) -> tuple[ChipAmount, ...]:
    try:
        return tuple(map(int, text.split("|")))
    except ValueError:
        return tuple([payoff_of(_exact(amount)) for amount in text.split("|")])


_AMOUNT = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,9})?", re.ASCII)


def _exact(text: str) -> Fraction:
    if not _AMOUNT.fullmatch(text):
        raise HistoryError(f"a payoff is a number such as -10 or 5392.5, not {quoted(text)}")
    return Fraction(text)


def acpc_log(hands: Iterable[PlayedHand]) -> Iterator[str]:
    """The parts of a log: for each match its header, its game, a line for each hand, and the score.

    Written are betting, all known cards and payoffs; amounts in chips, without a unit; no seats, tables or dates. Other
    rules than the dealer's stand in the comment with the game, which only our reader understands. A hand without a
    number gets the one after that of the hand before.
    """
    game: Game | None = None
    match, number = "", -1
    totals: dict[str, Fraction] = {}
    for played in hands:
        if (name := _match_name(played.record.origin)) != match:
            yield from _score(totals)
            match, game, number, totals = name, None, -1, {}
            yield f"{_HEADER}{name or _UNKNOWN} {_UNKNOWN} {_UNKNOWN} {_UNKNOWN}\n"
        if played.hand.game != game:
            game = played.hand.game
            yield f"{GAME_COMMENT}{game}\n"
        own = hand_number(played.record.origin)
        number = int(own) if own and len(own) <= _DIGITS else number + 1
        yield f"{_state(played, number)}\n"
        for player, payoff in zip(played.record.players, played.payoffs or (), strict=True):
            totals[player] = totals.get(player, Fraction(0)) + payoff
    yield from _score(totals)


def _match_name(origin: Origin) -> str:
    """The match of a hand as one word. Other stores have a match of the same number: the date tells them apart."""
    words = origin.event.split()
    if origin.format == "railbird" and words[:1] == ["match"] and origin.date is not None:
        words.append(f"{origin.date:%Y%m%dT%H%M%S}")
    return "".join(letter for letter in "-".join(words) if letter.isprintable())


def _score(totals: dict[str, Fraction]) -> Iterator[str]:
    if totals:
        yield f"SCORE:{'|'.join(map(amount_text, totals.values()))}:{'|'.join(totals)}\n"


def _state(played: PlayedHand, number: int) -> str:
    if played.payoffs is None:
        raise HistoryError("an ACPC log has the payoffs of each hand, but those of a hand are unknown")
    check_names(played.record.players)
    payoffs = "|".join(map(amount_text, played.payoffs))
    return f"STATE:{number}:{played.hand.acpc_text()}:{payoffs}:{'|'.join(played.record.players)}"


def check_names(names: Iterable[str]) -> None:
    """Raises HistoryError for a name that a log cannot have."""
    for name in names:
        if "|" in name or "#" in name or not name.isprintable():
            raise HistoryError(f"an ACPC log cannot have the player {quoted(name)}: names are separated by |")
