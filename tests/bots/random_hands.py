"""A bot in random games: short stacks, side pots, antes, two to ten players, freeze-outs. No action may be illegal.

Run from the project's root: python -m tests.bots.random_hands newbot|magpie|raven [NUMBER OF HANDS] [SEED]
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from railbird.arena import DealingScheme, Entrant, MatchDefinition, StackRule
from railbird.arena.leg import LegRunner
from railbird.gallery import parse_bot
from railbird.game import Betting, Profile, Rules, nolimit
from tests.search.simulations import random_holdem

OTHERS = ("random", "random(fold=0)", "always-raise", "always-call", "simple", "chump", "jag", "newbot(iterations=8)")


def newbot(choose: random.Random) -> str:
    return f"newbot(iterations={choose.choice([1, 4, 12])}, sampled={choose.choice([0, 3])})"


def magpie(choose: random.Random) -> str:
    """With any menu of sizes; others' betting sequences that are rare are left out, so that many players can be met."""
    sizes = choose.choice(["50%/100%/a", "33%/75%/150%/a", "1", "min/a", "100%; add-all-in 200%"])
    return f"magpie(sizes={sizes}, reach={choose.choice([0.02, 0.1])}, continued={choose.choice(['on', 'off'])})"


def raven(choose: random.Random) -> str:
    return f"raven(iterations={choose.choice([1, 4, 12])}, sampled={choose.choice([0, 3])})"


BOTS: dict[str, Callable[[random.Random], str]] = {"newbot": newbot, "magpie": magpie, "raven": raven}


def random_match(bot: str, choose: random.Random, hands: int) -> MatchDefinition:
    """A game with any stacks and antes; some are freeze-outs, with casino rules."""
    game = random_holdem(choose)
    kept = choose.random() < 0.3
    if kept:
        stack, ante = choose.choice([300, 1000, 4000]), choose.choice([0, 10])
        game = nolimit(choose.randint(2, 10), stack=stack, ante=ante, rules=Rules(Profile.CASINO))
    bots = [BOTS[bot](choose)]
    bots += [choose.choice(OTHERS) for _ in range(game.players - 1)]
    choose.shuffle(bots)
    return MatchDefinition(
        game=game,
        entrants=tuple(Entrant(parse_bot(bot), player=f"player {seat}") for seat, bot in enumerate(bots)),
        hands=hands,
        seed=choose.randrange(2**32),
        dealing=DealingScheme.PLAIN,
        stacks=StackRule.KEPT if kept else StackRule.RESET,
    )


def play_hands(bot: str, count: int, seed: int = 0, *, each: int = 20) -> int:
    """Play at least so many hands, none of them limit; returns their number. Raises AssertionError if a bot fails."""
    choose, played = random.Random(seed), 0
    while played < count:
        definition = random_match(bot, choose, min(each, count - played))
        if bot == "magpie" and definition.game.betting is Betting.LIMIT:
            continue
        chunk = LegRunner(definition, definition.leg(0)).run(1e9)
        assert not chunk.faults, (str(definition.game), chunk.faults[0])
        played += len(chunk.payoffs)
    return played


def main(bot: str, count: int = 100_000, seed: int = 0) -> None:
    start = time.monotonic()
    step = 1000
    for done in range(0, count, step):
        play_hands(bot, step, seed + done)
        print(f"{done + step:,} hands, {time.monotonic() - start:.0f} s", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:]))
