"""How much a player can win: from each opponent, at most the player's own stake."""

from __future__ import annotations

from collections.abc import Sequence

from railbird.game.definition import Game


def prize(game: Game, paid: Sequence[int], player: int, to_call: int) -> int:
    """The pot that a player can win by calling, including the call.

    >>> from railbird.game import nolimit
    >>> prize(nolimit(3), (900, 900, 200), 2, 100)
    900
    """
    bets = stakes(game, paid)
    stake = bets[player] + to_call
    return sum(paid) - sum(bets) + to_call + sum([min(bet, stake) for bet in bets])


def stakes(game: Game, paid: Sequence[int]) -> list[int]:
    """The chips of each player that others can match. The part of an ante above the smallest ante is dead money.

    >>> from railbird.game import nolimit
    >>> stakes(nolimit(ante=(100, 0)), (300, 200))
    [200, 200]
    """
    common = min(game.antes)
    dead = [max(ante - common, 0) for ante in map(min, game.antes, game.stacks)]
    return [each - rest for each, rest in zip(paid, dead, strict=True)]


def pots(game: Game, paid: Sequence[int], stacks: Sequence[int], folded: Sequence[bool]) -> list[int]:
    """The main pot and the side pots: a new one begins above what each all-in player can win.

    >>> from railbird.game import nolimit
    >>> pots(nolimit(3), (900, 900, 200), (100, 100, 0), (False, False, False))
    [600, 1400]
    >>> pots(nolimit(3), (50, 100, 0), (9950, 9900, 10000), (False, False, False))
    [150]
    """
    bets = stakes(game, paid)
    all_in = {bets[each] for each, stack in enumerate(stacks) if not stack and not folded[each]}
    levels = sorted({*all_in, max(bets)})
    below, found = 0, []
    for level in levels:
        found.append(sum(min(bet, level) - min(bet, below) for bet in bets))
        below = level
    found[0] += sum(paid) - sum(bets)
    return [pot for pot in found if pot]
