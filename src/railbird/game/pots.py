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
    bets = stakes(game, paid)
    stake = bets[player] + to_call
    return sum(paid) - sum(bets) + to_call + sum([min(bet, stake) for bet in bets])


def stakes(game: Game, paid: Sequence[int]) -> list[int]:
    """What each has put in that others can match; what an ante has beyond the others' is in the pot, but nobody's bet.

    >>> from railbird.game import nolimit
    >>> stakes(nolimit(ante=(100, 0)), (300, 200))
    [200, 200]
    """
    common = min(game.antes)
    dead = [max(min(ante, stack) - common, 0) for ante, stack in zip(game.antes, game.stacks, strict=True)]
    return [each - rest for each, rest in zip(paid, dead, strict=True)]
