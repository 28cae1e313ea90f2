"""Phantom tic-tac-toe: k in a row on a board of m by n, where neither player sees the opponent's stones.

A player who tries a cell that the opponent holds is told so and tries another one; the opponent learns nothing of it.
Both know when it is whose turn, so they know how many stones the opponent has. When the game is over, everything is
revealed. Cowling, Powley and Whitehouse (2012) play it on four by four cells with four in a row.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from railbird._core import RandomStream
from railbird.errors import GameError
from railbird.extensive.state import NOBODY

LONGEST_SIDE = 5
_REJECTIONS = 50
"""How many placements with a line are drawn before all placements without one are listed. Ours: rarely reached."""
_MOST_SETS = 1 << 16
"""Sets of cells that are kept as tuples: all of the board of four by four."""


class PhantomTicTacToe:
    """A position of phantom tic-tac-toe. Player 0 is X and moves first; cells are named ``a1`` (top left), ``b1``, ….

    >>> from railbird.extensive import play_actions
    >>> state = PhantomTicTacToe()
    >>> play_actions(state, "a1 a1 c3")
    >>> print(state)
    X...
    ....
    ..O.
    ....
    >>> state.information_key(1)
    (0, (-1, 10))
    """

    __slots__ = ("_board", "_known", "_movers", "_stones", "_tried", "turn")

    players = 2
    payoff_range = (-1.0, 1.0)
    perfect_information = False
    zero_sum = True
    turn: int

    def __init__(self, columns: int = 4, rows: int = 4, line: int = 4) -> None:
        for name, value, most in (
            ("columns", columns, LONGEST_SIDE),
            ("rows", rows, LONGEST_SIDE),
            ("line", line, max(columns, rows)),
        ):
            if not 2 <= value <= most:
                raise GameError(f"{name} of phantom-tic-tac-toe must be between 2 and {most}, not {value}")
        self._board = _board(columns, rows, line)
        self.turn = 0
        self._stones = [0, 0]
        """The cells of each player, as bits."""
        self._known = [0, 0]
        """The cells that each player holds or was refused, as bits."""
        self._tried: tuple[list[int], list[int]] = ([], [])
        """The cells that each player has tried, in order; ``~cell`` if it was refused."""
        self._movers: list[int] = []
        """The player of each attempt."""

    def legal_actions(self) -> tuple[int, ...]:
        """The cells that the player does not know to be taken."""
        return () if self.turn == NOBODY else self._board.cells(self._board.full & ~self._known[self.turn])

    def chance_outcomes(self) -> tuple[tuple[int, float], ...]:
        return ()

    def apply(self, action: int) -> None:
        mover, bit, board = self.turn, 1 << action, self._board
        self._known[mover] |= bit
        self._movers.append(mover)
        if self._stones[1 - mover] & bit:
            self._tried[mover].append(~action)
            return
        self._tried[mover].append(action)
        stones = self._stones[mover] | bit
        self._stones[mover] = stones
        self.turn = 1 - mover
        if board.wins(stones, action) or stones | self._stones[1 - mover] == board.full:
            self.turn = NOBODY

    def undo(self) -> None:
        mover = self.turn = self._movers.pop()
        cell = self._tried[mover].pop()
        if cell >= 0:
            self._stones[mover] &= ~(1 << cell)
        self._known[mover] &= ~(1 << max(cell, ~cell))

    def clone(self) -> PhantomTicTacToe:
        copy = PhantomTicTacToe.__new__(PhantomTicTacToe)
        copy._board = self._board
        copy.turn = self.turn
        copy._stones = self._stones[:]
        copy._known = self._known[:]
        copy._tried = (self._tried[0][:], self._tried[1][:])
        copy._movers = self._movers[:]
        return copy

    def returns(self) -> tuple[float, float]:
        mover = self._movers[-1]
        if not self._board.wins(self._stones[mover], self._tried[mover][-1]):
            return (0.0, 0.0)
        return (1.0, -1.0) if mover == 0 else (-1.0, 1.0)

    def information_key(self, player: int) -> tuple[object, ...]:
        """Whose turn it is and the cells that the player has tried, ``~cell`` if refused; everything at the end."""
        if self.turn == NOBODY:
            return (NOBODY, *map(tuple, self._tried), tuple(self._movers))
        return (self.turn, tuple(self._tried[player]))

    def determinize(self, player: int, random: RandomStream) -> PhantomTicTacToe:
        """Draw the opponent's stones uniformly from the placements that agree with what the player knows.

        They are as many as they should be, where the player was refused and not where the player has stones, and have
        no line, for the game would be over. Their order is drawn uniformly as well: stones that refused the player were
        there by then. What the opponent was refused is unknown; here it is nothing.

        Draws the other stones without replacement from the free cells in order, again if they make a line; then the
        index of each refusing stone in the order of play, then those of the other stones.
        """
        if self.turn == NOBODY:
            return self.clone()
        board, opponent = self._board, 1 - player
        refusing, indices = self._refusals(player)
        others = self._stones[opponent].bit_count() - len(refusing)
        free = list(board.cells(board.full & ~self._known[player]))
        placed = board.draw(sum(1 << cell for cell in refusing), free, others, random)
        order = [-1] * (len(refusing) + others)
        for cell, bound in zip(refusing, indices, strict=True):
            empty = [index for index in range(bound) if order[index] < 0]
            order[empty[random.below(len(empty))]] = cell
        rest = [cell for cell in placed if cell not in refusing]
        for index, cell in enumerate(order):
            if cell < 0:
                order[index] = rest.pop(random.below(len(rest)))
        copy = PhantomTicTacToe.__new__(PhantomTicTacToe)
        copy._board = board
        copy.turn = self.turn
        own, known, theirs = self._stones[player], self._known[player], sum(1 << cell for cell in order)
        copy._stones = [own, theirs] if player == 0 else [theirs, own]
        copy._known = [known, theirs] if player == 0 else [theirs, known]
        tried = self._tried[player][:]
        copy._tried = (tried, order) if player == 0 else (order, tried)
        copy._movers = _movers(player, tried, len(order))
        return copy

    def _refusals(self, player: int) -> tuple[list[int], list[int]]:
        """The cells that the player was refused, and how many stones the opponent had by then."""
        cells, bounds, stones = [], [], player  # player 1 moves second: the opponent has one stone more
        for cell in self._tried[player]:
            if cell >= 0:
                stones += 1
            else:
                cells.append(~cell)
                bounds.append(stones)
        return cells, bounds

    def winning_actions(self) -> tuple[int, ...]:
        """The actions that win at once in this state, of which the player may know less."""
        if self.turn == NOBODY:
            return ()
        board, own, taken = self._board, self._stones[self.turn], self._stones[0] | self._stones[1]
        return tuple(cell for cell in board.cells(board.full & ~taken) if board.wins(own | 1 << cell, cell))

    def action_text(self, action: int) -> str:
        return self._board.names[action]

    def __str__(self) -> str:
        letters = "".join(map(self._letter, range(len(self._board.names))))
        columns = self._board.columns
        return "\n".join(letters[start : start + columns] for start in range(0, len(letters), columns))

    def _letter(self, cell: int) -> str:
        return "X" if self._stones[0] >> cell & 1 else "O" if self._stones[1] >> cell & 1 else "."


class _Board:
    """The lines and cells of a board, shared by all states of a game."""

    def __init__(self, columns: int, rows: int, line: int) -> None:
        self.columns = columns
        self.full = (1 << columns * rows) - 1
        self.names = tuple(f"{'abcdef'[cell % columns]}{cell // columns + 1}" for cell in range(columns * rows))
        lines = [
            sum(1 << (row + step * down) * columns + column + step * right for step in range(line))
            for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1))
            for row in range(rows - (line - 1) * down)
            for column in range(columns)
            if 0 <= column + (line - 1) * right < columns
        ]
        self._lines = tuple(tuple(each for each in lines if each >> cell & 1) for cell in range(columns * rows))
        """The lines through each cell."""
        self._all_lines = tuple(lines)
        self._cells: dict[int, tuple[int, ...]] = {}

    def cells(self, bits: int) -> tuple[int, ...]:
        """The cells of a set of bits, in order."""
        cells = self._cells.get(bits)
        if cells is None:
            if len(self._cells) == _MOST_SETS:
                self._cells.clear()
            cells = self._cells[bits] = tuple(cell for cell in range(len(self.names)) if bits >> cell & 1)
        return cells

    def wins(self, stones: int, cell: int) -> bool:
        """Whether the stones contain a line through the cell."""
        for line in self._lines[cell]:  # noqa: SIM110 - any() takes four times as long
            if stones & line == line:
                return True
        return False

    def has_line(self, stones: int) -> bool:
        return any(stones & line == line for line in self._all_lines)

    def draw(self, fixed: int, free: list[int], count: int, random: RandomStream) -> tuple[int, ...]:
        """Add some of the free cells to the fixed ones, uniformly among all ways that make no line."""
        for _ in range(_REJECTIONS):
            left, stones = free[:], fixed
            for _ in range(count):
                stones |= 1 << left.pop(random.below(len(left)))
            if not self.has_line(stones):
                return self.cells(stones)
        ways = [
            stones
            for chosen in combinations(free, count)
            if not self.has_line(stones := fixed | sum(1 << cell for cell in chosen))
        ]
        return self.cells(ways[random.below(len(ways))])


def _movers(player: int, tried: list[int], stones: int) -> list[int]:
    """The player of each attempt if the opponent has placed this many stones and was never refused."""
    movers = [0] * player
    for cell in tried:
        movers.append(player)
        if cell >= 0 and movers.count(1 - player) < stones:
            movers.append(1 - player)
    return movers


@cache
def _board(columns: int, rows: int, line: int) -> _Board:
    return _Board(columns, rows, line)
