"""A best response as a file: what it does in all rounds but the last, on the flops that were computed.

In the last round it need not be stored: what the other does is known, and the best reply on one board is found at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird._array_file import ArrayFile
from railbird.cards import Card, parse_cards
from railbird.errors import GameError, RailbirdError
from railbird.game import Game, parse_game
from railbird.solve.responses.boards import Streets, board_classes
from railbird.solve.responses.choices import FlopChoices, unpacked
from railbird.solve.responses.hand_classes import hand_classes
from railbird.solve.responses.trunk import Choices

FILE = ArrayFile("railbird response", 1, "railbird exploit --save writes them", preset=1)


@dataclass(frozen=True, eq=False)
class SavedResponse:
    """Best replies of both seats to one bot."""

    bot: str
    """The bot that it replies to."""
    policy: str
    """The fingerprint of that bot's policy."""
    game: Game
    draws: tuple[str, ...]
    """The flops of the sample; one that was drawn twice is listed twice."""
    wins: float
    """What it wins on average if only these flops are dealt, in chips a hand."""
    preflop: tuple[Choices, Choices]
    """By position and own decision [classes]: what it does in the first round."""
    on_flop: dict[bytes, tuple[FlopChoices, FlopChoices]]
    """By the cards of a flop and by position: what it does after that."""

    @property
    def flops(self) -> tuple[str, ...]:
        """The flops, as a match deals them."""
        return self.draws

    def save(self, path: Path) -> None:
        """Write it to a file, completely or not at all. Raises GameError if that fails."""
        head = {
            "bot": self.bot,
            "policy": self.policy,
            "game": str(self.game),
            "flops": list(self.draws),
            "wins": self.wins,
        }
        arrays: dict[str, NDArray[Any]] = {}
        for player, choices in enumerate(self.preflop):
            nodes = sorted(choices)
            arrays[f"nodes {player}"] = np.array(nodes, dtype=np.int32)
            arrays[f"preflop {player}"] = np.array([choices[node] for node in nodes], dtype=np.uint8).reshape(
                len(nodes), len(hand_classes(self.game))
            )
        for flop, both in sorted(self.on_flop.items()):
            for player, kept in enumerate(both):
                for street, array in enumerate(kept.by_street):
                    arrays[f"{flop.hex()} {player} {street:02}"] = array
        FILE.write(path, head, arrays)

    @classmethod
    def load(cls, path: Path) -> SavedResponse:
        """Read a file. Raises GameError if it is not one, or damaged."""
        head, arrays = FILE.read(path)
        try:
            game = parse_game(str(head["game"]))
            preflop = tuple(
                {
                    int(node): row.astype(np.intp)
                    for node, row in zip(arrays[f"nodes {player}"], arrays[f"preflop {player}"], strict=True)
                }
                for player in range(2)
            )
            names = sorted(name for name in arrays if not name.startswith(("nodes", "preflop")))
            on_flop: dict[bytes, tuple[FlopChoices, FlopChoices]] = {}
            for flop in dict.fromkeys(name.split()[0] for name in names):
                first, second = (
                    FlopChoices(tuple(arrays[name] for name in names if name.startswith(f"{flop} {player} ")))
                    for player in range(2)
                )
                on_flop[bytes.fromhex(flop)] = (first, second)
            draws = tuple(map(str, head["flops"]))
            for text in draws:
                parse_cards(text)
            bot, policy, wins = str(head["bot"]), str(head["policy"]), float(head["wins"])
            return cls(bot, policy, game, draws, wins, (preflop[0], preflop[1]), on_flop)
        except (KeyError, TypeError, ValueError, RailbirdError) as error:
            raise GameError(f"{path} is not a whole response: {error!s:.90}") from None

    def choice(self, player: int, place: tuple[int, int], streets: Streets, holding: int) -> int | None:
        """What it does on a board after the flop, with a holding; None if the flop is not among those it has.

        ``place`` is the street, from the flop on, and the place of the decision there (``ChoicePlaces``).
        """
        found = self._canonical(streets)
        if found is None:
            return None
        flop, board, exchange = found
        street, decision = place
        rows = self.on_flop[flop][player].by_street[street]
        return unpacked(rows[board, decision], int(board_classes(self.game).images(exchange)[holding]))

    def _canonical(self, streets: Streets) -> tuple[bytes, int, int] | None:
        """The flop of a board as it is stored, the number of the board below it, and the exchange that leads there."""
        boards = board_classes(self.game)
        for exchange in range(boards.exchange_count):
            moved = tuple(bytes(sorted(boards.exchanged(exchange, street))) for street in streets)
            if moved[0] not in self.on_flop:
                continue
            number = boards.number_below(moved)
            if number is not None:
                return moved[0], number, exchange
        return None


def flop_texts(flops: Sequence[bytes]) -> tuple[str, ...]:
    """The cards of flops as text.

    >>> flop_texts([bytes([0, 5, 50])])
    ('2c3dAh',)
    """
    return tuple("".join(str(Card(card)) for card in flop) for flop in flops)
