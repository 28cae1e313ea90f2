"""The policy of a bot whose translations are drawn, from public information alone.

Nobody but the bot knows for which sizes it took the bets of its opponent. Each way to take them has a probability; and
a bot that has acted since tells with its own actions which way it may have been. With a holding c the policy is

    p(a | c) = Σ_w P(w) L_w(c) p_w(a | c) / Σ_w P(w) L_w(c)

over all ways w, where L_w(c) is the probability of the bot's own actions so far. Such a mean is what the bot really
plays, so that AIVAT and best responses are exact.
"""

from __future__ import annotations

from math import prod

import numpy as np
from numpy.typing import NDArray

from railbird.abstraction import Place, TreeTracker
from railbird.bots.equilibrium.strategies import StrategyPart
from railbird.bots.equilibrium.tree_end import calls_outside
from railbird.bots.shared.range_policies import RangeDecision, in_columns
from railbird.game import CALL, FOLD, Action, View


def stated(part: StrategyPart, tracker: TreeTracker, view: View) -> RangeDecision:
    """The actions of the player to act in a tracked hand, and their probabilities with each holding."""
    game, number = view.game, tracker.hand.round
    board = view.board_bytes[: sum(game.board_cards[: number + 1])]
    place = tracker.place()
    if place is not Place.IN_TREE:
        calls = calls_outside(tracker.hand, place, game, board).astype(np.float64)
        return in_columns((CALL, calls)) if calls.all() else in_columns((CALL, calls), (FOLD, 1 - calls))
    rows = part.strategy.at(tracker.node)[part.buckets(board, number)]
    return in_columns(*zip(tracker.actions(), rows.T, strict=True))


def ways(part: StrategyPart, view: View) -> list[tuple[float, dict[int, float]]]:
    """All ways in which drawn translations may have gone: the probability, and the random number of each action."""
    found, waiting = [], [dict[int, float]()]
    while waiting:
        numbers = waiting.pop()
        open_draws: list[int] = []

        def draw(number: int, numbers: dict[int, float] = numbers, open_draws: list[int] = open_draws) -> float:
            if number not in numbers:
                open_draws.append(number)
            return numbers.get(number, 0.0)

        tracker = TreeTracker(part.tree, view, view.position, draw)
        if open_draws:
            waiting += [{**numbers, open_draws[0]: each} for each in (1.0, 0.0)]
            continue
        chances = {step.number: step.translation.chance for step in tracker.steps if step.translation}
        found.append((prod(chances[each] if low == 0 else 1 - chances[each] for each, low in numbers.items()), numbers))
    return found


def mean_policy(part: StrategyPart, view: View) -> RangeDecision:
    """The policy over all ways in which drawn translations may have gone."""
    every = ways(part, view)
    if len(every) == 1:
        return stated(part, TreeTracker(part.tree, view, view.position), view)
    decided: list[tuple[float, NDArray[np.float64], RangeDecision]] = []
    for chance, numbers in every:
        tracker = TreeTracker(part.tree, view, view.position, numbers.__getitem__, follow=False)
        likelihood: NDArray[np.float64] | float = 1.0
        for taken in view.actions:
            if taken.player == view.position:
                likelihood = likelihood * _column(stated(part, tracker, view), Action.repeat(taken))
            tracker.take(taken)
        decision = stated(part, tracker, view)
        decided.append((chance, np.broadcast_to(likelihood, len(decision[1])), decision))
    total = sum(chance * likelihood for chance, likelihood, _ in decided)
    columns = []
    for chance, likelihood, (actions, shares) in decided:
        weights = np.where(total > 0, chance * likelihood / np.where(total > 0, total, 1), chance)
        columns += [(action, weights * shares[:, index]) for index, action in enumerate(actions)]
    return in_columns(*columns)


def _column(decision: RangeDecision, action: Action) -> NDArray[np.float64] | float:
    """The probability of an action with each holding."""
    actions, shares = decision
    return shares[:, actions.index(action)] if action in actions else 0.0
