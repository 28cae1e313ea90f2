"""Minimax and its relatives as players of any game."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from railbird.extensive import CHANCE, GamePlayer, RandomStream, State
from railbird.search.mcts import RandomRollOut
from railbird.search.minimax import MinimaxResult

DepthSearch = Callable[[State, RandomStream], MinimaxResult]
"""Searches a position to a depth; random numbers are for breaking ties and for roll-outs."""
LONGEST_TRIAL = 1000
"""Moves of the random game that looks for turns of chance."""


class MinimaxPlayer(GamePlayer):
    """Plays the best action of a search to a depth; ``last`` is the result of the latest search.

    ``players`` are the numbers of players that it can play with, ``chance`` says whether it knows turns of chance.

    >>> from railbird.extensive import parse_extensive_game, play_actions
    >>> from railbird.search.minimax import alpha_beta
    >>> state = parse_extensive_game("tic-tac-toe").start()
    >>> play_actions(state, "b2 a1 c1 a2")
    >>> player = MinimaxPlayer(lambda state, random: alpha_beta(state, depth=2))
    >>> state.action_text(player.choose(state, RandomStream(1)))
    'a3'
    """

    def __init__(
        self,
        search: DepthSearch,
        *,
        players: range = range(2, 3),
        chance: bool = False,
        uses_clock: bool = False,
    ) -> None:
        self.search = search
        self.players = players
        self.chance = chance
        self.uses_clock = uses_clock
        self.steps = 0
        self.last: MinimaxResult | None = None

    def start(self, player: int, seed: int) -> None:
        self.steps = 0
        self.last = None

    def refusal(self, start: State) -> str | None:
        if not start.perfect_information:
            return "it has hidden information (use ismcts or determinized)"
        if start.players not in self.players:
            return f"it has {start.players} players (use maxn or paranoid)"
        if not self.chance and has_chance(start):
            return "it has turns of chance (use expectiminimax, star1 or star2)"
        return None

    def choose(self, state: State, random: RandomStream) -> int:
        result = self.search(state, random)
        self.steps += result.nodes
        self.last = result
        assert result.action is not None
        return result.action


def has_chance(start: State) -> bool:
    """Whether a random game from here has a turn of chance in its first moves."""
    state, random = start.clone(), RandomStream(0)
    for _ in range(LONGEST_TRIAL):
        if state.turn == CHANCE:
            return True
        actions = state.legal_actions()
        if not actions:
            break
        state.apply(actions[random.below(len(actions))])
    return False


def roll_out_evaluation(roll_outs: int, random: RandomStream) -> Callable[[State], tuple[float, ...]]:
    """An evaluation function: each player's mean return over random games from a state."""
    roll_out = RandomRollOut()

    def evaluate(state: State) -> tuple[float, ...]:
        results = [roll_out(state.clone(), random, None) for _ in range(roll_outs)]
        return tuple(sum(values) / roll_outs for values in zip(*results, strict=True))

    return evaluate


def random_order(random: RandomStream) -> Callable[[State, Sequence[int]], list[int]]:
    """An order of actions for one search: random, and the same in every position, so that ties are broken at random."""
    ranks: dict[int, int] = {}

    def order(_: State, actions: Sequence[int]) -> list[int]:
        for action in actions:
            if action not in ranks:
                ranks[action] = random.below(2**62)
        return sorted(actions, key=ranks.__getitem__)

    return order
