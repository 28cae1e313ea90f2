"""CFR and its relatives as their papers tell them: a recursion over histories, with dictionaries by information set.

Zinkevich, Johanson, Bowling and Piccione 2007 (CFR), Tammelin 2014 (CFR+), Brown and Sandholm 2019 (linear and
discounted CFR), Farina, Kroer and Sandholm 2021 (predictive CFR+), Lanctot et al. 2009 (Monte Carlo CFR).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from railbird.extensive import CHANCE, NOBODY, RandomStream, State


@dataclass
class History:
    """A node of the tree."""

    turn: int
    name: str = ""
    children: list[History] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)
    payoffs: list[float] = field(default_factory=list)


@dataclass
class SetTable:
    """What is known about one information set."""

    player: int
    regrets: list[float]
    policy: list[float]
    cumulative: list[float]
    latest: list[float]
    """The regrets of the last iteration."""


def histories(state: State) -> History:
    """The tree below a state."""
    if state.turn == NOBODY:
        return History(NOBODY, payoffs=list(state.returns()))
    node = History(state.turn)
    if state.turn == CHANCE:
        node.chances = [chance for _, chance in state.chance_outcomes()]
    else:
        node.name = str(state.information_key(state.turn))
    for action in state.legal_actions():
        child = state.clone()
        child.apply(action)
        node.children.append(histories(child))
    return node


def matched(regrets: list[float]) -> list[float]:
    """Regret matching: in proportion to the positive regrets, uniform if there are none."""
    positive = [max(regret, 0.0) for regret in regrets]
    total = sum(positive)
    return [each / total if total > 0 else 1 / len(regrets) for each in positive]


def drawn(chances: list[float], random: RandomStream) -> int:
    """Draw an index by its probability."""
    rest = random.uniform()
    for index, chance in enumerate(chances[:-1]):
        rest -= chance
        if rest < 0:
            return index
    return len(chances) - 1


class PlainSolver:
    """The tables of all information sets."""

    def __init__(self, state: State) -> None:
        self.players = state.players
        self.root = histories(state)
        self.tables: dict[str, SetTable] = {}
        self._add_tables(self.root)

    def _add_tables(self, node: History) -> None:
        if node.turn >= 0 and node.name not in self.tables:
            size = len(node.children)
            self.tables[node.name] = SetTable(node.turn, [0.0] * size, [1 / size] * size, [0.0] * size, [0.0] * size)
        for child in node.children:
            self._add_tables(child)

    def average(self) -> dict[str, list[float]]:
        """The average strategy; uniform where it was never played."""
        result = {}
        for name, table in self.tables.items():
            total = sum(table.cumulative)
            size = len(table.cumulative)
            result[name] = [each / total if total > 0 else 1 / size for each in table.cumulative]
        return result

    def own(self, player: int) -> list[SetTable]:
        return [table for table in self.tables.values() if table.player == player]


class PlainCfr(PlainSolver):
    """CFR over the whole tree. ``discount(t)`` gives the factors of positive and negative regrets and the weight."""

    def __init__(
        self,
        state: State,
        discount: Callable[[int], tuple[float, float, float]],
        *,
        alternating: bool = True,
        predictive: bool = False,
    ) -> None:
        super().__init__(state)
        self.discount, self.alternating, self.predictive = discount, alternating, predictive
        self.t = 0

    def iterate(self) -> None:
        self.t += 1
        if self.alternating:
            for player in range(self.players):
                self._update([player])
        else:
            self._update(list(range(self.players)))

    def _update(self, players: list[int]) -> None:
        positive, negative, weight = self.discount(self.t)
        for player in players:
            for table in self.own(player):
                table.latest = [0.0] * len(table.latest)
            self._walk(self.root, player, 1.0, 1.0, weight)
        for player in players:
            for table in self.own(player):
                sums = [old + new for old, new in zip(table.regrets, table.latest, strict=True)]
                table.regrets = [each * positive if each >= 0 else each * negative for each in sums]
                guess = table.latest if self.predictive else [0.0] * len(sums)
                table.policy = matched([old + new for old, new in zip(table.regrets, guess, strict=True)])

    def _walk(self, node: History, player: int, own: float, others: float, weight: float) -> float:
        """The value of a history for the player; ``others`` is the probability that chance and the others get there."""
        if node.turn == NOBODY:
            return node.payoffs[player]
        if node.turn == CHANCE:
            return sum(
                chance * self._walk(child, player, own, others * chance, weight)
                for child, chance in zip(node.children, node.chances, strict=True)
            )
        table = self.tables[node.name]
        if node.turn != player:
            return sum(
                chance * self._walk(child, player, own, others * chance, weight)
                for child, chance in zip(node.children, table.policy, strict=True)
            )
        values = [
            self._walk(child, player, own * chance, others, weight)
            for child, chance in zip(node.children, table.policy, strict=True)
        ]
        value = sum(chance * each for chance, each in zip(table.policy, values, strict=True))
        for index, each in enumerate(values):
            table.latest[index] += others * (each - value)
            table.cumulative[index] += weight * own * table.policy[index]
        return value


class PlainSampling(PlainSolver):
    """Monte Carlo CFR: chance sampling, or external sampling, with the native solver's order of random numbers."""

    def __init__(self, state: State, random: RandomStream, *, external: bool) -> None:
        super().__init__(state)
        self.random, self.external = random, external

    def iterate(self) -> None:
        for player in range(self.players):
            self._walk(self.root, player, 1.0, 1.0)
            for table in self.own(player):
                table.policy = matched(table.regrets)

    def _walk(self, node: History, player: int, own: float, others: float) -> float:
        if node.turn == NOBODY:
            return node.payoffs[player]
        if node.turn == CHANCE:
            return self._walk(node.children[drawn(node.chances, self.random)], player, own, others)
        table = self.tables[node.name]
        if node.turn != player and self.external:
            if node.turn == (player + 1) % self.players:
                for index, chance in enumerate(table.policy):
                    table.cumulative[index] += chance
            return self._walk(node.children[drawn(table.policy, self.random)], player, own, others)
        mine = node.turn == player
        values = [
            self._walk(child, player, own * chance if mine else own, others if mine else others * chance)
            for child, chance in zip(node.children, table.policy, strict=True)
        ]
        value = sum(chance * each for chance, each in zip(table.policy, values, strict=True))
        if mine:
            for index, each in enumerate(values):
                table.regrets[index] += (1.0 if self.external else others) * (each - value)
                table.cumulative[index] += 0.0 if self.external else own * table.policy[index]
        return value


def best_response_value(root: History, policy: dict[str, list[float]], player: int) -> float:
    """What a best response of the player is worth, by the sets of histories that they cannot tell apart."""
    members: dict[str, list[tuple[History, float]]] = {}

    def collect(node: History, reach: float) -> None:
        if node.turn == player:
            members.setdefault(node.name, []).append((node, reach))
        chances = node.chances if node.turn == CHANCE else policy.get(node.name, [])
        for index, child in enumerate(node.children):
            collect(child, reach if node.turn == player else reach * chances[index])

    choices: dict[str, int] = {}

    def value(node: History) -> float:
        if node.turn == NOBODY:
            return node.payoffs[player]
        if node.turn == player:
            return value(node.children[choice(node.name)])
        chances = node.chances if node.turn == CHANCE else policy[node.name]
        return sum(chance * value(child) for chance, child in zip(chances, node.children, strict=True))

    def choice(name: str) -> int:
        if name not in choices:
            size = len(members[name][0][0].children)
            totals = [
                sum(reach * value(node.children[index]) for node, reach in members[name]) for index in range(size)
            ]
            choices[name] = totals.index(max(totals))
        return choices[name]

    collect(root, 1.0)
    return value(root)
