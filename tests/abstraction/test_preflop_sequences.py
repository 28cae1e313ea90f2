"""The pre-flop sequences are those of the game."""

from railbird.abstraction import Spot, public_tree
from railbird.abstraction.preflop_sequences import MOST_RAISES, SEQUENCES
from railbird.abstraction.public_tree import DEAL
from railbird.game import Hand


def test_they_are_all_lines_that_reach_the_flop() -> None:
    tree = public_tree(Spot("limit"))
    flops = [node for node in range(len(tree.kind)) if tree.kind[node] == DEAL and tree.round[node] == 1]
    lines = {"".join(word[0] for word in tree.line_of(node).split() if word != "/") for node in flops}
    assert lines == set(SEQUENCES)
    assert MOST_RAISES == 3


def test_each_player_has_put_in_their_bets() -> None:
    for sequence, bets in SEQUENCES.items():
        hand = Hand.parse(f"limit; AhKh QsQd / Kc7d2h / 9s / 4d; {' '.join(sequence)}")
        assert hand.round == 1
        assert hand.pot == 2 * bets * hand.game.big_blind
