"""A best response as a file: what it does in all rounds but the last, on the flops that were computed.

In the last round it need not be stored: what the other does is known, and the best reply on one board is found at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railbird._array_file import ArrayFile
from railbird.abstraction import Spot, public_tree
from railbird.cards import Card
from railbird.errors import GameError, RailbirdError
from railbird.game import Game, parse_game
from railbird.game.dealing import Flop
from railbird.game.holdings import holdings
from railbird.solve.responses.boards import Streets, board_classes
from railbird.solve.responses.choices import IN_BYTE, ChoicePlaces, FlopChoices, boards_below, unpacked
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
    flops: tuple[str, ...]
    """The flops that it was computed on, each with its weight, as a match deals them (``Flop``)."""
    wins: float
    """What it wins on average if only these flops are dealt, in chips a hand."""
    preflop: tuple[Choices, Choices]
    """By position and own decision [classes]: what it does in the first round."""
    on_flop: dict[bytes, tuple[FlopChoices, FlopChoices]]
    """By the cards of a flop and by position: what it does after that."""

    def save(self, path: Path) -> None:
        """Write it to a file, completely or not at all. Raises GameError if that fails."""
        head = {
            "bot": self.bot,
            "policy": self.policy,
            "game": str(self.game),
            "flops": list(self.flops),
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
        """Read a file. Raises GameError if it is not one, damaged, or not whole."""
        head, arrays = FILE.read(path)
        try:
            game = parse_game(str(head["game"]))
            first, second = (_preflop(arrays, player) for player in range(2))
            flops, wins = tuple(map(str, head["flops"])), float(head["wins"])
            on_flop = {Flop.parse(text).cards: _on_flop(arrays, Flop.parse(text).cards) for text in flops}
            found = cls(str(head["bot"]), str(head["policy"]), game, flops, wins, (first, second), on_flop)
            found.check()
        except (KeyError, IndexError, TypeError, ValueError, RailbirdError) as error:
            raise GameError(f"{path} is not a whole response: {error!s:.90}") from None
        return found

    def check(self) -> None:
        """Raise GameError unless everything is there that the game needs, and every choice is an action."""
        tree = public_tree(Spot(self.game))
        if not np.isfinite(self.wins):
            raise GameError("what it wins is no number")
        for player in range(2):
            for node, row in self.preflop[player].items():
                if not 0 <= node < len(tree) or tree.actor[node] != player or tree.round[node]:
                    raise GameError("a decision is not of the first round")
                if row.shape != (len(hand_classes(self.game)),) or row.max() >= len(tree.edges(node)):
                    raise GameError("a choice of the first round is no action")
        places = [ChoicePlaces(tree, player) for player in range(2)]
        size = (len(holdings(self.game)) + IN_BYTE - 1) // IN_BYTE
        for cards, both in self.on_flop.items():
            counts = [len(row) for row in boards_below(self.game, (cards,))]
            for place, kept in zip(places, both, strict=True):
                wanted = [(count, len(nodes), size) for count, nodes in zip(counts, place.decisions, strict=True)]
                if [array.shape for array in kept.by_street] != wanted:
                    raise GameError(f"the choices on {_text(cards)} have the wrong shape")
                if any(array.dtype != np.uint8 for array in kept.by_street):
                    raise GameError(f"the choices on {_text(cards)} are no bytes")

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


def _preflop(arrays: Mapping[str, NDArray[Any]], player: int) -> Choices:
    nodes, rows = arrays[f"nodes {player}"], arrays[f"preflop {player}"]
    return {int(node): row.astype(np.intp) for node, row in zip(nodes.tolist(), rows, strict=True)}


def _on_flop(arrays: Mapping[str, NDArray[Any]], cards: bytes) -> tuple[FlopChoices, FlopChoices]:
    names = sorted(name for name in arrays if name.startswith(f"{cards.hex()} "))
    first, second = (
        FlopChoices(tuple(arrays[name] for name in names if name.startswith(f"{cards.hex()} {player} ")))
        for player in range(2)
    )
    return first, second


def _text(cards: bytes) -> str:
    return "".join(str(Card(card)) for card in cards)
