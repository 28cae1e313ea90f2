"""A transposition table: what a search has found out about positions, for when it meets them again."""

from __future__ import annotations

from collections.abc import Hashable

from railbird.errors import GameError

EXACT, AT_LEAST, AT_MOST = range(3)
"""What a stored value is: the value of the position, or a lower or an upper bound of it."""

Entry = tuple[int, int, float, int]
"""Depth of the search, kind of bound, value for the player to act, best action."""


class TranspositionTable:
    """Results of searches by position (``State.information_key``), for any number of searches of one game.

    When it is full, it drops the shallower half of its entries, and the older of equal depth. Searches that share a
    table must share the evaluation function and all settings that change values.

    >>> from railbird.extensive.tic_tac_toe import TicTacToe
    >>> from railbird.search.minimax import alpha_beta
    >>> table = TranspositionTable()
    >>> alpha_beta(TicTacToe(), table=table).value, alpha_beta(TicTacToe(), table=table).nodes
    (0.0, 1)
    """

    __slots__ = ("entries", "size")

    def __init__(self, size: int = 1 << 20) -> None:
        """``size`` is the largest number of entries; each takes about 200 bytes and the size of its key."""
        if size < 2:
            raise GameError(f"a transposition table of {size} entries: it needs 2 or more")
        self.size = size
        self.entries: dict[Hashable, Entry] = {}

    def __len__(self) -> int:
        return len(self.entries)

    def store(self, key: Hashable, entry: Entry) -> None:
        """Keep an entry, unless there is one from a deeper search."""
        known = self.entries.get(key)
        if known is not None and known[0] > entry[0]:
            return
        if known is None and len(self.entries) >= self.size:
            by_depth = sorted(self.entries.items(), key=lambda item: item[1][0])
            self.entries = dict(by_depth[-(self.size // 2) :])
        self.entries[key] = entry

    def clear(self) -> None:
        self.entries.clear()
