"""Tic-tac-toe: three in a row on a board of three by three."""

from __future__ import annotations

from railbird.extensive.state import NOBODY, PerfectInformation

LINES = (0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)
"""The eight lines of a board of nine cells, as bits."""
WINS = tuple(any(cells & line == line for line in LINES) for cells in range(512))
"""Whether a set of cells, as bits, contains a line."""
CELLS = tuple(tuple(cell for cell in range(9) if cells >> cell & 1) for cells in range(512))
"""The cells of a set of bits, in order."""
FULL = 0o777


class TicTacToe(PerfectInformation):
    """A position of tic-tac-toe. Player 0 is X and moves first; cells are named ``a1`` (top left) to ``c3``.

    >>> state = TicTacToe()
    >>> for cell in (4, 0, 2, 6, 3, 5, 1):
    ...     state.apply(cell)
    >>> print(state)
    OXX
    XXO
    O..
    >>> state.undo()
    >>> [state.action_text(action) for action in state.legal_actions()]
    ['b1', 'b3', 'c3']
    """

    __slots__ = ("_cells", "_history", "turn")

    players = 2
    zero_sum = True
    payoff_range = (-1.0, 1.0)
    turn: int

    def __init__(self) -> None:
        self.turn = 0
        self._cells = [0, 0]
        self._history: list[int] = []

    def legal_actions(self) -> tuple[int, ...]:
        if self.turn == NOBODY:
            return ()
        return CELLS[FULL & ~(self._cells[0] | self._cells[1])]

    def chance_outcomes(self) -> tuple[tuple[int, float], ...]:
        return ()

    def apply(self, action: int) -> None:
        mover = self.turn
        cells = self._cells
        cells[mover] |= 1 << action
        self._history.append(action)
        over = WINS[cells[mover]] or cells[0] | cells[1] == FULL
        self.turn = NOBODY if over else 1 - mover

    def undo(self) -> None:
        mover = (len(self._history) - 1) % 2
        self._cells[mover] &= ~(1 << self._history.pop())
        self.turn = mover

    def clone(self) -> TicTacToe:
        copy = TicTacToe.__new__(TicTacToe)
        copy.turn = self.turn
        copy._cells = self._cells[:]
        copy._history = self._history[:]
        return copy

    def returns(self) -> tuple[float, float]:
        if WINS[self._cells[0]]:
            return (1.0, -1.0)
        return (-1.0, 1.0) if WINS[self._cells[1]] else (0.0, 0.0)

    def position_key(self) -> int:
        return self._cells[0] | self._cells[1] << 9

    def action_text(self, action: int) -> str:
        return "abc"[action % 3] + "123"[action // 3]

    def __str__(self) -> str:
        return "\n".join("".join(self._letter(row * 3 + column) for column in range(3)) for row in range(3))

    def _letter(self, cell: int) -> str:
        return "X" if self._cells[0] >> cell & 1 else "O" if self._cells[1] >> cell & 1 else "."
