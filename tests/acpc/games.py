"""Games that the protocol can express, of every structure."""

from dataclasses import replace

from railbird.game import Game, kuhn, leduc, limit, nolimit, read_acpc_game, write_acpc_game

QUIET_TURN = replace(limit(), board_cards=(0, 3, 0, 1))
"""A round without board cards."""
EXPRESSIBLE: dict[str, Game] = {
    "heads-up limit": limit(),
    "three-handed limit": limit(3),
    "ten-player limit, short stacks": limit(10, stack=[7, 10, 15, 33, 60, 61, 99, 240, 50, 12]),
    "heads-up no-limit": nolimit(stack=20000),
    "no-limit, uneven stacks": nolimit(6, stack=[99, 101, 150, 1000, 5000, 20000]),
    "kuhn": kuhn(),
    "leduc": leduc(),
    "kuhn from a game file": read_acpc_game(write_acpc_game(kuhn())).game,
    "a round without board cards": QUIET_TURN,
    "four ranks, three hole cards": replace(limit(), hole_cards=3, board_cards=(0, 2, 1, 1), ranks=6),
}
