"""Ultimate tic-tac-toe: nine boards of tic-tac-toe that make up one; each move names the board of the next.

A move in cell c of any board sends the opponent to board c. If that board is decided, they may play on any that is
not. Three boards in a row win. The game is drawn when all boards are decided without such a row.
"""

from __future__ import annotations

from railbird.extensive.state import NOBODY, PerfectInformation
from railbird.extensive.tic_tac_toe import FULL, WINS

ANY = 9
"""The board to play on when any open one will do."""
_MOVES = tuple(
    tuple(tuple(board * 9 + cell for cell in range(9) if not taken >> cell & 1) for taken in range(512))
    for board in range(9)
)
"""The actions on a board, by the set of its taken cells."""
_CELL = tuple(action % 9 for action in range(81))
_BOARD = tuple(action // 9 for action in range(81))
_NEXT = tuple(tuple(ANY if decided >> cell & 1 else cell for cell in range(9)) for decided in range(512))


class UltimateTicTacToe(PerfectInformation):
    """A position of ultimate tic-tac-toe. Action 9 b + c is cell c of board b; ``e5`` is the cell in the middle.

    >>> state = UltimateTicTacToe()
    >>> len(state.legal_actions())
    81
    >>> state.apply(40)
    >>> [state.action_text(action) for action in state.legal_actions()]
    ['d4', 'e4', 'f4', 'd5', 'f5', 'd6', 'e6', 'f6']
    """

    __slots__ = ("_board", "_cells", "_decided", "_history", "_won", "turn")

    players = 2
    zero_sum = True
    payoff_range = (-1.0, 1.0)
    turn: int

    def __init__(self) -> None:
        self.turn = 0
        self._cells = [0] * 18
        """The cells of each board, first those of player 0, then those of player 1."""
        self._won = [0, 0]
        self._decided = 0
        self._board = ANY
        self._history: list[tuple[int, int, int]] = []
        """For each move, its action, and the board to play on and the decided boards before it."""

    def legal_actions(self) -> tuple[int, ...]:
        if self.turn == NOBODY:
            return ()
        cells, board = self._cells, self._board
        if board != ANY:
            return _MOVES[board][cells[board] | cells[board + 9]]
        moves: tuple[int, ...] = ()
        for open_board in range(9):
            if not self._decided >> open_board & 1:
                moves += _MOVES[open_board][cells[open_board] | cells[open_board + 9]]
        return moves

    def chance_outcomes(self) -> tuple[tuple[int, float], ...]:
        return ()

    def apply(self, action: int) -> None:
        board, cell, mover, decided = _BOARD[action], _CELL[action], self.turn, self._decided
        self._history.append((action, self._board, decided))
        cells = self._cells
        own = board + 9 if mover else board
        mine = cells[own] | 1 << cell
        cells[own] = mine
        self.turn = 1 - mover
        if WINS[mine]:
            won = self._won[mover] | 1 << board
            self._won[mover] = won
            self._decided = decided = decided | 1 << board
            if WINS[won] or decided == FULL:
                self.turn = NOBODY
        elif mine | cells[board if mover else board + 9] == FULL:
            self._decided = decided = decided | 1 << board
            if decided == FULL:
                self.turn = NOBODY
        self._board = _NEXT[decided][cell]

    def undo(self) -> None:
        action, self._board, self._decided = self._history.pop()
        mover = len(self._history) % 2
        board = action // 9
        self._cells[board + 9 * mover] &= ~(1 << action % 9)
        self._won[mover] &= ~(1 << board)
        self.turn = mover

    def clone(self) -> UltimateTicTacToe:
        copy = UltimateTicTacToe.__new__(UltimateTicTacToe)
        copy.turn = self.turn
        copy._cells = self._cells[:]
        copy._won = self._won[:]
        copy._decided = self._decided
        copy._board = self._board
        copy._history = self._history[:]
        return copy

    def returns(self) -> tuple[float, float]:
        if WINS[self._won[0]]:
            return (1.0, -1.0)
        return (-1.0, 1.0) if WINS[self._won[1]] else (0.0, 0.0)

    def position_key(self) -> tuple[int, ...]:
        return (*self._cells, self._board)

    def native_position(self) -> tuple[tuple[int, ...], int, int]:
        """The cells of each board, the board to play on, and the turn, for the native search."""
        return tuple(self._cells), self._board, self.turn

    def winning_actions(self) -> tuple[int, ...]:
        """The actions that win the game at once."""
        if self.turn == NOBODY:
            return ()
        won, mine = self._won[self.turn], 9 * self.turn
        useful = [board for board in range(9) if not self._decided >> board & 1 and WINS[won | 1 << board]]
        if not useful:
            return ()
        boards = useful if self._board == ANY else [board for board in useful if board == self._board]
        return tuple(
            action
            for board in boards
            for action in _MOVES[board][self._cells[board] | self._cells[board + 9]]
            if WINS[self._cells[board + mine] | 1 << _CELL[action]]
        )

    def action_text(self, action: int) -> str:
        board, cell = divmod(action, 9)
        return f"{'abcdefghi'[board % 3 * 3 + cell % 3]}{board // 3 * 3 + cell // 3 + 1}"

    def __str__(self) -> str:
        rows = [" ".join(self._row(row, board) for board in range(row // 3 * 3, row // 3 * 3 + 3)) for row in range(9)]
        return "\n\n".join("\n".join(rows[first : first + 3]) for first in (0, 3, 6))

    def _row(self, row: int, board: int) -> str:
        return "".join(self._letter(board, row % 3 * 3 + column) for column in range(3))

    def _letter(self, board: int, cell: int) -> str:
        return "X" if self._cells[board] >> cell & 1 else "O" if self._cells[board + 9] >> cell & 1 else "."
