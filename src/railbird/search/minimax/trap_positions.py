"""Trap positions: the action that looks best on average over random roll-outs loses by force (review of MCTS, §2.3.1).

All were found among random positions. In each, one action has the highest mean over 1,500 random roll-outs per action,
by 0.12 or more above all that do not lose within 4 actions; and another action does not lose within 8.
"""

from __future__ import annotations

from dataclasses import dataclass

from railbird.errors import GameError
from railbird.extensive import NOBODY, RandomStream, State, parse_extensive_game, play_actions, sample_chance


@dataclass(frozen=True, slots=True)
class TrapPosition:
    """A position with a trap; actions are given by their names.

    >>> position = TRAPS[0]
    >>> print(position.state())
    X.O
    ...
    .X.
    >>> position.trap, position.refutation, position.best
    ('b2', 'a3', 'c3')
    """

    game: str
    played: str
    """The actions from the start of the game to the position."""
    trap: str
    """The action that looks best on average."""
    refutation: str
    """The reply that wins by force."""
    best: str
    """An action that does not lose."""
    depth: int
    """How many actions ahead the loss is seen: at 2, the refutation wins at once."""

    def state(self) -> State:
        """The position, with the player who may step into the trap to act."""
        state = parse_extensive_game(self.game).start()
        play_actions(state, self.played)
        return state


def roll_out_means(state: State, roll_outs: int, random: RandomStream) -> dict[int, float]:
    """The mean payoff of each legal action for the player to act, over random roll-outs from the state behind it.

    Actions are taken in their order; each roll-out draws one random number for each action and each turn of chance.

    >>> means = roll_out_means(TRAPS[0].state(), 300, RandomStream(1))
    >>> TRAPS[0].state().action_text(max(means, key=lambda action: means[action]))
    'b2'
    """
    if roll_outs < 1:
        raise GameError(f"{roll_outs} roll-outs per action: at least 1 is needed for a mean")
    player, means = state.turn, {}
    for action in state.legal_actions():
        total = 0.0
        for _ in range(roll_outs):
            end = state.clone()
            end.apply(action)
            while end.turn != NOBODY:
                legal = end.legal_actions()
                end.apply(legal[random.below(len(legal))] if end.turn >= 0 else sample_chance(end, random))
            total += end.returns()[player]
        means[action] = total / roll_outs
    return means


TRAPS = (
    TrapPosition(
        "tic-tac-toe",
        "a1 c1 b3",
        trap="b2",
        refutation="a3",
        best="c3",
        depth=4,
    ),
    TrapPosition(
        "ultimate-tic-tac-toe",
        "b9 f8 i5 g5 b4 e1 d2 a4 a3 c8 i6 i9 g7 c1 h1 d1 b1 f3 g8 a6 b8 f5 h6 e8 "
        "d6 c9 h7 f1 h3 e7 f9 i8 h4 c2 h5 e4 e9 d7 a2 c5 d9 a8 c4 i3 g9 c7 i2",
        trap="c3",
        refutation="h2",
        best="a1",
        depth=2,
    ),
    TrapPosition(
        "ultimate-tic-tac-toe",
        "c5 g4 a1 c3 g8 a5 b5 f4 i1 g1 b2 e4 f3 h9 e8 d4 a3 b9 e7 f2 i6 h8 g6 b8 "
        "d8 b4 d1 c2 i4 i2 h6 e9 d9 c8 f8 h7 e2 c6 h3 b6 b3 c4 h2 a4 b1",
        trap="g3",
        refutation="a9",
        best="a9",
        depth=4,
    ),
    TrapPosition(
        "ultimate-tic-tac-toe",
        "d2 b5 f6 h8 e6 d7 c2 h5 e4 f2 i6 i8 h6 e7 e2 d4 a1 a3 c8 i4 i3 g7 c1 g1 "
        "b3 d9 a8 a4 b2 e5 d6 b7 d1 a2 b4 d3 b8 f7 h1 f1 i2 g6 e1 f3 i7 i1 h3",
        trap="g3",
        refutation="h2",
        best="a5",
        depth=2,
    ),
    TrapPosition(
        "ultimate-tic-tac-toe",
        "e6 d7 a1 c3 h7 e3 e8 d6 b8 d4 c2 i6 i8 g5 a6 a8 b6 d9 a7 a3 c9 h8 f6 i9 "
        "i7 i3 h9 e7 f2 i4 g2 a5 c5 h6 f7 i2 g4 c1 h1 d3 b2 e5 d5 b5 e4 e2 f4",
        trap="i1",
        refutation="c6",
        best="g1",
        depth=4,
    ),
    TrapPosition(
        "ultimate-tic-tac-toe",
        "g4 b3 e9 f9 i9 g8 b5 f4 h1 d2 b4 f3 h7 f2 h4 e2 e5 e4 g1 c1 h2 e6 d7 a1 "
        "c3 h9 d9 c7 g2 c6 i8 h6 f8 h5 d5 c4 h3 f7 a7 b1 g6 b8 f5 i4 a9 b9 e7",
        trap="b7",
        refutation="b6",
        best="b6",
        depth=4,
    ),
    TrapPosition(
        "connect-four",
        "x1 o3 x6 o2 x3 o6 x0 o1 x3 o6 x4 o2 x0 o5 x5 o5 x3 o5 x5",
        trap="o6",
        refutation="x3",
        best="o3",
        depth=2,
    ),
    TrapPosition(
        "connect-four",
        "x2 o4 x2 o3 x5 o6 x6 o6 x1 o1 x3 o6 x6 o5 x1 o1 x4 o5 x3",
        trap="o3",
        refutation="x4",
        best="o5",
        depth=4,
    ),
    TrapPosition(
        "connect-four",
        "x4 o4 x2 o1 x6 o5 x0 o2 x4 o3 x1 o6 x5 o0 x1 o6 x6 o3 x0",
        trap="o3",
        refutation="x3",
        best="o2",
        depth=2,
    ),
)
"""One of tic-tac-toe, then those of ultimate tic-tac-toe, then those of connect four (extra ``games``)."""
