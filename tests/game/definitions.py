"""Random game definitions."""

import random
from decimal import Decimal

from railbird.game import Betting, Game, Profile, Rake, Rules, Showing, Split


def random_game(choose: random.Random, *, wild: bool) -> Game:
    """A random valid game; a wild one may have invalid numbers, and is then rejected."""
    players, rounds = choose.randint(2 - wild, 10 + wild), choose.randint(1 - wild, 4 + wild)

    def chips(count: int, least: int) -> tuple[int, ...]:
        largest = choose.choice([2, 5, 100, 10**6, 2**40])
        return tuple(choose.randint(least - wild * (choose.random() < 0.1), largest) for _ in range(count))

    def small(count: int, largest: int) -> tuple[int, ...]:
        return tuple(choose.randint(-wild * (choose.random() < 0.1), largest + wild) for _ in range(count))

    return Game(
        betting=choose.choice(list(Betting)),
        blinds=chips(players, 0),
        stacks=chips(players + (wild and choose.random() < 0.1), 1),
        bets=chips(rounds, 1),
        most_raises=small(rounds, choose.choice([4, 255])),
        first=small(rounds, players - 1),
        board_cards=small(rounds, 1),
        antes=choose.choice([(), chips(players, 0)]),
        most_actions=choose.choice([(), tuple(choose.randint(players - wild, 40) for _ in range(rounds))]),
        hole_cards=choose.randint(1 - wild, 3 + wild),
        ranks=choose.randint(8 - 7 * wild, 13 + wild),
        suits=choose.randint(4 - 3 * wild, 4 + wild),
        rules=Rules(
            choose.choice(list(Profile)),
            free_fold=choose.random() < 0.3,
            uncapped_heads_up=choose.random() < 0.3,
            split=choose.choice([None, *Split]),
            showing=choose.choice([None, *Showing]),
        ),
        rake=Rake(choose.choice([Decimal(0), Decimal(5), Decimal(100 + wild)]), choose.choice([0, 3, -1 * wild])),
    )
