"""One hand against every other at a showdown, with the board cards still to come drawn in all ways."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird.cards import evaluate_array
from railbird.errors import GameError
from railbird.game import Game
from railbird.game.holdings import holdings
from railbird.stats.equity_value import preflop_shares

MOST_SHOWDOWNS = 20_000_000
"""The most showdowns that are compared one by one, in games other than hold'em; a second or two."""

BOARDS_AT_ONCE = 1000


@lru_cache(maxsize=256)
def showdown_shares(game: Game, mine: bytes, board: bytes) -> NDArray[np.float64]:
    """[holdings]: the share of the pot that a holding wins against each other one if nobody bets any more.

    It is the mean over all boards that the rest of the deck can still give; 0 for holdings that share a card with ours
    or with the board.

    >>> from railbird.cards import parse_cards
    >>> from railbird.game import leduc
    >>> king, queen = (bytes(map(int, parse_cards(card))) for card in ("Ks", "Qs"))
    >>> showdown_shares(leduc(), king, b"").tolist(), showdown_shares(leduc(), king, queen).tolist()
    ([0.75, 0.75, 0.5, 0.0, 0.25, 0.25], [0.0, 0.0, 0.5, 0.0, 0.0, 0.0])
    """
    every = holdings(game)
    if game.is_holdem:
        theirs = (
            _core.all_in_shares_by_hand(mine, sum(1 << card for card in board), 0) if board else preflop_shares(mine)
        )
        shares = np.where(every.apart_from(mine + board), 1 - theirs, 0.0)
    else:
        shares = _counted(game, mine, board)
    shares.flags.writeable = False
    return shares


def _counted(game: Game, mine: bytes, board: bytes) -> NDArray[np.float64]:
    """The same by comparing every showdown."""
    every, missing = holdings(game), sum(game.board_cards) - len(board)
    rest = [card for card in every.deck if card not in mine + board]
    if comb(len(rest), missing) * len(every) > MOST_SHOWDOWNS:
        raise GameError(f"{game} has too many boards to come to compare all showdowns")
    drawn = np.array(list(combinations(rest, missing)), dtype=np.uint8).reshape(comb(len(rest), missing), missing)
    won, met = np.zeros(len(every)), np.zeros(len(every))
    for start in range(0, len(drawn), BOARDS_AT_ONCE):
        part = drawn[start : start + BOARDS_AT_ONCE]
        full = np.hstack([np.tile(np.frombuffer(board, np.uint8), (len(part), 1)), part])
        used = np.bitwise_or.reduce(np.uint64(1) << full.astype(np.uint64), axis=1)
        free = (every.masks[None] & used[:, None]) == 0
        rows, columns = np.nonzero(free & every.apart_from(mine))
        theirs = evaluate_array(np.hstack([every.cards[columns], full[rows]]), threads=1).astype(np.int64)
        holes = np.tile(np.frombuffer(mine, np.uint8), (len(part), 1))
        ours = evaluate_array(np.hstack([holes, full]), threads=1).astype(np.int64)[rows]
        won += np.bincount(columns, (theirs < ours) + 0.5 * (theirs == ours), len(every))
        met += np.bincount(columns, minlength=len(every))
    return np.divide(won, met, out=np.zeros(len(every)), where=met > 0)
