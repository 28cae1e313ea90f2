"""What a player can win of a pot: of everybody's chips no more than he has put in himself."""

from __future__ import annotations

from collections.abc import Sequence

from railbird.game.definition import Game


def prize(game: Game, paid: Sequence[int], player: int, to_call: int) -> int:
    """The pot that a player can win if he calls, his call included.

    >>> from railbird.game import nolimit
    >>> prize(nolimit(3), (900, 900, 200), 2, 100)
    900
    """
    common = min(game.antes)
    # What an ante has beyond the others' is in the pot, but is nobody's bet.
    dead = [max(min(ante, stack) - common, 0) for ante, stack in zip(game.antes, game.stacks, strict=True)]
    stake = paid[player] - dead[player] + to_call
    bets = [each - rest for each, rest in zip(paid, dead, strict=True)]
    return sum(dead) + to_call + sum([min(bet, stake) for bet in bets])
