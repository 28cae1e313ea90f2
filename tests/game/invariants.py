"""Invariants of every hand of every structure, over any number of random hands.

No chips are lost, no stack falls below 0 and every hand ends (natively, in bulk); replaying a hand from its text gives
the same state, and undoing all of it gives the same bytes.

Run from the project's root: python -m tests.game.invariants [HANDS OF EACH GAME] [SEED]
"""

import multiprocessing
import random
import sys
import time

from railbird import _core
from railbird.game import Hand, SeededDealing
from tests.driving import act_at_random
from tests.game.play import GAMES

BLOCK = 10_000


def check_hand(hand: Hand, choose: random.Random) -> None:
    """Play a hand to its end at random, replay it from its text, and undo it."""
    states = [hand.state_bytes()]
    while not hand.over:
        act_at_random(hand, choose)
        assert min(hand.stacks) >= 0, str(hand)
        states.append(hand.state_bytes())
        assert len(states) < 1000, str(hand)
    parts = hand.payoff_parts()
    rake = hand.settlement.rake if hand.settlement else 0
    assert sum(parts) == -2520 * rake, str(hand)
    restored = Hand.parse(str(hand))
    assert restored.state_bytes() == states[-1], str(hand)
    assert restored.payoff_parts() == parts, str(hand)
    for state in reversed(states[:-1]):
        hand.undo()
        assert hand.state_bytes() == state, str(hand)


def check_block(name: str, seed: int, first: int, last: int) -> tuple[int, int]:
    """Check some hands of a game. Returns the numbers of hands and actions."""
    game = GAMES[name]
    hands, actions, _ = _core.play_at_random(game.native, game.stacks, seed, first, last)
    choose = random.Random(f"{name} {seed} {first}")
    dealing = SeededDealing(seed)
    for number in range(first, last):
        check_hand(Hand(game, dealing.deal(game, number)), choose)
    return hands, actions


def main(count: int = 1_000_000, seed: int = 0) -> None:
    start = time.perf_counter()
    with multiprocessing.Pool() as pool:
        for name in GAMES:
            blocks = [(name, seed, first, min(first + BLOCK, count)) for first in range(0, count, BLOCK)]
            checked = sum(hands for hands, _ in pool.starmap(check_block, blocks, chunksize=1))
            seconds = time.perf_counter() - start
            print(f"{name:>31}: {checked:,} hands natively and as many from Python, {seconds:.0f} s", flush=True)
    print(f"no invariant broken, seed {seed}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
