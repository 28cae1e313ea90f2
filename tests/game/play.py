"""Games of every structure, for tests that apply to all of them."""

from decimal import Decimal

from railbird.game import Game, Profile, Rake, Rules, Showing, kuhn, leduc, limit, nolimit, potlimit, rezai

CASINO = Rules(Profile.CASINO)
GAMES: dict[str, Game] = {
    "heads-up limit": limit(),
    "limit, free folds": limit(3, rules=Rules(free_fold=True, showing=Showing.MUCK)),
    "ten-player limit, short stacks": limit(10, stack=[7, 10, 15, 33, 60, 61, 99, 240, 5, 12], rules=CASINO),
    "limit with antes": limit(4, ante=3, stack=[20, 300, 45, 2], rules=CASINO),
    "heads-up no-limit": nolimit(),
    "no-limit, uneven stacks": nolimit(6, stack=[99, 101, 150, 1000, 5000, 20000]),
    "no-limit with a big blind ante": nolimit(5, ante=[0, 100, 0, 0, 0], stack=[300, 90, 800, 20000, 50], rules=CASINO),
    "no-limit with a straddle": nolimit(4, blinds=(50, 100, 200), rules=CASINO),
    "no-limit with a rake": nolimit(6, stack="20bb", rules=CASINO, rake=Rake(Decimal(5), cap=300)),
    "pot-limit": potlimit(5, stack=[500, 900, 3000, 20000, 150], rules=CASINO),
    "kuhn": kuhn(),
    "leduc": leduc(),
    "rezai": rezai(),
}
