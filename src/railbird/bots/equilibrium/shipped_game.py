"""The abstract game of limit hold'em that comes with Railbird: its buckets and joint tables need no building."""

from __future__ import annotations

from railbird.abstraction import Spot, public_tree
from railbird.abstraction.cards import BucketSpec
from railbird.abstraction.strategy_file import WHOLE
from railbird.bots.equilibrium.strategies import DATA, loaded
from railbird.game import Betting, Game
from railbird.solve.buckets import BucketGame
from railbird.solve.buckets.strategy_game import game_of_strategy

NAME = "peregrine"
"""The bot whose file holds it."""


def shipped_game(game: Game, buckets: BucketSpec) -> BucketGame | None:
    """A limit game with the buckets that come with Railbird; None if it has other ones."""
    path = DATA / f"{NAME}.strategy"
    if game.betting is not Betting.LIMIT or not path.is_file():
        return None
    strategy = loaded(NAME, path)[WHOLE].strategy
    cards = strategy.abstraction
    if cards.spec != buckets or not cards.fits(game):
        return None
    return BucketGame(public_tree(Spot(game)), cards, game_of_strategy(strategy).tables)
