"""The input of an equity computation, validated once for all methods."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from railbird.cards import ALL_HOLE_CARDS, HAND_MASKS, Card, HoleCards, Range, card_mask, cards_text, parse_cards
from railbird.cards.card import check_different, to_board
from railbird.errors import EquityError, quoted

MOST_PLAYERS = 10


@dataclass(frozen=True, slots=True, eq=False)
class EquityProblem:
    """Ranges, board and dead cards that leave at least one possible deal."""

    ranges: tuple[Range, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    weights: NDArray[np.float64]
    """One row of 1326 for each player: the range without hands that known cards rule out, scaled to a maximum of 1.

    The cards of a player with only one possible hand count as known to the others.
    """

    @classmethod
    def of(
        cls,
        ranges: Sequence[str | Range | HoleCards],
        board: str | Iterable[Card] = (),
        dead: str | Iterable[Card] = (),
    ) -> EquityProblem:
        """Validate the arguments. Raises EquityError if they allow no deal."""
        if isinstance(ranges, str) or not 2 <= len(ranges) <= MOST_PLAYERS:
            given = "one text" if isinstance(ranges, str) else str(len(ranges))
            raise EquityError(f"equity needs 2 to {MOST_PLAYERS} hands or ranges, not {given}")
        players = tuple(_as_range(given) for given in ranges)
        board_cards = to_board(board)
        dead_cards = parse_cards(dead) if isinstance(dead, str) else tuple(map(Card, dead))
        check_different(dead_cards, "among the dead cards")
        check_different(board_cards + dead_cards, "on the board and among the dead cards")
        needed = 2 * len(players) + 5 - len(board_cards)
        left = 52 - len(board_cards) - len(dead_cards)
        if needed > left:
            raise EquityError(
                f"{len(players)} players and the board need {needed} more cards, but only {left} are left"
            )
        weights = np.array([player.without(board_cards + dead_cards).weights for player in players])
        problem = cls(players, board_cards, dead_cards, weights)
        problem._check_every_player_has_a_hand()
        problem._remove_single_hands()
        problem._check_hands_fit_together()
        weights /= weights.max(axis=1, keepdims=True)
        weights.flags.writeable = False
        return problem

    @property
    def board_mask(self) -> int:
        return card_mask(self.board)

    @property
    def dead_mask(self) -> int:
        return card_mask(self.dead)

    @property
    def boards(self) -> int:
        """The number of ways to complete the board from the unknown cards.

        The board, the dead cards, and the cards of every player with only one possible hand are known.
        """
        known = self.board_mask | self.dead_mask
        for hand in self._single_hands().values():
            known |= int(HAND_MASKS[hand.index])
        return math.comb(52 - known.bit_count(), 5 - len(self.board))

    def _single_hands(self) -> dict[int, HoleCards]:
        """The only possible hand of each player who has just one, by player from 0."""
        rows = enumerate(map(np.flatnonzero, self.weights))
        return {player: ALL_HOLE_CARDS[hands[0]] for player, hands in rows if len(hands) == 1}

    def _check_every_player_has_a_hand(self) -> None:
        for number, (given, row) in enumerate(zip(self.ranges, self.weights, strict=True), start=1):
            if row.any():
                continue
            if not given.weights.any():
                raise EquityError(f"the range of player {number} is empty")
            known = cards_text(self.board + self.dead)
            raise EquityError(
                f"the range of player {number}, {quoted(str(given))}, has no hand left without the known cards {known}"
            )

    def _remove_single_hands(self) -> None:
        """Remove the cards of players with only one hand from the other ranges, until nothing changes any more."""
        taken: dict[int, HoleCards] = {}
        while new := {player: hand for player, hand in self._single_hands().items() if player not in taken}:
            for player, hand in new.items():
                for other, other_hand in taken.items():
                    common = {hand.high, hand.low} & {other_hand.high, other_hand.low}
                    if common:
                        first, second = sorted((player + 1, other + 1))
                        raise EquityError(f"players {first} and {second} cannot both have the {max(common)}")
                taken[player] = hand
                collides = (HAND_MASKS & HAND_MASKS[hand.index]) != 0
                for other, row in enumerate(self.weights):
                    if other != player and other not in taken and other not in new:
                        row[collides] = 0
                        if not row.any():
                            raise EquityError(
                                f"the range of player {other + 1}, {quoted(str(self.ranges[other]))}, has no hand left "
                                f"without the cards of player {player + 1}, {hand}"
                            )

    def _check_hands_fit_together(self) -> None:
        masks = sorted((HAND_MASKS[np.flatnonzero(row)].tolist() for row in self.weights), key=len)
        cards = 0
        for mask in set().union(*masks):
            cards |= mask
        if cards.bit_count() < 2 * len(masks) or _some_choice_fits(masks) is False:
            names = ", ".join(quoted(str(given), 30) for given in self.ranges)
            raise EquityError(f"the ranges {names} share so many cards that no deal gives every player a hand")


def _as_range(given: str | Range | HoleCards) -> Range:
    if isinstance(given, HoleCards):
        return Range.from_hands([given])
    return given if isinstance(given, Range) else Range(given)


def _some_choice_fits(masks: list[list[int]], tries: int = 200_000) -> bool | None:
    """Whether one hand can be chosen from each list without a common card; None if undecided after ``tries`` tries."""
    left = tries

    def extend(player: int, used: int) -> bool:
        nonlocal left
        if player == len(masks):
            return True
        for mask in masks[player]:
            left -= 1
            if left < 0:
                return False
            if not mask & used and extend(player + 1, used | mask):
                return True
        return False

    fits = extend(0, 0)
    return None if not fits and left < 0 else fits
