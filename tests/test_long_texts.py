"""Very long texts are parsed or refused in linear time."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from railbird.abstraction import parse_menu, parse_spot
from railbird.acpc import MatchStateLine
from railbird.acpc.answers import read_answer
from railbird.acpc.match_files import Transaction
from railbird.acpc.players import Player
from railbird.cards import HoleCards, Range, parse_board
from railbird.errors import RailbirdError
from railbird.gallery import parse_bot
from railbird.game import Hand, limit, nolimit, parse_deal, parse_game, read_acpc_game
from railbird.histories import read_state_line

LENGTH = 64_000
SECONDS = 2.0
"""CPU seconds allowed for each text; quadratic time would take a hundred."""
PIECES = (
    "9",
    "1",
    "0.",
    ".",
    "1e",
    "A",
    "AA+",
    "AA,",
    "!",
    "-",
    "(",
    "a=",
    "AhKh",
    "♠",
    "/",
    "|",
    ":",
    "rc",
    "r9",
    "f",
    "\n",
)
VIEW = Hand(nolimit(), "AhKh QsQd / Kc7d2h / 9s / 4d").view(1)
STATE = MatchStateLine.of(VIEW, 0)


def _read_answer(text: str) -> object:
    return read_answer(text.encode(), VIEW, STATE)


READERS: dict[str, tuple[Callable[[str], object], tuple[str, ...]]] = {
    "ranges": (Range, ("", "AA:", "15", "AhKh:")),
    "hole cards": (HoleCards.parse, ("", "Ah")),
    "boards": (parse_board, ("", "AhKh")),
    "games": (parse_game, ("", "limit(", "limit(players=", "nolimit(stack=")),
    "bet menus": (parse_menu, ("", "50%", "river ", "50%; spr ")),
    "spots": (parse_spot, ("", "nolimit; ", "nolimit; Kh7d2c; pot=")),
    "bots": (parse_bot, ("", "simple(", "lain(cap=")),
    "deals": (lambda text: parse_deal(limit(), text), ("", "AhKh|")),
    "ACPC games": (read_acpc_game, ("GAMEDEF\n", "GAMEDEF\nlimit\nnumPlayers = ", "GAMEDEF\nlimit\nblind = ")),
    "ACPC messages": (
        lambda text: MatchStateLine.parse(text).view(limit()),
        ("", "MATCHSTATE:0:0:", "MATCHSTATE:0:0::", "MATCHSTATE:0:0:r:AhKh|", "MATCHSTATE:1:0:rc/:|AhKh/2c3c4c"),
    ),
    "answers to the ACPC's dealer": (_read_answer, ("", "MATCHSTATE:", "MATCHSTATE:0:0:", str(STATE), f"{STATE}:r")),
    "players of an ACPC match": (Player.parse, ("", "Ann=", "run:", "run:'")),
    "transactions": (Transaction.parse, ("", "c 0 1.000000 ", "r")),
    "ACPC states": (lambda text: read_state_line(text, limit()), ("STATE:0:", "STATE:0:rf:", "STATE:0:rf:|AhKh:-10|")),
}


@pytest.mark.parametrize("reader", READERS)
def test_long_texts_are_parsed_in_linear_time(reader: str) -> None:
    read, beginnings = READERS[reader]
    for beginning in beginnings:
        for piece in PIECES:
            text = beginning + piece * (LENGTH // len(piece))
            start = time.process_time()
            try:
                read(text)
            except RailbirdError as error:
                assert len(str(error)) < 1000
            assert time.process_time() - start < SECONDS, (beginning, piece)


def test_numbers_in_ranges_are_parsed() -> None:
    for text in ("AA:0.5", "AA:.5", "AA:5e-1", "AA:0.50", "AA:5.e-1"):
        assert str(Range(text)) == "AA:0.5"
    assert str(Range("15.%")) == str(Range("15%")) == str(Range("15.0%"))
    for text in ("AA:.", "AA:e1", "AA:1.5", "AA:0.5.5", ".%"):
        with pytest.raises(RailbirdError):
            Range(text)
