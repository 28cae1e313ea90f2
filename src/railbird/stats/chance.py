"""Chance events of finished hands: who was still in when cards were dealt, the pot, and the change in equity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird import _core
from railbird._threads import thread_count
from railbird.game import Hand, after_rounds
from railbird.game.definition import BOARD_SIZES

STREETS = 3
"""The number of rounds with board cards."""


@dataclass(frozen=True, slots=True)
class Chance:
    """The chance events of some hands, in columns. The order of players is the caller's, such as that of a line-up."""

    holes: NDArray[np.uint8]
    """[hands, players, 2]: all hole cards."""
    boards: NDArray[np.uint8]
    """[hands, 5]: the board cards that were dealt, then zeros."""
    live: NDArray[np.bool_]
    """[hands, 3, players]: who was still in when flop, turn and river were dealt; false for streets not dealt."""
    stakes: NDArray[np.float64]
    """[hands, 3]: the chips in the pot then, without an uncalled bet."""
    positions: NDArray[np.int8]
    """[hands, players]: the position of each player; 0 is left of the button."""

    def __getitem__(self, rows: slice | NDArray[np.int64] | NDArray[np.bool_]) -> Chance:
        """Select some of the hands."""
        return Chance(self.holes[rows], self.boards[rows], self.live[rows], self.stakes[rows], self.positions[rows])

    def jumps(self, threads: int | None = None) -> NDArray[np.float64]:
        """[hands, 3, players]: the change of each player's all-in equity when board cards were dealt.

        The equity is the mean share of the pot that the player wins against those still in, given all hole cards, when
        the rest of the board is dealt. The mean of a jump before the cards are dealt is exactly 0, whatever was played.
        """
        rows, streets = np.nonzero(self.live.any(axis=2))
        sizes = np.array(BOARD_SIZES, dtype=np.uint8)
        live = self.live[rows, streets]
        before, after = (
            all_in_shares(self.holes[rows], live, self.boards[rows], sizes[streets + step], threads) for step in (0, 1)
        )
        result = np.zeros(self.live.shape)
        result[rows, streets] = after - before
        return result


def all_in_shares(
    holes: NDArray[np.uint8],
    live: NDArray[np.bool_],
    boards: NDArray[np.uint8],
    sizes: NDArray[np.uint8],
    threads: int | None = None,
) -> NDArray[np.float64]:
    """[cases, players]: the all-in equity of those still in; 0 for the others, whose cards are dead.

    The arguments are hole cards [cases, players, 2], who is still in [cases, players], boards [cases, 5] and how many
    cards of each board count. With duplicate dealing the same cards recur in different seats; each distinct case is
    computed once.
    """
    count, players = live.shape
    if not count:
        return np.zeros((0, players))
    by_cards = np.argsort(holes[:, :, 0], axis=1)
    rows = np.arange(count)[:, None]
    sorted_holes = holes[rows, by_cards]
    bits = (live[rows, by_cards] << np.arange(players)).sum(axis=1, dtype=np.uint16)
    seen = np.where(np.arange(5) < sizes[:, None], boards, 0).astype(np.uint8)
    asked = [sorted_holes.reshape(count, -1), seen, sizes[:, None], bits.astype("<u2").view(np.uint8).reshape(count, 2)]
    _, first, inverse = np.unique(np.concatenate(asked, axis=1), axis=0, return_index=True, return_inverse=True)
    shares = _core.all_in_shares(
        np.ascontiguousarray(sorted_holes[first]), bits[first], seen[first], sizes[first], thread_count(threads)
    )
    result = np.empty((count, players))
    result[rows, by_cards] = shares[inverse.reshape(-1)]
    return result


class ChanceLog:
    """Records the chance events of finished hands."""

    def __init__(self, players: int) -> None:
        self._players = players
        self._rows: list[tuple[bytes, bytes, list[int], list[int], tuple[int, ...]]] = []

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, hand: Hand, positions: Sequence[int]) -> None:
        """Record the next hand, with the position of each player."""
        holes = hand.known_hole_bytes("taking luck out")
        bit = [1 << player for player in sorted(range(self._players), key=positions.__getitem__)]
        lives, stakes = [0] * STREETS, [0] * STREETS
        states, board = after_rounds(hand), hand.board_bytes
        for street in range(STREETS):
            state = states[min(street, len(states) - 1)]
            live = sum([each for each, folded in zip(bit, state.folded, strict=True) if not folded])
            if state is hand and (len(board) <= BOARD_SIZES[street] or not live & (live - 1)):
                break
            lives[street], stakes[street] = live, _called(state.paid)
        cards = b"".join([holes[position] for position in positions])
        self._rows.append((cards, board.ljust(5, b"\0"), lives, stakes, tuple(positions)))

    def chance(self) -> Chance:
        """The recorded events."""
        count, players = len(self._rows), self._players
        cards, boards, lives, stakes, positions = zip(*self._rows, strict=True) if self._rows else ((),) * 5
        bits = np.array(lives, dtype=np.uint16).reshape(count, STREETS, 1)
        return Chance(
            np.frombuffer(b"".join(cards), dtype=np.uint8).reshape(count, players, 2),
            np.frombuffer(b"".join(boards), dtype=np.uint8).reshape(count, 5),
            (bits >> np.arange(players)) % 2 == 1,
            np.array(stakes, dtype=np.float64).reshape(count, STREETS),
            np.array(positions, dtype=np.int8).reshape(count, players),
        )


def _called(paid: Sequence[int]) -> int:
    """The pot without the uncalled part of the largest bet."""
    second, first = sorted(paid)[-2:]
    return sum(paid) - (first - second)
