"""CFR in sequence form with plain lists, adding up in the native solver's order, so that both round alike.

The recursion of ``cfr.py`` adds up in another order. Rounding grows exponentially in some members of the family, so
that twin agrees with the native solver to 1e-9 for some tens of iterations of discounted CFR; this one for all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from railbird.solve import SequenceForm
from tests.reference.cfr import matched


@dataclass
class RestrictedPlayer:
    """A player who follows a model: throughout with probability p, otherwise at each set with its confidence."""

    player: int
    p: float
    model: list[float]
    """By row."""
    confidence: list[float]
    """By information set."""


class SequenceCfr:
    """The tables of all rows; ``discount(t)`` as in ``PlainCfr``."""

    def __init__(
        self,
        form: SequenceForm,
        discount: Callable[[int], tuple[float, float, float]],
        *,
        alternating: bool = True,
        predictive: bool = False,
        restricted: RestrictedPlayer | None = None,
    ) -> None:
        self.discount, self.alternating, self.predictive = discount, alternating, predictive
        tree = form.tree
        start = tree.set_start.tolist()
        self.rows = [range(first, last) for first, last in pairwise(start)]
        self.parents = form.parents.tolist()
        self.sets = [[index for index, own in enumerate(tree.set_player) if own == player] for player in range(2)]
        self.endings: list[dict[int, list[tuple[int, float]]]] = [{}, {}]
        """For each player and sequence: the other's sequence and the payoff of each ending."""
        for sequences, payoffs in zip(form.endings.tolist(), form.payoffs.tolist(), strict=True):
            for player in range(2):
                own = self.endings[player].setdefault(sequences[player], [])
                own.append((sequences[1 - player], payoffs[player]))
        self.policy: list[float] = tree.uniform().tolist()
        self.regrets, self.cumulative = [0.0] * tree.rows, [0.0] * tree.rows
        self.reach = [1.0] * (tree.rows + 1)
        self.restricted = restricted
        self.play = self.policy[:]
        """What a restricted player does at each row when they do not follow the model throughout."""
        self.play_reach = self.reach[:]
        self.t = 0
        for player in range(2):
            self._renew_reach(player)

    def iterate(self) -> None:
        self.t += 1
        for player in range(2):
            self._update(player)
            if self.alternating:
                self._renew_reach(player)
        for player in range(2 * (not self.alternating)):
            self._renew_reach(player)

    def average(self) -> list[float]:
        result = []
        for rows in self.rows:
            total = sum(self.cumulative[row] for row in rows)
            result += [self.cumulative[row] / total if total > 0 else 1 / len(rows) for row in rows]
        return result

    def _renew_reach(self, player: int) -> None:
        bound = self.restricted
        if bound is None or bound.player != player:
            self._fill_reach(player, self.policy, self.reach)
            return
        for index in self.sets[player]:
            share = bound.confidence[index]
            for row in self.rows[index]:
                self.play[row] = share * bound.model[row] + (1 - share) * self.policy[row]
        self._fill_reach(player, self.play, self.play_reach)
        model = self.reach[:]
        self._fill_reach(player, bound.model, model)
        for index in self.sets[player]:
            for row in self.rows[index]:
                self.reach[row + 1] = bound.p * model[row + 1] + (1 - bound.p) * self.play_reach[row + 1]

    def _fill_reach(self, player: int, policy: list[float], reach: list[float]) -> None:
        for index in self.sets[player]:
            for row in self.rows[index]:
                reach[row + 1] = reach[self.parents[index]] * policy[row]

    def _update(self, player: int) -> None:
        positive, negative, weight = self.discount(self.t)
        values = [0.0] * len(self.reach)
        bound = self.restricted is not None and self.restricted.player == player
        own_reach = self.play_reach if bound else self.reach
        for sequence, endings in self.endings[player].items():
            total = 0.0
            for other, payoff in endings:
                total += payoff * self.reach[other]
            values[sequence] = total
        for index in reversed(self.sets[player]):
            rows = self.rows[index]
            value = passed = 0.0
            for row in rows:
                value += self.policy[row] * values[row + 1]
                passed += self.play[row] * values[row + 1]
            basis = []
            for row in rows:
                latest = values[row + 1] - value
                regret = self.regrets[row] + latest
                self.regrets[row] = regret * positive if regret >= 0 else regret * negative
                basis.append(self.regrets[row] + latest if self.predictive else self.regrets[row])
                self.cumulative[row] += weight * own_reach[row + 1]
            for row, chance in zip(rows, matched(basis), strict=True):
                self.policy[row] = chance
            values[self.parents[index]] += passed if bound else value
