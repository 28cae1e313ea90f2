"""Hold'em with a small deck, for tests that walk through all deals."""

from railbird.game import Betting, Game


def small_holdem(*, board_cards: int, suits: int) -> Game:
    """Two hole cards of three ranks, one street with a board, blinds of 1 and 2, one raise a round."""
    return Game(
        betting=Betting.LIMIT,
        blinds=(1, 2),
        stacks=(100, 100),
        bets=(2, 4),
        most_raises=(1, 1),
        first=(1, 0),
        board_cards=(0, board_cards),
        antes=(0, 0),
        hole_cards=2,
        ranks=3,
        suits=suits,
    )
