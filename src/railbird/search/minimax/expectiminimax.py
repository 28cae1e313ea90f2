"""Expectiminimax: minimax with turns of chance, whose value is the mean of their outcomes (review of MCTS, §2.1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from railbird.errors import GameError
from railbird.extensive import CHANCE, State, Strategy
from railbird.search.minimax.depth_limited import Limits, mean
from railbird.search.minimax.minimax import MinimaxSearch
from railbird.search.minimax.result import Evaluate, MinimaxResult, Policy


def expectiminimax(
    state: State,
    depth: int | None = None,
    evaluate: Evaluate | None = None,
    *,
    seconds: float | None = None,
    deepen: bool = False,
    fixed: Mapping[int, Policy] | None = None,
) -> MinimaxResult:
    """Minimax in which a turn of chance is worth Σ p(outcome) · value(outcome).

    ``fixed`` names players who do not choose their best but follow a policy (see ``follow`` for strategies): their
    turns are means too. With hidden information all players must be fixed, because one who chooses here would see what
    is hidden from them.

    >>> from railbird.extensive.tic_tac_toe import TicTacToe
    >>> def at_random(state):
    ...     actions = state.legal_actions()
    ...     return {action: 1 / len(actions) for action in actions}
    >>> state = TicTacToe()
    >>> for cell in (4, 1, 0, 8):
    ...     state.apply(cell)
    >>> expectiminimax(state, fixed={1: at_random}).value
    1.0
    """
    return _Expectiminimax(state, Limits(depth, evaluate, seconds, deepen), fixed or {}).run()


def follow(strategy: Strategy) -> Policy:
    """A policy for ``fixed`` that follows a strategy, whose information sets are named by the text of their keys.

    >>> from railbird.extensive import poker_state
    >>> bold = follow(Strategy({"Ks||": {"c": 0.0, "r": 1.0}}))
    >>> state = poker_state("kuhn")
    >>> for card in state.legal_actions()[1:]:
    ...     state.apply(card)
    >>> bold(state)
    {1: 0.0, 2: 1.0}
    """

    def policy(state: State) -> dict[int, float]:
        actions = state.legal_actions()
        name = str(state.information_key(state.turn))
        chances = strategy.probabilities(name, [state.action_text(action) for action in actions])
        return dict(zip(actions, chances, strict=True))

    return policy


class _Expectiminimax(MinimaxSearch):
    name = "expectiminimax"

    def __init__(self, state: State, limits: Limits, fixed: Mapping[int, Policy]) -> None:
        self.fixed = fixed
        super().__init__(state, limits)
        strangers = sorted(set(fixed) - {0, 1})
        if strangers:
            raise GameError(f"{self.game} has players 0 and 1: the policy of player {strangers[0]} has no place")

    def allows_hidden_information(self) -> bool:
        return {0, 1} <= set(self.fixed)

    def value(self, depth: int, ply: int) -> float:
        self.nodes += 1
        if self.nodes >= self.check_at:
            self.check_clock()
        self.lines[ply] = ()
        turn = self.state.turn
        if turn not in (0, 1, CHANCE):
            return self.ending(turn, ply)
        if depth == 0:
            return self.leaf(ply)
        if turn == CHANCE:
            return self._mean(self.outcomes(), depth, ply)
        return self._mean(self._followed(turn), depth, ply) if turn in self.fixed else self.choice(turn, depth, ply)

    def _mean(self, outcomes: Iterable[tuple[int, float]], depth: int, ply: int) -> float:
        """The mean value of the children; those that cannot happen are not visited."""
        values = []
        for outcome, probability in outcomes:
            if probability > 0:
                self.state.apply(outcome)
                values.append((probability, self.value(depth - 1, ply + 1)))
                self.state.undo()
        return mean(values)

    def _followed(self, player: int) -> Iterable[tuple[int, float]]:
        """The actions of a fixed player with their probabilities, in the order of the legal actions."""
        actions = self.actions()
        policy = self.fixed[player](self.position())
        if not set(policy) <= set(actions):
            raise GameError(
                f"the policy of player {player} gave probabilities for {sorted(policy)}: legal in this position of "
                f"{self.game} are {sorted(actions)}"
            )
        followed = [(action, policy.get(action, 0.0)) for action in actions]
        self.check_distribution(followed, f"a policy of player {player}")
        return followed
